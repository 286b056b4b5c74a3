//! Data regions as MDR and DEPTA define them: runs of generalized nodes that are like their neighbours.

use crate::ground::Ground;
use crate::region::Record;
use chaffinch_core::NodeId;
use std::ops::Range;

/// Tells whether two stretches of siblings are alike.
pub(crate) trait Likeness {
    /// Whether they are, as far as the method can afford to look.
    fn alike(&mut self, a: Range<NodeId>, b: Range<NodeId>) -> bool;
}

/// A run of adjacent generalized nodes of one length under one parent.
struct DataRegion {
    /// The first child it covers.
    first: usize,
    /// Children in a generalized node.
    length: usize,
    /// Generalized nodes.
    count: usize,
}

impl DataRegion {
    fn covered(&self) -> usize {
        self.length * self.count
    }
}

/// The data regions of a page, from the top down: what a region covers is not searched again.
pub(crate) fn data_regions(
    ground: &Ground,
    longest: usize,
    least: usize,
    likeness: &mut impl Likeness,
) -> Vec<Vec<Record>> {
    let mut found = Vec::new();
    let mut open = vec![ground.page.body()];
    while let Some(parent) = open.pop() {
        let page = ground.page;
        let kids: Vec<NodeId> =
            page.element_children(parent).filter(|kid| ground.shows(&ground.subtree(*kid))).collect();
        let regions = regions_of(ground, &kids, longest, likeness);
        let mut covered = vec![false; kids.len()];
        for region in regions {
            let part = |number: usize| {
                let from = region.first + number * region.length;
                &kids[from..from + region.length]
            };
            let nodes: Vec<&[NodeId]> = (0..region.count).map(part).collect();
            let records = records_of(ground, &nodes, longest, likeness);
            if records.len() >= least {
                covered[region.first..region.first + region.covered()].fill(true);
                found.push(records);
            }
        }
        open.extend(kids.iter().zip(covered).filter(|(_, covered)| !covered).map(|(kid, _)| *kid));
    }
    found
}

/// The regions among siblings: at each place the one that covers most, the shortest generalized nodes first.
fn regions_of(
    ground: &Ground,
    kids: &[NodeId],
    longest: usize,
    likeness: &mut impl Likeness,
) -> Vec<DataRegion> {
    let mut regions = Vec::new();
    let mut at = 0;
    while at + 1 < kids.len() {
        let mut best: Option<DataRegion> = None;
        for length in 1..=longest.min((kids.len() - at) / 2) {
            let mut count = 1;
            while at + (count + 1) * length <= kids.len() {
                let begin = at + (count - 1) * length;
                let stretch = |from: usize| kids[from]..ground.page.node(kids[from + length - 1]).end;
                if !likeness.alike(stretch(begin), stretch(begin + length)) {
                    break;
                }
                count += 1;
            }
            let region = DataRegion { first: at, length, count };
            if count > 1 && best.as_ref().is_none_or(|best| region.covered() > best.covered()) {
                best = Some(region);
            }
        }
        match best {
            Some(region) => {
                at += region.covered();
                regions.push(region);
            }
            None => at += 1,
        }
    }
    regions
}

/// The records in a region's generalized nodes: the nodes, or their children where these are alike throughout; where
/// a generalized node is made of several lists of equal length, the i-th children of all make the i-th record.
fn records_of(
    ground: &Ground,
    nodes: &[&[NodeId]],
    longest: usize,
    likeness: &mut impl Likeness,
) -> Vec<Record> {
    let page = ground.page;
    let kids = |node: NodeId| -> Vec<NodeId> {
        page.element_children(node).filter(|kid| ground.shows(&ground.subtree(*kid))).collect()
    };
    let whole = |nodes: &&[NodeId]| Record::new(nodes[0]..page.node(nodes[nodes.len() - 1]).end);
    let divides = |likeness: &mut _, node: NodeId| -> Option<Vec<NodeId>> {
        let kids = kids(node);
        let all = regions_of(ground, &kids, 1.min(longest), likeness);
        // The cells of a row are alike too, and are no records.
        let region = all.first().filter(|region| region.covered() == kids.len() && !page.is(node, "tr"));
        region.map(|_| kids)
    };
    let mut records: Vec<Record> = Vec::new();
    for node in nodes {
        let parts: Option<Vec<Vec<NodeId>>> = node.iter().map(|part| divides(likeness, *part)).collect();
        match parts.filter(|parts| parts.iter().all(|kids| kids.len() == parts[0].len())) {
            Some(parts) => {
                for number in 0..parts[0].len() {
                    records.push(Record {
                        parts: parts.iter().map(|kids| ground.subtree(kids[number])).collect(),
                    });
                }
            }
            None => return nodes.iter().map(whole).collect(),
        }
    }
    records.sort_by_key(Record::first);
    records
}
