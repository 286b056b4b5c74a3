//! The wrapper classes and what makes a wrapper of each.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A wrapper class: which marks a wrapper has and in which order attributes may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WrapperClass {
    /// A left and a right delimiter for each attribute.
    Lr,
    /// LR between a head mark and a tail mark.
    Hlrt,
    /// LR with marks that open and close each tuple; the paper's BELR.
    Oclr,
    /// OCLR between a head mark and a tail mark.
    Hoclrt,
    /// LR for nested tuples: after attribute k may come any of the attributes 1 to k + 1.
    NLr,
    /// N-LR between a head mark and a tail mark.
    NHlrt,
    /// LR in which attributes may be missing or come several times; an extension of the paper's classes.
    XLr,
    /// X-LR between a head mark and a tail mark.
    XHlrt,
    /// No delimiters: node paths in the tree, for what delimiters cannot say.
    Node,
}

impl WrapperClass {
    /// All classes, simplest first.
    pub const ALL: [WrapperClass; 9] = [
        WrapperClass::Lr,
        WrapperClass::Hlrt,
        WrapperClass::Oclr,
        WrapperClass::Hoclrt,
        WrapperClass::NLr,
        WrapperClass::NHlrt,
        WrapperClass::XLr,
        WrapperClass::XHlrt,
        WrapperClass::Node,
    ];

    /// Whether its wrappers are made of delimiters.
    pub fn has_delimiters(self) -> bool {
        self != WrapperClass::Node
    }

    /// The name in the papers.
    pub fn name(self) -> &'static str {
        match self {
            WrapperClass::Lr => "LR",
            WrapperClass::Hlrt => "HLRT",
            WrapperClass::Oclr => "OCLR",
            WrapperClass::Hoclrt => "HOCLRT",
            WrapperClass::NLr => "N-LR",
            WrapperClass::NHlrt => "N-HLRT",
            WrapperClass::XLr => "X-LR",
            WrapperClass::XHlrt => "X-HLRT",
            WrapperClass::Node => "node",
        }
    }

    /// Whether a bound on the error of its wrappers is proved: every delimiter is seen once in a tuple, or once on a page.
    pub fn has_bound(self) -> bool {
        use WrapperClass::*;
        matches!(self, Lr | Hlrt | Oclr | Hoclrt)
    }

    /// Whether its wrappers have marks that open and close each tuple.
    pub fn is_marked(self) -> bool {
        matches!(self, WrapperClass::Oclr | WrapperClass::Hoclrt)
    }

    /// Whether its wrappers have a head and a tail mark.
    pub fn has_body(self) -> bool {
        use WrapperClass::*;
        matches!(self, Hlrt | Hoclrt | NHlrt | XHlrt)
    }
}

impl fmt::Display for WrapperClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for WrapperClass {
    type Err = String;

    fn from_str(name: &str) -> Result<WrapperClass, String> {
        let known = |class: &WrapperClass| class.name().eq_ignore_ascii_case(name);
        WrapperClass::ALL.into_iter().find(known).ok_or_else(|| {
            let names: Vec<&str> = WrapperClass::ALL.iter().map(|c| c.name()).collect();
            format!("`{name}` is no wrapper class; the classes are {}", names.join(", "))
        })
    }
}

/// A wrapper made of delimiters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StringWrapper {
    /// The marks around all tuples, in the classes with H and T.
    pub body: Option<Body>,
    /// How attributes make tuples.
    pub order: Order,
    /// ℓ_k and r_k of each attribute.
    pub attributes: Vec<Delimiters>,
}

/// The head and the tail mark.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Body {
    /// h: the first tuple comes after its first occurrence.
    pub head: Vec<u8>,
    /// t: the last tuple comes before it.
    pub tail: Vec<u8>,
}

/// How attributes make tuples.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Order {
    /// Every attribute once, in order.
    Flat,
    /// Every attribute once, in order, between o and c.
    Marked {
        /// o: a tuple begins after it.
        open: Vec<u8>,
        /// c: comes after the last attribute of a tuple.
        close: Vec<u8>,
    },
    /// After attribute k any of the attributes 1 to k + 1; attribute 1 begins a tuple.
    Nested,
    /// In order, but an attribute may be left out or come again, as its [`Occurs`] says.
    Loose(Vec<Occurs>),
}

