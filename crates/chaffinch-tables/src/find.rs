//! Finds the tables of a page by each method, and reads them all in the same way.

use crate::aids::{leave_out_aids, leave_out_unfolding};
use crate::aria::aria_grids;
use crate::ascii::ascii_grids;
use crate::certainty::certainty;
use crate::clean::{clean, is_empty};
use crate::form::form_table;
use crate::genuine::genuine_tables;
use crate::grid::{CellPlace, Grid, GridCell};
use crate::header::{leave_out_repeated_names, mark_names, mark_units};
use crate::orientation::turn;
use crate::read::Reader;
use crate::settings::{GridSettings, Orientation, TableMethod, TableSettings};
use crate::signs::join_signs;
use crate::visual::look::{Weight, mark_headers, weight};
use crate::{visual, webtables};
use chaffinch_core::{Finding, Findings, Layout, Method, NodeId, Page};
use std::collections::BTreeSet;

/// The tables of the page, best first, by the method that the settings name.
pub fn tables(page: &Page, settings: &TableSettings) -> Findings {
    find(page, settings, false)
}

/// [`tables`], and for each how it was read.
pub fn explained_tables(page: &Page, settings: &TableSettings) -> Findings {
    find(page, settings, true)
}

fn find(page: &Page, settings: &TableSettings, explain: bool) -> Findings {
    let (reader, how) = (Reader::new(page, &settings.grid), Vec::new());
    let mut pipeline = Pipeline { page, settings, reader, explain, how };
    let found = match settings.method {
        TableMethod::Grid => pipeline.marked_up(),
        TableMethod::WebTables => pipeline.web_tables(),
        TableMethod::Visual => pipeline.visual(),
        TableMethod::Auto => pipeline.auto_with_keyword(),
    };
    let holds_keyword =
        |finding: &Finding| settings.keyword.as_deref().is_none_or(|keyword| holds(page, finding, keyword));
    let mut found: Vec<Finding> = found.into_iter().filter(holds_keyword).collect();
    // A stable sort keeps tables of equal score in the order in which they were found.
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    let absence = found.is_empty().then(|| absence(page, settings));
    Findings { relations: found, why: pipeline.how, absence }
}

/// Why no table was found, in a sentence.
fn absence(page: &Page, settings: &TableSettings) -> String {
    match &settings.keyword {
        _ if settings.method == TableMethod::Visual && page.layout().is_none() => {
            "tables are seen by their boxes, and this page has none".into()
        }
        Some(keyword) => format!("no table on this page holds the word {keyword}"),
        None => "nothing on this page is a table".into(),
    }
}

/// The data tables of the page that are marked up as tables, best first.
pub fn grid_tables(page: &Page, settings: &GridSettings) -> Findings {
    let method = TableMethod::Grid;
    tables(page, &TableSettings { method, grid: settings.clone(), ..TableSettings::default() })
}

/// The way from a page to its tables: each grid that a method finds is cleaned, its headers are marked, it is turned where needed and read.
struct Pipeline<'p> {
    page: &'p Page,
    settings: &'p TableSettings,
    reader: Reader<'p>,
    explain: bool,
    /// How each table was read, in a sentence.
    how: Vec<String>,
}

