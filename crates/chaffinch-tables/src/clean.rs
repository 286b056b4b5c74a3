//! Cleanness: no empty cells that could be merged into their neighbours without changing what stands to what.

use crate::grid::{CellPlace, Grid};
use chaffinch_core::{NodeKind, Page};

/// Leaves out the rows and columns in which nothing begins but empty cells: they only make room between others.
pub(crate) fn clean(page: &Page, grid: &mut Grid) {
    let mut keep_row = vec![false; grid.rows.len()];
    let mut keep_column = vec![false; grid.width];
    for cell in grid.cells.iter().filter(|cell| !is_empty(page, &cell.place)) {
        keep_row[cell.row] = true;
        keep_column[cell.column] = true;
    }
    if keep_row.contains(&false) || keep_column.contains(&false) {
        grid.keep(&keep_row, &keep_column);
    }
}

/// Whether neither words nor anything drawn stand in a cell.
fn is_empty(page: &Page, place: &CellPlace) -> bool {
    match place {
        CellPlace::Text(parts) => parts.is_empty(),
        CellPlace::Node(node) => page.subtree(*node).all(|id| match page.node(id).kind {
            NodeKind::Text => {
                page.own_text(id).trim().is_empty() || page.node(id).parent.is_some_and(|p| page.hides(p))
            }
            NodeKind::Element => {
                !matches!(page.name(id), "img" | "svg" | "input" | "video" | "canvas" | "object")
            }
            _ => true,
        }),
    }
}
