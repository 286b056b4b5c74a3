use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// What went wrong with an input, as one sentence that a person can act on.
///
/// In a written report it is its sentence alone; read back from there its kind is [`ProblemKind::Reported`].
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{input}: {message}")]
#[serde(into = "String", from = "String")]
pub struct Problem {
    /// What kind of problem it is.
    pub kind: ProblemKind,
    /// The input as the user named it; a record in an archive adds `#` and its byte offset.
    pub input: String,
    /// What happened and what to do about it, without the input's name.
    pub message: String,
}

/// The kinds of problems, for programs that react to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The input could not be opened or read to its end.
    Unreadable,
    /// The input was read but is not what it should be: not a page, or a damaged archive record.
    Damaged,
    /// A limit was reached.
    Limit(Limit),
    /// A renderer gave up on the page.
    Renderer,
    /// The address was not fetched because it is none of the public internet.
    Forbidden,
    /// The address was not fetched because the site asks robots to leave it alone.
    Robots,
    /// The page does not fit the wrapper that was to read it.
    Misfit,
    /// The page made the process fail that read it.
    Crash,
    /// Read back from a written report, which gives the sentence alone.
    Reported,
}

/// The limits that can be reached, most by the names of their fields in [`Limits`](crate::Limits).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Limit {
    /// Bytes of one page.
    PageBytes,
    /// Nodes of one page.
    Nodes,
    /// Nesting of elements.
    Depth,
    /// Bytes of the address of a link.
    AddressBytes,
    /// Nodes of a page that is laid out.
    LayoutNodes,
    /// Bytes of text of a page that is laid out.
    LayoutText,
    /// Time for laying one page out.
    RenderTime,
    /// Processor time for one page in all.
    PageTime,
    /// Memory for one page.
    PageMemory,
    /// Growth of compressed data.
    InflateRatio,
    /// Entries of one archive.
    ArchiveEntries,
    /// Bytes of one batch of a table.
    TableBytes,
    /// Time for fetching one address.
    FetchTime,
    /// Redirects of one address.
    Redirects,
    /// Values of the data that a page carries for its scripts; a setting of structured data.
    StateValues,
}

impl Problem {
    /// A problem of `kind` with `input`.
    pub fn new(kind: ProblemKind, input: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { kind, input: input.into(), message: message.into() }
    }

    /// A limit was reached, with this to say about it.
    pub fn limit(input: impl Into<String>, message: impl Into<String>, limit: Limit) -> Problem {
        Problem::new(ProblemKind::Limit(limit), input, message)
    }
}

impl From<Problem> for String {
    fn from(problem: Problem) -> String {
        problem.message
    }
}

impl From<String> for Problem {
    fn from(message: String) -> Problem {
        Problem::new(ProblemKind::Reported, "", message)
    }
}

/// Something that was left out of a report or is not there, though nothing failed; written as its sentence alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct Remark {
    /// What sort of remark it is.
    pub kind: RemarkKind,
    /// One sentence, without the input's name.
    pub message: String,
}

/// The sorts of remarks, for programs that want to react to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemarkKind {
    /// A wanted column is not on the page.
    Missing,
    /// A wanted column is given, but the page does not say that it is the one.
    Doubtful,
    /// A small part of the page lies beyond a limit and was left out.
    LeftOut(Limit),
    /// The page was laid out without its styles, because the renderer failed on them.
    Plain,
    /// The page has nothing to tell in rows.
    Nothing,
    /// The page has nothing to show before its scripts have run.
    NeedsScripts,
    /// Read back from a written report, which gives the sentence alone.
    Reported,
}

impl Remark {
    /// A remark of `kind`.
    pub fn new(kind: RemarkKind, message: impl Into<String>) -> Remark {
        Remark { kind, message: message.into() }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<Remark> for String {
    fn from(remark: Remark) -> String {
        remark.message
    }
}

impl From<String> for Remark {
    fn from(message: String) -> Remark {
        Remark::new(RemarkKind::Reported, message)
    }
}
