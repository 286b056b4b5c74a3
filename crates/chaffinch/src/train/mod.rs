//! Models learned from labelled pages: pages are laid out, their values placed, and a model is learned from all sites. How well it does is
//! measured by models that are learned in the same way without some of the sites, on those sites.

mod apart;
mod gold;
mod keep;
mod observe;

pub use apart::{SiteCounts, measure, summary};
pub use chaffinch_gold::{GoldPage, GoldRecord};
pub use gold::{Condition, read_gold};
pub use keep::Kept;
pub use observe::{numbered, observe};

use crate::Engine;
use crate::parallel::threads;
use chaffinch_core::Problem;
use chaffinch_label::{
    Apart, LabelError, LabelModel, LabelledPage, LearnSettings, MODEL_VERSION, ModelCard, ModelFile, Trust,
    place_all,
};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use thiserror::Error;

/// How a model is trained.
#[derive(Debug, Clone)]
pub struct TrainOptions {
    /// The attributes to learn; all that the pages name if there are none.
    pub attributes: Vec<String>,
    /// Learn from so many pages of a site.
    pub per_site: usize,
    /// Sites are divided into so many parts for measuring; with fewer than two nothing is measured.
    pub parts: usize,
    /// How to learn where there are pages with many records.
    pub lists: LearnSettings,
    /// And where all pages are about one thing.
    pub details: LearnSettings,
    /// Features whose weights differ by less than this between labels are left out of the model.
    pub smallest: f64,
    /// Threads; all cores if not given.
    pub threads: Option<NonZeroUsize>,
}

impl Default for TrainOptions {
    fn default() -> TrainOptions {
        TrainOptions {
            attributes: Vec::new(),
            per_site: 60,
            parts: 4,
            lists: LearnSettings::of_lists(),
            details: LearnSettings { trust: Trust::LEAVES, ..LearnSettings::default() },
            smallest: 0.1,
            threads: None,
        }
    }
}

/// What training tells on its way.
#[derive(Debug)]
pub enum Event<'e> {
    /// A page has been laid out.
    Page(&'e GoldPage),
    /// A page could not be read and is left out.
    Problem(Problem),
    /// An iteration of learning is done: for the given part of all sites held apart, or none of them.
    Iteration {
        /// The part, from 1, and how many there are.
        part: Option<(usize, usize)>,
        /// The iteration.
        iteration: usize,
        /// What is being made smaller.
        loss: f64,
    },
}

/// What training gives.
#[derive(Debug)]
pub struct Trained {
    /// The model, ready to be written.
    pub file: ModelFile,
    /// How many values were placed.
    pub placed: usize,
    /// Those that were not.
    pub unplaced: Vec<Unplaced>,
}

/// A labelled value that does not stand on its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unplaced {
    /// The site.
    pub site: String,
    /// The attribute.
    pub attribute: String,
    /// The value.
    pub value: String,
}

