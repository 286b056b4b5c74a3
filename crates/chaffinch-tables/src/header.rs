//! Finds the rows that name the columns.

use crate::grid::{Grid, GridCell};
use crate::settings::GridSettings;
use crate::units::{is_bracketed, is_unit};
use chaffinch_core::{ColumnType, Page};
use chaffinch_values::column_type;
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
    // Below names, a line across the whole table is the heading of a section.
    let is_across = |row: usize| grid.beginning_in(row).all(|cell| cell.width == grid.width);
    let is_section = |row: usize| row > 0 && is_across(row) && (0..row).any(|above| !is_across(above));
    let all_headers = |row: &usize| grid.beginning_in(*row).all(|cell| cell.header) && !is_section(*row);
    let lines = lines_above(grid);
    let names = |first: usize| (first..grid.rows.len()).take_while(all_headers).count();
    let rows = match (in_head, names(0), names(lines)) {
        (0, 0, 0) => 0,
        // A line above names that is not marked as one.
        (0, 0, below) => lines + below,
        (0, names, _) => names,
        (in_head, ..) => in_head,
    };
    let rows = rows.min(grid.rows.len().saturating_sub(1));
    let whole_line = grid.cells.first().filter(|cell| cell.row == 0 && cell.width == grid.width);
    // Without names below, a first line across the whole table is its title if nothing else in the table is as wide.
    let stands_alone = |cell: &&GridCell| {
        let others = grid.cells.iter().skip(1);
        rows > 0 || (cell.header || cell.height == 1) && others.clone().all(|other| other.width < grid.width)
    };
    let title = whole_line.filter(stands_alone).map(|_| 0);
    let rows = if title.is_some() { rows.max(1) } else { rows };
    let first = title.map_or(0, |title| grid.cells[title].height.max(lines)).min(rows);
    let names = if rows - first > settings.max_header_rows { first..first + 1 } else { first..rows };
    Header { title, names }
}

/// Marks the row below the names as a part of the header where it holds nothing but the units of the figures below it.
pub(crate) fn mark_units(page: &Page, grid: &mut Grid, settings: &GridSettings) {
    let row = header(grid, settings).names.end;
    if row == 0 || row + 2 > grid.rows.len() || grid.rows[row].in_head {
        return;
    }
    let has_figure = |column: usize| {
        let below = grid.rows[row + 1].slots[column].map(|cell| grid.cells[cell].place.text(page));
        below.is_some_and(|text| text.chars().any(char::is_numeric))
    };
    let mut units = 0;
    let are_units = grid.beginning_in(row).all(|cell| {
        let text = cell.place.text(page);
        let is_own = (is_unit(&text) || is_bracketed(&text)) && has_figure(cell.column);
        units += usize::from(is_own && is_unit(&text));
        cell.width == 1 && cell.height == 1 && (text.is_empty() || is_own)
    });
    if are_units && units > 0 && grid.beginning_in(row).count() == grid.width {
        grid.rows[row].in_head = grid.rows[row - 1].in_head;
        grid.cells.iter_mut().filter(|cell| cell.row == row).for_each(|cell| cell.header = true);
    }
}

/// Leaves out the rows of names that come again between the rows of data, as long tables have them. Below the last row they are its foot and
/// stay.
pub(crate) fn leave_out_repeated_names(page: &Page, grid: &mut Grid, settings: &GridSettings) {
    let names = header(grid, settings).names;
    if names.is_empty() {
        return;
    }
    let text = |row: usize, column: usize| {
        let cell = grid.rows[row].slots[column].map(|cell| &grid.cells[cell]);
        cell.map(|cell| cell.place.text(page)).unwrap_or_default()
    };
    let texts = |row: usize| -> Vec<String> { (0..grid.width).map(|column| text(row, column)).collect() };
    let mut named: Vec<Vec<String>> = names.clone().map(texts).collect();
    // A row that says the same in all columns is a heading of a section.
    named.retain(|names| names.iter().any(|name| *name != names[0]));
    let repeats = |row: usize| {
        let first = text(row, 0);
        let mut alike = named.iter().filter(|names| names[0] == first);
        alike.any(|names| (1..grid.width).all(|column| text(row, column) == names[column]))
    };
    let mut keep: Vec<bool> = (0..grid.rows.len()).map(|row| row < names.end || !repeats(row)).collect();
    let last = keep.iter().rposition(|kept| *kept).unwrap_or(0);
    keep[last..].fill(true);
    if keep.contains(&false) {
        grid.keep(&keep, &vec![true; grid.width]);
    }
}

/// How many rows at the top are lines across the whole table.
fn lines_above(grid: &Grid) -> usize {
    let is_across = |row: &usize| {
        let mut cells = grid.beginning_in(*row);
        cells.next().is_some_and(|cell| cell.width == grid.width && cell.height == 1)
            && cells.next().is_none()
    };
    (0..grid.rows.len()).take_while(is_across).count()
}

