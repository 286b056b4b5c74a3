//! What annotators miss, found by position: the same attribute stands in the same place of sibling records.

use crate::alternatives::{Segmentation, record_worth};
use crate::attributes::AttributeIndex;
use crate::domain::Domain;
use crate::places::Place;
use crate::tree::Tree;
use crate::understand::{Assigned, DomainRecord, Understanding};
use chaffinch_core::{ColumnType, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Adds to a segmentation the siblings of its records that look like them but lack what is mandatory; answers which records
/// were added so.
pub(crate) fn add_kin(
    tree: &Tree,
    segmentation: &mut Segmentation,
    index: &AttributeIndex,
    domain: &Domain,
) -> Vec<bool> {
    let page = tree.page;
    let root = |record: &Range<NodeId>| (page.node(record.start).end == record.end).then_some(record.start);
    let roots: Option<Vec<NodeId>> = segmentation.records.iter().map(root).collect();
    let Some(roots) = roots.filter(|roots| roots.len() >= 3) else {
        return vec![false; segmentation.records.len()];
    };
    // What most records have beside the mandatory attributes.
    let usual: Vec<usize> = (0..domain.attributes.len())
        .filter(|attribute| !domain.attributes[*attribute].mandatory)
        .filter(|attribute| {
            let held = segmentation.records.iter().filter(|r| index.holds(*attribute, r)).count();
            held * 10 >= segmentation.records.len() * 8
        })
        .collect();
    let known: FxHashSet<NodeId> = roots.iter().copied().collect();
    let looks: FxHashSet<(u32, &str)> = roots.iter().map(|root| look(tree, *root)).collect();
    let parents: FxHashSet<NodeId> = roots.iter().filter_map(|root| page.node(*root).parent).collect();
    let mut parents: Vec<NodeId> = parents.into_iter().collect();
    parents.sort_unstable();
    let typical = segmentation.room / roots.len().max(1) as i64;
    let mut added: Vec<Range<NodeId>> = Vec::new();
    for parent in parents {
        for child in page.element_children(parent).filter(|child| tree.shows[child.index()]) {
            if known.contains(&child) || !looks.contains(&look(tree, child)) {
                continue;
            }
            let nodes = child..page.node(child).end;
            let size = (nodes.end.index() - nodes.start.index()) as i64;
            if size * 3 < typical || size > typical * 3 {
                continue;
            }
            let has = usual.iter().filter(|attribute| index.holds(**attribute, &nodes)).count();
            if !usual.is_empty() && has == usual.len() {
                added.push(nodes);
            }
        }
    }
    // A few that were missed, not another list.
    if added.len() > segmentation.records.len() {
        added.clear();
    }
    let mut all: Vec<(Range<NodeId>, bool)> = segmentation
        .records
        .drain(..)
        .map(|r| (r, false))
        .chain(added.into_iter().map(|r| (r, true)))
        .collect();
    all.sort_by_key(|(record, _)| record.start);
    segmentation.worth = all.iter().map(|(record, _)| record_worth(record, index, domain)).collect();
    let excused = all.iter().map(|(_, kin)| *kin).collect();
    segmentation.records = all.into_iter().map(|(record, _)| record).collect();
    excused
}

fn look<'p>(tree: &Tree<'p>, node: NodeId) -> (u32, &'p str) {
    (tree.path[node.index()], tree.page.attribute(node, "class").unwrap_or_default().trim())
}

/// Fewest records that must show where an attribute stands.
const WITNESSES: usize = 3;

/// Fills in the attributes that a record lacks from the place where its siblings have them.
pub(crate) fn fill(understanding: &Understanding, records: &mut [DomainRecord], domain: &Domain) {
    let Understanding { tree, stream, attributes, .. } = understanding;
    for (kind, attribute) in domain.attributes.iter().enumerate() {
        let text = !matches!(attribute.kind, ColumnType::Url | ColumnType::Image);
        let lacking = records.iter().any(|record| record.values[kind].is_empty());
        if !text || attribute.many || !lacking {
            continue;
        }
        let mut places: FxHashMap<Place, usize> = FxHashMap::default();
        let mut witnesses = 0;
        for record in records.iter() {
            if let Some(Assigned::Found(number)) = record.values[kind].first() {
                witnesses += 1;
                let place = Place::of(tree, &record.nodes, attributes[*number].node);
                *places.entry(place).or_default() += 1;
            }
        }
        let mut places: Vec<(Place, usize)> = places.into_iter().collect();
        places.sort_by_key(|(place, count)| (std::cmp::Reverse(*count), *place));
        let Some((usual, count)) = places.into_iter().next() else { continue };
        if count < WITNESSES || count * 10 < witnesses * 6 {
            continue;
        }
        // How often the place holds something in records that have the attribute elsewhere.
        let texts = |record: &DomainRecord| -> Vec<Range<usize>> {
            let nodes = (record.nodes.start.index()..record.nodes.end.index()).map(NodeId::from_index);
            let there = nodes
                .filter(|node| tree.shows[node.index()] && Place::of(tree, &record.nodes, *node) == usual);
            there
                .filter_map(|node| stream.of_node(node))
                .map(|range| stream.trim(range))
                .filter(|r| !r.is_empty())
                .collect()
        };
        let alone =
            records.iter().filter(|r| !r.values[kind].is_empty()).filter(|r| texts(r).len() == 1).count();
        if alone * 10 < witnesses * 6 {
            continue;
        }
        for record in records.iter_mut().filter(|record| record.values[kind].is_empty()) {
            if let [range] = texts(record).as_slice() {
                record.values[kind].push(Assigned::ByPosition(range.clone()));
            }
        }
    }
}
