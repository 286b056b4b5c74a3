//! The WebTables filter (Cafarella et al. 2008): hand-written rules first, then a score from what a table looks like.

use chaffinch_core::{ColumnType, NodeId, Page, Relation};

/// The score of a relation that was read from `table`, or nothing where a rule says that it holds no data.
pub(crate) fn judge(page: &Page, table: NodeId, relation: &Relation) -> Option<f32> {
    let is_leaf = !page.descendants(table).any(|id| page.is(id, "table"));
    (is_leaf && !has_controls(page, table) && !is_calendar(relation)).then(|| features(relation)).flatten()
}

/// Whether people are to type or choose something in it.
pub(crate) fn has_controls(page: &Page, node: NodeId) -> bool {
    page.descendants(node).any(|id| match page.name(id) {
        "input" => page.attribute(id, "type").is_none_or(|kind| !kind.eq_ignore_ascii_case("hidden")),
        name => matches!(name, "select" | "textarea"),
    })
}

/// Seven columns of the days of a month.
fn is_calendar(relation: &Relation) -> bool {
    let texts: Vec<String> = texts(relation).collect();
    let days =
        texts.iter().filter(|text| text.parse::<u8>().is_ok_and(|day| (1..=31).contains(&day))).count();
    relation.columns.len() == 7 && (28..=42).contains(&days) && 10 * days >= 9 * texts.len()
}

fn texts(relation: &Relation) -> impl Iterator<Item = String> + '_ {
    relation.rows.iter().flat_map(|row| row.cells.iter().flatten()).map(|cell| cell.text(" "))
}

/// Rows, columns, empty cells, the lengths of texts and how they vary, types by column, a header.
fn features(relation: &Relation) -> Option<f32> {
    let lengths: Vec<f32> = texts(relation).map(|text| text.chars().count() as f32).collect();
    let slots = (relation.rows.len() * relation.columns.len()).max(1) as f32;
    let filled = lengths.len() as f32 / slots;
    if filled < 0.5 {
        return None;
    }
    let mean = lengths.iter().sum::<f32>() / lengths.len().max(1) as f32;
    let variance = lengths.iter().map(|l| (l - mean).powi(2)).sum::<f32>() / lengths.len().max(1) as f32;
    let share = |count: usize| count as f32 / relation.columns.len().max(1) as f32;
    let typed = share(relation.columns.iter().filter(|c| c.kind != ColumnType::Text).count());
    let named = share(relation.columns.iter().filter(|c| c.name.is_some()).count());
    let rows = relation.rows.len() as f32 / (relation.rows.len() as f32 + 4.0);
    let short = 1.0 / (1.0 + (mean / 40.0).powi(2));
    let even = 1.0 / (1.0 + variance.sqrt() / mean.max(1.0) / 2.0);
    Some(filled * (0.3 * named + 0.2 * rows + 0.2 * typed.min(1.0) + 0.2 * short + 0.1 * even))
}
