//! How alike two blocks are: tree, shape and type distance (section 5.2).

use crate::see::SeenPage;
use crate::see::element::ElementKind;
use chaffinch_vision::BlockId;

/// Blocks are compared by the first blocks inside them, at most this many.
const LONGEST: usize = 32;
/// Left edges that differ by no more than this are the same, in pixels.
const SAME_EDGE: f32 = 4.0;

/// What a block is compared by.
#[derive(Debug, Clone, Default)]
pub struct Codes {
    /// The depths of the blocks inside, in preorder.
    tree: Vec<u8>,
    /// The left edges of its elements relative to its own, in pixels.
    shape: Vec<f32>,
    /// The kinds of its elements, runs of the same as one.
    kinds: Vec<ElementKind>,
}

impl Codes {
    /// For all blocks of a page.
    pub fn all(seen: &SeenPage<'_>) -> Vec<Codes> {
        seen.tree.ids().map(|id| Codes::new(seen, id)).collect()
    }

    fn new(seen: &SeenPage<'_>, block: BlockId) -> Codes {
        let mut codes = Codes::default();
        let left = seen.tree.block(block).rect.x;
        // The ends of the blocks around the current one.
        let mut open: Vec<BlockId> = Vec::new();
        let last = seen.tree.block(block).end.index().min(block.index() + LONGEST);
        for id in (block.index()..last).map(BlockId::from_index) {
            while open.last().is_some_and(|end| *end <= id) {
                open.pop();
            }
            codes.tree.push(open.len() as u8);
            open.push(seen.tree.block(id).end);
            if let Some(at) = seen.element_of(id) {
                codes.shape.push(seen.tree.block(id).rect.x - left);
                let kind = seen.elements[at].kind;
                if codes.kinds.last() != Some(&kind) {
                    codes.kinds.push(kind);
                }
            }
        }
        codes
    }

    /// The edit distance of the sub-trees, as a share of their size.
    pub fn tree_distance(&self, other: &Codes) -> f32 {
        distance(&self.tree, &other.tree, |a, b| a == b)
    }

    /// The distance of the shapes.
    pub fn shape_distance(&self, other: &Codes) -> f32 {
        distance(&self.shape, &other.shape, |a, b| (a - b).abs() <= SAME_EDGE)
    }

    /// The distance of the kinds of elements.
    pub fn type_distance(&self, other: &Codes) -> f32 {
        distance(&self.kinds, &other.kinds, |a, b| a == b)
    }
}

/// The edit distance of two sequences as a share of the longer one.
fn distance<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> f32 {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(!same(x, y));
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()] as f32 / a.len().max(b.len()).max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_shares_of_the_longer_one() {
        let same = |a: &char, b: &char| a == b;
        assert_eq!(distance(&['a', 'b', 'c', 'd'], &['a', 'c', 'd'], same), 0.25);
        assert_eq!(distance(&[], &[], same), 0.0);
        assert_eq!(distance(&['a'], &[], same), 1.0);
    }
}
