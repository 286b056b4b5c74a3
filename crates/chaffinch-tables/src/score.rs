//! How much a relation is like a table.

use chaffinch_core::{Column, ColumnType, Row};

/// A score from 0 to 1: the share of filled cells, times how much else speaks for a table.
///
/// - 0.3 for being a grid at all,
/// - 0.3 times the share of columns that have a name,
/// - 0.2 for size, growing with the number of rows: half of it at four rows, nine tenths at 36,
/// - 0.2 times the share of columns whose values share a type other than text, full at one in three.
pub(crate) fn score(columns: &[Column], rows: &[Row]) -> f32 {
    let slots = (columns.len() * rows.len()).max(1) as f32;
    let filled = rows.iter().flat_map(|row| &row.cells).flatten().count() as f32 / slots;
    let share = |count: usize| count as f32 / columns.len().max(1) as f32;
    let named = share(columns.iter().filter(|c| c.name.is_some()).count());
    let typed = share(columns.iter().filter(|c| c.kind != ColumnType::Text).count());
    let size = rows.len() as f32 / (rows.len() as f32 + 4.0);
    filled * (0.3 + 0.3 * named + 0.2 * size + 0.2 * (3.0 * typed).min(1.0))
}
