//! How sure it is that a relation is a table of data.

use crate::settings::ScoreSettings;
use chaffinch_core::{Column, ColumnType, FoundCell, FoundRow};

/// A score from 0 to 1; see [`ScoreSettings`].
pub(crate) fn score(
    columns: &[Column],
    rows: &[FoundRow],
    has_controls: bool,
    weights: &ScoreSettings,
) -> f32 {
    let slots = (columns.len() * rows.len()).max(1) as f32;
    let cells = || rows.iter().flat_map(|row| row.values());
    let filled = cells().count() as f32 / slots;
    let share = |count: usize| count as f32 / columns.len().max(1) as f32;
    let named = share(columns.iter().filter(|c| c.name.is_some()).count());
    let typed = share(columns.iter().filter(|c| c.kind != ColumnType::Text).count());
    let size = rows.len() as f32 / (rows.len() as f32 + weights.half_size);
    let is_prose = |cell: &&FoundCell| cell.text.split_whitespace().nth(weights.value_words).is_some();
    let prose = cells().filter(is_prose).count() as f32 / cells().count().max(1) as f32;
    let form = if has_controls { weights.form } else { 1.0 };
    let sum = weights.grid
        + weights.named * named
        + weights.size * size
        + weights.typed * (weights.typed_in * typed).min(1.0);
    filled * sum * (1.0 - prose) * form
}
