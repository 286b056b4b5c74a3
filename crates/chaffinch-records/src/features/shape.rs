//! Measures of how alike the records are and what they are made of.

use super::{Features, Measured, mean, mode_share, ratio};
use crate::path_sets::PathSets;
use chaffinch_core::{NodeId, NodeKind};
use chaffinch_survey::{Record, Survey};
use chaffinch_trees::TagPaths;
use rustc_hash::{FxBuildHasher, FxHashSet, FxHasher};
use std::borrow::Cow;
use std::hash::{BuildHasher, Hasher};

/// Most records that are compared, spread over the whole list.
const SAMPLE: usize = 40;
/// Most inked nodes of a record that are looked at.
const LEAVES: usize = 200;

/// `by_tags` and `by_classes` are filled with the paths of the region.
pub(super) fn measure(m: &Measured, [by_tags, by_classes]: &mut [PathSets; 2], out: &mut Features) {
    let survey = m.survey;
    let records = &m.region.records;
    let step = records.len().div_ceil(SAMPLE).max(1);
    // The first and the last one are the likeliest not to be records, so both are in the sample.
    let mut sample: Vec<&Record> = records.iter().step_by(step).collect();
    if let Some(last) = records.last().filter(|last| sample.last() != Some(last)) {
        sample.push(last);
    }
    let leaves: Vec<Cow<[NodeId]>> = sample.iter().map(|record| leaves(survey, record)).collect();
    let classes = filled(by_classes, &survey.classes, &leaves);
    let paths = filled(by_tags, &survey.tags, &leaves);

    let repeats: Vec<f32> =
        leaves.iter().zip(paths.iter()).map(|(all, distinct)| ratio(all.len(), distinct.len())).collect();
    out.set_if("repetition inside a record", mean(&repeats));
    let least = repeats.iter().copied().fold(f32::INFINITY, f32::min);
    out.set("least repetition inside a record", least);
    let likeness = likeness(paths);
    out.set_if("likeness of records", mean(&likeness));
    out.set("likeness of the first", likeness.first().copied().unwrap_or(0.0));
    out.set("likeness of the last", likeness.last().copied().unwrap_or(0.0));
    out.set("least likeness", likeness.iter().copied().fold(1.0, f32::min));
    out.set_if("likeness of records by class", mean(&self::likeness(classes)));
    let ends = |pick: fn(&[NodeId]) -> Option<&NodeId>| {
        mode_share(
            leaves.iter().filter_map(|nodes| pick(nodes)).map(|node| survey.tags.path(*node)).collect(),
        )
    };
    out.set_if("records that begin alike", ends(|nodes| nodes.first()));
    out.set_if("records that end alike", ends(|nodes| nodes.last()));
    let titled = leaves.iter().filter(|nodes| nodes.first().is_some_and(|first| stands_out(survey, *first)));
    out.set("records that begin with a link or heading", ratio(titled.count(), leaves.len()));
    let beginnings: FxHashSet<u64> = leaves.iter().map(|nodes| m.hashes.of_nodes(nodes, 3)).collect();
    out.set("records that begin differently", ratio(beginnings.len(), leaves.len()));
    let texts: FxHashSet<u64> = leaves.iter().map(|nodes| m.hashes.of_nodes(nodes, LEAVES)).collect();
    out.set("different records", ratio(texts.len(), leaves.len()));

    let (counts, labels): (Vec<f32>, Vec<u64>) = sample.iter().map(|record| siblings(survey, record)).unzip();
    out.set("siblings a record", mean(&counts).unwrap_or(1.0).max(1.0).ln());
    out.set_if("variation of siblings", super::variation(&counts));
    out.set_if("records made of the same siblings", mode_share(labels));
    out.set("kind of node", kind_of_node(survey, m.region.records[m.region.records.len() / 2].first()));
    let parents: FxHashSet<Option<NodeId>> =
        m.region.records.iter().map(|record| survey.page.node(record.first()).parent).collect();
    out.set("parents against records", ratio(parents.len(), m.region.records.len()));
}

