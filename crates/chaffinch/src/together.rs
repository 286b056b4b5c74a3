//! Pages of one site, read together.

use crate::engine::introduce;
use crate::label::{LabelModel, answering, good_models, read_fitting, read_sites};
use crate::parallel::{each, threads};
use crate::run::{FAILED, attempt};
use crate::same_site::sites_of;
use crate::{Engine, Rendered, RunOptions};
use chaffinch_core::{Findings, Page, PageReport, Problem, ProblemKind, Relation, RelationKind};
use chaffinch_input::{Document, read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// So many pages are in memory at a time, or so many bytes of source.
const MOST_PAGES: usize = 128;
const MOST_BYTES: usize = 64 << 20;
/// With so many pages at hand, those of the next site wait.
const ENOUGH_PAGES: usize = 32;

/// Reads everything in `inputs` and hands the reports to `deliver` in input order.
///
/// Pages of one site are read together, because what all of them have is a label or noise and what one alone has is a value. They are
/// of one site if they come from the same host or, where no address is known, from the same folder and are made alike.
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
    let batch = Batch::render(engine, batch, threads, site_of);
    let labelled = read_sites(&batch.pages(), engine.settings(), threads);
    batch.finish(engine, labelled, threads)
}

/// The reports on some documents, and what a model reads on each as one thing. Where the engine was not told which model to use, it is the
/// one of `models` that answers what is wanted or fits the site; the report does not depend on it, unless something is wanted.
pub(crate) fn read_lessons(
    engine: &Engine,
    documents: Vec<Document>,
    models: Option<&[Arc<LabelModel>]>,
    least_fit: f64,
    threads: usize,
) -> Vec<(PageReport, Option<Relation>)> {
    let settings = engine.settings();
    let own = || settings.model.iter().cloned().collect::<Vec<_>>();
    let (models, least_fit) = match (&settings.want, models) {
        (Some(want), Some(models)) => (answering(want, models).into_iter().cloned().collect(), 0.0),
        _ if settings.model.is_some() || settings.only.is_some() => (own(), 0.0),
        (Some(_), None) => (own(), 0.0),
        (None, models) => (models.map_or_else(good_models, <[_]>::to_vec), least_fit),
    };
    // The documents are of one site, in whatever folders they are.
    let host = |document: &Document| document.url.as_ref().map_or_else(String::new, |_| site_of(document));
    let batch = Batch::render(engine, documents.into_iter().map(Ok).collect(), threads, host);
    let labelled = read_fitting(&batch.pages(), &models, least_fit, settings, threads);
    let read = |((_, page), labelled): (&(PageReport, Option<Page>), &Option<Findings>)| {
        let page = page.as_ref()?;
        let mut relations = labelled.as_ref()?.relations.iter();
        let detail = relations.find(|finding| finding.kind == RelationKind::Detail)?;
        Some(detail.clone().into_relation(page))
    };
    let read: Vec<Option<Relation>> = batch.rendered.iter().zip(&labelled).map(read).collect();
    let is_asked = settings.want.is_some() || settings.model.is_some();
    let labelled = labelled.into_iter().map(|labelled| labelled.filter(|_| is_asked)).collect();
    batch.finish(engine, labelled, threads).into_iter().zip(read).collect()
}

/// Documents that have been laid out, with their sites.
struct Batch {
    sites: Vec<Option<String>>,
    rendered: Vec<(PageReport, Option<Page>)>,
}

impl Batch {
    fn render(
        engine: &Engine,
        documents: Vec<Result<Document, Problem>>,
        threads: usize,
        site: impl Fn(&Document) -> String,
    ) -> Batch {
        let sites: Vec<Option<(String, bool)>> = documents
            .iter()
            .map(|document| document.as_ref().ok().map(|document| (site(document), document.url.is_none())))
            .collect();
        let rendered: Vec<(PageReport, Option<Page>)> =
            each(documents, threads, |document| render(engine, document));
        let kin = sites_of(rendered.iter().map(|(_, page)| page.as_ref()));
        let named = sites.into_iter().zip(kin).map(|(site, kin)| {
            let (site, by_folder) = site?;
            // A folder may hold pages of many sites.
            Some(if by_folder { format!("{site}#{kin}") } else { site })
        });
        Batch { sites: named.collect(), rendered }
    }

    fn pages(&self) -> Vec<(Option<String>, Option<&Page>)> {
        self.sites.iter().cloned().zip(self.rendered.iter().map(|(_, page)| page.as_ref())).collect()
    }

    /// The reports, with what a model found on each page.
    fn finish(self, engine: &Engine, labelled: Vec<Option<Findings>>, threads: usize) -> Vec<PageReport> {
        let pages: Vec<_> = self.rendered.into_iter().zip(labelled).collect();
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
