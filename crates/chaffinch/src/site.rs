//! A whole site: some of its pages are understood, wrappers are learned from them, and the wrappers read all the rest.

use crate::addresses::{base_of, make_absolute, resolve};
use crate::run::{RunOptions, run};
use crate::sample::Sample;
use crate::{Engine, LabelModel, TeachError};
use chaffinch_core::{
    CellContent, Limits, PageReport, Problem, ProblemKind, Relation, RelationKind, Row, settings,
};
use chaffinch_input::{Document, ReadOptions};
use chaffinch_page::Origin;
use chaffinch_wrapper::{
    Applied, FoundRows, LearnSettings, Misfit, PageBytes, Profile, Resolve, Seen, Wrapper, vanished,
};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The wrappers of a site, one for each of its templates.
///
/// ```
/// use chaffinch::{Engine, RunOptions, Settings, Site, TeachOptions};
/// use std::ops::ControlFlow;
///
/// # let folder = tempfile::tempdir().unwrap();
/// # for page in 1..9 {
/// #     let item = |n: usize| format!("<li><a href=/{n}>Feeder no. {n} of oak</a> <p>Holds seed.</p> <b>${n}.90</b></li>\n");
/// #     let items: String = (0..6 + page % 3).map(|n| item(10 * page + n)).collect();
/// #     let html = format!("<html><body><h1>Feeders</h1><ul>{items}</ul></body></html>");
/// #     std::fs::write(folder.path().join(format!("{page}.html")), html).unwrap();
/// # }
/// # let inputs = [folder.path().display().to_string()];
/// let engine = Engine::new(Settings::default()).unwrap();
/// // `let inputs = ["shop/".to_owned()];`
/// let site = Site::learn(&engine, &inputs, &TeachOptions::default()).unwrap();
/// let coverage = site.read(&inputs, &RunOptions::default(), |report| {
///     println!("{}: {} rows", report.input, report.relations[0].rows.len());
///     ControlFlow::Continue(())
/// });
/// assert_eq!((coverage.fitting, coverage.misfits), (8, 0));
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Site {
    /// The wrappers.
    pub wrappers: Vec<Wrapper>,
    /// How they were learned, for people; empty where they come from files.
    pub notes: Vec<String>,
    /// Whether marks in front of values, which belong to their labels, are left out. Wrappers of labelled values give what was labelled.
    tidy: bool,
}

/// What a wrapper reads, and how it was learned.
fn understood(wrapper: &Wrapper) -> String {
    let pages = wrapper.learned.pages.len();
    let classes = wrapper.class_names();
    match wrapper.kind() {
        RelationKind::Detail => {
            format!("pages about one thing, a row each; learned from {pages} pages ({classes})")
        }
        _ => {
            let Profile { fewest, most, .. } = wrapper.profile;
            format!("lists of {fewest} to {most} rows; learned from {pages} pages ({classes})")
        }
    }
}

/// A column for people: how many rows of the sample have it, and some of its values.
fn column(wrapper: &Wrapper, k: usize) -> String {
    /// Values that are shown, and characters of each.
    const SHOWN: usize = 3;
    const LENGTH: usize = 40;
    let attribute = &wrapper.attributes[k];
    let seen = &attribute.seen;
    let mut values: Vec<&String> = Vec::new();
    for value in
        wrapper.known.iter().flat_map(|page| &page.records).filter_map(|record| record.get(k)?.first())
    {
        if !values.contains(&value) && values.len() < SHOWN {
            values.push(value);
        }
    }
    let shown: Vec<String> =
        values.iter().map(|value| format!("{:?}", value.chars().take(LENGTH).collect::<String>())).collect();
    let filled = 100 * (seen.records - seen.missing.min(seen.records)) / seen.records.max(1);
    format!("{}: {filled} % of the sample, such as {}", attribute.name, shown.join(", "))
}

settings! {
    /// How wrappers are learned from what an engine finds.
    #[derive(Debug, Clone)]
    #[non_exhaustive]
    pub struct TeachOptions {
        /// Learn from this many pages, taken from all over the input, and check on as many others.
        pub sample: usize = 10,
        /// How inputs are read.
        pub read: ReadOptions = ReadOptions::default(),
        /// How wrappers are learned.
        pub learn: LearnSettings = LearnSettings::default(),
        /// Models that may say what pages about one thing tell, where the engine has none; those that come with the program if none are
        /// given, and no model for an empty list.
        pub models: Option<Vec<Arc<LabelModel>>> = None,
        /// How well a model must fit a site that nothing is asked of, 0 to 1: how probable the values of its attributes are, in the mean.
        pub least_fit: f64 = 0.5,
    }
}

