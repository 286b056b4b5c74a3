//! Examples: pages and the tuples that somebody found on them.

use crate::class::Occurs;
use chaffinch_core::Span;
use std::ops::Range;
use thiserror::Error;

/// The attributes of a site and pages on which they are labelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examples {
    /// The attributes, in the order in which a tuple shows them.
    pub attributes: Vec<String>,
    /// The labelled pages.
    pub pages: Vec<Example>,
}

/// A page and its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The page's name, for messages and for the wrapper file.
    pub name: String,
    /// Its bytes as read.
    pub bytes: Vec<u8>,
    /// Its tuples, in page order.
    pub tuples: Vec<Tuple>,
}

/// A tuple: the values of one record, in page order.
///
/// An attribute without a value is missing; one with several is multi-valued; in a nested label whole groups of
/// attributes come again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
pub struct Tuple {
    /// The values.
    pub instances: Vec<Instance>,
}

/// A value of an attribute on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Instance {
    /// The attribute's place in the list of attributes.
    pub attribute: usize,
    /// The bytes of the value.
    pub span: Span,
}

impl Tuple {
    /// A tuple with one value for each attribute, in order.
    pub fn flat(spans: impl IntoIterator<Item = Range<usize>>) -> Tuple {
        let spans = spans.into_iter().map(|r| Span::new(r.start as u32, r.end as u32));
        Tuple { instances: spans.enumerate().map(|(attribute, span)| Instance { attribute, span }).collect() }
    }

    /// The values of one attribute.
    pub fn values(&self, attribute: usize) -> impl Iterator<Item = Span> + '_ {
        self.instances.iter().filter(move |i| i.attribute == attribute).map(|i| i.span)
    }

    /// Whether every one of `attributes` attributes has exactly one value, in order.
    pub fn is_flat(&self, attributes: usize) -> bool {
        self.instances.len() == attributes
            && self.instances.iter().enumerate().all(|(at, instance)| instance.attribute == at)
    }
}

/// Why a label cannot be learned from.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LabelError {
    /// A value lies outside of its page or ends before it begins.
    #[error(
        "{page}: the value of `{attribute}` at bytes {start}–{end} lies outside of the page, which has {length} bytes"
    )]
    OutOfRange {
        /// The page.
        page: String,
        /// The attribute.
        attribute: String,
        /// The value's first byte.
        start: u32,
        /// One past its last.
        end: u32,
        /// Length of the page.
        length: usize,
    },
    /// A value begins or ends within a character.
    #[error(
        "{page}: the value of `{attribute}` at bytes {}–{} cuts a character in two; the label may count the bytes of another encoding",
        span.start, span.end
    )]
    CutsCharacter {
        /// The page.
        page: String,
        /// The attribute.
        attribute: String,
        /// The value.
        span: Span,
    },
    /// A page has two labels.
    #[error("{page}: the page is labelled twice, and not alike; keep one of the labels")]
    TwoLabels {
        /// The page.
        page: String,
    },
    /// Two values overlap, or come in another order than they stand on the page.
    #[error(
        "{page}: the value of `{attribute}` at bytes {}–{} begins before the value of `{before}` at bytes {}–{} ends",
        span.start, span.end, earlier.start, earlier.end
    )]
    Overlap {
        /// The page.
        page: String,
        /// The later value's attribute.
        attribute: String,
        /// The later value.
        span: Span,
        /// The earlier value's attribute.
        before: String,
        /// The earlier value.
        earlier: Span,
    },
    /// A value's attribute is not in the list.
    #[error("{page}: a value has attribute number {attribute}, and there are only {count}")]
    UnknownAttribute {
        /// The page.
        page: String,
        /// The number.
        attribute: usize,
        /// How many there are.
        count: usize,
    },
    /// A tuple without a value.
    #[error("{page}: tuple {tuple} has no value at all; leave it out")]
    EmptyTuple {
        /// The page.
        page: String,
        /// Which tuple, from 1.
        tuple: usize,
    },
    /// The names given do not fit the tuples.
    #[error("{page}: {named} attributes are named, and the tuples have {count}; name each of them")]
    Names {
        /// The page.
        page: String,
        /// How many names there are.
        named: usize,
        /// How many attributes there are.
        count: usize,
    },
    /// A page larger than learning allows.
    #[error(
        "{page}: the page has {length} bytes, more than the {limit} that are learned from; use a smaller page"
    )]
    TooLarge {
        /// The page.
        page: String,
        /// Its length.
        length: usize,
        /// What is allowed.
        limit: usize,
    },
    /// No page has any tuple.
    #[error("{0}")]
    Nothing(String),
}

