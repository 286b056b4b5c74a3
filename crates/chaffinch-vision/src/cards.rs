//! Siblings of one make, each of several things: cards, list items, rows. They are kept whole when a page is first divided, because records
//! that stand beside each other are aligned, and a strip of pictures above a strip of names is no part of any of them.

use crate::facts::Facts;
use chaffinch_core::{NodeId, Page, TextMap};

/// Fewer siblings than this may be alike by chance.
const FEWEST: usize = 3;
/// Together they hold at least half of what their parent shows.
const SHARE: u32 = 2;

/// For each node whether it is one of several siblings of one make.
pub(crate) fn cards(page: &Page, facts: &Facts) -> Vec<bool> {
    let mut alike: TextMap<(NodeId, &str, String), (Vec<NodeId>, u32)> = TextMap::default();
    for node in page.ids() {
        let Some(parent) = page.node(node).parent else { continue };
        if page.is_element(node) && facts.is_valid(node) && facts.of(node).things > 1 {
            let key = (parent, page.name(node), make(page, node));
            let (nodes, things) = alike.entry(key).or_default();
            nodes.push(node);
            *things += facts.of(node).things;
        }
    }
    let mut is_card = vec![false; page.len()];
    for ((parent, _, _), (nodes, things)) in alike {
        if nodes.len() >= FEWEST && things * SHARE >= facts.of(parent).things {
            nodes.into_iter().for_each(|node| is_card[node.index()] = true);
        }
    }
    is_card
}

/// What siblings of one make have in common beside their tag: the first of their classes, without digits. Items and rows have a make by
/// their tag alone.
fn make(page: &Page, node: NodeId) -> String {
    /// Longer names are cut here.
    const LONGEST: usize = 40;
    if matches!(page.name(node), "li" | "tr" | "td" | "article") {
        return String::new();
    }
    let class = page.classes(node).next().unwrap_or_default();
    class.chars().filter(|c| !c.is_ascii_digit()).take(LONGEST).collect()
}
