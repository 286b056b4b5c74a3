//! Tables: found in markup, in boxes on the screen and in preformatted text.
//!
//! [`tables`] finds the tables of a page by the [`TableMethod`] that its settings name. Every method makes a grid of cells, and all grids are
//! read in the same way: tables that only arrange the page are left out, the header is found, and the cells are read.
//! [`grid_tables`] does this for table markup alone:
//!
//! ```
//! use chaffinch_tables::{GridSettings, grid_tables};
//! let page = chaffinch_page::parse_str(
//!     "<table><tr><th>City<th>Population<tr><td>Graz<td>291,134<tr><td>Linz<td>207,247</table>",
//! );
//! let tables = grid_tables(&page, &GridSettings::default()).into_relations(&page);
//! assert_eq!(tables[0].columns[1].name.as_deref(), Some("Population"));
//! assert_eq!(tables[0].rows[1].cells[0].as_ref().unwrap().text(" "), "Linz");
//! ```

mod aids;
mod aria;
mod ascii;
mod certainty;
mod clean;
mod find;
mod footnotes;
mod form;
mod genuine;
mod grid;
mod header;
mod orientation;
mod read;
mod score;
mod seen;
mod settings;
mod signs;
mod title;
mod units;
mod visual;
mod webtables;

pub use certainty::{certain, evidence};
pub use find::{explained_tables, grid_tables, tables};
pub use seen::{SeenCell, SeenTable, seen_tables};
pub use settings::{
    AsciiSettings, CertaintySettings, GridSettings, Orientation, ScoreSettings, Spanning, SubHeadings,
    TableMethod, TableSettings, VisualSettings, WebTablesWeights,
};
pub use visual::{BoxId, Direction, Edges, HyperBox, Neighbour, TopographicGrid, expand};

use chaffinch_core::{NodeId, Page};

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

/// The cells of a `<table>` with their rows and columns by the HTML standard, row by row.
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
