//! Pages of one site, or records of one list, read together: a place in the markup that holds an attribute in many of them is more
//! probably its place in each.

use super::{FoundValue, ReadSettings};
use crate::labels::AttributeId;
use chaffinch_core::TextMap;

/// Multiplies the odds of each candidate by the share of votes for its place, to the power of `exponent`. `candidates` are those of
/// each page or record, and `place` says where one of them stands.
pub fn agree<'o>(
    candidates: &mut [Vec<FoundValue>],
    attributes: usize,
    settings: &ReadSettings,
    exponent: f64,
    place: impl Fn(usize, &FoundValue) -> Option<&'o str>,
) {
    if candidates.len() < 2 {
        return;
    }
    // Each page or record has one vote for each attribute, divided among the places of its candidates.
    let mut votes: TextMap<(AttributeId, &str), f64> = TextMap::default();
    for (of, candidates) in candidates.iter().enumerate() {
        let mut total = vec![0.0; attributes];
        for candidate in candidates {
            total[candidate.attribute.index()] += candidate.odds;
        }
        for candidate in candidates {
            let share = candidate.odds / total[candidate.attribute.index()].max(f64::MIN_POSITIVE);
            if let Some(place) = place(of, candidate) {
                *votes.entry((candidate.attribute, place)).or_default() += share;
            }
        }
    }
    let count = candidates.len() as f64;
    for (of, candidates) in candidates.iter_mut().enumerate() {
        for candidate in candidates {
            let votes = place(of, candidate).and_then(|place| votes.get(&(candidate.attribute, place)));
            candidate.odds *= (votes.copied().unwrap_or(0.0) / count + settings.votes_for_all).powf(exponent);
        }
    }
}
