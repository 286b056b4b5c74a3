//! Gold lines: labelled pages as JSON Lines, with byte ranges or with values.

use crate::example::{Example, Examples, Instance, Tuple};
use chaffinch_core::Span;
use serde::Deserialize;
use std::collections::BTreeMap;
use thiserror::Error;

/// Reads gold lines; empty lines are skipped.
pub fn read_gold(text: &str) -> Result<Vec<GoldLine>, GoldError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| {
            let parsed: GoldLine = serde_json::from_str(line)
                .map_err(|error| GoldError { line: at + 1, message: error.to_string() })?;
            if parsed.tuples.is_none() && parsed.record.is_none() {
                let message = "the line has neither `tuples` (byte ranges) nor `record` (values)".into();
                return Err(GoldError { line: at + 1, message });
            }
            Ok(parsed)
        })
        .collect()
}

/// A line that is no gold line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct GoldError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// A labelled page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct GoldLine {
    /// The page's path, relative to the folder that holds the gold file's own.
    pub page: String,
    /// The site it is of.
    #[serde(default)]
    pub site: Option<String>,
    /// What the site is about: sites of one vertical have the same attributes.
    #[serde(default)]
    pub vertical: Option<String>,
    /// The names of the attributes.
    #[serde(default)]
    pub attributes: Vec<String>,
    /// Byte ranges of the attributes of each tuple.
    #[serde(default)]
    pub tuples: Option<Vec<Vec<GoldCell>>>,
    /// Values of the attributes of the one record that the page is about.
    #[serde(default)]
    pub record: Option<BTreeMap<String, GoldValues>>,
}

/// What a tuple has of an attribute.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum GoldCell {
    /// Nothing.
    Missing,
    /// One value.
    One(Span),
    /// Several values.
    Many(Vec<Span>),
}

/// The values of an attribute.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum GoldValues {
    /// None.
    Missing,
    /// One.
    One(String),
    /// Any number.
    Many(Vec<String>),
}

impl GoldValues {
    /// The values.
    pub fn values(&self) -> &[String] {
        match self {
            GoldValues::Missing => &[],
            GoldValues::One(value) => std::slice::from_ref(value),
            GoldValues::Many(values) => values,
        }
    }
}

/// Examples from lines with byte ranges, with the pages' bytes; the likeliest reading first.
///
/// Tuples with the same number of ranges are flat: a column an attribute. Where the numbers differ, the tuples
/// are nested labels written flat, some first attributes and then a group of attributes again and again: every
/// group that the numbers allow is a reading.
pub fn tuple_examples(lines: &[(GoldLine, Vec<u8>)]) -> Vec<Examples> {
    let lengths: Vec<usize> =
        lines.iter().flat_map(|(line, _)| line.tuples.iter().flatten()).map(Vec::len).collect();
    let (Some(shortest), Some(longest)) = (lengths.iter().min(), lengths.iter().max()) else {
        return Vec::new();
    };
    if shortest == longest {
        return vec![examples_of(lines, *longest, |column| column)];
    }
    let step = lengths.iter().fold(0, |step, length| greatest_common_divisor(step, length - shortest));
    let groups = (1..=step).filter(|group| step.is_multiple_of(*group));
    groups
        .map(|group| {
            // At least one attribute stands in front of the groups and tells the tuples apart.
            let first = (shortest - 1) % group + 1;
            examples_of(lines, first + group, move |column| {
                if column < first { column } else { first + (column - first) % group }
            })
        })
        .collect()
}

fn examples_of(
    lines: &[(GoldLine, Vec<u8>)],
    attributes: usize,
    attribute_of: impl Fn(usize) -> usize,
) -> Examples {
    let named = lines.iter().map(|(line, _)| &line.attributes).find(|names| names.len() == attributes);
    let numbered = || (1..=attributes).map(|k| format!("a{k}")).collect();
    let tuple = |cells: &Vec<GoldCell>| {
        let mut instances = Vec::new();
        for (column, cell) in cells.iter().enumerate() {
            let spans = match cell {
                GoldCell::Missing => &[],
                GoldCell::One(span) => std::slice::from_ref(span),
                GoldCell::Many(spans) => spans.as_slice(),
            };
            instances
                .extend(spans.iter().map(|span| Instance { attribute: attribute_of(column), span: *span }));
        }
        Tuple { instances }
    };
    let page = |(line, bytes): &(GoldLine, Vec<u8>)| Example {
        name: line.page.clone(),
        bytes: bytes.clone(),
        tuples: line.tuples.iter().flatten().map(tuple).collect(),
    };
    Examples { attributes: named.cloned().unwrap_or_else(numbered), pages: lines.iter().map(page).collect() }
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(tuples: &str) -> Vec<Examples> {
        let line = format!(r#"{{"page": "a.html", "tuples": {tuples}}}"#);
        let lines = read_gold(&line).unwrap();
        tuple_examples(&[(lines[0].clone(), vec![b' '; 100])])
    }

    fn attributes(examples: &Examples) -> Vec<Vec<usize>> {
        let of = |tuple: &Tuple| tuple.instances.iter().map(|i| i.attribute).collect();
        examples.pages[0].tuples.iter().map(of).collect()
    }

    #[test]
    fn a_null_is_a_missing_value_and_a_list_several() {
        let examples = reading("[[[0, 1], null], [[2, 3], [[4, 5], [6, 7]]]]");
        assert_eq!(attributes(&examples[0]), [vec![0], vec![0, 1, 1]]);
    }

    #[test]
    fn tuples_of_different_lengths_are_nested() {
        let examples = reading("[[[0,1],[2,3],[4,5]], [[6,7],[8,9],[10,11],[12,13],[14,15]]]");
        assert_eq!(examples.len(), 2);
        assert_eq!(attributes(&examples[1]), [vec![0, 1, 2], vec![0, 1, 2, 1, 2]]);
    }

    #[test]
    fn a_line_without_a_label_is_named() {
        let error = read_gold("\n{\"page\": \"a.html\"}").unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.message.contains("neither `tuples`"), "{error}");
    }
}
