use thiserror::Error;

/// What went wrong with an input, as one sentence that a person can act on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{input}: {message}")]
pub struct Problem {
    /// What kind of problem it is.
    pub kind: ProblemKind,
    /// The input as the user named it; a record in an archive adds `#` and its byte offset.
    pub input: String,
    /// What happened and what to do about it, without the input's name.
    pub message: String,
}

/// The kinds of problems, for programs that react to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    /// The input could not be opened or read to its end.
    Unreadable,
    /// The input was read but is not what it should be: not a page, or a damaged archive record.
    Damaged,
    /// A limit was reached; the message names the setting that raises it.
    Limit,
    /// A renderer gave up on the page.
    Renderer,
    /// The input was not fetched because the site's rules forbid it.
    Forbidden,
}

impl Problem {
    /// A problem of `kind` with `input`.
    pub fn new(kind: ProblemKind, input: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { kind, input: input.into(), message: message.into() }
    }

    /// A limit was reached: `what` says which, `setting` is the command line option that raises it.
    pub fn limit(input: impl Into<String>, what: impl AsRef<str>, setting: &str) -> Problem {
        let message = format!("{}; raise it with {setting}", what.as_ref());
        Problem::new(ProblemKind::Limit, input, message)
    }
}
