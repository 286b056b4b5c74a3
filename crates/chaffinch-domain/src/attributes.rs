//! Attributes: annotations that satisfy a constraint of the domain.

use crate::annotate::Annotation;
use crate::domain::{Domain, Extent};
use crate::ids::{AnnotationId, AttributeId, AttributeKind};
use crate::settings::Thresholds;
use chaffinch_core::{ColumnType, NodeId, Value};
use chaffinch_survey::Stream;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A possible attribute of a record.
#[derive(Debug, Clone)]
pub struct FoundAttribute {
    /// Which attribute of the domain it is.
    pub kind: AttributeKind,
    /// The annotation it was made of.
    pub annotation: AnnotationId,
    /// The first node it stands in.
    pub node: NodeId,
    /// Its bytes in the stream; empty for an element.
    pub range: Range<usize>,
    /// Its value, normalised.
    pub value: Option<Value>,
    /// Currency or unit.
    pub unit: Option<String>,
}

impl FoundAttribute {
    pub(crate) fn new(
        kind: AttributeKind,
        id: AnnotationId,
        annotation: &Annotation,
    ) -> Option<FoundAttribute> {
        Some(FoundAttribute {
            kind,
            annotation: id,
            node: *annotation.nodes.first()?,
            range: annotation.range.clone(),
            value: annotation.value.clone(),
            unit: annotation.unit.clone(),
        })
    }

    /// The address of a link or image.
    pub(crate) fn address(&self) -> Option<&str> {
        match &self.value {
            Some(Value::Text(address)) if self.range.is_empty() => Some(address),
            _ => None,
        }
    }
}

/// How much of each line is made up of attributes. A line is known by the byte it starts at.
pub(crate) struct Coverage {
    /// By kind and line, the characters of attributes of that kind.
    of_kind: FxHashMap<(AttributeKind, usize), usize>,
    /// By line, the characters of attributes of any kind, each counted once.
    of_all: FxHashMap<usize, usize>,
}

impl Coverage {
    pub(crate) fn of(stream: &Stream, attributes: &[FoundAttribute]) -> Coverage {
        let mut coverage = Coverage { of_kind: FxHashMap::default(), of_all: FxHashMap::default() };
        let mut reach = 0;
        for found in attributes.iter().filter(|found| !found.range.is_empty()) {
            let line = stream.line(found.range.start).start;
            *coverage.of_kind.entry((found.kind, line)).or_default() += stream.length(&found.range);
            if found.range.end > reach {
                let new = found.range.start.max(reach)..found.range.end;
                *coverage.of_all.entry(line).or_default() += stream.length(&new);
                reach = found.range.end;
            }
        }
        coverage
    }

    /// What share of its line, from 0 to 1, an attribute and others of its kind take up, not counting what attributes of
    /// other kinds take; 1 for an element.
    pub(crate) fn share(&self, stream: &Stream, found: &FoundAttribute) -> f32 {
        let line = stream.line(found.range.start);
        if found.range.is_empty() || line.is_empty() {
            return 1.0;
        }
        let own = self.of_kind.get(&(found.kind, line.start)).copied().unwrap_or(0);
        let others = self.of_all.get(&line.start).map_or(0, |all| all.saturating_sub(own));
        let room = stream.line_length(line.start).saturating_sub(others);
        (own as f32 / room.max(1) as f32).min(1.0)
    }
}

/// Whether a price or place is only mentioned: a small part of a long line is a sentence about it.
pub(crate) fn is_only_mentioned(
    stream: &Stream,
    coverage: &Coverage,
    found: &FoundAttribute,
    domain: &Domain,
    thresholds: &Thresholds,
) -> bool {
    let attribute = &domain[found.kind];
    let may_be = attribute.column_type == ColumnType::Money || attribute.extent != Extent::Match;
    may_be
        && stream.line_length(found.range.start) > thresholds.short_line
        && coverage.share(stream, found) < thresholds.min_share_of_line
}

/// The attributes whose first node lies in a stretch of nodes. `attributes` are in document order.
pub(crate) fn within<'a>(
    attributes: &'a [FoundAttribute],
    nodes: &Range<NodeId>,
) -> impl Iterator<Item = (AttributeId, &'a FoundAttribute)> + use<'a> {
    let first = attributes.partition_point(|attribute| attribute.node < nodes.start);
    let end = nodes.end;
    let ahead = attributes.iter().enumerate().skip(first);
    ahead
        .take_while(move |(_, attribute)| attribute.node < end)
        .map(|(at, found)| (AttributeId::from_index(at), found))
}

/// The attributes of a page by kind and node.
pub(crate) struct AttributeIndex<'a> {
    /// For each attribute of the domain, the nodes that hold it, in document order.
    nodes: Vec<Vec<NodeId>>,
    /// For each of these nodes, the value of its first attribute of that kind.
    values: Vec<Vec<Option<&'a Value>>>,
}

impl<'a> AttributeIndex<'a> {
    /// Sorts attributes, which come in document order, by kind.
    pub fn new(attributes: &'a [FoundAttribute], domain: &Domain) -> AttributeIndex<'a> {
        let kinds = domain.attributes.len();
        let (mut nodes, mut values) = (vec![Vec::new(); kinds], vec![Vec::new(); kinds]);
        for found in attributes {
            let kind = found.kind.index();
            if nodes[kind].last() != Some(&found.node) {
                nodes[kind].push(found.node);
                values[kind].push(found.value.as_ref());
            }
        }
        AttributeIndex { nodes, values }
    }

    /// The nodes that hold an attribute, in document order, each once.
    pub fn nodes(&self, kind: AttributeKind) -> &[NodeId] {
        &self.nodes[kind.index()]
    }

    /// Whether a stretch of nodes holds an attribute.
    pub fn holds(&self, kind: AttributeKind, nodes: &Range<NodeId>) -> bool {
        self.first(kind, nodes).is_some()
    }

    /// The value of the first attribute of a kind in a stretch of nodes.
    pub fn value(&self, kind: AttributeKind, nodes: &Range<NodeId>) -> Option<&'a Value> {
        self.values[kind.index()][self.first(kind, nodes)?]
    }

    /// How many nodes of a stretch hold an attribute.
    pub fn count(&self, kind: AttributeKind, nodes: &Range<NodeId>) -> usize {
        let before = |end: NodeId| self.nodes(kind).partition_point(|node| *node < end);
        before(nodes.end).saturating_sub(before(nodes.start))
    }

    fn first(&self, kind: AttributeKind, nodes: &Range<NodeId>) -> Option<usize> {
        let all = self.nodes(kind);
        let first = all.partition_point(|node| *node < nodes.start);
        all.get(first).is_some_and(|node| *node < nodes.end).then_some(first)
    }
}
