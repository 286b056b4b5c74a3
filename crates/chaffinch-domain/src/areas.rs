//! Records that were found together but belong to different data areas, such as featured properties and regular results.

use crate::alternatives::Segmentation;
use crate::facts;
use crate::rulebook::Phase;
use crate::settings::DomainSettings;
use crate::sieve::Sieve;
use crate::tree::Tree;
use crate::understand::run;
use chaffinch_core::{NodeId, Page};
use chaffinch_rules::Database;
use std::ops::Range;

/// The data areas of a segmentation, the largest first: one, unless the rules find a boundary that leaves enough records on both sides.
pub(crate) fn divide(
    sieve: &Sieve,
    segmentation: Segmentation,
    settings: &DomainSettings,
) -> (Vec<Segmentation>, Database) {
    let tree = sieve.evidence.tree;
    let mut facts = Database::default();
    for (at, pair) in segmentation.records.windows(2).enumerate() {
        let ids = [at, at + 1].map(facts::number);
        facts.add("neighbours", &ids);
        facts.add("before", &[ids[1], ids[1]]);
        facts.add("after", &[ids[1], facts::number(segmentation.records.len() - at - 1)]);
        let [one, other] = holders(tree.page, &pair[0], &pair[1]);
        if one != pair[0].start || other != pair[1].start {
            facts.add("parted", &ids);
            if tree.tag(one) != tree.tag(other) {
                facts.add("otherTag", &ids);
            }
            if have_other_classes(tree.page, one, other) {
                facts.add("otherClass", &ids);
            }
            if has_heading(tree, pair[0].end, pair[1].start) {
                facts.add("headed", &ids[1..]);
            }
        }
    }
    run(Phase::Areas, &mut facts, tree, settings);
    let mut starts: Vec<usize> =
        facts.rows("boundary").filter_map(|row| facts::index_of(row[0])).chain([0]).collect();
    starts.sort_unstable();
    let ends = starts.iter().skip(1).copied().chain([segmentation.records.len()]);
    let parts: Vec<Range<usize>> = starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect();
    if parts.len() < 2 || parts.iter().any(|part| part.len() < settings.min_more_records) {
        return (vec![segmentation], facts);
    }
    let mut areas: Vec<Segmentation> =
        parts.into_iter().map(|part| sieve.evidence.weigh(segmentation.records[part].to_vec())).collect();
    areas.sort_by_key(|area| std::cmp::Reverse(area.worth.iter().sum::<i64>()));
    (areas, facts)
}

/// The children of the least common ancestor of two records that hold them.
fn holders(page: &Page, a: &Range<NodeId>, b: &Range<NodeId>) -> [NodeId; 2] {
    let above = page.common_ancestor(a.start, b.start);
    [a.start, b.start].map(|record| {
        let line = std::iter::once(record).chain(page.ancestors(record));
        line.take_while(|node| *node != above).last().unwrap_or(record)
    })
}

/// Whether two nodes have no class in common though one of them has some.
fn have_other_classes(page: &Page, a: NodeId, b: NodeId) -> bool {
    let mut classes = page.classes(a).peekable();
    let bare = classes.peek().is_none() && page.classes(b).next().is_none();
    // Both lists are short: a page writes them, but nobody writes many classes.
    const MOST: usize = 32;
    let common = classes.take(MOST).any(|class| page.classes(b).take(MOST).any(|other| other == class));
    !(bare || common)
}

/// Whether a heading that shows something stands between two nodes.
fn has_heading(tree: &Tree, after: NodeId, before: NodeId) -> bool {
    let between = (after.index()..before.index()).map(NodeId::from_index);
    let mut elements = between.filter(|node| tree.shows[node.index()]);
    elements.any(|node| matches!(tree.page.name(node), "h1" | "h2" | "h3" | "h4" | "h5" | "h6"))
}