impl Pipeline<'_> {
    /// Reads a grid; nothing where it is too small or empty.
    fn table(&mut self, mut grid: Grid, method: Method) -> Option<Finding> {
        let (rows, width) = (grid.rows.len(), grid.width);
        let named_by = tidy(self.page, &mut grid, method, &self.settings.grid);
        let emptied = (rows - grid.rows.len(), width - grid.width);
        let rows = grid.rows.len();
        leave_out_aids(self.page, &mut grid, &self.settings.grid);
        let aids = rows - grid.rows.len();
        mark_units(self.page, &mut grid, &self.settings.grid);
        leave_out_repeated_names(self.page, &mut grid, &self.settings.grid);
        if self.settings.grid.orientation == Orientation::Read {
            turn(self.page, &mut grid, &self.settings.grid);
        }
        let table = self.reader.table(&grid, method)?;
        if self.explain {
            self.how.push(how(self.page, &grid, &table, named_by, emptied, aids));
        }
        Some(table)
    }

    /// The tables of these `<table>` elements.
    fn markup(&mut self, method: Method, tables: Vec<NodeId>) -> Vec<Finding> {
        let read = |table| self.table(form_table(self.page, table, self.reader.bounds()), method);
        let mut found: Vec<Finding> = tables.into_iter().filter_map(read).collect();
        take_names_of_heads(self.page, &mut found);
        found
    }

    /// The tables that elements or roles mark up.
    fn marked_up(&mut self) -> Vec<Finding> {
        let mut found = self.markup(Method::Grid, genuine_tables(self.page, &self.settings.grid));
        for grid in aria_grids(self.page, self.reader.bounds()) {
            found.extend(self.table(grid, Method::Grid));
        }
        found
    }

    /// The `<table>` elements that pass the WebTables filter.
    fn web_tables(&mut self) -> Vec<Finding> {
        let tables = self.page.ids().filter(|id| self.page.is(*id, "table"));
        let found = self.markup(Method::WebTables, tables.collect()).into_iter();
        let judged = found.filter_map(|finding| {
            let score = webtables::judge(self.page, &finding, &self.settings.web_tables)?;
            Some(Finding { score, ..finding })
        });
        judged.collect()
    }

    /// What looks like a table; with a keyword, what the expansion finds from the boxes around it.
    fn visual(&mut self) -> Vec<Finding> {
        let Some(layout) = self.page.layout() else { return Vec::new() };
        let grids = match &self.settings.keyword {
            Some(keyword) => {
                let bounds = self.reader.bounds();
                visual::keyword_grids(self.page, layout, keyword, &self.settings.visual, bounds)
            }
            None => {
                let mut grids = self.boxes(layout);
                grids.extend(ascii_grids(self.page, &self.settings.ascii));
                grids
            }
        };
        self.without_prose(grids)
    }

    /// Reads grids; of those that grew from a keyword, the ones with prose in them are refused, and the best of overlapping ones is kept.
    fn without_prose(&mut self, grids: Vec<Grid>) -> Vec<Finding> {
        let mut found: Vec<(BTreeSet<NodeId>, Finding)> = Vec::new();
        for grid in grids {
            let cells = grid.cells.iter().map(|cell| cell.place.node()).collect();
            let table = self.table(grid, Method::VisualTable);
            found.extend(table.filter(|table| !self.is_prose(table)).map(|table| (cells, table)));
        }
        if self.settings.keyword.is_some() {
            keep_best_of_overlapping(&mut found);
        }
        found.into_iter().map(|(_, table)| table).collect()
    }

    /// What [`Pipeline::auto`] finds; where none of that holds the keyword and is a table for sure, what grows from the boxes around the keyword
    /// as well, and of tables that overlap the better.
    fn auto_with_keyword(&mut self) -> Vec<Finding> {
        let found = self.auto();
        let (Some(keyword), Some(layout)) = (&self.settings.keyword, self.page.layout()) else {
            return found;
        };
        let limits = &self.settings.certainty;
        let sure = |finding: &Finding| certainty(self.page, finding, limits);
        let (mut holding, others): (Vec<Finding>, Vec<Finding>) =
            found.into_iter().partition(|finding| holds(self.page, finding, keyword));
        if holding.iter().any(|finding| sure(finding) >= limits.least) {
            holding.extend(others);
            return holding;
        }
        let bounds = self.reader.bounds();
        let grown = visual::keyword_grids(self.page, layout, keyword, &self.settings.visual, bounds);
        let mut grown = self.without_prose(grown);
        let best = |tables: &[Finding]| tables.iter().map(sure).fold(0.0, f32::max);
        if best(&grown) > best(&holding) { std::mem::take(&mut grown) } else { holding }
    }

    /// Tables by markup, and by boxes what else looks like a table. A grid of boxes that is exactly one `<table>` is left to the markup.
    fn auto(&mut self) -> Vec<Finding> {
        let page = self.page;
        let mut found = Vec::new();
        let by_roles = aria_grids(page, self.reader.bounds());
        let roots: BTreeSet<NodeId> = by_roles.iter().map(|grid| grid.root).collect();
        let mut covered: BTreeSet<NodeId> = BTreeSet::new();
        for grid in page.layout().map(|layout| self.boxes(layout)).unwrap_or_default() {
            let tables = tables_of(page, &grid, &roots);
            if tables.len() == 1 && !tables.contains(&None) {
                continue;
            }
            if let Some(table) = self.table(grid, Method::VisualTable) {
                covered.extend(tables.into_iter().flatten());
                found.push(table);
            }
        }
        let mut marked_up = genuine_tables(page, &self.settings.grid);
        marked_up.retain(|table| !covered.contains(table));
        found.extend(self.markup(Method::Grid, marked_up));
        let by_roles = by_roles.into_iter().filter(|grid| !covered.contains(&grid.root));
        found.extend(by_roles.filter_map(|grid| self.table(grid, Method::Grid)).collect::<Vec<_>>());
        let of_characters = ascii_grids(page, &self.settings.ascii).into_iter();
        found.extend(of_characters.filter_map(|grid| self.table(grid, Method::VisualTable)));
        found
    }

    fn boxes(&self, layout: &Layout) -> Vec<Grid> {
        visual::all_grids(self.page, layout, &self.settings.visual, self.reader.bounds())
    }

    /// Whether a cell has more words than a value may have. What grows from a keyword may reach into text; what is found without one
    /// has its score lowered instead.
    fn is_prose(&self, table: &Finding) -> bool {
        let words = |text: &str| text.split_whitespace().count();
        let mut cells = table.rows.iter().flat_map(|row| row.values());
        let most = self.settings.visual.max_words.filter(|_| self.settings.keyword.is_some());
        most.is_some_and(|most| cells.any(|cell| words(&cell.text) > most))
    }
}

