//! A page, understood: from annotations by rules to data areas, records and their attributes.

use crate::alternatives::Segmentation;
use crate::annotate::{Annotation, annotate};
use crate::attributes::{AttributeIndex, Coverage, FoundAttribute, is_mentioned, within};
use crate::domain::Domain;
use crate::facts;
use crate::parts;
use crate::places::Places;
use crate::positions;
use crate::rank::rank;
use crate::rulebook::{ALIGNMENT, ATTRIBUTES};
use crate::segment::{by_clusters, by_score};
use crate::settings::DomainSettings;
use crate::sieve::Sieve;
use crate::titles;
use crate::tree::{Tree, value};
use chaffinch_core::{NodeId, Page};
use chaffinch_rules::{Budget, Database, Program, Value};
use chaffinch_survey::{Shown, Stream, Survey, is_read_unseen};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;
use std::time::{Duration, Instant};

/// All that was made of a page.
pub struct Understanding<'s, 'p> {
    /// The page's tree.
    pub tree: Tree<'s, 'p>,
    /// The page's text.
    pub stream: Cow<'s, Stream>,
    /// The annotations.
    pub annotations: Vec<Annotation>,
    /// The possible attributes.
    pub attributes: Vec<FoundAttribute>,
    /// The facts that the rules started from and those that they derived.
    pub facts: Database,
    /// The data areas, best first.
    pub areas: Vec<DataArea>,
    /// The time it took to annotate the page.
    pub annotating: Duration,
    /// The time that the rules and all that is around them took.
    pub reasoning: Duration,
    /// Records that were considered and rejected, with the group of attributes of which they lack all.
    pub near_misses: Vec<NearMiss>,
}

/// A data area: a list of records.
#[derive(Debug, Clone)]
pub struct DataArea {
    /// The node that holds all records.
    pub root: NodeId,
    /// The records, in document order.
    pub records: Vec<DomainRecord>,
    /// What speaks for it, in the domain's weights.
    pub worth: i64,
}

/// A record: a stretch of siblings, and its attributes.
#[derive(Debug, Clone)]
pub struct DomainRecord {
    /// Its number among all records of the page; the rules know it by this.
    pub number: usize,
    /// Its nodes.
    pub nodes: Range<NodeId>,
    /// For each attribute of the domain, what the record has.
    pub values: Vec<Vec<Assigned>>,
    /// What belongs to it, such as a dissent to an opinion: the record leads there, too.
    pub parts: Vec<Range<NodeId>>,
    /// Its title.
    pub title: Option<Range<usize>>,
}

/// An attribute of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assigned {
    /// One that was annotated, by its number.
    Found(usize),
    /// One that stands where sibling records have theirs: a stretch of the page's text.
    ByPosition(Range<usize>),
}

/// A stretch that would be a record but for a constraint.
#[derive(Debug, Clone)]
pub struct NearMiss {
    /// Its nodes.
    pub nodes: Range<NodeId>,
    /// The attributes, of which it should have one.
    pub lacks: Vec<usize>,
}

/// Understands a page with a domain's knowledge.
pub fn understand<'s, 'p>(
    survey: &'s Survey<'p>,
    domain: &Domain,
    settings: &DomainSettings,
) -> Understanding<'s, 'p> {
    let on_screen = understand_what_is(Shown::OnScreen, survey, domain, settings);
    if !settings.hidden || !on_screen.areas.is_empty() {
        return on_screen;
    }
    let by_script = understand_what_is(Shown::ByScript, survey, domain, settings);
    if by_script.areas.is_empty() { on_screen } else { by_script }
}

