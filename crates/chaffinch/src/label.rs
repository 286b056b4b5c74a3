//! Pages read with a learned model: one alone, or those of a site together.

use crate::engine::introduce;
use crate::parallel::{each, threads};
use crate::{Engine, Rendered, RunOptions, Settings};
use chaffinch_core::{Page, PageReport, Problem, ProblemKind, Relation};
use chaffinch_input::{Document, read};
use chaffinch_label::{
    Found, LabelModel, ModelFile, ModelFileError, Observed, SiteTexts, Workspace, relation, shipped,
};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// So many pages are in memory at a time, or so many bytes of source.
const MOST_PAGES: usize = 128;
const MOST_BYTES: usize = 64 << 20;
/// With so many pages at hand, those of the next site wait.
const ENOUGH_PAGES: usize = 32;
/// An explanation names so many features.
const REASONS: usize = 6;

/// Why there is no model to read with.
#[derive(Debug, Error)]
pub enum OpenModelError {
    /// Neither a shipped model nor a file.
    #[error("{0}: no model of this name and no such file; `--model list` shows the models that there are")]
    Unknown(String),
    /// A file that cannot be read.
    #[error("{0}: cannot be read: {1}")]
    Unreadable(String, std::io::Error),
    /// A file that is no model, or none for this program.
    #[error("{0}: {1}")]
    File(String, ModelFileError),
}

/// Opens a model that comes with the program by its name, or any other by its file.
///
/// # Errors
/// If there is no such model, or none that this program can read.
pub fn open_model(name: &str) -> Result<ModelFile, OpenModelError> {
    let wrong = |error| OpenModelError::File(name.to_owned(), error);
    if let Some(known) = shipped().iter().find(|known| known.name == name) {
        return known.open().map_err(wrong);
    }
    match std::fs::read(name) {
        Ok(bytes) => ModelFile::from_bytes(&bytes).map_err(wrong),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(OpenModelError::Unknown(name.to_owned()))
        }
        Err(error) => Err(OpenModelError::Unreadable(name.to_owned(), error)),
    }
}

/// Reads everything in `inputs` with the model of the settings and hands the reports to `deliver` in input order.
///
/// Pages of one site are read together, because what all of them have is a label or noise and what one alone has is a value. They are
/// of one site if they come from the same host, or from the same folder where no address is known.
pub fn read_together(
    engine: &Engine,
    inputs: &[String],
    options: &RunOptions,
    mut deliver: impl FnMut(PageReport) -> ControlFlow<()>,
) {
    let mut batch: Vec<Result<Document, Problem>> = Vec::new();
    let mut bytes = 0;
    let mut flush = |batch: &mut Vec<Result<Document, Problem>>| {
        let reports = read_batch(engine, std::mem::take(batch), threads(options.threads));
        reports.into_iter().try_for_each(&mut deliver)
    };
    for document in read(inputs, &options.read) {
        let site = document.as_ref().ok().map(site);
        let before = batch.last().and_then(|last| last.as_ref().ok()).map(self::site);
        let full = batch.len() >= MOST_PAGES || bytes >= MOST_BYTES;
        if full || batch.len() >= ENOUGH_PAGES && site != before {
            bytes = 0;
            if flush(&mut batch).is_break() {
                return;
            }
        }
        bytes += document.as_ref().map_or(0, |document| document.bytes.len());
        batch.push(document);
    }
    let _ = flush(&mut batch);
}

/// The site of a document: its host, or its folder.
fn site(document: &Document) -> String {
    let host =
        document.url.as_deref().and_then(|url| Some(url::Url::parse(url).ok()?.host_str()?.to_owned()));
    host.unwrap_or_else(|| {
        let folder = Path::new(&document.name).parent().unwrap_or(Path::new(""));
        folder.to_string_lossy().into_owned()
    })
}

fn read_batch(engine: &Engine, batch: Vec<Result<Document, Problem>>, threads: usize) -> Vec<PageReport> {
    let mut sites: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, document) in batch.iter().enumerate() {
        if let Ok(document) = document {
            sites.entry(site(document)).or_default().push(at);
        }
    }
    let mut pages: Vec<(PageReport, Option<Page>)> =
        each(batch, threads, |document| render(engine, document));
    for members in sites.values() {
        let mut texts = SiteTexts::default();
        members.iter().filter_map(|at| pages[*at].1.as_ref()).for_each(|page| texts.add(page));
        let present: Vec<(usize, &Page)> =
            members.iter().filter_map(|at| Some((*at, pages[*at].1.as_ref()?))).collect();
        let settings = engine.settings();
        let read = settings.model.as_ref().map(|model| read_site(&present, &texts, model, settings, threads));
        for (at, answer) in read.into_iter().flatten() {
            let report = &mut pages[at].0;
            match answer {
                Ok(read) => {
                    report.relations.push(read.relation);
                    if settings.explain {
                        report.explanation = read.explanation;
                    }
                }
                Err(reason) => report.explanation.push(reason),
            }
        }
    }
    pages.into_iter().map(|(report, _)| report).collect()
}

