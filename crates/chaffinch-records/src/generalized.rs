//! Data regions as MDR and DEPTA define them. A generalized node is a run of siblings, and a data region is a run of generalized nodes of
//! the same length in which neighbours are alike.

use crate::containment::Containment;
use chaffinch_core::NodeId;
use chaffinch_survey::{Record, Survey};
use std::ops::Range;

/// Tells whether two generalized nodes are alike.
pub(crate) trait Likeness {
    /// Whether two runs of siblings are alike; `false` where the page's allowance for comparing is used up.
    fn alike(&mut self, a: &[NodeId], b: &[NodeId]) -> bool;

    /// Whether two generalized nodes of the same length are alike. Siblings at the same place must have the same tag.
    fn alike_nodes(&mut self, survey: &Survey, a: &[NodeId], b: &[NodeId]) -> bool {
        a.iter().zip(b).all(|(a, b)| survey.tags.label(*a) == survey.tags.label(*b)) && self.alike(a, b)
    }
}

/// A run of adjacent generalized nodes of the same length under one parent.
struct DataRegion {
    /// The position of its first child among those of the parent.
    first: usize,
    /// How many children make a generalized node.
    length: usize,
    /// How many generalized nodes it has.
    count: usize,
}

impl DataRegion {
    fn covered(&self) -> usize {
        self.length * self.count
    }

    /// Its generalized nodes.
    fn nodes<'k>(&self, kids: &'k [NodeId]) -> impl Iterator<Item = &'k [NodeId]> {
        kids[self.first..self.first + self.covered()].chunks_exact(self.length)
    }
}

/// Groups the regions under one parent that are alike, such as the parts of a list before and after an advertisement.
fn group_alike(
    survey: &Survey,
    kids: &[NodeId],
    regions: Vec<DataRegion>,
    likeness: &mut impl Likeness,
) -> Vec<Vec<DataRegion>> {
    /// Bounds the comparisons on hostile pages.
    const MOST_COMPARED: usize = 20;
    let mut groups: Vec<Vec<DataRegion>> = Vec::new();
    for region in regions {
        let first = |region: &DataRegion| &kids[region.first..region.first + region.length];
        let alike = groups.iter_mut().take(MOST_COMPARED).find(|group| {
            group[0].length == region.length && likeness.alike_nodes(survey, first(&group[0]), first(&region))
        });
        match alike {
            Some(group) => group.push(region),
            None => groups.push(vec![region]),
        }
    }
    groups
}

/// From the first sibling to the end of the last one's subtree.
pub(crate) fn stretch(survey: &Survey, kids: &[NodeId]) -> Range<NodeId> {
    kids[0]..survey.page.node(kids[kids.len() - 1]).end
}

/// The data regions of a page with at least `least` records each, from the top down: inside a region no further one is searched.
/// `longest` is the most siblings of a generalized node, `siblings_alike` the setting of that name.
pub(crate) fn data_regions(
    survey: &Survey,
    tree: &Containment,
    longest: usize,
    least: usize,
    siblings_alike: f32,
    likeness: &mut impl Likeness,
) -> Vec<Vec<Record>> {
    let mut found = Vec::new();
    let mut open = vec![survey.page.body()];
    while let Some(parent) = open.pop() {
        let kids = tree.children(parent);
        let mut covered = vec![false; kids.len()];
        for regions in group_alike(survey, kids, regions_of(survey, kids, longest, likeness), likeness) {
            let nodes: Vec<&[NodeId]> = regions.iter().flat_map(|region| region.nodes(kids)).collect();
            let records = records_of(survey, tree, parent, &nodes, siblings_alike, likeness);
            if records.len() >= least {
                for region in &regions {
                    covered[region.first..region.first + region.covered()].fill(true);
                }
                found.push(records);
            }
        }
        open.extend(kids.iter().zip(covered).filter(|(_, covered)| !covered).map(|(kid, _)| *kid));
    }
    found
}

