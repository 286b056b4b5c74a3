//! Pages without a data table: how many yield one all the same.

use super::Options;
use super::gold::GoldPage;
use crate::referee::norm;
use chaffinch::{Document, Engine, Problem, Relation, RunOptions, Settings, run};
use chaffinch_tables::{TableSettings, tables};
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// From this score on a table counts as found.
pub const FOUND: f32 = 0.5;

/// What was measured on one set.
#[derive(Debug)]
pub struct Alarms {
    /// The set.
    pub set: String,
    /// Pages.
    pub pages: usize,
    /// Pages whose labelled records are the rows of a table that was found: a data table is there.
    pub with_table: usize,
    /// Pages that yield some other table.
    pub alarms: Vec<String>,
    per_page: bool,
}

/// Measures the pages of a set.
pub fn false_alarms(
    set: &str,
    pages: &[GoldPage],
    options: &Options,
    mut problem: impl FnMut(&Problem),
) -> Result<Alarms, Problem> {
    let engine = Engine::new(Settings::default())?;
    let records: Arc<HashMap<String, Vec<Vec<String>>>> =
        Arc::new(pages.iter().map(|page| (page.page.clone(), labelled_records(page))).collect());
    let names: Vec<String> = pages.iter().map(|page| page.page.clone()).collect();
    let work = |document: Document| {
        let name = document.name.clone();
        let page = engine.render(document)?.page;
        let found: Vec<Relation> = tables(&page, &TableSettings::default())
            .into_iter()
            .filter(|table| table.score >= FOUND)
            .collect();
        let labelled = records.get(&name).map(Vec::as_slice).unwrap_or_default();
        let (data, other): (Vec<&Relation>, Vec<&Relation>) =
            found.iter().partition(|table| rows_are_records(table, labelled));
        let which = other.first().map(|table| format!("{name} {} {:.2}", table.xpath, table.score));
        Ok((!data.is_empty(), which))
    };
    let mut alarms = Alarms {
        set: set.to_owned(),
        pages: 0,
        with_table: 0,
        alarms: Vec::new(),
        per_page: options.per_page,
    };
    let run_options = RunOptions { threads: options.threads, ..RunOptions::default() };
    run(&names, &run_options, work, |result| {
        match result {
            Ok((true, _)) => alarms.with_table += 1,
            Ok((false, other)) => alarms.alarms.extend(other),
            Err(error) => problem(&error),
        }
        alarms.pages += 1;
        ControlFlow::Continue(())
    });
    Ok(alarms)
}

/// The values of each labelled record.
fn labelled_records(page: &GoldPage) -> Vec<Vec<String>> {
    let values = |record: &serde_json::Map<String, serde_json::Value>| {
        let texts = record.values().filter_map(|value| value.as_str());
        texts.map(norm).filter(|text| !text.is_empty()).collect()
    };
    page.records.iter().map(values).collect()
}

/// Whether most labelled records stand in a row each.
fn rows_are_records(table: &Relation, records: &[Vec<String>]) -> bool {
    let rows: Vec<String> = table.rows.iter().map(|row| norm(&row.text)).collect();
    let stands_in_a_row = |record: &&Vec<String>| {
        rows.iter().any(|row| record.iter().all(|value| row.contains(value.as_str())))
    };
    let held = records.iter().filter(stands_in_a_row).count();
    records.len() > 1 && 2 * held > records.len() && 2 * rows.len() > records.len()
}

impl fmt::Display for Alarms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let without = self.pages - self.with_table;
        writeln!(
            f,
            "{:<12} {:>4} of {:>4} pages ({:.1} %); {} more hold their records in a table",
            self.set,
            self.alarms.len(),
            without,
            100.0 * self.alarms.len() as f64 / without.max(1) as f64,
            self.with_table
        )?;
        for page in self.alarms.iter().filter(|_| self.per_page) {
            writeln!(f, "  {page}")?;
        }
        Ok(())
    }
}
