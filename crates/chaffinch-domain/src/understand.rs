//! A page, understood: from annotations by rules to data areas, records and their attributes.

use crate::alternatives::Segmentation;
use crate::annotate::{Annotation, annotate};
use crate::attributes::{Coverage, FoundAttribute, is_only_mentioned, within};
use crate::domain::Domain;
use crate::evidence::weigh;
use crate::facts::{self, InRules};
use crate::ids::{AnnotationId, AreaId, AttributeId, AttributeKind, RecordId};
use crate::positions;
use crate::rank::rank;
use crate::rulebook::Phase;
use crate::segment::{by_clusters, by_score};
use crate::settings::{DomainSettings, Thresholds};
use crate::sieve::Sieve;
use crate::split_records;
use crate::titles;
use crate::tree::Tree;
use crate::usual_paths::UsualPaths;
use crate::worth::Evidence;
use chaffinch_core::NodeId;
use chaffinch_rules::{Budget, Database, Value};
use chaffinch_survey::{Shown, Stream, Survey, is_read_unseen};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;
use std::time::{Duration, Instant};

/// All that was found out about a page.
pub struct Understanding<'s, 'p> {
    /// The page's tree.
    pub tree: Tree<'s, 'p>,
    /// The page's text.
    pub stream: Cow<'s, Stream>,
    /// The annotations.
    pub annotations: Vec<Annotation>,
    /// The possible attributes, in document order.
    pub attributes: Vec<FoundAttribute>,
    /// The facts that the rules started from and those that they derived.
    pub facts: Database,
    /// The data areas, best first.
    pub areas: Vec<DataArea>,
    /// The time it took to annotate the page.
    pub annotating: Duration,
    /// The time that everything after that took: mostly the rules.
    pub reasoning: Duration,
    /// Stretches that would be records but for a constraint.
    pub near_misses: Vec<NearMiss>,
    /// What chose each segmentation, and what divided it into data areas.
    pub(crate) choices: Vec<Database>,
    /// How probable the data areas are, and why.
    pub(crate) evidence: Database,
    /// Whether the page has more annotations than are read, or its rules more to do than they may.
    pub(crate) is_cut: bool,
    /// The thresholds it was understood with.
    pub(crate) thresholds: Thresholds,
}

/// A data area: a list of records.
#[derive(Debug, Clone)]
pub struct DataArea {
    /// The node that holds all records.
    pub root: NodeId,
    /// The records, in document order.
    pub records: Vec<DomainRecord>,
    /// How much speaks for it, in the domain's weights.
    pub worth: i64,
    /// The numbers of what chose it among all segmentations and of what divided these into areas.
    pub(crate) choice: Option<[usize; 2]>,
}

/// A record: a stretch of siblings, and its attributes.
#[derive(Debug, Clone)]
pub struct DomainRecord {
    /// How the rules know it.
    pub id: RecordId,
    /// Its nodes.
    pub nodes: Range<NodeId>,
    /// For each attribute of the domain, the record's values.
    pub values: Vec<Vec<Assigned>>,
    /// Other stretches that belong to it, such as the dissent to an opinion; their links are links of the record, too.
    pub other_pieces: Vec<Range<NodeId>>,
    /// Its title, as bytes of the stream.
    pub title: Option<Range<usize>>,
}

/// An attribute of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assigned {
    /// One that was annotated.
    Found(AttributeId),
    /// One that stands where sibling records have theirs, as bytes of the stream.
    ByPosition(Range<usize>),
}

