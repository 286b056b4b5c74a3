//! Attributes: annotations that satisfy a constraint of the domain.

use crate::annotate::Annotation;
use crate::domain::Domain;
use crate::stream::Stream;
use chaffinch_core::{NodeId, Value};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A possible attribute of a record.
#[derive(Debug, Clone)]
pub struct FoundAttribute {
    /// Its number in the domain.
    pub attribute: usize,
    /// The annotation it was made of, by number.
    pub annotation: usize,
    /// The first node it stands in.
    pub node: NodeId,
    /// Where it stands in the stream; empty for an element.
    pub range: Range<usize>,
    /// What it says.
    pub value: Option<Value>,
    /// Currency or unit.
    pub unit: Option<String>,
}

impl FoundAttribute {
    pub(crate) fn new(attribute: usize, number: usize, annotation: &Annotation) -> Option<FoundAttribute> {
        Some(FoundAttribute {
            attribute,
            annotation: number,
            node: *annotation.nodes.first()?,
            range: annotation.range.clone(),
            value: annotation.value.clone(),
            unit: annotation.unit.clone(),
        })
    }

    /// The address that a link or image has.
    pub(crate) fn address(&self) -> Option<&str> {
        match &self.value {
            Some(Value::Text(address)) if self.range.is_empty() => Some(address),
            _ => None,
        }
    }
}

/// How much of each line is made up of attributes of one kind.
pub(crate) struct Coverage(FxHashMap<(usize, usize), usize>);

impl Coverage {
    pub(crate) fn of(stream: &Stream, attributes: &[FoundAttribute]) -> Coverage {
        let mut covered = FxHashMap::default();
        for found in attributes.iter().filter(|found| !found.range.is_empty()) {
            let line = stream.line(found.range.start);
            *covered.entry((found.attribute, line.start)).or_default() += found.range.len();
        }
        Coverage(covered)
    }

    /// The share of an attribute's line, from 0 to 1, that it and others of its kind make up; 1 for an element.
    pub(crate) fn share(&self, stream: &Stream, found: &FoundAttribute) -> f32 {
        let line = stream.line(found.range.start);
        if found.range.is_empty() || line.is_empty() {
            return 1.0;
        }
        let covered = self.0.get(&(found.attribute, line.start)).copied().unwrap_or(0);
        (covered as f32 / line.len() as f32).min(1.0)
    }
}

/// The attributes of a page by kind and place.
pub struct AttributeIndex {
    /// For each attribute of the domain, the nodes that hold it, in document order.
    places: Vec<Vec<NodeId>>,
}

impl AttributeIndex {
    pub(crate) fn new(found: &[FoundAttribute], domain: &Domain) -> AttributeIndex {
        let mut places = vec![Vec::new(); domain.attributes.len()];
        for attribute in found {
            places[attribute.attribute].push(attribute.node);
        }
        for kind in &mut places {
            kind.sort_unstable();
            kind.dedup();
        }
        AttributeIndex { places }
    }

    /// The nodes that hold an attribute, in document order, each once.
    pub fn nodes(&self, attribute: usize) -> &[NodeId] {
        &self.places[attribute]
    }

    /// Whether an attribute stands in a stretch of nodes.
    pub fn holds(&self, attribute: usize, nodes: &Range<NodeId>) -> bool {
        let kind = &self.places[attribute];
        let first = kind.partition_point(|node| *node < nodes.start);
        kind.get(first).is_some_and(|node| *node < nodes.end)
    }
}
