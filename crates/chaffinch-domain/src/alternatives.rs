//! Possible segmentations of a page into records, each with what speaks for it.
//!
//! Every record holds a mandatory node. The ancestors of these nodes that share a tag path are one way to cut the page into
//! records; the stretches of siblings that begin at such ancestors, or a few siblings before them, are others. The domain's
//! weights say what each record is worth, and the rules choose.

use crate::settings::DomainSettings;
use crate::sieve::Sieve;
use crate::tree::Tree;
use chaffinch_core::{NodeId, TextMap, TextSet};
use chaffinch_trees::{Label, PathId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// A way to cut a part of the page into records.
#[derive(Debug, Clone)]
pub(crate) struct Segmentation {
    /// The records: stretches of siblings with everything below them.
    pub records: Vec<Range<NodeId>>,
    /// What speaks for each record, in the domain's weights.
    pub worth: Vec<i64>,
    /// How many nodes the records cover.
    pub covered: i64,
}

// The following limits only bound the work on large pages.
/// Most segmentations that are weighed on a page.
const MOST: usize = 400;
/// Most segmentations among which the rules choose.
const BEST: usize = 24;
/// Most classes that are told apart among nodes with one tag path.
const MOST_CLASSES: usize = 8;
/// Most siblings by which a record may begin before the node that holds its mandatory attribute.
const LONGEST_SHIFT: usize = 12;

/// The segmentations of a page that have enough records, those that are worth most first.
pub(crate) fn segmentations(sieve: &Sieve, settings: &DomainSettings) -> Vec<Segmentation> {
    let evidence = &sieve.evidence;
    let tree = evidence.tree;
    let mut seen: FxHashSet<Vec<Range<NodeId>>> = FxHashSet::default();
    let mut found = Vec::new();
    for (kind, _) in evidence.domain.kinds().filter(|(_, attribute)| attribute.mandatory) {
        for roots in groups(tree, evidence.index.nodes(kind)) {
            let mut ways =
                vec![roots.iter().map(|root| *root..tree.page.node(*root).end).collect::<Vec<_>>()];
            ways.extend(stretches(tree, &roots));
            for records in ways {
                let records = sieve.without_repetitions(sieve.without_strangers(records));
                if records.len() >= settings.min_more_records
                    && seen.insert(records.clone())
                    && found.len() < MOST
                {
                    found.push(evidence.weigh(records));
                }
            }
        }
    }
    found.sort_by_key(|segmentation: &Segmentation| {
        std::cmp::Reverse((segmentation.worth.iter().sum::<i64>(), segmentation.covered))
    });
    found.truncate(BEST);
    found
}

/// Groups of nodes that could be the records around the mandatory nodes, here called pivots: for every tag path above a pivot,
/// and every class among the nodes with that path, the nodes that hold a pivot.
fn groups(tree: &Tree, pivots: &[NodeId]) -> Vec<Vec<NodeId>> {
    let body = tree.page.body();
    let mut by_path: Vec<Vec<NodeId>> = Vec::new();
    let mut group_of: FxHashMap<PathId, usize> = FxHashMap::default();
    for pivot in pivots {
        // A record may begin with a bare text, between links and line breaks, so the pivot itself is tried too.
        let mut at = Some(*pivot);
        while let Some(node) = at.filter(|node| *node != body) {
            let path = tree.path(node);
            let at_group = *group_of.entry(path).or_insert_with(|| {
                by_path.push(Vec::new());
                by_path.len() - 1
            });
            let group = &mut by_path[at_group];
            // Pivots come in document order: if the pivot before has added this node, it has added all above it too.
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
    for nodes in by_look(tree, pivots) {
        groups.extend(partition(&nodes, class));
    }
    for nodes in by_path.into_iter().filter(|nodes| nodes.len() > 1) {
        groups.extend(partition(&nodes, class));
        groups.extend(related(tree, &nodes));
    }
    groups
}

/// Nodes around the pivots that look alike wherever they stand, at whatever depth: for lists that a page cuts into several,
/// or wraps in part. Nodes look alike if they, their parents and their grandparents have the same tags, if they have the same
/// tag and class, or if they are items of lists. Groups in which one node lies in another are left out.
fn by_look<'p>(tree: &Tree<'_, 'p>, pivots: &[NodeId]) -> Vec<Vec<NodeId>> {
    let body = tree.page.body();
    let mut groups: Vec<(bool, Vec<NodeId>)> = Vec::new();
    let mut group_of: TextMap<Look<'p>, usize> = TextMap::default();
    let mut add = |look: Look<'p>, node: NodeId| {
        let at = *group_of.entry(look).or_insert_with(|| {
            groups.push((false, Vec::new()));
            groups.len() - 1
        });
        let (nested, nodes) = &mut groups[at];
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
            add(Look::Tags([0, 1, 2].map(|at| tree.tag(three[at]))), three[0]);
        }
        for node in line {
            let class = tree.page.attribute(node, "class").unwrap_or_default().trim();
            if !class.is_empty() {
                add(Look::Class(tree.tag(node), class), node);
            }
            if tree.page.is(node, "li") || tree.page.is(node, "tr") || tree.page.is(node, "article") {
                add(Look::Item(tree.tag(node)), node);
            }
        }
    }
    let flat = groups.into_iter().filter(|(nested, nodes)| !nested && nodes.len() > 1);
    flat.map(|(_, nodes)| nodes).collect()
}

