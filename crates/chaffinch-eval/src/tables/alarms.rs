//! Pages without a data table: on how many one is found nevertheless.

use super::Options;
use super::calibration::Lesson;
use crate::pages::look_at;
use crate::referee::norm;
use crate::statistics::share;
use chaffinch::{Engine, Settings};
use chaffinch_core::{Problem, Relation};
use chaffinch_gold::GoldPage;
use chaffinch_input::Document;
use chaffinch_tables::{TableSettings, certain, tables};
use std::fmt;

/// From this score on a table counts as found.
pub const FOUND: f32 = 0.5;

/// What was measured on one set.
#[derive(Debug)]
pub struct Alarms {
    /// The set.
    pub set: String,
    /// Pages.
    pub pages: usize,
    /// Pages that do have a data table: their labelled records are the rows of a table that was found.
    pub with_table: usize,
    /// Pages without one on which a table was found.
    pub alarms: Vec<String>,
    /// The tables of the pages without one.
    pub lessons: Vec<Lesson>,
    per_page: bool,
}

/// Measures the pages of a set.
pub fn false_alarms(
    set: &str,
    pages: &[GoldPage],
    options: &Options,
    problem: impl FnMut(&Problem),
) -> Result<Alarms, Problem> {
    let asked = pages.iter().map(|page| (page.clone(), labelled_records(page))).collect();
    let look = |engine: &Engine, document: Document, gold: &GoldPage, records: &Vec<Vec<String>>| {
        let page = engine.render(document)?.page;
        let settings = TableSettings::default();
        let found = tables(&page, &settings);
        let site = gold.site.as_str();
        let mut lessons: Vec<Lesson> =
            found.relations.iter().map(|finding| Lesson::new(&page, site, finding, false)).collect();
        let all = certain(&page, found, &settings.certainty).into_relations(&page);
        let (data, other): (Vec<Relation>, Vec<Relation>) = all
            .into_iter()
            .filter(|table| table.score >= FOUND)
            .partition(|table| rows_are_records(table, records));
        let first = other.first().map(|table| format!("{} {} {:.2}", gold.input(), table.xpath, table.score));
        if !data.is_empty() {
            lessons.clear();
        }
        Ok((!data.is_empty(), first, lessons))
    };
    let mut looked = look_at(Engine::new(Settings::default())?, asked, options.threads, look, problem);
    let with_table = looked.iter().filter(|(has_table, ..)| *has_table).count();
    let lessons = looked.iter_mut().flat_map(|(.., lessons)| std::mem::take(lessons)).collect();
    let alarms = looked.into_iter().filter(|(has_table, ..)| !has_table).filter_map(|(_, alarm, _)| alarm);
    let (set, per_page) = (set.to_owned(), options.per_page);
    Ok(Alarms { set, pages: pages.len(), with_table, alarms: alarms.collect(), lessons, per_page })
}

/// The values of each labelled record.
fn labelled_records(page: &GoldPage) -> Vec<Vec<String>> {
    let folded = |value: &String| norm(value);
    page.records().iter().map(|record| record.values.values().flatten().map(folded).collect()).collect()
}

/// Whether more than half of the labelled records are each in one row of the table.
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
            100.0 * share(self.alarms.len(), without),
            self.with_table
        )?;
        for page in self.alarms.iter().filter(|_| self.per_page) {
            writeln!(f, "  {page}")?;
        }
        Ok(())
    }
}
