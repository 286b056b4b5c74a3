//! The global features of section 5.3: neighbouring blocks are laid over one another by partial tree alignment. An element whose fellows in
//! the other blocks say the same is noise, such as `Add to cart`; one whose fellows say something else may be a value.

use crate::element::Element;
use chaffinch_trees::{LabelTree, partial_tree_alignment};
use chaffinch_vision::{BlockId, VisionTree};
use rustc_hash::{FxHashMap, FxHashSet};

/// Blocks of more blocks than this are not aligned, nor more than so many of one parent.
const LARGEST: usize = 64;
const MOST: usize = 256;
/// Pairs of blocks that may be compared for two blocks, and rounds of growing.
const BUDGET: usize = LARGEST * LARGEST;
const ROUNDS: usize = 2;

/// What the fellows of an element say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aligned {
    /// It has none.
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

/// For each element what its fellows in the largest blocks that can be aligned say.
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
        // The elements that lie on one node of the seed.
        let mut fellows: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut all = 0;
        for (child, places) in children.iter().zip(&places) {
            for (offset, place) in places.iter().enumerate() {
                let Some(at) = element_of[child.index() + offset] else { continue };
                all += 1;
                if let Some(place) = place {
                    fellows.entry(*place).or_default().push(at);
                }
            }
        }
        fellows.retain(|_, elements| elements.len() > 1);
        // Blocks most of whose elements have no fellows have nothing in common.
        if 2 * fellows.values().map(Vec::len).sum::<usize>() < all {
            continue;
        }
        for fellows in fellows.values() {
            let said: FxHashSet<&str> =
                fellows.iter().map(|at| elements[*at].image.unwrap_or(&elements[*at].text)).collect();
            let say = if 2 * said.len() > fellows.len() { Aligned::Different } else { Aligned::Same };
            for at in fellows.iter().filter(|at| aligned[**at] == Aligned::Alone).copied().collect::<Vec<_>>()
            {
                aligned[at] = say;
            }
        }
    }
    aligned
}

/// The blocks inside one: leaves by their kind, inner blocks alike.
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