/// Gives tables without names those of a table before them that is nothing but a row of `<th>`, where it has as many and stands beside them: one
/// head may be the head of several tables with headings between them.
fn take_names_of_heads(page: &Page, found: &mut [Finding]) {
    let tables = page.ids().filter(|id| page.is(*id, "table"));
    let heads: Vec<(NodeId, Vec<NodeId>)> =
        tables.filter_map(|table| Some((table, lone_head(page, table)?))).collect();
    // Where the names of a head end: at the next table that has its own.
    let is_named = |finding: &Finding| finding.columns.iter().any(|column| column.name.is_some());
    let named: BTreeSet<NodeId> = found.iter().filter(|f| is_named(f)).map(|f| f.root).collect();
    for finding in found.iter_mut().filter(|finding| !is_named(finding)) {
        let before = heads.partition_point(|(head, _)| *head < finding.root);
        let Some((head, names)) = before.checked_sub(1).map(|at| &heads[at]) else { continue };
        let around = page.node(*head).parent.unwrap_or(NodeId::DOCUMENT);
        if names.len() == finding.columns.len()
            && page.contains(around, finding.root)
            && named.range(*head..finding.root).next().is_none()
        {
            for (column, name) in finding.columns.iter_mut().zip(names) {
                column.name = Some(page.flat_text(*name)).filter(|name| !name.is_empty());
            }
        }
    }
}

/// The cells of a table that is one row of at least two `<th>` and nothing else.
fn lone_head(page: &Page, table: NodeId) -> Option<Vec<NodeId>> {
    let mut rows = page.descendants(table).filter(|id| page.is(*id, "tr"));
    let row = rows.next().filter(|_| rows.next().is_none())?;
    let cells: Vec<NodeId> = page.element_children(row).collect();
    let is_name = |cell: &NodeId| page.is(*cell, "th") && page.colspan(*cell) == 1;
    (cells.len() > 1 && cells.iter().all(is_name)).then_some(cells)
}

