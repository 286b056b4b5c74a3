use crate::dates::Instant;
use crate::rows::objects;
use chaffinch_core::{Cell, CellContent, Column, ColumnType, PageReport, Row, Value};
use std::collections::HashMap;
use std::ops::Range;

/// Rows of relations with any columns, kept column by column and only where there are values.
#[derive(Default)]
pub(super) struct Batch {
    /// The input and the address of each page.
    pub(super) pages: Vec<(String, Option<String>)>,
    pub(super) origins: Vec<Origin>,
    pub(super) xpaths: Texts,
    /// All columns by their first appearance.
    pub(super) columns: Vec<BatchColumn>,
    places: HashMap<String, usize>,
    /// Different units; an entry refers to one by its index.
    pub(super) units: Vec<String>,
    unit_places: HashMap<String, u32>,
    /// Bytes of all texts.
    bytes: usize,
}

/// Where a row came from.
pub(super) struct Origin {
    /// Index of its page.
    pub(super) page: usize,
    /// Rank of its relation on the page, from 1.
    pub(super) rank: usize,
    /// Its number in the relation, from 1.
    pub(super) row: usize,
    /// The score of its relation.
    pub(super) score: f32,
}

/// The values of one column: entry `i` belongs to row `rows[i]`, and a row has as many entries as its
/// cell has values.
pub(super) struct BatchColumn {
    pub(super) name: String,
    /// What the relations agree that it holds.
    pub(super) family: Family,
    /// Whether some cell has several values.
    pub(super) several: bool,
    /// Whether some cell has rows; their text is the JSON of their objects.
    pub(super) inner: bool,
    rows: Vec<u32>,
    texts: Texts,
    scalars: Vec<Scalar>,
    units: Vec<Option<u32>>,
}

/// Types of columns as far as Parquet tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Number,
    Boolean,
    Date,
    Text,
}

/// A value that is more than its text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Scalar {
    None,
    Number(f64),
    Boolean(bool),
    /// Days since 1970.
    Day(i32),
    /// Milliseconds since 1970, in Greenwich.
    Moment(i64),
    /// Milliseconds since 1970 where nobody says in which zone.
    LocalMoment(i64),
}

/// One value as it is read back from a batch.
#[derive(Clone, Copy)]
pub(super) struct Entry<'b> {
    pub(super) text: &'b str,
    pub(super) scalar: Scalar,
    /// Index of its unit.
    pub(super) unit: Option<u32>,
}

impl Batch {
    pub(super) fn rows(&self) -> usize {
        self.origins.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Makes room for rows of a relation on `report`'s page and says where its columns are.
    pub(super) fn start(&mut self, report: &PageReport, names: &[String], columns: &[Column]) -> Vec<usize> {
        self.pages.push((report.input.clone(), report.url.clone()));
        let places = names.iter().zip(columns).map(|(name, column)| {
            let family = Family::of(column.kind);
            let place = *self.places.entry(name.clone()).or_insert_with(|| {
                self.columns.push(BatchColumn::new(name.clone(), family));
                self.columns.len() - 1
            });
            if self.columns[place].family != family {
                self.columns[place].family = Family::Text;
            }
            place
        });
        places.collect()
    }

    /// Adds a row of the relation that was started last: its rank, the row's number and the score come with it.
    pub(super) fn push(&mut self, origin: (usize, usize, f32), row: &Row, places: &[usize]) {
        let page = self.pages.len() - 1;
        let index = self.origins.len() as u32;
        let (rank, number, score) = origin;
        self.origins.push(Origin { page, rank, row: number, score });
        // Several nodes are written as one expression: `|` is XPath's own union.
        let xpath = row.xpaths.join(" | ");
        let (input, url) = &self.pages[page];
        self.bytes += xpath.len() + input.len() + url.as_ref().map_or(0, String::len);
        self.xpaths.push(&xpath);
        for (place, content) in places.iter().zip(&row.cells) {
            let Some(content) = content else { continue };
            self.push_content(*place, index, content);
        }
    }

    fn push_content(&mut self, place: usize, row: u32, content: &CellContent) {
        if let CellContent::Rows(inner) = content {
            let (column, text) = (&mut self.columns[place], objects(inner).to_string());
            self.bytes += text.len();
            column.rows.push(row);
            column.texts.push(&text);
            column.scalars.push(Scalar::None);
            column.units.push(None);
            column.inner = true;
        }
        for cell in content.cells() {
            let unit = cell.unit.as_deref().map(|unit| self.unit(unit));
            let column = &mut self.columns[place];
            let text = text_of(cell);
            self.bytes += text.len();
            column.rows.push(row);
            column.texts.push(text);
            column.scalars.push(Scalar::of(cell, column.family));
            column.units.push(unit);
        }
        self.columns[place].several |= content.cells().len() > 1;
    }

    fn unit(&mut self, unit: &str) -> u32 {
        if let Some(known) = self.unit_places.get(unit) {
            return *known;
        }
        let place = self.units.len() as u32;
        self.units.push(unit.into());
        self.unit_places.insert(unit.into(), place);
        place
    }
}

impl BatchColumn {
    fn new(name: String, family: Family) -> BatchColumn {
        BatchColumn {
            name,
            family,
            several: false,
            inner: false,
            rows: Vec::new(),
            texts: Texts::default(),
            scalars: Vec::new(),
            units: Vec::new(),
        }
    }

