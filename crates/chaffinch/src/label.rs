//! Pages read with a learned model: one alone, or those of a site together.

use crate::parallel::each;
use crate::{Settings, Want};
use chaffinch_core::{Findings, Page};
pub use chaffinch_label::LabelModel;
use chaffinch_label::{
    ModelFile, ModelFileError, Observed, PageRecords, SiteTexts, Workspace, finding, shipped,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use thiserror::Error;

/// An explanation is about the values of this many records, the first ones; for each value it names this many features and at most this
/// many characters of its text.
const EXPLAINED_RECORDS: usize = 3;
const REASONS: usize = 6;
const EXPLAINED_TEXT: usize = 60;
/// A shipped model is used for wanted columns if its attributes answer at least this share of them, and if its F1 on sites held out
/// was at least this high.
const LEAST_ANSWERED: f32 = 0.5;
const LEAST_F1: f64 = 0.8;

/// Why there is no model to read with.
#[derive(Debug, Error)]
pub enum OpenModelError {
    /// Neither a shipped model nor a file.
    #[error("{0}: no model of this name and no such file")]
    Unknown(String),
    /// A file that cannot be read.
    #[error("{0}: cannot be read: {1}")]
    Unreadable(String, std::io::Error),
    /// A file that is no model, or none for this program.
    #[error("{0}: {1}")]
    File(String, ModelFileError),
}

/// Opens a model that comes with the program by its name, or any other by its file.
///
/// # Errors
/// If there is no such model, or none that this program can read.
pub fn open_model(name: &str) -> Result<ModelFile, OpenModelError> {
    let wrong = |error| OpenModelError::File(name.to_owned(), error);
    if let Some(known) = shipped().iter().find(|known| known.name == name) {
        return known.open().map_err(wrong);
    }
    match std::fs::read(name) {
        Ok(bytes) => ModelFile::from_bytes(&bytes).map_err(wrong),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(OpenModelError::Unknown(name.to_owned()))
        }
        Err(error) => Err(OpenModelError::Unreadable(name.to_owned(), error)),
    }
}

/// What the model of the settings reads on some pages, which are given with their sites: those of one site are read together. Nothing
/// for pages that are not there, and nothing at all without a model.
pub(crate) fn read_sites(
    pages: &[(Option<String>, Option<&Page>)],
    settings: &Settings,
    threads: usize,
) -> Vec<Option<Findings>> {
    let mut labelled: Vec<Option<Findings>> = pages.iter().map(|_| None).collect();
    let Some(model) = &settings.model else { return labelled };
    let mut sites: BTreeMap<&String, Vec<(usize, &Page)>> = BTreeMap::new();
    for (at, (site, page)) in pages.iter().enumerate() {
        if let (Some(site), Some(page)) = (site, page) {
            sites.entry(site).or_default().push((at, page));
        }
    }
    for members in sites.values() {
        let mut texts = SiteTexts::default();
        members.iter().for_each(|(_, page)| texts.add(page));
        for (at, answer) in read_site(members, &texts, model, settings, threads) {
            labelled[at] = Some(answer);
        }
    }
    labelled
}

/// Reads pages of one site together: for each page what a model found on it.
fn read_site(
    pages: &[(usize, &Page)],
    texts: &SiteTexts,
    model: &LabelModel,
    settings: &Settings,
    threads: usize,
) -> Vec<(usize, Findings)> {
    let observed: Vec<Option<Observed>> =
        each(pages.to_vec(), threads, |(_, page)| Observed::new(page, texts, &settings.vision));
    let seen: Vec<&Observed> = observed.iter().flatten().collect();
    let mut found = match model.read(&seen, &mut Workspace::new()) {
        Ok(found) => found.into_iter(),
        Err(error) => return pages.iter().map(|(at, _)| (*at, nothing(error.to_string()))).collect(),
    };
    let mut answers = Vec::with_capacity(pages.len());
    for ((at, page), observed) in pages.iter().zip(&observed) {
        let answer = observed.as_ref().and_then(|observed| {
            let found = found.next()?;
            let relations = vec![finding(page, observed, model, &found)?];
            let why = if settings.explain { explain(model, observed, &found) } else { Vec::new() };
            Some(Findings { relations, why, absence: None })
        });
        answers.push((*at, answer.unwrap_or_else(|| nothing(absence(page)))));
    }
    answers
}

/// What the model of the settings finds on a page that is read alone; nothing at all without a model.
pub(crate) fn read_alone(page: &Page, settings: &Settings) -> Option<Findings> {
    let model = settings.model.as_ref()?;
    read_site(&[(0, page)], &SiteTexts::default(), model, settings, 1).pop().map(|(_, read)| read)
}

/// The shipped model whose attributes answer most of what is wanted. A model that did badly on sites it had not seen is used only if
/// the user names it.
pub(crate) fn fitting_model(want: &Want) -> Option<Arc<LabelModel>> {
    let shares = shipped().iter().filter_map(|model| {
        let card = model.card().ok()?;
        card.held_out.as_ref().filter(|scores| scores.f1 >= LEAST_F1)?;
        Some((want.share_named(card.attributes.iter().map(String::as_str)), model))
    });
    // Of several that answer as much the first.
    let (share, best) = shares.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    (share >= LEAST_ANSWERED).then(|| best.open().ok()).flatten().map(|file| Arc::new(file.model))
}

fn nothing(absence: String) -> Findings {
    Findings { absence: Some(absence), ..Findings::default() }
}

fn absence(page: &Page) -> String {
    match page.layout() {
        None => "a model needs boxes, and this page was read without a renderer".into(),
        Some(_) => "no value was found on this page".into(),
    }
}

/// For each value of the first records the features that counted most.
fn explain(model: &LabelModel, observed: &Observed, found: &PageRecords) -> Vec<String> {
    let mut lines = Vec::new();
    for value in found.records().iter().take(EXPLAINED_RECORDS).flat_map(|record| &record.values) {
        let Some(leaf) = observed.leaf(value.block) else { continue };
        let text = leaf.image.as_ref().unwrap_or(&leaf.text);
        let short: String = text.chars().take(EXPLAINED_TEXT).collect();
        let why = model.why(observed, value.block, value.attribute);
        let reasons: Vec<String> =
            why.iter().take(REASONS).map(|(name, weight)| format!("{name} {weight:+.2}")).collect();
        let name = model.spaces.name(value.attribute);
        lines.push(format!("{name}: {short:?} with {:.3}: {}", value.probability, reasons.join(", ")));
    }
    lines
}
