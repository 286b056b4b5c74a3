//! Records to columns: partial tree alignment, then what each column is called and what it holds.

mod leaves;
mod names;
mod said;
mod section;

use crate::ground::Ground;
use crate::region::Record;
use crate::settings::ColumnSettings;
use chaffinch_core::{Cell, CellContent, Column, ColumnType};
use chaffinch_trees::partial_tree_alignment;
use chaffinch_values::{column_type, decimal_mark, read_as};
use leaves::{Leaf, LeafKind, leaves};
pub(crate) use said::Said;

/// The columns of some records, and for each record its cells.
pub(crate) struct Table {
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Option<CellContent>>>,
}

/// Aligns records and makes columns of what lies on one another.
pub(crate) fn table(ground: &Ground, records: &[Record], said: &Said, settings: &ColumnSettings) -> Table {
    let mut drafts = aligned(ground, records, settings);
    let least = (settings.min_filled * records.len() as f32).ceil() as usize;
    drafts.retain(|draft| draft.filled() >= least.max(1));
    keep_fullest(&mut drafts, settings.max_columns);
    names::take_labels(&mut drafts, settings.constant);
    drafts.retain(|draft| !draft.is_constant(settings.constant));
    if let Some(section) = section::headings(ground, records) {
        drafts.push(section);
    }
    let headers = names::header_cells(ground, records);
    let mut columns = Vec::with_capacity(drafts.len());
    let mut rows: Vec<Vec<Option<CellContent>>> = vec![Vec::with_capacity(drafts.len()); records.len()];
    for mut draft in drafts {
        let kind = draft.take_type(settings.type_share);
        let name = names::name(ground, &draft, kind, &headers, said);
        columns.push(Column { name, kind });
        for (row, cell) in rows.iter_mut().zip(draft.cells) {
            row.push(cell.map(CellContent::One));
        }
    }
    names::number_repeats(&mut columns);
    Table { columns, rows }
}

/// A column in the making.
pub(crate) struct Draft {
    kind: LeafKind,
    /// One for each record.
    cells: Vec<Option<Cell>>,
    /// The leaves that the cells come from.
    leaves: Vec<Option<Leaf>>,
    /// What the page writes in front of the values.
    label: Option<String>,
}

impl Draft {
    fn filled(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().flatten().map(|cell| cell.text.as_str())
    }

    /// Whether nearly all values are the same text, and a text that leads nowhere in particular.
    fn is_constant(&self, share: f32) -> bool {
        let mut texts: Vec<&str> = self.texts().collect();
        texts.sort_unstable();
        let most = texts.chunk_by(|a, b| a == b).map(<[&str]>::len).max().unwrap_or(0);
        self.filled() > 2 && most as f32 >= share * self.filled() as f32
    }

    fn take_type(&mut self, share: f32) -> ColumnType {
        match self.kind {
            LeafKind::Image => return ColumnType::Image,
            LeafKind::Link => return ColumnType::Url,
            LeafKind::Text => {}
        }
        let mark = decimal_mark(self.texts());
        let kind = column_type(self.texts(), mark, share);
        if kind != ColumnType::Text {
            for cell in self.cells.iter_mut().flatten() {
                if let Some(reading) = read_as(kind, &cell.text, mark) {
                    cell.value = Some(reading.value);
                    cell.unit = reading.unit;
                }
            }
        }
        kind
    }
}

fn aligned(ground: &Ground, records: &[Record], settings: &ColumnSettings) -> Vec<Draft> {
    let grown: Vec<_> = records.iter().map(|record| leaves(ground, record)).collect();
    let trees: Vec<_> = grown.iter().map(|leaves| leaves.tree.clone()).collect();
    let alignment = partial_tree_alignment(&trees, settings.max_pairs, settings.rounds);
    // The columns are the places of the seed on which leaves lie, in its order; a link has one for its address too.
    let mut places: Vec<(usize, LeafKind)> = Vec::new();
    for (leaves, placed) in grown.iter().zip(&alignment.places) {
        places.extend(leaves.all.iter().filter_map(|(node, leaf)| Some((placed[*node]?, leaf.kind))));
    }
    places.sort_unstable();
    places.dedup();
    let mut drafts: Vec<Draft> = places
        .iter()
        .map(|(_, kind)| Draft {
            kind: *kind,
            cells: vec![None; records.len()],
            leaves: vec![None; records.len()],
            label: None,
        })
        .collect();
    for (row, (grown, placed)) in grown.into_iter().zip(&alignment.places).enumerate() {
        for (node, leaf) in grown.all {
            let Some(place) = placed[node] else { continue };
            if let Ok(column) = places.binary_search(&(place, leaf.kind)) {
                drafts[column].cells[row] = leaf.cell(ground);
                drafts[column].leaves[row] = Some(leaf);
            }
        }
    }
    drafts
}

/// Drops the emptiest columns beyond `most`; the others keep their order.
fn keep_fullest(drafts: &mut Vec<Draft>, most: usize) {
    if drafts.len() <= most {
        return;
    }
    let mut filled: Vec<usize> = drafts.iter().map(Draft::filled).collect();
    filled.sort_unstable_by(|a, b| b.cmp(a));
    let least = filled[most - 1];
    let mut left = most;
    drafts.retain(|draft| {
        let kept = draft.filled() >= least && left > 0;
        left -= usize::from(kept);
        kept
    });
}
