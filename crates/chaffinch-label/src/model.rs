//! A learned model: labels, features and weights; learning one, and labelling a page with it.

use crate::agree::{self, agree};
use crate::assign::assign;
use crate::derive::{combinations, derive};
use crate::element::labelled_part;
use crate::hcrf::{Hcrf, Lesson, Trust};
use crate::hints::hints;
use crate::kind::{Kind, KindModel};
use crate::labels::{Attributes, Inner, LabelSpaces, MOST_ATTRIBUTES};
use crate::lexicon::{Lexicon, OwnEntries};
use crate::noise::Noise;
use crate::observed::{Observed, ObservedLeaf};
use crate::place::{Placed, Placement, Record, place};
use crate::vocabulary::{Vocabulary, vocabulary};
use chaffinch_crf::{Example, JunctionTree, Marginals, Progress, Training, Workspace};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use thiserror::Error;

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

/// How to learn.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnSettings {
    /// Combinations of attributes with a `Con_*` label, besides single ones.
    pub combinations: usize,
    /// A feature must be seen on so many pages.
    pub least_pages: usize,
    /// And on so many sites, if there are as many.
    pub least_sites: usize,
    /// Each page is learned from in so many views, in each of which other features are hidden; 0 for the page as it is.
    pub views: usize,
    /// Whether features that tell what repeats on a page count.
    pub repetition: bool,
    /// Beside lists, a page about one thing counts so often.
    pub details: usize,
    /// The share of the rows of features that a view hides.
    pub hide: f32,
    /// What the names of attributes hint at counts as much as so many labelled values.
    pub hints: usize,
    /// How far kinds of features are trusted.
    pub trust: Trust,
    /// How weights are learned.
    pub training: Training,
}

impl LearnSettings {
    /// For pages with many records: one view is enough where a page has so many values, and what is seen on few sites is theirs alone.
    pub fn of_lists() -> LearnSettings {
        let learn = LearnSettings::default();
        LearnSettings {
            combinations: 3,
            least_sites: 4,
            views: 0,
            repetition: true,
            trust: Trust::of_lists(),
            training: Training { iterations: 60, ..learn.training },
            ..learn
        }
    }
}

impl Default for LearnSettings {
    fn default() -> LearnSettings {
        LearnSettings {
            combinations: 6,
            least_pages: 3,
            least_sites: 1,
            views: 2,
            repetition: false,
            details: 4,
            hide: 0.5,
            hints: 8,
            trust: Trust::default(),
            training: Training::default(),
        }
    }
}

/// A page to learn from.
#[derive(Debug, Clone)]
pub struct LabelledPage {
    /// The site that it is of.
    pub site: String,
    /// What is seen on it.
    pub observed: Observed,
    /// The values of its records, attributes by their number.
    pub records: Vec<Record>,
}

/// Pages whose values have been placed, and the labels of their inner blocks.
pub(crate) struct Placements<'p> {
    pub pages: Vec<&'p LabelledPage>,
    pub placements: Vec<Placement>,
    pub inner: Vec<Vec<Option<Inner>>>,
}

impl<'p> Placements<'p> {
    pub fn new<P: Borrow<LabelledPage>>(pages: &'p [P]) -> Placements<'p> {
        let pages: Vec<&LabelledPage> = pages.iter().map(Borrow::borrow).collect();
        let placements = place_all(&pages);
        let label = |(page, placement): (&&LabelledPage, &Placement)| derive(&page.observed, placement);
        let inner = pages.iter().zip(&placements).map(label).collect();
        Placements { pages, placements, inner }
    }
}

/// A learned model.
#[derive(Debug, Clone)]
pub struct LabelModel {
    /// The labels.
    pub spaces: LabelSpaces,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) lexicon: Lexicon,
    pub(crate) hcrf: Hcrf,
    pub(crate) weights: Vec<f64>,
    /// Tells lists from pages about one thing.
    pub(crate) kind: KindModel,
    /// The attributes whose values are images.
    pub(crate) images: Attributes,
    /// The attributes whose values are what follows the label that a leaf's text begins with.
    pub(crate) parts: Attributes,
    /// By attribute, the share of lists that have it.
    pub(crate) coverage: Vec<f64>,
    /// What kinds of pages it was learned from.
    pub pages: PageKinds,
    /// Values keep character references as the source writes them, because the examples do.
    pub keeps_references: bool,
}

