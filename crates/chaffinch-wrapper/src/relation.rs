//! What a wrapper found, as a relation of the common contract.

use crate::apply::{Applied, FoundValue};
use crate::class::Order;
use crate::markup::{Links, addresses, once_each};
use crate::page_bytes::PageBytes;
use crate::wrapper::{Attribute, Rules, Wrapper};
use chaffinch_core::{Cell, CellContent, Column, ColumnType, InnerRows, Relation, RelationKind, Row};
use chaffinch_values::{DecimalMark, decimal_mark, read_as};
use std::ops::Range;

impl Wrapper {
    /// What was found on a page as a relation. A tuple has a cell for each attribute; where attributes repeat together within a nested
    /// tuple, the cell of the first of them has rows of its own.
    pub fn relation(&self, applied: Applied, page: &PageBytes<'_>) -> Option<Relation> {
        let Applied { rows, misfits } = applied;
        if rows.is_empty() {
            return None;
        }
        let levels = self.levels();
        let writing = Writing {
            wrapper: self,
            marks: self.marks(&rows),
            links: Links::of(page.bytes()),
            encoding: page.encoding_or(&self.learned.encoding),
            page: page.bytes(),
            is_list: self.kind() == RelationKind::Records,
        };
        let rows = rows.into_iter().map(|row| writing.row(row, &levels)).collect();
        Some(Relation { rows, ..self.empty_relation(misfits.is_empty()) })
    }

    /// The relation of a page without its rows.
    pub(crate) fn empty_relation(&self, fits: bool) -> Relation {
        Relation {
            template: Default::default(),
            kind: self.kind(),
            method: "wrapper".into(),
            score: if fits { 1.0 } else { 0.5 },
            title: None,
            facts: Default::default(),
            xpath: String::new(),
            rect: None,
            columns: self.columns(&self.levels()),
            rows: Vec::new(),
        }
    }

    /// The columns of the first level; its last one may have the rows of the levels below.
    fn columns(&self, levels: &[Range<usize>]) -> Vec<Column> {
        let column = |attribute: &Attribute| Column::new(Some(attribute.name.clone()), attribute.kind);
        let [own, below @ ..] = levels else { return Vec::new() };
        let mut columns: Vec<Column> = self.attributes[own.clone()].iter().map(column).collect();
        columns.extend(below.first().map(|first| match is_values(below) {
            true => column(&self.attributes[first.start]),
            false => Column::text(self.attributes[first.start].name.clone()),
        }));
        columns
    }

    /// What a page gives: records, or the one thing that it is about.
    pub fn kind(&self) -> RelationKind {
        match &self.rules {
            Rules::Tuples(_) | Rules::Nodes(_) | Rules::Units(_) => RelationKind::Records,
            Rules::Detail { .. } => RelationKind::Detail,
        }
    }

    /// The attributes of a record, of the rows within it, of the rows within these and so on. An attribute begins a level where the
    /// examples have it more or less often than the one before it.
    fn levels(&self) -> Vec<Range<usize>> {
        let count = self.attributes.len();
        let is_nested = matches!(&self.rules, Rules::Tuples(wrapper) if wrapper.order == Order::Nested);
        let known = || self.known.iter().flat_map(|page| &page.records);
        let values = |record: &Vec<Vec<String>>, k: usize| record.get(k).map_or(0, Vec::len);
        let begins = |k: usize| known().any(|record| values(record, k) != values(record, k - 1));
        let mut starts: Vec<usize> = vec![0];
        starts.extend((1..count).filter(|k| is_nested && begins(*k)));
        let ends = starts.iter().skip(1).copied().chain([count]);
        starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
    }

    /// Whether its records have rows within them.
    pub(crate) fn has_inner_rows(&self) -> bool {
        let levels = self.levels();
        levels.len() > 1 && !is_values(&levels[1..])
    }

