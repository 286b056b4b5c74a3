//! Small lists of records, and what their columns hold. The records are the `<article>`s of a page, or the rows of its table's body.
// Each file of tests uses some of this.
#![allow(dead_code)]

use chaffinch_columns::{ColumnSettings, Table, align};
use chaffinch_core::{FoundCell, Page, Value};
use chaffinch_structured::StructuredSettings;
use chaffinch_survey::{Record, Survey};

pub fn columns_of(html: &str) -> Table {
    let page = chaffinch_page::parse_str(html);
    let survey = Survey::new(&page, &StructuredSettings::default());
    align(&survey, &records(&page, &survey), &ColumnSettings::default())
}

fn records(page: &Page, survey: &Survey) -> Vec<Record> {
    let in_body = |id| page.is(id, "tr") && page.element_children(id).any(|cell| page.is(cell, "td"));
    let roots = page.ids().filter(|id| page.is(*id, "article") || in_body(*id));
    roots.map(|root| Record::new(survey.subtree(root))).collect()
}

/// A list with an `<article>` around each text.
pub fn list<S: AsRef<str>>(records: &[S]) -> Table {
    columns_of(&articles(records))
}

pub fn articles<S: AsRef<str>>(records: &[S]) -> String {
    records.iter().map(|record| format!("<article>{}</article>", record.as_ref())).collect()
}

pub fn names(table: &Table) -> Vec<&str> {
    table.columns.iter().map(|column| column.name.as_deref().unwrap_or(".")).collect()
}

pub fn place(table: &Table, name: &str) -> usize {
    let found = table.columns.iter().position(|column| column.name.as_deref() == Some(name));
    found.unwrap_or_else(|| panic!("no column {name} among {:?}:\n{}", names(table), shown(table)))
}

pub fn cells<'t>(table: &'t Table, name: &str) -> Vec<&'t [FoundCell]> {
    let at = place(table, name);
    table.rows.iter().map(|row| row[at].as_slice()).collect()
}

/// The texts of a column, `.` for a missing cell and `|` between several values.
pub fn texts(table: &Table, name: &str) -> Vec<String> {
    let text = |cells: &[FoundCell]| match cells {
        [] => ".".to_owned(),
        cells => cells.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join("|"),
    };
    cells(table, name).into_iter().map(text).collect()
}

pub fn numbers(table: &Table, name: &str) -> Vec<f64> {
    let number = |cells: &[FoundCell]| match cells {
        [FoundCell { value: Some(Value::Number(number)), .. }] => *number,
        other => panic!("no number: {other:?}"),
    };
    cells(table, name).into_iter().map(number).collect()
}

/// The whole table, for messages.
pub fn shown(table: &Table) -> String {
    let names = names(table);
    names.iter().map(|name| format!("{name}: {:?}\n", texts(table, name))).collect()
}

pub const BIRDS: [&str; 6] = ["Robin", "Wren", "Siskin", "Dunnock", "Linnet", "Serin"];

/// A record of each bird, made of its number and name.
pub fn birds(record: impl Fn(usize, &str) -> String) -> Vec<String> {
    BIRDS.iter().enumerate().map(|(at, bird)| record(at, bird)).collect()
}
