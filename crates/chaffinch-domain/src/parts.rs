//! Records that a page writes in several pieces.

use crate::alternatives::{Segmentation, record_worth};
use crate::attributes::AttributeIndex;
use crate::domain::Domain;
use crate::sieve::Sieve;
use crate::tree::Tree;
use crate::understand::roots;
use chaffinch_core::NodeId;
use std::ops::Range;

/// A record, and what belongs to it.
struct Whole {
    record: Range<NodeId>,
    excused: bool,
    /// Whether the record itself is marked as a part: what it belongs to has not come yet.
    marked: bool,
    parts: Vec<Range<NodeId>>,
}

/// Puts together neighbours that are one record: the opinion and the dissent of one docket, or lines that read the same and
/// have an address in common, one for each document of a case. The opinion stays the record. `excused` says which records
/// lack what every record needs; answers the same of those that are left, and the parts of each.
pub(crate) fn join(
    tree: &Tree,
    segmentation: &mut Segmentation,
    excused: Vec<bool>,
    sieve: &Sieve,
    index: &AttributeIndex,
    domain: &Domain,
) -> (Vec<bool>, Vec<Vec<Range<NodeId>>>) {
    let is_marked = |record: &Range<NodeId>| domain.parts.is_some_and(|p| index.holds(p.marked, record));
    let mut wholes: Vec<Whole> = Vec::new();
    let mut last: Option<Range<NodeId>> = None;
    for (record, excused) in segmentation.records.drain(..).zip(excused) {
        let marked = is_marked(&record);
        let before = last.replace(record.clone()).filter(|last| is_next(tree, last, &record));
        let whole = wholes.last_mut().zip(before).and_then(|(whole, last)| {
            let is_part = marked != whole.marked && is_same(&last, &record, index, domain);
            (is_part || is_again(&last, &record, sieve)).then_some(whole)
        });
        match whole {
            Some(whole) if whole.marked && !marked => {
                whole.parts.push(std::mem::replace(&mut whole.record, record));
                (whole.excused, whole.marked) = (excused, false);
            }
            Some(whole) => whole.parts.push(record),
            None => wholes.push(Whole { record, excused, marked, parts: Vec::new() }),
        }
    }
    segmentation.records = wholes.iter().map(|whole| whole.record.clone()).collect();
    segmentation.worth = segmentation.records.iter().map(|r| record_worth(r, index, domain)).collect();
    wholes.into_iter().map(|whole| (whole.excused, whole.parts)).unzip()
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