/// What nodes may have in common wherever they stand.
#[derive(PartialEq, Eq, Hash)]
enum Look<'p> {
    /// The tags of the node, its parent and its grandparent.
    Tags([Label; 3]),
    /// Tag and class.
    Class(Label, &'p str),
    /// The tag of a list item, table row or article.
    Item(Label),
}

/// The nodes grouped by `key`: only groups of at least two nodes, of the first few keys.
fn partition<K: PartialEq>(nodes: &[NodeId], key: impl Fn(&NodeId) -> K) -> Vec<Vec<NodeId>> {
    let mut parts: Vec<(K, Vec<NodeId>)> = Vec::new();
    for node in nodes {
        let key = key(node);
        match parts.iter().position(|(known, _)| *known == key) {
            Some(at) => parts[at].1.push(*node),
            None if parts.len() < MOST_CLASSES => parts.push((key, vec![*node])),
            None => {}
        }
    }
    parts.into_iter().map(|(_, part)| part).filter(|part| part.len() > 1).collect()
}

/// Nodes with one tag path that belong together: children of one parent, and nodes with the same class in parents of the same
/// class. Product cards and menu entries may share a tag path and still not belong together.
fn related(tree: &Tree, nodes: &[NodeId]) -> Vec<Vec<NodeId>> {
    let class = |node: Option<NodeId>| {
        node.and_then(|node| tree.page.attribute(node, "class")).unwrap_or_default().trim()
    };
    let mut of_parent: FxHashMap<Option<NodeId>, usize> = FxHashMap::default();
    let mut of_classes: TextMap<(&str, &str), usize> = TextMap::default();
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

/// Records that are stretches of siblings: each from one root up to the next, or shifted to begin some siblings before its root.
/// If an `<hr>` separates most roots, no record goes beyond one.
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
    // A sibling that looks like a root begins another record, even if it holds no pivot.
    let look = |node: NodeId| (tree.tag(node), tree.page.classes(node).next().unwrap_or_default());
    let looks: TextSet<(Label, &str)> = roots.iter().map(|root| look(*root)).collect();
    let known: FxHashSet<NodeId> = roots.iter().copied().collect();
    let separated =
        roots.windows(2).filter(|pair| has_rule(tree, pair[0], pair[1])).count() * 10 >= roots.len() * 6;
    let is_cut = |before: NodeId, after: NodeId| separated && has_rule(tree, before, after);
    let mut ways = Vec::new();
    for shift in 0..shortest.clamp(1, LONGEST_SHIFT) {
        let previous = |at: NodeId| tree.previous(at).filter(|before| !is_cut(*before, at));
        let starts: Vec<NodeId> =
            roots.iter().filter_map(|root| (0..shift).try_fold(*root, |at, _| previous(at))).collect();
        let tags: FxHashSet<Label> = starts.iter().map(|start| tree.tag(*start)).collect();
        // Records that begin with many different tags were cut in the wrong place.
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

/// Whether an `<hr>` stands between two siblings.
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