impl Site {
    /// Understands some pages of a site and learns a wrapper for each template that shows often enough.
    ///
    /// # Errors
    /// If no page can be read, or nothing can be learned from those that can.
    pub fn learn(engine: &Engine, inputs: &[String], options: &TeachOptions) -> Result<Site, TeachError> {
        Site::from_sample(&Sample::read(engine, inputs, options)?, options)
    }

    /// [`Site::learn`] from what a [`Sample`] of the engine holds.
    ///
    /// # Errors
    /// If nothing can be learned from its pages.
    pub fn from_sample(sample: &Sample, options: &TeachOptions) -> Result<Site, TeachError> {
        let mut site = Site { tidy: true, ..Site::default() };
        let (learned, missing) = sample.teach_templates(&options.learn)?;
        for taught in learned {
            let wrapper = taught.report.wrapper;
            site.notes.push(format!("template {}: {}", site.wrappers.len() + 1, understood(&wrapper)));
            site.notes.extend(
                wrapper.attributes.iter().enumerate().map(|(k, _)| format!("  {}", column(&wrapper, k))),
            );
            site.notes.extend(taught.notes.iter().map(|note| format!("  ({note})")));
            site.wrappers.push(wrapper);
        }
        site.notes.extend(missing);
        Ok(site)
    }

    /// Reads everything in `inputs` and hands the reports to `deliver` in input order, until that breaks. No page is laid
    /// out, and most are not even parsed.
    pub fn read(
        &self,
        inputs: &[String],
        options: &RunOptions,
        mut deliver: impl FnMut(PageReport) -> ControlFlow<()>,
    ) -> Coverage {
        let work = |document: Document| {
            Ok(Answer::Report(Box::new(self.read_page(&document, &options.read.limits))))
        };
        self.read_with(inputs, options, work, |answer| match answer {
            Answer::Report(report) => deliver(*report),
            Answer::Found(_) => ControlFlow::Continue(()),
        })
    }

    /// [`Site::read`] for whoever writes reports as lines of JSON: pages that a wrapper of delimiters reads come as what was found on
    /// them, and writing that takes a small part of the time that making a report and writing it takes.
    pub fn read_found(
        &self,
        inputs: &[String],
        options: &RunOptions,
        deliver: impl FnMut(Answer) -> ControlFlow<()>,
    ) -> Coverage {
        let limits = &options.read.limits;
        let work = |document: Document| Ok(self.find_page(document, limits));
        self.read_with(inputs, options, work, deliver)
    }

    fn read_with(
        &self,
        inputs: &[String],
        options: &RunOptions,
        work: impl Fn(Document) -> Result<Answer, Problem> + Sync,
        mut deliver: impl FnMut(Answer) -> ControlFlow<()>,
    ) -> Coverage {
        let mut coverage = Coverage::default();
        let mut fullness = Fullness::default();
        run(inputs, options, work, |result| {
            let answer =
                result.unwrap_or_else(|problem| Answer::Report(Box::new(PageReport::failed(problem))));
            let tables = answer.tables();
            coverage.count(&answer, &tables);
            fullness.count(&tables);
            deliver(answer)
        });
        coverage.alarms = fullness.alarms(&self.wrappers);
        coverage
    }

    /// What is found on a page, ready to be written; its report where the first wrapper that fits is not one of delimiters.
    fn find_page(&self, document: Document, limits: &Limits) -> Answer {
        // A wrapper that fits before another one is taken.
        let wrapper = self.wrappers.first().filter(|_| !self.tidy);
        let found = wrapper.and_then(|wrapper| wrapper.find_rows(&page_bytes(&document, limits)));
        let is_best = |rows: &FoundRows| self.wrappers.len() == 1 || rows.misfits.is_empty();
        let (Some(wrapper), Some(rows)) = (wrapper, found.filter(is_best)) else {
            return Answer::Report(Box::new(self.read_page(&document, limits)));
        };
        let names = wrapper.relation_without_rows(&rows).columns.into_iter().map(|column| column.name);
        let table = Table { rows: rows.rows, columns: names.zip(rows.filled.iter().copied()).collect() };
        let errors = self.problems(rows.misfits.clone(), &document.name);
        Answer::Found(Box::new(FoundPage { errors, document, rows, table }))
    }

