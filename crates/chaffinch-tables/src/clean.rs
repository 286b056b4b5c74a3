//! Removes rows and columns that are only there for space. The paper calls a table without them clean.

use crate::grid::{CellPlace, Grid};
use chaffinch_core::{NodeId, NodeKind, Page};

/// Removes the rows and columns in which only empty cells begin, and the columns whose own cells are empty below others that reach over the
/// next column as well: a bar of colour beside a name.
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
    merge_empty(page, grid);
}

/// Removes the columns that hold nothing but empty cells and the beginnings of wider ones.
fn merge_empty(page: &Page, grid: &mut Grid) {
    /// Fewest empty cells of such a column: a single one is a gap.
    const LEAST: usize = 2;
    if grid.cells.iter().all(|cell| cell.width == 1) {
        return;
    }
    let mut own = vec![0_usize; grid.width];
    let mut has_content = vec![false; grid.width];
    for cell in &grid.cells {
        let is_own = cell.width == 1;
        if is_own && is_empty(page, &cell.place) {
            own[cell.column] += 1;
        } else {
            // A wider cell still stands in its last column.
            has_content[cell.column + cell.width - 1] = true;
        }
    }
    let keep: Vec<bool> =
        has_content.iter().zip(own).map(|(has_content, own)| *has_content || own < LEAST).collect();
    if keep.contains(&false) && keep.contains(&true) {
        grid.keep(&vec![true; grid.rows.len()], &keep);
    }
}

/// Whether a cell shows nothing: no text, no image, no field. A box to tick says which row is chosen, and nothing of it.
pub(crate) fn is_empty(page: &Page, place: &CellPlace) -> bool {
    match place {
        CellPlace::Text(parts) => parts.is_empty(),
        CellPlace::Node(node) => page.subtree(*node).all(|id| match page.node(id).kind {
            NodeKind::Text => {
                page.own_text(id).trim().is_empty() || page.node(id).parent.is_some_and(|p| page.hides(p))
            }
            NodeKind::Element if page.is(id, "input") => {
                let kind = page.attribute(id, "type").unwrap_or_default().to_ascii_lowercase();
                matches!(kind.as_str(), "checkbox" | "radio" | "hidden")
            }
            NodeKind::Element => {
                !matches!(page.name(id), "img" | "svg" | "video" | "canvas" | "object") || is_spacer(page, id)
            }
            _ => true,
        }),
    }
}

/// Whether a picture is too small to show anything: it keeps other things apart.
fn is_spacer(page: &Page, id: NodeId) -> bool {
    /// In CSS pixels.
    const SMALLEST: f32 = 2.0;
    let written = |side: &str| page.attribute(id, side)?.trim().trim_end_matches("px").parse::<f32>().ok();
    let sides = written("width").zip(written("height"));
    sides.is_some_and(|(width, height)| {
        width.min(height) <= SMALLEST && page.attribute(id, "alt").is_none_or(str::is_empty)
    })
}
