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
mod header;
mod read;
mod score;
mod settings;

pub use settings::{GridSettings, Spanning};

use chaffinch_core::{Page, Relation};

/// The data tables of the page that are written as tables, best first.
pub fn grid_tables(page: &Page, settings: &GridSettings) -> Vec<Relation> {
    let mut reader = read::Reader::new(page, settings);
    let mut relations: Vec<Relation> =
        genuine::genuine_tables(page, settings).into_iter().filter_map(|table| reader.table(table)).collect();
    // A stable sort: equals stay in document order.
    relations.sort_by(|a, b| b.score.total_cmp(&a.score));
    relations
}
