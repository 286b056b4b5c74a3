//! Recognisers: what finds the instances of one attribute on a page, and the errors it makes.

use chaffinch_core::Span;
use regex::bytes::{Regex, RegexBuilder};
use serde::Deserialize;
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
    pattern: Regex,
}

/// What a recogniser looks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// A regular expression; where it has a group, the group is the instance.
    Regex(String),
    /// Names of things, as whole words, in small or capital letters.
    Gazetteer(Vec<String>),
    /// Values exactly as they stand between marks or tags.
    Values(Vec<String>),
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
        };
        let pattern = RegexBuilder::new(&expression).size_limit(64 << 20).build().map_err(|error| {
            RecognizerError::Regex { attribute: attribute.clone(), message: error.to_string() }
        })?;
        Ok(Recognizer { attribute, errors, pattern })
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
    /// let recognizers = chaffinch_wrapper::Recognizer::read(text).unwrap();
    /// assert_eq!(recognizers[1].instances(b"<B>spain</B>").len(), 1);
    /// ```
    pub fn read(text: &str) -> Result<Vec<Recognizer>, RecognizerError> {
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
        }
        let file: File = toml::from_str(text).map_err(|error| RecognizerError::File(error.to_string()))?;
        let recognizer = |entry: Entry| {
            let patterns: Vec<Pattern> = [
                entry.regex.map(Pattern::Regex),
                entry.gazetteer.map(Pattern::Gazetteer),
                entry.values.map(Pattern::Values),
            ]
            .into_iter()
            .flatten()
            .collect();
            match patterns.as_slice() {
                [pattern] => Recognizer::new(entry.attribute, entry.errors, pattern),
                _ => Err(RecognizerError::File(format!(
                    "the recogniser of `{}` needs one of `regex`, `gazetteer` and `values`",
                    entry.attribute
                ))),
            }
        };
        file.recognizer.into_iter().map(recognizer).collect()
    }

    /// The instances on a page, in page order.
    pub fn instances(&self, page: &[u8]) -> Vec<Span> {
        let mut found = Vec::new();
        let mut at = 0;
        // Not `captures_iter`: the mark behind one value may be the mark in front of the next.
        while let Some(captures) = self.pattern.captures_at(page, at) {
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

/// The longest first, so that a name that begins another does not hide it.
fn alternatives(names: &[String]) -> String {
    let mut names: Vec<&String> = names.iter().filter(|name| !name.is_empty()).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.iter().map(|name| regex::escape(name)).collect::<Vec<_>>().join("|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(pattern: Pattern, page: &str) -> Vec<String> {
        let recognizer = Recognizer::new("a", ErrorKind::Perfect, &pattern).unwrap();
        recognizer.instances(page.as_bytes()).iter().map(|span| page[span.range()].to_owned()).collect()
    }

    #[test]
    fn a_gazetteer_finds_whole_words_only() {
        let names = Pattern::Gazetteer(vec!["Niger".into(), "Nigeria".into(), "Oman".into()]);
        assert_eq!(texts(names, "Nigeria, NIGER; woman"), ["Nigeria", "NIGER"]);
    }

    #[test]
    fn values_stand_between_tags_as_a_whole() {
        let values = Pattern::Values(vec!["Spain".into()]);
        assert_eq!(texts(values, "<b>Spain</b><i>Spain now</i><p>Spain"), ["Spain", "Spain"]);
    }

    #[test]
    fn a_group_of_an_expression_is_the_instance() {
        assert_eq!(texts(Pattern::Regex("<i>(.*?)</i>".into()), "<i>20</i><i>34</i>"), ["20", "34"]);
    }

    #[test]
    fn a_recogniser_that_says_two_things_is_named() {
        let text = "[[recognizer]]\nattribute = \"x\"\nerrors = \"perfect\"\nregex = \"a\"\nvalues = []";
        assert!(Recognizer::read(text).unwrap_err().to_string().contains("recogniser of `x` needs one of"));
    }
}
