//! Sites labelled with byte ranges: which classes have a wrapper that is exact on all pages not learned from.

use super::coverage::write_seconds;
use chaffinch::{Limits, Page, Span};
use chaffinch_page::{Origin, parse};
use chaffinch_wrapper::Labelled;
use chaffinch_wrapper::{
    GoldCell, LearnSettings, NodeRule, ValuePage, Wrapper, WrapperClass, learn, learn_node_rules,
};
use std::fmt;
use std::time::Instant;

/// All sites.
#[derive(Debug)]
pub struct TupleCoverage {
    /// How many pages of a site were learned from at most.
    pub pages: usize,
    /// The sites.
    pub sites: Vec<TupleSite>,
}

/// One site.
#[derive(Debug)]
pub struct TupleSite {
    name: String,
    /// By class, in the order of [`WrapperClass::ALL`].
    classes: Vec<Outcome>,
    node_paths: Outcome,
    chosen: Outcome,
    /// What `learn` chose.
    engine: String,
    tested: usize,
    seconds: f64,
}

/// What came of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    /// No wrapper is consistent with the examples, and why.
    Inconsistent(String),
    /// A wrapper was learned; it is exact on so many of the pages not learned from.
    Exact(usize),
}

impl TupleSite {
    pub(super) fn measure(name: &str, pages: &[Labelled], count: usize) -> TupleSite {
        let (learned_from, tested) = pages.split_at(count.min(pages.len() - 1));
        let outcome = |settings: &LearnSettings| match learn(learned_from, settings) {
            Ok(report) => {
                let exact = tested.iter().filter(|page| is_exact(&report.wrapper, page)).count();
                (Outcome::Exact(exact), report.wrapper.class_names())
            }
            Err(error) => (Outcome::Inconsistent(error.to_string()), "nothing".to_owned()),
        };
        let begin = Instant::now();
        let (chosen, engine) = outcome(&LearnSettings::default());
        let seconds = begin.elapsed().as_secs_f64();
        let class = |class| outcome(&LearnSettings { class: Some(class), ..LearnSettings::default() }).0;
        TupleSite {
            name: name.to_owned(),
            classes: WrapperClass::ALL.into_iter().map(class).collect(),
            node_paths: node_paths(learned_from, tested),
            chosen,
            engine,
            tested: tested.len(),
            seconds,
        }
    }

    fn wraps(&self, outcome: &Outcome) -> bool {
        *outcome == Outcome::Exact(self.tested)
    }

    /// Whether a class wraps it.
    pub fn wrapped_by(&self, class: WrapperClass) -> bool {
        WrapperClass::ALL.iter().position(|c| *c == class).is_some_and(|at| self.wraps(&self.classes[at]))
    }

    /// Whether node paths wrap it.
    pub fn wrapped_by_node_paths(&self) -> bool {
        self.wraps(&self.node_paths)
    }

    /// Whether what `learn` chooses of its own wraps it.
    pub fn wrapped_by_choice(&self) -> bool {
        self.wraps(&self.chosen)
    }

    /// Whether anything wraps it.
    pub fn wrapped_by_any(&self) -> bool {
        let all = self.classes.iter().chain([&self.node_paths, &self.chosen]);
        all.into_iter().any(|outcome| self.wraps(outcome))
    }
}

impl TupleCoverage {
    pub(super) fn new(pages: usize) -> TupleCoverage {
        TupleCoverage { pages, sites: Vec::new() }
    }

