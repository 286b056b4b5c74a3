//! Learning from labels with holes and ambiguities: every way to resolve them, until a wrapper can be induced.

use super::corrob::{Column, CorrobError, LabelArray, LabelCell, corrob};
use super::recognizer::Recognizer;
use crate::class::{StringWrapper, WrapperClass};
use crate::example::{Example, Examples, Instance, Tuple};
use crate::learn::{ClassFailure, LearnSettings, Preference, learn_with_holes};
use crate::pac::Evidence;
use chaffinch_core::Span;
use thiserror::Error;

/// Learns a wrapper from pages that nobody labelled.
///
/// Each page's instances are corroborated; then, order by order, the ambiguities are resolved one after the other,
/// and a way that leaves an attribute without a common text before or behind its values is given up at once.
pub fn learn_from_recognizers(
    pages: &[(String, Vec<u8>)],
    recognizers: &[Recognizer],
    settings: &LearnSettings,
) -> Result<Recognized, OracleError> {
    let recognize = |(name, bytes): &(String, Vec<u8>)| {
        let column = |r: &Recognizer| Column { errors: r.errors, instances: r.instances(name, bytes) };
        recognizers.iter().map(column).collect()
    };
    let columns: Vec<Vec<Column>> = pages.iter().map(recognize).collect();
    let names: Vec<&str> = recognizers.iter().map(|r| r.attribute.as_str()).collect();
    learn_from_columns(pages, &names, &columns, settings)
}

/// Learns a wrapper from what recognisers of any make found: for each page a column for each attribute.
pub fn learn_from_columns(
    pages: &[(String, Vec<u8>)],
    attributes: &[&str],
    columns: &[Vec<Column>],
    settings: &LearnSettings,
) -> Result<Recognized, OracleError> {
    let mut labels: Vec<Vec<LabelArray>> = Vec::with_capacity(pages.len());
    for ((name, _), columns) in pages.iter().zip(columns) {
        let arrays = corrob(columns)?;
        if arrays.is_empty() {
            return Err(OracleError::NoLabel(name.clone()));
        }
        labels.push(arrays);
    }
    let Some(first) = labels.first() else { return Err(OracleError::NoPages) };
    let orders: Vec<Vec<usize>> = first.iter().map(|array| array.order.clone()).collect();
    let names = attributes.to_vec();
    let mut search = Search { pages, names, settings, tried: 0, pruned: 0, ended: false, failure: None };
    for order in orders {
        let of_order = |arrays: &Vec<LabelArray>| arrays.iter().find(|array| array.order == order).cloned();
        let Some(arrays) = labels.iter().map(of_order).collect::<Option<Vec<LabelArray>>>() else { continue };
        if let Some(found) = search.resolve(&order, &arrays) {
            return Ok(found);
        }
    }
    let Search { tried, ended, failure, .. } = search;
    Err(OracleError::Inconsistent { tried, ended, failure: failure.map(Box::new) })
}

/// A wrapper learned without labels, and the labels that it was learned from in the end.
#[derive(Debug, Clone, PartialEq)]
pub struct Recognized {
    /// The wrapper.
    pub wrapper: StringWrapper,
    /// The pages with the values that it agrees with; a tuple lacks the values that no recogniser found.
    pub examples: Examples,
    /// What the PAC bound counts: values really seen, and R, the labels tried in vain.
    pub evidence: Evidence,
}

/// Why nothing could be learned from recognisers.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OracleError {
    /// The recognisers cannot be corroborated.
    #[error(transparent)]
    Corrob(#[from] CorrobError),
    /// The recognisers contradict each other.
    #[error(
        "{0}: no order of the attributes agrees with what the recognisers found; one of them makes errors of another kind than declared"
    )]
    NoLabel(String),
    /// There is nothing to learn from.
    #[error("there are no pages to learn from")]
    NoPages,
    /// No label is consistent with a wrapper.
    #[error(
        "none of the {tried} ways to read the recognisers' findings{} gives a wrapper{}",
        if *ended { " that were tried before the search was ended" } else { "" },
        failure.as_ref().map_or(String::new(), |f| format!("; the last: {f}"))
    )]
    Inconsistent {
        /// Labels tried.
        tried: usize,
        /// Whether others were not tried, so that there may be a wrapper all the same.
        ended: bool,
        /// What stopped the last.
        failure: Option<Box<ClassFailure>>,
    },
}

/// Labels that may be tried for one set of pages.
const MOST_LABELS: usize = 20_000;

struct Search<'p> {
    pages: &'p [(String, Vec<u8>)],
    names: Vec<&'p str>,
    settings: &'p LearnSettings,
    tried: usize,
    pruned: usize,
    /// Whether the search came to its limit.
    ended: bool,
    failure: Option<ClassFailure>,
}

/// A cell with its choices.
struct Open {
    page: usize,
    row: usize,
    attribute: usize,
    choices: Vec<Option<Span>>,
}

/// The text before and behind all values of an attribute so far.
#[derive(Clone, Default)]
struct Surroundings {
    before: Option<Vec<u8>>,
    behind: Option<Vec<u8>>,
}

