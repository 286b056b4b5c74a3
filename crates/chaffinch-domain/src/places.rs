//! Where attributes stand in the records of a data area. The records of a list have each attribute in the same place, so that
//! a place which holds it in most of them is likelier than one that holds something like it in a few.

use crate::attributes::{Coverage, FoundAttribute, within};
use crate::domain::{Domain, Extent};
use crate::tree::Tree;
use chaffinch_core::NodeId;
use chaffinch_survey::Stream;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// A place within a record: the tags from the record down to the node, and the class of the innermost element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place(u64);

impl Place {
    /// The place of a node in a record.
    pub fn of(tree: &Tree, record: &Range<NodeId>, node: NodeId) -> Place {
        let page = tree.page;
        let element = if page.is_element(node) { Some(node) } else { page.node(node).parent };
        let class = element.and_then(|element| page.attribute(element, "class")).unwrap_or_default().trim();
        let mut hasher = FxHasher::default();
        class.hash(&mut hasher);
        tree.tag(node).hash(&mut hasher);
        for ancestor in page.ancestors(node).take_while(|ancestor| *ancestor >= record.start) {
            tree.tag(ancestor).hash(&mut hasher);
        }
        Place(hasher.finish())
    }
}

/// The places of the attributes of one data area.
pub(crate) struct Places {
    /// By attribute and place: in what share of the records it stands there.
    shares: FxHashMap<(usize, Place), f32>,
    /// In how many records an address stands.
    addresses: FxHashMap<String, usize>,
}

impl Places {
    /// Looks at the records of a data area.
    pub fn new<'r>(
        tree: &Tree,
        stream: &Stream,
        attributes: &[FoundAttribute],
        records: impl Iterator<Item = &'r Range<NodeId>>,
        domain: &Domain,
    ) -> Places {
        let coverage = Coverage::of(stream, attributes);
        let mut shares: FxHashMap<(usize, Place), f32> = FxHashMap::default();
        let mut addresses: FxHashMap<String, usize> = FxHashMap::default();
        let mut count = 0;
        for record in records {
            count += 1;
            let mut here: FxHashMap<(usize, Place), f32> = FxHashMap::default();
            let mut shown: FxHashSet<&str> = FxHashSet::default();
            for (_, found) in within(attributes, record) {
                // Where the value is the whole line, a line that says little else counts more.
                let share = match domain.attributes[found.attribute].extent {
                    Extent::Match => 1.0,
                    Extent::Line | Extent::Lines | Extent::Node => coverage.share(stream, found),
                };
                let key = (found.attribute, Place::of(tree, record, found.node));
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
        Places { shares, addresses }
    }

    /// In what share of the records an attribute of this kind stands in this place, from 0 to 1.
    pub fn share(&self, attribute: usize, place: Place) -> f32 {
        self.shares.get(&(attribute, place)).copied().unwrap_or(0.0)
    }

    /// In how many records an address stands.
    pub fn uses(&self, address: &str) -> usize {
        self.addresses.get(address).copied().unwrap_or(0)
    }
}
