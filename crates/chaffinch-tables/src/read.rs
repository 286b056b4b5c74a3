//! Reads a grid of cells as a finding.

use crate::footnotes::without_footnotes;
use crate::form::Bounds;
use crate::grid::{CellPlace, Grid};
use crate::header::{Header, column_names, header};
use crate::score::score;
use crate::settings::{GridSettings, Spanning, SubHeadings};
use crate::title::title_beside;
use crate::units::unit_in;
use crate::webtables::has_controls;
use chaffinch_columns::give_type;
use chaffinch_core::{
    Column, ColumnType, Finding, FoundCell, FoundRow, Method, Page, Place, RelationKind, RowContent, distinct,
};

/// Reads the tables of one page within the limits for all of them together.
pub(crate) struct Reader<'p> {
    page: &'p Page,
    settings: &'p GridSettings,
    slots_left: usize,
    /// Bytes that may still be repeated.
    repeats_left: usize,
}

impl<'p> Reader<'p> {
    pub fn new(page: &'p Page, settings: &'p GridSettings) -> Reader<'p> {
        let (slots_left, repeats_left) = (settings.max_slots, settings.max_repeated_bytes);
        Reader { page, settings, slots_left, repeats_left }
    }

    /// How large the next table may be.
    pub fn bounds(&self) -> Bounds {
        Bounds { columns: self.settings.max_columns, slots: self.slots_left }
    }

    /// Reads a grid that is within [`Reader::bounds`]; nothing where it is too small or empty.
    pub fn table(&mut self, grid: &Grid, method: Method) -> Option<Finding> {
        if grid.rows.len() < self.settings.min_rows || grid.width < self.settings.min_columns {
            return None;
        }
        self.slots_left = self.slots_left.checked_sub(grid.rows.len() * grid.width)?;
        let header = header(grid, self.settings);
        let mut contents: Vec<Option<FoundCell>> =
            grid.cells.iter().map(|cell| self.cell(&cell.place)).collect();
        let names = column_names(grid, &header, |cell| {
            let content = contents[cell].as_ref()?;
            self.affords(content).then(|| content.text.clone())
        });
        let caption = grid.caption.map(|caption| self.page.flat_text(caption));
        let title_row = || Some(contents[header.title?].as_ref()?.text.clone());
        let written = caption.or_else(title_row).filter(|title| !title.is_empty());
        let title = written.or_else(|| {
            title_beside(self.page, grid.root, grid.cells.iter().map(|cell| cell.place.node()).min())
        });
        let columns = self.type_columns(grid, &header, names, &mut contents);
        let data = header.names.end..grid.rows.len();
        let mut rows: Vec<FoundRow> = data.map(|row| self.row(grid, row, &contents)).collect();
        rows.retain(|row| row.values().next().is_some());
        if rows.is_empty() {
            return None;
        }
        let mut columns = columns;
        if self.settings.sub_headings == SubHeadings::Column {
            sub_headings_to_column(&mut columns, &mut rows);
        }
        let has_controls = has_controls(self.page, grid.root);
        Some(Finding {
            kind: RelationKind::Table,
            method,
            score: score(&columns, &rows, has_controls, &self.settings.score),
            title,
            facts: Default::default(),
            root: grid.root,
            columns,
            rows,
        })
    }

    /// Reads a cell; nothing where it has neither text nor link nor image.
    fn cell(&self, place: &CellPlace) -> Option<FoundCell> {
        let page = self.page;
        match place {
            CellPlace::Node(node) => {
                let cell = FoundCell::shown(page, *node, page.flat_text(*node));
                let is_empty = cell.text.is_empty() && cell.link.is_none() && page.images(*node).is_empty();
                (!is_empty).then_some(cell)
            }
            CellPlace::Text(parts) => {
                let text = place.text(page);
                let parents = parts.iter().filter_map(|(node, _)| page.node(*node).parent);
                let link = parents.filter(|parent| page.is(*parent, "a")).find_map(|a| page.first_link(a));
                let (link, place) = (link.map(str::to_owned), Some(Place::Texts(parts.clone())));
                (!text.is_empty()).then(|| FoundCell { text, link, place, ..FoundCell::default() })
            }
        }
    }

    /// Finds the type of each column, and gives its cells their values and units.
    fn type_columns(
        &self,
        grid: &Grid,
        header: &Header,
        names: Vec<Option<String>>,
        contents: &mut [Option<FoundCell>],
    ) -> Vec<Column> {
        let mut cells_of: Vec<Vec<usize>> = vec![Vec::new(); grid.width];
        for (number, cell) in grid.cells.iter().enumerate().filter(|(_, cell)| cell.row >= header.names.end) {
            // A cell across several columns is a heading between rows and says nothing about the type of a column.
            if cell.width == 1 && contents[number].as_ref().is_some_and(|c| !c.text.is_empty()) {
                cells_of[cell.column].push(number);
            }
        }
        let mut columns = Vec::with_capacity(grid.width);
        for (name, cells) in names.into_iter().zip(cells_of) {
            // Moved out of `contents` and back, because the cells of a column are not neighbours there.
            let mut own: Vec<FoundCell> = cells.iter().filter_map(|cell| contents[*cell].take()).collect();
            // Marks of footnotes stay in the text of a cell, and are no part of its value.
            let mut marked: Vec<(usize, String)> = Vec::new();
            for (at, (cell, number)) in own.iter_mut().zip(&cells).enumerate() {
                if let Some(bare) = without_footnotes(self.page, &grid.cells[*number].place) {
                    marked.push((at, std::mem::replace(&mut cell.text, bare)));
                }
            }
            let kind = give_type(own.iter_mut(), self.settings.type_share);
            for (at, text) in marked {
                own[at].text = text;
            }
            let unit_of_name = name.as_deref().and_then(|name| unit_in(name, kind));
            for (number, mut cell) in cells.into_iter().zip(own) {
                if cell.value.is_some() {
                    cell.unit = cell.unit.or_else(|| unit_of_name.clone());
                }
                contents[number] = Some(cell);
            }
            columns.push(Column::new(name, kind));
        }
        columns
    }

    fn row(&mut self, grid: &Grid, number: usize, contents: &[Option<FoundCell>]) -> FoundRow {
        let row = &grid.rows[number];
        let slots = row.slots.iter().enumerate();
        let cells = slots
            .map(|(column, slot)| {
                let content = slot.and_then(|cell| contents[cell].as_ref());
                let begins =
                    |cell: usize| grid.cells[cell].row == number && grid.cells[cell].column == column;
                let may_stand = |content: &&FoundCell| slot.is_some_and(begins) || self.may_repeat(content);
                content.filter(may_stand).cloned().into_iter().collect()
            })
            .collect();
        match row.node {
            Some(node) => FoundRow { cells, ..FoundRow::of(vec![node]) },
            None => FoundRow { cells, ..self.scattered_row(grid, number, contents) },
        }
    }

    /// A row without a node of its own: it has the nodes, texts, links and images of its cells.
    fn scattered_row(&self, grid: &Grid, number: usize, contents: &[Option<FoundCell>]) -> FoundRow {
        let begins = |slot: &&usize| grid.cells[**slot].row == number;
        let mut own: Vec<usize> = grid.rows[number].slots.iter().flatten().filter(begins).copied().collect();
        own.dedup();
        own.retain(|cell| contents[*cell].is_some());
        let nodes = || own.iter().map(|cell| grid.cells[*cell].place.node());
        let texts = own.iter().filter_map(|cell| contents[*cell].as_ref()).map(|cell| cell.text.as_str());
        let content = RowContent {
            text: texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" "),
            links: distinct(nodes().flat_map(|node| self.page.links(node))),
            images: distinct(nodes().flat_map(|node| self.page.images(node))),
        };
        FoundRow { content: Some(content), ..FoundRow::of(nodes().collect()) }
    }

    fn may_repeat(&mut self, content: &FoundCell) -> bool {
        self.settings.spanning == Spanning::Repeat && self.affords(content)
    }

    /// Whether a copy of `content` is within the limit for repeated bytes; if so, it is counted.
    fn affords(&mut self, content: &FoundCell) -> bool {
        let size = content.text.len() + content.link.as_ref().map_or(0, String::len) + PATH_BYTES;
        let left = self.repeats_left.checked_sub(size);
        self.repeats_left = left.unwrap_or(self.repeats_left);
        left.is_some()
    }
}

/// About how many bytes the XPath of a cell takes in a report.
const PATH_BYTES: usize = 64;

/// Makes headings between rows, which are one text across the whole table, a first column of the rows below them.
fn sub_headings_to_column(columns: &mut Vec<Column>, rows: &mut Vec<FoundRow>) {
    let heading = |row: &FoundRow| -> Option<Vec<FoundCell>> {
        let (first, others) = row.cells.split_first().filter(|(first, _)| !first.is_empty())?;
        let repeats = |cell: &Vec<FoundCell>| cell.is_empty() || cell == first;
        (!others.is_empty() && others.iter().all(repeats)).then(|| first.clone())
    };
    if rows.len() < 3 || !rows.iter().any(|row| heading(row).is_some()) {
        return;
    }
    let mut current: Vec<FoundCell> = Vec::new();
    rows.retain_mut(|row| match heading(row) {
        Some(heading) => {
            current = heading;
            false
        }
        None => {
            row.cells.insert(0, current.clone());
            true
        }
    });
    columns.insert(0, Column::new(None, ColumnType::Text));
}
