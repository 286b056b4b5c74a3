//! Lists in sections: the heading of a section is a value of every record in it.

use crate::align::DraftColumn;
use crate::leaves::{Leaf, LeafKind};
use crate::settings::ColumnSettings;
use chaffinch_core::{NodeId, Page};
use chaffinch_survey::{Record, Survey};

/// A column with the last heading before each record that is not inside a record; nothing where all records have the same.
pub(super) fn headings(
    survey: &Survey,
    records: &[Record],
    settings: &ColumnSettings,
) -> Option<DraftColumn> {
    let page = survey.page;
    let first = records.first()?.first();
    let root = page.ancestors(first).take(settings.section_levels).last().unwrap_or(first);
    let mut heading: Option<NodeId> = None;
    let mut above: Vec<Option<NodeId>> = Vec::with_capacity(records.len());
    let mut at = root;
    for record in records {
        while at < record.first() {
            if names_section(page, at) && survey.shows(&survey.subtree(at)) {
                heading = Some(at);
            }
            at = NodeId::from_index(at.index() + 1);
        }
        above.push(heading);
        at = at.max(record.end());
    }
    let mut distinct: Vec<NodeId> = above.iter().copied().flatten().collect();
    distinct.dedup();
    let most = settings.max_section_share * records.len() as f32;
    if distinct.len() < 2 || distinct.len() as f32 > most {
        return None;
    }
    let leaves: Vec<Option<Leaf>> =
        above.iter().map(|node| node.map(|node| Leaf::new(page, node, LeafKind::Text))).collect();
    let cells = leaves.iter().map(|leaf| leaf.and_then(|leaf| leaf.cell(page))).collect();
    Some(DraftColumn { kind: LeafKind::Text, cells, leaves, label: Some("section".into()) })
}

fn names_section(page: &Page, node: NodeId) -> bool {
    page.is_heading(node) || matches!(page.name(node), "caption" | "legend")
}
