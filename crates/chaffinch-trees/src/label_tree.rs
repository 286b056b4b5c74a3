//! Ordered trees of labels.

/// An ordered tree whose nodes have labels, in document order: a node's number is its place, and it knows where its
/// subtree ends.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct LabelTree {
    labels: Vec<u32>,
    ends: Vec<u32>,
}

impl LabelTree {
    /// An empty tree.
    pub fn new() -> LabelTree {
        LabelTree::default()
    }

    /// Adds a node behind all others; it stays open until [`LabelTree::close`].
    pub fn open(&mut self, label: u32) -> usize {
        self.labels.push(label);
        self.ends.push(self.labels.len() as u32);
        self.labels.len() - 1
    }

    /// Ends the subtree of `node` behind the last node added.
    pub fn close(&mut self, node: usize) {
        self.ends[node] = self.labels.len() as u32;
    }

    /// Ends the subtree of `node` in front of `end`.
    pub(crate) fn set_end(&mut self, node: usize, end: usize) {
        self.ends[node] = end as u32;
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

    /// All labels in document order.
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// One past the last node of a subtree.
    pub fn end(&self, node: usize) -> usize {
        self.ends[node] as usize
    }

    /// The children of a node.
    pub fn children(&self, node: usize) -> Vec<usize> {
        let mut children = Vec::new();
        let mut at = node + 1;
        while at < self.end(node) {
            children.push(at);
            at = self.end(at);
        }
        children
    }
}
