//! Collects the candidate regions of a page.

use crate::anchors::anchored_roots;
use crate::boundaries::ways;
use crate::depta::depta_regions;
use crate::kin::kin_regions;
use crate::mdr::mdr_regions;
use crate::path_sets::PathSets;
use crate::region::Region;
use crate::settings::{Method, RecordsSettings};
use crate::tag_path_lists::tag_path_regions;
use crate::visual::visual_regions;
use chaffinch_survey::{Record, Survey, names_columns};
use chaffinch_trees::PathId;
use rustc_hash::FxHashMap;

/// The candidates, each once. Where there are too many, those with the most text are kept and come first.
pub fn pool(survey: &Survey, settings: &RecordsSettings) -> Vec<Region> {
    let mut pool = Pool {
        survey,
        settings,
        index: FxHashMap::default(),
        regions: Vec::new(),
        trimmed: Vec::new(),
        sets: PathSets::new(survey.tags.count()),
    };
    for roots in anchored_roots(survey, settings) {
        for records in ways(survey, &roots.nodes) {
            pool.add(records, Method::Auto, roots.votes);
        }
    }
    for records in kin_regions(survey, settings) {
        pool.add(records, Method::Auto, 1);
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

/// The regions that one of the published methods finds.
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
    /// For each region, where the same stands without the records that are unlike most; nothing yet where nobody asked.
    trimmed: Vec<Option<Trimmed>>,
    /// The paths of the region that is looked at.
    sets: PathSets,
}

/// What is left of a region without the records that are unlike most.
#[derive(Clone, Copy)]
enum Trimmed {
    /// Another region.
    Region(usize),
    /// All of it, or too few records for a region.
    Nothing,
}

impl Pool<'_, '_> {
    /// Adds a region, and also the same region without the records that are unlike the others.
    fn add(&mut self, mut records: Vec<Record>, method: Method, votes: usize) {
        records.retain(|record| {
            record.parts.iter().any(|part| self.survey.shows(part)) && !self.is_header(record)
        });
        if records.len() < self.settings.min_records {
            return;
        }
        let known = self.index.get(&records).copied();
        let at = known.unwrap_or_else(|| self.put(records));
        self.vote(at, method, votes);
        let trimmed = match self.trimmed[at] {
            Some(trimmed) => trimmed,
            None => self.trim(at),
        };
        if let Trimmed::Region(trimmed) = trimmed {
            self.vote(trimmed, method, votes);
        }
    }

    fn trim(&mut self, at: usize) -> Trimmed {
        let kept = self.without_outsiders(at);
        let trimmed = match kept.filter(|kept| kept.len() >= self.settings.min_records) {
            Some(kept) => {
                let known = self.index.get(&kept).copied();
                Trimmed::Region(known.unwrap_or_else(|| self.put(kept)))
            }
            None => Trimmed::Nothing,
        };
        self.trimmed[at] = Some(trimmed);
        trimmed
    }

    fn put(&mut self, records: Vec<Record>) -> usize {
        let at = self.regions.len();
        self.index.insert(records.clone(), at);
        self.regions.push(Region { records, found_by: Vec::new(), votes: 0 });
        self.trimmed.push(None);
        at
    }

    fn vote(&mut self, at: usize, method: Method, votes: usize) {
        let region = &mut self.regions[at];
        region.votes += votes;
        if !region.found_by.contains(&method) {
            region.found_by.push(method);
        }
    }

    /// Whether a record is nothing but table rows of column names.
    fn is_header(&self, record: &Record) -> bool {
        record.roots(self.survey.page).all(|root| names_columns(self.survey.page, root))
    }

    /// The records of a region that have enough of its usual tag paths; nothing where all have.
    fn without_outsiders(&mut self, at: usize) -> Option<Vec<Record>> {
        let records = &self.regions[at].records;
        let tags = &self.survey.tags;
        let shown = records.iter().map(|record| record.inked(self.survey).map(|node| tags.path(node)));
        let sets = self.sets.fill(shown);
        let is_usual = |holders: usize| holders as f32 / records.len() as f32 >= self.settings.usual_path;
        let usual = sets.counts().filter(|holders| is_usual(*holders)).count();
        if usual == 0 {
            return None;
        }
        let keep = |set: &[PathId]| {
            let own = set.iter().filter(|path| is_usual(sets.holders(**path))).count();
            own as f32 / usual as f32 >= self.settings.min_usual
        };
        let kept: Vec<Record> = records
            .iter()
            .zip(sets.iter())
            .filter(|(_, set)| keep(set))
            .map(|(record, _)| record.clone())
            .collect();
        (kept.len() < records.len()).then_some(kept)
    }
}