fn render(engine: &Engine, document: Result<Document, Problem>) -> (PageReport, Option<Page>) {
    let (mut report, rendered) = match document {
        Ok(document) => {
            let mut report = PageReport::new(document.name.clone());
            report.url = document.url.clone();
            let name = document.name.clone();
            let rendered = catch_unwind(AssertUnwindSafe(|| engine.render(document))).unwrap_or_else(|_| {
                let message = "this page made the program fail; please report it with the page";
                Err(Problem::new(ProblemKind::Damaged, name, message))
            });
            (report, rendered)
        }
        Err(problem) => (PageReport::new(problem.input.clone()), Err(problem)),
    };
    match rendered {
        Ok(Rendered { page, problems }) => {
            introduce(&mut report, &page);
            report.errors.extend(problems.into_iter().map(|problem| problem.message));
            (report, Some(page))
        }
        Err(problem) => {
            report.errors.push(problem.message);
            (report, None)
        }
    }
}

/// A page as a model read it.
pub(crate) struct Read {
    pub relation: Relation,
    pub explanation: Vec<String>,
}

/// For each page what was read, or a sentence that says why nothing was.
fn read_site(
    pages: &[(usize, &Page)],
    texts: &SiteTexts,
    model: &Arc<LabelModel>,
    settings: &Settings,
    threads: usize,
) -> Vec<(usize, Result<Read, String>)> {
    let observed: Vec<Option<Observed>> =
        each(pages.to_vec(), threads, |(_, page)| Observed::new(page, texts, &settings.vision));
    let seen: Vec<&Observed> = observed.iter().flatten().collect();
    let mut found = match model.read(&seen, &mut Workspace::new()) {
        Ok(found) => found.into_iter(),
        Err(error) => return pages.iter().map(|(at, _)| (*at, Err(error.to_string()))).collect(),
    };
    let mut answers = Vec::with_capacity(pages.len());
    for ((at, page), observed) in pages.iter().zip(&observed) {
        let answer = observed.as_ref().and_then(|observed| {
            let found = found.next()?;
            let relation = relation(page, observed, model, &found)?;
            let explanation = if settings.explain { explain(model, observed, &found) } else { Vec::new() };
            Some(Read { relation, explanation })
        });
        answers.push((*at, answer.ok_or_else(|| nothing(page))));
    }
    answers
}

/// What a page says when it is read alone; nothing without a model.
pub(crate) fn read_alone(page: &Page, settings: &Settings) -> Option<Read> {
    let model = settings.model.as_ref()?;
    read_site(&[(0, page)], &SiteTexts::default(), model, settings, 1).pop()?.1.ok()
}

/// Why nothing was read.
pub(crate) fn absence(page: &Page, settings: &Settings) -> Option<String> {
    let model = settings.model.as_ref()?;
    read_site(&[(0, page)], &SiteTexts::default(), model, settings, 1).pop()?.1.err()
}

fn nothing(page: &Page) -> String {
    match page.layout() {
        None => "a model needs boxes; use another renderer than none".into(),
        Some(_) => "no value was found on this page".into(),
    }
}

/// For each value of the first records the features that spoke loudest.
fn explain(model: &LabelModel, observed: &Observed, found: &Found) -> Vec<String> {
    const RECORDS: usize = 3;
    let records = match found {
        Found::List { records, .. } => records.as_slice(),
        Found::Detail(record) => std::slice::from_ref(record),
    };
    let mut lines = Vec::new();
    for value in records.iter().take(RECORDS).flat_map(|record| &record.values) {
        let Some(leaf) = &observed.leaves[value.block] else { continue };
        let text = leaf.image.as_ref().unwrap_or(&leaf.text);
        let short: String = text.chars().take(60).collect();
        let why = model.why(observed, value.block, value.attribute);
        let reasons: Vec<String> =
            why.iter().take(REASONS).map(|(name, weight)| format!("{name} {weight:+.2}")).collect();
        let name = &model.spaces.attributes[value.attribute];
        lines.push(format!("{name}: {short:?} with {:.3}: {}", value.probability, reasons.join(", ")));
    }
    lines
}
