//! Are the values of records in columns of their own, do the columns bear the wanted names, and are they as sure as they say? Plain
//! `extract`, and `extract --want` with the attributes that are labelled, page by page.

mod calibration;
mod cells;
mod hidden;
mod report;
mod score;

use crate::pages::{look_at, read_set};
use chaffinch::{Engine, Settings, Want};
use chaffinch_core::{Problem, ProblemKind, settings};
use chaffinch_gold::{GoldPage, Labels};
pub use hidden::{HiddenReport, hidden};
pub use report::Report;
use score::{PageScore, SureColumn, given, judged_attributes, score_columns, score_detail};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The sets, in the order of the tables.
const SETS: [&str; 6] = ["lists", "courts", "bananas", "people", "products", "recipes"];

settings! {
    /// What is measured and printed.
    #[derive(Debug, Clone)]
    #[non_exhaustive]
    pub struct Options {
        /// How many pages of each set are named, worst first.
        pub worst: usize = 10,
        /// How many pages are worked on at a time; all cores if not given.
        pub threads: Option<NonZeroUsize> = None,
        /// Where the pages without their structured data are written, if they are to be looked at.
        pub keep_pages: Option<PathBuf> = None,
    }
}

/// Attributes that no list of a set has, because they belong to records of another kind: nothing is the right answer.
fn absent_from(set: &str) -> &'static [&'static str] {
    match set {
        "lists" => &["docket", "judge", "jobTitle", "cookTime", "email"],
        "courts" => &["price", "brand", "rating", "bedrooms", "email"],
        "bananas" => &["docket", "bedrooms", "cookTime", "brand", "isbn"],
        "people" => &["price", "rating", "isbn", "bedrooms", "docket"],
        _ => &[],
    }
}

/// What a page is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    Records,
    Detail,
}

/// A page, judged.
#[derive(Debug)]
struct JudgedPage {
    set: &'static str,
    subject: Subject,
    id: String,
    vertical: String,
    site: String,
    /// How many records are labelled.
    records: usize,
    plain: PageScore,
    want: PageScore,
    /// The columns that are given for attributes which the page does not have.
    absent: Vec<SureColumn>,
}

/// What is known of a page before it is read.
struct Task {
    set: &'static str,
    subject: Subject,
    /// The attributes of which all values count.
    whole: Vec<String>,
    /// `extract --want` with the page's attributes.
    engine: Arc<Engine>,
    /// The same with others beside them, which the page does not have.
    absent: Option<Arc<Engine>>,
}

/// Judges the columns on the pages of the sets below `data` that are there.
///
/// # Errors
/// If a gold file cannot be read.
pub fn columns(data: &Path, options: &Options, tell: impl FnMut(&Problem)) -> Result<Report, Problem> {
    let mut tasks = Vec::new();
    let mut engines = BTreeMap::new();
    for set in SETS.into_iter().filter(|set| data.join(set).join("gold.jsonl").exists()) {
        let mut whole = whole_attributes(&data.join(set).join("gold.jsonl"))?;
        let mut own = Vec::new();
        for page in read_set(&data.join(set))? {
            let Some((subject, attributes)) = asked(&page).filter(|(_, asked)| !asked.is_empty()) else {
                continue;
            };
            let absent = match subject {
                Subject::Records => {
                    let others = absent_from(set).iter().map(|name| (*name).to_owned());
                    Some(engine_for(attributes.iter().cloned().chain(others).collect(), &mut engines)?)
                }
                Subject::Detail => None,
            };
            let engine = engine_for(attributes, &mut engines)?;
            let whole = whole.remove(&page.line).unwrap_or_default();
            own.push((page, Task { set, subject, whole, engine, absent }));
        }
        // Pages of one subject stand together.
        own.sort_by_key(|(_, task)| task.subject);
        tasks.extend(own);
    }
    let look = |plain: &Engine, document: chaffinch_input::Document, gold: &GoldPage, task: &Task| {
        let score = |engine: &Engine, document| {
            let relations = engine.read(document).relations;
            match task.subject {
                Subject::Records => score_columns(gold, &relations),
                Subject::Detail => score_detail(gold, &task.whole, &relations),
            }
        };
        Ok(JudgedPage {
            set: task.set,
            subject: task.subject,
            id: gold.id.clone(),
            vertical: gold.note("vertical").to_owned(),
            site: gold.site.clone(),
            records: gold.records().len(),
            plain: score(plain, document.clone()),
            want: score(&task.engine, document.clone()),
            absent: task
                .absent
                .as_ref()
                .map_or(Vec::new(), |engine| given(absent_from(task.set), &engine.read(document).relations)),
        })
    };
    let pages = look_at(Engine::new(Settings::default())?, tasks, options.threads, look, tell);
    Ok(Report { pages, worst: options.worst })
}

/// The attributes that a page is asked for; nothing of a page whose labels are no judge of columns.
fn asked(page: &GoldPage) -> Option<(Subject, BTreeSet<String>)> {
    match &page.labels {
        Labels::Records(records) => {
            Some((Subject::Records, judged_attributes(records).into_iter().cloned().collect()))
        }
        Labels::Detail(_) => Some((Subject::Detail, page.attributes.iter().cloned().collect())),
        _ => None,
    }
}

/// One engine serves all pages that are asked for the same.
fn engine_for(
    attributes: BTreeSet<String>,
    engines: &mut BTreeMap<BTreeSet<String>, Arc<Engine>>,
) -> Result<Arc<Engine>, Problem> {
    if let Some(engine) = engines.get(&attributes) {
        return Ok(Arc::clone(engine));
    }
    let list = attributes.iter().map(String::as_str).collect::<Vec<_>>().join(",");
    let want = Want::names(&list).map_err(|error| Problem::new(ProblemKind::Damaged, list, error))?;
    let engine = Arc::new(Engine::new(Settings::default().with(|settings| settings.want = Some(want)))?);
    engines.insert(attributes, Arc::clone(&engine));
    Ok(engine)
}

/// For each line of a gold file, by its number from 1, the attributes of which all values count.
fn whole_attributes(gold: &Path) -> Result<BTreeMap<usize, Vec<String>>, Problem> {
    let text = std::fs::read_to_string(gold).map_err(|error| {
        Problem::new(ProblemKind::Unreadable, gold.display().to_string(), format!("cannot be read: {error}"))
    })?;
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let whole = lines.map(|(line, number)| {
        let line: Value = serde_json::from_str(line).map_err(|error| {
            let message = format!("line {number}: {error}");
            Problem::new(ProblemKind::Damaged, gold.display().to_string(), message)
        })?;
        let names = line["whole"].as_array().into_iter().flatten().filter_map(Value::as_str);
        Ok((number, names.map(str::to_owned).collect()))
    });
    whole.collect()
}