    fn count(&self, wrapped: impl Fn(&TupleSite) -> bool) -> usize {
        self.sites.iter().filter(|site| wrapped(site)).count()
    }

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, per_site: bool) -> fmt::Result {
        let total = self.sites.len();
        writeln!(
            f,
            "{total} sites with tuples: learned from up to {} pages, exact on all others",
            self.pages
        )?;
        let row = |f: &mut fmt::Formatter<'_>, name: &str, wrapped: usize| {
            let share = 100.0 * wrapped as f64 / total as f64;
            writeln!(f, "  {name:<16} {share:>5.0} %  ({wrapped})")
        };
        for class in WrapperClass::ALL {
            row(f, class.name(), self.count(|site| site.wrapped_by(class)))?;
        }
        row(f, "node paths", self.count(TupleSite::wrapped_by_node_paths))?;
        row(f, "any", self.count(TupleSite::wrapped_by_any))?;
        row(f, "chosen by learn", self.count(TupleSite::wrapped_by_choice))?;
        let seconds: Vec<f64> = self.sites.iter().map(|site| site.seconds).collect();
        write_seconds(f, self.pages, &seconds)?;
        if per_site {
            self.sites.iter().try_for_each(|site| write!(f, "{site}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for TupleSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TupleSite { name, engine, seconds, .. } = self;
        writeln!(f, "  {name}: learn chose {engine} in {seconds:.3} s")?;
        let classes = WrapperClass::ALL.iter().map(|class| class.name()).zip(&self.classes);
        for (name, outcome) in classes.chain([("node paths", &self.node_paths)]) {
            match outcome {
                Outcome::Exact(exact) => {
                    writeln!(f, "    {name}: exact on {exact} of {} pages", self.tested)?
                }
                Outcome::Inconsistent(reason) => writeln!(f, "    {name}: {reason}")?,
            }
        }
        Ok(())
    }
}

/// Whether a wrapper finds the labelled byte ranges, tuple by tuple, and nothing else.
fn is_exact(wrapper: &Wrapper, (line, bytes): &Labelled) -> bool {
    let spans = |cell: &GoldCell| match cell {
        GoldCell::Missing => Vec::new(),
        GoldCell::One(span) => vec![*span],
        GoldCell::Many(spans) => spans.clone(),
    };
    let wanted: Vec<Vec<Span>> =
        line.tuples.iter().flatten().map(|tuple| tuple.iter().flat_map(spans).collect()).collect();
    let applied = wrapper.apply(bytes);
    let found: Vec<Vec<Span>> =
        applied.rows.iter().map(|row| row.iter().filter_map(|found| found.span).collect()).collect();
    found == wanted
}

/// A rule of node paths for each attribute; the first values of all attributes make the first tuple, and so on.
fn node_paths(learned_from: &[Labelled], tested: &[Labelled]) -> Outcome {
    let Some(pages) = learned_from.iter().map(Columns::read).collect::<Option<Vec<Columns>>>() else {
        return Outcome::Inconsistent("values are missing, come again or are no whole texts".into());
    };
    let value_pages: Vec<ValuePage<'_>> = pages
        .iter()
        .map(|columns| ValuePage {
            page: &columns.page,
            values: columns.values.iter().map(Vec::as_slice).collect(),
        })
        .collect();
    let Some(rules) = learn_node_rules(&value_pages).into_iter().collect::<Option<Vec<NodeRule>>>() else {
        return Outcome::Inconsistent("an attribute has no place in the tree".into());
    };
    let finds = |columns: &Columns| {
        rules.iter().zip(&columns.spans).all(|(rule, wanted)| {
            let found: Vec<Span> = rule
                .select(&columns.page)
                .iter()
                .filter_map(|node| text_span(&columns.page, *node))
                .collect();
            found == *wanted
        })
    };
    if !pages.iter().all(finds) {
        return Outcome::Inconsistent("the paths find other values on the examples".into());
    }
    Outcome::Exact(tested.iter().filter_map(Columns::read).filter(finds).count())
}

/// A page's label by attribute, where every tuple has every attribute once and every value is a whole text.
struct Columns {
    page: Page,
    spans: Vec<Vec<Span>>,
    values: Vec<Vec<String>>,
}

impl Columns {
    fn read((line, bytes): &Labelled) -> Option<Columns> {
        let page = parse(bytes.clone(), Origin::default(), &Limits::default()).ok()?.page;
        let tuples = line.tuples.as_ref()?;
        let count = tuples.first()?.len();
        let mut spans: Vec<Vec<Span>> = vec![Vec::new(); count];
        for tuple in tuples {
            if tuple.len() != count {
                return None;
            }
            for (column, cell) in spans.iter_mut().zip(tuple) {
                let GoldCell::One(span) = cell else { return None };
                column.push(*span);
            }
        }
        let texts: std::collections::BTreeMap<Span, String> = page
            .ids()
            .filter_map(|id| {
                Some((text_span(&page, id)?, chaffinch::core::collapse_space(page.own_text(id))))
            })
            .collect();
        let text = |span: &Span| texts.get(span).cloned();
        let values = spans.iter().map(|column| column.iter().map(text).collect()).collect::<Option<_>>()?;
        Some(Columns { page, spans, values })
    }
}

/// The bytes of a text without the white space around it.
fn text_span(page: &Page, node: chaffinch::NodeId) -> Option<Span> {
    let own = page.own_text(node);
    let (start, end) = (own.len() - own.trim_start().len(), own.trim_end().len());
    page.text_span(node, start..end)
}
