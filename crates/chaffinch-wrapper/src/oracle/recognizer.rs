//! Recognisers: what finds the instances of one attribute on a page, and the errors it makes.

use chaffinch_core::{PageReport, Relation, Span};
use regex::bytes::{Regex, RegexBuilder};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::str::FromStr;
use thiserror::Error;

/// The kind of errors that a recogniser makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ErrorKind {
    /// Accepts all positive instances and rejects all negative ones.
    Perfect,
    /// Rejects all negative instances, but some positive ones too.
    Incomplete,
    /// Accepts all positive instances, but some negative ones too.
    Unsound,
    /// Rejects some positive instances and accepts some negative ones.
    Unreliable,
}

impl ErrorKind {
    /// Whether everything that it accepts is an instance.
    pub fn is_sound(self) -> bool {
        matches!(self, ErrorKind::Perfect | ErrorKind::Incomplete)
    }

    /// Whether it accepts every instance.
    pub fn is_complete(self) -> bool {
        matches!(self, ErrorKind::Perfect | ErrorKind::Unsound)
    }
}

/// Finds instances of an attribute.
#[derive(Debug, Clone)]
pub struct Recognizer {
    /// The attribute.
    pub attribute: String,
    /// The errors it makes.
    pub errors: ErrorKind,
    source: Source,
}

#[derive(Debug, Clone)]
enum Source {
    Pattern(Regex),
    /// What an extractor found, by the name of the page.
    Output(BTreeMap<String, Vec<Span>>),
}

/// What a recogniser looks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Pattern {
    /// A regular expression; where it has a group, the group is the instance.
    Regex(String),
    /// Names of things, as whole words, in small or capital letters.
    Gazetteer(Vec<String>),
    /// Values exactly as they stand between marks or tags.
    Values(Vec<String>),
    /// What an extractor found: reports in the common contract, one a page, and the column of the attribute. The
    /// first relation that has such a column counts.
    Output {
        /// The reports.
        reports: Vec<PageReport>,
        /// The name of the column.
        column: String,
    },
}

/// A recogniser that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RecognizerError {
    /// The expression is none.
    #[error("the recogniser of `{attribute}` has no valid regular expression: {message}")]
    Regex {
        /// The attribute.
        attribute: String,
        /// What is wrong.
        message: String,
    },
    /// A file of recognisers that is none.
    #[error("the recogniser file: {0}")]
    File(String),
}

impl Recognizer {
    /// A recogniser of `attribute`.
    pub fn new(
        attribute: impl Into<String>,
        errors: ErrorKind,
        pattern: &Pattern,
    ) -> Result<Recognizer, RecognizerError> {
        let attribute = attribute.into();
        let expression = match pattern {
            Pattern::Regex(expression) => expression.clone(),
            Pattern::Gazetteer(names) => format!(r"(?i)\b(?:{})\b", alternatives(names)),
            Pattern::Values(values) => format!(r"(?:^|>)\s*({})\s*(?:<|$)", alternatives(values)),
            Pattern::Output { reports, column } => {
                let source = Source::Output(column_spans(reports, column));
                return Ok(Recognizer { attribute, errors, source });
            }
        };
        let pattern = RegexBuilder::new(&expression).size_limit(64 << 20).build().map_err(|error| {
            RecognizerError::Regex { attribute: attribute.clone(), message: error.to_string() }
        })?;
        Ok(Recognizer { attribute, errors, source: Source::Pattern(pattern) })
    }