/// The kinds of pages that a model was learned from and can read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct PageKinds {
    /// Pages with many records.
    pub lists: bool,
    /// Pages about one thing.
    pub details: bool,
}

impl PageKinds {
    fn of(pages: &[&LabelledPage]) -> PageKinds {
        PageKinds {
            lists: pages.iter().any(|page| page.records.len() > 1),
            details: pages.iter().any(|page| page.records.len() == 1),
        }
    }
}

/// A value that a model found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundValue {
    /// The number of the attribute.
    pub attribute: usize,
    /// The leaf.
    pub block: usize,
    /// Only what follows the label that the leaf's text begins with.
    pub part: bool,
    /// How much more probable it is that the leaf holds the attribute than that it does not; on lists, than that it holds nothing.
    pub odds: f64,
    /// How probable it is that the leaf holds the attribute.
    pub probability: f64,
}

impl LabelModel {
    /// Learns a model from labelled pages. `watch` sees every iteration and can stop.
    ///
    /// # Errors
    /// If the schema is too large or nothing that was labelled occurs.
    pub fn learn<P: Borrow<LabelledPage>>(
        attributes: Vec<String>,
        pages: &[P],
        settings: &LearnSettings,
        watch: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<LabelModel, LabelError> {
        LabelModel::resume(attributes, pages, settings, None, watch)
    }

    /// Goes on learning from the weights that `watch` saw last; weights of another lesson are left aside.
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
        let known = Placements::new(pages);
        let mut seen: BTreeMap<u64, usize> = BTreeMap::new();
        for set in known.inner.iter().flat_map(|labels| combinations(labels)) {
            *seen.entry(set).or_default() += 1;
        }
        let spaces = LabelSpaces::new(attributes, &seen, settings.combinations);
        LabelModel::fit(spaces, &known, settings, start, watch)
    }

    /// Learns a model with these labels from pages whose values have been placed.
    pub(crate) fn fit(
        spaces: LabelSpaces,
        known: &Placements<'_>,
        settings: &LearnSettings,
        start: Option<Vec<f64>>,
        watch: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<LabelModel, LabelError> {
        if spaces.attributes.len() > MOST_ATTRIBUTES {
            return Err(LabelError::Attributes(spaces.attributes.len()));
        }
        let Placements { pages, placements, inner } = known;
        if placements.iter().all(|placement| placement.placed.is_empty()) {
            let values = pages.iter().flat_map(|page| &page.records).map(Vec::len).sum();
            return Err(LabelError::NothingPlaced(values));
        }
        let named: Vec<(&str, &Observed)> =
            pages.iter().map(|page| (page.site.as_str(), &page.observed)).collect();
        let mut sites: Vec<&str> = named.iter().map(|(site, _)| *site).collect();
        sites.sort_unstable();
        sites.dedup();
        let least_sites = settings.least_sites.min(sites.len());
        let hints = hints(&spaces.attributes);
        let hinted = hints.iter().map(|(_, hint)| hint);
        let vocabulary = vocabulary(&named, hinted, settings.least_pages, least_sites, settings.repetition);
        let kinds = PageKinds::of(pages);
        let hcrf = Hcrf::new(&spaces, &vocabulary, settings.trust, kinds)?;
        let own: Vec<OwnEntries> = pages.iter().map(|page| OwnEntries::new(&page.records)).collect();
        let mut lexicon = Lexicon::default();
        // A detector of records has no attributes, and knows no values.
        if !spaces.attributes.is_empty() {
            own.iter().for_each(|entries| lexicon.add(entries));
        }
        let mut noise = Noise::new(0, settings.hide);
        let mut examples = Vec::with_capacity(pages.len());
        for (((page, placement), inner), own) in pages.iter().zip(placements).zip(inner).zip(&own) {
            // Pages about one thing have few values to learn from; lists would drown them.
            let alone = placement.placed.iter().all(|placed| placed.record == 0) && kinds.lists;
            let times = if alone { settings.details } else { 1 };
            for _ in 0..settings.views.max(1) {
                let noise = (settings.views > 0).then_some(&mut noise);
                let lesson = Lesson { own, doubtful: &placement.elsewhere, noise };
                let graph =
                    hcrf.graph(&page.observed, &vocabulary, &lexicon, Kind::of(page), Some(lesson))?;
                examples.push(Example::new(graph, labels(&spaces, inner, placement))?.times(times));
            }
        }
        for (attribute, hint) in &hints {
            let graph = hcrf.graph(hint, &vocabulary, &lexicon, Kind::Detail, None)?;
            let example = Example::new(graph, vec![spaces.leaf(Some(*attribute))])?;
            examples.push(example.times(settings.hints));
        }
        let count = hcrf.model().weights();
        let start = start.filter(|start| start.len() == count).unwrap_or_else(|| vec![0.0; count]);
        let trained = chaffinch_crf::train(hcrf.model(), &examples, start, &settings.training, watch)?;
        let keeps_references = placements.iter().flat_map(|p| &p.placed).any(|placed| placed.as_source);
        let images = image_attributes(pages, placements);
        let coverage = coverage(pages, spaces.attributes.len());
        Ok(LabelModel {
            spaces,
            vocabulary,
            lexicon,
            hcrf,
            weights: trained.weights,
            kind: match kinds.lists && kinds.details {
                true => KindModel::learn(pages, &settings.training)?,
                false => KindModel::default(),
            },
            images,
            parts: part_attributes(pages, placements),
            coverage,
            pages: kinds,
            keeps_references,
        })
    }

    /// The best label of each inner block, by name, and how probable it is that it is a record.
    ///
    /// # Errors
    /// If the page's graph cannot be built.
    pub fn blocks(
        &self,
        observed: &Observed,
        workspace: &mut Workspace,
    ) -> Result<Vec<Option<(String, f64)>>, LabelError> {
        let graph = self.graph(observed)?;
        let labels = graph.best(&self.weights, workspace).labels;
        let marginals = graph.marginals(&self.weights, workspace);
        let record = self.spaces.inner(Inner::DataRecord);
        let inner = |block: usize| observed.leaves[block].is_none();
        let told = |block: usize| (self.spaces.inner_name(labels[block]), marginals.node(block)[record]);
        Ok((0..observed.len()).map(|block| inner(block).then(|| told(block))).collect())
    }

    /// The features of a leaf that speak for an attribute or against it, the strongest first.
    pub fn why<'o>(&self, observed: &'o Observed, block: usize, attribute: usize) -> Vec<(&'o str, f64)> {
        self.hcrf.why(observed, &self.vocabulary, &self.weights, block, self.spaces.leaf(Some(attribute)))
    }

