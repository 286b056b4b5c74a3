//! Stands in for models where they are not compiled in.

use crate::{Settings, Want};
use chaffinch_core::{Page, Relation};
use std::sync::Arc;

/// There is no model in this build (feature `label`).
#[derive(Debug)]
pub enum LabelModel {}

pub(crate) struct Read {
    pub relation: Relation,
    pub explanation: Vec<String>,
}

type Answer = Option<Result<Read, String>>;

pub(crate) fn read_alone(_: &Page, _: &Settings) -> Answer {
    None
}

pub(crate) fn read_sites(pages: &[(Option<String>, Option<&Page>)], _: &Settings, _: usize) -> Vec<Answer> {
    pages.iter().map(|_| None).collect()
}

pub(crate) fn fitting_model(_: &Want) -> Option<Arc<LabelModel>> {
    None
}