/// A stretch that would be a record but for a constraint.
#[derive(Debug, Clone)]
pub struct NearMiss {
    /// Its nodes.
    pub nodes: Range<NodeId>,
    /// The attributes of which it should have one.
    pub lacks: Vec<AttributeKind>,
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
    let (annotations, mut is_cut) = annotate(survey.page, &stream, domain);
    let annotating = begin.elapsed();
    let tree = Tree::new(survey, shown);
    let mut facts = Database::default();
    let attributes = attribute_model(&tree, &stream, shown, &annotations, domain, settings, &mut facts);
    let sieve = Sieve::new(Evidence::new(&tree, &attributes, domain, settings.thresholds));
    let mut choices = Vec::new();
    let segments = if settings.alternatives {
        by_score(&sieve, &stream, settings, &mut choices)
    } else {
        let areas = by_clusters(&sieve, &attributes, settings, &mut facts);
        areas.into_iter().map(|area| (area, None)).collect()
    };
    let mut lists = Vec::new();
    for (mut segmentation, choice) in segments {
        let mut excused = vec![false; segmentation.records.len()];
        if settings.positions {
            excused = positions::add_lookalikes(&sieve, &mut segmentation);
        }
        let mut other_pieces = vec![Vec::new(); segmentation.records.len()];
        if settings.alternatives {
            (excused, other_pieces) = split_records::join(&sieve, &mut segmentation, excused);
        }
        lists.push(List { segmentation, choice, excused, other_pieces });
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
        choices,
        evidence: Database::default(),
        is_cut: false,
        thresholds: settings.thresholds,
    };
    align(&mut understanding, lists, domain, settings);
    understanding.evidence = weigh(&understanding, domain, settings);
    let was_cut = |facts: &Database| facts.rows("cutShort").next().is_some();
    is_cut |= was_cut(&understanding.facts) || was_cut(&understanding.evidence);
    is_cut |= understanding.choices.iter().any(was_cut);
    understanding.is_cut = is_cut;
    understanding.reasoning = begin.elapsed() - annotating;
    understanding
}

/// Runs a phase of the rules.
pub(crate) fn run(phase: Phase, facts: &mut Database, tree: &Tree, settings: &DomainSettings) {
    let program = settings.rules.program(phase);
    // A run that is cut short keeps what it has derived: the page then has fewer records, not wrong ones.
    if program.run(facts, &tree.hosts(), Budget { steps: settings.max_steps }).is_err() {
        facts.add("cutShort", &[]);
    }
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
    run(Phase::Attributes, facts, tree, settings);
    let kinds: FxHashMap<Value, AttributeKind> =
        domain.kinds().map(|(kind, attribute)| (facts.symbol(&attribute.name), kind)).collect();
    let mut found: Vec<FoundAttribute> = facts
        .rows("attribute")
        .filter_map(|row| {
            let annotation = AnnotationId::of(row[0])?;
            FoundAttribute::new(*kinds.get(&row[1])?, annotation, &annotations[annotation.index()])
        })
        .collect();
    if settings.visual
        && shown == Shown::OnScreen
        && let Some(layout) = tree.page.layout()
    {
        // Text that takes no room on the screen is not seen, and is no attribute.
        let on_screen = |node: NodeId| layout.rect(node).is_some_and(|rect| !rect.is_empty());
        let seen = |node: NodeId| on_screen(node) || is_read_unseen(tree.page, node);
        found.retain(|attribute| attribute.range.is_empty() || seen(attribute.node));
    }
    found.sort_by_key(|attribute| (attribute.node, attribute.range.start, attribute.kind));
    if settings.alternatives {
        let coverage = Coverage::of(stream, &found);
        found.retain(|one| !is_only_mentioned(stream, &coverage, one, domain, &settings.thresholds));
    }
    found
}

/// A segmentation; for each of its records whether it need not satisfy the constraints, and its other pieces.
struct List {
    segmentation: Segmentation,
    /// The numbers of what chose it and of what divided it.
    choice: Option<[usize; 2]>,
    excused: Vec<bool>,
    other_pieces: Vec<Vec<Range<NodeId>>>,
}

