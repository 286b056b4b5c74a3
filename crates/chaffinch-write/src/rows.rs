use crate::names::column_names;
use crate::{Out, ReportWriter, Selection, WriteOptions};
use chaffinch_core::{Bounds, Cell, CellContent, InnerRows, PageReport, Relation, Row, Value};
use serde_json::{Map, Value as Json, json};
use std::io::{self, Write};

/// A flat object of typed values for each row, one a line.
pub(crate) struct RowsWriter<'w> {
    select: Selection,
    links: bool,
    out: Out<'w>,
}

/// Names that say where a row came from; a column of the same name gets a number.
pub(crate) const ORIGIN: [&str; 5] = ["_page", "_url", "_relation", "_row", "_score"];

impl<'w> RowsWriter<'w> {
    pub(crate) fn new(options: &WriteOptions, out: Out<'w>) -> RowsWriter<'w> {
        RowsWriter { select: options.select, links: options.links, out }
    }

    fn write_relation(&mut self, report: &PageReport, rank: usize, relation: &Relation) -> io::Result<()> {
        let names = crate::names::distinct(&ORIGIN, column_names(&relation.columns));
        for (number, row) in relation.rows.iter().enumerate() {
            let mut object = Map::new();
            let origin = [
                json!(report.input),
                json!(report.url),
                json!(rank),
                json!(number + 1),
                json!((f64::from(relation.score) * 1000.0).round() / 1000.0),
            ];
            object.extend(ORIGIN.iter().map(|name| (*name).to_owned()).zip(origin));
            fill(&mut object, &names, row, self.links);
            serde_json::to_writer(&mut self.out, &object)?;
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }
}

impl ReportWriter for RowsWriter<'_> {
    fn write(&mut self, report: &PageReport) -> io::Result<()> {
        for (rank, relation) in self.select.of(report) {
            self.write_relation(report, rank, relation)?;
        }
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

/// Adds the values of a row under `names`, and what belongs to them under names made of these.
pub(crate) fn fill(object: &mut Map<String, Json>, names: &[String], row: &Row, links: bool) {
    // The columns' own names come first, so that what is added gives way to them.
    for (at, name) in names.iter().enumerate() {
        let content = row.cells.get(at).and_then(Option::as_ref);
        object.insert(name.clone(), content.map_or(Json::Null, value));
    }
    for (at, name) in names.iter().enumerate() {
        let Some(content) = row.cells.get(at).and_then(Option::as_ref) else { continue };
        let more = [
            ("unit", unit_of(content).map(Json::from)),
            ("range", range_of(content).map(|range| json!(range))),
            ("url", link_of(content).filter(|_| links).map(Json::from)),
        ];
        for (what, value) in more {
            if let Some(value) = value {
                object.entry(format!("{name}_{what}")).or_insert(value);
            }
        }
    }
}

/// The typed value, several of them, or the objects of rows.
fn value(content: &CellContent) -> Json {
    match content {
        CellContent::One(cell) => one(cell),
        CellContent::Many(cells) => cells.iter().map(one).collect(),
        CellContent::Rows(inner) => objects(inner),
    }
}

/// The rows of a cell, an object each.
pub(crate) fn objects(inner: &InnerRows) -> Json {
    let names = column_names(&inner.columns);
    let object = |row: &Row| {
        let mut object = Map::new();
        fill(&mut object, &names, row, false);
        Json::from(object)
    };
    inner.rows.iter().map(object).collect()
}

/// The typed value of a cell; the page's own text where it has none.
fn one(cell: &Cell) -> Json {
    match &cell.value {
        Some(Value::Bool(yes)) => json!(yes),
        // A number without a fraction is written without one.
        Some(Value::Number(number)) if number.fract() == 0.0 && number.abs() < 9e15 => json!(*number as i64),
        Some(Value::Number(number)) => json!(number),
        Some(Value::Text(text)) => json!(text),
        None => json!(cell.text),
    }
}

/// The unit of a cell's values, where all have the same.
pub(crate) fn unit_of(content: &CellContent) -> Option<&str> {
    let unit = content.cells().first()?.unit.as_deref()?;
    content.cells().iter().all(|cell| cell.unit.as_deref() == Some(unit)).then_some(unit)
}

/// The range of a cell with one value.
pub(crate) fn range_of(content: &CellContent) -> Option<Bounds> {
    match content {
        CellContent::One(cell) => cell.range,
        CellContent::Many(_) | CellContent::Rows(_) => None,
    }
}

/// Where the first value that links anywhere links to.
pub(crate) fn link_of(content: &CellContent) -> Option<&str> {
    content.cells().iter().find_map(|cell| cell.link.as_deref())
}
