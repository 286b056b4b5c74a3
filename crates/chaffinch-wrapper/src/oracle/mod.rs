//! Section 6: labels from recognisers instead of people.

mod corrob;
mod recognizer;
mod resolve;

pub use corrob::{Column, CorrobError, LabelArray, LabelCell, corrob};
pub use recognizer::{ErrorKind, Pattern, Recognizer, RecognizerError};
pub use resolve::{OracleError, Recognized, learn_from_columns, learn_from_recognizers};