fn understand_what_is<'s, 'p>(
    shown: Shown,
    survey: &'s Survey<'p>,
    domain: &Domain,
    settings: &DomainSettings,
) -> Understanding<'s, 'p> {
    let begin = Instant::now();
    let stream = match shown {
        Shown::OnScreen => Cow::Borrowed(survey.stream()),
        Shown::ByScript => Cow::Owned(Stream::new(survey.page, shown)),
    };
    let annotations = annotate(survey.page, &stream, domain);
    let annotating = begin.elapsed();
    let tree = Tree::new(survey, shown);
    let mut facts = Database::default();
    let attributes = attribute_model(&tree, &stream, shown, &annotations, domain, settings, &mut facts);
    let segments = if settings.alternatives {
        by_score(&tree, &stream, &attributes, domain, settings, &mut facts)
    } else {
        by_clusters(&tree, &attributes, domain, settings, &mut facts)
    };
    let index = AttributeIndex::new(&attributes, domain);
    let sieve = Sieve::new(&tree, &index, domain);
    let mut lists = Vec::new();
    for mut segmentation in segments {
        let mut excused = vec![false; segmentation.records.len()];
        if settings.positions {
            excused = positions::add_kin(&tree, &mut segmentation, &sieve, &index, domain);
        }
        let mut parts = vec![Vec::new(); segmentation.records.len()];
        if settings.alternatives {
            (excused, parts) = parts::join(&tree, &mut segmentation, excused, &sieve, &index, domain);
        }
        lists.push(List { segmentation, excused, parts });
    }
    let mut understanding = Understanding {
        tree,
        stream,
        annotations,
        attributes,
        facts,
        areas: Vec::new(),
        annotating,
        reasoning: Duration::ZERO,
        near_misses: Vec::new(),
    };
    align(&mut understanding, lists, domain, settings);
    understanding.reasoning = begin.elapsed() - annotating;
    understanding
}

/// Runs a phase of the rules.
pub(crate) fn run(program: &Program, facts: &mut Database, tree: &Tree, settings: &DomainSettings) {
    // A run that is cut short leaves what it derived; the page then has fewer records, not wrong ones.
    let _ = program.run(facts, &tree.hosts(), Budget { steps: settings.max_steps });
}

/// Section 2.2: the annotations that are attributes.
fn attribute_model(
    tree: &Tree,
    stream: &Stream,
    shown: Shown,
    annotations: &[Annotation],
    domain: &Domain,
    settings: &DomainSettings,
    facts: &mut Database,
) -> Vec<FoundAttribute> {
    facts::add_domain(facts, domain, settings);
    facts::add_annotations(facts, annotations, domain);
    run(&ATTRIBUTES, facts, tree, settings);
    let types: FxHashMap<Value, usize> = (0..domain.attributes.len())
        .map(|number| (facts.symbol(&domain.attributes[number].name), number))
        .collect();
    let rows: Vec<(usize, usize)> = facts
        .rows("attribute")
        .filter_map(|row| Some((facts::annotation_of(row[0])?, *types.get(&row[1])?)))
        .collect();
    let mut found: Vec<FoundAttribute> = rows
        .into_iter()
        .filter_map(|(number, kind)| FoundAttribute::new(kind, number, &annotations[number]))
        .collect();
    if settings.visual
        && shown == Shown::OnScreen
        && let Some(layout) = tree.page.layout()
    {
        // What takes no room on the screen is not seen, and is no attribute.
        let on_screen = |node: NodeId| layout.rect(node).is_some_and(|rect| !rect.is_empty());
        let seen = |node: NodeId| on_screen(node) || is_read_unseen(tree.page, node);
        found.retain(|attribute| attribute.range.is_empty() || seen(attribute.node));
    }
    found.sort_by_key(|attribute| (attribute.node, attribute.range.start, attribute.attribute));
    if settings.alternatives {
        let coverage = Coverage::of(stream, &found);
        found.retain(|attribute| !is_mentioned(stream, &coverage, attribute, domain));
    }
    found
}

/// A segmentation with which of its records lack what every record needs, and the parts of each.
struct List {
    segmentation: Segmentation,
    excused: Vec<bool>,
    parts: Vec<Vec<Range<NodeId>>>,
}