/// Why there is no model.
#[derive(Debug, Error)]
pub enum TrainError {
    /// No pages to learn from.
    #[error("there is no labelled page to learn from")]
    NoPages,
    /// Learning is not possible.
    #[error(transparent)]
    Learn(#[from] LabelError),
    /// Somebody stopped it.
    #[error("training was stopped; it can go on where it was")]
    Stopped,
}

/// Trains a model. `kept` is how far an earlier attempt came and where this one keeps how far it is; `tell` hears what happens and can stop.
///
/// # Errors
/// If there is nothing to learn from, or it was stopped.
pub fn train(
    engine: &Engine,
    pages: &[GoldPage],
    options: &TrainOptions,
    kept: &mut Kept,
    mut tell: impl FnMut(Event<'_>) -> ControlFlow<()>,
) -> Result<Trained, TrainError> {
    let attributes = attributes(pages, options);
    let threads = threads(options.threads);
    let mut stopped = false;
    let labelled = observe(engine, pages, &attributes, options.per_site, threads, |seen| {
        let event = seen.map_or_else(Event::Problem, Event::Page);
        stopped |= tell(event).is_break();
    });
    match () {
        () if stopped => return Err(TrainError::Stopped),
        () if labelled.is_empty() => return Err(TrainError::NoPages),
        () => {}
    }
    let mut lesson = Lesson { attributes, options, kept, tell, stopped: false };
    let sites: BTreeSet<&str> = labelled.iter().map(|page| page.site.as_str()).collect();
    let parts = options.parts.min(sites.len());
    let apart = if parts < 2 { None } else { Some(lesson.apart(&labelled, parts)?) };
    let model = lesson.learn(&labelled.iter().collect::<Vec<_>>(), None)?;
    let card = ModelCard {
        version: MODEL_VERSION,
        attributes: lesson.attributes.clone(),
        kinds: model.pages,
        sites: sites.len(),
        pages: labelled.len(),
        apart: apart.map(|sites| {
            let apart = summary(&sites, &lesson.attributes);
            // Where every page has one record there is none to detect.
            Apart { records: apart.records.filter(|_| model.pages.lists), ..apart }
        }),
    };
    let (placed, unplaced) = placed(&labelled, &lesson.attributes);
    Ok(Trained { file: ModelFile { card, model }, placed, unplaced })
}

/// The attributes that were asked for, or those that the pages name.
pub fn attributes(pages: &[GoldPage], options: &TrainOptions) -> Vec<String> {
    if !options.attributes.is_empty() {
        return options.attributes.clone();
    }
    let named: BTreeSet<&String> = pages.iter().flat_map(|page| &page.attributes).collect();
    let held = || pages.iter().flat_map(GoldPage::records).flat_map(GoldRecord::attributes);
    match named.is_empty() {
        true => held().collect::<BTreeSet<_>>().into_iter().cloned().collect(),
        false => named.into_iter().cloned().collect(),
    }
}

struct Lesson<'l, T> {
    attributes: Vec<String>,
    options: &'l TrainOptions,
    kept: &'l mut Kept,
    tell: T,
    stopped: bool,
}

impl<T: FnMut(Event<'_>) -> ControlFlow<()>> Lesson<'_, T> {
    /// What the pages of each part come to with a model of the others.
    fn apart(&mut self, pages: &[LabelledPage], parts: usize) -> Result<Vec<SiteCounts>, TrainError> {
        let mut sites: Vec<&str> = pages.iter().map(|page| page.site.as_str()).collect();
        sites.dedup();
        sites.sort_unstable();
        sites.dedup();
        let part_of =
            |page: &LabelledPage| sites.iter().position(|site| *site == page.site).unwrap_or(0) % parts;
        for part in self.kept.parts_done()..parts {
            let (own, others): (Vec<&LabelledPage>, Vec<&LabelledPage>) =
                pages.iter().partition(|page| part_of(page) == part);
            let model = self.learn(&others, Some((part + 1, parts)))?;
            self.kept.part_is_done(measure(&model, &own)?);
        }
        Ok(self.kept.sites())
    }

    fn learn(
        &mut self,
        pages: &[&LabelledPage],
        part: Option<(usize, usize)>,
    ) -> Result<LabelModel, TrainError> {
        let start = self.kept.weights();
        let Lesson { attributes, options, kept, tell, stopped } = self;
        let has_lists = pages.iter().any(|page| page.records.len() > 1);
        let settings = if has_lists { &options.lists } else { &options.details };
        let model = LabelModel::resume(attributes.clone(), pages, settings, start, |progress| {
            kept.keep(progress.weights);
            let event = Event::Iteration { part, iteration: progress.iteration, loss: progress.loss };
            let answer = tell(event);
            *stopped |= answer.is_break();
            answer
        })?;
        if *stopped {
            kept.flush();
            return Err(TrainError::Stopped);
        }
        Ok(model.pruned(options.smallest).map_err(LabelError::from)?)
    }
}

fn placed(pages: &[LabelledPage], attributes: &[String]) -> (usize, Vec<Unplaced>) {
    let mut placed = 0;
    let mut unplaced = Vec::new();
    for (page, placement) in pages.iter().zip(place_all(pages)) {
        placed += placement.placed.len();
        unplaced.extend(placement.missing.into_iter().map(|(_, attribute, value)| Unplaced {
            site: page.site.clone(),
            attribute: attributes[attribute].clone(),
            value,
        }));
    }
    (placed, unplaced)
}