/// Marks the first row as a header where the markup and the look have none, but its words name what stands below: they are short, distinct
/// and without digits, and at least one column below is of a type, has a digit in nearly every cell or, unlike them, is made of links.
pub(crate) fn mark_names(page: &Page, grid: &mut Grid, settings: &GridSettings) {
    /// Rows below the first that are looked at.
    const ROWS: usize = 50;
    let first = lines_above(grid);
    let names: Vec<String> = grid.beginning_in(first).map(|cell| cell.place.text(page)).collect();
    let is_name = |name: &String| {
        !name.is_empty()
            && !name.chars().any(char::is_numeric)
            && words_outside_brackets(name) <= settings.label_words
    };
    let mut distinct: Vec<&String> = names.iter().collect();
    distinct.sort_unstable();
    distinct.dedup();
    let plain =
        names.len() == grid.width && grid.beginning_in(first).all(|cell| cell.width == 1 && cell.height == 1);
    // The corner above the names of rows may be empty.
    let named = names.len() > 2 && names[0].is_empty() && names.iter().skip(1).all(is_name);
    // Statements name their columns by years.
    let periods = names.len() > 2
        && (names[0].is_empty() || is_name(&names[0]))
        && names.iter().skip(1).all(|name| is_period(name));
    if grid.rows.len() < first + 3
        || !plain
        || distinct.len() < names.len()
        || !(named || periods || names.iter().all(is_name))
    {
        return;
    }
    let mut below: Vec<Vec<String>> = vec![Vec::new(); grid.width];
    let below_names = |cell: &&GridCell| (first + 1..=first + ROWS).contains(&cell.row) && cell.width == 1;
    for cell in grid.cells.iter().filter(below_names) {
        below[cell.column].push(cell.place.text(page));
    }
    let is_typed = |texts: &Vec<String>| {
        let texts = texts.iter().map(String::as_str).filter(|text| !text.is_empty());
        // Times of day and the like have no type here, but names of columns have no digits and they have.
        let is_figure = |text: &str| text.chars().any(char::is_numeric);
        let figures = texts.clone().filter(|text| is_figure(text)).count() as f32;
        texts.clone().count() > 1
            && (figures >= settings.type_share * texts.clone().count() as f32
                || !matches!(
                    column_type(texts, Default::default(), settings.type_share),
                    ColumnType::Text | ColumnType::Url | ColumnType::Image
                ))
    };
    let has_names = |texts: &Vec<String>| !texts.iter().any(|text| text.chars().all(|c| c.is_numeric()));
    if periods && !(below[1..].iter().all(is_typed) && has_names(&below[0])) {
        return;
    }
    if below.iter().any(is_typed) || leads_to_links(page, grid, first, settings) {
        grid.cells.iter_mut().filter(|cell| cell.row == first).for_each(|cell| cell.header = true);
    }
}

/// Whether a text is a year or a part of one: `2023`, `FY 2023`, `2022/23`, `Q3 2024`, `2023年`.
fn is_period(text: &str) -> bool {
    /// Most characters of a period.
    const LONGEST: usize = 12;
    let is_year = |digits: &str| digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
    text.chars().count() <= LONGEST && text.split(|c: char| !c.is_ascii_digit()).any(is_year)
}

/// How many words of a name stand outside of brackets: those inside are units, as in `Sheet (W x L x H)`.
fn words_outside_brackets(name: &str) -> usize {
    let mut depth = 0_usize;
    let outside = |c: char| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 { c } else { ' ' }
    };
    let bare: String = name.chars().map(outside).collect();
    bare.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count()
}

/// Whether row `first` of a grid of several columns has no link, and nearly all cells below it in some column are links.
fn leads_to_links(page: &Page, grid: &Grid, first: usize, settings: &GridSettings) -> bool {
    /// Fewest columns, and fewest rows below the first.
    const LEAST: (usize, usize) = (3, 4);
    let has_link = |cell: &GridCell| page.first_link(cell.place.node()).is_some();
    if grid.width < LEAST.0 || grid.rows.len() <= first + LEAST.1 || grid.beginning_in(first).any(has_link) {
        return false;
    }
    let mut counts = vec![(0_usize, 0_usize); grid.width];
    for cell in grid.cells.iter().filter(|cell| cell.row > first && cell.width == 1) {
        let (linked, all) = &mut counts[cell.column];
        *linked += usize::from(has_link(cell));
        *all += 1;
    }
    counts.iter().any(|(linked, all)| *all >= LEAST.1 && *linked as f32 >= settings.type_share * *all as f32)
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
                // A name beside its value may end in a colon.
                let ends: &[char] = if grid.turned { &[':', '：'] } else { &[] };
                let named = cell.and_then(&mut text).map(|part| part.trim_end_matches(ends).to_owned());
                if let Some(part) = named.filter(|part| !parts.contains(part)) {
                    parts.push(part);
                }
            }
            parts.retain(|part| !part.is_empty());
            (!parts.is_empty()).then(|| parts.join(" "))
        })
        .collect()
}
