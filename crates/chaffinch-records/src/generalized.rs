//! Data regions as MDR and DEPTA define them: runs of generalized nodes that are like their neighbours.

use crate::containment::Containment;
use chaffinch_core::NodeId;
use chaffinch_survey::{Record, Survey};
use std::ops::Range;

/// Tells whether two generalized nodes are alike.
pub(crate) trait Likeness {
    /// Whether two runs of siblings are, as far as the method can afford to look.
    fn alike(&mut self, a: &[NodeId], b: &[NodeId]) -> bool;

    /// Whether two runs of as many siblings are: what stands at the same place must have the same name.
    fn alike_nodes(&mut self, survey: &Survey, a: &[NodeId], b: &[NodeId]) -> bool {
        a.iter().zip(b).all(|(a, b)| survey.tags.label(*a) == survey.tags.label(*b)) && self.alike(a, b)
    }
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

    /// Its generalized nodes.
    fn nodes<'k>(&self, kids: &'k [NodeId]) -> impl Iterator<Item = &'k [NodeId]> {
        kids[self.first..self.first + self.covered()].chunks_exact(self.length)
    }
}

/// Regions under one parent that are alike, such as the parts of a list around an advertisement, put together.
fn kindred(
    survey: &Survey,
    kids: &[NodeId],
    regions: Vec<DataRegion>,
    likeness: &mut impl Likeness,
) -> Vec<Vec<DataRegion>> {
    const MOST_KINDS: usize = 20;
    let mut groups: Vec<Vec<DataRegion>> = Vec::new();
    for region in regions {
        let first = |region: &DataRegion| &kids[region.first..region.first + region.length];
        let alike = groups.iter_mut().take(MOST_KINDS).find(|group| {
            group[0].length == region.length && likeness.alike_nodes(survey, first(&group[0]), first(&region))
        });
        match alike {
            Some(group) => group.push(region),
            None => groups.push(vec![region]),
        }
    }
    groups
}

/// From the first of some siblings to the end of the last.
pub(crate) fn stretch(survey: &Survey, kids: &[NodeId]) -> Range<NodeId> {
    kids[0]..survey.page.node(kids[kids.len() - 1]).end
}

/// The data regions of a page, from the top down: what a region covers is not searched again.
pub(crate) fn data_regions(
    survey: &Survey,
    tree: &Containment,
    longest: usize,
    least: usize,
    likeness: &mut impl Likeness,
) -> Vec<Vec<Record>> {
    let mut found = Vec::new();
    let mut open = vec![survey.page.body()];
    while let Some(parent) = open.pop() {
        let kids = tree.children(parent);
        let mut covered = vec![false; kids.len()];
        for regions in kindred(survey, kids, regions_of(survey, kids, longest, likeness), likeness) {
            let nodes: Vec<&[NodeId]> = regions.iter().flat_map(|region| region.nodes(kids)).collect();
            let records = records_of(survey, tree, parent, &nodes, likeness);
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

/// The regions among siblings: at each place the one that covers most, the shortest generalized nodes first.
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
            // Where even all that is left would not be more, there is nothing to compare.
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

/// The records in a region's generalized nodes: the nodes, or their children where these are alike throughout; where
/// a generalized node is made of several lists of equal length, the i-th children of all make the i-th record.
fn records_of(
    survey: &Survey,
    tree: &Containment,
    parent: NodeId,
    nodes: &[&[NodeId]],
    likeness: &mut impl Likeness,
) -> Vec<Record> {
    if mostly_alike_within(survey, nodes, likeness) {
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

/// Whether the siblings that make a generalized node are themselves alike. Rows of which one in ten has more to say break
/// a run of single rows but not one of pairs, and each is a record all the same.
fn mostly_alike_within(survey: &Survey, nodes: &[&[NodeId]], likeness: &mut impl Likeness) -> bool {
    const SAMPLE: usize = 20;
    let pairs: Vec<&[NodeId]> = nodes.iter().take(SAMPLE).flat_map(|node| node.windows(2)).collect();
    let alike = pairs.iter().filter(|pair| likeness.alike_nodes(survey, &pair[..1], &pair[1..])).count();
    !pairs.is_empty() && alike * 10 >= pairs.len() * 6
}

/// A generalized node under `parent` as a record. Boxes that are neighbours may have different parents in the markup: they
/// are their nearest common ancestor where it shows nothing else, and otherwise several stretches.
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

/// The children of a node, if all are alike and could be records: the cells of a row are alike too, and so are two
/// paragraphs, but neither are.
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
