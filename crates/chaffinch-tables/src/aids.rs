//! Rows that help the reader to use a table and are no data: numbers of columns, fields to filter by, links to further pages, and what
//! unfolds below a row.

use crate::grid::{Grid, GridCell};
use crate::header::header;
use crate::settings::GridSettings;
use chaffinch_core::{Display, NodeId, NodeKind, Page};

/// Leaves these rows out; at least one other row stays. Rows that unfold are left out before headers are looked for.
pub(crate) fn leave_out_unfolding(page: &Page, grid: &mut Grid) {
    let is_left_out = |grid: &Grid, row: usize| row > 0 && is_across(grid, row) && is_hidden(page, grid, row);
    keep_others(grid, is_left_out);
}

/// Leaves out the other rows of this kind.
pub(crate) fn leave_out_aids(page: &Page, grid: &mut Grid, settings: &GridSettings) {
    let names = header(grid, settings).names;
    let first_data = names.end;
    let is_left_out = |grid: &Grid, row: usize| {
        let among_names = row > names.start && row <= first_data;
        (among_names && (numbers_columns(page, grid, row) || holds_fields(page, grid, row)))
            || (row + 1 == grid.rows.len()
                && row > first_data
                && is_across(grid, row)
                && is_pager(page, grid, row))
    };
    keep_others(grid, is_left_out);
}

fn keep_others(grid: &mut Grid, is_left_out: impl Fn(&Grid, usize) -> bool) {
    let keep: Vec<bool> = (0..grid.rows.len()).map(|row| !is_left_out(grid, row)).collect();
    if keep.contains(&false) && keep.contains(&true) {
        let columns = vec![true; grid.width];
        grid.keep(&keep, &columns);
    }
}

fn is_across(grid: &Grid, row: usize) -> bool {
    let mut cells = grid.beginning_in(row);
    cells.next().is_some_and(|cell| cell.width == grid.width && grid.width > 1) && cells.next().is_none()
}

/// Whether a row is not shown, while the table is.
fn is_hidden(page: &Page, grid: &Grid, row: usize) -> bool {
    let shows_nothing = |id: NodeId| {
        page.layout().and_then(|layout| layout.style(id)).is_some_and(|style| style.display == Display::None)
    };
    grid.rows[row].node.is_some_and(shows_nothing) && !shows_nothing(grid.root)
}

/// Whether a row numbers the columns: `(1)`, `(2)`, `(3)`.
fn numbers_columns(page: &Page, grid: &Grid, row: usize) -> bool {
    /// Fewest columns: two small numbers come by chance.
    const COLUMNS: usize = 3;
    let number = |cell: &GridCell| {
        let text = cell.place.text(page);
        text.trim_matches(['(', ')', '[', ']', '.', ' ']).parse::<usize>().ok()
    };
    grid.width >= COLUMNS
        && grid.beginning_in(row).count() == grid.width
        && grid.beginning_in(row).enumerate().all(|(at, cell)| number(cell) == Some(at + 1))
}

/// Whether a row holds fields to fill in, and no text beside them.
fn holds_fields(page: &Page, grid: &Grid, row: usize) -> bool {
    let is_field = |id: NodeId| matches!(page.name(id), "input" | "select" | "textarea");
    let is_part = |id: NodeId| is_field(id) || page.is(id, "button");
    let mut fields = 0;
    let without_text = grid.beginning_in(row).all(|cell| {
        let cell = cell.place.node();
        let is_own_text = |id: NodeId| {
            page.node(id).kind == NodeKind::Text
                && !page.own_text(id).trim().is_empty()
                && !page.ancestors(id).take_while(|around| *around >= cell).any(is_part)
        };
        fields += page.descendants(cell).filter(|id| is_field(*id)).count();
        !page.subtree(cell).any(is_own_text)
    });
    without_text && fields > 0
}

/// Whether a row leads to the further pages of a table: links or buttons, most of them named by numbers or signs.
fn is_pager(page: &Page, grid: &Grid, row: usize) -> bool {
    let Some(cell) = grid.beginning_in(row).next().map(|cell| cell.place.node()) else { return false };
    let leads = |id: &NodeId| matches!(page.name(*id), "a" | "button");
    let names: Vec<String> = page.descendants(cell).filter(leads).map(|id| page.flat_text(id)).collect();
    let is_step = |name: &&String| !name.chars().any(char::is_alphabetic) && name.chars().count() <= 4;
    names.len() > 1 && 2 * names.iter().filter(is_step).count() > names.len()
}
