//! Rows that are labels: lines of `--format rows`, and tables of `--format csv`.

use crate::line::{GoldError, values};
use crate::{GoldPage, GoldRecord, Labels};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;

/// A row of a page.
pub(crate) struct GoldRow {
    page: String,
    /// Which relation of the page it is in, where that is said.
    relation: Option<u64>,
    /// Its number on the page, from 1; none for one more.
    number: Option<usize>,
    /// The names of its values, in the order of the row.
    names: Vec<String>,
    values: BTreeMap<String, Vec<String>>,
}

/// What the program writes beside the values of a row.
const BESIDE: [&str; 6] = ["page", "url", "relation", "row", "score", "site"];

/// The row that a line is; none where it is something else.
pub(crate) fn row_of(line: &Value) -> Result<Option<GoldRow>, String> {
    let Some(fields) = line.as_object().filter(|fields| fields.contains_key("_page")) else {
        return Ok(None);
    };
    let Some(page) = fields["_page"].as_str() else { return Err("`_page` is the name of a page".into()) };
    let number = match fields.get("_row") {
        None | Some(Value::Null) => None,
        Some(row) => {
            Some(row.as_u64().filter(|row| *row > 0).ok_or("`_row` is the number of a row, from 1")? as usize)
        }
    };
    let mut row = GoldRow {
        page: page.to_owned(),
        relation: fields.get("_relation").and_then(Value::as_u64),
        number,
        names: Vec::new(),
        values: BTreeMap::new(),
    };
    take_fields(fields, &mut row)?;
    Ok(Some(row))
}

/// The values of a row's fields, and of the rows within it.
fn take_fields(fields: &Map<String, Value>, found: &mut GoldRow) -> Result<(), String> {
    for (name, value) in fields.iter().filter(|(name, _)| !name.starts_with('_')) {
        // What stands beside a value is no attribute.
        let beside = |what: &&str| name.strip_suffix(*what).is_some_and(|value| fields.contains_key(value));
        if ["_unit", "_range", "_url"].iter().any(beside) {
            continue;
        }
        let wrong = || format!("the value of `{name}` is a text, a number, null, a list of these or rows");
        if let Some(values) = values(value) {
            found.names.push(name.clone());
            found.values.entry(name.clone()).or_default().extend(values);
            continue;
        }
        for row in value.as_array().ok_or_else(wrong)? {
            take_fields(row.as_object().ok_or_else(wrong)?, found)?;
        }
    }
    Ok(())
}

/// Takes a row in: as a further record of its page, or as a correction of one that is known.
pub(crate) fn add(pages: &mut Vec<GoldPage>, row: GoldRow, root: &Path, line: usize) -> Result<(), String> {
    let known = pages.iter().rposition(|page| page.page == row.page);
    let at = known.unwrap_or_else(|| {
        pages.push(GoldPage {
            line,
            id: row.page.clone(),
            path: root.join(&row.page),
            page: row.page.clone(),
            labels: Labels::Records(Vec::new()),
            notes: BTreeMap::from([("kind".to_owned(), "list".to_owned())]),
            ..GoldPage::default()
        });
        pages.len() - 1
    });
    let page = &mut pages[at];
    // Of several relations of a page the first is labelled; the others are other lists.
    if let Some(relation) = row.relation {
        let first = page.notes.entry("relation".to_owned()).or_insert_with(|| relation.to_string());
        if *first != relation.to_string() {
            return Ok(());
        }
    }
    for name in row.names {
        if !page.attributes.contains(&name) {
            page.attributes.push(name);
        }
    }
    let one = match &mut page.labels {
        Labels::Records(records) | Labels::TopK(records) => {
            let number = row.number.unwrap_or(records.len() + 1);
            if number > records.len() + 1 {
                return Err(format!(
                    "`_row` is {number}, and only {} rows of {} are known",
                    records.len(),
                    row.page
                ));
            }
            if number > records.len() {
                records.push(GoldRecord::default());
            }
            &mut records[number - 1]
        }
        Labels::Detail(record) => record,
        _ => return Err(format!("{} is labelled otherwise, and no row of it can be corrected", row.page)),
    };
    one.values.extend(row.values);
    Ok(())
}

/// Whether a text is a table and not lines of JSON.
pub(crate) fn is_table(text: &str) -> bool {
    text.lines()
        .find(|line| !line.trim().is_empty())
        .is_some_and(|line| !line.trim_start().starts_with(['{', '[']) && line.contains([',', '\t', ';']))
}

/// Reads a table whose column `page` says which page a row is of. Every other column is an attribute.
pub(crate) fn parse_table(text: &str, root: &Path) -> Result<Vec<GoldPage>, GoldError> {
    let wrong = |line: usize, message: String| GoldError { line, message };
    let first = text.lines().next().unwrap_or_default();
    let count = |mark: &char| first.matches(*mark).count();
    let mark = [',', '\t', ';'].into_iter().max_by_key(count).unwrap_or(',');
    let mut table = csv::ReaderBuilder::new().delimiter(mark as u8).from_reader(text.as_bytes());
    let mistake =
        |error: csv::Error| wrong(error.position().map_or(1, |at| at.line() as usize), error.to_string());
    let names: Vec<String> =
        table.headers().map_err(mistake)?.iter().map(|name| name.trim().to_owned()).collect();
    let Some(page) = names.iter().position(|name| name == "page" || name == "_page") else {
        let message = "a table of examples needs a column `page`, which says which page a row is of; tables of one page have none, and `--format rows` always names it";
        return Err(wrong(1, message.into()));
    };
    let relation = names.iter().position(|name| name == "relation" || name == "_relation");
    let mut pages = Vec::new();
    for record in table.records() {
        let record = record.map_err(mistake)?;
        let line = record.position().map_or(0, |at| at.line() as usize);
        let is_attribute = |name: &str| !BESIDE.contains(&name.trim_start_matches('_'));
        let cells = names.iter().zip(record.iter()).filter(|(name, _)| is_attribute(name));
        let value =
            |cell: &str| Some(cell.trim().to_owned()).filter(|cell| !cell.is_empty()).into_iter().collect();
        let row = GoldRow {
            page: record.get(page).unwrap_or_default().to_owned(),
            relation: relation.and_then(|at| record.get(at)?.parse().ok()),
            number: None,
            names: names.iter().filter(|name| is_attribute(name)).cloned().collect(),
            values: cells.map(|(name, cell)| (name.clone(), value(cell))).collect(),
        };
        add(&mut pages, row, root, line).map_err(|message| wrong(line, message))?;
    }
    Ok(pages)
}
