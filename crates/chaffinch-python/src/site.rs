//! Wrappers: learned from pages or labels, and used to read the rest of a site.

use crate::document::{Document, Given};
use crate::many::{Many, Work};
use crate::options::Options;
use crate::problem::{not_learned, refused, unreadable, wrong};
use crate::reader::read_one;
use crate::report::Report;
use crate::threads::apart;
use chaffinch::wrapper::Wrapper;
use chaffinch::{Engine, Limits, ReadOptions, RunOptions, Sample, TeachError};
use chaffinch_cli::options::{Teaching, learn_wrapper, teaching};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// The wrappers of a site, one for each of its templates.
#[pyclass(frozen, module = "chaffinch._native")]
pub struct Site {
    site: Arc<chaffinch::Site>,
}

#[pymethods]
impl Site {
    /// Learns from what the methods find on some of these inputs, or documents where `inputs` are none.
    #[staticmethod]
    fn learn(
        py: Python<'_>,
        function: &str,
        inputs: Vec<String>,
        documents: Vec<Py<Document>>,
        options: Options,
    ) -> PyResult<Site> {
        let prepared = teaching(&options).map_err(|refusal| refused(function, refusal))?;
        let documents: Vec<chaffinch::Document> =
            documents.iter().map(|document| document.get().document.clone()).collect();
        let site = apart(py, move || {
            let Teaching { settings, teach, .. } = prepared;
            let engine = Engine::new(settings).map_err(|problem| unreadable(&problem))?;
            let sample = match inputs.is_empty() {
                true => Sample::of(&engine, documents, &teach),
                false => Sample::read(&engine, &inputs, &teach),
            };
            let site = sample.and_then(|sample| chaffinch::Site::from_sample(&sample, &teach));
            site.map_err(|error| match error {
                TeachError::Unreadable(problem) => unreadable(&problem),
                error => not_learned(error.to_string()),
            })
        })??;
        Ok(Site { site: Arc::new(site) })
    }

    /// Learns a wrapper as `chaffinch wrapper learn` does.
    #[staticmethod]
    fn learn_wrapper(py: Python<'_>, inputs: Vec<String>, options: Options) -> PyResult<Site> {
        let learned = apart(py, move || {
            let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
            learn_wrapper(&inputs, &options)
        })?;
        let (wrapper, said) = learned.map_err(|refusal| refused("Wrapper.learn", refusal))?;
        let mut site = chaffinch::Site::from(wrapper);
        site.notes = said.lines().map(str::to_owned).collect();
        Ok(Site { site: Arc::new(site) })
    }

    /// The wrapper in a file, or all in a folder.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Site> {
        let site = chaffinch::Site::load(&path).map_err(|problem| unreadable(&problem))?;
        Ok(Site { site: Arc::new(site) })
    }

    /// The wrappers that these files hold.
    #[staticmethod]
    fn from_toml(files: Vec<String>) -> PyResult<Site> {
        let mut site = chaffinch::Site::default();
        for file in files {
            site.wrappers.push(Wrapper::from_toml(&file).map_err(|error| wrong(error.to_string()))?);
        }
        Ok(Site { site: Arc::new(site) })
    }

    fn save(&self, folder: PathBuf) -> PyResult<()> {
        self.site.save(&folder).map_err(|problem| unreadable(&problem))
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.site.notes.clone()
    }

    fn toml(&self) -> Vec<String> {
        self.site.wrappers.iter().map(Wrapper::to_toml).collect()
    }

    fn show(&self) -> Vec<String> {
        self.site.wrappers.iter().map(Wrapper::show).collect()
    }

    /// The names of the attributes of each wrapper.
    fn attributes(&self) -> Vec<Vec<String>> {
        let names =
            |wrapper: &Wrapper| wrapper.attributes.iter().map(|attribute| attribute.name.clone()).collect();
        self.site.wrappers.iter().map(names).collect()
    }

    /// The kind, the classes and the example pages of each wrapper.
    fn about(&self) -> Vec<(String, Vec<String>)> {
        let about = |wrapper: &Wrapper| (wrapper.class_names(), wrapper.learned.pages.clone());
        self.site.wrappers.iter().map(about).collect()
    }

    /// What the wrappers read on one page.
    fn read(&self, py: Python<'_>, page: &Bound<'_, PyAny>, url: Option<String>) -> PyResult<Report> {
        let documents = Given::of(page)?.with_address(url.clone()).documents(&ReadOptions::default());
        let work = Work::Site(self.site.clone());
        let report = apart(py, move || read_one(&work, documents, url, &Limits::default()))??;
        Ok(Report::new(report))
    }

    /// What the wrappers read on many pages, in their order.
    fn many(&self, pages: &Bound<'_, PyAny>) -> PyResult<Many> {
        Many::new(Work::Site(self.site.clone()), &RunOptions::default(), pages)
    }
}
