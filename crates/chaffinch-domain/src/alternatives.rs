//! Segmentations of a page into records, each with what speaks for it.
//!
//! Records stand around mandatory nodes. Their ancestors with one tag path are one way to cut the page into records; the
//! stretches of siblings that begin at such ancestors, or some siblings before them, are others. The domain's weights say
//! what each record is worth, and the rules choose.

use crate::attributes::{AttributeIndex, FoundAttribute};
use crate::domain::Domain;
use crate::settings::DomainSettings;
use crate::sieve::Sieve;
use crate::tree::Tree;
use chaffinch_core::NodeId;
use chaffinch_trees::{Label, PathId};
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

/// Segmentations of a page that are weighed.
const MOST: usize = 400;
/// Segmentations among which the rules choose.
const BEST: usize = 24;
/// Classes that are told apart among nodes with one tag path.
const MOST_CLASSES: usize = 8;
/// How far records may begin before the node that holds their mandatory attribute.
const LONGEST_SHIFT: usize = 12;

/// The segmentations of a page that have enough records, those that are worth most first.
pub fn segmentations(
    tree: &Tree,
    attributes: &[FoundAttribute],
    domain: &Domain,
    settings: &DomainSettings,
) -> Vec<Segmentation> {
    let index = AttributeIndex::new(attributes, domain);
    let sieve = Sieve::new(tree, &index, domain);
    let mut seen: FxHashSet<Vec<Range<NodeId>>> = FxHashSet::default();
    let mut found = Vec::new();
    for (number, _) in domain.attributes.iter().enumerate().filter(|(_, attribute)| attribute.mandatory) {
        for roots in groups(tree, index.nodes(number)) {
            let mut ways =
                vec![roots.iter().map(|root| *root..tree.page.node(*root).end).collect::<Vec<_>>()];
            ways.extend(stretches(tree, &roots));
            for records in ways {
                let records = sieve.without_repetitions(sieve.without_strangers(records));
                if records.len() >= settings.min_more_records
                    && seen.insert(records.clone())
                    && found.len() < MOST
                {
                    found.push(weigh(tree, records, &index, domain));
                }
            }
        }
    }
    found.sort_by_key(|segmentation: &Segmentation| {
        std::cmp::Reverse((segmentation.worth.iter().sum::<i64>(), segmentation.room))
    });
    found.truncate(BEST);
    found
}

/// The nodes around the pivots that could be records: for every tag path above a pivot, and every class among the
/// nodes with that path, the nodes that hold a pivot.
fn groups(tree: &Tree, pivots: &[NodeId]) -> Vec<Vec<NodeId>> {
    let body = tree.page.body();
    let mut by_path: Vec<(PathId, Vec<NodeId>)> = Vec::new();
    let mut places: FxHashMap<PathId, usize> = FxHashMap::default();
    for pivot in pivots {
        // A text may itself be where a record begins, between links and line breaks.
        let mut at = Some(*pivot);
        while let Some(node) = at.filter(|node| *node != body) {
            let path = tree.path(node);
            let place = *places.entry(path).or_insert_with(|| {
                by_path.push((path, Vec::new()));
                by_path.len() - 1
            });
            let group = &mut by_path[place].1;
            // Pivots come in document order: whoever is above was added with the one before.
            if group.last() == Some(&node) {
                break;
            }
            if tree.shows[node.index()] {
                group.push(node);
            }
            at = tree.page.node(node).parent;
        }
    }
    let class = |node: &NodeId| tree.page.attribute(*node, "class").unwrap_or_default().trim();
    let mut groups: Vec<Vec<NodeId>> = Vec::new();
    for nodes in by_kind(tree, pivots) {
        groups.extend(partition(&nodes, class));
    }
    for (_, nodes) in by_path.into_iter().filter(|(_, nodes)| nodes.len() > 1) {
        groups.extend(partition(&nodes, class));
        groups.extend(related(tree, &nodes));
    }
    groups
}