/// How a table was read: what was left out, what names its columns, which way it was turned.
fn how(
    page: &Page,
    grid: &Grid,
    table: &Finding,
    named_by: NamedBy,
    emptied: (usize, usize),
    aids: usize,
) -> String {
    let named = table.columns.iter().any(|column| column.name.is_some());
    let mut steps = Vec::new();
    if emptied != (0, 0) {
        let (rows, columns) = emptied;
        steps.push(format!(
            "{rows} rows and {columns} columns that are empty, folded away or only have signs are left out"
        ));
    }
    if aids > 0 {
        steps.push(format!(
            "{aids} rows that number the columns, filter them or page through the table are left out"
        ));
    }
    steps.push(if named { named_by.words().to_owned() } else { "nothing names its columns".to_owned() });
    if grid.turned {
        steps.push("its records are columns and were turned".to_owned());
    }
    format!("{} at {}: {}", table.method, page.xpath(grid.root), steps.join("; "))
}

/// What tells which cells name the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamedBy {
    Markup,
    Look,
    Words,
    Terms,
}

impl NamedBy {
    fn words(self) -> &'static str {
        match self {
            NamedBy::Markup => "its markup says which cells are names",
            NamedBy::Look => "its names are bold or stand on a colour of their own",
            NamedBy::Words => "its first row is words above figures",
            NamedBy::Terms => "its names are the terms of a definition list",
        }
    }
}

/// Removes empty rows and columns from a grid, and marks the cells that look or read like headers unless the markup has headers.
pub(crate) fn tidy(page: &Page, grid: &mut Grid, method: Method, settings: &GridSettings) -> NamedBy {
    clean(page, grid);
    leave_out_unfolding(page, grid);
    join_signs(page, grid);
    if marks_headers(grid) {
        if let Some(layout) = page.layout() {
            mark_bold_row(page, layout, grid);
        }
        mark_corner(page, grid);
        mark_divided_names(grid);
        return mark_names_above_rows(page, grid, settings).unwrap_or(NamedBy::Markup);
    }
    if let Some(layout) = page.layout() {
        mark_headers(page, layout, grid);
        if method != Method::VisualTable && !names_columns(grid) && !names_rows(grid) {
            grid.cells.iter_mut().for_each(|cell| cell.header = false);
        }
    }
    if marks_headers(grid) {
        return mark_names_above_rows(page, grid, settings).unwrap_or(NamedBy::Look);
    }
    mark_names(page, grid, settings);
    if marks_headers(grid) {
        return NamedBy::Words;
    }
    // The terms of a definition list name what is beside them, unless its first row names the columns.
    grid.cells.iter_mut().for_each(|cell| cell.header = page.is(cell.place.node(), "dt"));
    NamedBy::Terms
}

/// Where headers name the rows alone, words above figures may still name the columns: the first cell of that row is no header, or the headers below
/// it are numbers.
fn mark_names_above_rows(page: &Page, grid: &mut Grid, settings: &GridSettings) -> Option<NamedBy> {
    let is_across = |cell: &GridCell| cell.width == grid.width;
    let names_rows = |cell: &GridCell| is_across(cell) || !cell.header || cell.column == 0;
    let mut inner = grid.cells.iter().filter(|cell| !is_across(cell));
    let first = inner.next().filter(|first| first.column == 0)?;
    let counts = || {
        let mut below = inner.filter(|cell| cell.column == 0);
        below.all(|cell| cell.place.text(page).trim_end_matches('.').parse::<u32>().is_ok())
    };
    if grid.rows.iter().any(|row| row.in_head)
        || !grid.cells.iter().all(names_rows)
        || (first.header && !counts())
    {
        return None;
    }
    let before: Vec<bool> = grid.cells.iter().map(|cell| cell.header).collect();
    mark_names(page, grid, settings);
    grid.cells.iter().zip(before).any(|(cell, before)| cell.header != before).then_some(NamedBy::Words)
}

/// Makes the first row a row of headers where the markup names only the rows, and bold letters name the columns above them.
fn mark_bold_row(page: &Page, layout: &Layout, grid: &mut Grid) {
    let is_bold = |cell: &GridCell| weight(page, layout, cell.place.node()) == Weight::Bold;
    let in_head = grid.rows.iter().any(|row| row.in_head);
    let names_rows = grid.cells.iter().all(|cell| cell.header == (cell.column == 0));
    let (first, others): (Vec<&GridCell>, Vec<&GridCell>) =
        grid.cells.iter().filter(|cell| cell.column > 0).partition(|cell| cell.row == 0);
    if !in_head
        && names_rows
        && first.iter().all(|cell| is_bold(cell))
        && !others.iter().any(|cell| is_bold(cell))
    {
        grid.cells.iter_mut().filter(|cell| cell.row == 0).for_each(|cell| cell.header = true);
    }
}

