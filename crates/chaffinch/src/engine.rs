use crate::aside::{leave_asides, weigh_asides};
use crate::domains;
use crate::kind::page_kind;
use crate::label::{self, Read};
use crate::merge::{is_list, merge};
use crate::{Extractor, RendererChoice, Settings, extractors};
use chaffinch_core::{Page, PageReport, Problem, ProblemKind, Relation, Remark};
use chaffinch_input::{Document, Resources};
use chaffinch_page::Origin;
#[cfg(feature = "embedded")]
use chaffinch_render::Embedded;
#[cfg(feature = "chromium")]
use chaffinch_render::{Chromium, ChromiumOptions};
use chaffinch_render::{Renderer, Request, StyleSheets};
use std::sync::Arc;

/// Turns documents into reports. One engine serves any number of threads.
pub struct Engine {
    settings: Settings,
    renderer: Engines,
}

enum Engines {
    None,
    #[cfg(feature = "embedded")]
    Embedded(Embedded),
    #[cfg(feature = "chromium")]
    Chromium(Box<Chromium>),
}

impl Engines {
    fn renderer(&self) -> Option<&dyn Renderer> {
        match self {
            Engines::None => None,
            #[cfg(feature = "embedded")]
            Engines::Embedded(embedded) => Some(embedded),
            #[cfg(feature = "chromium")]
            Engines::Chromium(chromium) => Some(&**chromium),
        }
    }
}

/// A page that has been parsed and laid out.
pub struct Rendered {
    /// The page.
    pub page: Page,
    /// What did not work.
    pub problems: Vec<Problem>,
    /// What was left out.
    pub remarks: Vec<Remark>,
}

impl Engine {
    /// An engine with these settings. Fails where the renderer asked for is not installed.
    pub fn new(settings: Settings) -> Result<Engine, Problem> {
        let renderer = match settings.renderer {
            #[cfg(feature = "embedded")]
            RendererChoice::Embedded => Engines::Embedded(Embedded),
            #[cfg(feature = "chromium")]
            RendererChoice::Chromium => {
                Engines::Chromium(Box::new(Chromium::start(ChromiumOptions::default())?))
            }
            RendererChoice::None => Engines::None,
            #[cfg(not(feature = "chromium"))]
            missing => {
                let message = format!("this build has no such renderer (feature `{missing}`)");
                return Err(Problem::new(ProblemKind::Renderer, missing.name(), message));
            }
        };
        let model = settings.model.clone().or_else(|| label::fitting_model(settings.want.as_ref()?));
        Ok(Engine { settings: Settings { model, ..settings }, renderer })
    }

    /// The settings it was made with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Parses a document and lays it out. Where the layout fails, the page comes without boxes.
    pub fn render(&self, document: Document) -> Result<Rendered, Problem> {
        #[cfg(feature = "chromium")]
        if let (Engines::Chromium(chromium), true) = (&self.renderer, self.settings.scripts)
            && is_address(&document.name)
        {
            return self.render_live(chromium, document);
        }
        let Document { name, url, content_type, bytes, resources } = document;
        let origin = Origin { name: &name, content_type: content_type.as_deref(), url: url.as_deref() };
        let parsed = chaffinch_page::parse(bytes, origin, &self.settings.limits)?;
        let (mut problems, remarks) = (Vec::new(), parsed.remarks);
        let Some(renderer) = self.renderer.renderer() else {
            return Ok(Rendered { page: parsed.page, problems, remarks });
        };
        let base = base_address(&parsed.page, url.as_deref());
        let request = Request {
            name,
            page: Arc::new(parsed.page),
            sheets: Arc::new(Sheets { resources, base }),
            limits: self.settings.limits.clone(),
        };
        let layout = renderer.layout(&request);
        let Request { page, .. } = request;
        // A layout thread that overran its time may still hold the page.
        let mut page = Arc::unwrap_or_clone(page);
        match layout {
            Ok(layout) => page.set_layout(layout),
            Err(problem) => problems.push(problem),
        }
        Ok(Rendered { page, problems, remarks })
    }

    #[cfg(feature = "chromium")]
    /// An address that the user named, with its scripts: the page is what they made of it.
    fn render_live(&self, chromium: &Chromium, document: Document) -> Result<Rendered, Problem> {
        let limits = &self.settings.limits;
        let address = document.url.as_deref().unwrap_or(&document.name);
        let live = chromium.load_live(address, limits.fetch_time)?;
        let origin = Origin {
            name: &document.name,
            content_type: Some("text/html; charset=utf-8"),
            url: document.url.as_deref(),
        };
        let parsed = chaffinch_page::parse(live.html.clone().into_bytes(), origin, limits)?;
        let mut rendered = Rendered { page: parsed.page, problems: Vec::new(), remarks: parsed.remarks };
        match live.layout(&rendered.page) {
            Some(layout) => rendered.page.set_layout(layout),
            None => rendered.problems.push(Problem::new(
                ProblemKind::Renderer,
                document.name,
                "Chromium gave no boxes for this page",
            )),
        }
        Ok(rendered)
    }

