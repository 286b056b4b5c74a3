//! What annotators miss, found by position: the same attribute stands in the same place of sibling records.

use crate::alternatives::{Segmentation, record_worth, satisfies};
use crate::attributes::AttributeIndex;
use crate::domain::{Domain, Extent};
use crate::places::Place;
use crate::sieve::Sieve;
use crate::tree::Tree;
use crate::understand::{Assigned, DomainRecord, Understanding, roots};
use chaffinch_core::{ColumnType, NodeId};
use chaffinch_trees::{Label, PathId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Adds to a segmentation the siblings of its records that look like them but lack what every record needs; answers which of its
/// records are such.
pub(crate) fn add_kin(
    tree: &Tree,
    segmentation: &mut Segmentation,
    sieve: &Sieve,
    index: &AttributeIndex,
    domain: &Domain,
) -> Vec<bool> {
    let page = tree.page;
    let root = |record: &Range<NodeId>| (page.node(record.start).end == record.end).then_some(record.start);
    let roots: Option<Vec<NodeId>> = segmentation.records.iter().map(root).collect();
    let Some(roots) = roots.filter(|roots| roots.len() >= 3) else {
        add_stretches(tree, segmentation, index, domain);
        return vec![false; segmentation.records.len()];
    };
    // What most records have beside the mandatory attributes.
    let usual: Vec<usize> = sieve
        .telling()
        .filter(|attribute| !domain.attributes[*attribute].mandatory)
        .filter(|attribute| {
            let held = segmentation.records.iter().filter(|r| index.holds(*attribute, r)).count();
            held * 10 >= segmentation.records.len() * 8
        })
        .collect();
    // Those that lack what a record needs have to look like the others, wherever they came from.
    let full = |root: &&NodeId| satisfies(&(**root..page.node(**root).end), index, domain);
    let roots: Vec<NodeId> = roots.iter().filter(full).copied().collect();
    let known: FxHashSet<NodeId> = roots.iter().copied().collect();
    let looks: FxHashSet<(PathId, &str)> = roots.iter().map(|root| look(tree, *root)).collect();
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
            if !usual.is_empty() && has * 3 >= usual.len() * 2 {
                added.push(nodes);
            }
        }
    }
    let full: Vec<Range<NodeId>> = roots.iter().map(|root| *root..page.node(*root).end).collect();
    let mut added = sieve.without_copies(added, &full);
    // A few that were missed, not another list.
    if added.len() > roots.len() {
        added.clear();
    }
    let kin: FxHashSet<NodeId> = added.iter().map(|record| record.start).collect();
    let others = segmentation.records.drain(..).filter(|record| !kin.contains(&record.start));
    let mut all: Vec<(Range<NodeId>, bool)> = others.map(|record| (record, false)).collect();
    all.extend(added.into_iter().map(|record| (record, true)));
    all.sort_by_key(|(record, _)| record.start);
    segmentation.worth = all.iter().map(|(record, _)| record_worth(record, index, domain)).collect();
    let excused = all.iter().map(|(_, kin)| *kin).collect();
    segmentation.records = all.into_iter().map(|(record, _)| record).collect();
    excused
}

/// Longest record, in siblings, that others are compared with.
const LONGEST: usize = 12;

