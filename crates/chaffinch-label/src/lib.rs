//! Records and attributes together: a hierarchical conditional random field on the vision tree (Zhu, Nie, Wen, Zhang and Ma
//! 2006).
//!
//! A model is learned from pages of some sites whose values are known, and then labels pages of other sites. Every leaf of the
//! vision tree gets the name of an attribute or none; every inner block is a record, a part of one, or something else. All labels
//! are inferred together.
//!
//! - `see`: what a model sees of a page. [`Observed`] holds its blocks and the features of the tables in [`features`].
//! - `learn`: [`LabelModel::learn`] finds where the known values stand, labels the blocks around them, and learns the weights.
//! - `model`: what has been learned, and how it is kept in a file ([`ModelFile`]).
//! - `read`: [`LabelModel::read`] infers the labels of a page and makes records of them; [`finding`] makes rows of nodes of those.
//! - `rivals`: the methods that the paper compares with.

mod labels;
mod learn;
mod model;
mod read;
mod rivals;
mod see;

pub use chaffinch_crf::{Training, Workspace};
pub use chaffinch_vision::BlockId;
pub use labels::{AttributeId, AttributeSet, LabelSpaces, MOST_ATTRIBUTES};
pub use learn::{LabelError, LabelledPage, LabelledRecord, LearnSettings, Placed, Placement, place_all};
pub use model::{
    HeldOutScores, LabelModel, MODEL_VERSION, ModelCard, ModelFile, ModelFileError, OwnPages, PageKinds,
    PageSigns, Shipped, Told, Trust, shipped,
};
pub use read::{
    BlockLabel, Counts, FoundRecord, FoundValue, PageCounts, PageRecords, ReadSettings, finding, judge,
};
pub use rivals::{Detector, GridModel, Separate};
pub use see::{Observed, ObservedLeaf, SiteTexts, features};
