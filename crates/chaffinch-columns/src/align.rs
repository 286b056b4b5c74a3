//! Columns for records about which nothing is known: partial tree alignment finds which values belong together, then each
//! column gets a name and a type.

use crate::leaves::{Leaf, LeafKind, leaves};
use crate::properties::Properties;
use crate::settings::ColumnSettings;
use crate::types::give_type;
use crate::{Table, names, section};
use chaffinch_core::{Column, ColumnType, FoundCell};
use chaffinch_survey::{Record, Survey};
use chaffinch_trees::partial_tree_alignment;

/// Aligns the records and makes a column of the values that share a place in the alignment.
pub fn align(
    survey: &Survey,
    records: &[Record],
    properties: &Properties,
    settings: &ColumnSettings,
) -> Table {
    let mut drafts = aligned(survey, records, settings);
    let fewest = (settings.min_filled * records.len() as f32).ceil() as usize;
    drafts.retain(|draft| draft.filled() >= fewest.max(1));
    keep_fullest(&mut drafts, settings.max_columns);
    names::take_labels(&mut drafts, settings);
    drafts.retain(|draft| !draft.is_constant(settings.constant));
    if let Some(section) = section::headings(survey, records, settings) {
        drafts.push(section);
    }
    let headers = names::header_cells(survey.page, records);
    let mut table = Table::new(records.len());
    for mut draft in drafts {
        let kind = draft.take_type(settings.type_share);
        let name = names::name(survey.page, &draft, kind, &headers, properties, settings);
        table.add(Column::new(name, kind), draft.cells);
    }
    names::number_repeats(&mut table.columns);
    table
}

/// A column before it has its name and type.
pub(crate) struct DraftColumn {
    pub kind: LeafKind,
    /// One cell for each record.
    pub cells: Vec<Option<FoundCell>>,
    /// The leaves that the cells come from.
    pub leaves: Vec<Option<Leaf>>,
    /// What the page writes in front of the values, such as "Price".
    pub label: Option<String>,
}

impl DraftColumn {
    pub fn filled(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().flatten().map(|cell| cell.text.as_str())
    }

    /// Whether at least `share` of three or more values are the same text.
    pub fn is_constant(&self, share: f32) -> bool {
        let mut texts: Vec<&str> = self.texts().collect();
        texts.sort_unstable();
        let most = texts.chunk_by(|a, b| a == b).map(<[&str]>::len).max().unwrap_or(0);
        self.filled() > 2 && most as f32 >= share * self.filled() as f32
    }

    fn take_type(&mut self, share: f32) -> ColumnType {
        match self.kind {
            LeafKind::Image => ColumnType::Image,
            LeafKind::Link => ColumnType::Url,
            LeafKind::Text => give_type(self.cells.iter_mut().flatten(), share),
        }
    }
}

fn aligned(survey: &Survey, records: &[Record], settings: &ColumnSettings) -> Vec<DraftColumn> {
    let grown: Vec<_> = records.iter().map(|record| leaves(survey, record)).collect();
    let trees: Vec<_> = grown.iter().map(|leaves| leaves.tree.clone()).collect();
    let alignment = partial_tree_alignment(&trees, settings.max_pairs, settings.rounds);
    // Each place of the alignment with leaves is a column, in the alignment's order. A link makes two: its text and its address.
    let mut places: Vec<(usize, LeafKind)> = Vec::new();
    for (leaves, placed) in grown.iter().zip(&alignment.places) {
        places.extend(leaves.all.iter().filter_map(|(node, leaf)| Some((placed[*node]?, leaf.kind))));
    }
    places.sort_unstable();
    places.dedup();
    let mut drafts: Vec<DraftColumn> = places
        .iter()
        .map(|(_, kind)| DraftColumn {
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
                drafts[column].cells[row] = leaf.cell(survey.page);
                drafts[column].leaves[row] = Some(leaf);
            }
        }
    }
    drafts
}

/// Keeps the `most` fullest columns, in their order.
fn keep_fullest(drafts: &mut Vec<DraftColumn>, most: usize) {
    if drafts.len() <= most {
        return;
    }
    let mut filled: Vec<usize> = drafts.iter().map(DraftColumn::filled).collect();
    filled.sort_unstable_by(|a, b| b.cmp(a));
    let least = filled[most - 1];
    let mut left = most;
    drafts.retain(|draft| {
        let kept = draft.filled() >= least && left > 0;
        left -= usize::from(kept);
        kept
    });
}
