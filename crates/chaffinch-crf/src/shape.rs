//! The edges and triangles of the usual shapes. Features that are observed on these do not make inference more expensive than the
//! shape requires.

use crate::error::Error;
use std::collections::BTreeMap;

/// Nodes in a row, each tied to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chain {
    nodes: usize,
}

impl Chain {
    /// A chain of `nodes` nodes.
    pub fn new(nodes: usize) -> Chain {
        Chain { nodes }
    }

    /// Each node with the next.
    pub fn edges(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        (1..self.nodes).map(|node| [node - 1, node])
    }
}

/// Nodes in rows and columns, each tied to the next in its row and the next in its column. Cells may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The row and column of each node. Nodes are numbered in the order that is best for inference.
    cells: Vec<(usize, usize)>,
    across: Vec<[usize; 2]>,
    down: Vec<[usize; 2]>,
}

impl Grid {
    /// A grid with a node in each of `cells`, given as row and column. A cell that is given twice counts once.
    ///
    /// Nodes are numbered along the shorter side, because inference costs the number of labels to the power of the nodes on it.
    /// [`Grid::cells`] says where each node is.
    pub fn new(cells: impl IntoIterator<Item = (usize, usize)>) -> Grid {
        let mut cells: Vec<(usize, usize)> = cells.into_iter().collect();
        cells.sort_unstable();
        cells.dedup();
        let by_column = |&(row, column): &(usize, usize)| (column, row);
        let rows = cells.chunk_by(|a, b| a.0 == b.0).count();
        let mut turned = cells.clone();
        turned.sort_unstable_by_key(by_column);
        let columns = turned.chunk_by(|a, b| a.1 == b.1).count();
        if columns > rows {
            cells = turned;
        }
        let mut across = Vec::new();
        let mut down = Vec::new();
        let (mut last_in_row, mut last_in_column) = (BTreeMap::new(), BTreeMap::new());
        for (node, &(row, column)) in cells.iter().enumerate() {
            across.extend(last_in_row.insert(row, node).map(|left| [left, node]));
            down.extend(last_in_column.insert(column, node).map(|above| [above, node]));
        }
        Grid { cells, across, down }
    }

    /// The row and column of each node.
    pub fn cells(&self) -> &[(usize, usize)] {
        &self.cells
    }

    /// Each node with the next in its row.
    pub fn across(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.across.iter().copied()
    }

    /// Each node with the next in its column.
    pub fn down(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.down.iter().copied()
    }
}

/// Nodes below nodes. Children of one parent form a chain, and two neighbours form a triangle with their parent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    parents: Vec<Option<usize>>,
    /// The sibling before each node.
    before: Vec<Option<usize>>,
}

impl Tree {
    /// A tree from the parent of each node. Parents come before their children, and children in their order.
    ///
    /// # Errors
    /// If a parent does not come before its child.
    pub fn new(parents: &[Option<usize>]) -> Result<Tree, Error> {
        let mut last_child = vec![None; parents.len()];
        let mut before = Vec::with_capacity(parents.len());
        for (node, parent) in parents.iter().enumerate() {
            match *parent {
                Some(parent) if parent >= node => return Err(Error::Parent(node)),
                Some(parent) => before.push(last_child[parent].replace(node)),
                None => before.push(None),
            }
        }
        Ok(Tree { parents: parents.to_vec(), before })
    }

    /// Each parent with each of its children.
    pub fn edges(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.parents.iter().enumerate().filter_map(|(node, parent)| Some([(*parent)?, node]))
    }

    /// Each child with the next of the same parent.
    pub fn siblings(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.before.iter().enumerate().filter_map(|(node, before)| Some([(*before)?, node]))
    }

    /// Each parent with two neighbouring children.
    pub fn triangles(&self) -> impl Iterator<Item = [usize; 3]> + '_ {
        self.siblings().filter_map(|[left, right]| Some([self.parents[left]?, left, right]))
    }
}
