//! What has been learned: labels, features, weights, and known values; and how that is kept in a file.

mod file;
mod hcrf;
mod lexicon;
mod own_pages;
mod page_kind;
mod prune;
mod shipped;
mod vocabulary;

pub use file::{HeldOutScores, MODEL_VERSION, ModelCard, ModelFile, ModelFileError};
pub use hcrf::Trust;
pub(crate) use hcrf::{Hcrf, TrainingView};
pub(crate) use lexicon::{Lexicon, OwnEntries};
pub use own_pages::{OwnPages, PageSigns, Told};
pub(crate) use page_kind::{KindModel, PageKind};
pub use shipped::{Shipped, shipped};
pub(crate) use vocabulary::{KnownFeatures, Vocabulary, vocabulary};

use crate::labels::{AttributeId, AttributeSet, LabelSpaces};
use crate::learn::{LabelError, LabelledPage};
use crate::read::ReadSettings;
use crate::see::Observed;
use chaffinch_crf::JunctionTree;
use chaffinch_vision::BlockId;
use serde::{Deserialize, Serialize};

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
    /// Tells pages of the kind that it was learned from from all others.
    pub own_pages: OwnPages,
    /// The attributes whose values are images.
    pub(crate) images: AttributeSet,
    /// The attributes whose values are amounts of money.
    pub(crate) amounts: AttributeSet,
    /// The attributes whose values stand without the caption that a leaf's text begins with.
    pub(crate) parts: AttributeSet,
    /// By attribute, the share of lists that have it.
    pub(crate) coverage: Vec<f64>,
    /// The kinds of pages that it was learned from.
    pub pages: PageKinds,
    /// Values keep character references as the source writes them, because the labelled values did.
    pub keeps_references: bool,
    /// How labels become records. Files do not keep this.
    pub settings: ReadSettings,
}

/// The kinds of pages that a model was learned from and can read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PageKinds {
    /// Pages with many records.
    pub lists: bool,
    /// Pages about one thing.
    pub details: bool,
}

impl PageKinds {
    pub(crate) fn of(pages: &[&LabelledPage]) -> PageKinds {
        PageKinds {
            lists: pages.iter().any(|page| page.records.len() > 1),
            details: pages.iter().any(|page| page.records.len() == 1),
        }
    }
}

impl LabelModel {
    /// The features of a leaf that speak for an attribute or against it, the strongest first.
    pub fn why<'o>(
        &self,
        observed: &'o Observed,
        block: BlockId,
        attribute: AttributeId,
    ) -> Vec<(&'o str, f64)> {
        self.hcrf.why(observed, &self.vocabulary, &self.weights, block, self.spaces.leaf(Some(attribute)))
    }

    /// The random field of a page.
    pub(crate) fn graph(&self, observed: &Observed) -> Result<JunctionTree, LabelError> {
        let kind = self.kind_of(observed);
        Ok(self.hcrf.graph(observed, &self.vocabulary, &self.lexicon, kind, None)?)
    }

    /// Whether a page is a list. A model that knows only one kind of page takes every page for that.
    pub(crate) fn kind_of(&self, observed: &Observed) -> PageKind {
        match self.pages {
            PageKinds { lists: true, details: true } => self.kind.kind(observed),
            PageKinds { lists: true, .. } => PageKind::List,
            _ => PageKind::Detail,
        }
    }
}
