//! Step 3, construction: pieces become blocks, and blocks that are not coherent enough go round again.

use crate::amount::join_amounts;
use crate::extract::{Piece, extract};
use crate::facts::Facts;
use crate::separator::{Axis, Separator, separators};
use crate::settings::VisionSettings;
use crate::tree::{Block, BlockId, VisionTree};
use chaffinch_core::{NodeId, Page, Rect};
use std::collections::BTreeMap;

/// A pool is cut at most this many times, each time within a part of the last cut. What is left then become siblings. Only pages made to
/// cause trouble need more.
const MOST_CUTS: u8 = 24;

/// Makes the vision tree of a page.
pub(crate) fn construct(page: &Page, facts: &Facts, settings: &VisionSettings) -> Option<VisionTree> {
    let root = page.body();
    if !facts.is_valid(root) {
        return None;
    }
    let whole = Draft { rect: facts.of(root).seen, doc: 1, ..Draft::default() };
    let mut building = Building { page, facts, settings, joined: BTreeMap::new(), drafts: vec![whole] };
    let mut tasks = vec![Task { draft: 0, work: Work::Extract(root) }];
    while let Some(Task { draft, work }) = tasks.pop() {
        match work {
            Work::Extract(node) => building.extract(draft, node, &mut tasks),
            Work::Split(pool, cuts) => building.split(draft, pool, cuts, &mut tasks),
        }
    }
    Some(flatten(page, &building.drafts))
}

/// A block that is being made.
#[derive(Default)]
struct Draft {
    rect: Rect,
    doc: u8,
    separator: u8,
    children: Vec<usize>,
    /// The nodes of a leaf.
    nodes: Vec<NodeId>,
}

/// What is still to be done for a draft.
struct Task {
    draft: usize,
    work: Work,
}

enum Work {
    /// It is one node: find the pieces inside.
    Extract(NodeId),
    /// It is these pieces: part them. The number says how many times their pool has been cut.
    Split(Vec<Piece>, u8),
}

struct Building<'a> {
    page: &'a Page,
    facts: &'a Facts,
    settings: &'a VisionSettings,
    /// The nodes that a piece covers besides its own.
    joined: BTreeMap<NodeId, Vec<NodeId>>,
    drafts: Vec<Draft>,
}

impl Building<'_> {
    fn extract(&mut self, draft: usize, node: NodeId, tasks: &mut Vec<Task>) {
        let mut pool = extract(self.page, self.facts, self.settings, node);
        if self.settings.single_texts {
            pool = join_amounts(self.page, self.facts, pool, &mut self.joined);
        }
        match pool[..] {
            [] => self.drafts[draft].nodes.push(node),
            // A block with a single child is the child.
            [piece] => self.settle(draft, piece, tasks),
            _ => tasks.push(Task { draft, work: Work::Split(pool, 0) }),
        }
    }

    /// Makes a draft of one piece: a leaf, or a block for another round.
    fn settle(&mut self, draft: usize, piece: Piece, tasks: &mut Vec<Task>) {
        let VisionSettings { permitted_doc, single_texts, .. } = *self.settings;
        // At the finest level, texts of one font may still be several.
        let rest = self.joined.get(&piece.node);
        let several =
            permitted_doc >= 10 && single_texts && rest.is_none() && self.facts.of(piece.node).things > 1;
        let doc = if several { piece.doc.min(9) } else { piece.doc };
        let block = &mut self.drafts[draft];
        block.rect = piece.rect;
        block.doc = block.doc.max(doc);
        if doc >= permitted_doc.min(10) {
            block.nodes.push(piece.node);
            block.nodes.extend(rest.into_iter().flatten());
        } else {
            tasks.push(Task { draft, work: Work::Extract(piece.node) });
        }
    }

    /// Parts a pool at its heaviest separators. The paper merges from below, and merges across these last.
    fn split(&mut self, draft: usize, pool: Vec<Piece>, cuts: u8, tasks: &mut Vec<Task>) {
        let Parting { weight, doc, parts } = self.part(pool, cuts);
        if cuts > 0 {
            let doc = doc.max(self.drafts[draft].doc);
            self.drafts[draft].doc = doc;
            if doc >= self.settings.permitted_doc {
                let joined = &self.joined;
                let nodes = parts.into_iter().flatten().flat_map(|piece| {
                    std::iter::once(piece.node).chain(joined.get(&piece.node).into_iter().flatten().copied())
                });
                self.drafts[draft].nodes = nodes.collect();
                return;
            }
        }
        let doc = self.drafts[draft].doc;
        for (i, part) in parts.into_iter().enumerate() {
            let child = self.drafts.len();
            let rect = Rect::hull(part.iter().map(|piece| piece.rect)).unwrap_or_default();
            let separator = if i == 0 { 0 } else { weight };
            self.drafts.push(Draft { rect, doc, separator, ..Draft::default() });
            self.drafts[draft].children.push(child);
            match part[..] {
                [piece] => self.settle(child, piece, tasks),
                _ => tasks.push(Task { draft: child, work: Work::Split(part, cuts.saturating_add(1)) }),
            }
        }
    }

    /// Parts a pool of two pieces or more.
    fn part(&self, mut pool: Vec<Piece>, cuts: u8) -> Parting {
        let all_inline = pool.iter().all(|piece| self.facts.of(piece.node).inline);
        let find = |axis, pool: &mut [Piece]| separators(axis, pool, self.page, self.facts, self.settings);
        let highest = |found: &[Separator]| found.iter().map(|separator| separator.rank).max();
        if cuts < MOST_CUTS {
            let across = find(Axis::Across, &mut pool);
            let mut by_row = pool.clone();
            let down = find(Axis::Down, &mut by_row);
            // `None` is less than any rank. Of equal ranks rows come before columns.
            let (rank, found, pool) = match (highest(&down), highest(&across)) {
                (d, a) if d >= a => (d, down, by_row),
                (_, a) => (a, across, pool.clone()),
            };
            if let Some(rank) = rank {
                return cut(&pool, &found, rank);
            }
        }
        pool.sort_unstable_by_key(|piece| piece.node);
        let largest = (0..pool.len()).max_by(|a, b| pool[*a].rect.area().total_cmp(&pool[*b].rect.area()));
        match largest {
            // Something lies over the others, such as a cookie notice, and hides the separators between them.
            Some(largest) if pool.len() > 2 && !all_inline && cuts < MOST_CUTS => {
                let over = pool.remove(largest);
                let mut parts = vec![pool, vec![over]];
                parts.sort_by_key(|part| part[0].node);
                Parting { weight: 0, doc: 1, parts }
            }
            // Inline pieces that flow around each other.
            _ => Parting { weight: 0, doc: 9, parts: pool.into_iter().map(|piece| vec![piece]).collect() },
        }
    }
}

