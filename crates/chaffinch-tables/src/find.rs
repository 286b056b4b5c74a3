//! The methods, and how they go together.

use crate::ascii::ascii_grids;
use crate::form::form_table;
use crate::genuine::genuine_tables;
use crate::grid::{Grid, Place};
use crate::orientation::records_are_columns;
use crate::read::Reader;
use crate::settings::{GridSettings, Method, Orientation, TableSettings};
use crate::{visual, webtables};
use chaffinch_core::{NodeId, Page, Relation};
use std::collections::BTreeSet;

/// The tables of the page, best first, by the method that the settings name.
pub fn tables(page: &Page, settings: &TableSettings) -> Vec<Relation> {
    let mut reader = Reader::new(page, &settings.grid);
    let relations = match settings.method {
        Method::Grid => markup_tables(page, &settings.grid, &mut reader, &BTreeSet::new()),
        Method::WebTables => web_tables(page, &mut reader),
        Method::Visual => visual_tables(page, settings, &mut reader),
        Method::Auto => auto_tables(page, settings, &mut reader),
    };
    let holds_keyword = |relation: &Relation| {
        settings.keyword.as_deref().is_none_or(|keyword| relation_holds(relation, keyword))
    };
    best_first(relations.into_iter().filter(holds_keyword).collect())
}

/// The data tables of the page that are written as tables, best first.
pub fn grid_tables(page: &Page, settings: &GridSettings) -> Vec<Relation> {
    best_first(markup_tables(page, settings, &mut Reader::new(page, settings), &BTreeSet::new()))
}

/// What is marked up as a table, without the tables in `but`.
fn markup_tables(
    page: &Page,
    settings: &GridSettings,
    reader: &mut Reader,
    but: &BTreeSet<NodeId>,
) -> Vec<Relation> {
    let tables = genuine_tables(page, settings).into_iter().filter(|table| !but.contains(table));
    tables
        .filter_map(|table| {
            let grid = turned(page, form_table(page, table, reader.bounds()), settings);
            reader.table(&grid, "grid")
        })
        .collect()
}

/// What looks like a table; from a keyword, what grows from the boxes that it stands in.
fn visual_tables(page: &Page, settings: &TableSettings, reader: &mut Reader) -> Vec<Relation> {
    let Some(layout) = page.layout() else { return Vec::new() };
    let Some(keyword) = &settings.keyword else {
        let grids = visual::all_grids(page, layout, &settings.visual, reader.bounds());
        let grids = grids.into_iter().chain(ascii_grids(page)).map(|grid| turned(page, grid, &settings.grid));
        return grids.filter_map(|grid| reader.table(&grid, "visual")).collect();
    };
    let grids = visual::keyword_grids(page, layout, keyword, &settings.visual, reader.bounds());
    let mut found: Vec<(Grid, Relation)> = grids
        .into_iter()
        .filter_map(|grid| {
            let relation = reader.table(&grid, "visual")?;
            let is_prose = settings.visual.max_words.is_some_and(|most| longest_cell(&relation) > most);
            (!is_prose).then_some((grid, relation))
        })
        .collect();
    found.sort_by(|a, b| b.1.score.total_cmp(&a.1.score));
    // Of several ways to expand over the same cells the best counts.
    let mut taken: BTreeSet<NodeId> = BTreeSet::new();
    let mut best = Vec::new();
    for (grid, relation) in found {
        let cells: Vec<NodeId> = grid.cells.iter().map(|cell| cell.place.node()).collect();
        if !cells.iter().any(|cell| taken.contains(cell)) {
            taken.extend(cells);
            best.push(relation);
        }
    }
    best
}

/// Markup where a table is marked up as one, boxes for everything else that looks like a table.
fn auto_tables(page: &Page, settings: &TableSettings, reader: &mut Reader) -> Vec<Relation> {
    let mut relations = Vec::new();
    let mut covered: BTreeSet<NodeId> = BTreeSet::new();
    if let Some(layout) = page.layout() {
        for grid in visual::all_grids(page, layout, &settings.visual, reader.bounds()) {
            let tables = tables_of(page, &grid);
            if tables.len() == 1 && !tables.contains(&None) {
                continue;
            }
            let grid = turned(page, grid, &settings.grid);
            if let Some(relation) = reader.table(&grid, "visual") {
                covered.extend(tables.into_iter().flatten());
                relations.push(relation);
            }
        }
    }
    relations.extend(markup_tables(page, &settings.grid, reader, &covered));
    relations.extend(ascii_grids(page).iter().filter_map(|grid| reader.table(grid, "visual")));
    relations
}

/// The grid with its records as rows, where the settings ask for it.
fn turned(page: &Page, mut grid: Grid, settings: &GridSettings) -> Grid {
    if settings.orientation == Orientation::Read
        && records_are_columns(page, &grid, settings.type_share, settings.max_columns)
    {
        grid.transpose();
    }
    grid
}

/// The `<table>`s whose own cells make up a grid; none for cells that belong to no table.
fn tables_of(page: &Page, grid: &Grid) -> BTreeSet<Option<NodeId>> {
    let table = |place: &Place| {
        let node = place.node();
        let is_cell = page.is(node, "td") || page.is(node, "th");
        page.ancestors(node).find(|ancestor| page.is(*ancestor, "table")).filter(|_| is_cell)
    };
    grid.cells.iter().map(|cell| table(&cell.place)).collect()
}

/// What is marked up as a table and passes the WebTables filter.
fn web_tables(page: &Page, reader: &mut Reader) -> Vec<Relation> {
    let tables = page.ids().filter(|id| page.is(*id, "table"));
    tables
        .filter_map(|table| {
            let grid = form_table(page, table, reader.bounds());
            let relation = reader.table(&grid, "webtables")?;
            let score = webtables::judge(page, table, &relation)?;
            Some(Relation { score, ..relation })
        })
        .collect()
}

fn relation_holds(relation: &Relation, keyword: &str) -> bool {
    let names = relation.columns.iter().filter_map(|column| column.name.as_deref());
    names.chain(relation.title.as_deref()).any(|text| visual::holds_word(text, keyword))
        || relation.rows.iter().any(|row| visual::holds_word(&row.text, keyword))
}

/// Words in the cell that has most.
fn longest_cell(relation: &Relation) -> usize {
    let cells =
        relation.rows.iter().flat_map(|row| row.cells.iter().flatten()).flat_map(|content| content.cells());
    cells.map(|cell| cell.text.split_whitespace().count()).max().unwrap_or(0)
}

/// A stable sort: equals stay in the order in which they were found.
fn best_first(mut relations: Vec<Relation>) -> Vec<Relation> {
    relations.sort_by(|a, b| b.score.total_cmp(&a.score));
    relations
}
