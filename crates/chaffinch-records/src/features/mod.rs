//! Measures of a candidate region, by which the ranker tells the list that a page is about from all others.
//!
//! The numbers in these files are part of the measures: whoever changes one must learn the ranker anew.

mod content;
mod gaps;
mod others;
mod page;
mod place;
mod shape;

use crate::path_sets::PathSets;
use crate::region::Region;
use crate::settings::Method;
use chaffinch_core::{NodeId, Rect};
use chaffinch_survey::{Content, Survey};
use std::fmt;

/// The measures of a region, by name. On a page without boxes the measures that need them are missing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Features {
    values: Vec<(&'static str, Option<f32>)>,
    /// For each measure the region's rank among all of the page, up to 1 for the region with the largest value.
    ranks: Vec<f32>,
}

/// A measure of a region: a value, or the region's rank by that value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// What is measured.
    pub name: &'static str,
    /// Whether it is the rank among the page's candidates and not the value itself.
    pub rank: bool,
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", if self.rank { "rank by " } else { "" }, self.name)
    }
}

impl Features {
    /// Measures all candidate regions of a page.
    pub fn of_pool(survey: &Survey, regions: &[Region]) -> Vec<Features> {
        let most_votes = regions.iter().map(|region| region.votes).max().unwrap_or(1) as f32;
        let page = page::PageMeasures::of(survey);
        let hashes = shape::ShownHashes::of(survey);
        let mut names = place::NameCounts::default();
        let mut sets = [&survey.tags, &survey.classes].map(|paths| PathSets::new(paths.count()));
        let mut all: Vec<Features> = regions
            .iter()
            .map(|region| {
                let measured = Measured::new(survey, &hashes, region);
                let mut features = Features { values: Vec::with_capacity(100), ranks: Vec::new() };
                content::measure(&measured, &mut features);
                shape::measure(&measured, &mut sets, &mut features);
                place::measure(&measured, &mut names, &mut features);
                gaps::measure(&measured, &mut features);
                page.measure(&mut features);
                features.set("votes", (region.votes as f32).ln());
                let found = |method| f32::from(u8::from(region.found_by.contains(&method)));
                features.set("found by MDR", found(Method::Mdr));
                features.set("found by DEPTA", found(Method::Depta));
                features.set("found by tag paths", found(Method::TagPath));
                features.set("found by sight", found(Method::Visual));
                features.set("votes against the most", region.votes as f32 / most_votes);
                features
            })
            .collect();
        others::measure(survey, regions, &mut all);
        rank(&mut all);
        all
    }

    /// All measures, in an order that is the same for every region.
    pub fn iter(&self) -> impl Iterator<Item = (Measure, Option<f32>)> + '_ {
        let values = self.values.iter().map(|(name, value)| (Measure { name, rank: false }, *value));
        let names = self.values.iter().map(|(name, _)| *name);
        let ranks = names.zip(&self.ranks).map(|(name, rank)| (Measure { name, rank: true }, Some(*rank)));
        values.chain(ranks)
    }

    /// The measure called `name`.
    fn get(&self, name: &str) -> Option<f32> {
        self.values.iter().find(|(known, _)| *known == name).and_then(|(_, value)| *value)
    }

    /// The values of [`Features::iter`] in the same order; NaN where one is missing.
    pub(crate) fn flat(&self) -> Vec<f32> {
        let values = self.values.iter().map(|(_, value)| value.unwrap_or(f32::NAN));
        values.chain(self.ranks.iter().copied()).collect()
    }

    /// Adds a measure; one that is no number counts as missing.
    pub fn set(&mut self, name: &'static str, value: f32) {
        self.values.push((name, value.is_finite().then_some(value)));
    }

    /// Adds a measure that may be missing.
    pub fn set_if(&mut self, name: &'static str, value: Option<f32>) {
        self.values.push((name, value.filter(|value| value.is_finite())));
    }
}

/// Ranks the regions of a page by each measure, those without it last. Regions with equal values get the mean of their ranks.
fn rank(pool: &mut [Features]) {
    let count = pool.len();
    let measures = pool.first().map_or(0, |features| features.values.len());
    let mut order: Vec<(f32, usize)> = Vec::with_capacity(count);
    let mut ranks = vec![0.0; count];
    pool.iter_mut().for_each(|features| features.ranks.reserve_exact(measures));
    for measure in 0..measures {
        let value = |features: &Features| features.values[measure].1.unwrap_or(f32::NEG_INFINITY);
        order.clear();
        order.extend(pool.iter().map(value).zip(0..));
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut before = 0;
        for equal in order.chunk_by(|a, b| a.0 == b.0) {
            let middle = before as f32 + (equal.len() as f32 + 1.0) / 2.0;
            equal.iter().for_each(|(_, region)| ranks[*region] = middle / count as f32);
            before += equal.len();
        }
        pool.iter_mut().zip(&ranks).for_each(|(features, rank)| features.ranks.push(*rank));
    }
}

/// A region with what several measures need.
struct Measured<'g, 'p> {
    survey: &'g Survey<'p>,
    hashes: &'g shape::ShownHashes,
    region: &'g Region,
    /// The node that holds all records.
    root: NodeId,
    /// How much each record holds.
    contents: Vec<Content>,
    /// The box of each record.
    boxes: Vec<Option<Rect>>,
    /// How much all records hold together.
    total: Content,
}

impl<'g, 'p> Measured<'g, 'p> {
    fn new(survey: &'g Survey<'p>, hashes: &'g shape::ShownHashes, region: &'g Region) -> Measured<'g, 'p> {
        let contents: Vec<Content> = region.records.iter().map(|record| record.content(survey)).collect();
        let mut total = Content::default();
        contents.iter().for_each(|content| total += *content);
        let boxes = region.records.iter().map(|record| record.ink(survey)).collect();
        Measured { survey, hashes, region, root: region.root(survey), contents, boxes, total }
    }

    fn count(&self) -> f32 {
        self.contents.len().max(1) as f32
    }

    /// The share of records, 0 to 1, for which `test` holds.
    fn share(&self, test: impl Fn(&Content) -> bool) -> f32 {
        self.contents.iter().filter(|content| test(content)).count() as f32 / self.count()
    }
}

fn ratio(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

fn mean(values: &[f32]) -> Option<f32> {
    (!values.is_empty()).then(|| values.iter().sum::<f32>() / values.len() as f32)
}

/// The standard deviation as a share of the mean.
fn variation(values: &[f32]) -> Option<f32> {
    let mean = mean(values)?;
    let square = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / values.len() as f32;
    Some(square.sqrt() / mean.abs().max(1e-3))
}

/// The share of `keys`, 0 to 1, that are equal to the commonest one.
fn mode_share<K: Ord>(mut keys: Vec<K>) -> Option<f32> {
    keys.sort();
    let most = keys.chunk_by(|a, b| a == b).map(<[K]>::len).max()?;
    Some(ratio(most, keys.len()))
}