impl LabelError {
    /// The page whose label it is, where it is one's.
    pub fn page(&self) -> Option<&str> {
        match self {
            LabelError::OutOfRange { page, .. }
            | LabelError::CutsCharacter { page, .. }
            | LabelError::TwoLabels { page }
            | LabelError::Overlap { page, .. }
            | LabelError::UnknownAttribute { page, .. }
            | LabelError::EmptyTuple { page, .. }
            | LabelError::Names { page, .. }
            | LabelError::TooLarge { page, .. } => Some(page),
            LabelError::Nothing(_) => None,
        }
    }
}

impl Examples {
    /// Checks that every label fits its page: values in range, in page order, not overlapping.
    pub fn validate(&self) -> Result<(), LabelError> {
        for page in &self.pages {
            let text = std::str::from_utf8(&page.bytes).ok();
            let mut earlier: Option<Instance> = None;
            for (tuple, t) in page.tuples.iter().enumerate() {
                if t.instances.is_empty() {
                    return Err(LabelError::EmptyTuple { page: page.name.clone(), tuple: tuple + 1 });
                }
                for instance in &t.instances {
                    self.validate_instance(page, *instance, earlier)?;
                    let Instance { attribute, span } = *instance;
                    let cuts = |text: &str| {
                        ![span.start, span.end].iter().all(|at| text.is_char_boundary(*at as usize))
                    };
                    if text.is_some_and(cuts) {
                        return Err(LabelError::CutsCharacter {
                            page: page.name.clone(),
                            attribute: self.attributes[attribute].clone(),
                            span,
                        });
                    }
                    earlier = Some(*instance);
                }
            }
        }
        for (at, name) in self.attributes.iter().enumerate() {
            if self.instances(at).next().is_none() {
                return Err(LabelError::Nothing(format!(
                    "the attribute `{name}` has no value on any example page"
                )));
            }
        }
        if self.attributes.is_empty() {
            return Err(LabelError::Nothing("the examples have no attribute to learn".into()));
        }
        Ok(())
    }

    /// Number of tuples on all pages.
    pub fn tuple_count(&self) -> usize {
        self.pages.iter().map(|page| page.tuples.len()).sum()
    }

    /// All values of one attribute, with their pages.
    pub fn instances(&self, attribute: usize) -> impl Iterator<Item = (&Example, Span)> {
        self.pages.iter().flat_map(move |page| {
            page.tuples.iter().flat_map(move |tuple| tuple.values(attribute).map(move |span| (page, span)))
        })
    }

    /// How often each attribute stands in a tuple.
    pub fn occurs(&self) -> Vec<Occurs> {
        let tuples = || self.pages.iter().flat_map(|page| &page.tuples);
        let counts = |k: usize| tuples().map(move |tuple| tuple.values(k).count());
        (0..self.attributes.len())
            .map(|k| Occurs::of(counts(k).min().unwrap_or(0), counts(k).max().unwrap_or(0)))
            .collect()
    }

    /// The same attributes with some of the pages.
    pub fn with_pages(&self, pages: Vec<Example>) -> Examples {
        Examples { attributes: self.attributes.clone(), pages }
    }

    fn validate_instance(
        &self,
        page: &Example,
        instance: Instance,
        earlier: Option<Instance>,
    ) -> Result<(), LabelError> {
        let Instance { attribute, span } = instance;
        let Some(name) = self.attributes.get(attribute) else {
            return Err(LabelError::UnknownAttribute {
                page: page.name.clone(),
                attribute,
                count: self.attributes.len(),
            });
        };
        if span.start > span.end || span.end as usize > page.bytes.len() {
            return Err(LabelError::OutOfRange {
                page: page.name.clone(),
                attribute: name.clone(),
                start: span.start,
                end: span.end,
                length: page.bytes.len(),
            });
        }
        match earlier {
            Some(before) if before.span.end > span.start => Err(LabelError::Overlap {
                page: page.name.clone(),
                attribute: name.clone(),
                span,
                before: self.attributes[before.attribute].clone(),
                earlier: before.span,
            }),
            _ => Ok(()),
        }
    }
}