    /// The best leaf for each attribute on a page that is about one thing.
    ///
    /// # Errors
    /// If the page's graph cannot be built.
    pub fn detail(
        &self,
        observed: &Observed,
        workspace: &mut Workspace,
    ) -> Result<Vec<FoundValue>, LabelError> {
        Ok(assign(self.candidates(observed, workspace)?, self.spaces.attributes.len()))
    }

    /// The same for pages of one site, read together: values of an attribute stand in the same kind of place on many of them.
    ///
    /// # Errors
    /// If a page's graph cannot be built.
    pub fn details(
        &self,
        pages: &[&Observed],
        workspace: &mut Workspace,
    ) -> Result<Vec<Vec<FoundValue>>, LabelError> {
        let mut candidates = Vec::with_capacity(pages.len());
        for page in pages {
            candidates.push(self.candidates(page, workspace)?);
        }
        let place = |page: usize, value: &FoundValue| pages[page].place(value.block);
        agree(&mut candidates, self.spaces.attributes.len(), agree::PAGES, place);
        Ok(candidates.into_iter().map(|page| assign(page, self.spaces.attributes.len())).collect())
    }

    /// All leaves with all attributes that they could hold.
    fn candidates(
        &self,
        observed: &Observed,
        workspace: &mut Workspace,
    ) -> Result<Vec<FoundValue>, LabelError> {
        let marginals = self.graph(observed)?.marginals(&self.weights, workspace);
        Ok(self.candidates_of(observed, &marginals))
    }

    /// The field of a page.
    pub(crate) fn graph(&self, observed: &Observed) -> Result<JunctionTree, LabelError> {
        let kind = self.kind_of(observed);
        Ok(self.hcrf.graph(observed, &self.vocabulary, &self.lexicon, kind, None)?)
    }

    /// Whether a page is a list, as far as the model knows both kinds.
    pub(crate) fn kind_of(&self, observed: &Observed) -> Kind {
        match self.pages {
            PageKinds { lists: true, details: true } => self.kind.kind(observed),
            PageKinds { lists: true, .. } => Kind::List,
            _ => Kind::Detail,
        }
    }

