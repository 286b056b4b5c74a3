//! Models learned from labelled pages: pages are laid out, their values placed, and a model is learned from all sites. To measure how
//! well it does, other models are learned in the same way without some of the sites, and read those sites.

mod checkpoint;
mod gold;
mod held_out;
mod observe;

pub use chaffinch_gold::{GoldPage, GoldRecord};
pub use checkpoint::Checkpoint;
pub use gold::{Condition, read_gold, read_pages};
pub use held_out::{SiteCounts, measure, summary};
pub use observe::{LonePage, numbered, observe};

use crate::Engine;
use crate::parallel::threads;
use chaffinch_core::{Problem, settings};
use chaffinch_label::{
    HeldOutScores, LabelError, LabelModel, LabelledPage, LearnSettings, MODEL_VERSION, ModelCard, ModelFile,
    OwnPages, PageSigns, Told, Training, Trust, Workspace, place_all,
};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use thiserror::Error;

/// Sites are divided into this many parts to measure how well pages of the kind are told from others.
const PARTS_APART: usize = 5;

settings! {
    /// How a model is trained.
    #[derive(Debug, Clone)]
    pub struct TrainOptions {
        /// The attributes to learn; if empty, all that the pages name.
        pub attributes: Vec<String> = Vec::new(),
        /// Learn from at most this many pages of a site.
        pub per_site: usize = 60,
        /// Sites are divided into this many parts for measuring; with fewer than two nothing is measured.
        pub parts: usize = 4,
        /// Pages of other kinds: from them the model learns to answer nothing where there is nothing of its kind.
        pub others: Vec<GoldPage> = Vec::new(),
        /// At most this many of them are laid out, and at most this many pages of each site.
        pub most_others: usize = 600,
        /// Of a site, other or own, at most this many pages tell own pages from others.
        pub lone_per_site: usize = 4,
        /// How to learn where there are pages with many records.
        pub lists: LearnSettings = LearnSettings::of_lists(),
        /// How to learn where all pages are about one thing.
        pub details: LearnSettings = LearnSettings { trust: Trust::LEAVES, ..LearnSettings::default() },
        /// Features whose weights for different labels differ by less than this are left out of the model.
        pub smallest: f64 = 0.1,
        /// Threads; all cores if not given.
        pub threads: Option<NonZeroUsize> = None,
    }
}

/// What happens during training.
#[derive(Debug)]
pub enum Event<'e> {
    /// A page has been laid out.
    Page(&'e GoldPage),
    /// A page could not be read and is left out.
    Problem(Problem),
    /// An iteration of learning is done, with one part of the sites held out, or with none.
    Iteration {
        /// The part that is held out, from 1, and how many parts there are.
        part: Option<(usize, usize)>,
        /// The iteration.
        iteration: usize,
        /// What training minimises.
        loss: f64,
    },
}

/// What training gives.
#[derive(Debug)]
pub struct Trained {
    /// The model, ready to be written.
    pub file: ModelFile,
    /// How many values were found on their pages.
    pub placed: usize,
    /// The values that were not found.
    pub unplaced: Vec<Unplaced>,
}

/// A labelled value that was not found on its page.
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
    /// The caller stopped it.
    #[error("training was stopped; it can go on where it was")]
    Stopped,
}

/// Trains a model, from where `checkpoint` says that training stopped. `tell` hears what happens and can stop it.
///
/// # Errors
/// If there is nothing to learn from, or it was stopped.
pub fn train(
    engine: &Engine,
    pages: &[GoldPage],
    options: &TrainOptions,
    checkpoint: &mut Checkpoint,
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
    let mut lone = Vec::new();
    if !options.others.is_empty() {
        let mut look = |pages: &[GoldPage], own: bool| {
            let most = if own { usize::MAX } else { options.most_others };
            let seen = observe::observe_alone(engine, pages, options.lone_per_site, most, threads);
            lone.extend(seen.into_iter().map(|page| (own, page)));
        };
        look(pages, true);
        look(&options.others, false);
    }
    let mut trainer = Trainer { attributes, options, lone, checkpoint, tell, stopped: false };
    let sites: BTreeSet<&str> = labelled.iter().map(|page| page.site.as_str()).collect();
    let parts = options.parts.min(sites.len());
    let held_out = if parts < 2 { None } else { Some(trainer.hold_out(&labelled, parts)?) };
    let mut model = trainer.learn(&labelled.iter().collect::<Vec<_>>(), None)?;
    let told = trainer.tell_apart(&mut model, parts)?;
    let card = ModelCard {
        version: MODEL_VERSION,
        attributes: trainer.attributes.clone(),
        kinds: model.pages,
        sites: sites.len(),
        pages: labelled.len(),
        held_out: held_out.map(|sites| {
            let scores = summary(&sites, &trainer.attributes);
            // Where every page has one record there is none to detect.
            HeldOutScores { records: scores.records.filter(|_| model.pages.lists), ..scores }
        }),
        told,
    };
    let (placed, unplaced) = placed(&labelled, &trainer.attributes);
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

struct Trainer<'l, T> {
    attributes: Vec<String>,
    options: &'l TrainOptions,
    /// Pages that are seen alone, of the kind and not.
    lone: Vec<(bool, LonePage)>,
    checkpoint: &'l mut Checkpoint,
    tell: T,
    stopped: bool,
}

