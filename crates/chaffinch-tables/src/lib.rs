//! Tables: from `<table>` markup to relations.
//!
//! [`grid_tables`] forms each table as the HTML standard says, leaves out those that only arrange the page, finds the
//! header rows, and reads the cells.
//!
//! ```
//! use chaffinch_tables::{GridSettings, grid_tables};
//! let page = chaffinch_page::parse_str(
//!     "<table><tr><th>City<th>Population<tr><td>Graz<td>291,134<tr><td>Linz<td>207,247</table>",
//! );
//! let tables = grid_tables(&page, &GridSettings::default());
//! assert_eq!(tables[0].columns[1].name.as_deref(), Some("Population"));
//! assert_eq!(tables[0].rows[1].cells[0].as_ref().unwrap().text(" "), "Linz");
//! ```

mod form;
mod genuine;
mod grid;
mod header;
mod read;
mod score;
mod settings;
mod visual;

pub use settings::{GridSettings, Method, Spanning, TableSettings, VisualSettings};

use chaffinch_core::{NodeId, Page, Relation};

/// The tables of the page, best first, by the method that the settings name.
pub fn tables(page: &Page, settings: &TableSettings) -> Vec<Relation> {
    let mut reader = read::Reader::new(page, &settings.grid);
    let relations = match settings.method {
        Method::Visual | Method::Auto => visual::visual_tables(page, &settings.visual, &mut reader),
        Method::Grid | Method::WebTables => markup_tables(page, &settings.grid, &mut reader),
    };
    best_first(relations)
}

/// The data tables of the page that are written as tables, best first.
pub fn grid_tables(page: &Page, settings: &GridSettings) -> Vec<Relation> {
    best_first(markup_tables(page, settings, &mut read::Reader::new(page, settings)))
}

/// A cell of a table and the slots it covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// The cell.
    pub node: NodeId,
    /// The row it begins in, from 0.
    pub row: usize,
    /// How many rows it covers.
    pub height: usize,
    /// The column it begins in, from 0.
    pub column: usize,
    /// How many columns it covers.
    pub width: usize,
}

/// The cells of a `<table>` where the HTML standard puts them, row by row.
pub fn slots(page: &Page, table: NodeId, settings: &GridSettings) -> Vec<Slot> {
    let bounds = form::Bounds { columns: settings.max_columns, slots: settings.max_slots };
    let grid = form::form_table(page, table, bounds);
    let slot = |cell: &grid::GridCell| Slot {
        node: cell.place.node(),
        row: cell.row,
        height: cell.height,
        column: cell.column,
        width: cell.width,
    };
    grid.cells.iter().map(slot).collect()
}

fn markup_tables(page: &Page, settings: &GridSettings, reader: &mut read::Reader) -> Vec<Relation> {
    let tables = genuine::genuine_tables(page, settings).into_iter();
    tables
        .filter_map(|table| {
            let grid = form::form_table(page, table, reader.bounds());
            reader.table(&grid, "grid")
        })
        .collect()
}

/// A stable sort: equals stay in document order.
fn best_first(mut relations: Vec<Relation>) -> Vec<Relation> {
    relations.sort_by(|a, b| b.score.total_cmp(&a.score));
    relations
}