/// The regions among siblings, from the first sibling on: at each position the one that covers the most siblings, and of equals the one
/// with the shortest generalized nodes.
fn regions_of(
    survey: &Survey,
    kids: &[NodeId],
    longest: usize,
    likeness: &mut impl Likeness,
) -> Vec<DataRegion> {
    let mut regions = Vec::new();
    let mut at = 0;
    while at + 1 < kids.len() {
        let mut best: Option<DataRegion> = None;
        let left = kids.len() - at;
        for length in 1..=longest.min(left / 2) {
            // No need to compare where even all the siblings left would not be more.
            if best.as_ref().is_some_and(|best| left - left % length <= best.covered()) {
                continue;
            }
            let mut count = 1;
            while at + (count + 1) * length <= kids.len() {
                let begin = at + (count - 1) * length;
                let node = |from: usize| &kids[from..from + length];
                let next = node(begin + length);
                if !likeness.alike_nodes(survey, node(begin), next)
                    && (count == 1 || !likeness.alike_nodes(survey, node(at), next))
                {
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

/// The records of a region. Mostly each generalized node is one. Where its siblings are alike, each sibling is one. Where all its
/// siblings are lists of equal length, the i-th items of these lists together are the i-th record.
fn records_of(
    survey: &Survey,
    tree: &Containment,
    parent: NodeId,
    nodes: &[&[NodeId]],
    siblings_alike: f32,
    likeness: &mut impl Likeness,
) -> Vec<Record> {
    if share_alike_within(survey, nodes, likeness) >= siblings_alike {
        return nodes.iter().flat_map(|node| node.chunks(1)).map(|kid| record(survey, parent, kid)).collect();
    }
    let mut records: Vec<Record> = Vec::new();
    for node in nodes {
        let parts: Option<Vec<&[NodeId]>> =
            node.iter().map(|part| divided(survey, tree, *part, likeness)).collect();
        match parts.filter(|parts| parts.iter().all(|kids| kids.len() == parts[0].len())) {
            Some(parts) => {
                for number in 0..parts[0].len() {
                    records.push(Record {
                        parts: parts.iter().map(|kids| survey.subtree(kids[number])).collect(),
                    });
                }
            }
            None => return nodes.iter().map(|node| record(survey, parent, node)).collect(),
        }
    }
    records.sort_by_key(Record::first);
    records
}

/// The share of neighbours within generalized nodes that are alike, 0 to 1. Where it is high, single siblings are the records: a few longer
/// rows interrupt a run of single rows but not a run of pairs, so that pairs were found.
fn share_alike_within(survey: &Survey, nodes: &[&[NodeId]], likeness: &mut impl Likeness) -> f32 {
    const SAMPLE: usize = 20;
    let pairs: Vec<&[NodeId]> = nodes.iter().take(SAMPLE).flat_map(|node| node.windows(2)).collect();
    let alike = pairs.iter().filter(|pair| likeness.alike_nodes(survey, &pair[..1], &pair[1..])).count();
    alike as f32 / pairs.len().max(1) as f32
}

/// A generalized node under `parent` as a record. Neighbouring boxes may have different parents in the markup. Then the record is
/// their common ancestor where that shows nothing else, and otherwise it has several stretches.
fn record(survey: &Survey, parent: NodeId, node: &[NodeId]) -> Record {
    let page = survey.page;
    let above = |kid: NodeId| page.node(kid).parent;
    if node.iter().all(|kid| above(*kid) == Some(parent)) {
        return Record::new(stretch(survey, node));
    }
    let inks = |kid: NodeId| survey.content(&survey.subtree(kid)).inks;
    let all: usize = node.iter().map(|kid| inks(*kid)).sum();
    let common = survey.page.common_ancestor(node[0], node[node.len() - 1]);
    let around = std::iter::successors(Some(common), |kid| above(*kid));
    let whole = around.take_while(|kid| *kid != parent && inks(*kid) == all).last();
    match whole.filter(|whole| page.contains(parent, *whole)) {
        Some(whole) => Record::new(survey.subtree(whole)),
        None => Record {
            parts: node.chunk_by(|a, b| above(*a) == above(*b)).map(|kids| stretch(survey, kids)).collect(),
        },
    }
}

/// The children of a node, if all are alike and could be records. Table cells and short paragraphs are alike too but not records,
/// so each child must have at least four elements and the node must not be a table row.
fn divided<'t>(
    survey: &Survey,
    tree: &'t Containment,
    node: NodeId,
    likeness: &mut impl Likeness,
) -> Option<&'t [NodeId]> {
    const FEWEST_ELEMENTS: usize = 4;
    let page = survey.page;
    let kids = tree.children(node);
    let rich =
        |kid: &NodeId| page.subtree(*kid).filter(|id| page.is_element(*id)).take(FEWEST_ELEMENTS).count();
    let whole = kids.len() > 1 && !page.is(node, "tr") && kids.iter().all(|kid| rich(kid) == FEWEST_ELEMENTS);
    let alike = whole && regions_of(survey, kids, 1, likeness).first()?.covered() == kids.len();
    alike.then_some(kids)
}
