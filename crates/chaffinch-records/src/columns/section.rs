//! Sections: the heading above some records belongs to each of them.

use super::Draft;
use super::leaves::{Leaf, LeafKind};
use crate::ground::Ground;
use crate::region::Record;
use chaffinch_core::NodeId;

/// A column with the nearest heading above each record that is part of none; nothing where all have the same.
pub(super) fn headings(ground: &Ground, records: &[Record]) -> Option<Draft> {
    let page = ground.page;
    let first = records.first()?.first();
    let root = page.ancestors(first).take(4).last().unwrap_or(first);
    let mut heading: Option<NodeId> = None;
    let mut above: Vec<Option<NodeId>> = Vec::with_capacity(records.len());
    let mut at = root;
    for record in records {
        while at < record.first() {
            if is_heading(page.name(at)) && ground.shows(&ground.subtree(at)) {
                heading = Some(at);
            }
            at = NodeId::from_index(at.index() + 1);
        }
        above.push(heading);
        at = at.max(record.end());
    }
    let mut distinct: Vec<NodeId> = above.iter().copied().flatten().collect();
    distinct.dedup();
    // A heading for each record is part of the record.
    if distinct.len() < 2 || distinct.len() * 3 > records.len() * 2 {
        return None;
    }
    let leaves: Vec<Option<Leaf>> =
        above.iter().map(|node| node.map(|node| Leaf::new(ground.page, node, LeafKind::Text))).collect();
    let cells = leaves.iter().map(|leaf| leaf.and_then(|leaf| leaf.cell(ground))).collect();
    Some(Draft { kind: LeafKind::Text, cells, leaves, label: Some("section".into()) })
}

fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "caption" | "legend")
}
