//! Ordered trees of labels.

use std::ops::Range;

/// An ordered tree whose nodes have labels. A node's number is its position in document order, and the tree knows the size of each
/// subtree. Equal subtrees have equal slices of labels and sizes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct LabelTree {
    labels: Vec<u32>,
    sizes: Vec<u32>,
}

impl LabelTree {
    /// An empty tree.
    pub fn new() -> LabelTree {
        LabelTree::default()
    }

    /// Adds a node after all others; nodes added before [`LabelTree::close`] are below it.
    pub fn open(&mut self, label: u32) -> usize {
        self.labels.push(label);
        self.sizes.push(1);
        self.labels.len() - 1
    }

    /// Ends the subtree of `node` with the last node added.
    pub fn close(&mut self, node: usize) {
        self.sizes[node] = (self.labels.len() - node) as u32;
    }

    /// Adds siblings of another tree after all nodes, with everything below them.
    pub fn append(&mut self, other: &LabelTree, siblings: Range<usize>) {
        self.labels.extend_from_slice(&other.labels[siblings.clone()]);
        self.sizes.extend_from_slice(&other.sizes[siblings]);
    }

    /// Whether two runs of siblings of this tree are equal, with everything below them.
    pub fn are_same(&self, a: Range<usize>, b: Range<usize>) -> bool {
        self.labels[a.clone()] == self.labels[b.clone()] && self.sizes[a] == self.sizes[b]
    }

    /// Whether a subtree is equal to one of another tree.
    pub(crate) fn is_same(&self, node: usize, other: &LabelTree, place: usize) -> bool {
        let (a, b) = (node..self.end(node), place..other.end(place));
        self.labels[a.clone()] == other.labels[b.clone()] && self.sizes[a] == other.sizes[b]
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The label of a node.
    pub fn label(&self, node: usize) -> u32 {
        self.labels[node]
    }

    /// One past the last node of a subtree.
    pub fn end(&self, node: usize) -> usize {
        node + self.sizes[node] as usize
    }

    /// The children of a node.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        let inside = move |at: usize| (at < self.end(node)).then_some(at);
        std::iter::successors(inside(node + 1), move |at| inside(self.end(*at)))
    }
}
