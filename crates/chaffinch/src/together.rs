//! Pages of one site, read together.

use crate::engine::introduce;
use crate::label::read_sites;
use crate::parallel::{each, threads};
use crate::run::{FAILED, attempt};
use crate::{Engine, Rendered, RunOptions};
use chaffinch_core::{Page, PageReport, Problem, ProblemKind};
use chaffinch_input::{Document, read};
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

/// The reports on some documents, in their order. Those of one site are read together, as in [`read_together`].
pub fn read_batch(engine: &Engine, batch: Vec<Result<Document, Problem>>, threads: usize) -> Vec<PageReport> {
    let sites: Vec<Option<String>> =
        batch.iter().map(|document| document.as_ref().ok().map(site_of)).collect();
    let rendered: Vec<(PageReport, Option<Page>)> = each(batch, threads, |document| render(engine, document));
    let pages: Vec<_> = sites.into_iter().zip(rendered.iter().map(|(_, page)| page.as_ref())).collect();
    let labelled = read_sites(&pages, engine.settings(), threads);
    let pages: Vec<_> = rendered.into_iter().zip(labelled).collect();
    each(pages, threads, |((mut report, page), labelled)| {
        if let Some(page) = page {
            let name = report.input.clone();
            let finish = || engine.finish(&mut report, &page, labelled);
            if catch_unwind(AssertUnwindSafe(finish)).is_err() {
                report = PageReport::failed(Problem::new(ProblemKind::Damaged, name, FAILED));
            }
        }
        report
    })
}

fn render(engine: &Engine, document: Result<Document, Problem>) -> (PageReport, Option<Page>) {
    let document = match document {
        Ok(document) => document,
        Err(problem) => return (PageReport::failed(problem), None),
    };
    let mut report = PageReport::new(document.name.clone());
    report.url = document.url.clone();
    match attempt(|document| engine.render(document), document) {
        Ok(Rendered { page, problems, remarks }) => {
            introduce(&mut report, &page);
            (report.errors, report.remarks) = (problems, remarks);
            (report, Some(page))
        }
        Err(problem) => {
            report.errors.push(problem);
            (report, None)
        }
    }
}
