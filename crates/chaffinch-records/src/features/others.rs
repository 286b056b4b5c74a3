//! Compares a region with the other candidates of the page: lists inside its records, larger regions that hold its records, and regions
//! with other boundaries.

use super::Features;
use crate::region::Region;
use chaffinch_core::NodeId;
use chaffinch_survey::{Record, Survey};
use rustc_hash::FxHashMap;

/// Compares each region of a page with all others. A comparison looks at three records only, so that the cost grows with the square of the
/// regions but not with their records.
pub(super) fn measure(survey: &Survey, regions: &[Region], out: &mut [Features]) {
    let summaries: Vec<Summary> = regions.iter().map(|region| Summary::new(survey, region)).collect();
    let likeness: Vec<f32> =
        out.iter().map(|features| features.get("likeness of records").unwrap_or(0.0)).collect();
    let inner = inner_lists(survey, regions, &summaries, &likeness);
    let larger = larger_regions(regions, &summaries);
    let mut by_count: FxHashMap<usize, Vec<&Summary>> = FxHashMap::default();
    for summary in &summaries {
        by_count.entry(summary.records.len()).or_default().push(summary);
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
        let (wider, narrower) = other_boundaries(&summaries[at], &by_count[&summaries[at].records.len()]);
        features.set("text that wider boundaries add", wider.ln());
        features.set("text that narrower boundaries leave out", narrower.ln());
    }
}

/// What a comparison needs to know about a region.
struct Summary<'r> {
    records: &'r [Record],
    /// Three records, at a quarter, half and three quarters of the list.
    sample: [&'r Record; 3],
    /// Where they begin and end.
    bounds: [(NodeId, NodeId); 3],
    /// The characters in all records.
    chars: usize,
    /// The first node of each record.
    begins: Vec<NodeId>,
}

impl<'r> Summary<'r> {
    fn new(survey: &Survey, region: &'r Region) -> Summary<'r> {
        let records = &region.records[..];
        let n = records.len();
        let chars = |record: &Record| record.content(survey).chars;
        let sample = [n / 4, n / 2, 3 * n / 4].map(|at| &records[at]);
        Summary {
            records,
            sample,
            bounds: sample.map(|record| (record.first(), record.end())),
            chars: records.iter().map(chars).sum(),
            begins: records.iter().map(Record::first).collect(),
        }
    }

    /// Where its first and its last record begin, and how many records it has.
    fn span(&self) -> (NodeId, NodeId, usize) {
        (self.begins[0], self.begins[self.begins.len() - 1], self.begins.len())
    }

    /// The records between two nodes; none where one lies across the end.
    fn within(&self, (first, end): (NodeId, NodeId)) -> &'r [Record] {
        if self.begins[self.begins.len() - 1] < first || end <= self.begins[0] {
            return &[];
        }
        let from = self.begins.partition_point(|begin| *begin < first);
        let to = from + self.begins[from..].partition_point(|begin| *begin < end);
        let inside = &self.records[from..to];
        if inside.last().is_some_and(|last| last.end() > end) { &[] } else { inside }
    }
}

/// A region's relation to lists inside its records, and to regions in whose records it is such a list.
#[derive(Debug, Clone, Copy, Default)]
struct Inner {
    /// The share of a record's text that the best list inside covers, times how alike that list's records are.
    covered: f32,
    /// How many records of that list one record of this region holds on average.
    count: f32,
    /// How many records of this region one record of the region around it holds on average.
    part_of: f32,
    /// The share of that record's text which they cover, times how alike the records around are.
    share_of_outer: f32,
}

fn inner_lists(survey: &Survey, regions: &[Region], summaries: &[Summary], likeness: &[f32]) -> Vec<Inner> {
    let mut found = vec![Inner::default(); regions.len()];
    // Where the first and the last record of each region begin, and how many it has: what most pairs differ in.
    let spans: Vec<(NodeId, NodeId, usize)> = summaries.iter().map(Summary::span).collect();
    for (outer, summary) in summaries.iter().enumerate() {
        let total: usize = summary.sample.iter().map(|record| record.content(survey).chars).sum();
        let [one, two, three] = summary.bounds;
        let (first, end) = (one.0.min(two.0).min(three.0), one.1.max(two.1).max(three.1));
        let may_hold = |(begin, last, records): &(NodeId, NodeId, usize)| {
            *records >= summary.records.len() + 2 && *begin < end && first <= *last
        };
        for inner in (0..spans.len()).filter(|at| may_hold(&spans[*at])) {
            let other = &summaries[inner];
            let (one, two) = (other.within(one), other.within(two));
            if one.len() < 2 && two.len() < 2 {
                continue;
            }
            let inside = [one, two, other.within(three)];
            let count = inside.iter().map(|records| records.len()).sum::<usize>() as f32 / 3.0;
            if count < 1.3 || inside.iter().filter(|records| records.len() >= 2).count() < 2 {
                continue;
            }
            const SAMPLE: usize = 30;
            let chars: usize = inside
                .iter()
                .flat_map(|records| records.iter().take(SAMPLE))
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

/// A region compared with the largest region that has all its records and more.
#[derive(Debug, Clone, Copy)]
struct Larger {
    /// How many times as many records the larger region has.
    times: f32,
    /// The mean characters of its additional records, divided by those of the common ones.
    text: f32,
    /// Where in the larger region the common records begin, 0 to 1.
    begins: f32,
}

fn larger_regions(regions: &[Region], summaries: &[Summary]) -> Vec<Larger> {
    let mut holders: FxHashMap<&Record, Vec<usize>> = FxHashMap::default();
    let sampled: Vec<&Record> = summaries.iter().flat_map(|summary| summary.sample).collect();
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
        let own = &summaries[at];
        let holds_all = |other: &usize| own.sample.iter().all(|record| holders[record].contains(other));
        let most = holders[own.sample[0]]
            .iter()
            .filter(|other| summaries[**other].records.len() > own.records.len() && holds_all(other))
            .max_by_key(|other| (summaries[**other].records.len(), usize::MAX - **other));
        let Some(other) = most.map(|other| &summaries[*other]) else {
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

/// Compares a region with those that have the same number of records but other boundaries: how many times as much text the widest one has,
/// and how many times as much text this has as the narrowest.
fn other_boundaries(own: &Summary, as_many: &[&Summary]) -> (f32, f32) {
    let holds = |outer: &Summary, inner: &Summary| {
        outer.bounds.iter().zip(&inner.bounds).all(|(a, b)| a.0 <= b.0 && b.1 <= a.1)
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
