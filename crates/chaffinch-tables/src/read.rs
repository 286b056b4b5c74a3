//! A formed table as a relation.

use crate::form::Bounds;
use crate::grid::{Grid, Place};
use crate::header::{Header, column_names, header};
use crate::score::score;
use crate::settings::{GridSettings, Spanning, SubHeadings};
use crate::units::unit_in;
use crate::webtables::has_controls;
use chaffinch_core::{
    Cell, CellContent, Column, ColumnType, NodeId, Page, Rect, Relation, RelationKind, Row, collapse_space,
};
use chaffinch_values::{column_type, decimal_mark, read_as};
use std::ops::Range;

/// Reads the tables of one page and keeps account of what they cost together.
pub(crate) struct Reader<'p> {
    page: &'p Page,
    settings: &'p GridSettings,
    slots_left: usize,
    repeats_left: usize,
}

impl<'p> Reader<'p> {
    pub fn new(page: &'p Page, settings: &'p GridSettings) -> Reader<'p> {
        let (slots_left, repeats_left) = (settings.max_slots, settings.max_repeated_bytes);
        Reader { page, settings, slots_left, repeats_left }
    }

    /// What the next table may cost.
    pub fn bounds(&self) -> Bounds {
        Bounds { columns: self.settings.max_columns, slots: self.slots_left }
    }

    /// The relation that a grid within [`Reader::bounds`] holds; nothing where it is too small or empty.
    pub fn table(&mut self, grid: &Grid, method: &str) -> Option<Relation> {
        if grid.rows.len() < self.settings.min_rows || grid.width < self.settings.min_columns {
            return None;
        }
        self.slots_left = self.slots_left.checked_sub(grid.rows.len() * grid.width)?;
        let header = header(grid, self.settings);
        let mut contents: Vec<Option<Cell>> = grid.cells.iter().map(|cell| self.cell(&cell.place)).collect();
        let names = column_names(grid, &header, |cell| {
            let content = contents[cell].as_ref()?;
            self.affords(content).then(|| content.text.clone())
        });
        let caption = grid.caption.map(|caption| self.page.flat_text(caption));
        let title_row = || Some(contents[header.title?].as_ref()?.text.clone());
        let title = caption.or_else(title_row).filter(|title| !title.is_empty());
        let columns = self.type_columns(grid, &header, names, &mut contents);
        let data = header.names.end..grid.rows.len();
        let mut rows: Vec<Row> = data.map(|row| self.row(grid, row, &contents)).collect();
        // Rows without any content only make room between others.
        rows.retain(|row| row.cells.iter().any(Option::is_some));
        if rows.is_empty() {
            return None;
        }
        let mut columns = columns;
        if self.settings.sub_headings == SubHeadings::Column {
            sub_headings_to_column(&mut columns, &mut rows);
        }
        let has_controls = has_controls(self.page, grid.root);
        Some(Relation {
            kind: RelationKind::Table,
            method: method.into(),
            score: score(&columns, &rows, has_controls),
            title,
            facts: Default::default(),
            xpath: self.page.xpath(grid.root),
            rect: self.page.rect(grid.root),
            columns,
            rows,
        })
    }

    /// What stands in a cell; nothing where it has neither text nor link nor image.
    fn cell(&self, place: &Place) -> Option<Cell> {
        let node = match place {
            Place::Node(node) => *node,
            Place::Text(parts) => return self.text_cell(parts),
        };
        let text = self.page.flat_text(node);
        let link = self.page.first_link(node).map(str::to_owned);
        if text.is_empty() && link.is_none() && self.page.images(node).is_empty() {
            return None;
        }
        Some(Cell {
            text,
            link,
            xpath: Some(self.page.xpath(node)),
            span: self.page.text_extent(node).or_else(|| self.page.span(node)),
            rect: self.page.rect(node),
            ..Cell::default()
        })
    }

    fn text_cell(&self, parts: &[(NodeId, Range<usize>)]) -> Option<Cell> {
        let texts = parts.iter().filter_map(|(node, range)| self.page.own_text(*node).get(range.clone()));
        let text = collapse_space(&texts.collect::<String>());
        let (first, _) = parts.first()?;
        let links = parts.iter().filter_map(|(node, _)| self.page.node(*node).parent);
        let link = links.filter(|parent| self.page.is(*parent, "a")).find_map(|a| self.page.first_link(a));
        let spans = parts.iter().filter_map(|(node, range)| self.page.text_span(*node, range.clone()));
        (!text.is_empty()).then(|| Cell {
            text,
            link: link.map(str::to_owned),
            xpath: Some(self.page.xpath(*first)),
            span: spans.reduce(|a, b| a.union(b)),
            ..Cell::default()
        })
    }

    /// Finds what each column holds, and gives the cells that begin in it their values.
    fn type_columns(
        &self,
        grid: &Grid,
        header: &Header,
        names: Vec<Option<String>>,
        contents: &mut [Option<Cell>],
    ) -> Vec<Column> {
        let mut cells_of: Vec<Vec<usize>> = vec![Vec::new(); grid.width];
        for (number, cell) in grid.cells.iter().enumerate().filter(|(_, cell)| cell.row >= header.names.end) {
            // A cell across several columns is a heading between rows; it says nothing of any column's type.
            if cell.width == 1 && contents[number].as_ref().is_some_and(|c| !c.text.is_empty()) {
                cells_of[cell.column].push(number);
            }
        }
        let mut columns = Vec::with_capacity(grid.width);
        for (name, cells) in names.into_iter().zip(cells_of) {
            let texts = || cells.iter().filter_map(|cell| contents[*cell].as_ref()).map(|c| c.text.as_str());
            let mark = decimal_mark(texts());
            let kind = column_type(texts(), mark, self.settings.type_share);
            if kind != ColumnType::Text {
                let said_above = name.as_deref().and_then(|name| unit_in(name, kind));
                for number in cells {
                    let Some(cell) = contents[number].as_mut() else { continue };
                    if let Some(reading) = read_as(kind, &cell.text, mark) {
                        cell.value = Some(reading.value);
                        cell.unit = reading.unit.or_else(|| said_above.clone());
                    }
                }
            }
            columns.push(Column { name, kind });
        }
        columns
    }

    fn row(&mut self, grid: &Grid, number: usize, contents: &[Option<Cell>]) -> Row {
        let row = &grid.rows[number];
        let slots = row.slots.iter().enumerate();
        let cells = slots
            .map(|(column, slot)| {
                let cell = (*slot)?;
                let content = contents[cell].as_ref()?;
                let begins = grid.cells[cell].row == number && grid.cells[cell].column == column;
                (begins || self.may_repeat(content)).then(|| CellContent::One(content.clone()))
            })
            .collect();
        match row.node {
            Some(node) => Row {
                xpaths: vec![self.page.xpath(node)],
                rect: self.page.rect(node),
                text: self.page.row_text([node]),
                links: self.page.links(node),
                images: self.page.images(node),
                cells,
            },
            None => self.scattered_row(grid, number, contents, cells),
        }
    }

    /// A row that no node holds alone: what its cells hold together.
    fn scattered_row(
        &self,
        grid: &Grid,
        number: usize,
        contents: &[Option<Cell>],
        cells: Vec<Option<CellContent>>,
    ) -> Row {
        let begins = |slot: &&usize| grid.cells[**slot].row == number;
        let mut own: Vec<usize> = grid.rows[number].slots.iter().flatten().filter(begins).copied().collect();
        own.dedup();
        let held = || own.iter().filter_map(|cell| contents[*cell].as_ref());
        let whole = || {
            own.iter().filter_map(|cell| match grid.cells[*cell].place {
                Place::Node(node) => Some(node),
                Place::Text(_) => None,
            })
        };
        let texts: Vec<&str> =
            held().map(|cell| cell.text.as_str()).filter(|text| !text.is_empty()).collect();
        Row {
            xpaths: held().filter_map(|cell| cell.xpath.clone()).collect(),
            rect: Rect::hull(held().filter_map(|cell| cell.rect)),
            text: texts.join(" "),
            links: whole().flat_map(|node| self.page.links(node)).collect(),
            images: whole().flat_map(|node| self.page.images(node)).collect(),
            cells,
        }
    }

    fn may_repeat(&mut self, content: &Cell) -> bool {
        self.settings.spanning == Spanning::Repeat && self.affords(content)
    }

    /// Pays for a copy of `content`, if there is enough left.
    fn affords(&mut self, content: &Cell) -> bool {
        let parts = [Some(&content.text), content.link.as_ref(), content.xpath.as_ref()];
        let size: usize = parts.into_iter().flatten().map(String::len).sum();
        let left = self.repeats_left.checked_sub(size);
        self.repeats_left = left.unwrap_or(self.repeats_left);
        left.is_some()
    }
}

/// Headings between rows, one text over the whole width, become a column of the rows below them.
fn sub_headings_to_column(columns: &mut Vec<Column>, rows: &mut Vec<Row>) {
    let heading = |row: &Row| -> Option<CellContent> {
        let mut cells = row.cells.iter();
        let first = cells.next()?.as_ref()?;
        let repeats = |cell: &Option<CellContent>| cell.as_ref().is_none_or(|cell| cell == first);
        (row.cells.len() > 1 && cells.all(repeats)).then(|| first.clone())
    };
    if rows.len() < 3 || !rows.iter().any(|row| heading(row).is_some()) {
        return;
    }
    let mut current: Option<CellContent> = None;
    rows.retain_mut(|row| match heading(row) {
        Some(heading) => {
            current = Some(heading);
            false
        }
        None => {
            row.cells.insert(0, current.clone());
            true
        }
    });
    columns.insert(0, Column { name: None, kind: ColumnType::Text });
}
