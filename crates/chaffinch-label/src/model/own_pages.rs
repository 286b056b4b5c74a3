//! Whether a page is of the kind that a model was learned from. A model gives every page its best labels, however bad these are; what the
//! page's words are, what it says of itself, and how sure the labels came out tell whether they mean anything.

use super::LabelModel;
use super::page_kind::of_page;
use crate::read::PageRecords;
use crate::see::{Observed, Words, has_letters};
use chaffinch_crf::{Error, Example, Feature, Graph, Model, TABLE_LIMIT, Training, train};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Words are taken from texts with at most this many: captions, headings and buttons, not sentences.
const SHORT: usize = 6;
/// The most words of a page that count, from its beginning.
const MOST_WORDS: usize = 4_000;
/// A text with at least this many bytes is running text.
const LONG: usize = 200;
/// A sign must occur on this many sites.
const LEAST_SITES: usize = 3;
/// The values of signs: one word says little, and there are many; how sure the values are says much.
const WORD: f32 = 0.3;
const OTHER: f32 = 1.0;
/// The sign that every page has.
const ALWAYS: &str = "always";
/// Shares and probabilities are told apart at these.
const STEPS: [f64; 6] = [0.01, 0.1, 0.3, 0.6, 0.85, 0.97];

/// What was seen on a page that a model read without having learned from its site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageSigns {
    /// The site.
    pub site: String,
    /// Whether the page is of the model's kind.
    pub own: bool,
    /// The signs, by name.
    pub signs: Vec<String>,
}

/// How well a model tells pages of its kind from others on sites that it has not seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// Pages of its kind, and how many of them it takes for such.
    pub own: (usize, usize),
    /// Other pages, and how many of them it takes for pages of its kind.
    pub others: (usize, usize),
}

/// Tells pages of a model's kind from others: logistic regression on signs. It is calibrated for as many pages of one as of the other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OwnPages {
    weights: FxHashMap<String, f64>,
}

impl OwnPages {
    /// Learns from pages of both sorts; nothing is learned without both.
    ///
    /// # Errors
    /// Never for fields of one node, as these are.
    pub fn learn(pages: &[&PageSigns], training: &Training) -> Result<OwnPages, Error> {
        let own = pages.iter().filter(|page| page.own).count();
        if own == 0 || own == pages.len() {
            return Ok(OwnPages::default());
        }
        let mut sites: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for page in pages {
            for sign in &page.signs {
                sites.entry(sign).or_default().insert(&page.site);
            }
        }
        let names: Vec<&str> =
            sites.into_iter().filter(|(_, sites)| sites.len() >= LEAST_SITES).map(|(sign, _)| sign).collect();
        let mut model = Model::new();
        let space = model.add_space(2);
        let family = model.add_family(&[space], names.len().max(1))?;
        let mut examples = Vec::with_capacity(pages.len());
        for page in pages {
            let mut graph = Graph::new(&model, &[space]);
            let number = |sign: &String| names.binary_search(&sign.as_str()).ok();
            let feature = |sign: &String| Some(Feature { index: number(sign)? as u32, value: value(sign) });
            let features: Vec<Feature> = page.signs.iter().filter_map(feature).collect();
            graph.observe(family, &[0], &features)?;
            // Together, all pages of one sort count as much as all of the other.
            let times = if page.own { pages.len() - own } else { own };
            let fewer = own.min(pages.len() - own);
            let example = Example::new(graph.junction_tree(TABLE_LIMIT)?, vec![usize::from(page.own)])?;
            examples.push(example.times(times.div_ceil(fewer)));
        }
        let start = vec![0.0; model.weights()];
        let trained = train(&model, &examples, start, training, |_| ControlFlow::Continue(()))?;
        let weight = |(number, name): (usize, &&str)| {
            let of = |own: usize| trained.weights[model.weight(family, number, &[own])];
            ((*name).to_owned(), of(1) - of(0))
        };
        Ok(OwnPages { weights: names.iter().enumerate().map(weight).collect() })
    }

