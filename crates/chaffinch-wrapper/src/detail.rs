//! Learning the attributes of the one record that a page is about.

use crate::apply::{FoundValue, glance_found, text_found};
use crate::class::{StringWrapper, WrapperClass};
use crate::example::{Example, Examples, LabelError, Tuple};
use crate::execute::Executor;
use crate::learn::{ClassFailure, LearnError, LearnSettings, Preference, learn_class};
use crate::node::{Glance, Texts, ValuePage, keeps_references, learn_node_rules};
use crate::pac::Evidence;
use crate::profile::Profile;
use crate::selector::selectors;
use crate::text::{encoding_of, value_text};
use crate::wrapper::{
    Attribute, AttributeRule, LearnReport, Learning, References, Rules, WithoutTree, Wrapper,
};
use chaffinch_core::{Limits, Page, collapse_space};
use chaffinch_page::{Origin, parse};
use memchr::memmem;

/// A page and the values of its record, by attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DetailExample {
    /// The page's name.
    pub name: String,
    /// Its bytes as read.
    pub bytes: Vec<u8>,
    /// For each attribute its values; none where it is missing.
    pub values: Vec<Vec<String>>,
}

/// Learns a rule for every attribute: its place in the tree where its values are texts of the page, else
/// delimiters around them in the bytes. An attribute that stands nowhere is left out and reported.
pub fn learn_detail(
    attributes: &[String],
    examples: &[DetailExample],
    settings: &LearnSettings,
) -> Result<LearnReport, LearnError> {
    let mut pages: Vec<Page> = Vec::with_capacity(examples.len());
    for example in examples {
        if example.bytes.len() > settings.page_bytes {
            return Err(LearnError::Label(LabelError::TooLarge {
                page: example.name.clone(),
                length: example.bytes.len(),
                limit: settings.page_bytes,
            }));
        }
        let origin = Origin { name: &example.name, ..Origin::default() };
        let parsed = parse(example.bytes.clone(), origin, &Limits::default())
            .map_err(|problem| LabelError::Nothing(problem.to_string()))?;
        pages.push(parsed.page);
    }
    learn_detail_on(attributes, examples, &pages.iter().collect::<Vec<_>>(), settings)
}

/// The same on the trees of the pages, which are no larger than the settings allow.
pub fn learn_detail_on(
    attributes: &[String],
    examples: &[DetailExample],
    pages: &[&Page],
    settings: &LearnSettings,
) -> Result<LearnReport, LearnError> {
    let value_pages: Vec<ValuePage<'_>> = examples
        .iter()
        .zip(pages)
        .map(|(example, page)| ValuePage { page, values: example.values.iter().map(Vec::as_slice).collect() })
        .collect();
    let node_rules = learn_node_rules(&value_pages);
    let texts: Vec<Texts<'_>> = pages.iter().map(|page| Texts::new(page)).collect();
    let mut failures = Vec::new();
    let by_delimiters = match settings.class {
        Some(class) => class.has_delimiters(),
        None => delimiters_hold(attributes, examples, settings),
    };
    let (mut found, mut rules) = (Vec::new(), Vec::new());
    for (k, (name, rule)) in attributes.iter().zip(node_rules).enumerate() {
        let values: Vec<&str> = examples.iter().flat_map(|e| &e.values[k]).map(String::as_str).collect();
        if values.is_empty() {
            continue;
        }
        let learned = match rule {
            Some(rule) if !by_delimiters => Ok(AttributeRule::Node(rule)),
            None if settings.class == Some(WrapperClass::Node) => Err(Vec::new()),
            rule => learn_delimiters(name, k, examples, settings).map(|strings| {
                // A mark within a text may stand in the values of further pages, too.
                match rule.filter(|_| settings.class.is_none() && cuts_texts(&strings)) {
                    Some(rule) => AttributeRule::Node(rule),
                    None => AttributeRule::Delimiters(strings),
                }
            }),
        };
        match learned {
            Ok(rule) => {
                let selectors = match &rule {
                    AttributeRule::Node(rule) => {
                        let picked: Vec<Vec<usize>> = texts.iter().map(|texts| rule.pick(texts)).collect();
                        selectors(&texts, &picked)
                    }
                    AttributeRule::Delimiters(_) => None,
                };
                found.push((k, Attribute::new(name, values.iter().copied(), selectors)));
                rules.push(rule);
            }
            Err(failure) => failures.extend(failure),
        }
    }
    if rules.is_empty() {
        let message = format!("none of the values of {} stands on its page", attributes.join(", "));
        return Err(if failures.is_empty() {
            LearnError::Label(LabelError::Nothing(message))
        } else {
            LearnError::Inconsistent { failures }
        });
    }
    let references = if keeps_references(&value_pages) { References::Kept } else { References::Decoded };
    let seen = |k: usize| examples.iter().filter(|example| !example.values[k].is_empty()).count();
    let evidence = Evidence {
        values: found.iter().map(|(k, _)| seen(*k)).collect(),
        heads: examples.len(),
        tails: examples.len(),
        tuples: examples.len(),
        // Every attribute is found for itself, and the bound holds only if it does for each.
        class: rules.iter().map(AttributeRule::class).max(),
        ..Evidence::default()
    };
    let learned = Learning {
        pages: examples.iter().map(|example| example.name.clone()).collect(),
        tuples: examples.len(),
        fewest: usize::from(examples.iter().all(|e| e.values.iter().any(|values| !values.is_empty()))),
        encoding: pages.first().map_or("UTF-8", |page| page.source().encoding).into(),
        history: Vec::new(),
    };
    let all = examples.iter().zip(&texts).map(|(example, texts)| {
        without_tree(&rules, references, &Glance::new(&example.bytes, &learned.encoding), texts)
    });
    let without_tree = all.min().unwrap_or_default();
    let attributes = found.into_iter().map(|(_, attribute)| attribute).collect();
    let rules = Rules::Detail { rules, references, without_tree };
    let mut wrapper = Wrapper { learned, attributes, rules, profile: Profile::default(), known: Vec::new() };
    let pages: Vec<&[u8]> = examples.iter().map(|example| example.bytes.as_slice()).collect();
    wrapper.observe(&pages);
    Ok(LearnReport { wrapper, evidence, failures, notes: Vec::new() })
}

