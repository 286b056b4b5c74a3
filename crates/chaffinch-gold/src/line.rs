//! The lines of a gold file.

use crate::{GoldPage, GoldRecord, Labels};
use chaffinch_core::{PageKind, PageReport, RelationKind, Span};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;
use thiserror::Error;

/// Reads all lines but empty ones. The pages of labels are in one folder, those of reports in another.
pub(crate) fn parse(text: &str, of_labels: &Path, of_reports: &Path) -> Result<Vec<GoldPage>, GoldError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let page = |(at, text): (usize, &str)| {
        let wrong = |message: String| GoldError { line: at + 1, message };
        let line: Value = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let mut page = if line.get("chaffinch").is_some() {
            let report = serde_json::from_value(line).map_err(|error| wrong(error.to_string()))?;
            of_report(&report, of_reports)
        } else {
            of_label(line, of_labels).map_err(wrong)?
        };
        page.line = at + 1;
        Ok(page)
    };
    lines.map(page).collect()
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

#[derive(Deserialize)]
struct Line {
    page: String,
    id: Option<String>,
    site: Option<String>,
    task: Option<String>,
    attributes: Option<Vec<String>>,
    record: Option<Map<String, Value>>,
    records: Option<Vec<Map<String, Value>>>,
    tuples: Option<Vec<Vec<Ranges>>>,
    grid: Option<Vec<Vec<String>>>,
    kinds: Option<Vec<PageKind>>,
}

/// What a tuple has of an attribute: null, a range or a list of ranges.
#[derive(Deserialize)]
#[serde(untagged)]
enum Ranges {
    Missing,
    One(Span),
    Many(Vec<Span>),
}

fn of_label(line: Value, root: &Path) -> Result<GoldPage, String> {
    const SHAPE: &str = "a labelled page has `page` and one of `record`, `records`, `tuples`, `grid` and `kinds`, or the task \
                         `none`; or it is a report of chaffinch";
    let notes = texts(line.as_object().ok_or(SHAPE)?);
    let line: Line = serde_json::from_value(line).map_err(|error| format!("{error}; {SHAPE}"))?;
    let many = |records: Vec<Map<String, Value>>| records.iter().map(record).collect::<Result<Vec<_>, _>>();
    let is_topk = line.task.as_deref() == Some("topk");
    let labels = match line {
        Line { tuples: Some(tuples), .. } => Labels::Tuples(tuples.into_iter().map(tuple).collect()),
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

fn tuple(cells: Vec<Ranges>) -> Vec<Vec<Span>> {
    let ranges = |cell| match cell {
        Ranges::Missing => Vec::new(),
        Ranges::One(span) => vec![span],
        Ranges::Many(spans) => spans,
    };
    cells.into_iter().map(ranges).collect()
}

/// `area` says which list of the page a record is in and is no attribute.
fn record(fields: &Map<String, Value>) -> Result<GoldRecord, String> {
    let mut record = GoldRecord::default();
    for (name, value) in fields {
        if name == "area" {
            record.area = value.as_u64().ok_or("`area` is the number of a list of the page")?;
        } else {
            let wrong = || format!("the value of `{name}` is a text, a number, null or a list of these");
            record.values.insert(name.clone(), values(value).ok_or_else(wrong)?);
        }
    }
    Ok(record)
}

fn values(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Null => Some(Vec::new()),
        Value::String(blank) if blank.trim().is_empty() => Some(Vec::new()),
        Value::String(text) => Some(vec![text.clone()]),
        Value::Number(number) => Some(vec![number.to_string()]),
        Value::Array(many) => Some(many.iter().map(values).collect::<Option<Vec<_>>>()?.concat()),
        Value::Bool(_) | Value::Object(_) => None,
    }
}

/// The best relation of a report: its named columns are attributes.
fn of_report(report: &PageReport, root: &Path) -> GoldPage {
    let best = report.relations.first();
    let columns: Vec<&str> = best
        .into_iter()
        .flat_map(|relation| &relation.columns)
        .map(|column| column.name.as_deref().unwrap_or_default())
        .collect();
    let rows = best.into_iter().flat_map(|relation| &relation.rows);
    let records = rows.map(|row| {
        let cells = columns.iter().zip(&row.cells).filter(|(name, _)| !name.is_empty());
        let values = cells.filter_map(|(name, cell)| {
            let texts = cell.as_ref()?.cells().iter().map(|cell| cell.text.clone()).collect();
            Some(((*name).to_owned(), texts))
        });
        GoldRecord { area: 0, values: values.collect() }
    });
    let mut records: Vec<GoldRecord> = records.collect();
    let is_detail = best.is_some_and(|relation| relation.kind == RelationKind::Detail) && records.len() == 1;
    GoldPage {
        line: 0,
        id: report.input.clone(),
        page: report.input.clone(),
        path: root.join(&report.input),
        site: String::new(),
        attributes: columns.iter().filter(|name| !name.is_empty()).map(|name| (*name).to_owned()).collect(),
        labels: if is_detail { Labels::Detail(records.remove(0)) } else { Labels::Records(records) },
        notes: BTreeMap::from([("kind".to_owned(), if is_detail { "detail" } else { "list" }.to_owned())]),
    }
}
