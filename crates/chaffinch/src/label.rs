//! Pages read with a learned model: one alone, or those of a site together.

use crate::parallel::each;
use crate::{Settings, Want};
use chaffinch_core::{Findings, Page};
pub use chaffinch_label::LabelModel;
use chaffinch_label::{
    BlockLabel, ModelFile, ModelFileError, Observed, PageRecords, SiteTexts, Workspace, finding, shipped,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use thiserror::Error;

/// An explanation is about the values of this many records, the first ones; for each value it names this many features and at most this
/// many characters of its text.
const EXPLAINED_RECORDS: usize = 3;
const REASONS: usize = 6;
/// Most blocks whose labels an explanation names.
const EXPLAINED_BLOCKS: usize = 60;
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
    match &settings.model {
        Some(model) => read_fitting(pages, std::slice::from_ref(model), 0.0, settings, threads),
        None => pages.iter().map(|_| None).collect(),
    }
}

/// The same with the one of several models that fits a site best, if it fits well enough: 0 to 1, see [`fit`].
pub(crate) fn read_fitting(
    pages: &[(Option<String>, Option<&Page>)],
    models: &[Arc<LabelModel>],
    least_fit: f64,
    settings: &Settings,
    threads: usize,
) -> Vec<Option<Findings>> {
    let mut labelled: Vec<Option<Findings>> = pages.iter().map(|_| None).collect();
    let mut sites: BTreeMap<&String, Vec<(usize, &Page)>> = BTreeMap::new();
    for (at, (site, page)) in pages.iter().enumerate() {
        if let (Some(site), Some(page)) = (site, page) {
            sites.entry(site).or_default().push((at, page));
        }
    }
    for members in sites.values() {
        let mut texts = SiteTexts::default();
        members.iter().for_each(|(_, page)| texts.add(page));
        for (at, answer) in read_site(members, &texts, models, least_fit, settings, threads) {
            labelled[at] = Some(answer);
        }
    }
    labelled
}

/// Reads pages of one site together: for each page what the model that fits best found on it.
fn read_site(
    pages: &[(usize, &Page)],
    texts: &SiteTexts,
    models: &[Arc<LabelModel>],
    least_fit: f64,
    settings: &Settings,
    threads: usize,
) -> Vec<(usize, Findings)> {
    let observed: Vec<Option<Observed>> =
        each(pages.to_vec(), threads, |(_, page)| Observed::new(page, texts, &settings.vision));
    let seen: Vec<&Observed> = observed.iter().flatten().collect();
    let mut failure = None;
    let mut best: Option<(f64, &LabelModel, Vec<PageRecords>)> = None;
    for model in models {
        match model.read(&seen, &mut Workspace::new()) {
            Ok(found) => {
                let fit = fit(model, &found);
                if fit >= least_fit && best.as_ref().is_none_or(|(most, ..)| fit > *most) {
                    best = Some((fit, model, found));
                }
            }
            Err(error) => failure = Some(error.to_string()),
        }
    }
    let Some((_, model, found)) = best else {
        let absence = failure.unwrap_or_else(|| "no model fits these pages".to_owned());
        return pages.iter().map(|(at, _)| (*at, nothing(absence.clone()))).collect();
    };
    let mut found = found.into_iter();
    let mut answers = Vec::with_capacity(pages.len());
    for ((at, page), observed) in pages.iter().zip(&observed) {
        let answer = observed.as_ref().and_then(|observed| {
            let found = found.next()?;
            let probability = model.probability_of_kind(observed, &found);
            if let Some(too_low) = probability.filter(|sure| *sure < model.settings.least_probable_page) {
                return Some(nothing(format!(
                    "the model takes this page for one of another kind (probability of its own {too_low:.2})"
                )));
            }
            let relations = vec![finding(page, observed, model, &found, probability)?];
            let why = if settings.explain { explain(model, page, observed, &found) } else { Vec::new() };
            Some(Findings { relations, why, absence: None })
        });
        answers.push((*at, answer.unwrap_or_else(|| nothing(absence(page)))));
    }
    answers
}

/// How well a model fits pages about one thing each, 0 to 1: how probable the values of its attributes are, in the mean of all
/// attributes and pages.
fn fit(model: &LabelModel, found: &[PageRecords]) -> f64 {
    let details = found.iter().filter_map(|found| match found {
        PageRecords::Detail(record) => Some(record),
        PageRecords::List { .. } => None,
    });
    let sum: f64 = details.flat_map(|record| &record.values).map(|value| value.probability).sum();
    let attributes = model.spaces.attribute_ids().count();
    sum / (attributes * found.len()).max(1) as f64
}

/// The shipped models that did well on sites that they had not seen.
pub(crate) fn good_models() -> Vec<Arc<LabelModel>> {
    let good = shipped().iter().filter(|model| {
        let card = model.card().ok();
        card.and_then(|card| card.held_out).is_some_and(|scores| scores.f1 >= LEAST_F1)
    });
    good.filter_map(|model| model.open().ok()).map(|file| Arc::new(file.model)).collect()
}

/// The one of several models whose attributes answer most of what is wanted.
pub(crate) fn answering<'m>(want: &Want, models: &'m [Arc<LabelModel>]) -> Option<&'m Arc<LabelModel>> {
    let share = |model: &LabelModel| {
        let names: Vec<&str> = model.spaces.attribute_ids().map(|id| model.spaces.name(id)).collect();
        want.share_named(names.iter().copied())
    };
    let shares = models.iter().map(|model| (share(model), model));
    // Of several that answer as much the first.
    let (share, best) = shares.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    (share >= LEAST_ANSWERED).then_some(best)
}

/// What the model of the settings finds on a page that is read alone; nothing at all without a model.
pub(crate) fn read_alone(page: &Page, settings: &Settings) -> Option<Findings> {
    let model = settings.model.as_ref()?;
    let models = std::slice::from_ref(model);
    read_site(&[(0, page)], &SiteTexts::default(), models, 0.0, settings, 1).pop().map(|(_, read)| read)
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

/// The blocks that the model takes for something, and for each value of the first records the features that counted most.
fn explain(model: &LabelModel, page: &Page, observed: &Observed, found: &PageRecords) -> Vec<String> {
    let mut lines = explain_blocks(model, observed, page);
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

/// The labels of inner blocks that are not notes, the outer ones first, each with how probable it is.
fn explain_blocks(model: &LabelModel, observed: &Observed, page: &Page) -> Vec<String> {
    let labels = model.labels(observed, &mut Workspace::new()).unwrap_or_default();
    let told = labels.into_iter().filter(|label| !label.is_leaf && label.name != "Note Block");
    let line = |label: BlockLabel| {
        let place = label.node.map_or_else(|| "of several elements".to_owned(), |node| page.xpath(node));
        format!("block {place}: {} with {:.3}", label.name, label.probability)
    };
    told.take(EXPLAINED_BLOCKS).map(line).collect()
}