/// Adds to records that are stretches of siblings the stretches between and behind them that are made of the same tags and
/// have what a record needs: the way to cut the page was found around one attribute, and these have another.
fn add_stretches(tree: &Tree, segmentation: &mut Segmentation, index: &AttributeIndex, domain: &Domain) {
    let page = tree.page;
    let shown = |record: &Range<NodeId>| -> Vec<NodeId> {
        roots(page, record).into_iter().filter(|root| tree.shows[root.index()]).collect()
    };
    let shape = |nodes: &[NodeId]| -> Vec<Label> { nodes.iter().map(|node| tree.tag(*node)).collect() };
    let mut shapes: BTreeMap<Vec<Label>, usize> = BTreeMap::new();
    for record in &segmentation.records {
        *shapes.entry(shape(&shown(record))).or_default() += 1;
    }
    let Some((usual, count)) = shapes.into_iter().max_by_key(|(_, count)| *count) else { return };
    let all = segmentation.records.len();
    if count < WITNESSES || count * 2 < all || !(2..=LONGEST).contains(&usual.len()) {
        return;
    }
    let covered: FxHashSet<NodeId> = segmentation.records.iter().flat_map(shown).collect();
    let parents: BTreeSet<NodeId> =
        segmentation.records.iter().filter_map(|record| page.node(record.start).parent).collect();
    let mut added = Vec::new();
    for parent in parents {
        let children: Vec<NodeId> = page.children(parent).filter(|child| tree.shows[child.index()]).collect();
        let mut at = 0;
        while let Some(window) = children.get(at..at + usual.len()) {
            let nodes = window[0]..page.node(window[window.len() - 1]).end;
            let is_free = !window.iter().any(|node| covered.contains(node));
            if is_free && shape(window) == usual && satisfies(&nodes, index, domain) {
                added.push(nodes);
                at += usual.len();
            } else {
                at += 1;
            }
        }
    }
    if added.len() <= all {
        segmentation.records.extend(added);
        segmentation.records.sort_by_key(|record| record.start);
        segmentation.worth =
            segmentation.records.iter().map(|record| record_worth(record, index, domain)).collect();
    }
}

fn look<'p>(tree: &Tree<'_, 'p>, node: NodeId) -> (PathId, &'p str) {
    (tree.path(node), tree.page.attribute(node, "class").unwrap_or_default().trim())
}

/// Fewest records that must show where an attribute stands.
const WITNESSES: usize = 3;

/// Fills in the attributes that a record lacks from the place where its siblings have them.
pub(crate) fn fill(understanding: &Understanding, records: &mut [DomainRecord], domain: &Domain) {
    let Understanding { tree, stream, attributes, .. } = understanding;
    // The texts of each record with their places.
    let texts: Vec<Vec<(Place, Range<usize>)>> = records
        .iter()
        .map(|record| {
            let shown = stream.segments_of(&record.nodes).filter(|(node, _)| tree.shows[node.index()]);
            let placed = shown
                .map(|(node, range)| (Place::of(tree, &record.nodes, node), stream.trim(range)))
                .filter(|(_, range)| !range.is_empty());
            placed.collect()
        })
        .collect();
    for (kind, attribute) in domain.attributes.iter().enumerate() {
        let text = !matches!(attribute.kind, ColumnType::Url | ColumnType::Image);
        let lacking = records.iter().any(|record| record.values[kind].is_empty());
        if !text || attribute.many || !lacking && attribute.extent == Extent::Match {
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
        let commonest = places.iter().max_by_key(|(place, count)| (**count, std::cmp::Reverse(**place)));
        let Some((usual, count)) = commonest.map(|(place, count)| (*place, *count)) else { continue };
        if count < WITNESSES || count * 10 < witnesses * 6 {
            continue;
        }
        // A place that holds one text in records with the attribute, and not many.
        let only = |number: usize| {
            let mut there = texts[number].iter().filter(|(place, _)| *place == usual);
            there.next().filter(|_| there.next().is_none()).map(|(_, range)| range.clone())
        };
        let with = (0..records.len()).filter(|number| !records[*number].values[kind].is_empty());
        if with.filter(|number| only(*number).is_some()).count() * 10 < witnesses * 6 {
            continue;
        }
        for (number, record) in records.iter_mut().enumerate() {
            let lacks = match record.values[kind].first() {
                None => true,
                // What only looks like a place stands somewhere else than where the others have theirs.
                Some(Assigned::Found(found)) if attribute.extent != Extent::Match => {
                    let own = Place::of(tree, &record.nodes, attributes[*found].node);
                    let like = places.get(&own).copied().unwrap_or(0);
                    own != usual && like * 10 < witnesses
                }
                Some(_) => false,
            };
            if lacks && let Some(range) = only(number) {
                record.values[kind] = vec![Assigned::ByPosition(range)];
            }
        }
    }
}
