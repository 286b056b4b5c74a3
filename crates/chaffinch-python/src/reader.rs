//! What reads pages: an engine with the settings of a command.

use crate::document::{DocumentsOf, Given};
use crate::many::{Many, Work, report_on};
use crate::options::Options;
use crate::problem::{refused, unreadable, wrong};
use crate::report::Report;
use crate::threads::apart;
use chaffinch::{Engine, Limits, PageReport, RunOptions, Want};
use chaffinch_cli::options::{Reading, advise, reading};
use pyo3::prelude::*;
use std::sync::Arc;

/// Reads pages with the settings of a command.
#[pyclass(frozen, module = "chaffinch._native")]
pub struct Reader {
    pub engine: Arc<Engine>,
    pub run: RunOptions,
}

#[pymethods]
impl Reader {
    /// `schema` is the text of a JSON Schema of a row.
    #[new]
    #[pyo3(signature = (command, options, schema=None))]
    fn new(py: Python<'_>, command: &str, options: Options, schema: Option<&str>) -> PyResult<Reader> {
        py.detach(|| {
            let prepared = reading(command, &options).map_err(|refusal| refused(command, refusal))?;
            let Reading { mut settings, run } = prepared;
            if let Some(schema) = schema {
                settings.want =
                    Some(Want::schema(schema).map_err(|error| wrong(format!("schema: {error}")))?);
            }
            let engine = Engine::new(settings).map_err(|problem| unreadable(&problem))?;
            Ok(Reader { engine: Arc::new(engine), run })
        })
    }

    /// The report on one page.
    fn read(&self, py: Python<'_>, page: &Bound<'_, PyAny>, url: Option<String>) -> PyResult<Report> {
        let documents = Given::of(page)?.with_address(url.clone()).documents(&self.run.read);
        let (work, limits) = (Work::Engine(self.engine.clone()), self.run.read.limits.clone());
        let report = apart(py, move || read_one(&work, documents, url, &limits))??;
        match report.errors.as_slice() {
            // Nothing is known of the page at all.
            [problem]
                if report.relations.is_empty()
                    && report.renderer == "none"
                    && report.kind.is_none()
                    && report.title.is_none() =>
            {
                Err(unreadable(problem))
            }
            _ => Ok(Report::new(report)),
        }
    }

    /// The reports on many pages, in their order.
    fn many(&self, pages: &Bound<'_, PyAny>) -> PyResult<Many> {
        Many::new(Work::Engine(self.engine.clone()), &self.run, pages)
    }
}

/// The report on the one document that there is.
pub fn read_one(
    work: &Work,
    mut documents: DocumentsOf,
    url: Option<String>,
    limits: &Limits,
) -> PyResult<PageReport> {
    let mut document = match documents.next() {
        Some(Ok(document)) => document,
        Some(Err(problem)) => {
            let mut report = PageReport::failed(problem);
            advise(&mut report);
            return Err(report.errors.first().map_or_else(|| wrong(report.input.clone()), unreadable));
        }
        None => return Err(wrong("there is no page in this input".to_owned())),
    };
    document.url = url.or(document.url);
    if documents.next().is_some() {
        let message =
            "this input holds several pages; read them with extract_many, or take one of chaffinch.documents";
        return Err(wrong(format!("{}: {message}", document.name)));
    }
    Ok(report_on(work, Ok(document), limits))
}
