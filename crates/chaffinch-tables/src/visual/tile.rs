//! From boxes to cells of a grid.

use super::edges::Edges;
use crate::form::Bounds;
use crate::grid::{CellPlace, Grid, GridCell, GridRow};
use crate::settings::VisualSettings;
use chaffinch_core::{NodeId, Page};

/// A box that is one cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tile {
    /// The element.
    pub node: NodeId,
    /// Its box, corrected where the cells of a row are not quite aligned.
    pub edges: Edges,
}

impl Tile {
    /// The tile with those of its edges that are within `slack` CSS pixels of the same edge of `around` moved there.
    pub fn snapped(mut self, around: &Edges, slack: f32) -> Tile {
        let snap = |own: f32, to: f32| if (own - to).abs() <= slack { to } else { own };
        let Edges { left, top, right, bottom } = self.edges;
        self.edges = Edges {
            left: snap(left, around.left),
            top: snap(top, around.top),
            right: snap(right, around.right),
            bottom: snap(bottom, around.bottom),
        };
        self
    }
}

/// Makes a grid of tiles. A column begins at each left edge of a tile and a row at each upper edge; a tile covers those that begin within
/// it. Nothing where tiles overlap or the grid exceeds its bounds.
pub fn lay_out(
    page: &Page,
    root: NodeId,
    tiles: &[Tile],
    settings: &VisualSettings,
    bounds: Bounds,
) -> Option<Grid> {
    let VisualSettings { tolerance, adjacency, .. } = *settings;
    let columns = lines(tiles.iter().map(|tile| tile.edges.left), tolerance);
    let rows = lines(tiles.iter().map(|tile| tile.edges.top), tolerance);
    if columns.len() > bounds.columns || columns.len().checked_mul(rows.len())? > bounds.slots {
        return None;
    }
    let mut cells: Vec<GridCell> = tiles
        .iter()
        .map(|tile| {
            let (column, right) = covered(&columns, tile.edges.left, tile.edges.right, adjacency);
            let (row, bottom) = covered(&rows, tile.edges.top, tile.edges.bottom, adjacency);
            let place = CellPlace::Node(tile.node);
            let header = page.is(tile.node, "th");
            GridCell { place, header, row, height: bottom - row, column, width: right - column }
        })
        .collect();
    cells.sort_by_key(|cell| (cell.row, cell.column));
    let covered: usize = cells.iter().map(|cell| cell.height * cell.width).sum();
    if covered > bounds.slots {
        return None;
    }
    let rows = rows.iter().map(|_| GridRow { node: None, in_head: false, slots: Vec::new() }).collect();
    let mut grid = Grid { root, cells, rows, width: columns.len(), caption: None, turned: false };
    grid.fill_slots();
    let seen = grid.rows.iter().flat_map(|row| &row.slots).flatten().count();
    if seen < covered {
        return None;
    }
    if reads_from_the_right(page, root) {
        grid.mirror();
    }
    name_rows(page, &mut grid);
    Some(grid)
}

/// Whether the text around a table is written from right to left, so that its first column is the rightmost.
fn reads_from_the_right(page: &Page, root: NodeId) -> bool {
    let around = std::iter::once(root).chain(page.ancestors(root));
    let mut directions = around.filter_map(|id| page.attribute(id, "dir"));
    directions.next().is_some_and(|direction| direction.trim().eq_ignore_ascii_case("rtl"))
}

/// The distinct positions among `edges`, in ascending order; edges at most `tolerance` after the first of them are the same.
pub fn lines(edges: impl Iterator<Item = f32>, tolerance: f32) -> Vec<f32> {
    let mut all: Vec<f32> = edges.collect();
    all.sort_by(f32::total_cmp);
    let mut lines: Vec<f32> = Vec::new();
    for edge in all {
        if lines.last().is_none_or(|line| edge - line > tolerance) {
            lines.push(edge);
        }
    }
    lines
}

/// Whether one of `lines`, which are in ascending order, lies within `tolerance` of `x`.
pub fn holds_line(lines: &[f32], x: f32, tolerance: f32) -> bool {
    let at = lines.partition_point(|line| *line < x - tolerance);
    lines.get(at).is_some_and(|line| *line <= x + tolerance)
}

/// Which lines an interval covers: from the one it begins at to the last one within it. Neighbours may share a border of up to
/// `shared` CSS pixels.
fn covered(lines: &[f32], begin: f32, end: f32, shared: f32) -> (usize, usize) {
    let first = lines.partition_point(|line| *line <= begin).saturating_sub(1);
    let last = lines.partition_point(|line| *line < end - shared);
    (first, last.max(first + 1))
}

/// Finds for each row the node that holds its cells and no cell of the rows before and after.
fn name_rows(page: &Page, grid: &mut Grid) {
    let holders: Vec<Option<NodeId>> = (0..grid.rows.len()).map(|row| holder(page, grid, row)).collect();
    for (row, holder) in grid.rows.iter_mut().zip(holders) {
        row.node = holder;
    }
}

fn holder(page: &Page, grid: &Grid, row: usize) -> Option<NodeId> {
    let nodes = |row: usize| grid.beginning_in(row).map(|cell| cell.place.node());
    let (low, high) = (nodes(row).min()?, nodes(row).max()?);
    let holder = page.ancestors(low).find(|ancestor| page.contains(*ancestor, high))?;
    let mut others = row.checked_sub(1).into_iter().chain([row + 1]).flat_map(nodes);
    (holder != grid.root && !others.any(|node| page.contains(holder, node))).then_some(holder)
}
