//! Pages of one site read together: a kind of place that holds an attribute on many pages is more probably its place on each.

use crate::model::FoundValue;
use crate::observed::Observed;
use rustc_hash::FxHashMap;

/// How much the site says against the page itself.
const SITE: f64 = 2.0;
/// The votes that every place is given, so that a page of its own design is not lost.
const FLOOR: f64 = 0.02;

/// Multiplies the odds of each candidate by the site's votes for its place.
pub fn agree(pages: &[&Observed], candidates: &mut [Vec<FoundValue>], attributes: usize) {
    if pages.len() < 2 {
        return;
    }
    // Of each page one vote for an attribute, divided among the places of its candidates.
    let mut votes: FxHashMap<(usize, &str), f64> = FxHashMap::default();
    for (page, candidates) in pages.iter().zip(candidates.iter()) {
        let mut total = vec![0.0; attributes];
        for candidate in candidates {
            total[candidate.attribute] += candidate.odds;
        }
        for candidate in candidates {
            let share = candidate.odds / total[candidate.attribute].max(f64::MIN_POSITIVE);
            if let Some(place) = place(page, candidate) {
                *votes.entry((candidate.attribute, place)).or_default() += share;
            }
        }
    }
    let count = pages.len() as f64;
    for (page, candidates) in pages.iter().zip(candidates.iter_mut()) {
        for candidate in candidates {
            let votes = place(page, candidate).and_then(|place| votes.get(&(candidate.attribute, place)));
            candidate.odds *= (votes.copied().unwrap_or(0.0) / count + FLOOR).powf(SITE);
        }
    }
}

fn place<'o>(page: &&'o Observed, candidate: &FoundValue) -> Option<&'o str> {
    page.leaves[candidate.block].as_ref().map(|leaf| leaf.place.as_str())
}
