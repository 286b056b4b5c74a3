//! Records and attributes together: a hierarchical conditional random field on the vision tree (Zhu, Nie, Wen, Zhang and Ma
//! 2006).
//!
//! A model is learned from pages of some sites whose values are known and labels pages of other sites. Every leaf of the vision
//! tree gets the name of an attribute or none, every inner block is a record, a part of one, or something else, and all
//! labels are inferred together.
//!
//! 1. [`Observed`] is what a model sees of a page: blocks, and the features of the tables in [`features`].
//! 2. [`place`] finds where labelled values stand, and `derive` labels the blocks around them.
//! 3. [`LabelModel::learn`] chooses labels and features and learns the weights; [`LabelModel::detail`] reads a page.

mod agree;
mod aligned;
mod assign;
mod both;
mod concepts;
mod decode;
mod derive;
mod element;
pub mod features;
mod file;
mod grid;
mod hcrf;
mod hints;
mod judge;
mod kind;
mod labels;
mod leads;
mod lexicon;
mod model;
mod neighbours;
mod noise;
mod observed;
mod order;
mod part;
mod place;
mod prune;
mod relation;
mod seen;
mod separate;
mod shipped;
mod site;
mod standing;
mod units;
mod vocabulary;
mod was;
mod whole;
mod words;

pub use chaffinch_crf::{Training, Workspace};
pub use decode::{Found, FoundRecord, ideal};
pub use derive::derive;
pub use element::{Element, ElementKind};
pub use file::{Apart, MODEL_VERSION, ModelCard, ModelFile, ModelFileError};
pub use grid::GridModel;
pub use hcrf::Trust;
pub use judge::{Counts, PageCounts, judge};
pub use labels::{Attributes, INDEPENDENT, Inner, LabelSpaces, MOST_ATTRIBUTES};
pub use model::{FoundValue, LabelError, LabelModel, LabelledPage, LearnSettings, PageKinds, place_all};
pub use observed::{Observed, ObservedLeaf};
pub use part::GLOBAL_FEATURES;
pub use place::{Placed, Placement, Record, place};
pub use relation::finding;
pub use separate::{Detector, Separate};
pub use shipped::{Shipped, shipped};
pub use site::{Commonness, SiteTexts};
