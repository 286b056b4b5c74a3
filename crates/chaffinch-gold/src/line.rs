//! The lines of a gold file.

use crate::rows;
use crate::{GoldPage, GoldRecord, Labels};
use chaffinch_core::{CellContent, Column, PageKind, PageReport, RelationKind, Row, Span};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;
use thiserror::Error;

/// Reads all lines but empty ones. The pages of labels are in one folder, those of reports and rows in another. Rows of one
/// page are its records; a row that comes again, or that a report has too, corrects the values that it names.
pub(crate) fn parse(text: &str, of_labels: &Path, of_reports: &Path) -> Result<Vec<GoldPage>, GoldError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if rows::is_table(text) {
        return rows::parse_table(text, of_reports);
    }
    let mut pages: Vec<GoldPage> = Vec::new();
    for (at, text) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |message: String| GoldError { line: at + 1, message };
        let line: Value = serde_json::from_str(text).map_err(|error| wrong(json_mistake(&error)))?;
        if let Some(row) = rows::row_of(&line).map_err(wrong)? {
            rows::add(&mut pages, row, of_reports, at + 1).map_err(wrong)?;
            continue;
        }
        let mut page = if line.get("chaffinch").is_some() {
            let report = serde_json::from_value(line).map_err(|error| wrong(json_mistake(&error)))?;
            of_report(&report, of_reports)
        } else {
            of_label(line, of_labels).map_err(wrong)?
        };
        page.line = at + 1;
        pages.push(page);
    }
    Ok(pages)
}

/// What is wrong with a line's JSON. The parser has seen one line, so that its own line number says nothing.
fn json_mistake(error: &serde_json::Error) -> String {
    let said = error.to_string();
    match said.split_once(" at line 1 column ") {
        Some((what, column)) => format!("{what}, at column {column}"),
        None => said,
    }
}

/// A line that is no label.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct GoldError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

#[derive(Clone, Deserialize)]
struct Line {
    page: String,
    id: Option<String>,
    site: Option<String>,
    task: Option<String>,
    attributes: Option<Vec<String>>,
    record: Option<Map<String, Value>>,
    records: Option<Vec<Map<String, Value>>>,
    tuples: Option<Vec<Vec<Value>>>,
    grid: Option<Vec<Vec<String>>>,
    kinds: Option<Vec<PageKind>>,
}

fn of_label(line: Value, root: &Path) -> Result<GoldPage, String> {
    const SHAPE: &str = "a labelled page has `page` and one of `record`, `records`, `tuples`, `grid` and `kinds`, or the task \
                         `none`; or it is a report of chaffinch";
    let notes = texts(line.as_object().ok_or(SHAPE)?);
    let line: Line =
        serde_json::from_value(line).map_err(|error| format!("{}; {SHAPE}", json_mistake(&error)))?;
    let many = |records: Vec<Map<String, Value>>| {
        let numbered = |(at, fields): (usize, &Map<String, Value>)| {
            record(fields).map_err(|said| format!("record {}: {said}", at + 1))
        };
        records.iter().enumerate().map(numbered).collect::<Result<Vec<_>, _>>()
    };
    let is_topk = line.task.as_deref() == Some("topk");
    let labels = match line.clone() {
        Line { tuples: Some(tuples), .. } => {
            Labels::Tuples(ranges(&tuples, line.attributes.as_deref().unwrap_or_default())?)
        }
        Line { record: Some(one), .. } => Labels::Detail(record(&one)?),
        Line { records: Some(items), .. } if is_topk => Labels::TopK(many(items)?),
        Line { records: Some(records), .. } => Labels::Records(many(records)?),
        Line { grid: Some(grid), .. } => Labels::Table(grid),
        Line { kinds: Some(kinds), .. } => Labels::Kinds(kinds),
        Line { task: Some(task), .. } if task == "none" => Labels::Nothing,
        _ => return Err(SHAPE.to_owned()),
    };
    Ok(GoldPage {
        line: 0,
        id: line.id.unwrap_or_else(|| line.page.clone()),
        path: root.join(&line.page),
        page: line.page,
        site: line.site.unwrap_or_default(),
        attributes: line.attributes.unwrap_or_default(),
        labels,
        notes,
    })
}

