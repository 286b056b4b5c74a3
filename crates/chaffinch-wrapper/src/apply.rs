//! Running a site's wrapper on a page, and seeing whether the page still fits.

use crate::class::StringWrapper;
use crate::example::Tuple;
use crate::execute::{Executor, Fault};
use crate::node::{Glance, NodeRecords, Texts};
use crate::text::value_text;
use crate::wrapper::{Engine, References, Rules, Sight, Wrapper};
use chaffinch_core::{Limits, Page, Span};
use chaffinch_page::{Origin, parse};
use std::fmt;

/// What a wrapper finds on a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Applied {
    /// The tuples.
    pub rows: Vec<Vec<Found>>,
    /// Why the page does not fit the wrapper; empty where it does.
    pub misfits: Vec<Misfit>,
}

/// A value found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The attribute's place in the list of attributes.
    pub attribute: usize,
    /// Its bytes.
    pub span: Option<Span>,
    /// Its text, on one line.
    pub text: String,
    /// The node it stands in, where it was found in the tree.
    pub xpath: Option<String>,
}

/// A way in which a page no longer fits its wrapper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misfit {
    /// No tuple, where every example had some.
    NoTuples,
    /// A mark is missing; said in the wrapper's own marks.
    Mark(String),
    /// An attribute that every example had has no value.
    NoValue(String),
    /// A value of another shape than the examples'.
    Shape {
        /// The attribute.
        attribute: String,
        /// The value.
        value: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The page cannot be read at all.
    Unreadable(String),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::NoTuples => write!(f, "the page has no tuple, and every example had some"),
            Misfit::Mark(message) | Misfit::Unreadable(message) => write!(f, "{message}"),
            Misfit::NoValue(attribute) => write!(f, "`{attribute}` has no value, and every example had one"),
            Misfit::Shape { attribute, value, reason } => {
                let value: String = value.chars().take(60).collect();
                write!(f, "the value {value:?} of `{attribute}` {reason}")
            }
        }
    }
}

impl Wrapper {
    /// The tuples of a page, and whether the page fits.
    pub fn apply(&self, page: &[u8]) -> Applied {
        let mut applied = match &self.rules {
            Rules::Tuples(wrapper) => self.apply_tuples(wrapper, page),
            Rules::Nodes(records) => apply_nodes(records, page),
            Rules::Detail { engines, references, sight } => {
                let glanced = self.glance(engines, *references, *sight, page);
                glanced.unwrap_or_else(|| self.apply_detail(engines, *references, page))
            }
        };
        if applied.rows.is_empty() && self.learned.fewest > 0 && applied.misfits.is_empty() {
            applied.misfits.push(Misfit::NoTuples);
        }
        self.check_shapes(&mut applied);
        applied
    }

    /// Why a page does not fit; empty where it does.
    pub fn check(&self, page: &[u8]) -> Vec<Misfit> {
        self.apply(page).misfits
    }

    fn apply_tuples(&self, wrapper: &StringWrapper, page: &[u8]) -> Applied {
        let found = Executor::new(wrapper).execute(page);
        let value = |tuple: &Tuple| -> Vec<Found> {
            let found = tuple.instances.iter().map(|instance| Found {
                attribute: instance.attribute,
                span: Some(instance.span),
                text: value_text(&page[instance.span.range()], &self.learned.encoding, References::Decoded),
                xpath: None,
            });
            found.collect()
        };
        let rows = found.tuples.iter().map(value).collect();
        let misfits =
            found.fault.map(|fault| Misfit::Mark(self.describe(wrapper, fault))).into_iter().collect();
        Applied { rows, misfits }
    }

    /// What a glance at a page gives; none if it is not enough, or an attribute that every example had is not seen, and the tree must be
    /// asked.
    fn glance(
        &self,
        engines: &[Engine],
        references: References,
        sight: Sight,
        bytes: &[u8],
    ) -> Option<Applied> {
        if sight == Sight::Tree {
            return None;
        }
        let glance = Glance::new(bytes, &self.learned.encoding);
        let mut row = Vec::new();
        for (k, engine) in engines.iter().enumerate() {
            let before = row.len();
            match engine {
                Engine::Node(rule) => {
                    row.extend(
                        rule.pick(&glance).into_iter().map(|at| glance_found(k, at, references, &glance)),
                    );
                }
                Engine::Delimiters(wrapper) => self.apply_delimiters(k, wrapper, references, bytes, &mut row),
            }
            if row.len() == before && self.is_always(k) {
                return None;
            }
        }
        if sight != Sight::Paths {
            row.iter_mut().for_each(|found: &mut Found| found.xpath = None);
        }
        Some(Applied { rows: if row.is_empty() { Vec::new() } else { vec![row] }, misfits: Vec::new() })
    }

    /// Whether every example had the attribute.
    fn is_always(&self, k: usize) -> bool {
        self.attributes[k].shape.seen >= self.learned.pages.len()
    }

