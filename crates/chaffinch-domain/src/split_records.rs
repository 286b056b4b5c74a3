//! Records that a page writes in several pieces.

use crate::alternatives::Segmentation;
use crate::sieve::Sieve;
use crate::tree::Tree;
use crate::worth::Evidence;
use chaffinch_core::NodeId;
use std::ops::Range;

/// A record, and what belongs to it.
struct Joined {
    record: Range<NodeId>,
    is_excused: bool,
    /// Whether the record itself is marked as a secondary piece, because the main one has not come yet.
    is_marked: bool,
    pieces: Vec<Range<NodeId>>,
}

/// Joins neighbours that are one record: the opinion and the dissent of one docket, or lines with the same text and a common
/// link, one for each document of a case. The opinion stays the record. `excused` says which records need not satisfy the
/// domain's constraints. Returns the same for the records that are left, and the other pieces of each.
pub(crate) fn join(
    sieve: &Sieve,
    segmentation: &mut Segmentation,
    excused: Vec<bool>,
) -> (Vec<bool>, Vec<Vec<Range<NodeId>>>) {
    let Evidence { tree, index, domain, .. } = &sieve.evidence;
    let mut all: Vec<Joined> = Vec::new();
    let mut last: Option<Range<NodeId>> = None;
    for (record, is_excused) in segmentation.records.drain(..).zip(excused) {
        let is_marked = domain.split_records.is_some_and(|split| index.holds(split.marked, &record));
        let before = last.replace(record.clone()).filter(|last| is_next(tree, last, &record));
        let same = all.last_mut().zip(before).and_then(|(joined, last)| {
            let is_piece = is_marked != joined.is_marked && is_same(&last, &record, &sieve.evidence);
            (is_piece || is_repeated(&last, &record, sieve)).then_some(joined)
        });
        match same {
            Some(joined) if joined.is_marked && !is_marked => {
                joined.pieces.push(std::mem::replace(&mut joined.record, record));
                (joined.is_excused, joined.is_marked) = (is_excused, false);
            }
            Some(joined) => joined.pieces.push(record),
            None => all.push(Joined { record, is_excused, is_marked, pieces: Vec::new() }),
        }
    }
    sieve.evidence.replace(segmentation, all.iter().map(|joined| joined.record.clone()).collect());
    all.into_iter().map(|joined| (joined.is_excused, joined.pieces)).unzip()
}

/// Whether nothing is shown between two stretches of one parent.
fn is_next(tree: &Tree, before: &Range<NodeId>, after: &Range<NodeId>) -> bool {
    let last = tree.shown_siblings(before).last();
    last.is_some_and(|last| tree.next(last) == Some(after.start))
}

/// Whether two stretches have the same value of the attribute that tells records apart.
fn is_same(a: &Range<NodeId>, b: &Range<NodeId>, evidence: &Evidence) -> bool {
    evidence.domain.split_records.is_some_and(|split| {
        let value = |record| evidence.index.value(split.same, record);
        value(a).is_some_and(|same| value(b) == Some(same))
    })
}

/// Whether two stretches have the same text and a link in common.
fn is_repeated(a: &Range<NodeId>, b: &Range<NodeId>, sieve: &Sieve) -> bool {
    let (ours, theirs) = (sieve.links_of(a), sieve.links_of(b));
    ours.iter().any(|link| theirs.binary_search(link).is_ok()) && sieve.text(a) == sieve.text(b)
}
