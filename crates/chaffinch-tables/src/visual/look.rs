//! Recognises header cells by their bold letters.

use crate::grid::Grid;
use chaffinch_core::{Layout, NodeId, NodeKind, Page};

/// Least CSS font weight of bold letters.
const BOLD: u16 = 600;

/// Marks the cells that look like headers. An empty cell in a row of headers is one too.
///
/// A second row of headers must divide the row above: a cell of that row spans several columns, or reaches down into
/// this row. Otherwise it is data in bold.
pub(crate) fn mark_headers(page: &Page, layout: &Layout, grid: &mut Grid) {
    let weights: Vec<Weight> =
        grid.cells.iter().map(|cell| weight(page, layout, cell.place.node())).collect();
    if !weights.contains(&Weight::Normal) {
        // Where everything is bold, bold means nothing.
        return;
    }
    let mut above = Above::Start;
    for row in 0..grid.rows.len() {
        let first = grid.cells.partition_point(|cell| cell.row < row);
        let end = grid.cells.partition_point(|cell| cell.row <= row);
        let all_bold =
            weights[first..end].contains(&Weight::Bold) && !weights[first..end].contains(&Weight::Normal);
        let divides = match above {
            Above::Start => true,
            Above::Headers { joined } => {
                joined || grid.rows[row].slots.iter().flatten().any(|cell| *cell < first)
            }
            Above::Data => false,
        };
        for (cell, weight) in grid.cells[first..end].iter_mut().zip(&weights[first..end]) {
            let bold = *weight == Weight::Bold || (all_bold && *weight == Weight::Empty);
            // A bold cell in a row of data is the name of the row.
            cell.header = bold && (divides || !all_bold);
        }
        above = if all_bold && divides {
            Above::Headers { joined: grid.cells[first..end].iter().any(|cell| cell.width > 1) }
        } else {
            Above::Data
        };
    }
}

/// What stands above a row.
enum Above {
    Start,
    /// Headers; `joined` where one of them spans several columns.
    Headers {
        joined: bool,
    },
    Data,
}

/// How the text of a cell is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// There is no text.
    Empty,
    /// All of it is bold.
    Bold,
    Normal,
}

/// How the text of a cell is written.
pub(crate) fn weight(page: &Page, layout: &Layout, cell: NodeId) -> Weight {
    let mut seen = Weight::Empty;
    for id in page.subtree(cell) {
        if page.node(id).kind != NodeKind::Text
            || layout.rect(id).is_none()
            || page.own_text(id).trim().is_empty()
        {
            continue;
        }
        let style = page.node(id).parent.and_then(|parent| layout.style(parent));
        if style.is_some_and(|style| style.font_weight >= BOLD) {
            seen = Weight::Bold;
        } else {
            return Weight::Normal;
        }
    }
    seen
}
