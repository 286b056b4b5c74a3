//! Attributes: annotations that satisfy a constraint of the domain.

use crate::annotate::Annotation;
use crate::domain::Domain;
use chaffinch_core::{NodeId, Value, collapse_space};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
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
    /// Equal for attributes that say the same.
    pub says: u64,
}

impl FoundAttribute {
    pub(crate) fn new(
        attribute: usize,
        number: usize,
        annotation: &Annotation,
        text: &str,
    ) -> Option<FoundAttribute> {
        let node = *annotation.nodes.first()?;
        let mut hash = FxHasher::default();
        match &annotation.value {
            Some(Value::Number(number)) => number.to_bits().hash(&mut hash),
            Some(Value::Text(text)) => text.hash(&mut hash),
            _ => collapse_space(&text[annotation.range.clone()]).to_lowercase().hash(&mut hash),
        }
        Some(FoundAttribute {
            attribute,
            annotation: number,
            node,
            range: annotation.range.clone(),
            value: annotation.value.clone(),
            unit: annotation.unit.clone(),
            says: hash.finish(),
        })
    }
}

/// The attributes of a page by kind and place.
pub struct AttributeIndex {
    /// For each attribute of the domain, where it stands and what it says, in document order.
    places: Vec<Vec<(NodeId, u64)>>,
}

impl AttributeIndex {
    pub(crate) fn new(found: &[FoundAttribute], domain: &Domain) -> AttributeIndex {
        let mut places = vec![Vec::new(); domain.attributes.len()];
        for attribute in found {
            places[attribute.attribute].push((attribute.node, attribute.says));
        }
        for kind in &mut places {
            kind.sort_unstable();
            kind.dedup();
        }
        AttributeIndex { places }
    }

    /// The nodes that hold an attribute, in document order, each once.
    pub fn nodes(&self, attribute: usize) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = self.places[attribute].iter().map(|(node, _)| *node).collect();
        nodes.dedup();
        nodes
    }

    /// How many different values of an attribute stand in a stretch of nodes; more than five are not counted.
    pub fn distinct(&self, attribute: usize, nodes: &Range<NodeId>) -> usize {
        const ENOUGH: usize = 5;
        let kind = &self.places[attribute];
        let first = kind.partition_point(|(node, _)| *node < nodes.start);
        let mut seen: Vec<u64> = Vec::new();
        for (_, says) in kind[first..].iter().take_while(|(node, _)| *node < nodes.end) {
            if !seen.contains(says) {
                seen.push(*says);
                if seen.len() >= ENOUGH {
                    break;
                }
            }
        }
        seen.len()
    }
}
