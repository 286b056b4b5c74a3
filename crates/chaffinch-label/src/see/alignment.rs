//! The global features of section 5.3: neighbouring blocks are laid over one another by partial tree alignment. Where the
//! corresponding elements of all blocks say the same, such as `Add to cart`, they are noise; where they differ, they may be values.

use super::element::Element;
use chaffinch_core::TextSet;
use chaffinch_trees::{LabelTree, partial_tree_alignment};
use chaffinch_vision::{BlockId, VisionTree};
use rustc_hash::FxHashMap;

/// Blocks with more blocks inside than this are not aligned.
const LARGEST: usize = 64;
/// The first children of a block that are aligned.
const MOST: usize = 256;
/// The most pairs of inner blocks that are compared when two blocks are aligned, and the most rounds of alignment.
const BUDGET: usize = LARGEST * LARGEST;
const ROUNDS: usize = 2;

/// What the corresponding elements of neighbouring blocks say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aligned {
    /// There are none.
    Alone,
    /// Mostly the same.
    Same,
    /// Mostly something else.
    Different,
}

impl Aligned {
    /// Its name in features.
    pub fn name(self) -> &'static str {
        match self {
            Aligned::Alone => "alone",
            Aligned::Same => "same",
            Aligned::Different => "different",
        }
    }
}

/// For each element what those that correspond to it say, in the largest blocks around it that can be aligned.
pub fn aligned(tree: &VisionTree, elements: &[Element<'_>], element_of: &[Option<usize>]) -> Vec<Aligned> {
    let mut aligned = vec![Aligned::Alone; elements.len()];
    for parent in tree.ids() {
        let size = |id: BlockId| tree.block(id).end.index() - id.index();
        let children: Vec<BlockId> =
            tree.children(parent).filter(|id| (2..=LARGEST).contains(&size(*id))).take(MOST).collect();
        if children.len() < 2 {
            continue;
        }
        let trees: Vec<LabelTree> =
            children.iter().map(|id| label_tree(tree, *id, elements, element_of)).collect();
        let places = partial_tree_alignment(&trees, BUDGET, ROUNDS).places;
        // By node of the seed tree, the elements that were aligned with it.
        let mut corresponding: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut all = 0;
        for (child, places) in children.iter().zip(&places) {
            for (offset, place) in places.iter().enumerate() {
                let Some(at) = element_of[child.index() + offset] else { continue };
                all += 1;
                if let Some(place) = place {
                    corresponding.entry(*place).or_default().push(at);
                }
            }
        }
        corresponding.retain(|_, elements| elements.len() > 1);
        // Blocks in which most elements correspond to no other have nothing in common.
        if 2 * corresponding.values().map(Vec::len).sum::<usize>() < all {
            continue;
        }
        for together in corresponding.values() {
            let texts: TextSet<&str> =
                together.iter().map(|at| elements[*at].image.unwrap_or(&elements[*at].text)).collect();
            let say = if 2 * texts.len() > together.len() { Aligned::Different } else { Aligned::Same };
            for at in together {
                if aligned[*at] == Aligned::Alone {
                    aligned[*at] = say;
                }
            }
        }
    }
    aligned
}

/// The blocks inside a block as a tree: leaves are told apart by their kind, inner blocks are all the same.
fn label_tree(
    tree: &VisionTree,
    block: BlockId,
    elements: &[Element<'_>],
    element_of: &[Option<usize>],
) -> LabelTree {
    let mut labels = LabelTree::new();
    let mut open: Vec<(usize, BlockId)> = Vec::new();
    for id in (block.index()..tree.block(block).end.index()).map(BlockId::from_index) {
        while let Some((node, _)) = open.pop_if(|(_, end)| *end <= id) {
            labels.close(node);
        }
        let label = element_of[id.index()].map_or(0, |at| 1 + elements[at].kind as u32);
        open.push((labels.open(label), tree.block(id).end));
    }
    while let Some((node, _)) = open.pop() {
        labels.close(node);
    }
    labels
}