    fn apply_delimiters(
        &self,
        k: usize,
        wrapper: &StringWrapper,
        references: References,
        bytes: &[u8],
        row: &mut Vec<Found>,
    ) {
        let found = Executor::new(wrapper).execute(bytes);
        row.extend(found.tuples.iter().flat_map(|tuple| &tuple.instances).map(|instance| Found {
            attribute: k,
            span: Some(instance.span),
            text: value_text(&bytes[instance.span.range()], &self.learned.encoding, references),
            xpath: None,
        }));
    }

    fn apply_detail(&self, engines: &[Engine], references: References, bytes: &[u8]) -> Applied {
        // Only where an attribute is found in the tree is there need of one.
        let needs_tree = engines.iter().any(|engine| matches!(engine, Engine::Node(_)));
        let page = match needs_tree.then(|| tree_of(bytes)) {
            Some(Ok(page)) => Some(page),
            Some(Err(misfit)) => return Applied { rows: Vec::new(), misfits: vec![misfit] },
            None => None,
        };
        let texts = page.as_ref().map(Texts::new);
        let mut row = Vec::new();
        for (k, engine) in engines.iter().enumerate() {
            match (engine, &texts) {
                (Engine::Node(rule), Some(texts)) => {
                    row.extend(rule.pick(texts).into_iter().map(|at| text_found(k, at, references, texts)));
                }
                (Engine::Delimiters(wrapper), _) => {
                    self.apply_delimiters(k, wrapper, references, bytes, &mut row);
                }
                (Engine::Node(_), None) => {}
            }
        }
        let mut misfits = Vec::new();
        for (k, attribute) in self.attributes.iter().enumerate() {
            if self.is_always(k) && !row.iter().any(|found| found.attribute == k) && !row.is_empty() {
                misfits.push(Misfit::NoValue(attribute.name.clone()));
            }
        }
        Applied { rows: if row.is_empty() { Vec::new() } else { vec![row] }, misfits }
    }

    /// One odd value is a value; where half of a page's are odd, the page has changed.
    fn check_shapes(&self, applied: &mut Applied) {
        for (k, attribute) in self.attributes.iter().enumerate() {
            let values: Vec<&str> =
                applied.rows.iter().flatten().filter(|f| f.attribute == k).map(|f| f.text.as_str()).collect();
            let odd: Vec<(&str, &'static str)> =
                values.iter().filter_map(|value| Some((*value, attribute.shape.misfit(value)?))).collect();
            if let Some((value, reason)) = odd.first().filter(|_| 2 * odd.len() > values.len()) {
                let (attribute, value) = (attribute.name.clone(), (*value).to_owned());
                applied.misfits.push(Misfit::Shape { attribute, value, reason });
            }
        }
    }

    fn describe(&self, wrapper: &StringWrapper, fault: Fault) -> String {
        let quoted = |mark: &[u8]| format!("{:?}", String::from_utf8_lossy(mark));
        let name = |k: usize| &self.attributes[k].name;
        let body = wrapper.body.as_ref();
        match fault {
            Fault::NoHead => {
                format!("the head mark {} stands nowhere", quoted(body.map_or(&[], |b| &b.head)))
            }
            Fault::NoTail => {
                format!("the tail mark {} does not follow the tuples", quoted(body.map_or(&[], |b| &b.tail)))
            }
            Fault::NoClose(tuple) => format!("the mark that closes tuple {} is missing", tuple + 1),
            Fault::NoLeft(k, tuple) => {
                let mark = quoted(&wrapper.attributes[k].left);
                format!("tuple {} has no {mark} in front of `{}`", tuple + 1, name(k))
            }
            Fault::NoRight(k, tuple) => {
                let mark = quoted(&wrapper.attributes[k].right);
                format!("tuple {} has no {mark} behind `{}`", tuple + 1, name(k))
            }
        }
    }
}

fn tree_of(bytes: &[u8]) -> Result<Page, Misfit> {
    let parsed = parse(bytes.to_vec(), Origin::default(), &Limits::default());
    parsed.map(|parsed| parsed.page).map_err(|problem| Misfit::Unreadable(problem.message))
}

fn apply_nodes(records: &NodeRecords, bytes: &[u8]) -> Applied {
    let page = match tree_of(bytes) {
        Ok(page) => page,
        Err(misfit) => return Applied { rows: Vec::new(), misfits: vec![misfit] },
    };
    let texts = Texts::new(&page);
    let found = |(k, at): &(usize, usize)| text_found(*k, *at, References::Decoded, &texts);
    let rows = records.find(&texts).iter().map(|record| record.iter().map(found).collect()).collect();
    Applied { rows, misfits: Vec::new() }
}

/// A value as a glance at the page gives it.
pub(crate) fn glance_found(k: usize, at: usize, references: References, glance: &Glance<'_>) -> Found {
    Found {
        attribute: k,
        span: glance.span(at),
        text: glance.written(at, references),
        xpath: Some(glance.xpath(at)),
    }
}

/// A value as the tree gives it.
pub(crate) fn text_found(k: usize, at: usize, references: References, texts: &Texts<'_>) -> Found {
    let text = &texts.all[at];
    let written = match references {
        References::Kept => text.source.as_ref(),
        References::Decoded => None,
    };
    Found {
        attribute: k,
        span: texts.span(at),
        text: written.unwrap_or(&text.text).clone(),
        xpath: Some(texts.page.xpath(text.node)),
    }
}
