//! Models: those that come with the program, and those that are learned from labelled pages.

use crate::options::Options;
use crate::problem::{failed, refused, unreadable};
use crate::threads::apart;
use chaffinch_cli::options::{describe_models, learn_model};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A model that was learned.
#[pyclass(frozen, module = "chaffinch._native")]
pub struct Model {
    bytes: Vec<u8>,
    #[pyo3(get)]
    attributes: Vec<String>,
    #[pyo3(get)]
    sites: usize,
    #[pyo3(get)]
    pages: usize,
    /// F1 on sites that were held apart, the mean and of each attribute.
    #[pyo3(get)]
    f1: Option<f64>,
    #[pyo3(get)]
    attribute_f1: BTreeMap<String, f64>,
    /// How many labelled values stand on their pages, and the site, attribute and text of those that do not.
    #[pyo3(get)]
    placed: usize,
    #[pyo3(get)]
    unplaced: Vec<(String, String, String)>,
}

#[pymethods]
impl Model {
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    fn save(&self, path: PathBuf) -> PyResult<()> {
        let part = path.with_extension(format!("{}.part", std::process::id()));
        let written = std::fs::write(&part, &self.bytes).and_then(|()| std::fs::rename(&part, &path));
        written.map_err(|error| {
            let _ = std::fs::remove_file(&part);
            let message = format!("cannot be written: {error}");
            let kind = chaffinch::ProblemKind::Unreadable;
            unreadable(&chaffinch::Problem::new(kind, path.display().to_string(), message))
        })
    }
}

/// Learns a model as `chaffinch train` does.
#[pyfunction]
pub fn train(py: Python<'_>, gold: Vec<String>, options: Options) -> PyResult<Model> {
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = stop.clone();
    let learned = apart(py, move || {
        let gold: Vec<&str> = gold.iter().map(String::as_str).collect();
        learn_model(&gold, &options, |_| match stopped.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    });
    // Whoever gave up waiting wants no model.
    stop.store(learned.is_err(), Ordering::Relaxed);
    let trained = learned?.map_err(|refusal| refused("train", refusal))?;
    let card = &trained.file.card;
    let held_out = card.held_out.clone();
    Ok(Model {
        bytes: trained.file.to_bytes(),
        attributes: card.attributes.clone(),
        sites: card.sites,
        pages: card.pages,
        f1: held_out.as_ref().map(|scores| scores.f1),
        attribute_f1: held_out.map(|scores| scores.attributes).unwrap_or_default(),
        placed: trained.placed,
        unplaced: trained
            .unplaced
            .into_iter()
            .map(|value| (value.site, value.attribute, value.value))
            .collect(),
    })
}

/// The models that come with the program: name, attributes, and what they are.
#[pyfunction]
pub fn models(py: Python<'_>) -> PyResult<Vec<(String, Vec<String>, String)>> {
    py.detach(describe_models).map_err(failed)
}
