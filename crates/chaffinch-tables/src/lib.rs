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

use chaffinch_core::{Page, Relation};

/// The tables of the page, best first, by the method that the settings name.
pub fn tables(page: &Page, settings: &TableSettings) -> Vec<Relation> {
    let mut reader = read::Reader::new(page, &settings.grid);
    let relations = match settings.method {
        Method::Visual => visual::visual_tables(page, &settings.visual, &mut reader),
        _ => markup_tables(page, &settings.grid, &mut reader),
    };
    best_first(relations)
}

/// The data tables of the page that are written as tables, best first.
pub fn grid_tables(page: &Page, settings: &GridSettings) -> Vec<Relation> {
    best_first(markup_tables(page, settings, &mut read::Reader::new(page, settings)))
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