impl<T: FnMut(Event<'_>) -> ControlFlow<()>> Trainer<'_, T> {
    /// Measures each part of the sites with a model of the others.
    fn hold_out(&mut self, pages: &[LabelledPage], parts: usize) -> Result<Vec<SiteCounts>, TrainError> {
        let mut sites: Vec<&str> = pages.iter().map(|page| page.site.as_str()).collect();
        sites.sort_unstable();
        sites.dedup();
        let part_of =
            |page: &LabelledPage| sites.iter().position(|site| *site == page.site).unwrap_or(0) % parts;
        for part in self.checkpoint.parts_done()..parts {
            let (own, others): (Vec<&LabelledPage>, Vec<&LabelledPage>) =
                pages.iter().partition(|page| part_of(page) == part);
            let model = self.learn(&others, Some((part + 1, parts)))?;
            let apart: BTreeSet<&str> = own.iter().map(|page| page.site.as_str()).collect();
            let signs = self.signs(&model, |own, at, page| match own {
                true => apart.contains(page.site.as_str()),
                false => at % parts == part,
            })?;
            self.checkpoint.part_is_done(measure(&model, &own)?, signs);
        }
        Ok(self.checkpoint.sites())
    }

    /// What a model sees on the lone pages that `is_asked`, by whether they are of its kind, their number and themselves.
    fn signs(
        &self,
        model: &LabelModel,
        is_asked: impl Fn(bool, usize, &LonePage) -> bool,
    ) -> Result<Vec<PageSigns>, TrainError> {
        let mut workspace = Workspace::new();
        let mut signs = Vec::new();
        for (at, (own, page)) in self.lone.iter().enumerate() {
            if !is_asked(*own, at, page) {
                continue;
            }
            for found in model.read(&[&page.observed], &mut workspace)? {
                let seen = model.signs(&page.observed, &found);
                signs.push(PageSigns { site: page.site.clone(), own: *own, signs: seen });
            }
        }
        Ok(signs)
    }

    /// Teaches a model which pages are of its kind, and says how well that is told on sites apart.
    fn tell_apart(&self, model: &mut LabelModel, parts: usize) -> Result<Option<Told>, TrainError> {
        if self.lone.iter().all(|(own, _)| *own) {
            return Ok(None);
        }
        // Models that have seen a page's site are too sure of it; without parts there is no other.
        let signs = if parts < 2 { self.signs(model, |_, _, _| true)? } else { self.checkpoint.signs() };
        let training = Training { threads: self.options.details.training.threads, ..Training::default() };
        let least = model.settings.least_probable_page;
        let learned = OwnPages::learn_calibrated(&signs, PARTS_APART, least, &training);
        let (own_pages, told) = learned.map_err(LabelError::from)?;
        model.own_pages = own_pages;
        Ok(Some(told))
    }

    fn learn(
        &mut self,
        pages: &[&LabelledPage],
        part: Option<(usize, usize)>,
    ) -> Result<LabelModel, TrainError> {
        let start = self.checkpoint.weights();
        let Trainer { attributes, options, checkpoint, tell, stopped, .. } = self;
        let has_lists = pages.iter().any(|page| page.records.len() > 1);
        let settings = if has_lists { &options.lists } else { &options.details };
        let model = LabelModel::resume(attributes.clone(), pages, settings, start, |progress| {
            checkpoint.keep(progress.weights);
            let event = Event::Iteration { part, iteration: progress.iteration, loss: progress.loss };
            let answer = tell(event);
            *stopped |= answer.is_break();
            answer
        })?;
        if *stopped {
            checkpoint.flush();
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
            attribute: attributes[attribute.index()].clone(),
            value,
        }));
    }
    (placed, unplaced)
}
