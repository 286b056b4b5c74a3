//! What the rules start from, as facts.

use crate::alternatives::Segmentation;
use crate::annotate::Annotation;
use crate::attributes::FoundAttribute;
use crate::domain::Domain;
use crate::ids::{AnnotationId, AnnotationKind, AreaId, AttributeId, AttributeKind, RecordId};
use crate::settings::DomainSettings;
use chaffinch_core::NodeId;
use chaffinch_rules::{Database, Value};
use rustc_hash::FxHashSet;

/// What the rules know by number. Each type has a range of numbers of its own, so that a value tells what it stands for.
pub(crate) trait InRules: Sized {
    /// The number of the first; the range ends where the number has doubled.
    const FIRST: i64;

    fn to_index(self) -> usize;

    fn at_index(index: usize) -> Self;

    fn value(self) -> Value {
        Value::Number(Self::FIRST + self.to_index() as i64)
    }

    fn of(value: Value) -> Option<Self> {
        match value {
            Value::Number(number) if (Self::FIRST..Self::FIRST << 1).contains(&number) => {
                Some(Self::at_index((number - Self::FIRST) as usize))
            }
            _ => None,
        }
    }
}

macro_rules! in_rules {
    ($($name:ident from $first:expr;)*) => {$(
        impl InRules for $name {
            const FIRST: i64 = $first;

            fn to_index(self) -> usize {
                self.index()
            }

            fn at_index(index: usize) -> $name {
                $name::from_index(index)
            }
        }
    )*};
}

// The attribute model knows an attribute by the annotation it was made of; its own number is used once records are aligned.
in_rules! {
    NodeId from 1 << 40;
    AnnotationId from 1 << 41;
    AttributeId from 1 << 42;
    RecordId from 1 << 43;
}

/// A count or index as a value of the rules.
pub(crate) fn number(count: usize) -> Value {
    Value::Number(count as i64)
}

/// The index that a value is, if it stands for nothing else.
pub(crate) fn index_of(value: Value) -> Option<usize> {
    match value {
        Value::Number(number) if number < NodeId::FIRST => usize::try_from(number).ok(),
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
            let id = number(constraints);
            constraints += 1;
            facts.add("attributeConstraint", &[id, kind]);
            for (at, required) in constraint.required.iter().enumerate() {
                let required = facts.symbol(&domain[*required].name);
                facts.add("requiredAnnotation", &[id, required]);
                if at == 0 {
                    facts.add("firstRequired", &[id, required]);
                }
            }
            for disallowed in &constraint.disallowed {
                let disallowed = facts.symbol(&domain[*disallowed].name);
                facts.add("disallowedAnnotation", &[id, disallowed]);
            }
        }
    }
    for (relation, kinds) in [("forbidden", &domain.forbidden), ("expected", &domain.expected)] {
        for kind in kinds {
            let name = symbol(facts, domain, *kind);
            facts.add(relation, &[name]);
        }
    }
    for (at, group) in domain.required.iter().enumerate() {
        for kind in group {
            let name = symbol(facts, domain, *kind);
            facts.add("group", &[number(at), name]);
        }
    }
}

/// The symbol by which the rules know a kind of attribute.
pub(crate) fn symbol(facts: &mut Database, domain: &Domain, kind: AttributeKind) -> Value {
    facts.symbol(&domain[kind].name)
}

/// The annotations, the nodes that they refer to, and which of them overlap one that a constraint disallows.
pub(crate) fn add_annotations(facts: &mut Database, annotations: &[Annotation], domain: &Domain) {
    for (at, annotation) in annotations.iter().enumerate() {
        let (id, kind) = (AnnotationId::from_index(at).value(), facts.symbol(&domain[annotation.kind].name));
        facts.add("annotation", &[id, kind]);
        for node in &annotation.nodes {
            facts.add("referredNode", &[id, node.value()]);
        }
    }
    let constraints = || domain.attributes.iter().flat_map(|attribute| &attribute.constraints);
    let disallowed: FxHashSet<AnnotationKind> =
        constraints().flat_map(|c| c.disallowed.iter().copied()).collect();
    let guarded: FxHashSet<AnnotationKind> = constraints()
        .filter(|c| !c.disallowed.is_empty())
        .filter_map(|c| c.required.first().copied())
        .collect();
    let of = |kinds: &FxHashSet<AnnotationKind>| -> Vec<usize> {
        let mut found: Vec<usize> =
            (0..annotations.len()).filter(|at| kinds.contains(&annotations[*at].kind)).collect();
        found.sort_by_key(|at| annotations[*at].range.start);
        found
    };
    let bars = of(&disallowed);
    for a in of(&guarded) {
        let range = &annotations[a].range;
        // Disallowed annotations are seldom longer than this many bytes; one that begins further ahead is not looked at.
        const LONGEST: usize = 400;
        let first = bars.partition_point(|b| annotations[*b].range.start + LONGEST < range.start);
        for b in bars[first..].iter().take_while(|b| annotations[**b].range.start < range.end) {
            if annotations[*b].range.end > range.start {
                let pair = [a, *b].map(|at| AnnotationId::from_index(at).value());
                facts.add("touches", &pair);
            }
        }
    }
}

/// The mandatory nodes, numbered in document order for each attribute.
pub(crate) fn add_mandatory(facts: &mut Database, attributes: &[FoundAttribute], domain: &Domain) {
    for (kind, attribute) in domain.kinds().filter(|(_, attribute)| attribute.mandatory) {
        let name = facts.symbol(&attribute.name);
        let mut nodes: Vec<_> =
            attributes.iter().filter(|found| found.kind == kind).map(|f| f.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        for (at, node) in nodes.into_iter().enumerate() {
            facts.add("mandatory", &[name, number(at), node.value()]);
        }
    }
}

/// The alternative segmentations and what speaks for their records.
pub(crate) fn add_alternatives(facts: &mut Database, segmentations: &[Segmentation]) {
    for (at, segmentation) in segmentations.iter().enumerate() {
        let id = number(at);
        facts.add("alternative", &[id, number(segmentation.records.len())]);
        facts.add("room", &[id, Value::Number(segmentation.covered)]);
        for (record, worth) in segmentation.worth.iter().enumerate().filter(|(_, worth)| **worth != 0) {
            facts.add("worth", &[id, number(record), Value::Number(*worth)]);
        }
    }
}

/// The attributes with their types and first nodes.
pub(crate) fn add_attribute_nodes(facts: &mut Database, attributes: &[FoundAttribute], domain: &Domain) {
    for (at, found) in attributes.iter().enumerate() {
        let (id, kind) = (AttributeId::from_index(at).value(), symbol(facts, domain, found.kind));
        facts.add("attributeNode", &[id, found.annotation.value(), kind, found.node.value()]);
    }
}

/// The records of a data area, one that its siblings excuse from the constraints marked as such.
pub(crate) fn add_record(
    facts: &mut Database,
    record: RecordId,
    area: AreaId,
    is_excused: bool,
    roots: impl Iterator<Item = NodeId>,
) {
    let id = record.value();
    facts.add("segmented", &[id]);
    facts.add("of", &[id, number(area.index())]);
    if is_excused {
        facts.add("excused", &[id]);
    }
    for root in roots {
        facts.add("member", &[id, root.value()]);
    }
}