    /// What the wrapper that fits best reads on a page. Where none fits whole, the report has errors of
    /// [`ProblemKind::Misfit`] that say why.
    pub fn read_page(&self, document: &Document, limits: &Limits) -> PageReport {
        let page = page_bytes(document, limits);
        let mut best: Option<(&Wrapper, Applied)> = None;
        for wrapper in &self.wrappers {
            let applied = wrapper.apply(&page);
            let fits = applied.misfits.is_empty();
            if best.as_ref().is_none_or(|(_, other)| applied.misfits.len() < other.misfits.len()) {
                best = Some((wrapper, applied));
            }
            if fits {
                break;
            }
        }
        let mut report = PageReport::new(document.name.clone());
        report.url.clone_from(&document.url);
        let Some((wrapper, applied)) = best else { return report };
        let misfits = applied.misfits.clone();
        report.relations.extend(wrapper.relation(applied, &page));
        if self.tidy {
            report.relations.iter_mut().for_each(|relation| tidy(&mut relation.rows));
        }
        make_absolute(&mut report, document.url.as_deref());
        report.errors.extend(self.problems(misfits, &document.name));
        report
    }

    /// What is wrong with a page.
    fn problems(&self, misfits: Vec<Misfit>, page: &str) -> Vec<Problem> {
        let said = if self.wrappers.len() == 1 { "does not fit the wrapper" } else { "fits no wrapper" };
        let problem = |misfit| match misfit {
            Misfit::Unreadable(problem) => problem,
            misfit => Problem::new(ProblemKind::Misfit, page, format!("{said}: {misfit}")),
        };
        misfits.into_iter().map(problem).collect()
    }

    /// Writes the wrappers into a folder, a file each.
    ///
    /// # Errors
    /// If the folder or a file cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), Problem> {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, "written", &error))?;
        for (at, wrapper) in self.wrappers.iter().enumerate() {
            let path = folder.join(format!("template-{}.toml", at + 1));
            // Beside the file first, so that a wrapper is there whole or not at all.
            let part = path.with_extension(format!("{}.part", std::process::id()));
            let written =
                std::fs::write(&part, wrapper.to_toml()).and_then(|()| std::fs::rename(&part, &path));
            written.map_err(|error| {
                let _ = std::fs::remove_file(&part);
                failed(&path, "written", &error)
            })?;
        }
        Ok(())
    }

    /// The file of a wrapper itself, or the wrapper files in a folder in the order in which [`Site::load`] takes them.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn files(path: &Path) -> Result<Vec<PathBuf>, Problem> {
        if !path.is_dir() {
            return Ok(vec![path.to_owned()]);
        }
        let entries = std::fs::read_dir(path).map_err(|error| failed(path, "read", &error))?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut files: Vec<PathBuf> =
            paths.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect();
        // `template-10` comes behind `template-9`.
        files.sort_by_key(|path: &PathBuf| (path.as_os_str().len(), path.clone()));
        Ok(files)
    }

    /// The wrapper in a file, or all in a folder.
    ///
    /// # Errors
    /// If a file cannot be read or holds no wrapper.
    pub fn load(path: &Path) -> Result<Site, Problem> {
        let files = Site::files(path)?;
        let wrapper = |path: PathBuf| {
            let text = std::fs::read_to_string(&path).map_err(|error| failed(&path, "read", &error))?;
            let damaged = |error| Problem::new(ProblemKind::Damaged, path.display().to_string(), error);
            Wrapper::from_toml(&text).map_err(|error| damaged(error.to_string()))
        };
        let wrappers = files.into_iter().map(wrapper).collect::<Result<Vec<_>, _>>()?;
        if wrappers.is_empty() {
            let message = "there is no wrapper file (.toml) in this folder";
            return Err(Problem::new(ProblemKind::Damaged, path.display().to_string(), message));
        }
        Ok(Site { wrappers, ..Site::default() })
    }
}

impl From<Wrapper> for Site {
    fn from(wrapper: Wrapper) -> Site {
        Site { wrappers: vec![wrapper], ..Site::default() }
    }
}

/// Leaves out marks in front of values that belong to their labels: `: Ann Lee`.
fn tidy(rows: &mut [Row]) {
    for content in rows.iter_mut().flat_map(|row| &mut row.cells).flatten() {
        for cell in content.cells_mut() {
            let text = cell.text.trim_start_matches([':', '|', '·', '•', ' ', '\u{a0}']);
            if !text.is_empty() && text.len() < cell.text.len() {
                cell.text = text.to_owned();
            }
        }
        tidy(content.rows_mut());
    }
}

/// What a page comes to.
#[derive(Debug, Clone)]
pub enum Answer {
    /// Its report.
    Report(Box<PageReport>),
    /// What its report is to be written from.
    Found(Box<FoundPage>),
}