fn texts(line: &Map<String, Value>) -> BTreeMap<String, String> {
    line.iter().filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

/// The byte ranges of tuples. An error names the tuple and the attribute.
fn ranges(tuples: &[Vec<Value>], attributes: &[String]) -> Result<Vec<Vec<Vec<Span>>>, String> {
    let one = |value: &Value| {
        let [start, end] = value.as_array()?.as_slice() else { return None };
        let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
        Some(Span { start: number(start)?, end: number(end)? })
    };
    let cell = |value: &Value| match value {
        Value::Null => Some(Vec::new()),
        Value::Array(many) if many.iter().all(Value::is_array) => many.iter().map(one).collect(),
        value => Some(vec![one(value)?]),
    };
    let mut all = Vec::with_capacity(tuples.len());
    for (number, tuple) in tuples.iter().enumerate() {
        let mut cells = Vec::with_capacity(tuple.len());
        for (at, value) in tuple.iter().enumerate() {
            let name = attributes.get(at).map_or(format!("value {}", at + 1), |name| format!("`{name}`"));
            cells.push(cell(value).ok_or_else(|| {
                let tuple = number + 1;
                format!("tuple {tuple}, {name}: bytes are [start, end], a list of such ranges or null, not {value}")
            })?);
        }
        all.push(cells);
    }
    Ok(all)
}

/// A number called `area` says which list of the page a record is in, and is no attribute; a text is the size of something.
fn record(fields: &Map<String, Value>) -> Result<GoldRecord, String> {
    let mut record = GoldRecord::default();
    for (name, value) in fields {
        if let Some(number) = value.as_u64().filter(|_| name == "area") {
            record.area = number;
        } else {
            let wrong = || {
                format!(
                    "the value of `{name}` is a text, a number, null, {{\"xpath\": …}} or {{\"css\": …}}, or a list of these"
                )
            };
            record.values.insert(name.clone(), values(value).ok_or_else(wrong)?);
        }
    }
    Ok(record)
}

/// The values of a label. One that is pointed at and not written is kept as in a table: `xpath:…` or `css:…`.
pub(crate) fn values(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Null => Some(Vec::new()),
        Value::String(blank) if blank.trim().is_empty() => Some(Vec::new()),
        Value::String(text) => Some(vec![text.clone()]),
        Value::Number(number) => Some(vec![number.to_string()]),
        Value::Array(many) => Some(many.iter().map(values).collect::<Option<Vec<_>>>()?.concat()),
        Value::Object(pointer) => {
            let (way, path) = pointer.iter().next().filter(|_| pointer.len() == 1)?;
            let path = path.as_str().filter(|_| way == "xpath" || way == "css")?;
            Some(vec![format!("{way}:{path}")])
        }
        Value::Bool(_) => None,
    }
}

/// The best relation of a report: its named columns are attributes.
fn of_report(report: &PageReport, root: &Path) -> GoldPage {
    let best = report.relations.first();
    let columns = best.map_or(&[][..], |relation| &relation.columns);
    let mut attributes = Vec::new();
    let rows = best.into_iter().flat_map(|relation| &relation.rows);
    let records = rows.map(|row| {
        let mut record = GoldRecord::default();
        take_row(columns, row, &mut record, &mut attributes);
        record
    });
    let mut records: Vec<GoldRecord> = records.collect();
    if records.is_empty() {
        attributes.extend(columns.iter().filter_map(|column| column.name.clone()));
    }
    let is_detail = best.is_some_and(|relation| relation.kind == RelationKind::Detail) && records.len() == 1;
    GoldPage {
        line: 0,
        id: report.input.clone(),
        page: report.input.clone(),
        path: root.join(&report.input),
        site: String::new(),
        attributes,
        labels: if is_detail { Labels::Detail(records.remove(0)) } else { Labels::Records(records) },
        notes: BTreeMap::from([("kind".to_owned(), if is_detail { "detail" } else { "list" }.to_owned())]),
    }
}

/// The values of a row under the names of its columns; those of rows within it under the names of theirs.
fn take_row(columns: &[Column], row: &Row, record: &mut GoldRecord, attributes: &mut Vec<String>) {
    for (at, column) in columns.iter().enumerate() {
        let Some(name) = column.name.as_ref().filter(|name| !name.is_empty()) else { continue };
        if !attributes.contains(name) {
            attributes.push(name.clone());
        }
        match row.cells.get(at).and_then(Option::as_ref) {
            None => {}
            Some(CellContent::Rows(inner)) => {
                inner.rows.iter().for_each(|row| take_row(&inner.columns, row, record, attributes));
            }
            Some(content) => {
                let texts = content.cells().iter().map(|cell| cell.text.clone());
                record.values.entry(name.clone()).or_default().extend(texts);
            }
        }
    }
}
