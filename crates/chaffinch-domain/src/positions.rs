//! What the annotators missed, found by position: sibling records have the same attribute at the same path.

use crate::alternatives::Segmentation;
use crate::annotate::mark_of;
use crate::domain::{Domain, Extent};
use crate::sieve::Sieve;
use crate::tree::Tree;
use crate::understand::{Assigned, DomainRecord, Understanding};
use crate::usual_paths::PathInRecord;
use crate::worth::Evidence;
use chaffinch_core::{ColumnType, NodeId, TextSet, collapse_space};
use chaffinch_trees::{Label, PathId};
use chaffinch_values::{Reading, read_as};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Adds to a segmentation the siblings of its records that look like them but lack what every record needs. Returns which of
/// the records are such.
pub(crate) fn add_lookalikes(sieve: &Sieve, segmentation: &mut Segmentation) -> Vec<bool> {
    let evidence = &sieve.evidence;
    let Evidence { tree, index, domain, thresholds } = evidence;
    let page = tree.page;
    let root = |record: &Range<NodeId>| (page.node(record.start).end == record.end).then_some(record.start);
    let roots: Option<Vec<NodeId>> = segmentation.records.iter().map(root).collect();
    let Some(roots) = roots.filter(|roots| roots.len() >= thresholds.min_witnesses) else {
        add_stretches(evidence, segmentation);
        return vec![false; segmentation.records.len()];
    };
    // The other attributes that most records have.
    let [mut usual] = sieve.held_by([thresholds.usual], &segmentation.records);
    usual.retain(|kind| !domain[*kind].mandatory);
    // Records that lack what a record needs are left out here, and come back only if they look like the others.
    let full = |root: &&NodeId| evidence.satisfies(&(**root..page.node(**root).end));
    let roots: Vec<NodeId> = roots.iter().filter(full).copied().collect();
    let known: FxHashSet<NodeId> = roots.iter().copied().collect();
    let looks: TextSet<(PathId, &str)> = roots.iter().map(|root| look(tree, *root)).collect();
    let parents: BTreeSet<NodeId> = roots.iter().filter_map(|root| page.node(*root).parent).collect();
    let average = segmentation.covered / roots.len().max(1) as i64;
    let mut added: Vec<Range<NodeId>> = Vec::new();
    for parent in parents {
        for child in page.element_children(parent).filter(|child| tree.shows[child.index()]) {
            if known.contains(&child) || !looks.contains(&look(tree, child)) {
                continue;
            }
            let nodes = child..page.node(child).end;
            let size = (nodes.end.index() - nodes.start.index()) as i64;
            if size * thresholds.size_ratio < average || size > average * thresholds.size_ratio {
                continue;
            }
            // Two thirds of the usual attributes are enough.
            let has = usual.iter().filter(|kind| index.holds(**kind, &nodes)).count();
            if !usual.is_empty() && has * 3 >= usual.len() * 2 {
                added.push(nodes);
            }
        }
    }
    let full: Vec<Range<NodeId>> = roots.iter().map(|root| *root..page.node(*root).end).collect();
    let mut added = sieve.without_copies(added, &full);
    // More than there are records are not a few that were missed, but another list.
    if added.len() > roots.len() {
        added.clear();
    }
    let lookalikes: FxHashSet<NodeId> = added.iter().map(|record| record.start).collect();
    let others = segmentation.records.drain(..).filter(|record| !lookalikes.contains(&record.start));
    let mut all: Vec<(Range<NodeId>, bool)> = others.map(|record| (record, false)).collect();
    all.extend(added.into_iter().map(|record| (record, true)));
    all.sort_by_key(|(record, _)| record.start);
    let (records, excused) = all.into_iter().unzip();
    evidence.replace(segmentation, records);
    excused
}

/// Longest record, in sibling nodes, that others are compared with; this only bounds the work.
const LONGEST: usize = 12;

