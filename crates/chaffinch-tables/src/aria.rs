//! Tables that ARIA roles mark up: any elements may be rows and cells.

use crate::form::{Bounds, form_rows};
use crate::grid::Grid;
use chaffinch_core::{NodeId, Page};

/// The tables of the page by their roles, in the order in which they end: at least two rows of values, of at least two cells each. Whoever styles a `<table>` needs no
/// roles, so that those are left to their own markup.
pub(crate) fn aria_grids(page: &Page, bounds: Bounds) -> Vec<Grid> {
    let mut found = Vec::new();
    let mut open: Vec<AriaTable> = Vec::new();
    let mut left = bounds;
    let mut close = |table: AriaTable, found: &mut Vec<Grid>| {
        let rows: Vec<Row> = table.rows.into_iter().filter(|(_, cells)| !cells.is_empty()).collect();
        let rows = in_order(page, rows);
        let has_values =
            |(_, cells): &&Row| cells.len() > 1 && !cells.iter().all(|cell| is_aria_header(page, *cell));
        if rows.iter().filter(has_values).count() > 1 {
            let grid = form_rows(page, table.root, rows, left);
            left.slots = left.slots.saturating_sub(grid.width * grid.rows.len());
            found.push(grid);
        }
    };
    for id in page.ids() {
        let Some(role) = page.attribute(id, "role").map(str::trim) else { continue };
        while let Some(ended) = open.pop_if(|table| !page.contains(table.root, id)) {
            close(ended, &mut found);
        }
        match role {
            "table" | "grid" | "treegrid" if !page.is(id, "table") => {
                open.push(AriaTable { root: id, rows: Vec::new() });
            }
            "row" => {
                open.iter_mut().next_back().into_iter().for_each(|table| table.rows.push((id, Vec::new())))
            }
            _ if is_cell(role) => {
                let row = open.last_mut().and_then(|table| table.rows.last_mut());
                let Some((_, cells)) = row.filter(|(row, _)| page.contains(*row, id)) else { continue };
                if cells.last().is_none_or(|before| !page.contains(*before, id)) {
                    cells.push(id);
                }
            }
            _ => {}
        }
    }
    while let Some(ended) = open.pop() {
        close(ended, &mut found);
    }
    found
}

struct AriaTable {
    root: NodeId,
    rows: Vec<Row>,
}

/// A row and its cells.
type Row = (NodeId, Vec<NodeId>);

/// Rows and cells in the order of the numbers that the markup gives them, where it gives all of them one: scripts reuse elements wherever they stand.
/// Rows of one number are parts of one row, as where some columns stay while the others are scrolled.
fn in_order(page: &Page, mut rows: Vec<Row>) -> Vec<Row> {
    let index =
        |id: NodeId, attribute: &str| -> Option<u32> { page.attribute(id, attribute)?.trim().parse().ok() };
    let row_index = |row: &Row| index(row.0, "aria-rowindex");
    if rows.iter().all(|row| row_index(row).is_some()) {
        rows.sort_by_key(row_index);
        let parts = std::mem::take(&mut rows);
        for part in parts {
            match rows.last_mut().filter(|last| row_index(last) == row_index(&part)) {
                Some((_, cells)) => cells.extend(part.1),
                None => rows.push(part),
            }
        }
    }
    for (_, cells) in &mut rows {
        let column = |cell: &NodeId| index(*cell, "aria-colindex");
        if cells.iter().all(|cell| column(cell).is_some()) {
            cells.sort_by_key(column);
        }
    }
    rows
}

fn is_cell(role: &str) -> bool {
    matches!(role, "cell" | "gridcell" | "columnheader" | "rowheader")
}

/// Whether an element is a table by its role.
pub(crate) fn is_aria_table(page: &Page, id: NodeId) -> bool {
    let role = page.attribute(id, "role").map(str::trim);
    role.is_some_and(|role| matches!(role, "table" | "grid" | "treegrid")) && !page.is(id, "table")
}

/// Whether a role says that a cell names others.
pub(crate) fn is_aria_header(page: &Page, id: NodeId) -> bool {
    let role = page.attribute(id, "role").map(str::trim);
    role.is_some_and(|role| matches!(role, "columnheader" | "rowheader"))
}

/// How many columns or rows `attribute` says that a cell spans.
pub(crate) fn aria_span(page: &Page, id: NodeId, attribute: &str) -> usize {
    /// As for `colspan` in the HTML standard.
    const MOST: usize = 1_000;
    let written = page.attribute(id, attribute).and_then(|span| span.trim().parse().ok());
    written.unwrap_or(1).clamp(1, MOST)
}
