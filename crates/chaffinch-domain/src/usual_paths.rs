//! Where attributes stand in the records of a data area. The records of a list have each attribute at the same path, so a value at
//! the path where most records have theirs is likelier than one somewhere else.

use crate::attributes::{Coverage, FoundAttribute, within};
use crate::domain::{Domain, Extent};
use crate::ids::AttributeKind;
use crate::tree::Tree;
use chaffinch_core::{NodeId, TextMap, TextSet};
use chaffinch_survey::Stream;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// A path within a record, as a hash: the tags from the record down to the node, and the class of the innermost element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PathInRecord(u64);

impl PathInRecord {
    /// The path of a node in a record.
    pub fn of(tree: &Tree, record: &Range<NodeId>, node: NodeId) -> PathInRecord {
        let page = tree.page;
        let element = if page.is_element(node) { Some(node) } else { page.node(node).parent };
        let class = element.and_then(|element| page.attribute(element, "class")).unwrap_or_default().trim();
        let mut hasher = FxHasher::default();
        class.hash(&mut hasher);
        tree.tag(node).hash(&mut hasher);
        for ancestor in page.ancestors(node).take_while(|ancestor| *ancestor >= record.start) {
            tree.tag(ancestor).hash(&mut hasher);
        }
        PathInRecord(hasher.finish())
    }
}

/// The paths of the attributes of one data area.
pub(crate) struct UsualPaths {
    /// By attribute and path: the share of the records, from 0 to 1, that have the attribute there.
    shares: TextMap<(AttributeKind, PathInRecord), f32>,
    /// How many records have a link or image of this address.
    addresses: TextMap<String, usize>,
}

impl UsualPaths {
    /// Looks at the records of a data area.
    pub fn new<'r>(
        tree: &Tree,
        stream: &Stream,
        attributes: &[FoundAttribute],
        records: impl Iterator<Item = &'r Range<NodeId>>,
        domain: &Domain,
    ) -> UsualPaths {
        let coverage = Coverage::of(stream, attributes);
        let mut shares: TextMap<(AttributeKind, PathInRecord), f32> = TextMap::default();
        let mut addresses: TextMap<String, usize> = TextMap::default();
        let mut count = 0;
        for record in records {
            count += 1;
            let mut here: TextMap<(AttributeKind, PathInRecord), f32> = TextMap::default();
            let mut shown: TextSet<&str> = TextSet::default();
            for (_, found) in within(attributes, record) {
                // If the whole line is the value, a line with little else on it counts more.
                let share = match domain[found.kind].extent {
                    Extent::Match => 1.0,
                    Extent::Line | Extent::Lines | Extent::Node => coverage.share(stream, found),
                };
                let key = (found.kind, PathInRecord::of(tree, record, found.node));
                let held = here.entry(key).or_default();
                *held = held.max(share);
                shown.extend(found.address());
            }
            for address in shown {
                *addresses.entry(address.to_owned()).or_default() += 1;
            }
            for (key, share) in here {
                *shares.entry(key).or_default() += share;
            }
        }
        let all = count.max(1) as f32;
        shares.values_mut().for_each(|share| *share /= all);
        UsualPaths { shares, addresses }
    }

    /// The share of the records, from 0 to 1, that have an attribute of this kind at this path.
    pub fn share(&self, kind: AttributeKind, path: PathInRecord) -> f32 {
        self.shares.get(&(kind, path)).copied().unwrap_or(0.0)
    }

    /// How many records have a link or image of this address.
    pub fn uses(&self, address: &str) -> usize {
        self.addresses.get(address).copied().unwrap_or(0)
    }
}
