//! All candidate regions of a page.

use crate::anchors::anchored_roots;
use crate::boundaries::ways;
use crate::ground::Ground;
use crate::region::{Origin, Record, Region};
use crate::settings::RecordsSettings;
use rustc_hash::{FxHashMap, FxHashSet};

/// The candidates, each once, those with most content first where there are too many.
pub fn pool(ground: &Ground, settings: &RecordsSettings) -> Vec<Region> {
    let mut pool = Pool { ground, settings, index: FxHashMap::default(), regions: Vec::new() };
    for roots in anchored_roots(ground, settings) {
        for records in ways(ground, &roots.nodes) {
            pool.add(records, Origin::Anchors, roots.votes);
        }
    }
    pool.regions
}

struct Pool<'g, 'p> {
    ground: &'g Ground<'p>,
    settings: &'g RecordsSettings,
    index: FxHashMap<Vec<Record>, usize>,
    regions: Vec<Region>,
}

impl Pool<'_, '_> {
    /// Adds a region, and the same without the records that are unlike most.
    fn add(&mut self, mut records: Vec<Record>, origin: Origin, votes: usize) {
        records.retain(|record| record.parts.iter().any(|part| self.ground.shows(part)));
        let trimmed = self.without_outsiders(&records);
        self.put(records, origin, votes);
        if let Some(trimmed) = trimmed {
            self.put(trimmed, origin, votes);
        }
    }

    fn put(&mut self, records: Vec<Record>, origin: Origin, votes: usize) {
        if records.len() < self.settings.min_records {
            return;
        }
        if let Some(at) = self.index.get(&records) {
            self.regions[*at].votes += votes;
            return;
        }
        self.index.insert(records.clone(), self.regions.len());
        self.regions.push(Region { records, origin, votes });
    }

    /// The records that have enough of what most have; nothing where that is all of them.
    fn without_outsiders(&self, records: &[Record]) -> Option<Vec<Record>> {
        let mut holders: FxHashMap<u32, usize> = FxHashMap::default();
        let paths: Vec<FxHashSet<u32>> = records
            .iter()
            .map(|record| {
                let inked = record.nodes().filter(|node| self.ground.inked[node.index()]);
                inked.map(|node| self.ground.tags.path(node).0).collect()
            })
            .collect();
        for path in paths.iter().flatten() {
            *holders.entry(*path).or_default() += 1;
        }
        let usual = |path: &&u32| holders[*path] * 10 >= records.len() * 6;
        let all = holders.keys().filter(usual).count();
        if all == 0 {
            return None;
        }
        let keep = |set: &FxHashSet<u32>| set.iter().filter(usual).count() * 3 >= all;
        let kept: Vec<Record> =
            records.iter().zip(&paths).filter(|(_, set)| keep(set)).map(|(record, _)| record.clone()).collect();
        (kept.len() < records.len()).then_some(kept)
    }
}
