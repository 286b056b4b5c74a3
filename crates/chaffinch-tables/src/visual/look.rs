//! What sets header cells apart on the screen: bold letters, or a background that no other row has.

use crate::grid::Grid;
use chaffinch_core::{Layout, NodeId, NodeKind, Page};

/// The weight from which letters count as bold.
const BOLD: u16 = 600;

/// Marks the cells that look like headers. An empty cell looks like whatever its row does.
///
/// Below a row of headers another one is a header only if it divides what stands above it: if it is reached by a cell
/// from above, or the row above has a cell over several columns. Otherwise it is data that is written in bold.
pub(crate) fn mark_headers(page: &Page, layout: &Layout, grid: &mut Grid) {
    let weights: Vec<Weight> =
        grid.cells.iter().map(|cell| weight(page, layout, cell.place.node())).collect();
    if !weights.contains(&Weight::Normal) {
        // Where all is bold, bold letters set nothing apart.
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
            // Within a row of data a bold cell names its row.
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
    /// Headers; `joined` where one of them lies over several columns.
    Headers {
        joined: bool,
    },
    Data,
}

/// How words are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// There are no words.
    Empty,
    /// Every word is bold.
    Bold,
    Normal,
}

/// How the words of a cell are written.
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