/// The first inked nodes of a record. The survey has those of a single stretch as a slice.
fn leaves<'g>(survey: &'g Survey, record: &Record) -> Cow<'g, [NodeId]> {
    match &record.parts[..] {
        [part] => {
            let inked = survey.inked_in(part);
            Cow::Borrowed(&inked[..inked.len().min(LEAVES)])
        }
        _ => Cow::Owned(record.inked(survey).take(LEAVES).collect()),
    }
}

fn filled<'s>(sets: &'s mut PathSets, by: &TagPaths, leaves: &[Cow<[NodeId]>]) -> &'s PathSets {
    sets.fill(leaves.iter().map(|nodes| nodes.iter().map(|node| by.path(*node))))
}

/// How many siblings a record is made of, at most 50, and a hash of their tags.
fn siblings(survey: &Survey, record: &Record) -> (f32, u64) {
    let mut hasher = FxHasher::default();
    let mut count = 0;
    for root in record.roots(survey.page).take(50) {
        hasher.write_u32(survey.tags.label(root).0 + 1);
        count += 1;
    }
    (count as f32, hasher.finish())
}

/// For each set of paths how much of all records' paths it has, 0 to 1; paths of many records weigh more.
fn likeness(sets: &PathSets) -> Vec<f32> {
    // A path weighs as much as there are sets with it, and nothing if only one set has it.
    let all: usize = sets.counts().sum();
    sets.iter()
        .map(|set| {
            let held: usize = set.iter().map(|path| sets.holders(*path)).sum();
            let rare = set.iter().filter(|path| sets.holders(**path) == 1).count();
            held.saturating_sub(rare) as f32 / all.max(1) as f32
        })
        .collect()
}

/// Whether a text is a link, a heading or bold, as the beginnings of records often are.
fn stands_out(survey: &Survey, node: NodeId) -> bool {
    let page = survey.page;
    page.ancestors(node).take(4).any(|above| {
        matches!(page.name(above), "a" | "b" | "strong" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt")
            || page.layout().and_then(|l| l.style(above)).is_some_and(|style| style.font_weight >= 600)
    })
}

/// For each inked node of a page a hash of its text or of its image's address, by which different records can be counted.
pub(super) struct ShownHashes(Vec<u64>);

impl ShownHashes {
    pub(super) fn of(survey: &Survey) -> ShownHashes {
        let page = survey.page;
        let hash = |node: NodeId| match page.node(node).kind {
            _ if !survey.inked[node.index()] => 0,
            NodeKind::Text => FxBuildHasher.hash_one(page.own_text(node).trim()),
            _ => FxBuildHasher.hash_one(page.attribute(node, "src")),
        };
        ShownHashes(page.ids().map(hash).collect())
    }

    /// One hash of what the first `most` of `nodes` show.
    fn of_nodes(&self, nodes: &[NodeId], most: usize) -> u64 {
        let mut hasher = FxHasher::default();
        nodes.iter().take(most).for_each(|node| hasher.write_u64(self.0[node.index()]));
        hasher.finish()
    }
}

/// A number for the tag that a record begins with. Its size means nothing; the ranker learns what each number says.
fn kind_of_node(survey: &Survey, node: NodeId) -> f32 {
    match survey.page.name(node) {
        "li" => 1.0,
        "tr" => 2.0,
        "div" | "article" | "section" => 3.0,
        "td" | "th" => 4.0,
        "table" | "tbody" | "dl" | "ul" | "ol" => 5.0,
        "p" | "blockquote" | "center" => 6.0,
        "dt" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => 7.0,
        "a" => 8.0,
        "" => 9.0,
        "b" | "strong" | "font" | "span" | "i" | "em" | "big" | "small" => 10.0,
        "img" | "br" | "hr" => 11.0,
        "dd" => 12.0,
        _ => 13.0,
    }
}
