use crate::addresses::make_absolute;
use crate::choice::{self, Measured};
use crate::domains::{self, Knowledge};
use crate::kind::{nothing_told, page_kind};
use crate::label;
use crate::merge::{is_list, merge};
use crate::order::put_in_order;
use crate::settings::Extraction;
use crate::thing::{article, put_in, shorten_names, thing};
use crate::unsure::leave_out;
use crate::{RendererChoice, Settings, Want, extractors};
use chaffinch_columns::name_columns;
use chaffinch_core::{
    Finding, Findings, Limit, Page, PageKind, PageReport, Problem, ProblemKind, Relation, RelationKind,
    Remark, RemarkKind,
};
use chaffinch_domain::{Understanding, understand};
use chaffinch_input::{Document, Resources};
use chaffinch_page::Origin;
#[cfg(feature = "embedded")]
use chaffinch_render::Embedded;
#[cfg(feature = "chromium")]
use chaffinch_render::{Chromium, ChromiumOptions};
use chaffinch_render::{Renderer, Request, StyleSheets};
use chaffinch_survey::Survey;
use std::sync::Arc;

/// Turns documents into reports. One engine serves any number of threads.
pub struct Engine {
    settings: Settings,
    renderer: LoadedRenderer,
}

/// The renderer of the settings, ready for use.
enum LoadedRenderer {
    None,
    #[cfg(feature = "embedded")]
    Embedded(Embedded),
    #[cfg(feature = "chromium")]
    Chromium(Box<Chromium>),
}

impl LoadedRenderer {
    fn renderer(&self) -> Option<&dyn Renderer> {
        match self {
            LoadedRenderer::None => None,
            #[cfg(feature = "embedded")]
            LoadedRenderer::Embedded(embedded) => Some(embedded),
            #[cfg(feature = "chromium")]
            LoadedRenderer::Chromium(chromium) => Some(&**chromium),
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
            RendererChoice::Embedded => LoadedRenderer::Embedded(Embedded),
            #[cfg(feature = "chromium")]
            RendererChoice::Chromium => {
                LoadedRenderer::Chromium(Box::new(Chromium::start(ChromiumOptions::default())?))
            }
            RendererChoice::None => LoadedRenderer::None,
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
        if let (LoadedRenderer::Chromium(chromium), true) = (&self.renderer, self.settings.scripts)
            && is_address(&document.name)
        {
            return self.render_live(chromium, document);
        }
        let Document { name, url, content_type, bytes, resources } = document;
        let origin = Origin { name: &name, content_type: content_type.as_deref(), url: url.as_deref() };
        let parsed = chaffinch_page::parse(bytes, origin, &self.settings.limits)?;
        let (mut problems, mut remarks) = (Vec::new(), parsed.remarks);
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
            Ok(layout) => {
                if layout.is_plain {
                    let what = "laid out without its styles, because the renderer failed on them";
                    remarks.push(Remark::new(RemarkKind::Plain, what));
                }
                page.set_layout(layout);
            }
            Err(problem) => problems.push(problem),
        }
        Ok(Rendered { page, problems, remarks })
    }

    #[cfg(feature = "chromium")]
    /// Loads an address that the user named and runs its scripts; the page is the result.
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

    /// What the methods of the settings find on a page, merged to one answer, best first.
    pub fn find(&self, page: &Page) -> Findings {
        let survey = Survey::new(page, &self.settings.structured);
        self.find_with(&survey, label::read_alone(page, &self.settings), |_| {}).0
    }

    /// [`Engine::find`] with what a learned model found, and the kind that the page is likely to have whatever was found. `look` gets how
    /// a domain understood the page.
    fn find_with(
        &self,
        survey: &Survey,
        labelled: Option<Findings>,
        look: impl FnOnce(&Understanding),
    ) -> (Findings, Option<RelationKind>) {
        let Settings { only, choice, want, .. } = &self.settings;
        let mut all = self.find_all(survey, labelled, look);
        // The thing comes last.
        let thing = all.relations.last().filter(|last| last.kind == RelationKind::Detail);
        let own = thing.filter(|_| only.is_none() && want.is_none());
        let own = own.and_then(|thing| article(thing, &self.settings.thing));
        let likely = match only {
            None => choice::choose(survey, &mut all.relations, choice, want.is_some()),
            Some(_) => None,
        };
        all.relations.sort_by(|a, b| b.score.total_cmp(&a.score));
        // An article is told where the page is one, and about nothing else.
        let is_thing = |finding: &Finding| finding.kind == RelationKind::Detail;
        if let Some(own) = own.filter(|_| !all.relations.iter().any(is_thing))
            && page_kind(survey.page, &all.relations, likely, choice) == PageKind::Article
        {
            all.relations.push(own);
            all.relations.sort_by(|a, b| b.score.total_cmp(&a.score));
        }
        (all, likely)
    }

