//! Pages of one site, or records of one page, read together: a kind of place that holds an attribute in many of them is more probably its place
//! in each.

use crate::model::FoundValue;
use rustc_hash::FxHashMap;

/// How much all pages of a site say against one, and all records of a page, which are of one make.
pub const PAGES: f64 = 3.0;
pub const RECORDS: f64 = 10.0;
/// The votes that every place is given, so that a page of its own design is not lost.
const FLOOR: f64 = 0.02;

/// Multiplies the odds of each candidate by the votes for its place. `candidates` are those of each page or record, `place` says where
/// one stands, `together` how much all say against one.
pub fn agree<'o>(
    candidates: &mut [Vec<FoundValue>],
    attributes: usize,
    together: f64,
    place: impl Fn(usize, &FoundValue) -> Option<&'o str>,
) {
    if candidates.len() < 2 {
        return;
    }
    // Of each page or record one vote for an attribute, divided among the places of its candidates.
    let mut votes: FxHashMap<(usize, &str), f64> = FxHashMap::default();
    for (of, candidates) in candidates.iter().enumerate() {
        let mut total = vec![0.0; attributes];
        for candidate in candidates {
            total[candidate.attribute] += candidate.odds;
        }
        for candidate in candidates {
            let share = candidate.odds / total[candidate.attribute].max(f64::MIN_POSITIVE);
            if let Some(place) = place(of, candidate) {
                *votes.entry((candidate.attribute, place)).or_default() += share;
            }
        }
    }
    let count = candidates.len() as f64;
    for (of, candidates) in candidates.iter_mut().enumerate() {
        for candidate in candidates {
            let votes = place(of, candidate).and_then(|place| votes.get(&(candidate.attribute, place)));
            candidate.odds *= (votes.copied().unwrap_or(0.0) / count + FLOOR).powf(together);
        }
    }
}
