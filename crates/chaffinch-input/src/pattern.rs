//! Patterns such as `pages/*.html`, for shells that leave them alone.

use crate::file::unreadable;
use chaffinch_core::{Problem, ProblemKind};
use std::path::PathBuf;

/// The files and folders that match a pattern, in the order of their names.
pub(crate) struct Pattern {
    pattern: String,
    paths: glob::Paths,
    /// Whether the pattern has matched, or its failure was reported.
    said_something: bool,
}

impl Pattern {
    /// Whether `input` has a character that makes it a pattern.
    pub fn is_pattern(input: &str) -> bool {
        input.contains(['*', '?', '['])
    }

    pub fn new(pattern: &str) -> Result<Pattern, Problem> {
        let paths = glob::glob(pattern).map_err(|error| {
            let message = format!("is not a pattern that can be understood ({})", error.msg);
            Problem::new(ProblemKind::Unreadable, pattern, message)
        })?;
        Ok(Pattern { pattern: pattern.to_owned(), paths, said_something: false })
    }
}

impl Iterator for Pattern {
    type Item = Result<PathBuf, Problem>;

    fn next(&mut self) -> Option<Result<PathBuf, Problem>> {
        let next = self.paths.next();
        if next.is_none() && !self.said_something {
            self.said_something = true;
            let message = "no file or folder matches this pattern; \
                           `*` stands for any characters of one name, `**/` for folders at any depth";
            return Some(Err(Problem::new(ProblemKind::Unreadable, &self.pattern, message)));
        }
        self.said_something = true;
        next.map(|path| path.map_err(|error| unreadable(&error.path().display().to_string(), error.error())))
    }
}
