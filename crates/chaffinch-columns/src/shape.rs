//! What texts look like, without reading their values.

use crate::pieces::hash;
use chaffinch_values::has_money_sign;

/// What a text looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Shape {
    /// Words.
    Words,
    /// Words and digits.
    Mixed,
    /// Digits and signs.
    Digits,
    /// An amount with its currency.
    Money,
    /// A long text.
    Prose,
    /// Only signs.
    Signs,
    /// The address of a link or an image.
    Address,
}

/// A text of more characters is prose.
const LONGEST_LINE: usize = 160;
/// Most characters of an amount with its currency.
const LONGEST_AMOUNT: usize = 30;
/// Most bytes of a label, and of the word behind or before a number.
const LONGEST_LABEL: usize = 48;
const LONGEST_UNIT: usize = 16;

impl Shape {
    pub fn of(text: &str) -> Shape {
        let (mut digits, mut letters, mut chars) = (0, 0, 0);
        for c in text.chars().take(LONGEST_LINE + 1) {
            chars += 1;
            digits += usize::from(c.is_numeric());
            letters += usize::from(c.is_alphabetic());
        }
        if chars > LONGEST_LINE {
            Shape::Prose
        } else if digits > 0 && chars <= LONGEST_AMOUNT && has_money_sign(text) {
            Shape::Money
        } else if digits == 0 && letters == 0 {
            Shape::Signs
        } else if digits == 0 {
            Shape::Words
        } else if letters == 0 {
            Shape::Digits
        } else {
            Shape::Mixed
        }
    }

    /// Whether values of the two shapes can be values of one attribute.
    pub fn fits(self, other: Shape) -> bool {
        use Shape::{Digits, Mixed, Prose, Words};
        self == other
            || matches!(
                (self, other),
                (Words, Mixed) | (Mixed, Words | Digits | Prose) | (Digits | Prose, Mixed)
            )
            || matches!((self, other), (Words, Prose) | (Prose, Words))
    }
}

/// The label in front of a value, up to its colon.
pub(crate) fn label_of(text: &str) -> Option<&str> {
    let end = text.find([':', '：'])?;
    let label = &text[..end];
    let behind = text[end..].trim_start_matches([':', '：']);
    // `https://`, `12:30` and a colon within a word are no labels.
    let is_label = end > 0
        && end <= LONGEST_LABEL
        && !behind.starts_with("//")
        && label.chars().any(char::is_alphabetic)
        && !label.ends_with(|c: char| c.is_ascii_digit())
        && (behind.is_empty()
            || behind.starts_with(char::is_whitespace)
            || text[end..].starts_with('：')
            || label.contains(' ')
            || behind.starts_with(|c: char| c.is_numeric()))
        && label.split_whitespace().count() <= 4;
    is_label.then(|| label.trim())
}

/// What tells `3 beds` from `2 baths`: the word beside the number.
pub(crate) fn unit_key(text: &str) -> Option<u64> {
    if text.len() > 2 * LONGEST_UNIT || !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let unit: String = text
        .chars()
        .filter(|c| c.is_alphabetic() || "²³%°".contains(*c))
        .flat_map(char::to_lowercase)
        .collect();
    let unit = unit.strip_suffix('s').unwrap_or(&unit);
    (!unit.is_empty() && unit.len() <= LONGEST_UNIT).then(|| text_key(unit))
}

/// A number for a text that no [`Shape`] has.
pub(crate) fn text_key(text: &str) -> u64 {
    // Shapes are small numbers; keys of texts must not meet them.
    hash(text) | 1 << 63
}
