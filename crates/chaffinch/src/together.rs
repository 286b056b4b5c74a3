//! Pages of one site, read together.

use crate::engine::introduce;
use crate::label::read_site;
use crate::parallel::{each, threads};
use crate::{Engine, Rendered, RunOptions};
use chaffinch_core::{Findings, Page, PageReport, Problem, ProblemKind};
use chaffinch_input::{Document, read};
use chaffinch_label::SiteTexts;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// So many pages are in memory at a time, or so many bytes of source.
const MOST_PAGES: usize = 128;
const MOST_BYTES: usize = 64 << 20;
/// With so many pages at hand, those of the next site wait.
const ENOUGH_PAGES: usize = 32;

/// Reads everything in `inputs` and hands the reports to `deliver` in input order.
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
        let site = document.as_ref().ok().map(site_of);
        let before = batch.last().and_then(|last| last.as_ref().ok()).map(site_of);
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

/// The site of a page: its host, or its folder.
pub(crate) fn site(url: Option<&str>, name: &str) -> String {
    let host = url.and_then(|url| Some(url::Url::parse(url).ok()?.host_str()?.to_owned()));
    host.unwrap_or_else(|| {
        let folder = Path::new(name).parent().unwrap_or(Path::new(""));
        folder.to_string_lossy().into_owned()
    })
}

fn site_of(document: &Document) -> String {
    site(document.url.as_deref(), &document.name)
}

/// The reports on some documents, in their order.
pub(crate) fn read_batch(
    engine: &Engine,
    batch: Vec<Result<Document, Problem>>,
    threads: usize,
) -> Vec<PageReport> {
    let mut sites: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, document) in batch.iter().enumerate() {
        if let Ok(document) = document {
            sites.entry(site_of(document)).or_default().push(at);
        }
    }
    let rendered: Vec<(PageReport, Option<Page>)> = each(batch, threads, |document| render(engine, document));
    let mut labelled: Vec<Option<Findings>> = rendered.iter().map(|_| None).collect();
    for members in sites.values() {
        let present: Vec<(usize, &Page)> =
            members.iter().filter_map(|at| Some((*at, rendered[*at].1.as_ref()?))).collect();
        let mut texts = SiteTexts::default();
        present.iter().for_each(|(_, page)| texts.add(page));
        let settings = engine.settings();
        let read = settings.model.as_ref().map(|model| read_site(&present, &texts, model, settings, threads));
        for (at, answer) in read.into_iter().flatten() {
            labelled[at] = Some(answer);
        }
    }
    let pages: Vec<_> = rendered.into_iter().zip(labelled).collect();
    each(pages, threads, |((mut report, page), labelled)| {
        if let Some(page) = page {
            let name = report.input.clone();
            let finish = || engine.finish(&mut report, &page, labelled);
            if catch_unwind(AssertUnwindSafe(finish)).is_err() {
                report = PageReport::new(name);
                report.errors.push(FAILED.into());
            }
        }
        report
    })
}

/// What is said of a page that found a mistake of ours.
const FAILED: &str = "this page made the program fail; please report it with the page";

fn render(engine: &Engine, document: Result<Document, Problem>) -> (PageReport, Option<Page>) {
    let (mut report, rendered) = match document {
        Ok(document) => {
            let mut report = PageReport::new(document.name.clone());
            report.url = document.url.clone();
            let name = document.name.clone();
            let rendered = catch_unwind(AssertUnwindSafe(|| engine.render(document)))
                .unwrap_or_else(|_| Err(Problem::new(ProblemKind::Damaged, name, FAILED)));
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