/// Nodes around the pivots that are of one kind wherever they stand, at whatever depth: lists that a page cuts into several,
/// or of which it wraps a part. Of one kind are nodes with one tag in parents and grandparents with one tag, nodes with one
/// tag and class, and items of lists. Only where none lies in another.
fn by_kind<'p>(tree: &Tree<'_, 'p>, pivots: &[NodeId]) -> Vec<Vec<NodeId>> {
    let body = tree.page.body();
    let mut kinds: Vec<(bool, Vec<NodeId>)> = Vec::new();
    let mut places: FxHashMap<Kind<'p>, usize> = FxHashMap::default();
    let mut add = |kind: Kind<'p>, node: NodeId| {
        let place = *places.entry(kind).or_insert_with(|| {
            kinds.push((false, Vec::new()));
            kinds.len() - 1
        });
        let (nested, nodes) = &mut kinds[place];
        match nodes.last() {
            Some(last) if *last == node => {}
            Some(last) if tree.page.contains(*last, node) || tree.page.contains(node, *last) => {
                *nested = true;
            }
            _ => nodes.push(node),
        }
    };
    for pivot in pivots {
        let line: Vec<NodeId> = tree.page.ancestors(*pivot).take_while(|node| *node != body).collect();
        for three in line.windows(3) {
            add(Kind::Tags([0, 1, 2].map(|at| tree.tag(three[at]))), three[0]);
        }
        for node in line {
            let class = tree.page.attribute(node, "class").unwrap_or_default().trim();
            if !class.is_empty() {
                add(Kind::Class(tree.tag(node), class), node);
            }
            if tree.page.is(node, "li") || tree.page.is(node, "tr") || tree.page.is(node, "article") {
                add(Kind::Item(tree.tag(node)), node);
            }
        }
    }
    let flat = kinds.into_iter().filter(|(nested, nodes)| !nested && nodes.len() > 1);
    flat.map(|(_, nodes)| nodes).collect()
}

/// What nodes may have in common wherever they stand.
#[derive(PartialEq, Eq, Hash)]
enum Kind<'p> {
    Tags([Label; 3]),
    Class(Label, &'p str),
    Item(Label),
}

/// The nodes by what `key` says of them, at most a few groups.
fn partition<K: PartialEq>(nodes: &[NodeId], key: impl Fn(&NodeId) -> K) -> Vec<Vec<NodeId>> {
    let mut parts: Vec<(K, Vec<NodeId>)> = Vec::new();
    for node in nodes {
        let key = key(node);
        match parts.iter().position(|(known, _)| *known == key) {
            Some(place) => parts[place].1.push(*node),
            None if parts.len() < MOST_CLASSES => parts.push((key, vec![*node])),
            None => {}
        }
    }
    parts.into_iter().map(|(_, part)| part).filter(|part| part.len() > 1).collect()
}

/// Nodes with one tag path that belong together: children of one parent, and those whose own class and whose parent's are
/// the same. Cards of products and entries of a menu may have one path; they do not belong together.
fn related(tree: &Tree, nodes: &[NodeId]) -> Vec<Vec<NodeId>> {
    let class = |node: Option<NodeId>| {
        node.and_then(|node| tree.page.attribute(node, "class")).unwrap_or_default().trim()
    };
    let mut of_parent: FxHashMap<Option<NodeId>, usize> = FxHashMap::default();
    let mut of_classes: FxHashMap<(&str, &str), usize> = FxHashMap::default();
    let mut set: Vec<usize> = Vec::new();
    fn top(set: &mut [usize], mut at: usize) -> usize {
        while set[at] != at {
            set[at] = set[set[at]];
            at = set[at];
        }
        at
    }
    for (number, node) in nodes.iter().enumerate() {
        set.push(number);
        let parent = tree.page.node(*node).parent;
        let relatives = [
            *of_parent.entry(parent).or_insert(number),
            *of_classes.entry((class(Some(*node)), class(parent))).or_insert(number),
        ];
        for relative in relatives {
            let (a, b) = (top(&mut set, number), top(&mut set, relative));
            set[a.max(b)] = a.min(b);
        }
    }
    let mut families: FxHashMap<usize, Vec<NodeId>> = FxHashMap::default();
    for (number, node) in nodes.iter().enumerate() {
        families.entry(top(&mut set, number)).or_default().push(*node);
    }
    let mut families: Vec<Vec<NodeId>> = families.into_values().filter(|family| family.len() > 1).collect();
    families.sort_unstable();
    families
}

