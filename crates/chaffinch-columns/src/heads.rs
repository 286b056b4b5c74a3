//! The heads of tables as labels of the columns below them.

use crate::draft::Draft;
use crate::pieces::PieceKind;
use chaffinch_core::{NodeId, Page};
use chaffinch_survey::Record;

/// Where the records are rows of a table, the texts of the header row above them label the columns below, the first of several columns in
/// one cell.
pub(crate) fn take_heads(page: &Page, records: &[Record], drafts: &mut [Draft]) {
    let heads = head_cells(page, records);
    if heads.is_empty() {
        return;
    }
    let mut taken = vec![false; heads.len()];
    for draft in drafts.iter_mut().filter(|draft| draft.kind == PieceKind::Text && draft.label.is_none()) {
        let place =
            crate::evidence::commonest(draft.values().filter_map(|value| cell_place(page, value.node)));
        let Some(place) = place.filter(|place| *place < heads.len() && !heads[*place].is_empty()) else {
            continue;
        };
        if !std::mem::replace(&mut taken[place], true) {
            draft.label = Some(heads[place].clone());
            draft.headed = true;
        }
    }
}

/// The texts of the header row above records that are rows of a table, cell by cell.
fn head_cells(page: &Page, records: &[Record]) -> Vec<String> {
    let Some(first) = records.first().map(Record::first).filter(|first| page.is(*first, "tr")) else {
        return Vec::new();
    };
    let Some(table) = page.ancestors(first).find(|above| page.is(*above, "table")) else { return Vec::new() };
    let rows = page.descendants(table).take_while(|id| *id < first).filter(|id| page.is(*id, "tr"));
    let is_header = |row: &NodeId| {
        let mut cells = page.element_children(*row).peekable();
        cells.peek().is_some() && cells.all(|cell| page.is(cell, "th"))
    };
    let header = rows.filter(is_header).last();
    header.map_or(Vec::new(), |row| page.element_children(row).map(|cell| page.flat_text(cell)).collect())
}

/// Which cell of its row a value stands in, from 0.
fn cell_place(page: &Page, node: NodeId) -> Option<usize> {
    let mut around = std::iter::once(node).chain(page.ancestors(node));
    let cell = around.find(|id| page.is(*id, "td") || page.is(*id, "th"))?;
    let row = page.node(cell).parent?;
    page.element_children(row).position(|id| id == cell)
}
