//! All candidate regions of a page.

use crate::anchors::anchored_roots;
use crate::boundaries::ways;
use crate::depta::depta_regions;
use crate::mdr::mdr_regions;
use crate::path_sets::PathSets;
use crate::region::Region;
use crate::settings::{Method, RecordsSettings};
use crate::tag_path_lists::tag_path_regions;
use crate::visual::visual_regions;
use chaffinch_survey::{Record, Survey, names_columns};
use chaffinch_trees::PathId;
use rustc_hash::FxHashMap;

/// The candidates, each once, those with most content first where there are too many.
pub fn pool(survey: &Survey, settings: &RecordsSettings) -> Vec<Region> {
    let mut pool = Pool { survey, settings, index: FxHashMap::default(), regions: Vec::new() };
    for roots in anchored_roots(survey, settings) {
        for records in ways(survey, &roots.nodes) {
            pool.add(records, Method::Auto, roots.votes);
        }
    }
    for method in [Method::Mdr, Method::Depta, Method::TagPath, Method::Visual] {
        for records in regions_by(survey, settings, method) {
            pool.add(records, method, 1);
        }
    }
    let mut regions = pool.regions;
    if regions.len() > settings.max_candidates {
        let chars = |region: &Region| region.records.iter().map(|r| r.content(survey).chars).sum::<usize>();
        regions.sort_by_cached_key(|region| std::cmp::Reverse((chars(region), region.votes)));
        regions.truncate(settings.max_candidates);
    }
    regions
}

/// The regions that a published method finds.
pub(crate) fn regions_by(survey: &Survey, settings: &RecordsSettings, method: Method) -> Vec<Vec<Record>> {
    let least = settings.min_records;
    match method {
        Method::Auto => Vec::new(),
        Method::Mdr => mdr_regions(survey, &settings.mdr, least),
        Method::Depta => depta_regions(survey, &settings.depta, least),
        Method::TagPath => tag_path_regions(survey, &settings.tag_path, least),
        Method::Visual => visual_regions(survey, &settings.visual, least),
    }
}

struct Pool<'g, 'p> {
    survey: &'g Survey<'p>,
    settings: &'g RecordsSettings,
    index: FxHashMap<Vec<Record>, usize>,
    regions: Vec<Region>,
}

impl Pool<'_, '_> {
    /// Adds a region, and the same without the records that are unlike most.
    fn add(&mut self, mut records: Vec<Record>, method: Method, votes: usize) {
        records.retain(|record| {
            record.parts.iter().any(|part| self.survey.shows(part)) && !self.is_header(record)
        });
        let trimmed = self.without_outsiders(&records);
        self.put(records, method, votes);
        if let Some(trimmed) = trimmed {
            self.put(trimmed, method, votes);
        }
    }

    fn put(&mut self, records: Vec<Record>, method: Method, votes: usize) {
        if records.len() < self.settings.min_records {
            return;
        }
        if let Some(at) = self.index.get(&records) {
            let region = &mut self.regions[*at];
            region.votes += votes;
            if !region.found_by.contains(&method) {
                region.found_by.push(method);
            }
            return;
        }
        self.index.insert(records.clone(), self.regions.len());
        self.regions.push(Region { records, found_by: vec![method], votes });
    }

    /// Whether a record is a row of nothing but column names.
    fn is_header(&self, record: &Record) -> bool {
        record.roots(self.survey.page).all(|root| names_columns(self.survey.page, root))
    }

    /// The records that have enough of what most have; nothing where that is all of them.
    fn without_outsiders(&self, records: &[Record]) -> Option<Vec<Record>> {
        let tags = &self.survey.tags;
        let shown = records.iter().map(|record| record.inked(self.survey).map(|node| tags.path(node)));
        let sets = PathSets::new(tags.count(), shown);
        let is_usual = |holders: usize| holders * 10 >= records.len() * 6;
        let usual = sets.counts().filter(|holders| is_usual(*holders)).count();
        if usual == 0 {
            return None;
        }
        let keep =
            |set: &[PathId]| set.iter().filter(|path| is_usual(sets.holders(**path))).count() * 3 >= usual;
        let kept: Vec<Record> = records
            .iter()
            .zip(sets.iter())
            .filter(|(_, set)| keep(set))
            .map(|(record, _)| record.clone())
            .collect();
        (kept.len() < records.len()).then_some(kept)
    }
}