    /// Reads recognisers from TOML:
    ///
    /// ```
    /// let text = r#"
    ///     [[recognizer]]
    ///     attribute = "code"
    ///     errors = "perfect"
    ///     regex = "<I>([0-9]+)</I>"
    ///
    ///     [[recognizer]]
    ///     attribute = "country"
    ///     errors = "incomplete"
    ///     gazetteer = ["Congo", "Spain"]
    /// "#;
    /// let no_files = |file: &str| Err(format!("{file}: cannot be read"));
    /// let recognizers = chaffinch_wrapper::Recognizer::read(text, no_files).unwrap();
    /// assert_eq!(recognizers[1].instances("a.html", b"<B>spain</B>").len(), 1);
    /// ```
    ///
    /// Instead of `regex`, `gazetteer` or `values`, an entry may have `output`, a file that an extractor wrote as
    /// JSON Lines, and `column`; `open` gives the text of such a file.
    pub fn read(
        text: &str,
        open: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Vec<Recognizer>, RecognizerError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            recognizer: Vec<Entry>,
        }
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Entry {
            attribute: String,
            errors: ErrorKind,
            regex: Option<String>,
            gazetteer: Option<Vec<String>>,
            values: Option<Vec<String>>,
            output: Option<String>,
            column: Option<String>,
        }
        let file: File = toml::from_str(text).map_err(|error| RecognizerError::File(error.to_string()))?;
        let recognizer = |entry: Entry| {
            let column = entry.column.unwrap_or_else(|| entry.attribute.clone());
            let output = entry.output.map(|file| {
                let reports = open(&file).and_then(|text| read_reports(&file, &text));
                reports.map(|reports| Pattern::Output { reports, column }).map_err(RecognizerError::File)
            });
            let patterns: Vec<Pattern> = [
                entry.regex.map(Pattern::Regex),
                entry.gazetteer.map(Pattern::Gazetteer),
                entry.values.map(Pattern::Values),
                output.transpose()?,
            ]
            .into_iter()
            .flatten()
            .collect();
            match patterns.as_slice() {
                [pattern] => Recognizer::new(entry.attribute, entry.errors, pattern),
                _ => Err(RecognizerError::File(format!(
                    "the recogniser of `{}` needs one of `regex`, `gazetteer`, `values` and `output`",
                    entry.attribute
                ))),
            }
        };
        file.recognizer.into_iter().map(recognizer).collect()
    }

    /// The instances on a page of this name, in page order.
    pub fn instances(&self, name: &str, page: &[u8]) -> Vec<Span> {
        let pattern = match &self.source {
            Source::Pattern(pattern) => pattern,
            Source::Output(found) => return found.get(name).cloned().unwrap_or_default(),
        };
        let mut found = Vec::new();
        let mut at = 0;
        // Not `captures_iter`: the mark behind one value may be the mark in front of the next.
        while let Some(captures) = pattern.captures_at(page, at) {
            let Some(found_at) = captures.get(1).or_else(|| captures.get(0)) else { break };
            if !found_at.is_empty() {
                found.push(Span::new(found_at.start() as u32, found_at.end() as u32));
            }
            at = found_at.end().max(at + 1);
            if at > page.len() {
                break;
            }
        }
        found
    }
}

impl FromStr for ErrorKind {
    type Err = String;

    fn from_str(name: &str) -> Result<ErrorKind, String> {
        match name {
            "perfect" => Ok(ErrorKind::Perfect),
            "incomplete" => Ok(ErrorKind::Incomplete),
            "unsound" => Ok(ErrorKind::Unsound),
            "unreliable" => Ok(ErrorKind::Unreliable),
            _ => Err(format!(
                "`{name}` is no kind of error; the kinds are perfect, incomplete, unsound, unreliable"
            )),
        }
    }
}

fn read_reports(file: &str, text: &str) -> Result<Vec<PageReport>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let report = |(at, line)| {
        serde_json::from_str(line).map_err(|error| format!("{file}, line {}: no report: {error}", at + 1))
    };
    lines.map(report).collect()
}

/// The bytes of a column's values on each page, in page order.
fn column_spans(reports: &[PageReport], column: &str) -> BTreeMap<String, Vec<Span>> {
    let spans = |report: &PageReport| {
        let place = |relation: &Relation| {
            relation.columns.iter().position(|known| known.name.as_deref() == Some(column))
        };
        let found = report.relations.iter().find_map(|relation| Some((relation, place(relation)?)));
        let cells = found.into_iter().flat_map(|(relation, at)| {
            let content = relation.rows.iter().filter_map(move |row| row.cells.get(at)?.as_ref());
            content.flat_map(|content| content.cells())
        });
        let mut spans: Vec<Span> = cells.filter_map(|cell| cell.span).collect();
        spans.sort_by_key(|span| (span.start, span.end));
        spans.dedup();
        (report.input.clone(), spans)
    };
    reports.iter().map(spans).collect()
}

/// The longest first, so that a name that begins another does not hide it.
fn alternatives(names: &[String]) -> String {
    let mut names: Vec<&String> = names.iter().filter(|name| !name.is_empty()).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.iter().map(|name| regex::escape(name)).collect::<Vec<_>>().join("|")
}
