//! The features that a model knows: those that told something on the pages it was learned from.

use crate::features::Names;
use crate::observed::Observed;
use crate::part::LIST_FEATURES;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The features of each table.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    /// Of leaves.
    pub leaf: Known,
    /// Of inner blocks.
    pub block: Known,
    /// Of pairs of neighbours.
    pub pair: Known,
}

/// The known features of one table, numbered by name.
#[derive(Debug, Clone, Default)]
pub struct Known {
    numbers: FxHashMap<Box<str>, u32>,
}

impl Known {
    /// Features with these names, in this order.
    pub fn new(names: Vec<Box<str>>) -> Known {
        Known { numbers: names.into_iter().enumerate().map(|(at, name)| (name, at as u32)).collect() }
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

    /// For each name of a page its number here, if it is known.
    pub fn numbers(&self, names: &Names) -> Vec<Option<u32>> {
        names.all().map(|name| self.numbers.get(name).copied()).collect()
    }
}

/// Chooses features from pages: those seen on `least_pages` pages and `least_sites` sites, and all that are hinted at; those that tell what
/// repeats only with `repetition`.
pub fn vocabulary<'h>(
    pages: &[(&str, &Observed)],
    hints: impl Iterator<Item = &'h Observed>,
    least_pages: usize,
    least_sites: usize,
    repetition: bool,
) -> Vocabulary {
    let hinted: BTreeSet<&str> = hints.flat_map(|hint| hint.features.leaf_names.all()).collect();
    let choose = |names: fn(&Observed) -> &Names| {
        let mut counts: BTreeMap<&str, Count<'_>> = BTreeMap::new();
        for (site, observed) in pages {
            for name in names(observed).all() {
                counts.entry(name).or_default().add(site, least_sites);
            }
        }
        let told = counts.into_iter().filter(|(_, c)| c.pages >= least_pages && c.sites.len() >= least_sites);
        told.map(|(name, _)| name).collect::<BTreeSet<&str>>()
    };
    let known = |names: BTreeSet<&str>| Known::new(names.into_iter().map(Box::from).collect());
    let mut leaf = choose(|observed| &observed.features.leaf_names);
    if !repetition {
        leaf.retain(|name| !LIST_FEATURES.contains(&name.split('=').next().unwrap_or_default()));
    }
    leaf.extend(hinted);
    Vocabulary {
        leaf: known(leaf),
        block: known(choose(|observed| &observed.features.block_names)),
        pair: known(choose(|observed| &observed.features.pair_names)),
    }
}

#[derive(Default)]
struct Count<'s> {
    pages: usize,
    /// The first few sites.
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
