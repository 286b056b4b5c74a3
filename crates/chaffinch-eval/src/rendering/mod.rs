//! How well the embedded renderer agrees with Chromium, and what each costs.

mod agreement;
mod report;

pub use agreement::Agreement;
pub use report::Report;

use crate::cpu;
use chaffinch::{Engine, Settings};
use chaffinch_core::{Limits, Page, Problem};
use chaffinch_input::{Document, ReadOptions, Resources, read};
use chaffinch_page::Origin;
use chaffinch_render::{Chromium, ChromiumOptions, Embedded, NoStyleSheets, Renderer, Request, StyleSheets};
use std::sync::Arc;
use std::time::Duration;

/// What is compared, and how it is printed.
#[derive(Debug, Clone)]
pub struct Options {
    /// How pages are read.
    pub read: ReadOptions,
    /// Whether both engines get the style sheets beside the pages.
    pub style_sheets: bool,
    /// Whether every page is printed.
    pub per_page: bool,
}

/// Lays every page of `inputs` out with both engines. Pages that one of them cannot lay out are
/// told to `problem` and left out.
pub fn compare(
    inputs: &[String],
    options: &Options,
    mut problem: impl FnMut(&Problem),
) -> Result<Report, Problem> {
    let chromium = Chromium::start(ChromiumOptions::default())?;
    let engine =
        Engine::new(Settings::default().with(|settings| settings.limits = options.read.limits.clone()))?;
    let mut report = Report::new(options.per_page);
    for input in inputs {
        let mut set = report::Set::new(input);
        for document in read(std::slice::from_ref(input), &options.read) {
            let page = document.and_then(|document| compare_page(document, &engine, &chromium, options));
            match page {
                Ok(page) => set.add(page),
                Err(reason) => problem(&reason),
            }
        }
        report.add(set);
    }
    Ok(report)
}

/// One page, laid out by both.
struct ComparedPage {
    name: String,
    agreement: Agreement,
    /// Processor time of parsing it and laying it out with the embedded renderer.
    embedded: Duration,
    /// Processor time of all extractors on it.
    extracting: Duration,
    /// Processor time that Chromium took, all its processes together.
    chromium: Duration,
}

fn compare_page(
    document: Document,
    engine: &Engine,
    chromium: &Chromium,
    options: &Options,
) -> Result<ComparedPage, Problem> {
    let name = document.name.clone();
    let sheets: Arc<dyn StyleSheets> = if options.style_sheets {
        Arc::new(Beside(document.resources.clone()))
    } else {
        Arc::new(NoStyleSheets)
    };
    let before = cpu::of_this_process();
    let request = parse(document, sheets, &options.read.limits)?;
    let ours = Embedded.layout(&request)?;
    let embedded = cpu::of_this_process().saturating_sub(before);
    let before = chromium.process().map(cpu::of_family);
    let theirs = chromium.layout(&request)?;
    let after = chromium.process().map(cpu::of_family);
    let agreement = Agreement::of(&request.page, &theirs, &ours);
    let mut page = Page::clone(&request.page);
    page.set_layout(ours);
    let begun = cpu::of_this_process();
    engine.find(&page);
    Ok(ComparedPage {
        name,
        agreement,
        embedded,
        extracting: cpu::of_this_process().saturating_sub(begun),
        chromium: after.zip(before).map_or(Duration::ZERO, |(after, before)| after.saturating_sub(before)),
    })
}

fn parse(document: Document, sheets: Arc<dyn StyleSheets>, limits: &Limits) -> Result<Request, Problem> {
    let origin = Origin {
        name: &document.name,
        content_type: document.content_type.as_deref(),
        url: document.url.as_deref(),
    };
    let page = Arc::new(chaffinch_page::parse(document.bytes, origin, limits)?.page);
    Ok(Request { sheets, limits: limits.clone(), ..Request::new(document.name, page) })
}

struct Beside(Resources);

impl StyleSheets for Beside {
    fn style_sheet(&self, href: &str) -> Option<Vec<u8>> {
        self.0.style_sheet(href, None)
    }
}
