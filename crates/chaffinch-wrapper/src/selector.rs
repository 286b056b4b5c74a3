//! CSS selectors and XPaths that pick the same nodes as a wrapper, where such exist.

use crate::example::Examples;
use crate::node::{NodePath, PathStep, Step, Surroundings, Texts};
use chaffinch_core::{Limits, NodeId, Page, Span};
use chaffinch_page::{Origin, parse};
use std::fmt::Write;

/// A CSS selector and an XPath for the same elements: those that hold an attribute's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selectors {
    /// For browsers and scrapers.
    pub css: String,
    /// For XML tools.
    pub xpath: String,
}

/// For each attribute, selectors of exactly the elements whose text its values are, on all example pages.
pub(crate) fn selectors_of_tuples(examples: &Examples) -> Vec<Option<Selectors>> {
    let parsed: Option<Vec<Page>> = examples
        .pages
        .iter()
        .map(|page| parse(page.bytes.clone(), Origin::default(), &Limits::default()).ok().map(|p| p.page))
        .collect();
    let Some(pages) = parsed else { return vec![None; examples.attributes.len()] };
    let texts: Vec<Texts<'_>> = pages.iter().map(Texts::new).collect();
    let starts: Vec<_> = texts.iter().map(Texts::by_start).collect();
    (0..examples.attributes.len())
        .map(|k| {
            let mut picked: Vec<Vec<usize>> = Vec::new();
            for (number, page) in examples.pages.iter().enumerate() {
                let spans = page.tuples.iter().flat_map(|tuple| tuple.values(k));
                let text = |span: Span| {
                    starts[number]
                        .get(&span.start)
                        .copied()
                        .filter(|at| texts[number].span(*at) == Some(span))
                };
                picked.push(spans.map(text).collect::<Option<Vec<usize>>>()?);
            }
            selectors(&texts, &picked)
        })
        .collect()
}

/// Selectors of the parents of exactly these texts: the shortest that does, of the elements around them or of the whole
/// way from the root.
pub(crate) fn selectors(texts: &[Texts<'_>], picked: &[Vec<usize>]) -> Option<Selectors> {
    let mut agreed: Option<NodePath> = None;
    for (texts, picked) in texts.iter().zip(picked) {
        for at in picked {
            let path = NodePath::of(texts, *at);
            agreed = Some(agreed.map_or(path.clone(), |agreed| agreed.intersect(&path)));
        }
    }
    let agreed = agreed?;
    // A selector gives all the text of an element: where that is more than the value, it gives something else.
    let is_all = |texts: &Texts<'_>, at: usize| {
        let parent = texts.parent(at);
        parent.is_some_and(|parent| crate::units::filled_texts(texts.page, parent).eq([texts.all[at].node]))
    };
    if !texts.iter().zip(picked).all(|(texts, picked)| picked.iter().all(|at| is_all(texts, *at))) {
        return None;
    }
    let wanted: Vec<Vec<NodeId>> = texts
        .iter()
        .zip(picked)
        .map(|(texts, picked)| {
            let mut wanted: Vec<NodeId> = picked.iter().filter_map(|at| texts.parent(*at)).collect();
            wanted.sort_unstable();
            wanted.dedup();
            wanted
        })
        .collect();
    let is_exact =
        |chain: &Chain| texts.iter().zip(&wanted).all(|(texts, wanted)| chain.picks(texts) == *wanted);
    let chain = Chain::candidates(&agreed).find(is_exact)?;
    let mut elements = texts
        .iter()
        .zip(&wanted)
        .flat_map(|(texts, wanted)| wanted.iter().map(|element| (texts.page, *element)));
    Some(chain.selectors(elements.any(|(page, element)| has_added_body(page, element))))
}

/// Whether an element stands in a `tbody` that the source does not have. The HTML standard adds it; other parsers do not.
fn has_added_body(page: &Page, element: NodeId) -> bool {
    page.ancestors(element).any(|above| page.name(above) == "tbody" && page.node(above).start_tag.is_none())
}

/// Elements one in the other, the innermost first; from the root where they are the whole way.
struct Chain {
    steps: Vec<Step>,
    from_root: bool,
}

