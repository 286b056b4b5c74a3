//! What is wrong with a file of knowledge.

use std::str::Utf8Error;
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
    /// That a file is no text; `bytes` are those of the file.
    pub(crate) fn not_text(file: &str, bytes: &[u8], error: Utf8Error, advice: &str) -> DomainProblem {
        DomainProblem::new(file, line_of(bytes, error.valid_up_to()), format!("is not UTF-8 text{advice}"))
    }

    pub(crate) fn new(file: &str, line: usize, message: impl Into<String>) -> DomainProblem {
        DomainProblem { file: file.to_owned(), line, message: message.into() }
    }
}

/// The line of a byte, from 1.
pub(crate) fn line_of(text: &[u8], at: usize) -> usize {
    text[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}
