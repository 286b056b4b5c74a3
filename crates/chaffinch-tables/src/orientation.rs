//! Tells whether the records of a table are its rows or its columns.

use crate::grid::Grid;
use crate::settings::GridSettings;
use chaffinch_core::{ColumnType, Page};
use chaffinch_values::{column_type, read};

/// Whether the names stand in the first column instead of the first row: the first cell of every row is a header and no other cell
/// is, these names are short and distinct, and no other column has values of a single type but at least one has typed values.
pub(crate) fn records_are_columns(page: &Page, grid: &Grid, settings: &GridSettings) -> bool {
    let GridSettings { type_share, max_columns, label_words, .. } = *settings;
    let plain = grid.cells.iter().all(|cell| cell.width == 1 && cell.height == 1);
    let marked = grid.cells.iter().all(|cell| cell.header == (cell.column == 0));
    if !plain || !marked || grid.rows.len() < 2 || grid.width < 2 || grid.rows.len() > max_columns {
        return false;
    }
    let texts = |column: usize| -> Vec<String> {
        let cells = grid.cells.iter().filter(|cell| cell.column == column);
        cells.map(|cell| page.flat_text(cell.place.node())).collect()
    };
    let labels = texts(0);
    let words: usize = labels.iter().map(|label| label.split_whitespace().count()).sum();
    let mut distinct = labels.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let named = labels.len() == grid.rows.len()
        && distinct.len() == labels.len()
        && !labels.iter().any(String::is_empty);
    let is_mixed = |column: usize| {
        let values = texts(column);
        let typed = values.iter().filter(|value| read(value, Default::default()).is_some()).count();
        let kind = column_type(values.iter().map(String::as_str), Default::default(), type_share);
        kind == ColumnType::Text && typed > 0
    };
    named
        && words <= label_words * labels.len()
        && (1..grid.width).any(is_mixed)
        && (1..grid.width).all(|column| {
            let values = texts(column);
            column_type(values.iter().map(String::as_str), Default::default(), type_share) == ColumnType::Text
        })
}
