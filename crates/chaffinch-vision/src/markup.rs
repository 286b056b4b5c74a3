//! What the markup adds to separators. The gaps between records are often no wider than those inside, and then only the markup tells
//! them apart.

use crate::extract::Piece;
use crate::facts::Facts;
use crate::separator::Separator;
use chaffinch_core::{NodeId, Page};

/// How many levels of markup, from the top of the pool down, make a difference.
const LEVELS: u32 = 3;
/// The most gain for a level that makes a difference: it outweighs everything else.
const MOST_GAIN: u8 = 20;

/// Raises the rank of separators that cut through little markup.
///
/// A separator cuts through the nodes that have pieces on both of its sides. If the lowest of them is the lowest node around the whole
/// pool, the separator gains most: `gain` for each of three levels. For each level that it cuts deeper it gains one level less.
pub(crate) fn rank(found: &mut [Separator], pool: &[Piece], gain: u8, page: &Page, facts: &Facts) {
    if gain == 0 || found.is_empty() {
        return;
    }
    let nodes = || pool.iter().map(|piece| piece.node);
    let top =
        nodes().min().zip(nodes().max()).map_or(0, |(first, last)| common_depth(page, facts, first, last));
    let depths = depths_cut(found, pool, page, facts);
    for (separator, depth) in found.iter_mut().zip(depths) {
        let levels = LEVELS.saturating_sub(depth.saturating_sub(top));
        separator.rank = separator.weight + gain.min(MOST_GAIN) * levels as u8;
    }
}

/// For each separator, how deep the lowest node is that it cuts through.
///
/// Among the pairs of pieces with the lowest common node, one on each side, there is always a pair that follow each other in the document. So
/// it is enough to go through such pairs, deepest first, and give their depth to all separators between the two that have none yet.
fn depths_cut(found: &[Separator], pool: &[Piece], page: &Page, facts: &Facts) -> Vec<u32> {
    // The pieces in document order, with the number of separators before each.
    let mut pieces: Vec<(NodeId, usize)> = Vec::with_capacity(pool.len());
    let mut passed = 0;
    for (i, piece) in pool.iter().enumerate() {
        passed += usize::from(found.get(passed).is_some_and(|separator| separator.before == i));
        pieces.push((piece.node, passed));
    }
    pieces.sort_unstable();
    let mut pairs: Vec<(u32, usize, usize)> = pieces
        .windows(2)
        .filter(|pair| pair[0].1 != pair[1].1)
        .map(|pair| {
            let (a, b) = (pair[0], pair[1]);
            (common_depth(page, facts, a.0, b.0), a.1.min(b.1), a.1.max(b.1))
        })
        .collect();
    pairs.sort_unstable_by(|a, b| b.cmp(a));
    let mut depths = vec![0; found.len()];
    // For each separator one that is nearer to the next without a depth; itself if it has none.
    let mut next: Vec<usize> = (0..=found.len()).collect();
    for (depth, start, end) in pairs {
        let mut at = free_from(&mut next, start);
        while at < end {
            depths[at] = depth;
            next[at] = at + 1;
            at = free_from(&mut next, at);
        }
    }
    depths
}

/// The first separator from `at` on that has no depth yet. Shortens the way there for later calls.
fn free_from(next: &mut [usize], mut at: usize) -> usize {
    while next[at] != at {
        next[at] = next[next[at]];
        at = next[at];
    }
    at
}

/// The depth of the lowest node that contains both nodes. It is looked for in the first 64 nodes around `a`.
fn common_depth(page: &Page, facts: &Facts, a: NodeId, b: NodeId) -> u32 {
    const FAR: usize = 64;
    let common = page.ancestors(a).take(FAR).find(|ancestor| page.contains(*ancestor, b));
    common.map_or(0, |common| facts.of(common).depth)
}