    /// Learns as [`OwnPages::learn`], and makes the probabilities those of sites that were not learned from: sites are divided into
    /// `parts`, what is learned without a part judges it, and the line from these judgements to what is true moves the weights. Says how
    /// many pages are then at least `least` probable.
    ///
    /// # Errors
    /// As [`OwnPages::learn`].
    pub fn learn_calibrated(
        pages: &[PageSigns],
        parts: usize,
        least: f64,
        training: &Training,
    ) -> Result<(OwnPages, Told), Error> {
        let mut learned = OwnPages::learn(&pages.iter().collect::<Vec<_>>(), training)?;
        let sites: BTreeSet<&str> = pages.iter().map(|page| page.site.as_str()).collect();
        let numbers: BTreeMap<&str, usize> =
            sites.into_iter().enumerate().map(|(at, site)| (site, at)).collect();
        let part_of = |page: &PageSigns| numbers[page.site.as_str()] % parts;
        let mut apart: Vec<(f64, bool)> = Vec::with_capacity(pages.len());
        for part in 0..parts {
            let others: Vec<&PageSigns> = pages.iter().filter(|page| part_of(page) != part).collect();
            let without = OwnPages::learn(&others, training)?;
            let judged = pages.iter().filter(|page| part_of(page) == part);
            apart.extend(judged.map(|page| (without.log_odds(&page.signs), page.own)));
        }
        let (slope, shift) = line(&apart);
        learned.weights.values_mut().for_each(|weight| *weight *= slope);
        *learned.weights.entry(ALWAYS.to_owned()).or_default() += shift;
        let mut told = Told::default();
        for (odds, own) in apart {
            let count = if own { &mut told.own } else { &mut told.others };
            count.0 += 1;
            count.1 += usize::from(probability(slope * odds + shift) >= least);
        }
        Ok((learned, told))
    }

    fn log_odds(&self, signs: &[String]) -> f64 {
        let weight = |sign: &String| self.weights.get(sign).map(|weight| weight * f64::from(value(sign)));
        signs.iter().filter_map(weight).sum()
    }

    /// How probable it is that a page with these signs is of the model's kind; `None` if that was never learned.
    pub fn probability(&self, signs: &[String]) -> Option<f64> {
        if self.weights.is_empty() {
            return None;
        }
        Some(probability(self.log_odds(signs)))
    }

    /// The weights of all signs, by name.
    pub fn entries(&self) -> Vec<(String, f64)> {
        let mut entries: Vec<(String, f64)> =
            self.weights.iter().map(|(name, weight)| (name.clone(), *weight)).collect();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries
    }

    /// With these weights.
    pub fn from_entries(entries: Vec<(String, f64)>) -> OwnPages {
        OwnPages { weights: entries.into_iter().collect() }
    }
}

impl LabelModel {
    /// How probable it is that a page, on which the model found this, is of the kind that the model was learned from; `None` if the
    /// model was learned without other pages to compare with.
    pub fn probability_of_kind(&self, page: &Observed, found: &PageRecords) -> Option<f64> {
        self.own_pages.probability(&self.signs(page, found))
    }

    /// What speaks for a page being of the model's kind, or against it: the names of what is true of it.
    pub fn signs(&self, page: &Observed, found: &PageRecords) -> Vec<String> {
        let mut signs = vec![ALWAYS.to_owned()];
        signs.extend(of_page(page).map(|name| format!("page {name}")));
        self.certainty(found, &mut signs);
        let (mut long, mut all) = (0, 0);
        let mut words: BTreeSet<String> = BTreeSet::new();
        let mut left = MOST_WORDS;
        for (_, leaf) in page.leaves().filter(|(_, leaf)| leaf.image.is_none()) {
            all += leaf.text.len();
            long += if leaf.text.len() >= LONG { leaf.text.len() } else { 0 };
            let of_leaf = Words::new(&leaf.text, SHORT + 1);
            if of_leaf.len() <= SHORT && left > 0 {
                left = left.saturating_sub(of_leaf.len());
                words.extend(of_leaf.iter().filter(|word| has_letters(word)).map(str::to_owned));
            }
        }
        signs.push(format!("running text {}", step(long as f64 / all.max(1) as f64)));
        signs.extend(words.into_iter().map(|word| format!("word {word}")));
        signs
    }

    /// How sure the values and records are.
    fn certainty(&self, found: &PageRecords, signs: &mut Vec<String>) {
        let records = found.records();
        let kind = match found {
            PageRecords::List { .. } => "list",
            PageRecords::Detail(_) => "detail",
        };
        let count = records.len().max(1) as f64;
        let (mut all, mut sure) = (0.0, 0);
        for attribute in self.spaces.attribute_ids() {
            let values = records.iter().flat_map(|record| &record.values);
            let own = values.filter(|value| value.attribute == attribute);
            let mean = own.map(|value| value.probability).sum::<f64>() / count;
            signs.push(format!("{kind} {} {}", self.spaces.name(attribute), step(mean)));
            all += mean;
            sure += usize::from(mean >= 0.5);
        }
        signs.push(format!("{kind} all {}", step(all / self.spaces.attributes.len().max(1) as f64)));
        signs.push(format!("{kind} sure {sure}"));
        if kind == "list" {
            let probable = records.iter().map(|record| record.probability).sum::<f64>() / count;
            signs.push(format!("list records {}", records.len().ilog2()));
            signs.push(format!("list probable {}", step(probable)));
        }
    }
}