impl Chain {
    /// What the evidence allows, the shortest first, without positions before with them.
    fn candidates(path: &NodePath) -> impl Iterator<Item = Chain> + '_ {
        // XPath cannot escape a quotation mark.
        let has_quote = |step: &Step| step.id.iter().chain(&step.classes).any(|name| name.contains('"'));
        let named = path.steps.iter().take_while(|step| step.tag.is_some() && !has_quote(step)).count();
        let near = (1..=named).flat_map(|length| [false, true].map(|placed| (length, placed)));
        let near = near.map(|(length, placed)| Chain {
            steps: path.steps[..length]
                .iter()
                .map(|step| Step { position: step.position.filter(|_| placed), ..step.clone() })
                .collect(),
            from_root: false,
        });
        let step = |step: &PathStep| Step {
            tag: Some(step.tag.clone()),
            position: step.position,
            ..Step::default()
        };
        let whole = path
            .whole_path
            .then(|| Chain { steps: path.path.iter().rev().map(step).collect(), from_root: true });
        near.chain(whole)
    }

    /// The elements of a page that it leads to.
    fn picks(&self, texts: &Texts<'_>) -> Vec<NodeId> {
        let page = texts.page;
        let fits = |step: &Step, element: NodeId| {
            step.tag.as_deref() == Some(page.name(element))
                && step.id.as_deref().is_none_or(|id| page.attribute(element, "id") == Some(id))
                && step.classes.iter().all(|class| page.classes(element).any(|own| own == class))
                && step.position.is_none_or(|position| position == texts.position(element))
        };
        let leads = |element: &NodeId| {
            let mut above = std::iter::once(*element).chain(page.ancestors(*element));
            self.steps.iter().all(|step| above.next().is_some_and(|e| page.is_element(e) && fits(step, e)))
                && (!self.from_root || above.next() == Some(NodeId::DOCUMENT))
        };
        page.ids().filter(|id| page.is_element(*id)).filter(leads).collect()
    }

    /// The selectors; where the source has no `tbody`, for trees with and without it.
    fn selectors(&self, added_body: bool) -> Selectors {
        let is_body = |step: &&Step| step.tag.as_deref() == Some("tbody");
        let all: Vec<&Step> = self.steps.iter().rev().collect();
        let without: Vec<&Step> = all.iter().copied().filter(|step| !is_body(step)).collect();
        let ways = if added_body && without.len() < all.len() { vec![all, without] } else { vec![all] };
        let root = if self.from_root { "/" } else { "//" };
        let css = |steps: &Vec<&Step>| steps.iter().map(|step| css(step)).collect::<Vec<_>>().join(" > ");
        let xpath = |steps: &Vec<&Step>| {
            format!("{root}{}", steps.iter().map(|step| xpath(step)).collect::<Vec<_>>().join("/"))
        };
        let joined = |texts: Vec<String>, mark: &str| texts.join(mark);
        Selectors {
            css: joined(ways.iter().map(css).collect(), ", "),
            xpath: joined(ways.iter().map(xpath).collect(), " | "),
        }
    }
}

fn css(step: &Step) -> String {
    let mut out = step.tag.clone().unwrap_or_default();
    if let Some(id) = &step.id {
        let _ = write!(out, "[id={}]", quoted(id));
    }
    for class in &step.classes {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let is_word = class.chars().all(is_plain) && class.starts_with(|c: char| c.is_ascii_alphabetic());
        let _ = if is_word { write!(out, ".{class}") } else { write!(out, "[class~={}]", quoted(class)) };
    }
    if let Some(position) = step.position {
        let _ = write!(out, ":nth-of-type({position})");
    }
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\"))
}

fn xpath(step: &Step) -> String {
    let mut out = step.tag.clone().unwrap_or_default();
    // A position in front of the other conditions counts all elements of the name, as `:nth-of-type` does.
    if let Some(position) = step.position {
        let _ = write!(out, "[{position}]");
    }
    if let Some(id) = &step.id {
        let _ = write!(out, "[@id=\"{id}\"]");
    }
    for class in &step.classes {
        let _ = write!(out, "[contains(concat(' ', normalize-space(@class), ' '), \" {class} \")]");
    }
    out
}
