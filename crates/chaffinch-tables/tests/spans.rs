//! Sixty tables with spanning cells against the grids that a browser makes of them; `scripts/span-fixtures.py` writes the file.

use chaffinch_tables::{GridSettings, grid_tables, slots};

/// The grid of a page as the file writes it: rows of words, `.` for an empty slot.
fn grid(html: &str) -> Vec<Vec<String>> {
    let page = chaffinch_page::parse_str(html);
    let table = page.ids().find(|id| page.is(*id, "table")).expect("a table");
    let cells = slots(&page, table, &GridSettings::default());
    let width = cells.iter().map(|cell| cell.column + cell.width).max().unwrap_or(0);
    let rows = page.descendants(table).filter(|id| page.is(*id, "tr")).count();
    let mut grid = vec![vec![".".to_owned(); width]; rows];
    for cell in cells {
        for row in &mut grid[cell.row..cell.row + cell.height] {
            row[cell.column..cell.column + cell.width].fill(page.flat_text(cell.node));
        }
    }
    grid
}

/// The browser's grid without the columns in which no cell begins: there, every slot holds the cell of the slot to its left.
fn without_empty_columns(line: &str) -> Vec<Vec<String>> {
    let rows: Vec<Vec<&str>> = line.split(" / ").map(|row| row.split(' ').collect()).collect();
    let begins = |at: &usize| *at == 0 || rows.iter().any(|row| row[*at] != row[at - 1] && row[*at] != ".");
    let kept: Vec<usize> = (0..rows[0].len()).filter(begins).collect();
    rows.iter().map(|row| kept.iter().map(|at| row[*at].to_owned()).collect()).collect()
}

#[test]
fn spanning_cells_cover_what_they_cover_in_a_browser() {
    let lines: Vec<&str> = include_str!("spans/spans.txt").lines().collect();
    assert_eq!(lines.len(), 120);
    for pair in lines.chunks(2) {
        assert_eq!(grid(pair[0]), without_empty_columns(pair[1]), "{}", pair[0]);
    }
}

/// The names of the columns as the file writes them: `+` between the levels of a head, `.` for a column without a name, `-` for none at all.
fn names(html: &str) -> Option<String> {
    let page = chaffinch_page::parse_str(html);
    let table = grid_tables(&page, &GridSettings::default()).relations.into_iter().next()?;
    let name = |name: Option<&str>| name.map_or(".".to_owned(), |name| name.replace(' ', "+"));
    let names: Vec<String> = table.columns.iter().map(|column| name(column.name.as_deref())).collect();
    let is_headless = names.iter().all(|name| name == ".");
    Some(if is_headless { "-".to_owned() } else { names.join(" ") })
}

#[test]
fn heads_with_spanning_cells_join_their_levels_to_names() {
    let pages: Vec<&str> = include_str!("spans/spans.txt").lines().step_by(2).collect();
    let heads: Vec<&str> = include_str!("spans/heads.txt").lines().collect();
    assert_eq!(heads.len(), pages.len());
    let mut read = 0;
    for (page, head) in pages.iter().zip(heads) {
        // A table of one row or one column is none.
        if let Some(names) = names(page) {
            assert_eq!(names, head, "{page}");
            read += 1;
        }
    }
    assert!(read >= 50, "{read} tables were read");
}
