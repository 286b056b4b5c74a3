//! From candidates to the regions that are given.

use crate::features::Features;
use crate::pool::{pool, regions_by};
use crate::ranker::{Ranker, score};
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
    /// What it was chosen by; empty for methods that do not rank.
    pub features: Features,
}

/// The regions of a page by the method that the settings name, best first. No two share a record's nodes.
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

/// All candidates, by the ranker.
fn ranked(survey: &Survey, settings: &RecordsSettings) -> Vec<Chosen> {
    let regions = pool(survey, settings);
    let features = Features::of_pool(survey, &regions);
    let sums = Ranker::shipped().sums(&features);
    let mut ranked: Vec<Chosen> = regions
        .into_iter()
        .zip(features)
        .zip(sums)
        .map(|((region, features), sum)| Chosen { region, score: score(sum), features })
        .collect();
    ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
    ranked
}

/// What a published method finds. These methods do not say which region a page is about; the one with most text comes
/// first, and its share of the page's text is its score.
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

/// Whether a record of one region lies in, around or across one of the other.
fn share_nodes(a: &Region, b: &Region) -> bool {
    let starts = |region: &Region| {
        let mut parts: Vec<_> =
            region.records.iter().flat_map(|record: &Record| record.parts.clone()).collect();
        parts.sort_by_key(|part| part.start);
        parts
    };
    let (a, b) = (starts(a), starts(b));
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
