//! What the rules start from, as facts.

use crate::alternatives::Segmentation;
use crate::annotate::Annotation;
use crate::attributes::FoundAttribute;
use crate::domain::Domain;
use crate::settings::DomainSettings;
use crate::tree::value;
use chaffinch_rules::{Database, Value};
use rustc_hash::FxHashSet;

/// Numbers from here on are annotations; an attribute has the number of the annotation it was made of in the relations
/// of the attribute model, and its own from `ATTRIBUTE` on where records are aligned.
const ANNOTATION: i64 = 1 << 41;
const ATTRIBUTE: i64 = 1 << 42;
const RECORD: i64 = 1 << 43;

pub(crate) fn annotation(number: usize) -> Value {
    Value::Number(ANNOTATION + number as i64)
}

pub(crate) fn annotation_of(value: Value) -> Option<usize> {
    within(value, ANNOTATION)
}

pub(crate) fn attribute(number: usize) -> Value {
    Value::Number(ATTRIBUTE + number as i64)
}

pub(crate) fn attribute_of(value: Value) -> Option<usize> {
    within(value, ATTRIBUTE)
}

pub(crate) fn record(number: usize) -> Value {
    Value::Number(RECORD + number as i64)
}

pub(crate) fn record_of(value: Value) -> Option<usize> {
    within(value, RECORD)
}

/// A number that is nothing else.
pub(crate) fn plain(value: Value) -> Option<i64> {
    match value {
        Value::Number(number) if number < ANNOTATION >> 1 => Some(number),
        _ => None,
    }
}

fn within(value: Value, base: i64) -> Option<usize> {
    match value {
        Value::Number(number) if (base..base << 1).contains(&number) => Some((number - base) as usize),
        _ => None,
    }
}

/// The domain: attribute and record constraints.
pub(crate) fn add_domain(facts: &mut Database, domain: &Domain, settings: &DomainSettings) {
    let disallow = facts.symbol(if settings.disallow_in_node { "node" } else { "stretch" });
    facts.add("disallow", &[disallow]);
    let mut constraints = 0;
    for attribute in &domain.attributes {
        let kind = facts.symbol(&attribute.name);
        if attribute.mandatory {
            facts.add("mandatoryAttribute", &[kind]);
        }
        if !attribute.many {
            facts.add("single", &[kind]);
        }
        for constraint in &attribute.constraints {
            let number = Value::Number(constraints);
            constraints += 1;
            facts.add("attributeConstraint", &[number, kind]);
            let of = |facts: &mut Database, at: &usize| facts.symbol(&domain.annotations[*at].name);
            for (place, required) in constraint.required.iter().enumerate() {
                let required = of(facts, required);
                facts.add("requiredAnnotation", &[number, required]);
                if place == 0 {
                    facts.add("firstRequired", &[number, required]);
                }
            }
            for disallowed in &constraint.disallowed {
                let disallowed = of(facts, disallowed);
                facts.add("disallowedAnnotation", &[number, disallowed]);
            }
        }
    }
    for attribute in &domain.forbidden {
        let kind = facts.symbol(&domain.attributes[*attribute].name);
        facts.add("forbidden", &[kind]);
    }
    for attribute in &domain.expected {
        let kind = facts.symbol(&domain.attributes[*attribute].name);
        facts.add("expected", &[kind]);
    }
    for (number, group) in domain.required.iter().enumerate() {
        for attribute in group {
            let kind = facts.symbol(&domain.attributes[*attribute].name);
            facts.add("group", &[Value::Number(number as i64), kind]);
        }
    }
}

/// The annotations, the nodes that they refer to, and which of them overlap one that a constraint disallows.
pub(crate) fn add_annotations(facts: &mut Database, annotations: &[Annotation], domain: &Domain) {
    for (number, one) in annotations.iter().enumerate() {
        let (id, kind) = (annotation(number), facts.symbol(&domain.annotations[one.kind].name));
        facts.add("annotation", &[id, kind]);
        for node in &one.nodes {
            facts.add("referredNode", &[id, value(*node)]);
        }
    }
    let constraints = || domain.attributes.iter().flat_map(|attribute| &attribute.constraints);
    let disallowed: FxHashSet<usize> = constraints().flat_map(|c| c.disallowed.iter().copied()).collect();
    let guarded: FxHashSet<usize> = constraints()
        .filter(|c| !c.disallowed.is_empty())
        .filter_map(|c| c.required.first().copied())
        .collect();
    let of = |kinds: &FxHashSet<usize>| -> Vec<usize> {
        let mut numbers: Vec<usize> =
            (0..annotations.len()).filter(|at| kinds.contains(&annotations[*at].kind)).collect();
        numbers.sort_by_key(|at| annotations[*at].range.start);
        numbers
    };
    let bars = of(&disallowed);
    for a in of(&guarded) {
        let range = &annotations[a].range;
        // Few bars are longer than this; a bar that begins earlier does not reach here.
        const LONGEST: usize = 400;
        let first = bars.partition_point(|b| annotations[*b].range.start + LONGEST < range.start);
        for b in bars[first..].iter().take_while(|b| annotations[**b].range.start < range.end) {
            if annotations[*b].range.end > range.start {
                facts.add("touches", &[annotation(a), annotation(*b)]);
            }
        }
    }
}

/// The mandatory nodes, numbered in document order for each attribute.
pub(crate) fn add_mandatory(facts: &mut Database, attributes: &[FoundAttribute], domain: &Domain) {
    for (kind, attribute) in domain.attributes.iter().enumerate().filter(|(_, attribute)| attribute.mandatory)
    {
        let name = facts.symbol(&attribute.name);
        let mut nodes: Vec<_> =
            attributes.iter().filter(|found| found.attribute == kind).map(|f| f.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        for (number, node) in nodes.into_iter().enumerate() {
            facts.add("mandatory", &[name, Value::Number(number as i64), value(node)]);
        }
    }
}

/// The alternative segmentations and what speaks for their records.
pub(crate) fn add_alternatives(facts: &mut Database, segmentations: &[Segmentation]) {
    for (number, segmentation) in segmentations.iter().enumerate() {
        let id = Value::Number(number as i64);
        facts.add("alternative", &[id, Value::Number(segmentation.records.len() as i64)]);
        facts.add("room", &[id, Value::Number(segmentation.room)]);
        for (record, worth) in segmentation.worth.iter().enumerate().filter(|(_, worth)| **worth != 0) {
            facts.add("worth", &[id, Value::Number(record as i64), Value::Number(*worth)]);
        }
    }
}

/// The attributes with their types and first nodes.
pub(crate) fn add_attribute_nodes(facts: &mut Database, attributes: &[FoundAttribute], domain: &Domain) {
    for (number, found) in attributes.iter().enumerate() {
        let kind = facts.symbol(&domain.attributes[found.attribute].name);
        facts.add(
            "attributeNode",
            &[attribute(number), annotation(found.annotation), kind, value(found.node)],
        );
    }
}
