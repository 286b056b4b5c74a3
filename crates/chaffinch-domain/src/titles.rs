//! Titles: the one mandatory attribute of every domain (section 5 of the paper).
//!
//! Each line of a record is scored as a title. The records of a list have their titles at the same path, so the lines then
//! vote for their paths.

use crate::attributes::within;
use crate::domain::Domain;
use crate::settings::DomainSettings;
use crate::understand::{DomainRecord, Understanding};
use chaffinch_core::{ColumnType, NodeId, TextMap, TextSet};
use chaffinch_trees::PathId;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::ops::Range;

/// What a line looks like, each from 0 to 1; or how much each of these speaks for a title.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TitleFeatures {
    /// It stands in a heading.
    pub heading: f32,
    /// It is a link.
    pub link: f32,
    /// It is bold, by markup or style.
    pub bold: f32,
    /// Its font size as a share of the largest in the record.
    pub size: f32,
    /// It comes early: 1 for the first line, 1/2 for the second, and so on.
    pub early: f32,
    /// It is as long as titles are.
    pub length: f32,
    /// The share of it that other attributes take.
    pub attribute: f32,
    /// It is the same in several records.
    pub common: f32,
    /// A class around it names it a title.
    pub named: f32,
}

impl TitleFeatures {
    fn score(&self, weights: &TitleFeatures) -> f32 {
        self.heading * weights.heading
            + self.link * weights.link
            + self.bold * weights.bold
            + self.size * weights.size
            + self.early * weights.early
            + self.length * weights.length
            + self.attribute * weights.attribute
            + self.common * weights.common
            + self.named * weights.named
    }
}

/// A line of a record.
struct Line {
    range: Range<usize>,
    /// Its tag path, and a hash of the class around it.
    path: (PathId, u64),
    score: f32,
}

/// How many lines of a record are looked at: its title comes early.
const MOST_LINES: usize = 30;

/// Gives each record its title.
pub(crate) fn find(
    understanding: &Understanding,
    records: &mut [&mut DomainRecord],
    domain: &Domain,
    settings: &DomainSettings,
) {
    let common = common_lines(understanding, records);
    let lines = records.iter().map(|record| measured(understanding, record, domain, settings, &common));
    let lines: Vec<Vec<Line>> = lines.collect();
    let mut votes: TextMap<(PathId, u64), f32> = TextMap::default();
    for record in &lines {
        let mut voted = TextSet::default();
        for line in record {
            if voted.insert(line.path) {
                // Close to 1 for a line that looks like a title, and 1/2 at a score of 3.
                *votes.entry(line.path).or_default() += 1.0 / (1.0 + (-line.score + 3.0).exp());
            }
        }
    }
    let all = records.len().max(1) as f32;
    for (record, lines) in records.iter_mut().zip(&lines) {
        let worth = |line: &Line| {
            line.score + settings.thresholds.title_votes * votes.get(&line.path).copied().unwrap_or(0.0) / all
        };
        let mut best: Option<&Line> = None;
        for line in lines {
            if best.is_none_or(|best| worth(line) > worth(best)) {
                best = Some(line);
            }
        }
        record.title = best.map(|line| line.range.clone());
    }
}

/// In how many records each line stands.
fn common_lines(understanding: &Understanding, records: &[&mut DomainRecord]) -> TextMap<String, usize> {
    let stream = &understanding.stream;
    let mut counts = TextMap::default();
    for record in records {
        let mut seen = TextSet::default();
        for line in stream.lines_of(&stream.of_nodes(&record.nodes)).into_iter().take(MOST_LINES) {
            let text = stream.text()[line].to_lowercase();
            if seen.insert(text.clone()) {
                *counts.entry(text).or_default() += 1;
            }
        }
    }
    counts
}

/// The lines of a record, each with its score as a title.
fn measured(
    understanding: &Understanding,
    record: &DomainRecord,
    domain: &Domain,
    settings: &DomainSettings,
    common: &TextMap<String, usize>,
) -> Vec<Line> {
    let Understanding { tree, stream, attributes, .. } = understanding;
    let page = tree.page;
    let mut lines = Vec::new();
    let all: Vec<Range<usize>> =
        stream.lines_of(&stream.of_nodes(&record.nodes)).into_iter().take(MOST_LINES).collect();
    let font = |node: NodeId| {
        let layout = page.layout().filter(|_| settings.visual)?;
        let style = layout.style(page.node(node).parent?)?;
        Some((style.font_size, style.font_weight))
    };
    let first_node = |range: &Range<usize>| stream.nodes(range).next().map(|(node, _)| node);
    let largest =
        all.iter().filter_map(|line| font(first_node(line)?)).map(|(size, _)| size).fold(1.0, f32::max);
    for (number, range) in all.into_iter().enumerate() {
        let Some(node) = first_node(&range) else { continue };
        let text = &stream.text()[range.clone()];
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        if letters < 2 {
            continue;
        }
        // The elements of the record around the line, innermost first.
        let inside: Vec<NodeId> = page.ancestors(node).take_while(|a| *a >= record.nodes.start).collect();
        let within_any = |names: &[&str]| inside.iter().any(|a| names.contains(&page.name(*a)));
        let named = inside.iter().take(2).any(|a| {
            let class = page.attribute(*a, "class").unwrap_or_default().to_ascii_lowercase();
            ["title", "name", "heading", "headline"].iter().any(|word| class.contains(word))
        });
        let taken = within(attributes, &record.nodes)
            .filter(|(_, found)| found.range.start < range.end && range.start < found.range.end)
            .filter(|(_, found)| {
                let attribute = &domain[found.kind];
                attribute.name != domain.title && attribute.column_type != ColumnType::Text
            })
            .map(|(_, found)| found.range.len())
            .sum::<usize>();
        let count = text.chars().count();
        let features = TitleFeatures {
            heading: f32::from(inside.iter().any(|a| page.is_heading(*a))),
            link: f32::from(within_any(&["a"])),
            bold: f32::from(
                within_any(&["b", "strong"]) || font(node).is_some_and(|(_, weight)| weight >= 600),
            ),
            size: font(node).map_or(0.5, |(size, _)| size / largest),
            early: 1.0 / (number + 1) as f32,
            length: match count {
                0..3 => 0.0,
                3..=120 => 1.0,
                _ => 0.2,
            },
            attribute: (taken as f32 / range.len().max(1) as f32).min(1.0),
            common: f32::from(common.get(&text.to_lowercase()).is_some_and(|records| *records > 3)),
            named: f32::from(named),
        };
        let class = inside.first().and_then(|a| page.attribute(*a, "class")).unwrap_or_default();
        let score = features.score(&settings.thresholds.title);
        lines.push(Line { path: (tree.path(node), FxBuildHasher.hash_one(class)), score, range });
    }
    lines
}
