//! Running a site's wrapper on a page, and seeing whether the page still fits.

use crate::class::StringWrapper;
use crate::example::Tuple;
use crate::execute::{Executor, Fault};
use crate::fit::FitSettings;
use crate::node::{Glance, NodeRecords, Texts};
use crate::page_bytes::PageBytes;
use crate::text::value_text;
use crate::units::{UnitRecords, UnitValue};
use crate::wrapper::{AttributeRule, References, Rules, WithoutTree, Wrapper};
use chaffinch_core::{Problem, Span};
use std::fmt;

/// What a wrapper finds on a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Applied {
    /// The tuples.
    pub rows: Vec<Vec<FoundValue>>,
    /// Why the page does not fit the wrapper; empty where it does.
    pub misfits: Vec<Misfit>,
}

/// A value found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundValue {
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
    /// Far fewer or more records than the examples had.
    Count {
        /// Records read.
        found: usize,
        /// The fewest on an example page.
        fewest: usize,
        /// The most.
        most: usize,
    },
    /// An attribute that more records lack than those of the examples.
    Missing {
        /// The attribute.
        attribute: String,
        /// Records without it.
        missing: usize,
        /// All records.
        records: usize,
        /// The same on the examples.
        usual: (usize, usize),
    },
    /// Values that taken together are unlike those of the examples.
    Values {
        /// The attribute.
        attribute: String,
        /// What they are like.
        reason: String,
    },
    /// Text stands between records that nobody reads, where the examples had none: records may be skipped.
    Unread {
        /// Between how many records.
        gaps: usize,
        /// Of how many.
        of: usize,
    },
    /// Texts that the template had are gone.
    Template {
        /// One of them.
        text: String,
        /// How many are gone.
        gone: usize,
        /// How many there were.
        of: usize,
    },
    /// The page cannot be read at all.
    Unreadable(Problem),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::NoTuples => write!(f, "the page has no tuple, and every example had some"),
            Misfit::Mark(message) => write!(f, "{message}"),
            Misfit::Count { found, fewest, most } => match fewest == most {
                true => write!(f, "the page has {found} records, and every example had {most}"),
                false => write!(f, "the page has {found} records, and the examples had {fewest} to {most}"),
            },
            Misfit::Missing { attribute, missing, records, usual: (few, of) } => {
                write!(
                    f,
                    "{missing} of {records} records have no `{attribute}`, and {few} of {of} of the examples"
                )
            }
            Misfit::Values { attribute, reason } => write!(f, "`{attribute}`: {reason}"),
            Misfit::Unread { gaps, of } => {
                write!(
                    f,
                    "in {gaps} of {of} gaps between records stands text that is not read, and in none of the examples"
                )
            }
            Misfit::Template { text, gone, of } => {
                write!(f, "{gone} of {of} texts that every example had are gone, such as {text:?}")
            }
            Misfit::Unreadable(problem) => write!(f, "{}", problem.message),
            Misfit::NoValue(attribute) => write!(f, "`{attribute}` has no value, and every example had one"),
            Misfit::Shape { attribute, value, reason } => {
                let value: String = value.chars().take(60).collect();
                write!(f, "the value {value:?} of `{attribute}` {reason}")
            }
        }
    }
}

impl Applied {
    fn unreadable(problem: Problem) -> Applied {
        Applied { rows: Vec::new(), misfits: vec![Misfit::Unreadable(problem)] }
    }
}

impl Wrapper {
    /// The tuples of a page, and whether the page fits.
    pub fn apply(&self, page: &PageBytes<'_>) -> Applied {
        let mut applied = self.read(page);
        self.check_fit(page.bytes(), &mut applied, &FitSettings::default());
        applied
    }

    /// The tuples of a page, and where marks are missing; what is read is held against nothing.
    pub(crate) fn read(&self, page: &PageBytes<'_>) -> Applied {
        if let Some(problem) = page.excess() {
            return Applied::unreadable(problem);
        }
        match &self.rules {
            Rules::Tuples(wrapper) => self.apply_tuples(wrapper, page),
            Rules::Nodes(records) => apply_nodes(records, page),
            Rules::Units(records) => self.apply_units(records, page),
            Rules::Detail { rules, references, without_tree } => {
                let glanced = self.glance(rules, *references, *without_tree, page);
                glanced.unwrap_or_else(|| self.apply_detail(rules, *references, page))
            }
        }
    }

    /// Why a page does not fit; empty where it does.
    pub fn check(&self, page: &PageBytes<'_>) -> Vec<Misfit> {
        self.apply(page).misfits
    }

    fn apply_tuples(&self, wrapper: &StringWrapper, page: &PageBytes<'_>) -> Applied {
        let encoding = page.encoding_or(&self.learned.encoding);
        let wrapper = &*wrapper.in_encoding(&self.learned.encoding, encoding);
        let found = Executor::new(wrapper).execute(page.bytes());
        let value = |tuple: &Tuple| -> Vec<FoundValue> {
            let found = tuple.instances.iter().map(|instance| FoundValue {
                attribute: instance.attribute,
                span: Some(instance.span),
                text: value_text(&page.bytes()[instance.span.range()], encoding, References::Decoded),
                xpath: None,
            });
            found.collect()
        };
        let rows = found.tuples.iter().map(value).collect();
        let misfits =
            found.fault.map(|fault| Misfit::Mark(self.describe(wrapper, fault))).into_iter().collect();
        Applied { rows, misfits }
    }

