//! What is wrong with a file of knowledge.

use thiserror::Error;

/// What is wrong with a domain file or gazetteer, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}:{line}: {message}")]
pub struct DomainProblem {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what to do about it.
    pub message: String,
}

impl DomainProblem {
    pub(crate) fn new(file: &str, line: usize, message: impl Into<String>) -> DomainProblem {
        DomainProblem { file: file.to_owned(), line, message: message.into() }
    }
}
