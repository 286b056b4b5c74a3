//! Titles: the one mandatory attribute of every domain (section 5 of the paper).
//!
//! Each line of a record is measured as a title; the places that titles take are then voted on, since the titles of
//! a list stand in the same place of their records.

use crate::attributes::within;
use crate::domain::Domain;
use crate::settings::DomainSettings;
use crate::understand::{DomainRecord, Understanding};
use chaffinch_core::{ColumnType, NodeId};
use chaffinch_trees::PathId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// What a line looks like, each from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TitleFeatures {
    /// It stands in a heading.
    pub heading: f32,
    /// It is a link.
    pub link: f32,
    /// It is bold, by markup or style.
    pub bold: f32,
    /// Its letters against the largest of the record.
    pub size: f32,
    /// It comes early: one over its number.
    pub early: f32,
    /// It has the length of a title.
    pub length: f32,
    /// It is an attribute of another kind.
    pub attribute: f32,
    /// It is the same in many records.
    pub common: f32,
    /// Its class or that of the element around it says so.
    pub named: f32,
}

impl TitleFeatures {
    /// The weights, set by hand.
    const WEIGHTS: [f32; 9] = [2.2, 1.8, 0.8, 1.5, 1.0, 1.4, -2.6, -3.0, 1.6];

    /// All of them, in order.
    pub fn values(&self) -> [f32; 9] {
        [
            self.heading,
            self.link,
            self.bold,
            self.size,
            self.early,
            self.length,
            self.attribute,
            self.common,
            self.named,
        ]
    }

    fn score(&self) -> f32 {
        self.values().iter().zip(TitleFeatures::WEIGHTS).map(|(value, weight)| value * weight).sum()
    }
}

/// A line of a record.
struct Line {
    range: Range<usize>,
    place: (PathId, u64),
    score: f32,
}

/// More lines of a record than this are not looked at: its title comes early.
const MOST_LINES: usize = 30;

/// Gives each record its title.
pub(crate) fn find(
    understanding: &Understanding,
    records: &mut [&mut DomainRecord],
    domain: &Domain,
    settings: &DomainSettings,
) {
    let mut lines: Vec<Vec<Line>> = Vec::new();
    let common = common_lines(understanding, records);
    for record in records.iter() {
        lines.push(measured(understanding, record, domain, settings, &common));
    }
    let mut votes: FxHashMap<(PathId, u64), f32> = FxHashMap::default();
    for record in &lines {
        let mut voted = FxHashSet::default();
        for line in record {
            if voted.insert(line.place) {
                *votes.entry(line.place).or_default() += 1.0 / (1.0 + (-line.score + 3.0).exp());
            }
        }
    }
    let all = records.len().max(1) as f32;
    for (record, lines) in records.iter_mut().zip(&lines) {
        let worth = |line: &Line| line.score + 4.0 * votes.get(&line.place).copied().unwrap_or(0.0) / all;
        let mut best: Option<&Line> = None;
        for line in lines {
            if best.is_none_or(|best| worth(line) > worth(best)) {
                best = Some(line);
            }
        }
        record.title = best.map(|line| line.range.clone());
    }
}

/// Lines that stand in more than one record, with how many.
fn common_lines(understanding: &Understanding, records: &[&mut DomainRecord]) -> FxHashMap<String, usize> {
    let stream = &understanding.stream;
    let mut counts = FxHashMap::default();
    for record in records {
        let mut seen = FxHashSet::default();
        for line in stream.lines_of(&stream.of_nodes(&record.nodes)).into_iter().take(MOST_LINES) {
            let text = stream.text()[line].to_lowercase();
            if seen.insert(text.clone()) {
                *counts.entry(text).or_default() += 1;
            }
        }
    }
    counts
}

fn measured(
    understanding: &Understanding,
    record: &DomainRecord,
    domain: &Domain,
    settings: &DomainSettings,
    common: &FxHashMap<String, usize>,
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
        let inside: Vec<NodeId> = page.ancestors(node).take_while(|a| *a >= record.nodes.start).collect();
        let within_any = |names: &[&str]| inside.iter().any(|a| names.contains(&page.name(*a)));
        let near = inside.iter().take(2);
        let named = near.into_iter().any(|a| {
            let class = page.attribute(*a, "class").unwrap_or_default().to_ascii_lowercase();
            ["title", "name", "heading", "headline"].iter().any(|word| class.contains(word))
        });
        let taken = within(attributes, &record.nodes)
            .filter(|(_, found)| found.range.start < range.end && range.start < found.range.end)
            .filter(|(_, found)| {
                let kind = &domain.attributes[found.attribute];
                kind.name != domain.title && kind.kind != ColumnType::Text
            })
            .map(|(_, found)| found.range.len())
            .sum::<usize>();
        let count = text.chars().count();
        let features = TitleFeatures {
            heading: f32::from(within_any(&["h1", "h2", "h3", "h4", "h5", "h6"])),
            link: f32::from(within_any(&["a"])),
            bold: f32::from(
                within_any(&["b", "strong"]) || font(node).is_some_and(|(_, weight)| weight >= 600),
            ),
            size: font(node).map_or(0.5, |(size, _)| size / largest),
            early: 1.0 / (number + 1) as f32,
            length: if count < 3 {
                0.0
            } else if count <= 120 {
                1.0
            } else {
                0.2
            },
            attribute: (taken as f32 / range.len().max(1) as f32).min(1.0),
            common: {
                let shared = common.get(&text.to_lowercase()).copied().unwrap_or(1) - 1;
                f32::from(shared > 2)
            },
            named: f32::from(named),
        };
        let class = inside.first().and_then(|a| page.attribute(*a, "class")).unwrap_or_default();
        lines.push(Line { place: (tree.path(node), hash(class)), score: features.score(), range });
    }
    lines
}

fn hash(text: &str) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}