    /// The rows that have a value, each with the range of its entries.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let mut start = 0;
        self.rows.chunk_by(|a, b| a == b).map(move |chunk| {
            let range = start..start + chunk.len();
            start = range.end;
            (chunk[0] as usize, range)
        })
    }

    pub(super) fn entry(&self, i: usize) -> Entry<'_> {
        Entry { text: self.texts.get(i), scalar: self.scalars[i], unit: self.units[i] }
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        (0..self.rows.len()).map(|i| self.entry(i))
    }
}

impl Family {
    fn of(kind: ColumnType) -> Family {
        match kind {
            ColumnType::Number | ColumnType::Money | ColumnType::Rating => Family::Number,
            ColumnType::Boolean => Family::Boolean,
            ColumnType::Date => Family::Date,
            _ => Family::Text,
        }
    }
}

impl Scalar {
    fn of(cell: &Cell, family: Family) -> Scalar {
        match &cell.value {
            Some(Value::Number(number)) => Scalar::Number(*number),
            Some(Value::Bool(yes)) => Scalar::Boolean(*yes),
            Some(Value::Text(text)) if family == Family::Date => {
                Instant::of(text).and_then(Scalar::of_instant).unwrap_or(Scalar::None)
            }
            Some(Value::Text(_)) | None => Scalar::None,
        }
    }

    fn of_instant(instant: Instant) -> Option<Scalar> {
        Some(match (instant.milliseconds(), instant.zone) {
            (None, _) => Scalar::Day(i32::try_from(instant.days()).ok()?),
            (Some(moment), Some(_)) => Scalar::Moment(moment),
            (Some(moment), None) => Scalar::LocalMoment(moment),
        })
    }

    pub(super) fn family(self) -> Family {
        match self {
            Scalar::Number(_) => Family::Number,
            Scalar::Boolean(_) => Family::Boolean,
            Scalar::Day(_) | Scalar::Moment(_) | Scalar::LocalMoment(_) => Family::Date,
            Scalar::None => Family::Text,
        }
    }
}

/// The typed value where it is a text, such as a date in ISO 8601, and the page's own text where not.
fn text_of(cell: &Cell) -> &str {
    match &cell.value {
        Some(Value::Text(text)) => text,
        _ => &cell.text,
    }
}

/// Many texts in one allocation.
#[derive(Default)]
pub(super) struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    pub(super) fn get(&self, i: usize) -> &str {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.text[start..self.ends[i]]
    }
}