    pub(crate) fn candidates_of(&self, observed: &Observed, marginals: &Marginals) -> Vec<FoundValue> {
        let mut candidates = Vec::new();
        for (block, leaf) in observed.leaves().filter(|(_, leaf)| leaf.shows_something()) {
            let of = marginals.node(block);
            for attribute in 0..self.spaces.attributes.len() {
                let of_images = self.images >> attribute & 1 == 1;
                if of_images == leaf.image.is_some() {
                    let label = self.spaces.leaf(Some(attribute));
                    // On a list a value may stand anywhere in its record, whatever else it could be. A page about one thing says
                    // some values twice, and the second is none of the other attributes.
                    let against = if self.pages.lists { of[LabelSpaces::NOTE] } else { 1.0 - of[label] };
                    let odds = of[label] / against.max(f64::MIN_POSITIVE);
                    let part = self.parts >> attribute & 1 == 1 && labelled_part(&leaf.text).is_some();
                    candidates.push(FoundValue { attribute, block, part, odds, probability: of[label] });
                }
            }
        }
        candidates
    }
}

/// Places the values of all pages, site by site.
pub fn place_all<P: Borrow<LabelledPage>>(pages: &[P]) -> Vec<Placement> {
    let pages: Vec<&LabelledPage> = pages.iter().map(Borrow::borrow).collect();
    let mut by_site: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, page) in pages.iter().enumerate() {
        by_site.entry(&page.site).or_default().push(at);
    }
    let mut placements = vec![Placement::default(); pages.len()];
    for site in by_site.values() {
        let site_pages: Vec<(&Observed, &[Record])> =
            site.iter().map(|at| (&pages[*at].observed, pages[*at].records.as_slice())).collect();
        for (at, placement) in site.iter().zip(place(&site_pages)) {
            placements[*at] = placement;
        }
    }
    placements
}

/// The attributes most of whose values are images.
fn image_attributes(pages: &[&LabelledPage], placements: &[Placement]) -> Attributes {
    mostly(pages, placements, |leaf, _| Some(leaf.image.is_some()))
}

/// The attributes most of whose values are parts of texts, where texts begin with a label.
fn part_attributes(pages: &[&LabelledPage], placements: &[Placement]) -> Attributes {
    mostly(pages, placements, |leaf, placed| {
        (leaf.image.is_none() && labelled_part(&leaf.text).is_some()).then_some(placed.part)
    })
}

/// The attributes of which something is true of more values than it is not; where `is` says nothing, a value does not count.
fn mostly(
    pages: &[&LabelledPage],
    placements: &[Placement],
    is: impl Fn(&ObservedLeaf, &Placed) -> Option<bool>,
) -> Attributes {
    let mut balance = [0_i64; MOST_ATTRIBUTES];
    for (page, placement) in pages.iter().zip(placements) {
        for placed in &placement.placed {
            let leaf = page.observed.leaves[placed.block].as_ref();
            balance[placed.attribute] += match leaf.and_then(|leaf| is(leaf, placed)) {
                Some(true) => 1,
                Some(false) => -1,
                None => 0,
            };
        }
    }
    balance.iter().enumerate().filter(|(_, balance)| **balance > 0).map(|(attribute, _)| 1 << attribute).sum()
}

/// By attribute, the share of lists whose records have it.
fn coverage(pages: &[&LabelledPage], attributes: usize) -> Vec<f64> {
    let lists: Vec<&&LabelledPage> = pages.iter().filter(|page| Kind::of(page) == Kind::List).collect();
    let has = |page: &&&&LabelledPage, attribute: usize| {
        page.records.iter().flatten().any(|(of, _)| *of == attribute)
    };
    let share = |attribute| {
        lists.iter().filter(|page| has(page, attribute)).count() as f64 / lists.len().max(1) as f64
    };
    (0..attributes).map(share).collect()
}

/// The number of each block's label.
pub(crate) fn labels(spaces: &LabelSpaces, inner: &[Option<Inner>], placement: &Placement) -> Vec<usize> {
    let mut labels: Vec<usize> =
        inner.iter().map(|label| label.map_or(LabelSpaces::NOTE, |label| spaces.inner(label))).collect();
    for placed in placement.placed.iter().filter(|placed| placed.attribute < spaces.attributes.len()) {
        labels[placed.block] = spaces.leaf(Some(placed.attribute));
    }
    labels
}
