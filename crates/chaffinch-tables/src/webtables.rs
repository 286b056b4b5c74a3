//! The WebTables filter (Cafarella et al. 2008): first hand-written rules, then a score from the features of the paper. The paper
//! learns the weights and does not publish them; those of [`WebTablesWeights`] are ours.

use crate::settings::WebTablesWeights;
use chaffinch_core::{ColumnType, Finding, NodeId, Page};

/// The score, 0 to 1, of what was read from a `<table>`; nothing where a rule says that it is not a table of data.
pub(crate) fn judge(page: &Page, found: &Finding, weights: &WebTablesWeights) -> Option<f32> {
    let table = found.root;
    let is_leaf = !page.descendants(table).any(|id| page.is(id, "table"));
    (is_leaf && !has_controls(page, table) && !is_calendar(found)).then(|| features(found, weights)).flatten()
}

/// Whether it has fields to fill in.
pub(crate) fn has_controls(page: &Page, node: NodeId) -> bool {
    page.descendants(node).any(|id| match page.name(id) {
        "input" => page.attribute(id, "type").is_none_or(|kind| !kind.eq_ignore_ascii_case("hidden")),
        name => matches!(name, "select" | "textarea"),
    })
}

/// Whether it is a calendar: seven or eight columns, the eighth for weeks, and the days of a month one after the other, with little else but the
/// names of the days and the buttons for other months.
pub(crate) fn is_calendar(found: &Finding) -> bool {
    if !(7..=8).contains(&found.columns.len()) || found.rows.len() > 10 {
        return false;
    }
    // The column before those of seven days has numbers of weeks.
    let weeks = found.columns.len() - 7;
    let of_days = found.rows.iter().flat_map(|row| row.cells.iter().skip(weeks)).flatten();
    let texts: Vec<&str> = of_days.map(|cell| cell.text.as_str()).collect();
    let day = |text: &&str| text.parse::<u8>().ok().filter(|day| (1..=31).contains(day));
    let days: Vec<u8> = texts.iter().filter_map(day).collect();
    let follows = |pair: &&[u8]| pair[1] == pair[0] + 1 || (pair[1] == 1 && pair[0] >= 28);
    let in_order = days.windows(2).filter(follows).count();
    (28..=48).contains(&days.len())
        && 10 * in_order >= 8 * (days.len() - 1)
        && 5 * days.len() >= 3 * texts.len()
}

fn texts(found: &Finding) -> impl Iterator<Item = &str> {
    found.rows.iter().flat_map(|row| row.values()).map(|cell| cell.text.as_str())
}

/// The score from the number of rows, the share of filled cells, the length of texts in characters and how it varies, the types
/// and the names of columns. Nothing where too few cells are filled.
fn features(found: &Finding, weights: &WebTablesWeights) -> Option<f32> {
    let lengths: Vec<f32> = texts(found).map(|text| text.chars().count() as f32).collect();
    let slots = (found.rows.len() * found.columns.len()).max(1) as f32;
    let filled = lengths.len() as f32 / slots;
    if filled < weights.min_filled {
        return None;
    }
    let mean = lengths.iter().sum::<f32>() / lengths.len().max(1) as f32;
    let variance = lengths.iter().map(|l| (l - mean).powi(2)).sum::<f32>() / lengths.len().max(1) as f32;
    let share = |count: usize| count as f32 / found.columns.len().max(1) as f32;
    let typed = share(found.columns.iter().filter(|c| c.kind != ColumnType::Text).count());
    let named = share(found.columns.iter().filter(|c| c.name.is_some()).count());
    let rows = found.rows.len() as f32 / (found.rows.len() as f32 + weights.half_rows);
    let short = 1.0 / (1.0 + (mean / weights.half_short).powi(2));
    let even = 1.0 / (1.0 + variance.sqrt() / mean.max(1.0) / weights.half_even);
    let sum = weights.named * named
        + weights.rows * rows
        + weights.typed * typed.min(1.0)
        + weights.short * short
        + weights.even * even;
    Some(filled * sum)
}