    /// Everything that the methods find, with one relation for each region, before the choice.
    fn find_all(
        &self,
        survey: &Survey,
        labelled: Option<Findings>,
        look: impl FnOnce(&Understanding),
    ) -> Findings {
        let Settings { only, choice, domain, .. } = &self.settings;
        let mut all = Findings::default();
        let mut add = |found: Findings| {
            all.relations.extend(found.relations);
            all.why.extend(found.why);
            all.absence = all.absence.take().or(found.absence);
        };
        if let (Some(Extraction::Domain), Some(knowledge)) = (only, &domain.domain) {
            let understanding = understand(survey, knowledge, domain);
            look(&understanding);
            add(understanding.findings(knowledge, domain, self.settings.explain));
        } else {
            let asked = extractors().iter().filter(|e| only.is_none_or(|only| e.extraction() == only));
            asked.for_each(|extractor| add(extractor.extract(survey, &self.settings)));
        }
        labelled.into_iter().for_each(&mut add);
        if only.is_none() {
            // A domain only improves lists that other methods found.
            let knowledge = match all.relations.iter().any(is_list) {
                true => domains::fitting(survey, &all.relations, &self.settings),
                false => Knowledge::default(),
            };
            all.relations = merge(survey, all.relations, knowledge, choice, &self.settings.records.columns);
            self.tell_thing(survey, &mut all.relations);
            shorten_names(&mut all.relations);
        }
        all
    }

    /// What the choice on a page is made among: every finding, and what the models of the choice see. For learning these models.
    pub fn candidates(&self, page: &Page) -> (Vec<Relation>, Measured) {
        let survey = Survey::new(page, &self.settings.structured);
        let found = self.find_all(&survey, label::read_alone(page, &self.settings), |_| {}).relations;
        let measured = choice::measure(&survey, &found, &self.settings.choice);
        (found.into_iter().map(|finding| finding.into_relation(page)).collect(), measured)
    }

    /// Adds the one thing that the page is about, in the place of the structured data about it.
    fn tell_thing(&self, survey: &Survey, findings: &mut Vec<Finding>) {
        let mut settings = self.settings.thing.clone();
        if self.settings.want.is_some() {
            settings.fewest_attributes = 1;
        }
        let wanted: Vec<&str> =
            self.settings.want.iter().flat_map(Want::attributes).map(|wanted| wanted.name.as_str()).collect();
        if let Some(thing) = thing(survey, findings, &wanted, &settings) {
            put_in(survey, findings, thing, &settings);
        }
    }

    /// Reads a document: renders it, finds its relations and returns the report of the JSON contract.
    pub fn read(&self, document: Document) -> PageReport {
        self.read_with(document, |_, _| {})
    }

    /// [`Engine::read`]; `look` gets the page's name and how the domain understood it, where the settings ask for a domain alone.
    pub fn read_with(&self, document: Document, look: impl FnOnce(&str, &Understanding)) -> PageReport {
        let mut report = PageReport::new(document.name.clone());
        report.url = document.url.clone();
        match self.render(document) {
            Ok(Rendered { page, problems, remarks }) => {
                introduce(&mut report, &page);
                (report.errors, report.remarks) = (problems, remarks);
                let labelled = label::read_alone(&page, &self.settings);
                self.finish_with(&mut report, &page, labelled, look);
            }
            Err(problem) => report.errors.push(problem),
        }
        report
    }

    /// Adds what is found on a page to its report; `labelled` is what the model of the settings found.
    pub(crate) fn finish(&self, report: &mut PageReport, page: &Page, labelled: Option<Findings>) {
        self.finish_with(report, page, labelled, |_, _| {});
    }

    fn finish_with(
        &self,
        report: &mut PageReport,
        page: &Page,
        labelled: Option<Findings>,
        look: impl FnOnce(&str, &Understanding),
    ) {
        let settings = &self.settings;
        let survey = Survey::new(page, &settings.structured);
        let (found, likely) =
            self.find_with(&survey, labelled, |understanding| look(&report.input, understanding));
        if settings.only.is_none() {
            report.kind = Some(page_kind(page, &found.relations, likely, &settings.choice));
        }
        if settings.only.is_none_or(|only| only == Extraction::State) && survey.state_is_cut() {
            let what =
                "the page carries more data for its scripts than is read, so that things may be missing";
            report.remarks.push(Remark::new(RemarkKind::LeftOut(Limit::StateValues), what));
        }
        report.explanation.extend(found.why.iter().cloned());
        if found.relations.is_empty() && settings.only.is_some() && !settings.explain {
            report.explanation.extend(found.absence.clone());
        }
        if found.relations.is_empty() && settings.only.is_none() && settings.want.is_none() {
            report.remarks.push(nothing_told(&survey, report.kind, &settings.choice));
        }
        let mut found = found;
        name_tables(&survey, &mut found.relations, settings);
        if let Some(want) = &settings.want {
            let (relations, remarks) = want.apply(&survey, found.relations, settings);
            found.relations = relations;
            report.remarks.extend(remarks);
        } else if settings.only.is_none() {
            put_in_order(&mut found.relations);
        }
        report.relations = found.into_relations(page);
        let own = report.url.clone().or_else(|| settings.base_url.clone());
        make_absolute(report, base_address(page, own.as_deref()).or(own).as_deref());
        leave_out(report, settings.min_score, settings.want.is_some());
    }
}

/// Sets the title and the renderer of a report.
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

/// Names the columns of tables without heads.
fn name_tables(survey: &Survey, findings: &mut [Finding], settings: &Settings) {
    let is_headless = |finding: &&mut Finding| {
        finding.kind == RelationKind::Table && finding.columns.iter().all(|column| column.name.is_none())
    };
    for Finding { columns, rows, .. } in findings.iter_mut().filter(is_headless) {
        name_columns(survey, columns, rows, &settings.records.columns);
    }
}