    fn apply_units(&self, records: &UnitRecords, page: &PageBytes<'_>) -> Applied {
        let tree = match page.tree() {
            Ok(tree) => tree,
            Err(problem) => return Applied::unreadable(problem),
        };
        let names: Vec<&str> = self.attributes.iter().map(|attribute| attribute.name.as_str()).collect();
        let row = |values: Vec<Vec<UnitValue>>| {
            let of = |(attribute, values): (usize, Vec<UnitValue>)| {
                let found = values.into_iter();
                found.map(move |UnitValue { text, span, xpath }| FoundValue {
                    attribute,
                    span,
                    text,
                    xpath: Some(xpath),
                })
            };
            values.into_iter().enumerate().flat_map(of).collect()
        };
        Applied { rows: records.find(tree, &names).into_iter().map(row).collect(), misfits: Vec::new() }
    }

    /// What the page's tags alone give; none if they are not enough, or if an attribute that every example had is not seen, so that
    /// the tree is needed.
    fn glance(
        &self,
        rules: &[AttributeRule],
        references: References,
        without_tree: WithoutTree,
        page: &PageBytes<'_>,
    ) -> Option<Applied> {
        if without_tree == WithoutTree::Nothing {
            return None;
        }
        let glance = Glance::new(page.bytes(), page.encoding_or(&self.learned.encoding));
        let mut row = Vec::new();
        for (k, rule) in rules.iter().enumerate() {
            let before = row.len();
            match rule {
                AttributeRule::Node(rule) => {
                    let references = rule.references(references);
                    row.extend(
                        rule.pick(&glance).into_iter().map(|at| glance_found(k, at, references, &glance)),
                    );
                }
                AttributeRule::Delimiters(wrapper) => {
                    self.apply_delimiters(k, wrapper, references, page, &mut row);
                }
            }
            if row.len() == before && self.is_always(k) {
                return None;
            }
        }
        if without_tree != WithoutTree::ValuesAndPaths {
            row.iter_mut().for_each(|found: &mut FoundValue| found.xpath = None);
        }
        Some(Applied { rows: if row.is_empty() { Vec::new() } else { vec![row] }, misfits: Vec::new() })
    }

    /// Whether every example had the attribute.
    fn is_always(&self, k: usize) -> bool {
        self.attributes[k].seen.pages_without == 0
    }

    fn apply_delimiters(
        &self,
        k: usize,
        wrapper: &StringWrapper,
        references: References,
        page: &PageBytes<'_>,
        row: &mut Vec<FoundValue>,
    ) {
        let (bytes, encoding) = (page.bytes(), page.encoding_or(&self.learned.encoding));
        let found = Executor::new(&wrapper.in_encoding(&self.learned.encoding, encoding)).execute(bytes);
        row.extend(found.tuples.iter().flat_map(|tuple| &tuple.instances).map(|instance| FoundValue {
            attribute: k,
            span: Some(instance.span),
            text: value_text(&bytes[instance.span.range()], encoding, references),
            xpath: None,
        }));
    }

    fn apply_detail(&self, rules: &[AttributeRule], references: References, page: &PageBytes<'_>) -> Applied {
        // A tree is made only where an attribute is found in one.
        let needs_tree = rules.iter().any(|rule| matches!(rule, AttributeRule::Node(_)));
        let texts = match needs_tree.then(|| page.tree()).transpose() {
            Ok(tree) => tree.map(Texts::new),
            Err(problem) => return Applied::unreadable(problem),
        };
        let mut row = Vec::new();
        for (k, rule) in rules.iter().enumerate() {
            match (rule, &texts) {
                (AttributeRule::Node(rule), Some(texts)) => {
                    let references = rule.references(references);
                    row.extend(rule.pick(texts).into_iter().map(|at| text_found(k, at, references, texts)));
                }
                (AttributeRule::Delimiters(wrapper), _) => {
                    self.apply_delimiters(k, wrapper, references, page, &mut row);
                }
                (AttributeRule::Node(_), None) => {}
            }
        }
        Applied { rows: if row.is_empty() { Vec::new() } else { vec![row] }, misfits: Vec::new() }
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

fn apply_nodes(records: &NodeRecords, page: &PageBytes<'_>) -> Applied {
    let texts = match page.tree() {
        Ok(tree) => Texts::new(tree),
        Err(problem) => return Applied::unreadable(problem),
    };
    let found = |(k, at): &(usize, usize)| text_found(*k, *at, References::Decoded, &texts);
    let rows = records.find(&texts).iter().map(|record| record.iter().map(found).collect()).collect();
    Applied { rows, misfits: Vec::new() }
}

/// A value as a glance at the page gives it.
pub(crate) fn glance_found(k: usize, at: usize, references: References, glance: &Glance<'_>) -> FoundValue {
    FoundValue {
        attribute: k,
        span: glance.span(at),
        text: glance.written(at, references),
        xpath: Some(glance.xpath(at)),
    }
}

/// A value as the tree gives it.
pub(crate) fn text_found(k: usize, at: usize, references: References, texts: &Texts<'_>) -> FoundValue {
    let text = &texts.all[at];
    let written = match references {
        References::Kept => text.source.as_ref(),
        References::Decoded => None,
    };
    FoundValue {
        attribute: k,
        span: texts.span(at),
        text: written.unwrap_or(&text.text).clone(),
        xpath: Some(texts.page.xpath(text.node)),
    }
}