/// What was found on a page.
#[derive(Debug, Clone)]
pub struct FoundPage {
    /// Why it does not fit its wrapper; empty where it does.
    pub errors: Vec<Problem>,
    document: Document,
    rows: FoundRows,
    table: Table,
}

impl FoundPage {
    /// The page's name.
    pub fn input(&self) -> &str {
        &self.document.name
    }

    /// Writes the page's report as one JSON object, given the site that it was found with.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, site: &Site, out: &mut dyn Write) -> io::Result<()> {
        let Some(wrapper) = site.wrappers.first() else { return Ok(()) };
        let mut report = PageReport::new(self.document.name.clone());
        report.url.clone_from(&self.document.url);
        report.relations.push(wrapper.relation_without_rows(&self.rows));
        report.errors.clone_from(&self.errors);
        let around = serde_json::to_string(&report)?;
        // The relation's rows are its last part, and the errors have no rows.
        const ROWS: &str = r#""rows":["#;
        let errors = serde_json::to_string(&report.errors)?.len() + r#"]}],"errors":}"#.len();
        let (begin, end) = around.split_at(around.len() - errors);
        debug_assert!(begin.ends_with(ROWS));
        let base = base_of(report.url.as_deref());
        let absolute = |address: &mut String| base.iter().for_each(|base| resolve(base, address));
        let resolve: Option<Resolve<'_>> = if base.is_some() { Some(&absolute) } else { None };
        out.write_all(begin.as_bytes())?;
        let page = page_bytes(&self.document, &Limits::default());
        wrapper.write_rows(&page, &self.rows, resolve, out)?;
        out.write_all(end.as_bytes())
    }
}

/// How many rows a relation has, and for each column those that have it.
#[derive(Debug, Clone)]
struct Table {
    rows: usize,
    columns: Vec<(Option<String>, usize)>,
}

impl Answer {
    fn tables(&self) -> Vec<Table> {
        match self {
            Answer::Found(page) => vec![page.table.clone()],
            Answer::Report(report) => report.relations.iter().map(Table::of).collect(),
        }
    }
}

impl Table {
    fn of(relation: &Relation) -> Table {
        let names = relation.columns.iter().map(|column| column.name.clone());
        let mut columns: Vec<(Option<String>, usize)> = names.zip(filled(relation)).collect();
        // A column of the rows within a row is there if one of them has it.
        let mut inner: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &relation.rows {
            let mut names: BTreeMap<&str, bool> = BTreeMap::new();
            row.cells.iter().flatten().for_each(|content| inner_names(content, &mut names));
            names.into_iter().for_each(|(name, has)| *inner.entry(name).or_default() += usize::from(has));
        }
        let is_new = |name: &str| !relation.columns.iter().any(|column| column.name.as_deref() == Some(name));
        let inner = inner.into_iter().filter(|(name, _)| is_new(name));
        columns.extend(inner.map(|(name, rows)| (Some(name.to_owned()), rows)));
        Table { rows: relation.rows.len(), columns }
    }
}

/// The columns of the rows within a cell, and whether one of these has a value.
fn inner_names<'c>(content: &'c CellContent, names: &mut BTreeMap<&'c str, bool>) {
    let CellContent::Rows(inner) = content else { return };
    for (at, column) in inner.columns.iter().enumerate() {
        let Some(name) = &column.name else { continue };
        let has = inner.rows.iter().any(|row| row.cells.get(at).is_some_and(Option::is_some));
        *names.entry(name).or_default() |= has;
    }
    inner.rows.iter().flat_map(|row| &row.cells).flatten().for_each(|content| inner_names(content, names));
}

/// For each column of a relation the rows that have it.
fn filled(relation: &Relation) -> Vec<usize> {
    let mut filled = vec![0; relation.columns.len()];
    for row in &relation.rows {
        for (count, cell) in filled.iter_mut().zip(&row.cells) {
            *count += usize::from(cell.is_some());
        }
    }
    filled
}

/// How many rows of a site have each column, of those that could.
#[derive(Debug, Default)]
struct Fullness {
    /// For each column the rows of tables that have it, and those of them without a value.
    columns: BTreeMap<String, (usize, usize)>,
}

/// On fewer rows a column may be missing by chance.
const FEWEST_ROWS: usize = 5;

impl Fullness {
    fn count(&mut self, tables: &[Table]) {
        for table in tables {
            for (name, filled) in &table.columns {
                let Some(name) = name else { continue };
                let (rows, missing) = self.columns.entry(name.clone()).or_default();
                *rows += table.rows;
                *missing += table.rows - filled;
            }
        }
    }

