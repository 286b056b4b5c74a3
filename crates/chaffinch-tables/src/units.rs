//! Units that stand in the header instead of beside every number.

use chaffinch_core::ColumnType;
use chaffinch_values::{currency, number};

/// The unit that a column's name gives for its numbers: `Area (km²)`, `Weight [kg]`, `Price, EUR`.
pub(crate) fn unit_in(name: &str, kind: ColumnType) -> Option<String> {
    let bracketed = |open: char, close: char| {
        let inner = name.rsplit_once(open)?.1;
        Some(inner.split_once(close)?.0)
    };
    let said = bracketed('(', ')')
        .or_else(|| bracketed('[', ']'))
        .or_else(|| name.rsplit_once(", ").map(|(_, behind)| behind))?;
    let said = said.trim().trim_start_matches("in ").trim();
    match kind {
        ColumnType::Money | ColumnType::Number if currency(said).is_some() => {
            currency(said).map(str::to_owned)
        }
        // What could stand behind a number there can stand above it.
        ColumnType::Number => number(&format!("1 {said}"), Default::default())?.unit,
        _ => None,
    }
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
}
