//! How much a relation is like a table.

use chaffinch_core::{Column, ColumnType, FoundCell, FoundRow};

/// A score from 0 to 1: the share of filled cells, times how much else speaks for a table.
///
/// - 0.3 for being a grid at all,
/// - 0.3 times the share of columns that have a name,
/// - 0.2 for size, growing with the number of rows: half of it at four rows, nine tenths at 36,
/// - 0.2 times the share of columns whose values share a type other than text, full at one in three.
///
/// Prose takes away from it, as far as cells hold more words than values do; and a table in which people are to type or
/// choose something is a form.
pub(crate) fn score(columns: &[Column], rows: &[FoundRow], has_controls: bool) -> f32 {
    let slots = (columns.len() * rows.len()).max(1) as f32;
    let cells = || rows.iter().flat_map(|row| row.values());
    let filled = cells().count() as f32 / slots;
    let share = |count: usize| count as f32 / columns.len().max(1) as f32;
    let named = share(columns.iter().filter(|c| c.name.is_some()).count());
    let typed = share(columns.iter().filter(|c| c.kind != ColumnType::Text).count());
    let size = rows.len() as f32 / (rows.len() as f32 + 4.0);
    let is_prose = |cell: &&FoundCell| cell.text.split_whitespace().nth(VALUE_WORDS).is_some();
    let prose = cells().filter(is_prose).count() as f32 / cells().count().max(1) as f32;
    let form = if has_controls { FORM } else { 1.0 };
    filled * (0.3 + 0.3 * named + 0.2 * size + 0.2 * (3.0 * typed).min(1.0)) * (1.0 - prose) * form
}

/// A value has no more words than this, the paper's heuristic.
const VALUE_WORDS: usize = 20;
/// What is left of the score of a form.
const FORM: f32 = 0.5;