    /// The columns that are missing more often than on the examples, page by page or in all.
    fn alarms(&self, wrappers: &[Wrapper]) -> Vec<String> {
        let mut alarms = Vec::new();
        for (name, (rows, missing)) in self.columns.iter().filter(|(_, (rows, _))| *rows >= FEWEST_ROWS) {
            let mut seen = Seen::default();
            for attribute in wrappers.iter().flat_map(|w| &w.attributes).filter(|a| a.name == *name) {
                seen.records += attribute.seen.records;
                seen.missing += attribute.seen.missing;
            }
            if vanished(&seen, *missing, *rows) {
                let Seen { records, missing: usual, .. } = seen;
                alarms.push(format!(
                    "`{name}` is missing in {missing} of {rows} rows, and in {usual} of {records} of the examples"
                ));
            }
        }
        alarms
    }
}

fn failed(path: &Path, what: &str, error: &std::io::Error) -> Problem {
    let message = format!("cannot be {what}: {error}");
    Problem::new(ProblemKind::Unreadable, path.display().to_string(), message)
}

/// A document as wrappers read it.
pub(crate) fn page_bytes<'d>(document: &'d Document, limits: &Limits) -> PageBytes<'d> {
    let Document { name, url, content_type, bytes, .. } = document;
    let origin = Origin { name, content_type: content_type.as_deref(), url: url.as_deref() };
    PageBytes::new(bytes, origin, limits.clone())
}

/// Pages that fit no wrapper are named up to here, and counted beyond.
const NAMED: usize = 20;

/// How much of a site its wrappers could read. Displayed, it is a summary for people.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Coverage {
    /// Pages that fit a wrapper.
    pub fitting: usize,
    /// Pages that fit none.
    pub misfits: usize,
    /// Inputs that could not be read.
    pub unreadable: usize,
    /// Rows on all pages.
    pub rows: usize,
    /// For each attribute the rows that have it.
    pub filled: BTreeMap<String, usize>,
    /// The first pages that fit no wrapper, and why.
    pub examples: Vec<String>,
    /// What has changed on the site as a whole, although page by page it may be chance: a column that is gone.
    pub alarms: Vec<String>,
}

/// The share of pages that may fit no wrapper on a site that is well understood: every site has some other pages.
const MISFIT_SHARE: f64 = 0.1;

impl Coverage {
    /// Whether the wrappers fit the site as a whole: most pages fit one, and no column has vanished.
    pub fn fits(&self) -> bool {
        let misfits = self.misfits as f64;
        self.alarms.is_empty()
            && self.fitting > 0
            && misfits <= MISFIT_SHARE * (self.misfits + self.fitting) as f64
    }
}

impl Coverage {
    fn count(&mut self, answer: &Answer, tables: &[Table]) {
        match answer {
            Answer::Found(page) => self.count_page(page.input(), &page.errors),
            Answer::Report(report) => self.count_page(&report.input, &report.errors),
        }
        for table in tables {
            self.rows += table.rows;
            for (name, filled) in &table.columns {
                *self.filled.entry(name.clone().unwrap_or_default()).or_default() += filled;
            }
        }
    }

    fn count_page(&mut self, page: &str, errors: &[Problem]) {
        let misfits = || errors.iter().filter(|error| error.kind == ProblemKind::Misfit);
        if misfits().next().is_some() {
            self.misfits += 1;
            if self.examples.len() < NAMED {
                let why: Vec<&str> = misfits().map(|error| error.message.as_str()).collect();
                self.examples.push(format!("{page}: {}", why.join("; ")));
            }
        } else if errors.is_empty() {
            self.fitting += 1;
        } else {
            self.unreadable += 1;
        }
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Coverage { fitting, misfits, rows, .. } = self;
        let share = |(name, filled): (&String, &usize)| {
            format!("{name} {:.0} %", 100.0 * *filled as f64 / (*rows).max(1) as f64)
        };
        let shares: Vec<String> = self.filled.iter().map(share).collect();
        writeln!(f, "{fitting} of {} pages fit, {rows} rows: {}", fitting + misfits, shares.join(", "))?;
        self.alarms.iter().try_for_each(|alarm| writeln!(f, "the site has changed: {alarm}"))?;
        self.examples.iter().try_for_each(|page| writeln!(f, "{page}"))?;
        match misfits - self.examples.len() {
            0 => Ok(()),
            more => writeln!(f, "and {more} more pages that fit no wrapper"),
        }
    }
}
