//! Segmentations of a page into records, each with what speaks for it.
//!
//! Records stand around mandatory nodes. Their ancestors with one tag path are one way to cut the page into records; the
//! stretches of siblings that begin at such ancestors, or some siblings before them, are others. The domain's weights say
//! what each record is worth, and the rules choose.

use crate::attributes::{AttributeIndex, FoundAttribute};
use crate::domain::Domain;
use crate::settings::DomainSettings;
use crate::tree::Tree;
use chaffinch_core::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// A way to cut a part of the page into records.
#[derive(Debug, Clone)]
pub struct Segmentation {
    /// The records: stretches of siblings with everything below them.
    pub records: Vec<Range<NodeId>>,
    /// What speaks for each.
    pub worth: Vec<i64>,
    /// The nodes that its records cover.
    pub room: i64,
}

/// Segmentations that are kept for the choice: those with the most records that hold a mandatory attribute.
const MOST: usize = 400;
/// Classes that are told apart among nodes with one tag path.
const MOST_CLASSES: usize = 8;
/// How far records may begin before the node that holds their mandatory attribute.
const LONGEST_SHIFT: usize = 12;

/// All segmentations of a page that have enough records.
pub fn segmentations(
    tree: &Tree,
    attributes: &[FoundAttribute],
    domain: &Domain,
    settings: &DomainSettings,
) -> Vec<Segmentation> {
    let index = AttributeIndex::new(attributes, domain);
    let mut seen: FxHashSet<Vec<Range<NodeId>>> = FxHashSet::default();
    let mut found = Vec::new();
    for (number, _) in domain.attributes.iter().enumerate().filter(|(_, attribute)| attribute.mandatory) {
        for roots in groups(tree, &index.nodes(number)) {
            let mut ways =
                vec![roots.iter().map(|root| *root..tree.page.node(*root).end).collect::<Vec<_>>()];
            ways.extend(stretches(tree, &roots));
            for records in ways {
                if records.len() >= settings.min_records && seen.insert(records.clone()) && found.len() < MOST
                {
                    found.push(weigh(records, &index, domain));
                }
            }
        }
    }
    found
}

/// The nodes around the pivots that could be records: for every tag path above a pivot, and every class among the
/// nodes with that path, the nodes that hold a pivot.
fn groups(tree: &Tree, pivots: &[NodeId]) -> Vec<Vec<NodeId>> {
    let body = tree.page.body();
    let mut by_path: Vec<(u32, Vec<NodeId>)> = Vec::new();
    let mut places: FxHashMap<u32, usize> = FxHashMap::default();
    for pivot in pivots {
        let element = if tree.page.is_element(*pivot) { Some(*pivot) } else { tree.page.node(*pivot).parent };
        let mut at = element;
        while let Some(node) = at.filter(|node| *node != body) {
            let path = tree.path[node.index()];
            let place = *places.entry(path).or_insert_with(|| {
                by_path.push((path, Vec::new()));
                by_path.len() - 1
            });
            let group = &mut by_path[place].1;
            // Pivots come in document order: whoever is above was added with the one before.
            if group.last() == Some(&node) {
                break;
            }
            group.push(node);
            at = tree.page.node(node).parent;
        }
    }
    let mut groups = Vec::new();
    for (_, nodes) in by_path.into_iter().filter(|(_, nodes)| nodes.len() > 1) {
        let mut by_class: Vec<(&str, Vec<NodeId>)> = Vec::new();
        for node in &nodes {
            let class = tree.page.attribute(*node, "class").unwrap_or_default().trim();
            match by_class.iter().position(|(known, _)| *known == class) {
                Some(place) => by_class[place].1.push(*node),
                None if by_class.len() < MOST_CLASSES => by_class.push((class, vec![*node])),
                None => {}
            }
        }
        if by_class.len() > 1 {
            groups.extend(by_class.into_iter().map(|(_, group)| group).filter(|group| group.len() > 1));
        }
        groups.push(nodes);
    }
    groups
}

/// Records that are stretches of siblings: from one root to before the next, or shifted to begin before it.
fn stretches(tree: &Tree, roots: &[NodeId]) -> Vec<Vec<Range<NodeId>>> {
    let mut gaps = Vec::new();
    for pair in roots.windows(2) {
        if tree.page.node(pair[0]).parent == tree.page.node(pair[1]).parent {
            gaps.push((tree.position[pair[1].index()] - tree.position[pair[0].index()]) as usize);
        }
    }
    gaps.sort_unstable();
    let (Some(shortest), Some(usual)) = (gaps.first().copied(), gaps.get(gaps.len() / 2).copied()) else {
        return Vec::new();
    };
    if gaps.last() == Some(&1) {
        return Vec::new();
    }
    let mut ways = Vec::new();
    for shift in 0..shortest.max(1).min(LONGEST_SHIFT) {
        let starts: Vec<NodeId> =
            roots.iter().filter_map(|root| (0..shift).try_fold(*root, |at, _| tree.previous(at))).collect();
        let tags: FxHashSet<u32> = starts.iter().map(|start| tree.tag[start.index()]).collect();
        // What begins with different elements was cut in the wrong place.
        if starts.len() < roots.len() && shift > 0 && starts.len() + 1 < roots.len() || tags.len() > 2 {
            continue;
        }
        let mut records = Vec::new();
        for (at, start) in starts.iter().enumerate() {
            let parent = tree.page.node(*start).parent;
            let next = starts.get(at + 1).filter(|next| tree.page.node(**next).parent == parent);
            let end = match next {
                Some(next) => *next,
                None => {
                    let last = (1..usual).try_fold(*start, |node, _| tree.next(node).ok_or(node));
                    let last = last.unwrap_or_else(|last| last);
                    tree.page.node(last).end
                }
            };
            if *start < end {
                records.push(*start..end);
            }
        }
        ways.push(records);
    }
    ways
}

pub(crate) fn weigh(records: Vec<Range<NodeId>>, index: &AttributeIndex, domain: &Domain) -> Segmentation {
    let worth = records.iter().map(|record| record_worth(record, index, domain)).collect();
    let room = records.iter().map(|record| (record.end.index() - record.start.index()) as i64).sum();
    Segmentation { records, worth, room }
}

/// What a record must bring beyond its mandatory attributes, so that cutting finer is not better by itself.
const COST: i64 = 10;

/// What the attributes in a stretch say for its being a record: the weights of those that are there. Two different
/// values where a record has one speak against it, three more so. A stretch that violates a constraint is worth nothing.
pub(crate) fn record_worth(record: &Range<NodeId>, index: &AttributeIndex, domain: &Domain) -> i64 {
    let counts: Vec<usize> =
        (0..domain.attributes.len()).map(|attribute| index.distinct(attribute, record)).collect();
    if domain.required.iter().any(|group| group.iter().all(|attribute| counts[*attribute] == 0)) {
        return 0;
    }
    let mut worth = -COST;
    for (attribute, count) in domain.attributes.iter().zip(&counts) {
        let elements =
            matches!(attribute.kind, chaffinch_core::ColumnType::Url | chaffinch_core::ColumnType::Image);
        worth += match count {
            0 => 0,
            1 => attribute.weight,
            _ if attribute.many || elements => attribute.weight,
            2 => attribute.weight * 7 / 10,
            3 => attribute.weight * 3 / 10,
            _ if attribute.mandatory => -attribute.weight,
            _ => 0,
        };
    }
    worth
}
