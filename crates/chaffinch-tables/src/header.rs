//! Finds the rows that name the columns.

use crate::grid::Grid;
use crate::settings::GridSettings;
use std::ops::Range;

/// The rows above the data.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The cell of the first row, where it is one cell across the whole table: it names the table, not a column.
    pub title: Option<usize>,
    /// The rows that name the columns. The data begins where they end.
    pub names: Range<usize>,
}

/// Finds the header: the rows of a `<thead>`, or the first rows in which all cells are headers.
///
/// At least one row is left as data.
pub(crate) fn header(grid: &Grid, settings: &GridSettings) -> Header {
    let in_head = grid.rows.iter().take_while(|row| row.in_head).count();
    let all_headers = |row: &usize| grid.beginning_in(*row).all(|cell| cell.header);
    let rows = if in_head > 0 { in_head } else { (0..grid.rows.len()).take_while(all_headers).count() };
    let rows = rows.min(grid.rows.len().saturating_sub(1));
    let title =
        grid.cells.first().filter(|cell| rows > 0 && cell.row == 0 && cell.width == grid.width).map(|_| 0);
    let first = title.map_or(0, |title| grid.cells[title].height).min(rows);
    let names = if rows - first > settings.max_header_rows { first..first + 1 } else { first..rows };
    Header { title, names }
}

/// A name for each column: the texts of the header's cells above it, joined, without repetitions. `text` gives the text of a
/// cell.
pub(crate) fn column_names(
    grid: &Grid,
    header: &Header,
    mut text: impl FnMut(usize) -> Option<String>,
) -> Vec<Option<String>> {
    (0..grid.width)
        .map(|column| {
            let mut parts: Vec<String> = Vec::new();
            let mut above = None;
            for row in &grid.rows[header.names.clone()] {
                let cell = row.slots[column];
                if cell == above {
                    continue;
                }
                above = cell;
                if let Some(part) = cell.and_then(&mut text).filter(|part| !parts.contains(part)) {
                    parts.push(part);
                }
            }
            parts.retain(|part| !part.is_empty());
            (!parts.is_empty()).then(|| parts.join(" "))
        })
        .collect()
}
