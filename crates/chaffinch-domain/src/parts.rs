//! Records that a page writes in several pieces.

use crate::alternatives::{Segmentation, record_worth};
use crate::attributes::AttributeIndex;
use crate::domain::Domain;
use crate::sieve::Sieve;
use crate::tree::Tree;
use crate::understand::roots;
use chaffinch_core::NodeId;
use std::ops::Range;

/// Joins neighbours that are one record: the opinion and the dissent of one docket, or lines that read the same and have an
/// address in common, one for each document of a case. `excused` says which records lack what every record needs; answers
/// the same of what was joined.
pub(crate) fn join(
    tree: &Tree,
    segmentation: &mut Segmentation,
    excused: Vec<bool>,
    sieve: &Sieve,
    index: &AttributeIndex,
    domain: &Domain,
) -> Vec<bool> {
    let is_marked = |record: &Range<NodeId>| domain.parts.is_some_and(|p| index.holds(p.marked, record));
    let mut joined: Vec<(Range<NodeId>, bool)> = Vec::new();
    // The piece that came last, and whether all pieces of its record are marked as parts.
    let mut last: Option<(Range<NodeId>, bool)> = None;
    for (record, excused) in segmentation.records.drain(..).zip(excused) {
        let marked = is_marked(&record);
        let is_piece = last.as_ref().is_some_and(|(last, all_marked)| {
            let is_part = marked != *all_marked && is_same(last, &record, index, domain);
            is_next(tree, last, &record) && (is_part || is_again(last, &record, sieve))
        });
        let all_marked = marked && last.as_ref().is_none_or(|(_, all)| *all || !is_piece);
        last = Some((record.clone(), all_marked));
        match joined.last_mut().filter(|_| is_piece) {
            Some((whole, _)) => whole.end = record.end,
            None => joined.push((record, excused)),
        }
    }
    segmentation.worth = joined.iter().map(|(record, _)| record_worth(record, index, domain)).collect();
    let excused = joined.iter().map(|(_, excused)| *excused).collect();
    segmentation.records = joined.into_iter().map(|(record, _)| record).collect();
    excused
}

/// Whether nothing is shown between two stretches of one parent.
fn is_next(tree: &Tree, before: &Range<NodeId>, after: &Range<NodeId>) -> bool {
    let last = roots(tree.page, before).into_iter().rfind(|root| tree.shows[root.index()]);
    last.is_some_and(|last| tree.next(last) == Some(after.start))
}

/// Whether two say the same of what tells records apart.
fn is_same(a: &Range<NodeId>, b: &Range<NodeId>, index: &AttributeIndex, domain: &Domain) -> bool {
    domain.parts.is_some_and(|parts| {
        index.value(parts.same, a).is_some_and(|same| index.value(parts.same, b) == Some(same))
    })
}

/// Whether two read the same and lead to the same address, among others.
fn is_again(a: &Range<NodeId>, b: &Range<NodeId>, sieve: &Sieve) -> bool {
    let (ours, theirs) = (sieve.links_of(a), sieve.links_of(b));
    ours.iter().any(|link| theirs.binary_search(link).is_ok()) && sieve.text(a) == sieve.text(b)
}
