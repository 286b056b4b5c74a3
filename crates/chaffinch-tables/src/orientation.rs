//! Turns tables whose records are their columns, so that records become rows.

use crate::grid::{Grid, GridCell};
use crate::settings::GridSettings;
use chaffinch_core::{ColumnType, Page};
use chaffinch_values::{column_type, read};

/// Turns a grid if its names stand in the first column and not in the first row, and answers whether it did.
///
/// Lines across the whole table do not count: the first of them, above all names, is the title; headings between rows and pictures
/// are left out, because a record has no place for them.
pub(crate) fn turn(page: &Page, grid: &mut Grid, settings: &GridSettings) -> bool {
    let across: Vec<bool> = (0..grid.rows.len()).map(|row| is_line_across(grid, row)).collect();
    let body = || grid.cells.iter().filter(|cell| !across[cell.row]);
    if !are_columns(page, body(), grid.width, settings) {
        return false;
    }
    let first = across.iter().position(|is_across| !is_across).unwrap_or(0);
    let mut above = grid.cells.iter().take_while(|cell| cell.row < first);
    let title = above.find(|cell| !cell.place.text(page).is_empty()).map(|cell| cell.place.node());
    grid.caption = grid.caption.or(title);
    let keep: Vec<bool> = across.iter().map(|is_across| !is_across).collect();
    grid.keep(&keep, &vec![true; grid.width]);
    grid.cells.iter_mut().for_each(|cell| cell.header = cell.column == 0);
    grid.transpose();
    true
}

/// Whether a row is a single cell across the whole table.
fn is_line_across(grid: &Grid, row: usize) -> bool {
    let mut cells = grid.beginning_in(row);
    let is_whole = |cell: &GridCell| cell.width == grid.width && cell.height == 1;
    cells.next().is_some_and(is_whole) && cells.next().is_none()
}

/// Whether the columns of these cells are records: every row begins with a name, which is a header or ends in a colon, and has no other
/// header; the names are short and distinct; and below one another the values are of several kinds.
fn are_columns<'g>(
    page: &Page,
    cells: impl Iterator<Item = &'g GridCell> + Clone,
    width: usize,
    settings: &GridSettings,
) -> bool {
    let GridSettings { type_share, max_columns, label_words, value_words, .. } = *settings;
    let plain = cells.clone().all(|cell| cell.width == 1 && cell.height == 1);
    if !plain || width < 2 {
        return false;
    }
    let texts = |column: usize| -> Vec<String> {
        cells.clone().filter(|cell| cell.column == column).map(|cell| cell.place.text(page)).collect()
    };
    let marked = cells.clone().all(|cell| cell.header == (cell.column == 0));
    let labels = texts(0);
    let with_colons = || {
        let is_label = |label: &String| label.ends_with([':', '：']) && label.chars().count() > 1;
        labels.iter().all(is_label) && !cells.clone().any(|cell| cell.header && cell.column > 0)
    };
    if labels.len() < 2 || labels.len() > max_columns || !(marked || with_colons()) {
        return false;
    }
    let words = |texts: &[String]| texts.iter().map(|text| text.split_whitespace().count()).sum::<usize>();
    let mut distinct = labels.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let named = distinct.len() == labels.len() && !distinct.iter().any(String::is_empty);
    if !named || words(&labels) > label_words * labels.len() {
        return false;
    }
    let columns: Vec<Vec<String>> = (1..width).map(texts).collect();
    let is_of_one_type = |values: &Vec<String>| {
        let kind = column_type(values.iter().map(String::as_str), Default::default(), type_share);
        kind != ColumnType::Text && !are_of_several_units(values)
    };
    let is_mixed =
        |values: &Vec<String>| values.iter().any(|value| read(value, Default::default()).is_some());
    // A single record may be all words, if they are no sentences: those are explanations of the names.
    let is_one_record = || {
        let filled: Vec<String> = columns[0].iter().filter(|value| !value.is_empty()).cloned().collect();
        width == 2 && labels.len() > 2 && words(&filled) <= value_words * filled.len()
    };
    // Names that all end in a colon name what stands beside them, of whatever kind that is.
    let is_sure = width == 2 && with_colons();
    (is_sure || !columns.iter().any(is_of_one_type)) && (columns.iter().any(is_mixed) || is_one_record())
}

/// Whether the measures among the values of one record are of several units: a height and a weight are both numbers, and no column.
fn are_of_several_units(values: &[String]) -> bool {
    let unit = |value: &String| read(value, Default::default()).and_then(|reading| reading.unit);
    let mut units: Vec<String> = values.iter().filter_map(unit).collect();
    units.sort_unstable();
    units.dedup();
    units.len() > 2
}
