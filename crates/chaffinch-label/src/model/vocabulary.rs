//! The features that a model knows: those that occurred often enough on the pages it was learned from.

use crate::learn::{LabelledPage, LearnSettings};
use crate::see::Observed;
use crate::see::features::{FeatureNames, LIST_FEATURES, template_of};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The known features of each table.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    /// Of leaves.
    pub leaf: KnownFeatures,
    /// Of inner blocks.
    pub block: KnownFeatures,
    /// Of pairs of neighbours.
    pub pair: KnownFeatures,
}

/// The known features of one table, and the number of each.
#[derive(Debug, Clone, Default)]
pub struct KnownFeatures {
    numbers: FxHashMap<Box<str>, u32>,
}

impl KnownFeatures {
    /// Features with these names, in this order.
    pub fn new(names: Vec<Box<str>>) -> KnownFeatures {
        KnownFeatures { numbers: names.into_iter().enumerate().map(|(at, name)| (name, at as u32)).collect() }
    }

    /// All names, by number.
    pub fn names(&self) -> Vec<&str> {
        let mut names = vec![""; self.numbers.len()];
        for (name, number) in &self.numbers {
            names[*number as usize] = name;
        }
        names
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// For each feature of a page its number in the model, if the model knows it.
    pub fn numbers(&self, names: &FeatureNames) -> Vec<Option<u32>> {
        names.all().map(|name| self.numbers.get(name).copied()).collect()
    }
}

/// Chooses the features that occur on enough pages and sites, and all features of `hints`.
pub fn vocabulary<'h>(
    pages: &[&LabelledPage],
    hints: impl Iterator<Item = &'h Observed>,
    settings: &LearnSettings,
) -> Vocabulary {
    let sites: BTreeSet<&str> = pages.iter().map(|page| page.site.as_str()).collect();
    let (least_pages, least_sites) = (settings.least_pages, settings.least_sites.min(sites.len()));
    let hinted: BTreeSet<&str> = hints.flat_map(|hint| hint.features.leaf_names.all()).collect();
    let choose = |names: fn(&Observed) -> &FeatureNames| {
        let mut counts: BTreeMap<&str, Count<'_>> = BTreeMap::new();
        for page in pages {
            for name in names(&page.observed).all() {
                counts.entry(name).or_default().add(&page.site, least_sites);
            }
        }
        let enough =
            counts.into_iter().filter(|(_, c)| c.pages >= least_pages && c.sites.len() >= least_sites);
        enough.map(|(name, _)| name).collect::<BTreeSet<&str>>()
    };
    let known = |names: BTreeSet<&str>| KnownFeatures::new(names.into_iter().map(Box::from).collect());
    let mut leaf = choose(|observed| &observed.features.leaf_names);
    if !settings.repetition {
        leaf.retain(|name| !LIST_FEATURES.contains(&template_of(name)));
    }
    leaf.extend(hinted);
    Vocabulary {
        leaf: known(leaf),
        block: known(choose(|observed| &observed.features.block_names)),
        pair: known(choose(|observed| &observed.features.pair_names)),
    }
}

/// Where a feature occurs.
#[derive(Default)]
struct Count<'s> {
    pages: usize,
    /// The first sites, as many as are enough.
    sites: Vec<&'s str>,
}

impl<'s> Count<'s> {
    fn add(&mut self, site: &'s str, enough: usize) {
        self.pages += 1;
        if self.sites.len() < enough && !self.sites.contains(&site) {
            self.sites.push(site);
        }
    }
}
