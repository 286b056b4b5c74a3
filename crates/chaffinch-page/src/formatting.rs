//! Formatting tags, kept cheap.
//!
//! The standard compares every formatting start tag with all that are still open and copies those
//! into every block that follows. A page with thousands of attributes on such tags would keep the
//! tree builder busy for hours, so it gets a stand-in for them.

use html5ever::interface::{Attribute, QualName};
use html5ever::tendril::StrTendril;
use html5ever::{LocalName, ns};
use std::collections::HashMap;

/// Whether an element of this name is a formatting element.
pub fn is_formatting(name: &str) -> bool {
    matches!(
        name,
        "a" | "b"
            | "big"
            | "code"
            | "em"
            | "font"
            | "i"
            | "nobr"
            | "s"
            | "small"
            | "strike"
            | "strong"
            | "tt"
            | "u"
    )
}

/// A formatting tag may have this many attributes before it gets a stand-in. Not fewer: the tree
/// builder corrects the names of an SVG link's attributes only where it sees them.
const FEW: usize = 16;

/// No attribute has this name: the tokenizer replaces NULs.
const STAND_IN: &str = "\0";

/// Attributes that the tree builder need not see.
#[derive(Default)]
pub struct SetAside {
    lists: Vec<Vec<Attribute>>,
    /// The number of each list, by its sorted attributes: two tags are equal if only the order of their
    /// attributes differs.
    numbers: HashMap<Vec<(String, String)>, usize>,
}

impl SetAside {
    /// The attributes of a formatting tag as the tree builder is to see them.
    pub fn stand_in(&mut self, attributes: Vec<Attribute>) -> Vec<Attribute> {
        if attributes.len() <= FEW {
            return attributes;
        }
        let mut key: Vec<(String, String)> =
            attributes.iter().map(|a| (a.name.local.to_string(), a.value.to_string())).collect();
        key.sort_unstable();
        let next = self.lists.len();
        let number = *self.numbers.entry(key).or_insert(next);
        let name = QualName::new(None, ns!(), LocalName::from(STAND_IN));
        let mut seen = vec![Attribute { name, value: StrTendril::from(number.to_string()) }];
        // By these the tree builder tells an HTML font from an SVG one.
        let telling = |a: &&Attribute| matches!(&*a.name.local, "color" | "face" | "size");
        seen.extend(attributes.iter().filter(telling).cloned());
        // The element made next is this tag's own and gets them in this order.
        match self.lists.get_mut(number) {
            Some(list) => *list = attributes,
            None => self.lists.push(attributes),
        }
        seen
    }

    /// The attributes that `seen` stands for.
    pub fn restore(&self, seen: Vec<Attribute>) -> Vec<Attribute> {
        let list = seen
            .first()
            .filter(|a| &*a.name.local == STAND_IN)
            .and_then(|a| self.lists.get(a.value.parse::<usize>().ok()?));
        list.cloned().unwrap_or(seen)
    }
}