impl Search<'_> {
    fn resolve(&mut self, order: &[usize], arrays: &[LabelArray]) -> Option<Recognized> {
        let mut cells: Vec<Open> = Vec::new();
        for (page, array) in arrays.iter().enumerate() {
            for (row, values) in array.rows.iter().enumerate() {
                for (attribute, cell) in values.iter().enumerate() {
                    let choices = match cell {
                        LabelCell::Hole => vec![None],
                        LabelCell::One(span) => vec![Some(*span)],
                        LabelCell::OneOf(spans) => spans.iter().copied().map(Some).collect(),
                        LabelCell::OneOfOrHole(spans) => {
                            spans.iter().copied().map(Some).chain([None]).collect()
                        }
                    };
                    cells.push(Open { page, row, attribute, choices });
                }
            }
        }
        // What is certain narrows the surroundings before anything has to be guessed.
        cells.sort_by_key(|cell| cell.choices.len());
        let surroundings = vec![Surroundings::default(); self.names.len()];
        let mut chosen = Vec::with_capacity(cells.len());
        self.choose(order, arrays, &cells, surroundings, &mut chosen)
    }

    fn choose(
        &mut self,
        order: &[usize],
        arrays: &[LabelArray],
        cells: &[Open],
        mut surroundings: Vec<Surroundings>,
        chosen: &mut Vec<Option<Span>>,
    ) -> Option<Recognized> {
        // Cells with one choice are taken in a row, so that the depth of the search is that of the ambiguities.
        let mark = chosen.len();
        while let Some(cell) = cells.get(chosen.len()).filter(|cell| cell.choices.len() == 1) {
            if !self.narrow(&mut surroundings, cell, cell.choices[0]) {
                chosen.truncate(mark);
                return None;
            }
            chosen.push(cell.choices[0]);
        }
        let Some(cell) = cells.get(chosen.len()) else {
            let found = self.induce(order, arrays, cells, chosen);
            chosen.truncate(mark);
            return found;
        };
        for choice in &cell.choices {
            if self.tried >= MOST_LABELS || self.pruned >= 50 * MOST_LABELS {
                self.ended = true;
                break;
            }
            let mut narrowed = surroundings.clone();
            if !self.narrow(&mut narrowed, cell, *choice) {
                self.pruned += 1;
                continue;
            }
            chosen.push(*choice);
            let found = self.choose(order, arrays, cells, narrowed, chosen);
            chosen.pop();
            if found.is_some() {
                chosen.truncate(mark);
                return found;
            }
        }
        chosen.truncate(mark);
        None
    }

    /// Whether the values chosen so far still have something in common before and behind them.
    fn narrow(&self, surroundings: &mut [Surroundings], cell: &Open, choice: Option<Span>) -> bool {
        let Some(span) = choice else { return true };
        let bytes = &self.pages[cell.page].1;
        let cap = self.settings.longest_delimiter;
        let range = span.range();
        let before = &bytes[range.start.saturating_sub(cap)..range.start];
        let behind = &bytes[range.end..bytes.len().min(range.end + cap)];
        let own = &mut surroundings[cell.attribute];
        let before = match &own.before {
            None => before.to_vec(),
            Some(known) => {
                let alike = known.iter().rev().zip(before.iter().rev()).take_while(|(x, y)| x == y).count();
                known[known.len() - alike..].to_vec()
            }
        };
        let behind = match &own.behind {
            None => behind.to_vec(),
            Some(known) => {
                let alike = known.iter().zip(behind).take_while(|(x, y)| x == y).count();
                known[..alike].to_vec()
            }
        };
        let some = !before.is_empty() && !behind.is_empty();
        *own = Surroundings { before: Some(before), behind: Some(behind) };
        some
    }

    fn induce(
        &mut self,
        order: &[usize],
        arrays: &[LabelArray],
        cells: &[Open],
        chosen: &[Option<Span>],
    ) -> Option<Recognized> {
        let mut pages: Vec<Example> = self
            .pages
            .iter()
            .zip(arrays)
            .map(|((name, bytes), array)| Example {
                name: name.clone(),
                bytes: bytes.clone(),
                tuples: vec![Tuple::default(); array.rows.len()],
            })
            .collect();
        for (cell, choice) in cells.iter().zip(chosen) {
            let attribute = order.iter().position(|k| *k == cell.attribute)?;
            if let Some(span) = choice {
                pages[cell.page].tuples[cell.row].instances.push(Instance { attribute, span: *span });
            }
        }
        for tuple in pages.iter_mut().flat_map(|page| &mut page.tuples) {
            tuple.instances.sort_by_key(|instance| instance.attribute);
        }
        let attributes = order.iter().map(|k| self.names[*k].to_owned()).collect();
        let examples = Examples { attributes, pages };
        if examples.validate().is_err() {
            return None;
        }
        let flat = [WrapperClass::Lr, WrapperClass::Hlrt, WrapperClass::Oclr, WrapperClass::Hoclrt];
        let classes = self.settings.class.map_or(flat.to_vec(), |class| vec![class]);
        for class in classes {
            match learn_with_holes(&examples, class, Preference::Aligned, self.settings) {
                Ok(wrapper) => {
                    let mistake = self.settings.mistake;
                    let evidence = Evidence { ambiguities: self.tried, mistake, ..Evidence::of(&examples) };
                    return Some(Recognized { wrapper, examples, evidence });
                }
                Err(failure) => self.failure = Some(failure),
            }
        }
        self.tried += 1;
        None
    }
}
