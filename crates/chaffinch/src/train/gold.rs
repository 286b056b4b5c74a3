//! Labelled pages: lines of JSON with values, or reports of the JSON contract that a person has corrected.

use chaffinch_core::{PageReport, Problem, ProblemKind, RelationKind};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The values of a record, by attribute.
pub type GoldRecord = BTreeMap<String, Vec<String>>;

/// A labelled page.
#[derive(Debug, Clone, PartialEq)]
pub struct GoldPage {
    /// The file.
    pub path: PathBuf,
    /// The site: what the line says, otherwise the page's folder.
    pub site: String,
    /// The attributes that the line names. The page need not have all of them.
    pub attributes: Vec<String>,
    /// Its records.
    pub records: Vec<GoldRecord>,
    /// All fields of the line whose values are strings, such as the vertical.
    pub fields: BTreeMap<String, String>,
}

/// Chooses lines: a field must have one of some values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The name of the field.
    pub name: String,
    /// The values that it may have.
    pub values: Vec<String>,
}

/// Reads a file of labelled pages. Paths are relative to `root`; by default those of gold lines are relative to the folder above the
/// file's own, and those of reports to the current folder.
///
/// # Errors
/// If the file cannot be read or a line is neither.
pub fn read_gold(file: &Path, root: Option<&Path>, only: &[Condition]) -> Result<Vec<GoldPage>, Problem> {
    let name = file.display().to_string();
    let wrong = |message: String| Problem::new(ProblemKind::Unreadable, name.clone(), message);
    let text = std::fs::read_to_string(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let above = file.parent().and_then(Path::parent).unwrap_or(Path::new(""));
    let mut pages = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |what: &str| wrong(format!("line {}: {what}", at + 1));
        let value: Value = serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
        let page = if value.get("chaffinch").is_some() {
            let report = serde_json::from_value(value).map_err(|error| wrong(&error.to_string()))?;
            of_report(&report, root.unwrap_or(Path::new("")))
        } else {
            of_line(&value, root.unwrap_or(above)).ok_or_else(|| {
                wrong(
                    "a labelled page has \"page\" and \"record\" or \"records\", or is a report of chaffinch",
                )
            })?
        };
        let fits = |condition: &Condition| {
            page.fields.get(&condition.name).is_some_and(|value| condition.values.contains(value))
        };
        if !page.records.is_empty() && only.iter().all(fits) {
            pages.push(page);
        }
    }
    Ok(one_line_a_page(pages))
}

/// Of several lines for one file the one with most values counts.
fn one_line_a_page(pages: Vec<GoldPage>) -> Vec<GoldPage> {
    let values = |page: &GoldPage| page.records.iter().map(BTreeMap::len).sum::<usize>();
    let mut most: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for page in &pages {
        let known = most.entry(page.path.clone()).or_default();
        *known = values(page).max(*known);
    }
    // Of lines with as many values the first counts: it takes the entry away.
    let mut chosen =
        |page: &GoldPage| most.get(&page.path) == Some(&values(page)) && most.remove(&page.path).is_some();
    pages.into_iter().filter(|page| chosen(page)).collect()
}

fn of_line(line: &Value, root: &Path) -> Option<GoldPage> {
    let word = |name: &str| line.get(name).and_then(Value::as_str);
    let path = root.join(word("page")?);
    let records: Vec<GoldRecord> = match (line.get("record"), line.get("records")) {
        (Some(Value::Object(one)), _) => vec![record(one)],
        (_, Some(Value::Array(many))) => many.iter().filter_map(|r| Some(record(r.as_object()?))).collect(),
        _ if line.get("task").is_some() => Vec::new(),
        _ => return None,
    };
    let named = line.get("attributes").and_then(Value::as_array).into_iter().flatten();
    let fields = line.as_object().into_iter().flatten();
    Some(GoldPage {
        site: word("site").map_or_else(|| folder(&path), str::to_owned),
        path,
        attributes: named.filter_map(|name| Some(name.as_str()?.to_owned())).collect(),
        records,
        fields: fields.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect(),
    })
}

/// The values of a record are strings, numbers or lists of strings. `area` is not an attribute: it says which list of the page the
/// record is in.
fn record(fields: &Map<String, Value>) -> GoldRecord {
    let values = |value: &Value| -> Vec<String> {
        match value {
            Value::String(one) => vec![one.clone()],
            Value::Number(one) => vec![one.to_string()],
            Value::Array(many) => many.iter().filter_map(|one| Some(one.as_str()?.to_owned())).collect(),
            _ => Vec::new(),
        }
    };
    fields
        .iter()
        .filter(|(name, _)| *name != "area")
        .map(|(name, value)| (name.clone(), values(value)))
        .filter(|(_, values)| values.iter().any(|value| !value.trim().is_empty()))
        .collect()
}

/// A page from a report: the records are those of its first relation, and the attributes are the named columns.
fn of_report(report: &PageReport, root: &Path) -> GoldPage {
    let path = root.join(&report.input);
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
        values.collect()
    });
    let kind = best.filter(|relation| relation.kind == RelationKind::Detail).map_or("list", |_| "detail");
    GoldPage {
        site: folder(&path),
        attributes: columns.iter().filter(|name| !name.is_empty()).map(|name| (*name).to_owned()).collect(),
        records: records.collect(),
        fields: BTreeMap::from([("kind".to_owned(), kind.to_owned())]),
        path,
    }
}

fn folder(path: &Path) -> String {
    path.parent().map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default()
}