/// Records that are stretches of siblings: from one root to before the next, or shifted to begin before it. Where rules are drawn
/// between most roots, no record goes beyond one.
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
    // What looks like a root is another record, even if it holds no pivot.
    let look = |node: NodeId| (tree.tag(node), tree.page.classes(node).next().unwrap_or_default());
    let looks: FxHashSet<(Label, &str)> = roots.iter().map(|root| look(*root)).collect();
    let known: FxHashSet<NodeId> = roots.iter().copied().collect();
    let ruled =
        roots.windows(2).filter(|pair| has_rule(tree, pair[0], pair[1])).count() * 10 >= roots.len() * 6;
    let is_cut = |before: NodeId, after: NodeId| ruled && has_rule(tree, before, after);
    let mut ways = Vec::new();
    for shift in 0..shortest.clamp(1, LONGEST_SHIFT) {
        let previous = |at: NodeId| tree.previous(at).filter(|before| !is_cut(*before, at));
        let starts: Vec<NodeId> =
            roots.iter().filter_map(|root| (0..shift).try_fold(*root, |at, _| previous(at))).collect();
        let tags: FxHashSet<Label> = starts.iter().map(|start| tree.tag(*start)).collect();
        // What begins with different elements was cut in the wrong place.
        if starts.len() < roots.len() && shift > 0 && starts.len() + 1 < roots.len() || tags.len() > 2 {
            continue;
        }
        let mut records = Vec::new();
        for (at, start) in starts.iter().enumerate() {
            let parent = tree.page.node(*start).parent;
            let next = starts.get(at + 1).filter(|next| tree.page.node(**next).parent == parent);
            let mut last = *start;
            let mut length = 1;
            while let Some(following) = tree.next(last) {
                let is_next = Some(&following) == next || (next.is_none() && length >= usual);
                let another = usual == 1
                    && length > shift
                    && looks.contains(&look(following))
                    && !known.contains(&following);
                if is_next || another || is_cut(last, following) {
                    break;
                }
                last = following;
                length += 1;
            }
            let end = tree.page.node(last).end;
            if *start < end {
                records.push(*start..end);
            }
        }
        ways.push(records);
    }
    ways
}

/// Whether a rule, `<hr>`, is drawn between two siblings.
fn has_rule(tree: &Tree, before: NodeId, after: NodeId) -> bool {
    let parent = tree.page.node(before).parent;
    if parent != tree.page.node(after).parent {
        return false;
    }
    let mut at = tree.page.node(before).end;
    while at < after {
        if tree.page.is(at, "hr") {
            return true;
        }
        at = tree.page.node(at).end;
    }
    false
}

pub(crate) fn weigh(
    tree: &Tree,
    records: Vec<Range<NodeId>>,
    index: &AttributeIndex,
    domain: &Domain,
) -> Segmentation {
    let parts = parts_of_records(tree, &records);
    let worth = records.iter().zip(parts).map(|(record, part)| {
        let worth = record_worth(record, index, domain);
        let several = tree.page.node(record.start).end < record.end;
        let worth = if several { worth * STRETCH / 100 } else { worth };
        if part { 0 } else { worth }
    });
    let worth = worth.collect();
    let room = records.iter().map(|record| (record.end.index() - record.start.index()) as i64).sum();
    Segmentation { records, worth, room }
}

/// What a record of several nodes is worth in percent of one that is a single node: lists are seldom written so.
const STRETCH: i64 = 94;

/// Which stretches are likely to be parts of records: where each of several parents holds one stretch of the commonest
/// class, the others beside it belong to the same record.
fn parts_of_records(tree: &Tree, records: &[Range<NodeId>]) -> Vec<bool> {
    let class =
        |record: &Range<NodeId>| tree.page.attribute(record.start, "class").unwrap_or_default().trim();
    let parent = |record: &Range<NodeId>| tree.page.node(record.start).parent;
    let mut classes: FxHashMap<&str, usize> = FxHashMap::default();
    let mut parents: FxHashSet<Option<NodeId>> = FxHashSet::default();
    for record in records {
        *classes.entry(class(record)).or_default() += 1;
        parents.insert(parent(record));
    }
    let commonest = classes.iter().max_by_key(|(class, count)| (**count, **class));
    let Some((commonest, count)) = commonest.map(|(class, count)| (*class, *count)) else {
        return Vec::new();
    };
    let one_each = parents.len() >= 3 && count * 10 <= parents.len() * 11 && count < records.len();
    records.iter().map(|record| one_each && class(record) != commonest).collect()
}

/// What the attributes in a stretch say for its being a record: the weights of those that are there, less what a record
/// costs. Finer cuts make more records and wider ones fuller records; the cost, half of what the mandatory attributes weigh,
/// keeps parts of records from being worth as much as the whole. A stretch that violates a constraint is worth nothing.
pub(crate) fn record_worth(record: &Range<NodeId>, index: &AttributeIndex, domain: &Domain) -> i64 {
    if !satisfies(record, index, domain) {
        return 0;
    }
    let held = domain.attributes.iter().enumerate().filter(|(number, _)| index.holds(*number, record));
    held.map(|(_, attribute)| attribute.weight).sum::<i64>() - cost(domain)
}

/// Whether a stretch has what every record needs, and nothing that forbids one.
pub(crate) fn satisfies(record: &Range<NodeId>, index: &AttributeIndex, domain: &Domain) -> bool {
    let holds = |attribute: &usize| index.holds(*attribute, record);
    domain.required.iter().all(|group| group.iter().any(holds)) && !domain.forbidden.iter().any(holds)
}

fn cost(domain: &Domain) -> i64 {
    domain
        .attributes
        .iter()
        .filter(|attribute| attribute.mandatory)
        .map(|attribute| attribute.weight)
        .sum::<i64>()
        / 2
}
