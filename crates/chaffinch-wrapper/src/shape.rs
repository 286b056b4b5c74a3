//! The shape of an attribute's values: what a page's values should look like.

use crate::node::{CharKind, Look};
use serde::{Deserialize, Serialize};

/// What the values of an attribute look like on the example pages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shape {
    /// How many values were seen.
    pub seen: usize,
    /// What they agree on.
    pub look: Look,
    /// Bytes of the longest.
    pub longest: usize,
    /// Whether any holds markup.
    pub markup: bool,
    /// Some of them with letters and digits folded, for a reader: `$9.9` stands for `$12.50`.
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

/// A shape as the wrapper file writes it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShapeRecord {
    seen: usize,
    longest: usize,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    markup: bool,
    #[serde(default, flatten)]
    look: LookRecord,
    #[serde(default)]
    samples: Vec<String>,
}

/// A look as the wrapper file writes it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct LookRecord {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digits: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    letters: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<String>,
}

impl From<Look> for LookRecord {
    fn from(look: Look) -> LookRecord {
        let name = |kind: CharKind| match kind {
            CharKind::Letter => "letter".to_owned(),
            CharKind::Digit => "digit".to_owned(),
            CharKind::Mark(c) => c.to_string(),
        };
        LookRecord {
            digits: look.digits,
            letters: look.letters,
            first: look.first.map(name),
            last: look.last.map(name),
        }
    }
}

impl TryFrom<LookRecord> for Look {
    type Error = String;

    fn try_from(record: LookRecord) -> Result<Look, String> {
        let kind = |name: String| -> Result<CharKind, String> {
            let mut chars = name.chars();
            match (name.as_str(), chars.next(), chars.next()) {
                ("letter", ..) => Ok(CharKind::Letter),
                ("digit", ..) => Ok(CharKind::Digit),
                (_, Some(c), None) => Ok(CharKind::Mark(c)),
                _ => Err(format!("`first` and `last` are `letter`, `digit` or one mark, not {name:?}")),
            }
        };
        Ok(Look {
            digits: record.digits,
            letters: record.letters,
            first: record.first.map(kind).transpose()?,
            last: record.last.map(kind).transpose()?,
        })
    }
}

impl From<&Shape> for ShapeRecord {
    fn from(shape: &Shape) -> ShapeRecord {
        ShapeRecord {
            seen: shape.seen,
            longest: shape.longest,
            markup: shape.markup,
            look: shape.look.into(),
            samples: shape.samples.clone(),
        }
    }
}

impl TryFrom<ShapeRecord> for Shape {
    type Error = String;

    fn try_from(record: ShapeRecord) -> Result<Shape, String> {
        Ok(Shape {
            seen: record.seen,
            look: record.look.try_into()?,
            longest: record.longest,
            markup: record.markup,
            samples: record.samples,
        })
    }
}