fn probability(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The slope and the shift that make log odds those of a calibrated probability (Platt 1999): logistic regression on the odds, where no page
/// is quite certain and both sorts count the same.
fn line(judged: &[(f64, bool)]) -> (f64, f64) {
    const STEPS: usize = 100;
    let count = |own: bool| judged.iter().filter(|(_, of)| *of == own).count() as f64;
    let (own, others) = (count(true), count(false));
    if own == 0.0 || others == 0.0 {
        return (1.0, 0.0);
    }
    let (mut slope, mut shift) = (1.0, 0.0);
    for _ in 0..STEPS {
        // Newton's method. The ridge keeps a step finite where nothing is doubtful.
        let (mut g, mut h) = ([0.0; 2], [1e-6, 0.0, 1e-6]);
        for (odds, of) in judged {
            let (target, weight) = match of {
                true => ((own + 1.0) / (own + 2.0), 1.0 / own),
                false => (1.0 / (others + 2.0), 1.0 / others),
            };
            let p = probability(slope * odds + shift);
            let (error, bend) = (weight * (p - target), weight * p * (1.0 - p));
            g = [g[0] + error * odds, g[1] + error];
            h = [h[0] + bend * odds * odds, h[1] + bend * odds, h[2] + bend];
        }
        let determinant = h[0] * h[2] - h[1] * h[1];
        let step = [(h[2] * g[0] - h[1] * g[1]) / determinant, (h[0] * g[1] - h[1] * g[0]) / determinant];
        if !step.iter().all(|step| step.is_finite()) {
            break;
        }
        // A step of at most 1 keeps Newton's method from leaping out of the valley.
        slope -= step[0].clamp(-1.0, 1.0);
        shift -= step[1].clamp(-1.0, 1.0);
    }
    // Odds that say the opposite say nothing.
    (slope.max(0.0), shift)
}

/// The value of a sign.
fn value(sign: &str) -> f32 {
    if sign.starts_with("word ") { WORD } else { OTHER }
}

/// A share or probability, coarsely.
fn step(share: f64) -> usize {
    STEPS.iter().filter(|limit| share >= **limit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(site: usize, own: bool, signs: &[&str]) -> PageSigns {
        let signs = ["always"].iter().chain(signs).map(|sign| (*sign).to_owned()).collect();
        PageSigns { site: format!("site{site}"), own, signs }
    }

    #[test]
    fn pages_are_told_apart_by_what_several_sites_have_in_common() {
        let mut pages = Vec::new();
        for site in 0..8 {
            pages.push(page(site, true, &["word lens", "detail sure 2"]));
            pages.push(page(site + 8, false, &["word comments", "detail sure 0"]));
        }
        let all: Vec<&PageSigns> = pages.iter().collect();
        let learned = OwnPages::learn(&all, &Training::default()).unwrap();
        let of = |signs: &[&str]| learned.probability(&page(0, true, signs).signs).unwrap();
        let (own, other) = (of(&["word lens", "detail sure 2"]), of(&["word comments", "detail sure 0"]));
        assert!(own > 0.75 && other < 0.25, "{own} {other}");
        let (calibrated, told) = OwnPages::learn_calibrated(&pages, 4, 0.5, &Training::default()).unwrap();
        assert_eq!(told, Told { own: (8, 8), others: (8, 0) });
        assert!(calibrated.probability(&page(0, true, &["word lens", "detail sure 2"]).signs).unwrap() > 0.8);
    }

    #[test]
    fn probabilities_are_those_of_sites_that_were_not_learned_from() {
        // Odds that are two too high for every page: even ones belong to neither sort.
        let judged: Vec<(f64, bool)> =
            (0..200).map(|at| (f64::from(at % 9) - 2.0, (at * 7 % 9) + 1 < at % 9 + 4)).collect();
        let (slope, shift) = line(&judged);
        let mean = |own: bool| {
            let of: Vec<f64> = judged
                .iter()
                .filter(|(_, of)| *of == own)
                .map(|(odds, _)| probability(slope * odds + shift))
                .collect();
            of.iter().sum::<f64>() / of.len() as f64
        };
        // Where both sorts count the same, the means of a calibrated probability add up to one.
        assert!((mean(true) + mean(false) - 1.0).abs() < 0.02, "{} {}", mean(true), mean(false));
    }

    #[test]
    fn without_other_pages_nothing_is_learned() {
        let own = [page(0, true, &["word lens"])];
        let learned = OwnPages::learn(&own.iter().collect::<Vec<_>>(), &Training::default()).unwrap();
        assert_eq!(learned.probability(&own[0].signs), None);
    }
}
