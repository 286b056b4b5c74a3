//! How a region stands to the other candidates: what lies inside its records, around them, beside them.

use super::Features;
use crate::region::Region;
use chaffinch_core::NodeId;
use chaffinch_survey::{Record, Survey};
use rustc_hash::FxHashMap;

/// Compares each region of a pool with all others. A comparison looks at three records, so that a pool costs its
/// square whatever the number of records.
pub(super) fn measure(survey: &Survey, regions: &[Region], out: &mut [Features]) {
    let sketches: Vec<Sketch> = regions.iter().map(|region| Sketch::new(survey, region)).collect();
    let likeness: Vec<f32> =
        out.iter().map(|features| features.get("likeness of records").unwrap_or(0.0)).collect();
    let inner = inner_lists(survey, regions, &sketches, &likeness);
    let larger = larger_regions(regions, &sketches);
    let mut by_count: FxHashMap<usize, Vec<&Sketch>> = FxHashMap::default();
    for sketch in &sketches {
        by_count.entry(sketch.records.len()).or_default().push(sketch);
    }
    for (at, features) in out.iter_mut().enumerate() {
        let Inner { covered, count, part_of, share_of_outer } = inner[at];
        features.set("text of lists inside a record", covered);
        features.set("records of a list inside a record", count.max(1.0).ln());
        features.set("lists inside a larger record", part_of.max(1.0).ln());
        features.set("share of the larger record's text", share_of_outer);
        let Larger { times, text, begins } = larger[at];
        features.set("times as many in a larger region", times.ln());
        features.set("text of the additional records", text.max(0.01).ln());
        features.set("in the first part of the larger region", begins);
        let (wider, narrower) = siblings(&sketches[at], &by_count[&sketches[at].records.len()]);
        features.set("text that wider boundaries add", wider.ln());
        features.set("text that narrower boundaries leave out", narrower.ln());
    }
}

/// The parts of a region that others are compared with.
struct Sketch<'r> {
    records: &'r [Record],
    /// Three of the records, spread, and the characters in each.
    sample: [(&'r Record, usize); 3],
    chars: usize,
    /// Where each record begins.
    begins: Vec<NodeId>,
}

impl<'r> Sketch<'r> {
    fn new(survey: &Survey, region: &'r Region) -> Sketch<'r> {
        let records = &region.records[..];
        let n = records.len();
        let chars = |record: &Record| record.content(survey).chars;
        let sample = [n / 4, n / 2, 3 * n / 4].map(|at| (&records[at], chars(&records[at])));
        Sketch {
            records,
            sample,
            chars: records.iter().map(chars).sum(),
            begins: records.iter().map(Record::first).collect(),
        }
    }

    /// The records that lie within a stretch.
    fn within(&self, first: NodeId, end: NodeId) -> &'r [Record] {
        if self.begins[self.begins.len() - 1] < first || end <= self.begins[0] {
            return &[];
        }
        let from = self.begins.partition_point(|begin| *begin < first);
        let to = from + self.begins[from..].partition_point(|begin| *begin < end);
        let inside = &self.records[from..to];
        if inside.last().is_some_and(|last| last.end() > end) { &[] } else { inside }
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Inner {
    /// The share of a record's text that the best list inside the records covers, weighed by its likeness.
    covered: f32,
    /// How many of that list's records stand in one.
    count: f32,
    /// How many records of this region stand in a record of the region that it best divides.
    part_of: f32,
    /// The share of text that they cover there.
    share_of_outer: f32,
}

fn inner_lists(survey: &Survey, regions: &[Region], sketches: &[Sketch], likeness: &[f32]) -> Vec<Inner> {
    let mut found = vec![Inner::default(); regions.len()];
    for (outer, sketch) in sketches.iter().enumerate() {
        let total: usize = sketch.sample.iter().map(|(_, chars)| chars).sum();
        for (inner, other) in sketches.iter().enumerate() {
            if inner == outer || other.records.len() < sketch.records.len() + 2 {
                continue;
            }
            let inside = sketch.sample.map(|(record, _)| other.within(record.first(), record.end()));
            let count = inside.iter().map(|records| records.len()).sum::<usize>() as f32 / 3.0;
            if count < 1.3 || inside.iter().filter(|records| records.len() >= 2).count() < 2 {
                continue;
            }
            const FEW: usize = 30;
            let chars: usize = inside
                .iter()
                .flat_map(|records| records.iter().take(FEW))
                .map(|r| r.content(survey).chars)
                .sum();
            let share = (chars as f32 / total.max(1) as f32).min(1.0);
            if share * likeness[inner] > found[outer].covered {
                found[outer].covered = share * likeness[inner];
                found[outer].count = count;
            }
            if share * likeness[outer] > found[inner].share_of_outer {
                found[inner].share_of_outer = share * likeness[outer];
                found[inner].part_of = count;
            }
        }
    }
    found
}

#[derive(Debug, Clone, Copy)]
struct Larger {
    /// How many times as many records the largest region has that holds all these.
    times: f32,
    /// The mean text of the others there, against the mean text of these.
    text: f32,
    /// Where among them these stand, from 0 to 1.
    begins: f32,
}

fn larger_regions(regions: &[Region], sketches: &[Sketch]) -> Vec<Larger> {
    let mut holders: FxHashMap<&Record, Vec<usize>> = FxHashMap::default();
    let sampled: Vec<&Record> =
        sketches.iter().flat_map(|s| s.sample.iter().map(|(record, _)| *record)).collect();
    for record in sampled {
        holders.entry(record).or_default();
    }
    for (at, region) in regions.iter().enumerate() {
        for record in &region.records {
            if let Some(holders) = holders.get_mut(record) {
                holders.push(at);
            }
        }
    }
    let larger = |at: usize| {
        let own = &sketches[at];
        let holds_all = |other: &usize| own.sample.iter().all(|(record, _)| holders[record].contains(other));
        let most = holders[own.sample[0].0]
            .iter()
            .filter(|other| sketches[**other].records.len() > own.records.len() && holds_all(other))
            .max_by_key(|other| (sketches[**other].records.len(), usize::MAX - **other));
        let Some(other) = most.map(|other| &sketches[*other]) else {
            return Larger { times: 1.0, text: 1.0, begins: 0.0 };
        };
        let extra = (other.records.len() - own.records.len()) as f32;
        let mean = own.chars as f32 / own.records.len() as f32;
        let before = other.records.partition_point(|record| record.first() < own.records[0].first());
        Larger {
            times: other.records.len() as f32 / own.records.len() as f32,
            text: other.chars.saturating_sub(own.chars) as f32 / extra / mean.max(1.0),
            begins: before as f32 / other.records.len() as f32,
        }
    };
    (0..regions.len()).map(larger).collect()
}

/// Against regions with as many records: how much more text the widest around these has, and how much less the
/// narrowest inside them.
fn siblings(own: &Sketch, as_many: &[&Sketch]) -> (f32, f32) {
    let holds = |outer: &Sketch, inner: &Sketch| {
        outer
            .sample
            .iter()
            .zip(&inner.sample)
            .all(|((a, _), (b, _))| a.first() <= b.first() && b.end() <= a.end())
    };
    let text = own.chars.max(1) as f32;
    let (mut wider, mut narrower) = (1.0f32, 1.0f32);
    for other in as_many {
        if holds(other, own) {
            wider = wider.max(other.chars as f32 / text);
        }
        if holds(own, other) {
            narrower = narrower.max(text / other.chars.max(1) as f32);
        }
    }
    (wider.min(50.0), narrower.min(50.0))
}