/// How much of what a page's tree tells its tags alone tell too.
fn without_tree(
    rules: &[AttributeRule],
    references: References,
    glance: &Glance<'_>,
    texts: &Texts<'_>,
) -> WithoutTree {
    let mut without_tree = WithoutTree::ValuesAndPaths;
    for rule in rules {
        let AttributeRule::Node(rule) = rule else { continue };
        let references = rule.references(references);
        let seen = rule.pick(glance).into_iter().map(|at| glance_found(0, at, references, glance));
        let there = rule.pick(texts).into_iter().map(|at| text_found(0, at, references, texts));
        let (seen, there): (Vec<FoundValue>, Vec<FoundValue>) = (seen.collect(), there.collect());
        let values =
            |found: &[FoundValue]| -> Vec<_> { found.iter().map(|f| (f.span, f.text.clone())).collect() };
        match () {
            () if seen == there => {}
            () if values(&seen) == values(&there) => without_tree = WithoutTree::Values,
            () => return WithoutTree::Nothing,
        }
    }
    without_tree
}

/// One wrapper from those of single attributes, each learned from pages of its own; none from none.
pub fn join_details(reports: Vec<LearnReport>) -> Option<LearnReport> {
    let mut reports = reports.into_iter();
    let mut joined = reports.next()?;
    for report in reports {
        let (
            Rules::Detail { rules, references, without_tree },
            Rules::Detail { rules: more, references: kept, without_tree: own },
        ) = (&mut joined.wrapper.rules, report.wrapper.rules)
        else {
            continue;
        };
        rules.extend(more);
        *without_tree = own.min(*without_tree);
        if kept == References::Kept {
            *references = References::Kept;
        }
        joined.wrapper.attributes.extend(report.wrapper.attributes);
        let learned = &mut joined.wrapper.learned;
        learned.pages.extend(report.wrapper.learned.pages);
        learned.pages.sort_unstable();
        learned.pages.dedup();
        learned.tuples = learned.pages.len();
        joined.evidence.values.extend(report.evidence.values);
        joined.evidence.class = joined.evidence.class.max(report.evidence.class);
        joined.evidence.heads = joined.evidence.heads.min(report.evidence.heads);
        joined.evidence.tails = joined.evidence.tails.min(report.evidence.tails);
        joined.failures.extend(report.failures);
    }
    Some(joined)
}

