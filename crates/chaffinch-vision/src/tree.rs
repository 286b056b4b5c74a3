use crate::construct::construct;
use crate::facts::Facts;
use crate::settings::VisionSettings;
use chaffinch_core::{NodeId, Page, Rect};

/// A page as nested blocks. Blocks are numbered in preorder; every inner block has at least two children.
#[derive(Debug, Clone, PartialEq)]
pub struct VisionTree {
    pub(crate) blocks: Vec<Block>,
    /// The nodes that leaves cover, in reading order.
    pub(crate) nodes: Vec<NodeId>,
}

/// The number of a block: its position in preorder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(u32);

impl BlockId {
    /// The whole page.
    pub const ROOT: BlockId = BlockId(0);

    /// The block at `index`.
    pub fn from_index(index: usize) -> BlockId {
        BlockId(index as u32)
    }

    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A part of the page that a reader sees as one.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Where it is.
    pub rect: Rect,
    /// Its degree of coherence, from 1 to 10; never below its parent's.
    pub doc: u8,
    /// The block it is a part of; the root has none.
    pub parent: Option<BlockId>,
    /// One past the last block inside it.
    pub end: BlockId,
    /// The lowest node of the page whose visible content is just this block, if there is one. For a leaf that covers one node it is that
    /// node: the element or text that the leaf shows.
    pub node: Option<NodeId>,
    /// The weight of the separator between it and the sibling before it; 0 if there is none.
    pub separator: u8,
    /// From where to where the nodes that it covers are in the tree's.
    pub(crate) nodes: (u32, u32),
}

impl VisionTree {
    /// The vision tree of a page; `None` if the page has no layout or nothing on it can be seen.
    pub fn new(page: &Page, settings: &VisionSettings) -> Option<VisionTree> {
        let layout = page.layout()?;
        let facts = Facts::new(page, layout, settings);
        construct(page, &facts, settings)
    }

    /// How many blocks there are; at least one.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// The block.
    ///
    /// # Panics
    /// Panics if there is no such block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// All blocks in preorder.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        (0..self.blocks.len()).map(BlockId::from_index)
    }

    /// The children of `id`, in reading order.
    pub fn children(&self, id: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        let end = self.block(id).end;
        let first = (!self.is_leaf(id)).then_some(BlockId(id.0 + 1));
        std::iter::successors(first, move |child| Some(self.block(*child).end).filter(|next| *next < end))
    }

    /// Whether `id` has nothing inside.
    pub fn is_leaf(&self, id: BlockId) -> bool {
        self.block(id).end.0 == id.0 + 1
    }

    /// The leaves of `id`, in reading order; itself if it is one.
    pub fn leaves(&self, id: BlockId) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
        (id.0..self.block(id).end.0).map(BlockId).filter(|inner| self.is_leaf(*inner))
    }

    /// The nodes that `id` covers, in reading order: those that its leaves show. None contains another.
    pub fn nodes(&self, id: BlockId) -> &[NodeId] {
        let (start, end) = self.block(id).nodes;
        &self.nodes[start as usize..end as usize]
    }
}