/// Section 3.3: attributes to records, constraints, and the choice where there are several.
fn align(understanding: &mut Understanding, lists: Vec<List>, domain: &Domain, settings: &DomainSettings) {
    let mut records: Vec<(usize, DomainRecord)> = Vec::new();
    let (mut segments, mut excused) = (Vec::new(), Vec::new());
    for (area, list) in lists.into_iter().enumerate() {
        for (nodes, parts) in list.segmentation.records.iter().zip(list.parts) {
            let (number, values) = (records.len(), vec![Vec::new(); domain.attributes.len()]);
            let nodes = nodes.clone();
            records.push((area, DomainRecord { number, nodes, values, parts, title: None }));
        }
        segments.push(list.segmentation);
        excused.extend(list.excused);
    }
    if settings.titles {
        for area in 0..segments.len() {
            let mut own: Vec<&mut DomainRecord> =
                records.iter_mut().filter(|(of, _)| *of == area).map(|(_, record)| record).collect();
            titles::find(understanding, &mut own, domain, settings);
        }
    }
    let Understanding { tree, stream, attributes, facts, .. } = understanding;
    for (area, record) in &records {
        let number = facts::record(record.number);
        facts.add("segmented", &[number]);
        facts.add("of", &[number, Value::Number(*area as i64)]);
        if excused[record.number] {
            facts.add("excused", &[number]);
        }
        for root in roots(tree.page, &record.nodes) {
            facts.add("member", &[number, value(root)]);
        }
    }
    for (area, segmentation) in segments.iter().enumerate() {
        let some = segmentation.records.len().div_ceil(SOME).max(settings.min_records);
        facts.add("some", &[Value::Number(area as i64), Value::Number(some as i64)]);
    }
    facts::add_attribute_nodes(facts, attributes, domain);
    let places: Vec<Option<Places>> = segments
        .iter()
        .map(|segmentation| {
            let all = segmentation.records.iter();
            settings.positions.then(|| Places::new(tree, stream, attributes, all, domain))
        })
        .collect();
    for (area, record) in &records {
        for (number, attribute) in within(attributes, &record.nodes) {
            let rank = rank(tree, stream, attribute, record, places[*area].as_ref(), domain, settings);
            let row = [facts::attribute(number), facts::record(record.number), Value::Number(rank)];
            facts.add("rank", &row);
        }
    }
    run(&ALIGNMENT, facts, tree, settings);
    let mut accepted = vec![false; records.len()];
    for row in facts.rows("record") {
        if let Some(number) = facts::record_of(row[0]) {
            accepted[number] = true;
        }
    }
    for row in facts.rows("recordAttribute") {
        if let (Some(attribute), Some(record)) = (facts::attribute_of(row[0]), facts::record_of(row[1])) {
            records[record].1.values[attributes[attribute].attribute].push(Assigned::Found(attribute));
        }
    }
    let name = |at: &usize| (facts.symbol(&domain.attributes[*at].name), *at);
    let expected: Vec<(Value, usize)> = domain.expected.iter().map(name).collect();
    let violated = facts.rows("violated").filter_map(|row| {
        let group = domain.required.get(facts::plain(row[1])? as usize)?;
        Some((facts::record_of(row[0])?, group.clone()))
    });
    let lacking = facts.rows("lacking").filter_map(|row| {
        let attribute = expected.iter().find(|(name, _)| *name == row[1])?.1;
        Some((facts::record_of(row[0])?, vec![attribute]))
    });
    for (record, lacks) in violated.chain(lacking).filter(|(record, _)| !accepted[*record]) {
        understanding.near_misses.push(NearMiss { nodes: records[record].1.nodes.clone(), lacks });
    }
    let mut areas: Vec<Vec<DomainRecord>> = vec![Vec::new(); segments.len()];
    for (area, record) in records.into_iter().filter(|(_, record)| accepted[record.number]) {
        areas[area].push(record);
    }
    for (mut records, segmentation) in areas.into_iter().zip(&segments) {
        let least =
            if understanding.areas.is_empty() { settings.min_records } else { settings.min_more_records };
        if records.len() < least && !single(segmentation, settings) {
            continue;
        }
        for record in &mut records {
            for values in &mut record.values {
                values.sort_by_key(|assigned| match assigned {
                    Assigned::Found(number) => *number,
                    Assigned::ByPosition(_) => usize::MAX,
                });
            }
        }
        if settings.positions {
            positions::fill(understanding, &mut records, domain);
        }
        let first = records.first().map_or(NodeId::DOCUMENT, |record| record.nodes.start);
        let last = records.last().map_or(first, |record| record.nodes.start);
        let root = understanding.tree.page.common_ancestor(first, last);
        let root =
            if root == first { understanding.tree.page.node(root).parent.unwrap_or(root) } else { root };
        let worth = segmentation.worth.iter().sum();
        understanding.areas.push(DataArea { root, records, worth });
    }
}

/// One in so many records of a list has what is expected of all: fewer have it by chance.
const SOME: usize = 5;

/// The paper takes the only mandatory node of a page for a record; a choice by scores asks for more.
fn single(segmentation: &Segmentation, settings: &DomainSettings) -> bool {
    !settings.alternatives && segmentation.records.len() == 1
}

/// The topmost nodes of a stretch of siblings.
pub(crate) fn roots(page: &Page, nodes: &Range<NodeId>) -> Vec<NodeId> {
    page.siblings(nodes.clone()).collect()
}
