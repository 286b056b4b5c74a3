//! The types of columns.

use chaffinch_core::{ColumnType, FoundCell};
use chaffinch_values::{column_type, decimal_mark, read_as};

/// Finds the type of at least `share` (0 to 1) of a column's texts, and gives each cell its value of that type.
pub fn give_type<'c>(cells: impl Iterator<Item = &'c mut FoundCell>, share: f32) -> ColumnType {
    let cells: Vec<&mut FoundCell> = cells.collect();
    let texts = || cells.iter().map(|cell| cell.text.as_str()).filter(|text| !text.is_empty());
    let mark = decimal_mark(texts());
    let kind = column_type(texts(), mark, share);
    if kind != ColumnType::Text {
        for cell in cells {
            if let Some(reading) = read_as(kind, &cell.text, mark) {
                cell.value = Some(reading.value);
                cell.unit = reading.unit;
                cell.range = reading.range;
            }
        }
    }
    kind
}
