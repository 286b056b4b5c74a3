//! Recognises header cells by their bold letters and by their background.

use crate::grid::{Grid, GridCell};
use chaffinch_core::{Layout, NodeId, NodeKind, Page};

/// Least CSS font weight of bold letters.
const BOLD: u16 = 600;

/// Marks the cells that look like headers. An empty cell in a row of headers is one too.
///
/// A second row of headers must divide the row above: a cell of that row spans several columns, or reaches down into
/// this row. Otherwise it is data in bold.
pub(crate) fn mark_headers(page: &Page, layout: &Layout, grid: &mut Grid) {
    let mut weights: Vec<Weight> =
        grid.cells.iter().map(|cell| weight(page, layout, cell.place.node())).collect();
    if !weights.contains(&Weight::Normal) {
        // Where everything is bold, bold means nothing.
        weights
            .iter_mut()
            .filter(|weight| **weight == Weight::Bold)
            .for_each(|weight| *weight = Weight::Normal);
    }
    mark_colours(page, layout, grid, &mut weights);
    if !weights.contains(&Weight::Bold) {
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

/// Makes cells headers that stand on a colour of their own: those of the first row, or of the first column, where all of them have one
/// background and no other cell has it. Where rows alternate, the colour of the first comes again.
fn mark_colours(page: &Page, layout: &Layout, grid: &Grid, weights: &mut [Weight]) {
    /// Fewest rows but one: of two, each may have its colour.
    const OTHERS: usize = 2;
    if grid.rows.len() <= OTHERS {
        return;
    }
    let colours: Vec<[u8; 4]> =
        grid.cells.iter().map(|cell| background(page, layout, cell.place.node(), grid.root)).collect();
    let lines: [fn(&GridCell) -> bool; 2] =
        [|cell| cell.row == 0, |cell| cell.column == 0 && cell.width == 1];
    for is_first in lines {
        let Some(own) = grid.cells.iter().position(is_first).map(|first| colours[first]) else { continue };
        let in_line = grid.cells.iter().map(is_first);
        if in_line.clone().zip(&colours).all(|(is_first, colour)| is_first == (*colour == own)) {
            for (weight, _) in weights.iter_mut().zip(in_line).filter(|(_, is_first)| *is_first) {
                *weight = if *weight == Weight::Empty { Weight::Empty } else { Weight::Bold };
            }
        }
    }
}

/// The background that a cell stands on: its own, or that of the nearest element around it within the table.
fn background(page: &Page, layout: &Layout, cell: NodeId, table: NodeId) -> [u8; 4] {
    let within = std::iter::once(cell).chain(page.ancestors(cell).take_while(|around| *around > table));
    let mut colours = within.filter_map(|id| layout.style(id)).map(|style| style.background);
    colours.find(|colour| colour[3] > 0).unwrap_or_default()
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
    // A part that is folded away has no boxes, but its markup.
    let is_folded = layout.rect(cell).is_none();
    let mut seen = Weight::Empty;
    for id in page.subtree(cell) {
        if page.node(id).kind != NodeKind::Text
            || (layout.rect(id).is_none() && !is_folded)
            || page.own_text(id).trim().is_empty()
        {
            continue;
        }
        let style = page.node(id).parent.and_then(|parent| layout.style(parent));
        let is_bold = if is_folded {
            page.ancestors(id).take_while(|around| *around >= cell).any(|a| is_bold_by_name(page, a))
        } else {
            style.is_some_and(|style| style.font_weight >= BOLD)
        };
        if is_bold {
            seen = Weight::Bold;
        } else {
            return Weight::Normal;
        }
    }
    seen
}

fn is_bold_by_name(page: &Page, id: NodeId) -> bool {
    matches!(page.name(id), "b" | "strong" | "th")
}
