//! Attributes: annotations that satisfy a constraint of the domain.

use crate::annotate::Annotation;
use crate::domain::{Domain, Extent};
use chaffinch_core::{ColumnType, NodeId, Value};
use chaffinch_survey::Stream;
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

/// How much of each line is made up of attributes.
pub(crate) struct Coverage {
    /// By kind and line, the characters of attributes of that kind.
    of_kind: FxHashMap<(usize, usize), usize>,
    /// By line, the characters of attributes of any kind, each once.
    of_all: FxHashMap<usize, usize>,
}

impl Coverage {
    pub(crate) fn of(stream: &Stream, attributes: &[FoundAttribute]) -> Coverage {
        let mut coverage = Coverage { of_kind: FxHashMap::default(), of_all: FxHashMap::default() };
        let mut reach = 0;
        for found in attributes.iter().filter(|found| !found.range.is_empty()) {
            let line = stream.line(found.range.start).start;
            *coverage.of_kind.entry((found.attribute, line)).or_default() += stream.length(&found.range);
            if found.range.end > reach {
                let new = found.range.start.max(reach)..found.range.end;
                *coverage.of_all.entry(line).or_default() += stream.length(&new);
                reach = found.range.end;
            }
        }
        coverage
    }

    /// The share, from 0 to 1, that an attribute and others of its kind make up of what its line says beside attributes of other
    /// kinds; 1 for an element.
    pub(crate) fn share(&self, stream: &Stream, found: &FoundAttribute) -> f32 {
        let line = stream.line(found.range.start);
        if found.range.is_empty() || line.is_empty() {
            return 1.0;
        }
        let own = self.of_kind.get(&(found.attribute, line.start)).copied().unwrap_or(0);
        let others = self.of_all.get(&line.start).map_or(0, |all| all.saturating_sub(own));
        let room = stream.line_length(line.start).saturating_sub(others);
        (own as f32 / room.max(1) as f32).min(1.0)
    }
}

/// The share of its line that a value makes up at least, and the line that is short enough for anything.
const SHARE: f32 = 0.12;
const SHORT_LINE: usize = 40;

/// Whether a price or place is only mentioned: a small part of a long line is a sentence about it.
pub(crate) fn is_mentioned(
    stream: &Stream,
    coverage: &Coverage,
    found: &FoundAttribute,
    domain: &Domain,
) -> bool {
    let attribute = &domain.attributes[found.attribute];
    let told = attribute.kind == ColumnType::Money || attribute.extent != Extent::Match;
    told && stream.line_length(found.range.start) > SHORT_LINE && coverage.share(stream, found) < SHARE
}

/// The attributes whose first node lies in a stretch, with their numbers.
pub(crate) fn within<'a>(
    attributes: &'a [FoundAttribute],
    nodes: &Range<NodeId>,
) -> impl Iterator<Item = (usize, &'a FoundAttribute)> + use<'a> {
    let first = attributes.partition_point(|attribute| attribute.node < nodes.start);
    let end = nodes.end;
    attributes.iter().enumerate().skip(first).take_while(move |(_, attribute)| attribute.node < end)
}

/// The attributes of a page by kind and place.
pub struct AttributeIndex<'a> {
    /// For each attribute of the domain, the nodes that hold it, in document order.
    places: Vec<Vec<NodeId>>,
    /// For each of these nodes, what its first attribute says.
    values: Vec<Vec<Option<&'a Value>>>,
}

impl<'a> AttributeIndex<'a> {
    pub(crate) fn new(found: &'a [FoundAttribute], domain: &Domain) -> AttributeIndex<'a> {
        let kinds = domain.attributes.len();
        let (mut places, mut values) = (vec![Vec::new(); kinds], vec![Vec::new(); kinds]);
        // They come in document order.
        for attribute in found {
            let kind = attribute.attribute;
            if places[kind].last() != Some(&attribute.node) {
                places[kind].push(attribute.node);
                values[kind].push(attribute.value.as_ref());
            }
        }
        AttributeIndex { places, values }
    }

    /// The nodes that hold an attribute, in document order, each once.
    pub fn nodes(&self, attribute: usize) -> &[NodeId] {
        &self.places[attribute]
    }

    /// Whether an attribute stands in a stretch of nodes.
    pub fn holds(&self, attribute: usize, nodes: &Range<NodeId>) -> bool {
        self.first(attribute, nodes).is_some()
    }

    /// What the first attribute of a kind in a stretch of nodes says.
    pub fn value(&self, attribute: usize, nodes: &Range<NodeId>) -> Option<&'a Value> {
        self.values[attribute][self.first(attribute, nodes)?]
    }

    /// How many nodes of a stretch hold an attribute.
    pub fn count(&self, attribute: usize, nodes: &Range<NodeId>) -> usize {
        let before = |end: NodeId| self.places[attribute].partition_point(|node| *node < end);
        before(nodes.end).saturating_sub(before(nodes.start))
    }

    fn first(&self, attribute: usize, nodes: &Range<NodeId>) -> Option<usize> {
        let kind = &self.places[attribute];
        let first = kind.partition_point(|node| *node < nodes.start);
        kind.get(first).is_some_and(|node| *node < nodes.end).then_some(first)
    }
}
