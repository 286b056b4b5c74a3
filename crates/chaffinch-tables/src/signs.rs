//! Signs in columns of their own: statements have the currency of an amount in the cell before it, and the bracket that closes a negative amount
//! in the cell behind.

use crate::clean::is_empty;
use crate::grid::{CellPlace, Grid, GridCell};
use chaffinch_core::{NodeId, NodeKind, Page};
use chaffinch_values::currency;
use std::ops::Range;

/// Joins columns of signs with the column of their figures.
pub(crate) fn join_signs(page: &Page, grid: &mut Grid) {
    let mut of_column: Vec<Vec<usize>> = vec![Vec::new(); grid.width];
    for (number, cell) in grid.cells.iter().enumerate() {
        of_column[cell.column..cell.column + cell.width].iter_mut().for_each(|column| column.push(number));
    }
    let mut keep = vec![true; grid.width];
    for column in 0..grid.width {
        let before = Some(column + 1).filter(|next| *next < grid.width).map(|next| (next, Side::Before));
        let behind = column.checked_sub(1).filter(|last| keep[*last]).map(|last| (last, Side::Behind));
        let pairs = |(figures, side)| Some((pairs(page, grid, &of_column[column], figures, side)?, side));
        let Some((pairs, side)) = [before, behind].into_iter().flatten().find_map(pairs) else { continue };
        for (sign, figure) in pairs {
            let (first, last) = if side == Side::Before { (sign, figure) } else { (figure, sign) };
            let parts =
                [parts(page, &grid.cells[first].place), parts(page, &grid.cells[last].place)].concat();
            if !parts.is_empty() {
                grid.cells[figure].place = CellPlace::Text(parts);
            }
        }
        keep[column] = false;
    }
    if keep.contains(&false) {
        let rows = vec![true; grid.rows.len()];
        grid.keep(&rows, &keep);
    }
}

/// On which side of the figures the signs stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    Behind,
}

/// The cells with signs among `cells`, which cover one column, each with the cell of its figure; nothing where something else stands in that column, or
/// something begins in it that does not reach over the figures.
fn pairs(
    page: &Page,
    grid: &Grid,
    cells: &[usize],
    figures: usize,
    side: Side,
) -> Option<Vec<(usize, usize)>> {
    /// Fewest signs: a single one may be a value.
    const LEAST: usize = 2;
    let covers = |cell: &GridCell, at: usize| (cell.column..cell.column + cell.width).contains(&at);
    let mut pairs = Vec::new();
    for number in cells.iter().copied() {
        let cell = &grid.cells[number];
        if cell.width > 1 && covers(cell, figures) {
            continue;
        }
        if cell.width > 1 || cell.height > 1 {
            return None;
        }
        if is_empty(page, &cell.place) {
            continue;
        }
        let figure = grid.rows[cell.row].slots[figures]?;
        let text = grid.cells[figure].place.text(page);
        let is_figure = text.chars().any(char::is_numeric) || matches!(text.as_str(), "-" | "–" | "—");
        let is_own = grid.cells[figure].width == 1 && grid.cells[figure].height == 1;
        if !is_sign(&cell.place.text(page), side) || !is_figure || !is_own {
            return None;
        }
        pairs.push((number, figure));
    }
    (pairs.len() >= LEAST).then_some(pairs)
}

fn is_sign(text: &str, side: Side) -> bool {
    match side {
        Side::Before => currency(text.trim_end_matches('(').trim()).is_some() || text == "(",
        Side::Behind => matches!(text, ")" | "%" | ")%" | "%)"),
    }
}

/// The texts of a cell.
fn parts(page: &Page, place: &CellPlace) -> Vec<(NodeId, Range<usize>)> {
    match place {
        CellPlace::Text(parts) => parts.clone(),
        CellPlace::Node(node) => {
            let is_text = |id: &NodeId| {
                page.node(*id).kind == NodeKind::Text
                    && !page.own_text(*id).trim().is_empty()
                    && page.node(*id).parent.is_none_or(|parent| !page.hides(parent))
            };
            page.subtree(*node).filter(is_text).map(|id| (id, trimmed(page.own_text(id)))).collect()
        }
    }
}

/// Where a text is without the white space around it.
fn trimmed(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    start..text.trim_end().len()
}
