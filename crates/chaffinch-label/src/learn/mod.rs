//! Learning a model from pages whose values are known.
//!
//! `placing` finds the leaves that the known values stand on (in a list with the help of `order`), and `derive` labels the blocks
//! around them. Then labels and features are chosen, and the weights are learned.

mod derive;
mod dropout;
mod hints;
mod order;
mod placing;
mod settings;

pub(crate) use dropout::Dropout;
pub use placing::{LabelledRecord, Placed, Placement, place_all};
pub use settings::LearnSettings;

use crate::labels::{AttributeId, AttributeSet, Inner, LabelSpaces, MOST_ATTRIBUTES};
use crate::model::{
    Hcrf, KindModel, LabelModel, Lexicon, OwnEntries, OwnPages, PageKind, PageKinds, TrainingView, vocabulary,
};
use crate::read::ReadSettings;
use crate::see::{Observed, ObservedLeaf, after_caption, is_money};
use chaffinch_crf::{Example, Progress};
use derive::{combinations, derive};
use hints::hints;
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use thiserror::Error;

/// Percent of an attribute's values that must be amounts of money for the others to be mistakes.
const AMOUNTS: usize = 90;

/// Why there is no model.
#[derive(Debug, Error, PartialEq)]
pub enum LabelError {
    /// Too many attributes.
    #[error("the schema has {0} attributes; a model can have {MOST_ATTRIBUTES} at most")]
    Attributes(usize),
    /// No value was found anywhere.
    #[error("none of the {0} labelled values occurs on its page; are these the pages of the gold file?")]
    NothingPlaced(usize),
    /// The field cannot be built.
    #[error(transparent)]
    Field(#[from] chaffinch_crf::Error),
}

/// A page to learn from.
#[derive(Debug, Clone)]
pub struct LabelledPage {
    /// The site that it is from.
    pub site: String,
    /// What is seen on it.
    pub observed: Observed,
    /// The values of its records.
    pub records: Vec<LabelledRecord>,
}

/// Pages with the places of their values and the labels of their inner blocks.
pub(crate) struct PlacedPages<'p> {
    pub pages: Vec<&'p LabelledPage>,
    pub placements: Vec<Placement>,
    pub inner: Vec<Vec<Option<Inner>>>,
}