/// Makes the rows headers into which names of the first row reach, where others of them span several columns: the cells there divide these.
fn mark_divided_names(grid: &mut Grid) {
    let first: Vec<&GridCell> = grid.beginning_in(0).collect();
    let deepest = first.iter().map(|cell| cell.height).max().unwrap_or(1);
    let spans = first.iter().any(|cell| cell.width > 1 && cell.width < grid.width && cell.height == 1);
    if deepest > 1 && spans && first.iter().all(|cell| cell.header) && deepest < grid.rows.len() {
        grid.cells.iter_mut().filter(|cell| cell.row < deepest).for_each(|cell| cell.header = true);
    }
}

/// Makes an empty cell in the corner of a table a header where all cells beside it are.
fn mark_corner(page: &Page, grid: &mut Grid) {
    let beside = grid.beginning_in(0).skip(1).filter(|cell| cell.header).count();
    let is_corner = beside > 0 && beside + 1 == grid.beginning_in(0).count();
    if let Some(corner) = grid.cells.first_mut().filter(|corner| is_corner && is_empty(page, &corner.place)) {
        corner.header = true;
    }
}

/// Whether the headers of a grid name its rows: they are the first cell of each, but for lines across the whole table.
fn names_rows(grid: &Grid) -> bool {
    let is_named = |cell: &GridCell| cell.width == grid.width || cell.header == (cell.column == 0);
    grid.rows.len() > 1 && grid.width > 1 && grid.cells.iter().all(is_named)
}

/// Whether the headers of a grid name its columns: the first rows are headers, the last of them has one for each column, and at least two rows
/// follow. Other bold cells of a `<table>` without header markup are headings in a layout.
fn names_columns(grid: &Grid) -> bool {
    let all_headers = |row: &usize| grid.beginning_in(*row).all(|cell| cell.header);
    let rows = (0..grid.rows.len()).take_while(all_headers).count();
    let Some(last) = rows.checked_sub(1) else { return false };
    let is_name = |slot: &Option<usize>| slot.is_some_and(|cell| grid.cells[cell].width == 1);
    grid.rows[last].slots.iter().all(is_name) && grid.rows.len() > rows + 1
}

/// Whether the markup says which cells are headers.
fn marks_headers(grid: &Grid) -> bool {
    grid.cells.iter().any(|cell| cell.header) || grid.rows.iter().any(|row| row.in_head)
}

/// Of tables with a cell in common, keeps the one with the best score.
fn keep_best_of_overlapping(found: &mut Vec<(BTreeSet<NodeId>, Finding)>) {
    found.sort_by(|a, b| b.1.score.total_cmp(&a.1.score));
    let mut taken: BTreeSet<NodeId> = BTreeSet::new();
    found.retain(|(cells, _)| {
        let is_free = cells.is_disjoint(&taken);
        if is_free {
            taken.extend(cells);
        }
        is_free
    });
}

/// The `<table>`s and the tables `by_roles` that the cells of a grid belong to; `None` is among them where a cell belongs to no table.
fn tables_of(page: &Page, grid: &Grid, by_roles: &BTreeSet<NodeId>) -> BTreeSet<Option<NodeId>> {
    let table = |place: &CellPlace| {
        let node = place.node();
        let is_cell = page.is(node, "td") || page.is(node, "th");
        let is_table = |id: &NodeId| page.is(*id, "table") || by_roles.contains(id);
        page.ancestors(node).find(is_table).filter(|table| is_cell || by_roles.contains(table))
    };
    grid.cells.iter().map(|cell| table(&cell.place)).collect()
}

fn holds(page: &Page, finding: &Finding, keyword: &str) -> bool {
    let names = finding.columns.iter().filter_map(|column| column.name.as_deref());
    names.chain(finding.title.as_deref()).any(|text| visual::holds_word(text, keyword))
        || finding.rows.iter().any(|row| visual::holds_word(&row.content(page).text, keyword))
}
