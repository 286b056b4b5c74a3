//! Stands in for models where they are not compiled in.

use crate::{Settings, Want};
use chaffinch_core::{Findings, Page};
use std::sync::Arc;

/// There is no model in this build (feature `label`).
#[derive(Debug)]
pub enum LabelModel {}

pub(crate) fn read_alone(_: &Page, _: &Settings) -> Option<Findings> {
    None
}

pub(crate) fn read_sites(
    pages: &[(Option<String>, Option<&Page>)],
    _: &Settings,
    _: usize,
) -> Vec<Option<Findings>> {
    pages.iter().map(|_| None).collect()
}

pub(crate) fn read_fitting(
    pages: &[(Option<String>, Option<&Page>)],
    _: &[Arc<LabelModel>],
    _: f64,
    _: &Settings,
    _: usize,
) -> Vec<Option<Findings>> {
    pages.iter().map(|_| None).collect()
}

pub(crate) fn good_models() -> Vec<Arc<LabelModel>> {
    Vec::new()
}

pub(crate) fn answering<'m>(_: &Want, _: &'m [Arc<LabelModel>]) -> Option<&'m Arc<LabelModel>> {
    None
}

pub(crate) fn fitting_model(_: &Want) -> Option<Arc<LabelModel>> {
    None
}