/// Whether delimiters learned from all examples but one give the values of that one, whichever it is, so that the
/// tree can be spared. Fewer examples than the settings ask for say too little.
fn delimiters_hold(attributes: &[String], examples: &[DetailExample], settings: &LearnSettings) -> bool {
    if examples.len() < settings.delimiters_from.max(2) {
        return false;
    }
    let encoding = encoding_of(&examples[0].bytes);
    let holds = |k: usize, out: usize| {
        let mut others = examples.to_vec();
        let left_out = others.remove(out);
        if others.iter().all(|example| example.values[k].is_empty()) {
            return left_out.values[k].is_empty();
        }
        let Ok(wrapper) = learn_delimiters(&attributes[k], k, &others, settings) else { return false };
        let found = Executor::new(&wrapper).execute(&left_out.bytes);
        let first = found.tuples.first().and_then(|tuple| tuple.instances.first());
        let text = first.map(|i| value_text(&left_out.bytes[i.span.range()], encoding, References::Kept));
        found.fault.is_none() && text == left_out.values[k].first().map(|value| collapse_space(value))
    };
    (0..attributes.len()).all(|k| (0..examples.len()).all(|out| holds(k, out)))
}

/// Delimiters around values that are no whole texts: parts of one, or values of the tags' own attributes.
fn learn_delimiters(
    name: &str,
    k: usize,
    examples: &[DetailExample],
    settings: &LearnSettings,
) -> Result<StringWrapper, Vec<ClassFailure>> {
    let occurrences: Vec<Vec<std::ops::Range<usize>>> = examples
        .iter()
        .map(|example| {
            let value = example.values[k].first().map_or("", String::as_str);
            if value.is_empty() {
                return Vec::new();
            }
            memmem::find_iter(&example.bytes, value).map(|at| at..at + value.len()).collect()
        })
        .collect();
    let shown = (0..examples.len()).filter(|page| !occurrences[*page].is_empty());
    let Some(first) = shown.min_by_key(|page| occurrences[*page].len()) else { return Err(Vec::new()) };
    let mut failures = Vec::new();
    // Marks that are tags carry over to more pages than those within a text.
    let mut seeds: Vec<&std::ops::Range<usize>> = occurrences[first].iter().collect();
    seeds.sort_by_key(|range| !is_between_tags(&examples[first].bytes, range));
    for seed in seeds.into_iter().take(MOST_OCCURRENCES) {
        let mut pages = Vec::new();
        for (example, occurrences) in examples.iter().zip(&occurrences) {
            let alike = |range: &&std::ops::Range<usize>| {
                shared_around(&examples[first].bytes, seed, &example.bytes, range, settings.longest_delimiter)
            };
            let best = occurrences.iter().max_by_key(alike);
            if best.is_none() && !example.values[k].is_empty() {
                // Its value stands nowhere: the page teaches nothing.
                continue;
            }
            pages.push(Example {
                name: example.name.clone(),
                bytes: example.bytes.clone(),
                tuples: best.map(|range| Tuple::flat([range.clone()])).into_iter().collect(),
            });
        }
        let labelled = Examples { attributes: vec![name.to_owned()], pages };
        // One attribute has no order and nothing to nest: LR and HLRT say all that delimiters can.
        let classes = settings.class.map_or(vec![WrapperClass::Lr, WrapperClass::Hlrt], |class| vec![class]);
        failures.clear();
        for class in classes {
            match learn_class(&labelled, class, Preference::Aligned, settings) {
                Ok(wrapper) => return Ok(wrapper),
                Err(LearnError::Inconsistent { failures: found }) => failures.extend(found),
                Err(LearnError::Label(_)) => {}
            }
        }
    }
    Err(failures)
}

fn is_between_tags(page: &[u8], range: &std::ops::Range<usize>) -> bool {
    let (before, behind) = (&page[..range.start], &page[range.end..]);
    before.trim_ascii_end().ends_with(b">") && behind.trim_ascii_start().starts_with(b"<")
}

/// Whether one of a value's marks stands within its text.
fn cuts_texts(strings: &StringWrapper) -> bool {
    strings.attributes.iter().any(|own| {
        !own.left.trim_ascii_end().ends_with(b">") || !own.right.trim_ascii_start().starts_with(b"<")
    })
}

/// Occurrences of a value that are tried as the labelled one.
const MOST_OCCURRENCES: usize = 20;

/// How many bytes around two values are the same.
fn shared_around(
    a: &[u8],
    at: &std::ops::Range<usize>,
    b: &[u8],
    bt: &std::ops::Range<usize>,
    cap: usize,
) -> usize {
    let before = a[..at.start].iter().rev().zip(b[..bt.start].iter().rev()).take(cap);
    let behind = a[at.end..].iter().zip(&b[bt.end..]).take(cap);
    before.take_while(|(x, y)| x == y).count() + behind.take_while(|(x, y)| x == y).count()
}
