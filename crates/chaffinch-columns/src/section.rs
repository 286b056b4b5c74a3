//! Sections: the heading above some records belongs to each of them.

use crate::align::Draft;
use crate::leaves::{Leaf, LeafKind};
use chaffinch_core::{NodeId, Page};
use chaffinch_survey::{Record, Survey};

/// A column with the nearest heading above each record that is part of none; nothing where all have the same.
pub(super) fn headings(survey: &Survey, records: &[Record]) -> Option<Draft> {
    let page = survey.page;
    let first = records.first()?.first();
    let root = page.ancestors(first).take(4).last().unwrap_or(first);
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
    // A heading for each record is part of the record.
    if distinct.len() < 2 || distinct.len() * 3 > records.len() * 2 {
        return None;
    }
    let leaves: Vec<Option<Leaf>> =
        above.iter().map(|node| node.map(|node| Leaf::new(page, node, LeafKind::Text))).collect();
    let cells = leaves.iter().map(|leaf| leaf.and_then(|leaf| leaf.cell(page))).collect();
    Some(Draft { kind: LeafKind::Text, cells, leaves, label: Some("section".into()) })
}

fn names_section(page: &Page, node: NodeId) -> bool {
    page.is_heading(node) || matches!(page.name(node), "caption" | "legend")
}
