//! The shape of an attribute's values: what a page's values should look like.

use crate::node::Look;
use serde::{Deserialize, Serialize};

/// What the values of an attribute look like on the example pages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Shape {
    /// How many values were seen.
    pub seen: usize,
    /// Bytes of the longest.
    pub longest: usize,
    /// Whether any holds markup.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub markup: bool,
    /// What they agree on.
    #[serde(default, flatten)]
    pub look: Look,
    /// Some of them with letters and digits folded, for a reader: `$9.9` stands for `$12.50`.
    #[serde(default)]
    pub samples: Vec<String>,
}

/// Samples kept for a reader.
const SAMPLES: usize = 6;

/// From so many values on, what they agree on is taken for a rule.
const ENOUGH: usize = 3;

/// That no value has a digit is a rule only from so many on: names and titles have one now and then.
const ENOUGH_WITHOUT_DIGITS: usize = 20;

/// A value so many times as long as the longest seen is no value any more.
const TOO_LONG: usize = 8;

impl Shape {
    /// The shape of `values`.
    pub fn of<'v>(values: impl IntoIterator<Item = &'v str>) -> Shape {
        let mut shape = Shape::default();
        for value in values {
            let look = Look::of(value);
            shape.look = if shape.seen == 0 { look } else { shape.look.intersect(look) };
            shape.seen += 1;
            shape.longest = shape.longest.max(value.len());
            shape.markup |= value.contains('<');
            let sample = folded(value);
            if shape.samples.len() < SAMPLES && !shape.samples.contains(&sample) {
                shape.samples.push(sample);
            }
        }
        shape
    }

    /// What is wrong with a value, if it is of another shape.
    pub fn misfit(&self, value: &str) -> Option<&'static str> {
        if value.contains('<') && !self.markup && self.seen > 0 {
            return Some("holds markup, which no example value does");
        }
        if value.len() > TOO_LONG * self.longest.max(16) {
            return Some("is far longer than any example value");
        }
        if self.seen < ENOUGH {
            return None;
        }
        let look = Look::of(value);
        let differs = |seen: Option<bool>, here: Option<bool>| seen.is_some() && seen != here;
        if self.look.digits == Some(true) && look.digits == Some(false) {
            Some("has no digit, and every example value has one")
        } else if self.seen >= ENOUGH_WITHOUT_DIGITS && differs(self.look.digits, look.digits) {
            Some("has a digit, and no example value has one")
        } else if differs(self.look.letters, look.letters) {
            Some(if self.look.letters == Some(true) {
                "has no letter, and every example value has one"
            } else {
                "has a letter, and no example value has one"
            })
        } else {
            None
        }
    }
}

/// A value with its letters and digits folded: runs of letters to `a`, of digits to `9`.
fn folded(value: &str) -> String {
    let mut out = String::new();
    for c in value.chars().take(40) {
        let c = match c {
            c if c.is_alphabetic() => 'a',
            c if c.is_numeric() => '9',
            c if c.is_whitespace() => ' ',
            c => c,
        };
        if !out.ends_with(c) || !matches!(c, 'a' | '9' | ' ') {
            out.push(c);
        }
    }
    out
}
