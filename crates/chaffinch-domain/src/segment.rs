//! The page cut into records: by the published rules, or by the choice between alternatives.

use crate::alternatives::{Segmentation, segmentations};
use crate::areas::divide;
use crate::attributes::FoundAttribute;
use crate::domain::Domain;
use crate::facts::{self, InRules};
use crate::prose::Prose;
use crate::rulebook::Phase;
use crate::settings::DomainSettings;
use crate::sieve::Sieve;
use crate::understand::run;
use chaffinch_core::NodeId;
use chaffinch_rules::{Database, Value};
use chaffinch_survey::Stream;
use std::ops::Range;

/// How the rules know a data area: by its mandatory attribute and its cluster.
type AreaKey = (Value, Value);

/// Sections 3.1 and 3.2 as published: clusters of mandatory nodes, leading nodes, shifted segments.
pub(crate) fn by_clusters(
    sieve: &Sieve,
    attributes: &[FoundAttribute],
    settings: &DomainSettings,
    facts: &mut Database,
) -> Vec<Segmentation> {
    let tree = sieve.evidence.tree;
    facts::add_mandatory(facts, attributes, sieve.evidence.domain);
    facts.add("delta", &[Value::Number(settings.delta)]);
    facts.add("epsilon", &[Value::Number(settings.epsilon)]);
    run(Phase::Identification, facts, tree, settings);
    run(Phase::Understanding, facts, tree, settings);
    let mut areas: Vec<(AreaKey, Vec<Range<NodeId>>)> = Vec::new();
    for row in facts.rows("goodSegment") {
        let (Some(first), Value::Number(length)) = (NodeId::of(row[0]), row[3]) else { continue };
        let last = (1..length).try_fold(first, |at, _| tree.next(at).ok_or(at)).unwrap_or_else(|last| last);
        let segment = first..tree.page.node(last).end;
        match areas.iter_mut().find(|(area, _)| *area == (row[1], row[2])) {
            Some((_, records)) => records.push(segment),
            None => areas.push(((row[1], row[2]), vec![segment])),
        }
    }
    let mut segmentations: Vec<Segmentation> = areas
        .into_iter()
        .map(|(_, mut records)| {
            records.sort_by_key(|record| (record.start, record.end));
            records.dedup_by(|later, earlier| later.start < earlier.end);
            sieve.evidence.weigh(records)
        })
        .collect();
    segmentations.sort_by_key(|segmentation| {
        std::cmp::Reverse(segmentation.worth.iter().filter(|w| **w != 0).count())
    });
    without_overlaps(segmentations, settings)
}

/// The segmentation with the highest score, then the best of those that do not overlap it, and so on.
pub(crate) fn by_score(
    sieve: &Sieve,
    stream: &Stream,
    settings: &DomainSettings,
    choices: &mut Vec<Database>,
) -> Vec<(Segmentation, Option<[usize; 2]>)> {
    let (tree, domain) = (sieve.evidence.tree, sieve.evidence.domain);
    let best = |pool: &[Segmentation]| {
        let mut facts = Database::default();
        facts.add("least", &[Value::Number(least_worth(domain))]);
        facts::add_alternatives(&mut facts, pool);
        run(Phase::Alternatives, &mut facts, tree, settings);
        let chosen = facts.rows("chosen").filter_map(|row| facts::index_of(row[0])).min();
        chosen.map(|at| (pool[at].clone(), facts))
    };
    let mut left = segmentations(sieve, settings);
    let prose = Prose::new(tree.page, stream, domain, settings);
    left.retain(|segmentation| !prose.is_cut_by(segmentation));
    let mut chosen: Vec<(Segmentation, Option<[usize; 2]>)> = Vec::new();
    let good = |segmentation: &Segmentation| segmentation.worth.iter().filter(|worth| **worth > 0).count();
    let main: Vec<Segmentation> =
        left.iter().filter(|segmentation| good(segmentation) >= settings.min_records).cloned().collect();
    let mut next = best(&main);
    while let Some((best_one, why)) = next {
        left.retain(|other| !overlap(other, &best_one));
        let (areas, why_divided) = divide(sieve, best_one, settings);
        let choice = Some([choices.len(), choices.len() + 1]);
        choices.extend([why, why_divided]);
        chosen.extend(areas.into_iter().map(|area| (area, choice)));
        if chosen.len() >= settings.max_areas {
            break;
        }
        next = best(&left);
    }
    chosen.truncate(settings.max_areas);
    chosen
}

/// What a data area must be worth at least: about two records with little more than what a record needs.
fn least_worth(domain: &Domain) -> i64 {
    let heaviest = domain.attributes.iter().map(|attribute| attribute.weight).max().unwrap_or(0);
    2 * heaviest
}

fn overlap(a: &Segmentation, b: &Segmentation) -> bool {
    let hull = |s: &Segmentation| Some((s.records.first()?.start, s.records.last()?.end));
    match (hull(a), hull(b)) {
        (Some(one), Some(other)) if one.0 < other.1 && other.0 < one.1 => a
            .records
            .iter()
            .any(|record| b.records.iter().any(|o| record.start < o.end && o.start < record.end)),
        _ => false,
    }
}

fn without_overlaps(segmentations: Vec<Segmentation>, settings: &DomainSettings) -> Vec<Segmentation> {
    let mut kept: Vec<Segmentation> = Vec::new();
    for segmentation in segmentations {
        if kept.len() < settings.max_areas && !kept.iter().any(|other| overlap(other, &segmentation)) {
            kept.push(segmentation);
        }
    }
    kept
}
