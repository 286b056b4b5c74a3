//! The types of columns.

use chaffinch_core::{ColumnType, FoundCell};
use chaffinch_values::{Reader, day_order, decimal_mark};

/// Finds the type of at least `share` (0 to 1) of a column's texts, and gives each cell its value of that type.
pub fn give_type<'c>(cells: impl Iterator<Item = &'c mut FoundCell>, share: f32) -> ColumnType {
    let cells: Vec<&mut FoundCell> = cells.collect();
    let texts = || cells.iter().map(|cell| cell.text.as_str()).filter(|text| !text.is_empty());
    let reader = Reader { mark: decimal_mark(texts()), days: day_order(texts()), ..Reader::default() };
    let kind = reader.column_type(texts(), share);
    if kind != ColumnType::Text {
        for cell in cells {
            if let Some(reading) = reader.read_as(kind, &cell.text) {
                cell.value = Some(reading.value);
                cell.unit = reading.unit;
                cell.range = reading.range;
            }
        }
    }
    kind
}
