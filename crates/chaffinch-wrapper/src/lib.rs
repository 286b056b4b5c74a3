//! Wrapper induction: learn from a few labelled pages how a site writes its records, then read the rest of the
//! site at memory speed.

mod apply;
mod class;
mod consistency;
mod detail;
mod example;
mod execute;
mod file;
mod gold;
mod learn;
mod node;
mod oracle;
mod pac;
mod selector;
mod shape;
mod show;
mod suffix;
mod text;
mod wrapper;

pub use apply::{Applied, Found, Misfit};
pub use class::{Body, Delimiters, Occurs, Order, StringWrapper, WrapperClass};
pub use consistency::{Condition, broken_conditions};
pub use detail::{DetailExample, learn_detail};
pub use example::{Example, Examples, Instance, LabelError, Tuple};
pub use execute::{Executor, Extraction, Fault};
pub use file::FileError;
pub use gold::{GoldCell, GoldError, GoldLine, GoldValues, read_gold, tuple_examples};
pub use learn::{ClassFailure, LearnError, LearnSettings, Learned, Place, Taste, learn_class, learn_strings};
pub use node::{
    CharKind, Look, NodePath, NodeRule, PathStep, Step, ValuePage, keeps_references, learn_node_rules,
};
pub use oracle::{
    Column, CorrobError, ErrorKind, LabelArray, LabelCell, OracleError, Pattern, Recognized, Recognizer,
    RecognizerError, corrob, learn_from_recognizers,
};
pub use pac::{Evidence, Pac, confidence, examples_wanted, is_enough};
pub use selector::Selectors;
pub use shape::Shape;
pub use wrapper::{
    Attribute, Engine, LearnReport, Learning, References, Rules, Wrapper, learn, learn_tuples,
};
