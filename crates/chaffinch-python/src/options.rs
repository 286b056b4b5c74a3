//! Keyword arguments as options of the command line.

use chaffinch_cli::options::{Given, known};
use pyo3::prelude::*;

/// Names and values; a switch that is on has none.
pub type Options = Vec<Given>;

/// The options of a command: name, whether it is a switch, default, what it is for.
#[pyfunction]
pub fn known_options(command: Vec<String>) -> Vec<(String, bool, Option<String>, String)> {
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    known(&words)
        .into_iter()
        .map(|option| (option.name, option.switch, option.default, option.help))
        .collect()
}
