//! Wrapper induction: learn from a few labelled pages how a site writes its records, then read the rest of the
//! site at memory speed.
//!
//! [`learn`] takes labelled pages and gives a [`Wrapper`]; [`Wrapper::apply`] runs it, [`Wrapper::check`] says
//! whether a page still fits, [`Wrapper::show`] prints it, [`Wrapper::to_toml`] and [`Wrapper::from_toml`] keep it in
//! a file. [`learn_from_recognizers`] needs no labels at all.
//!
//! # Two engines
//! A [`StringWrapper`] finds tuples between delimiters and works on bytes alone. Its classes are those of Kushmerick,
//! Weld and Doorenbos (1997): LR, HLRT, OCLR (the paper's BELR), HOCLRT, N-LR and N-HLRT. A [`NodeRule`] finds the
//! values of one attribute in the tree, by the elements around them and the labels beside them; it serves pages that
//! are about one record, each attribute with an engine of its own.
//!
//! # Missing and several values: X-LR and X-HLRT
//! The classes of the paper want every attribute exactly once in a tuple, or nested. Real sites leave attributes out
//! and give several values for one. X-LR and X-HLRT ("extended") keep the order of attributes, but each says how
//! often it stands in a tuple ([`Occurs`]): once, optionally, many times, any number of times. When they run, the
//! attribute whose ℓ comes first of all that may come next does, as in the nested classes; an attribute that comes
//! no later in the order than the one before it begins the next tuple, unless it may repeat.

mod apply;
mod class;
mod consistency;
mod detail;
mod encoding;
mod example;
mod execute;
mod fields;
mod file;
mod fit;
mod gold;
mod kin;
mod learn;
mod locate;
mod markup;
mod node;
mod oracle;
mod pac;
mod page_bytes;
mod places;
mod plain;
mod profile;
mod records;
mod relation;
mod repair;
mod selected;
mod selector;
mod shape;
mod show;
mod sites;
mod some;
mod text;
mod typed;
mod units;
mod wrapper;
mod written;

pub use apply::{Applied, FoundValue, Misfit};
pub use chaffinch_gold::{GoldPage, GoldRecord, Labels, parse as parse_gold};
pub use class::{Body, Delimiters, Occurs, Order, StringWrapper, WrapperClass};
pub use consistency::{Condition, broken_conditions};
pub use detail::{DetailExample, join_details, learn_detail, learn_detail_on};
pub use example::{Example, Examples, Instance, LabelError, Tuple};
pub use execute::{Executor, Extraction, Fault};
pub use fields::{Field, FieldSettings, compare_pages};
pub use file::FileError;
pub use fit::{FitSettings, vanished};
pub use gold::tuple_examples;
pub use learn::{
    ClassFailure, ExamplePlace, LearnError, LearnSettings, Learned, Preference, learn_class, learn_strings,
};
pub use locate::{RecordTexts, locate_records};
pub use node::{
    CharKind, Look, NodePath, NodeRecords, NodeRule, PathStep, Step, TrialPages, ValuePage, keeps_references,
    learn_node_records, learn_node_rules,
};
pub use oracle::{
    Column, CorrobError, ErrorKind, LabelArray, LabelCell, OracleError, Pattern, Recognized, Recognizer,
    RecognizerError, corrob, learn_from_columns, learn_from_recognizers,
};
pub use pac::{Evidence, Pac, confidence, examples_wanted, is_enough};
pub use page_bytes::PageBytes;
pub use profile::{KnownPage, Profile, Seen};
pub use repair::{RepairError, Repaired, pages_to_repair, repair};
pub use selector::Selectors;
pub use shape::Shape;
pub use sites::{Labelled, Site, Sites};
pub use some::learn_from_some;
pub use units::{Unit, UnitField, UnitRecords, Way};
pub use wrapper::{
    Attribute, AttributeRule, LearnReport, Learning, References, Rules, WithoutTree, Wrapper, learn,
    learn_tuples, learn_until,
};
pub use written::{FoundRows, Resolve};
