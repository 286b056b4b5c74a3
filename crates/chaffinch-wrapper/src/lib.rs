//! Wrapper induction: learn from a few labelled pages how a site writes its records, then read the rest of the
//! site at memory speed.

mod class;
mod consistency;
mod example;
mod execute;
mod gold;
mod learn;
mod node;
mod oracle;
mod pac;
mod suffix;

pub use class::{Body, Delimiters, Occurs, Order, StringWrapper, WrapperClass};
pub use consistency::{Condition, broken_conditions};
pub use example::{Example, Examples, Instance, LabelError, Tuple};
pub use execute::{Executor, Extraction, Fault};
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