impl<'p> PlacedPages<'p> {
    pub fn new<P: Borrow<LabelledPage>>(pages: &'p [P]) -> PlacedPages<'p> {
        let pages: Vec<&LabelledPage> = pages.iter().map(Borrow::borrow).collect();
        let placements = place_all(&pages);
        let label = |(page, placement): (&&LabelledPage, &Placement)| derive(&page.observed, placement);
        let inner = pages.iter().zip(&placements).map(label).collect();
        PlacedPages { pages, placements, inner }
    }
}

impl LabelModel {
    /// Learns a model from labelled pages. `watch` sees every iteration and can stop the learning.
    ///
    /// # Errors
    /// If the schema is too large or none of the labelled values occurs.
    pub fn learn<P: Borrow<LabelledPage>>(
        attributes: Vec<String>,
        pages: &[P],
        settings: &LearnSettings,
        watch: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<LabelModel, LabelError> {
        LabelModel::resume(attributes, pages, settings, None, watch)
    }

    /// Continues learning from the weights that `watch` saw last. Weights that do not fit the model are ignored.
    ///
    /// # Errors
    /// As [`LabelModel::learn`].
    pub fn resume<P: Borrow<LabelledPage>>(
        attributes: Vec<String>,
        pages: &[P],
        settings: &LearnSettings,
        start: Option<Vec<f64>>,
        watch: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<LabelModel, LabelError> {
        let known = PlacedPages::new(pages);
        let mut seen: BTreeMap<AttributeSet, usize> = BTreeMap::new();
        for set in known.inner.iter().flat_map(|labels| combinations(labels)) {
            *seen.entry(set).or_default() += 1;
        }
        let spaces = LabelSpaces::new(attributes, &seen, settings.combinations);
        LabelModel::fit(spaces, &known, settings, start, watch)
    }

    /// Learns a model with these labels from pages whose values have been placed.
    pub(crate) fn fit(
        spaces: LabelSpaces,
        known: &PlacedPages<'_>,
        settings: &LearnSettings,
        start: Option<Vec<f64>>,
        watch: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<LabelModel, LabelError> {
        if spaces.attributes.len() > MOST_ATTRIBUTES {
            return Err(LabelError::Attributes(spaces.attributes.len()));
        }
        let PlacedPages { pages, placements, inner } = known;
        if placements.iter().all(|placement| placement.placed.is_empty()) {
            let values = pages.iter().flat_map(|page| &page.records).map(Vec::len).sum();
            return Err(LabelError::NothingPlaced(values));
        }
        let hints = hints(&spaces);
        let vocabulary = vocabulary(pages, hints.iter().map(|(_, hint)| hint), settings);
        let kinds = PageKinds::of(pages);
        let hcrf = Hcrf::new(&spaces, &vocabulary, settings.trust, kinds)?;
        let own: Vec<OwnEntries> = pages.iter().map(|page| OwnEntries::new(&page.records)).collect();
        let mut lexicon = Lexicon::default();
        // A detector of records has no attributes and so knows no values.
        if !spaces.attributes.is_empty() {
            own.iter().for_each(|entries| lexicon.add(entries));
        }
        let mut dropout = Dropout::new(0, settings.hide);
        let mut examples = Vec::with_capacity(pages.len());
        for (((page, placement), inner), own) in pages.iter().zip(placements).zip(inner).zip(&own) {
            // Pages about one thing have few values to learn from; without counting more they would not matter beside lists.
            let alone = placement.placed.iter().all(|placed| placed.record == 0) && kinds.lists;
            let times = if alone { settings.details } else { 1 };
            for _ in 0..settings.views.max(1) {
                let dropout = (settings.views > 0).then_some(&mut dropout);
                let view = TrainingView { own, doubtful: &placement.elsewhere, dropout };
                let kind = PageKind::of(page);
                let graph = hcrf.graph(&page.observed, &vocabulary, &lexicon, kind, Some(view))?;
                examples.push(Example::new(graph, labels(&spaces, inner, placement))?.times(times));
            }
        }
        for (attribute, hint) in &hints {
            let graph = hcrf.graph(hint, &vocabulary, &lexicon, PageKind::Detail, None)?;
            let example = Example::new(graph, vec![spaces.leaf(Some(*attribute))])?;
            examples.push(example.times(settings.hints));
        }
        let count = hcrf.model().weights();
        let start = start.filter(|start| start.len() == count).unwrap_or_else(|| vec![0.0; count]);
        let trained = chaffinch_crf::train(hcrf.model(), &examples, start, &settings.training, watch)?;
        let kind = match kinds.lists && kinds.details {
            true => KindModel::learn(pages, &settings.training)?,
            false => KindModel::default(),
        };
        Ok(LabelModel {
            coverage: coverage(pages, &spaces),
            images: image_attributes(pages, placements),
            amounts: amount_attributes(pages, placements),
            parts: part_attributes(pages, placements),
            keeps_references: placements.iter().flat_map(|p| &p.placed).any(|placed| placed.as_source),
            spaces,
            vocabulary,
            lexicon,
            hcrf,
            weights: trained.weights,
            kind,
            own_pages: OwnPages::default(),
            pages: kinds,
            settings: ReadSettings::default(),
        })
    }
}

/// The attributes most of whose values are images.
fn image_attributes(pages: &[&LabelledPage], placements: &[Placement]) -> AttributeSet {
    mostly(pages, placements, |leaf, _| Some(leaf.image.is_some()))
}

/// The attributes nearly all of whose values are amounts of money. Whatever else stands in such a place is no value of them.
fn amount_attributes(pages: &[&LabelledPage], placements: &[Placement]) -> AttributeSet {
    let (mut amounts, mut all) = ([0; MOST_ATTRIBUTES], [0; MOST_ATTRIBUTES]);
    for (page, placement) in pages.iter().zip(placements) {
        for placed in &placement.placed {
            let leaf = page.observed.leaf(placed.block);
            let is_amount = leaf.is_some_and(|leaf| leaf.image.is_none() && is_money(&leaf.text));
            amounts[placed.attribute.index()] += usize::from(is_amount);
            all[placed.attribute.index()] += 1;
        }
    }
    let nearly_all = |index: &usize| all[*index] > 0 && amounts[*index] * 100 >= all[*index] * AMOUNTS;
    (0..MOST_ATTRIBUTES).filter(nearly_all).map(AttributeId::from_index).collect()
}

/// The attributes most of whose values stand without the caption, where a text begins with one.
fn part_attributes(pages: &[&LabelledPage], placements: &[Placement]) -> AttributeSet {
    mostly(pages, placements, |leaf, placed| {
        (leaf.image.is_none() && after_caption(&leaf.text).is_some()).then_some(placed.part)
    })
}

/// The attributes for which `is` is true of more values than it is false of. A value for which it is `None` does not count.
fn mostly(
    pages: &[&LabelledPage],
    placements: &[Placement],
    is: impl Fn(&ObservedLeaf, &Placed) -> Option<bool>,
) -> AttributeSet {
    let mut balance = [0_i64; MOST_ATTRIBUTES];
    for (page, placement) in pages.iter().zip(placements) {
        for placed in &placement.placed {
            let leaf = page.observed.leaf(placed.block);
            balance[placed.attribute.index()] += match leaf.and_then(|leaf| is(leaf, placed)) {
                Some(true) => 1,
                Some(false) => -1,
                None => 0,
            };
        }
    }
    (0..MOST_ATTRIBUTES).filter(|index| balance[*index] > 0).map(AttributeId::from_index).collect()
}

/// By attribute, the share of lists whose records have it.
fn coverage(pages: &[&LabelledPage], spaces: &LabelSpaces) -> Vec<f64> {
    let lists: Vec<&&LabelledPage> =
        pages.iter().filter(|page| PageKind::of(page) == PageKind::List).collect();
    let share = |attribute| {
        let has = |page: &&&&LabelledPage| page.records.iter().flatten().any(|(of, _)| *of == attribute);
        lists.iter().filter(has).count() as f64 / lists.len().max(1) as f64
    };
    spaces.attribute_ids().map(share).collect()
}

/// The number of each block's label.
fn labels(spaces: &LabelSpaces, inner: &[Option<Inner>], placement: &Placement) -> Vec<usize> {
    let mut labels: Vec<usize> =
        inner.iter().map(|label| label.map_or(LabelSpaces::NOTE, |label| spaces.inner(label))).collect();
    // A detector of records has no attributes.
    for placed in placement.placed.iter().filter(|placed| placed.attribute.index() < spaces.attributes.len())
    {
        labels[placed.block.index()] = spaces.leaf(Some(placed.attribute));
    }
    labels
}