/// How often an attribute stands in a tuple.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Occurs {
    /// Once.
    #[default]
    Once,
    /// Once or not at all.
    Optional,
    /// Once or more often.
    Many,
    /// Any number of times.
    Any,
}

impl Occurs {
    /// Whether it may be missing.
    pub fn may_be_missing(self) -> bool {
        matches!(self, Occurs::Optional | Occurs::Any)
    }

    /// Whether it may come again.
    pub fn may_repeat(self) -> bool {
        matches!(self, Occurs::Many | Occurs::Any)
    }

    /// What allows as few as `fewest` and as many as `most`.
    pub fn of(fewest: usize, most: usize) -> Occurs {
        match (fewest == 0, most > 1) {
            (false, false) => Occurs::Once,
            (true, false) => Occurs::Optional,
            (false, true) => Occurs::Many,
            (true, true) => Occurs::Any,
        }
    }
}

/// The strings around an attribute's values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Delimiters {
    /// ℓ_k.
    pub left: Vec<u8>,
    /// r_k.
    pub right: Vec<u8>,
}

impl StringWrapper {
    /// The class it belongs to.
    pub fn class(&self) -> WrapperClass {
        match (&self.order, self.body.is_some()) {
            (Order::Flat, false) => WrapperClass::Lr,
            (Order::Flat, true) => WrapperClass::Hlrt,
            (Order::Marked { .. }, false) => WrapperClass::Oclr,
            (Order::Marked { .. }, true) => WrapperClass::Hoclrt,
            (Order::Nested, false) => WrapperClass::NLr,
            (Order::Nested, true) => WrapperClass::NHlrt,
            (Order::Loose(_), false) => WrapperClass::XLr,
            (Order::Loose(_), true) => WrapperClass::XHlrt,
        }
    }
}

impl Order {
    /// The attributes that may come after `last` (none: at the beginning), of `count` in all.
    pub(crate) fn successors(&self, last: Option<usize>, count: usize) -> Vec<usize> {
        match self {
            Order::Flat | Order::Marked { .. } => vec![last.map_or(0, |k| (k + 1) % count)],
            Order::Nested => (0..=last.map_or(0, |k| (k + 1).min(count - 1))).collect(),
            Order::Loose(occurs) => {
                let mut next = Vec::new();
                next.extend(last.filter(|k| occurs[*k].may_repeat()));
                let rest = last.map_or(0, |k| k + 1)..count;
                let ends = rest.clone().all(|k| occurs[k].may_be_missing());
                next.extend(first_reachable(rest, occurs));
                if ends && last.is_some() {
                    next.extend(first_reachable(0..count, occurs));
                }
                next.sort_unstable();
                next.dedup();
                next
            }
        }
    }

    /// Whether a tuple may end after `last`.
    pub(crate) fn may_end(&self, last: Option<usize>, count: usize) -> bool {
        let Some(last) = last else { return true };
        match self {
            Order::Flat | Order::Marked { .. } => last + 1 == count,
            Order::Nested => true,
            Order::Loose(occurs) => occurs[last + 1..].iter().all(|o| o.may_be_missing()),
        }
    }

    /// Whether `next` after `last` belongs to another tuple.
    pub(crate) fn begins_tuple(&self, last: Option<usize>, next: usize) -> bool {
        let Some(last) = last else { return true };
        match self {
            Order::Flat | Order::Marked { .. } | Order::Nested => next == 0,
            Order::Loose(occurs) => next < last || (next == last && !occurs[last].may_repeat()),
        }
    }
}

/// The attributes of a range that may come first in it: up to the first that may not be missing.
fn first_reachable(range: std::ops::Range<usize>, occurs: &[Occurs]) -> impl Iterator<Item = usize> + '_ {
    let mut blocked = false;
    range.take_while(move |k| {
        let reached = !blocked;
        blocked |= !occurs[*k].may_be_missing();
        reached
    })
}
