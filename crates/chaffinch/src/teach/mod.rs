//! The slow methods teach the fast one: what an extractor finds on a few pages of a site becomes the labels from which a
//! wrapper is learned. Extractors err, so their findings are corroborated first: what most pages agree on is true, what
//! contradicts the template is dropped.

mod detail;
mod list;

use crate::Engine;
use crate::parallel::threads;
use crate::together::read_batch;
use chaffinch_core::{CellContent, PageReport, Relation, RelationKind};
use chaffinch_input::Document;
use chaffinch_wrapper::{LearnError, LearnReport, LearnSettings, Wrapper};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use thiserror::Error;

/// A page and what an extractor found on it, best first.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// The page's name.
    pub name: String,
    /// Its bytes as read.
    pub bytes: Vec<u8>,
    /// What was found.
    pub relations: Vec<Relation>,
}

impl Lesson {
    /// What an engine finds on documents of one site, read together.
    pub fn read(engine: &Engine, documents: Vec<Document>) -> Vec<Lesson> {
        let bytes: Vec<Vec<u8>> = documents.iter().map(|document| document.bytes.clone()).collect();
        let reports = read_batch(engine, documents.into_iter().map(Ok).collect(), threads(None));
        let lesson = |(report, bytes): (PageReport, Vec<u8>)| Lesson {
            name: report.input,
            bytes,
            relations: report.relations,
        };
        reports.into_iter().zip(bytes).map(lesson).collect()
    }
}

/// A wrapper that was learned without labels.
#[derive(Debug)]
pub struct Taught {
    /// The wrapper and its PAC statement.
    pub report: LearnReport,
    /// What of the findings was not believed, a sentence each.
    pub dropped: Vec<String>,
}

/// Why nothing could be learned from what was found.
#[derive(Debug, Error)]
pub enum TeachError {
    /// The extractor found nothing.
    #[error("nothing was found on these {0} pages, so there is nothing to learn from")]
    Nothing(usize),
    /// The findings have no place in common.
    #[error("what was found on these {0} pages has no place in common; they may be of several templates")]
    NoAgreement(usize),
    /// No wrapper fits the findings.
    #[error("no wrapper fits what was found: {0}")]
    Wrapper(LearnError),
}

/// Learns a wrapper from what an extractor found on some pages of a site.
///
/// # Errors
/// If nothing was found, or nothing that the pages agree on.
pub fn teach(lessons: &[Lesson], settings: &LearnSettings) -> Result<Taught, TeachError> {
    let weight = |is_detail: bool| -> f32 {
        let best = lessons.iter().filter_map(|lesson| lesson.relations.first());
        best.filter(|best| (best.kind == RelationKind::Detail) == is_detail).map(|best| best.score).sum()
    };
    let (details, lists) = (weight(true), weight(false));
    if details + lists == 0.0 {
        return Err(TeachError::Nothing(lessons.len()));
    }
    if details > lists { detail::teach(lessons, settings) } else { list::teach(lessons, settings) }
}

/// Pages in groups of one template each, the largest first: details together, lists by where they stand. Pages on which nothing was
/// found are in no group.
pub fn templates(lessons: Vec<Lesson>) -> Vec<Vec<Lesson>> {
    let mut groups: BTreeMap<Option<String>, Vec<Lesson>> = BTreeMap::new();
    for lesson in lessons {
        let Some(best) = lesson.relations.first() else { continue };
        let place = (best.kind != RelationKind::Detail).then(|| best.template.rows.clone());
        groups.entry(place).or_default().push(lesson);
    }
    let mut groups: Vec<Vec<Lesson>> = groups.into_values().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// How far a wrapper and an extractor agree on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Agreement {
    /// Values that both found.
    pub both: usize,
    /// Values that the wrapper alone found.
    pub wrapper: usize,
    /// Values that the extractor alone found.
    pub extractor: usize,
}

impl Agreement {
    /// Compares what a wrapper reads on a page with what was found there. Only the wrapper's attributes count.
    pub fn of(wrapper: &Wrapper, lesson: &Lesson) -> Agreement {
        let read = wrapper.relation(&wrapper.apply(&lesson.bytes), &lesson.bytes);
        let attributes: Vec<&str> = wrapper.attributes.iter().map(|a| a.name.as_str()).collect();
        let ours = read.as_ref().map(|relation| values(relation, &attributes)).unwrap_or_default();
        let claims = lesson.relations.iter().map(|relation| values(relation, &attributes));
        let theirs = claims.max_by_key(|claims| claims.intersection(&ours).count()).unwrap_or_default();
        let both = ours.intersection(&theirs).count();
        Agreement { both, wrapper: ours.len() - both, extractor: theirs.len() - both }
    }

    /// Whether nothing differs.
    pub fn is_whole(&self) -> bool {
        self.wrapper == 0 && self.extractor == 0
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Agreement { both, wrapper, extractor } = self;
        write!(f, "{both} values alike, {wrapper} by the wrapper alone, {extractor} by the extractor alone")
    }
}

/// The values of a relation by attribute, row and text; of those attributes alone.
fn values(relation: &Relation, attributes: &[&str]) -> BTreeSet<(usize, usize, String)> {
    let mut found = BTreeSet::new();
    for (at, column) in relation.columns.iter().enumerate() {
        let name = column.name.as_deref();
        let Some(attribute) = attributes.iter().position(|attribute| name == Some(*attribute)) else {
            continue;
        };
        for (row, cells) in relation.rows.iter().enumerate() {
            for cell in cells.cells.get(at).iter().copied().flatten().flat_map(CellContent::cells) {
                found.insert((row, attribute, cell.text.clone()));
            }
        }
    }
    found
}