/// Section 3.3: gives attributes to records, checks the constraints, and chooses where a record has several of a kind.
fn align(understanding: &mut Understanding, lists: Vec<List>, domain: &Domain, settings: &DomainSettings) {
    let mut records: Vec<(AreaId, DomainRecord)> = Vec::new();
    let (mut segments, mut choices, mut excused) = (Vec::new(), Vec::new(), Vec::new());
    for (area, list) in lists.into_iter().enumerate() {
        for (nodes, other_pieces) in list.segmentation.records.iter().zip(list.other_pieces) {
            let id = RecordId::from_index(records.len());
            let values = vec![Vec::new(); domain.attributes.len()];
            let record = DomainRecord { id, nodes: nodes.clone(), values, other_pieces, title: None };
            records.push((AreaId::from_index(area), record));
        }
        segments.push(list.segmentation);
        choices.push(list.choice);
        excused.extend(list.excused);
    }
    if settings.titles {
        for area in 0..segments.len() {
            let mut own: Vec<&mut DomainRecord> =
                records.iter_mut().filter(|(of, _)| of.index() == area).map(|(_, record)| record).collect();
            titles::find(understanding, &mut own, domain, settings);
        }
    }
    let Understanding { tree, stream, attributes, facts, .. } = understanding;
    for (area, record) in &records {
        let id = record.id.value();
        facts.add("segmented", &[id]);
        facts.add("of", &[id, facts::number(area.index())]);
        if excused[record.id.index()] {
            facts.add("excused", &[id]);
        }
        for root in tree.page.siblings(record.nodes.clone()) {
            facts.add("member", &[id, root.value()]);
        }
    }
    for (area, segmentation) in segments.iter().enumerate() {
        let one_of = settings.thresholds.expected_in_one_of;
        let some = segmentation.records.len().div_ceil(one_of).max(settings.min_records);
        facts.add("some", &[facts::number(area), facts::number(some)]);
    }
    facts::add_attribute_nodes(facts, attributes, domain);
    let paths: Vec<Option<UsualPaths>> = segments
        .iter()
        .map(|segmentation| {
            let all = segmentation.records.iter();
            settings.positions.then(|| UsualPaths::new(tree, stream, attributes, all, domain))
        })
        .collect();
    for (area, record) in &records {
        for (id, attribute) in within(attributes, &record.nodes) {
            let rank = rank(tree, stream, attribute, record, paths[area.index()].as_ref(), domain, settings);
            facts.add("rank", &[id.value(), record.id.value(), Value::Number(rank)]);
        }
    }
    run(Phase::Alignment, facts, tree, settings);
    let mut accepted = vec![false; records.len()];
    for row in facts.rows("record") {
        if let Some(record) = RecordId::of(row[0]) {
            accepted[record.index()] = true;
        }
    }
    for row in facts.rows("recordAttribute") {
        if let (Some(attribute), Some(record)) = (AttributeId::of(row[0]), RecordId::of(row[1])) {
            let kind = attributes[attribute.index()].kind;
            records[record.index()].1.values[kind.index()].push(Assigned::Found(attribute));
        }
    }
    let with_symbol = |kind: &AttributeKind| (facts::symbol(facts, domain, *kind), *kind);
    let expected: Vec<(Value, AttributeKind)> = domain.expected.iter().map(with_symbol).collect();
    let violated = facts.rows("violated").filter_map(|row| {
        let group = domain.required.get(facts::index_of(row[1])?)?;
        Some((RecordId::of(row[0])?, group.clone()))
    });
    let lacking = facts.rows("lacking").filter_map(|row| {
        let kind = expected.iter().find(|(symbol, _)| *symbol == row[1])?.1;
        Some((RecordId::of(row[0])?, vec![kind]))
    });
    for (record, lacks) in violated.chain(lacking).filter(|(record, _)| !accepted[record.index()]) {
        understanding.near_misses.push(NearMiss { nodes: records[record.index()].1.nodes.clone(), lacks });
    }
    let mut areas: Vec<Vec<DomainRecord>> = vec![Vec::new(); segments.len()];
    for (area, record) in records.into_iter().filter(|(_, record)| accepted[record.id.index()]) {
        areas[area.index()].push(record);
    }
    for ((mut records, segmentation), choice) in areas.into_iter().zip(&segments).zip(choices) {
        let least =
            if understanding.areas.is_empty() { settings.min_records } else { settings.min_more_records };
        // The paper takes the only mandatory node of a page for a record; the choice by scores asks for more.
        let is_lone = !settings.alternatives && segmentation.records.len() == 1;
        if records.len() < least && !is_lone {
            continue;
        }
        for record in &mut records {
            for values in &mut record.values {
                values.sort_by_key(|assigned| match assigned {
                    Assigned::Found(id) => id.index(),
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
        understanding.areas.push(DataArea { root, records, worth, choice });
    }
}