    /// How each attribute writes fractions on this page.
    fn marks(&self, rows: &[Vec<FoundValue>]) -> Vec<DecimalMark> {
        let mut texts: Vec<Vec<&str>> = vec![Vec::new(); self.attributes.len()];
        for found in rows.iter().flatten() {
            if self.attributes[found.attribute].kind != ColumnType::Text {
                texts[found.attribute].push(&found.text);
            }
        }
        texts.iter().map(|texts| decimal_mark(texts.iter().copied())).collect()
    }
}

/// A page whose values become cells.
struct Writing<'w, 'p> {
    wrapper: &'w Wrapper,
    marks: Vec<DecimalMark>,
    links: Links<'p>,
    encoding: &'w str,
    page: &'p [u8],
    is_list: bool,
}

impl Writing<'_, '_> {
    fn row(&self, found: Vec<FoundValue>, levels: &[Range<usize>]) -> Row {
        let spans = || found.iter().filter_map(|found| found.span);
        let piece = match (spans().map(|s| s.start).min(), spans().map(|s| s.end).max()) {
            (Some(start), Some(end)) if self.is_list => &self.page[start as usize..end as usize],
            _ => &[],
        };
        let mut text = String::with_capacity(found.iter().map(|found| found.text.len() + 1).sum());
        for (at, found) in found.iter().enumerate() {
            if at > 0 {
                text.push(' ');
            }
            text.push_str(&found.text);
        }
        let (mut links, images) = addresses(piece, self.encoding);
        let cells = self.cells(found, levels);
        let own = cells.iter().flatten().flat_map(|content| content.cells());
        let mut of_cells: Vec<String> = own.filter_map(|cell| cell.link.clone()).collect();
        if !of_cells.is_empty() {
            of_cells.append(&mut links);
            links = once_each(of_cells);
        }
        Row { text, links, images, cells, ..Row::default() }
    }

    /// The cells of a record or of a row within it.
    fn cells(&self, found: Vec<FoundValue>, levels: &[Range<usize>]) -> Vec<Option<CellContent>> {
        let [own, below @ ..] = levels else { return Vec::new() };
        let mut cells: Vec<Option<CellContent>> = Vec::with_capacity(own.len() + 1);
        cells.resize(own.len() + usize::from(!below.is_empty()), None);
        let mut rows: Vec<Vec<FoundValue>> = Vec::new();
        for found in found {
            let attribute = found.attribute;
            if attribute < own.end || is_values(below) {
                let cell = self.cell(found);
                add(&mut cells[attribute - own.start], cell);
            } else if attribute == own.end || rows.is_empty() {
                rows.push(vec![found]);
            } else if let Some(last) = rows.last_mut() {
                last.push(found);
            }
        }
        if !rows.is_empty() {
            let columns = self.wrapper.columns(below);
            let rows = rows.into_iter().map(|row| self.row(row, below)).collect();
            cells[own.len()] = Some(CellContent::Rows(InnerRows { columns, rows }));
        }
        cells
    }

    fn cell(&self, found: FoundValue) -> Cell {
        let FoundValue { attribute, span, text, xpath } = found;
        let kind = self.wrapper.attributes[attribute].kind;
        let reading =
            if kind == ColumnType::Text { None } else { read_as(kind, &text, self.marks[attribute]) };
        let (value, unit, range) =
            reading.map_or((None, None, None), |read| (Some(read.value), read.unit, read.range));
        let link = span.and_then(|span| self.links.around(span.start as usize, self.encoding));
        Cell { text, value, unit, range, link, xpath, span, ..Cell::default() }
    }
}

/// Whether levels are the values of one attribute, which need no rows.
fn is_values(levels: &[Range<usize>]) -> bool {
    matches!(levels, [only] if only.len() == 1)
}

fn add(content: &mut Option<CellContent>, cell: Cell) {
    *content = Some(match content.take() {
        None => CellContent::One(cell),
        Some(CellContent::One(first)) => CellContent::Many(vec![first, cell]),
        Some(CellContent::Many(mut cells)) => {
            cells.push(cell);
            CellContent::Many(cells)
        }
        Some(rows @ CellContent::Rows(_)) => rows,
    });
}