    /// The relations on a page, best first.
    pub fn extract(&self, page: &Page) -> Vec<Relation> {
        let labelled = label::read_alone(page, &self.settings).and_then(Result::ok);
        self.put_together(page, labelled.map(|read| read.relation))
    }

    /// What a learned model read and what the other extractors find, best first.
    fn put_together(&self, page: &Page, labelled: Option<Relation>) -> Vec<Relation> {
        let found = self.extractors().flat_map(|extractor| extractor.extract(page, &self.settings));
        let mut relations: Vec<Relation> = found.chain(labelled).collect();
        if self.settings.only.is_none() {
            // A domain mends lists that were found; it makes none of its own.
            if relations.iter().any(is_list) {
                relations.extend(domains::fitting(page, &self.settings));
            }
            relations = merge(relations);
            weigh_asides(page, &mut relations);
            leave_asides(&mut relations);
        }
        relations.sort_by(|a, b| b.score.total_cmp(&a.score));
        relations
    }

    /// The extractors that the settings ask for.
    fn extractors(&self) -> impl Iterator<Item = &'static dyn Extractor> {
        let only = self.settings.only;
        extractors().iter().copied().filter(move |e| only.is_none_or(|name| e.name() == name))
    }

    /// Everything at once: a document in, the contract's object out.
    pub fn read(&self, document: Document) -> PageReport {
        self.read_with(document, |_, _| {})
    }

    /// [`Engine::read`], with a look at the page itself, under its name, where it could be read.
    pub fn read_with(&self, document: Document, look: impl FnOnce(&str, &Page)) -> PageReport {
        let mut report = PageReport::new(document.name.clone());
        report.url = document.url.clone();
        match self.render(document) {
            Ok(Rendered { page, problems, remarks }) => {
                look(&report.input, &page);
                introduce(&mut report, &page);
                (report.errors, report.remarks) = (problems, remarks);
                self.finish(&mut report, &page, label::read_alone(&page, &self.settings));
            }
            Err(problem) => report.errors.push(problem),
        }
        report
    }

    /// Puts what is found on a page into its report; `labelled` is what the model of the settings read.
    pub(crate) fn finish(
        &self,
        report: &mut PageReport,
        page: &Page,
        labelled: Option<Result<Read, String>>,
    ) {
        let settings = &self.settings;
        let (labelled, nothing) = match labelled {
            Some(Ok(read)) => (Some(read), None),
            Some(Err(reason)) => (None, Some(reason)),
            None => (None, None),
        };
        if settings.explain {
            report.explanation = self.extractors().flat_map(|e| e.explain(page, settings)).collect();
            report.explanation.extend(labelled.iter().flat_map(|read| read.explanation.iter().cloned()));
        }
        report.relations = self.put_together(page, labelled.map(|read| read.relation));
        if settings.only.is_none() {
            report.kind = Some(page_kind(page, &report.relations));
        }
        if report.relations.is_empty() && settings.only.is_some() && !settings.explain {
            report.explanation.extend(nothing);
            report.explanation.extend(self.extractors().filter_map(|e| e.absence(page, settings)));
        }
        if let Some(want) = &settings.want {
            want.apply(report);
        }
    }
}

/// What a report says of the page as a whole.
pub(crate) fn introduce(report: &mut PageReport, page: &Page) {
    report.title = page.title();
    report.renderer = page.layout().map_or("none", |layout| layout.renderer).to_owned();
}

#[cfg(feature = "chromium")]
fn is_address(name: &str) -> bool {
    name.starts_with("http://") || name.starts_with("https://")
}

/// The page's `<base>`, resolved against its own address.
fn base_address(page: &Page, url: Option<&str>) -> Option<String> {
    let base = page.ids().find(|id| page.is(*id, "base"))?;
    let href = page.attribute(base, "href")?.trim();
    match url.and_then(|url| url::Url::parse(url).ok()) {
        Some(own) => own.join(href).ok().map(String::from),
        None => url::Url::parse(href).ok().map(String::from),
    }
}

struct Sheets {
    resources: Resources,
    base: Option<String>,
}

impl StyleSheets for Sheets {
    fn style_sheet(&self, href: &str) -> Option<Vec<u8>> {
        self.resources.style_sheet(href, self.base.as_deref())
    }
}
