//! Labelled pages ("gold"): what people say stands on a page, one line of JSON for each page.
//!
//! ```
//! let line = r#"{"page": "shop/1.html", "site": "shop", "record": {"name": "Lamp", "colour": ["red", "blue"]}}"#;
//! let pages = chaffinch_gold::parse(line).unwrap();
//! assert_eq!(pages[0].records()[0].values("colour"), ["red", "blue"]);
//! ```
//!
//! A line has `page` and one label: `records` (all records of the page), `record` (the one thing that the page is about), `tuples`
//! (byte ranges of values), `grid` (the cells of one table), `kinds` (what kind of page it may be called), or the task `none` for a page
//! without records. What Chaffinch wrote is a label too, corrected by a person or not: a report, or rows (`--format rows`), a line each. A row
//! that comes again corrects the values that it names. A table (`--format csv`) with a column `page` is read as rows.

mod line;
mod rows;

pub use line::GoldError;

use chaffinch_core::{PageKind, Problem, ProblemKind, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Reads a file of labelled pages. Labels name their pages from `root`, by default the folder above the file's own; reports name theirs
/// from `root`, by default the folder that the program runs in.
///
/// # Errors
/// If the file cannot be read, or a line is no label: the message has the line's number.
pub fn read(file: &Path, root: Option<&Path>) -> Result<Vec<GoldPage>, Problem> {
    let problem = |kind, message: String| Problem::new(kind, file.display().to_string(), message);
    let bytes = std::fs::read(file)
        .map_err(|error| problem(ProblemKind::Unreadable, format!("cannot be read: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        problem(ProblemKind::Damaged, format!("labels are UTF-8, and the byte at {at} is not"))
    })?;
    let above = folder_above(file);
    line::parse(&text, root.unwrap_or(&above), root.unwrap_or(Path::new("")))
        .map_err(|error| problem(ProblemKind::Damaged, error.to_string()))
}

/// Reads the lines of a text; pages are named as the lines name them.
///
/// # Errors
/// If a line is no label.
pub fn parse(text: &str) -> Result<Vec<GoldPage>, GoldError> {
    line::parse(text, Path::new(""), Path::new(""))
}

/// A labelled page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GoldPage {
    /// The number of its line, from 1.
    pub line: usize,
    /// Its name: the line's `id`, otherwise the page.
    pub id: String,
    /// The page as the line names it.
    pub page: String,
    /// The page's file.
    pub path: PathBuf,
    /// The site that it is from; empty where the line does not say.
    pub site: String,
    /// The attributes that the line names; the page may lack some of them.
    pub attributes: Vec<String>,
    /// What stands on the page.
    pub labels: Labels,
    /// All texts of the line by name, such as its `kind` or `vertical`.
    pub notes: BTreeMap<String, String>,
}

/// What stands on a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Labels {
    /// Nothing that a program should find.
    #[default]
    Nothing,
    /// Records, in the order of the page.
    Records(Vec<GoldRecord>),
    /// The items of a list whose number the page's title promises.
    TopK(Vec<GoldRecord>),
    /// The one record that the page is about.
    Detail(GoldRecord),
    /// The byte ranges of each tuple's attributes: none where a value is missing, several where there are several.
    Tuples(Vec<Vec<Vec<Span>>>),
    /// The cells of one table, row by row.
    Table(Vec<Vec<String>>),
    /// What kind of page it may be called.
    Kinds(Vec<PageKind>),
}

/// A labelled record.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct GoldRecord {
    /// Which list of the page it is in.
    pub area: u64,
    /// Its values by attribute. An attribute that the label names without a value has none.
    pub values: BTreeMap<String, Vec<String>>,
}

impl GoldPage {
    /// Its labelled records, or items of a list, or the one record that it is about.
    pub fn records(&self) -> &[GoldRecord] {
        match &self.labels {
            Labels::Records(records) | Labels::TopK(records) => records,
            Labels::Detail(record) => std::slice::from_ref(record),
            _ => &[],
        }
    }

    /// The byte ranges of its tuples; none where it is labelled otherwise.
    pub fn tuples(&self) -> &[Vec<Vec<Span>>] {
        match &self.labels {
            Labels::Tuples(tuples) => tuples,
            _ => &[],
        }
    }

    /// How many lists its records are in; at least one.
    pub fn areas(&self) -> usize {
        let areas: BTreeSet<u64> = self.records().iter().map(|record| record.area).collect();
        areas.len().max(1)
    }

    /// What the line says under a name; empty where it says nothing.
    pub fn note(&self, name: &str) -> &str {
        self.notes.get(name).map_or("", String::as_str)
    }

    /// The page's file, as the input of a run.
    pub fn input(&self) -> String {
        self.path.display().to_string()
    }
}

impl GoldRecord {
    /// The values of an attribute.
    pub fn values(&self, attribute: &str) -> &[String] {
        self.values.get(attribute).map_or(&[], Vec::as_slice)
    }

    /// The first value of an attribute; empty where there is none.
    pub fn text(&self, attribute: &str) -> &str {
        self.values(attribute).first().map_or("", String::as_str)
    }

    /// The attributes that have a value.
    pub fn attributes(&self) -> impl Iterator<Item = &String> {
        self.values.iter().filter(|(_, values)| !values.is_empty()).map(|(name, _)| name)
    }
}

fn folder_above(file: &Path) -> PathBuf {
    let own = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match own.parent().filter(|_| own.file_name().is_some()) {
        Some(above) => above.to_owned(),
        None => own.join(".."),
    }
}
