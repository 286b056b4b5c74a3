//! A table as cells that cover slots. Markup, boxes and preformatted text all become such a grid.

use chaffinch_core::{NodeId, Page, collapse_space};
use std::ops::Range;

/// A table.
#[derive(Debug)]
pub(crate) struct Grid {
    /// The node that holds the whole table.
    pub root: NodeId,
    /// The cells, ordered by the row they begin in.
    pub cells: Vec<GridCell>,
    /// The rows from top to bottom.
    pub rows: Vec<GridRow>,
    /// Number of columns.
    pub width: usize,
    /// The node of the caption.
    pub caption: Option<NodeId>,
    /// Whether rows and columns have changed places since it was found.
    pub turned: bool,
}

/// A cell and the slots it covers.
#[derive(Debug, Clone)]
pub(crate) struct GridCell {
    /// Where its content stands on the page.
    pub place: CellPlace,
    /// Whether it is a header.
    pub header: bool,
    /// The row it begins in.
    pub row: usize,
    pub height: usize,
    /// The column it begins in.
    pub column: usize,
    pub width: usize,
}

/// Where the content of a cell stands on the page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum CellPlace {
    /// A node and everything below.
    Node(NodeId),
    /// Parts of text nodes, at least one: byte ranges of their own texts.
    Text(Vec<(NodeId, Range<usize>)>),
}

/// A row and what covers it.
#[derive(Debug)]
pub(crate) struct GridRow {
    /// The node that holds this row and no other, where there is one.
    pub node: Option<NodeId>,
    /// Whether it stands in a `<thead>`.
    pub in_head: bool,
    /// For each column the number of the cell that covers it; where cells overlap, of the later one.
    pub slots: Vec<Option<usize>>,
}

impl CellPlace {
    /// The node in which the content begins.
    pub fn node(&self) -> NodeId {
        match self {
            CellPlace::Node(node) => *node,
            CellPlace::Text(parts) => parts.first().map_or(NodeId::DOCUMENT, |(node, _)| *node),
        }
    }

    /// The text on one line.
    pub fn text(&self, page: &Page) -> String {
        match self {
            CellPlace::Node(node) => page.flat_text(*node),
            CellPlace::Text(parts) => {
                let texts = parts.iter().filter_map(|(node, range)| page.own_text(*node).get(range.clone()));
                collapse_space(&texts.collect::<String>())
            }
        }
    }
}

impl Grid {
    /// The cells that begin in row `row`, from left to right.
    pub fn beginning_in(&self, row: usize) -> impl Iterator<Item = &GridCell> {
        let first = self.cells.partition_point(|cell| cell.row < row);
        self.cells[first..].iter().take_while(move |cell| cell.row == row)
    }

    /// Sets for every slot which cell covers it.
    pub fn fill_slots(&mut self) {
        for row in &mut self.rows {
            row.slots = vec![None; self.width];
        }
        for (number, cell) in self.cells.iter().enumerate() {
            for row in &mut self.rows[cell.row..cell.row + cell.height] {
                row.slots[cell.column..cell.column + cell.width].fill(Some(number));
            }
        }
    }

    /// Turns the grid: rows become columns.
    pub fn transpose(&mut self) {
        self.turned = !self.turned;
        for cell in &mut self.cells {
            (cell.row, cell.column) = (cell.column, cell.row);
            (cell.height, cell.width) = (cell.width, cell.height);
        }
        self.cells.sort_by_key(|cell| (cell.row, cell.column));
        let rows = std::mem::take(&mut self.width);
        self.width = self.rows.len();
        self.rows = (0..rows).map(|_| GridRow { node: None, in_head: false, slots: Vec::new() }).collect();
        self.fill_slots();
    }

    /// Makes the last column the first.
    pub fn mirror(&mut self) {
        for cell in &mut self.cells {
            cell.column = self.width - cell.column - cell.width;
        }
        self.cells.sort_by_key(|cell| (cell.row, cell.column));
        self.fill_slots();
    }

    /// Keeps the rows and columns for which `keep_row` and `keep_column` are true.
    pub fn keep(&mut self, keep_row: &[bool], keep_column: &[bool]) {
        let (rows, columns) = (kept_before(keep_row), kept_before(keep_column));
        for cell in &mut self.cells {
            let (bottom, right) = (rows[cell.row + cell.height], columns[cell.column + cell.width]);
            (cell.row, cell.column) = (rows[cell.row], columns[cell.column]);
            (cell.height, cell.width) = (bottom - cell.row, right - cell.column);
        }
        self.cells.retain(|cell| cell.height > 0 && cell.width > 0);
        let mut kept = keep_row.iter();
        self.rows.retain(|_| kept.next().copied().unwrap_or(false));
        self.width = columns[keep_column.len()];
        self.fill_slots();
    }
}

/// For each position, and for the one behind the last, how many before it are kept.
pub(crate) fn kept_before(keep: &[bool]) -> Vec<usize> {
    let mut count = 0;
    let mut before = vec![0];
    for kept in keep {
        count += usize::from(*kept);
        before.push(count);
    }
    before
}