/// For records that are stretches of siblings: adds the stretches between and behind them that have the same tags and satisfy
/// the domain's constraints. The page was cut around one mandatory attribute, and these have another.
fn add_stretches(evidence: &Evidence, segmentation: &mut Segmentation) {
    let tree = evidence.tree;
    let page = tree.page;
    let shown = |record: &Range<NodeId>| -> Vec<NodeId> { tree.shown_siblings(record).collect() };
    let shape = |nodes: &[NodeId]| -> Vec<Label> { nodes.iter().map(|node| tree.tag(*node)).collect() };
    let mut shapes: BTreeMap<Vec<Label>, usize> = BTreeMap::new();
    for record in &segmentation.records {
        *shapes.entry(shape(&shown(record))).or_default() += 1;
    }
    let Some((usual, count)) = shapes.into_iter().max_by_key(|(_, count)| *count) else { return };
    let all = segmentation.records.len();
    if count < evidence.thresholds.min_witnesses || count * 2 < all || !(2..=LONGEST).contains(&usual.len()) {
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
            if is_free && shape(window) == usual && evidence.satisfies(&nodes) {
                added.push(nodes);
                at += usual.len();
            } else {
                at += 1;
            }
        }
    }
    if added.len() <= all {
        let mut records = std::mem::take(&mut segmentation.records);
        records.extend(added);
        records.sort_by_key(|record| record.start);
        evidence.replace(segmentation, records);
    }
}

/// A text read as a value of a type; `None` if it is none. A position alone makes no price: "New arrival 2024" has a number, but is no
/// amount of money.
pub(crate) fn read_typed(column_type: ColumnType, text: &str) -> Option<Reading> {
    let text = collapse_space(text);
    read_as(column_type, &text, mark_of(&text))
}

fn look<'p>(tree: &Tree<'_, 'p>, node: NodeId) -> (PathId, &'p str) {
    (tree.path(node), tree.page.attribute(node, "class").unwrap_or_default().trim())
}

/// Fills in the attributes that a record lacks from the path at which its siblings have them.
pub(crate) fn fill(understanding: &Understanding, records: &mut [DomainRecord], domain: &Domain) {
    let Understanding { tree, stream, attributes, thresholds, .. } = understanding;
    let path_of = |record: &DomainRecord, node| PathInRecord::of(tree, &record.nodes, node);
    // The texts of each record with their paths.
    let texts: Vec<Vec<(PathInRecord, Range<usize>)>> = records
        .iter()
        .map(|record| {
            let shown = stream.segments_of(&record.nodes).filter(|(node, _)| tree.shows[node.index()]);
            let with_path = shown.map(|(node, range)| (path_of(record, node), stream.trim(range)));
            with_path.filter(|(_, range)| !range.is_empty()).collect()
        })
        .collect();
    for (at, attribute) in domain.attributes.iter().enumerate() {
        let lacking = records.iter().any(|record| record.values[at].is_empty());
        if attribute.is_element() || attribute.many || !lacking && attribute.extent == Extent::Match {
            continue;
        }
        let mut paths: FxHashMap<PathInRecord, usize> = FxHashMap::default();
        let mut witnesses = 0;
        for record in records.iter() {
            if let Some(Assigned::Found(id)) = record.values[at].first() {
                witnesses += 1;
                *paths.entry(path_of(record, attributes[id.index()].node)).or_default() += 1;
            }
        }
        let commonest = paths.iter().max_by_key(|(path, count)| (**count, std::cmp::Reverse(**path)));
        let Some((usual, count)) = commonest.map(|(path, count)| (*path, *count)) else { continue };
        if count < thresholds.min_witnesses || count * 100 < witnesses * thresholds.same_path {
            continue;
        }
        // Most records with the attribute must have a single text at this path: of several, nobody knows which is the value.
        let only = |number: usize| {
            let mut there = texts[number].iter().filter(|(path, _)| *path == usual);
            there.next().filter(|_| there.next().is_none()).map(|(_, range)| range.clone())
        };
        let with = (0..records.len()).filter(|number| !records[*number].values[at].is_empty());
        if with.filter(|number| only(*number).is_some()).count() * 100 < witnesses * thresholds.same_path {
            continue;
        }
        for (number, record) in records.iter_mut().enumerate() {
            let lacks = match record.values[at].first() {
                None => true,
                // A value at a path where fewer than one in ten records have theirs only looks like the attribute.
                Some(Assigned::Found(found)) if attribute.extent != Extent::Match => {
                    let own = path_of(record, attributes[found.index()].node);
                    let like = paths.get(&own).copied().unwrap_or(0);
                    own != usual && like * 10 < witnesses
                }
                Some(_) => false,
            };
            let fits = |range: &Range<usize>| {
                attribute.column_type == ColumnType::Text
                    || read_typed(attribute.column_type, &stream.text()[range.clone()]).is_some()
            };
            if lacks && let Some(range) = only(number).filter(fits) {
                record.values[at] = vec![Assigned::ByPosition(range)];
            }
        }
    }
}
