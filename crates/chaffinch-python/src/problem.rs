//! Problems as exceptions. Their classes are Python's (`_errors.py`).

use chaffinch::{Problem, ProblemKind};
use chaffinch_cli::options::Refusal;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// An input that could not be read.
pub fn unreadable(problem: &Problem) -> PyErr {
    let class = match problem.kind {
        ProblemKind::Limit(_) => "LimitError",
        ProblemKind::Renderer => "RenderError",
        ProblemKind::Misfit => "MisfitError",
        _ => "ReadError",
    };
    let limit = match problem.kind {
        ProblemKind::Limit(limit) => chaffinch_cli::options::keyword_of(limit),
        _ => None,
    };
    raised(class, (problem.input.as_str(), problem.message.as_str(), limit))
}

/// Options that cannot be used, of a function of this name.
pub fn refused(function: &str, refusal: Refusal) -> PyErr {
    match refusal {
        Refusal::Unknown(name) => {
            PyTypeError::new_err(format!("{function}() got an unexpected keyword argument '{name}'"))
        }
        Refusal::Wrong(sentence) => raised("SettingsError", (sentence,)),
        Refusal::Failed(sentence) => raised("LearnError", (sentence,)),
    }
}

/// Nothing could be learned.
pub fn not_learned(sentence: String) -> PyErr {
    raised("LearnError", (sentence,))
}

/// A value that cannot be used.
pub fn wrong(sentence: String) -> PyErr {
    raised("SettingsError", (sentence,))
}

/// Anything else.
pub fn failed(sentence: String) -> PyErr {
    raised("ChaffinchError", (sentence,))
}

/// An exception of a class of ours, with what it is to say.
fn raised(class: &str, arguments: impl for<'py> IntoPyObject<'py, Target = PyTuple>) -> PyErr {
    Python::attach(|py| {
        let made = py
            .import("chaffinch._errors")
            .and_then(|errors| errors.getattr(class))
            .and_then(|class| class.call1(arguments.into_bound_py_any(py)?.cast_into::<PyTuple>()?));
        made.map_or_else(|error| error, PyErr::from_value)
    })
}
