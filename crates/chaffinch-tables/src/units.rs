//! Units that are written in the header instead of beside every number.

use chaffinch_core::ColumnType;
use chaffinch_values::{currency, number};

/// The unit that a column's name gives for its numbers: `Area (km²)`, `Weight [kg]`, `Price, EUR`.
pub(crate) fn unit_in(name: &str, kind: ColumnType) -> Option<String> {
    let bracketed = |open: char, close: char| {
        let inner = name.rsplit_once(open)?.1;
        Some(inner.split_once(close)?.0)
    };
    let unit = bracketed('(', ')')
        .or_else(|| bracketed('[', ']'))
        .or_else(|| name.rsplit_once(", ").map(|(_, behind)| behind))?;
    let unit = unit.trim().trim_start_matches("in ").trim();
    match kind {
        ColumnType::Money | ColumnType::Number if currency(unit).is_some() => {
            currency(unit).map(str::to_owned)
        }
        // A unit in the header is one that could also stand behind a number.
        ColumnType::Number => number(&format!("1 {unit}"), Default::default())?.unit,
        _ => None,
    }
}

/// Whether a text is a unit and nothing else: `km²`, `(kg)`, `[°C]`.
pub(crate) fn is_unit(text: &str) -> bool {
    let bare = text.trim_matches(['(', ')', '[', ']', ' ']);
    let is_measure = || number(&format!("1 {bare}"), Default::default()).and_then(|read| read.unit).is_some();
    !bare.is_empty() && !bare.chars().any(char::is_whitespace) && (currency(bare).is_some() || is_measure())
}

/// Whether a short text stands in brackets as a whole: `(10²⁴ kg)`, `[per head]`. Below a name and beside units it is a unit, too.
pub(crate) fn is_bracketed(text: &str) -> bool {
    /// Most characters of such a unit.
    const LONGEST: usize = 24;
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let inner = inner.or_else(|| text.strip_prefix('[').and_then(|text| text.strip_suffix(']')));
    inner.is_some_and(|inner| {
        !inner.contains(['(', ')', '[', ']'])
            && inner.chars().any(char::is_alphabetic)
            && inner.chars().count() <= LONGEST
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_gives_the_unit_of_its_column() {
        let unit = |name: &str| unit_in(name, ColumnType::Number);
        assert_eq!(unit("Area (km²)").as_deref(), Some("km²"));
        assert_eq!(unit("Weight [kg]").as_deref(), Some("kg"));
        assert_eq!(unit("Price (EUR)").as_deref(), Some("EUR"));
        assert_eq!(unit("Population"), None);
        assert_eq!(unit("Population (2010 census of all towns)"), None);
        assert_eq!(unit_in("Name (km)", ColumnType::Text), None);
    }

    #[test]
    fn a_unit_alone_is_told_from_words() {
        for unit in ["km²", "(kg)", "[ml]", "°C", "EUR", "%"] {
            assert!(is_unit(unit), "{unit}");
        }
        for text in ["", "Graz", "12", "12 km", "per head of the town"] {
            assert!(!is_unit(text), "{text}");
        }
    }
}
