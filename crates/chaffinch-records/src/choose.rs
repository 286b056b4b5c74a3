//! Chooses among the candidate regions of a page.

use crate::features::Features;
use crate::pool::{pool, regions_by};
use crate::ranker::Ranker;
use crate::region::Region;
use crate::settings::{Method, RecordsSettings};
use chaffinch_survey::{Record, Survey};

/// A region that was chosen.
#[derive(Debug, Clone)]
pub struct Chosen {
    /// The region.
    pub region: Region,
    /// How sure the choice is, 0 to 1.
    pub score: f32,
    /// The measures that decided; empty for methods that do not rank.
    pub features: Features,
}

/// The regions of a page by the method that the settings name, best first. No two of them have a node in common.
pub fn choose(survey: &Survey, settings: &RecordsSettings) -> Vec<Chosen> {
    let ranked = match settings.method {
        Method::Auto => ranked(survey, settings),
        method => largest_first(survey, settings, method),
    };
    let mut chosen: Vec<Chosen> = Vec::new();
    for candidate in ranked {
        let least = if chosen.is_empty() { settings.min_score } else { settings.min_other_score };
        if candidate.score < least || chosen.len() >= settings.max_regions {
            break;
        }
        if chosen.iter().all(|other| !share_nodes(&other.region, &candidate.region)) {
            chosen.push(candidate);
        }
    }
    chosen
}

/// All candidates, in the order of the ranker.
fn ranked(survey: &Survey, settings: &RecordsSettings) -> Vec<Chosen> {
    let regions = pool(survey, settings);
    let features = Features::of_pool(survey, &regions);
    let ranker = settings.ranker.as_deref().unwrap_or_else(|| Ranker::shipped());
    let scores = ranker.scores(&features);
    let mut ranked: Vec<Chosen> = regions
        .into_iter()
        .zip(features)
        .zip(scores)
        .map(|((region, features), score)| Chosen { region, score, features })
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
    ranked
}

/// The regions that a published method finds. These methods do not rank their regions, so the one with the most text comes first,
/// and the score is the region's share of the page's text.
fn largest_first(survey: &Survey, settings: &RecordsSettings, method: Method) -> Vec<Chosen> {
    let whole = survey.whole().chars.max(1) as f32;
    let mut ranked: Vec<Chosen> = regions_by(survey, settings, method)
        .into_iter()
        .map(|records| {
            let chars: usize = records.iter().map(|record| record.content(survey).chars).sum();
            let region = Region { records, found_by: vec![method], votes: 1 };
            Chosen {
                region,
                score: (chars as f32 / whole).clamp(settings.min_score, 1.0),
                features: Features::default(),
            }
        })
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
    ranked
}

/// Whether two regions have a node in common.
fn share_nodes(a: &Region, b: &Region) -> bool {
    let stretches = |region: &Region| {
        let mut parts: Vec<_> =
            region.records.iter().flat_map(|record: &Record| record.parts.clone()).collect();
        parts.sort_by_key(|part| part.start);
        parts
    };
    let (a, b) = (stretches(a), stretches(b));
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i].end <= b[j].start {
            i += 1;
        } else if b[j].end <= a[i].start {
            j += 1;
        } else {
            return true;
        }
    }
    false
}