/// How a pool is parted.
struct Parting {
    /// The weight of the separators between the parts.
    weight: u8,
    /// How coherent the pool is as a whole.
    doc: u8,
    /// In reading order.
    parts: Vec<Vec<Piece>>,
}

/// Cuts a sorted pool at the separators of this rank.
fn cut(pool: &[Piece], found: &[Separator], rank: u8) -> Parting {
    let mut parts = Vec::new();
    let (mut start, mut weight) = (0, 0);
    for separator in found.iter().filter(|separator| separator.rank == rank) {
        parts.push(pool[start..separator.before].to_vec());
        start = separator.before;
        weight = weight.max(separator.weight);
    }
    parts.push(pool[start..].to_vec());
    // The heavier the heaviest separator inside, the less coherent the block.
    Parting { weight, doc: 9u8.saturating_sub(weight).max(1), parts }
}

/// Numbers the blocks in preorder and finds the node of each.
fn flatten(page: &Page, drafts: &[Draft]) -> VisionTree {
    let mut tree = VisionTree { blocks: Vec::with_capacity(drafts.len()), nodes: Vec::new() };
    let mut open: Vec<(usize, Option<BlockId>)> = vec![(0, None)];
    while let Some((draft, parent)) = open.pop() {
        let id = BlockId::from_index(tree.blocks.len());
        let Draft { rect, doc, separator, children, nodes } = &drafts[draft];
        let first = tree.nodes.len();
        tree.nodes.extend(nodes);
        tree.blocks.push(Block {
            rect: *rect,
            doc: *doc,
            parent,
            end: BlockId::from_index(id.index() + 1),
            node: None,
            separator: *separator,
            nodes: (first as u32, tree.nodes.len() as u32),
        });
        open.extend(children.iter().rev().map(|child| (*child, Some(id))));
    }
    for id in tree.ids().rev() {
        let Block { end, nodes, parent, .. } = *tree.block(id);
        if let Some(parent) = parent {
            let parent = &mut tree.blocks[parent.index()];
            parent.end = parent.end.max(end);
            parent.nodes.1 = parent.nodes.1.max(nodes.1);
        }
    }
    find_nodes(page, &mut tree);
    tree
}

/// Finds for each block the lowest node whose visible content is just this block.
fn find_nodes(page: &Page, tree: &mut VisionTree) {
    // For each node of the page how many nodes before it are covered by leaves.
    let mut before = vec![0u32; page.len() + 1];
    tree.nodes.iter().for_each(|node| before[node.index() + 1] += 1);
    for i in 0..page.len() {
        before[i + 1] += before[i];
    }
    // The first and last covered node of each block, from the leaves up.
    let mut extremes: Vec<Option<(NodeId, NodeId)>> = vec![None; tree.blocks.len()];
    for id in tree.ids().rev() {
        if tree.is_leaf(id) {
            let nodes = tree.nodes(id);
            extremes[id.index()] = nodes.iter().copied().min().zip(nodes.iter().copied().max());
        }
        let Some((first, last)) = extremes[id.index()] else { continue };
        let around =
            std::iter::once(first).chain(page.ancestors(first)).find(|node| page.contains(*node, last));
        let inside = |node: &NodeId| before[page.node(*node).end.index()] - before[node.index()];
        let covered = tree.nodes(id).len() as u32;
        tree.blocks[id.index()].node = around.filter(|node| inside(node) == covered);
        if let Some(parent) = tree.block(id).parent {
            let whole = &mut extremes[parent.index()];
            *whole = Some(whole.map_or((first, last), |(a, b)| (a.min(first), b.max(last))));
        }
    }
}
