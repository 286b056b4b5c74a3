//! What the visual method sees, for a drawing: hyperBoxes, header cells and the relations of neighbours.

use crate::find::tidy;
use crate::form::Bounds;
use crate::grid::{Grid, GridCell};
use crate::settings::TableSettings;
use crate::visual::{Direction, Edges, Neighbour, all_grids, keyword_grids};
use chaffinch_core::{Method, NodeId, Page, Rect};

/// A hyperBox that may be a table.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenTable {
    /// The box around all cells.
    pub rect: Rect,
    /// The boxes that tile it.
    pub cells: Vec<SeenCell>,
}

/// A box of a hyperBox.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenCell {
    /// Its node.
    pub node: NodeId,
    /// Its box.
    pub rect: Rect,
    /// Whether it looks like a header.
    pub header: bool,
    /// The relation of the box to the right.
    pub right: Option<Neighbour>,
    /// The relation of the box below.
    pub below: Option<Neighbour>,
}

/// The hyperBoxes of a page with at least two rows and columns, in document order; none where the page has no boxes.
pub fn seen_tables(page: &Page, settings: &TableSettings) -> Vec<SeenTable> {
    let Some(layout) = page.layout() else { return Vec::new() };
    let bounds = Bounds { columns: settings.grid.max_columns, slots: settings.grid.max_slots };
    let grids = match &settings.keyword {
        Some(keyword) => keyword_grids(page, layout, keyword, &settings.visual, bounds),
        None => all_grids(page, layout, &settings.visual, bounds),
    };
    let tidied = grids.into_iter().map(|mut grid| {
        tidy(page, &mut grid, Method::VisualTable, &settings.grid);
        grid
    });
    let big_enough = |grid: &Grid| grid.rows.len() > 1 && grid.width > 1;
    tidied.filter(big_enough).filter_map(|grid| seen(page, &grid, settings.visual.adjacency)).collect()
}

fn seen(page: &Page, grid: &Grid, tolerance: f32) -> Option<SeenTable> {
    let rect = |cell: &GridCell| page.rect(cell.place.node());
    let neighbour = |cell: &GridCell, row: usize, column: usize, direction: Direction| {
        let other = &grid.cells[(*grid.rows.get(row)?.slots.get(column)?)?];
        let (own, other) = (Edges::of(rect(cell)?)?, Edges::of(rect(other)?)?);
        Some(own.neighbour(&other, direction, tolerance))
    };
    let cells = grid.cells.iter().filter_map(|cell| {
        Some(SeenCell {
            node: cell.place.node(),
            rect: rect(cell)?,
            header: cell.header,
            right: neighbour(cell, cell.row, cell.column + cell.width, Direction::Right),
            below: neighbour(cell, cell.row + cell.height, cell.column, Direction::Down),
        })
    });
    let cells: Vec<SeenCell> = cells.collect();
    Some(SeenTable { rect: Rect::hull(cells.iter().map(|cell| cell.rect))?, cells })
}
