//! How much speaks for a stretch of nodes being a record.

use crate::alternatives::Segmentation;
use crate::attributes::{AttributeIndex, FoundAttribute};
use crate::domain::Domain;
use crate::ids::AttributeKind;
use crate::settings::Thresholds;
use crate::tree::Tree;
use chaffinch_core::{NodeId, TextMap};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// What is known of a page when it is cut into records.
pub(crate) struct Evidence<'a, 'p> {
    pub tree: &'a Tree<'a, 'p>,
    pub index: AttributeIndex<'a>,
    pub domain: &'a Domain,
    pub thresholds: Thresholds,
}

impl<'a, 'p> Evidence<'a, 'p> {
    pub fn new(
        tree: &'a Tree<'a, 'p>,
        attributes: &'a [FoundAttribute],
        domain: &'a Domain,
        thresholds: Thresholds,
    ) -> Evidence<'a, 'p> {
        Evidence { tree, index: AttributeIndex::new(attributes, domain), domain, thresholds }
    }

    /// A segmentation into these records, with what each is worth.
    pub fn weigh(&self, records: Vec<Range<NodeId>>) -> Segmentation {
        let parts = self.parts_of_records(&records);
        let worth = records.iter().zip(parts).map(|(record, is_part)| {
            let worth = self.worth(record);
            let several = self.tree.page.node(record.start).end < record.end;
            let worth = if several { worth * self.thresholds.several_nodes / 100 } else { worth };
            if is_part { 0 } else { worth }
        });
        let worth = worth.collect();
        let covered = records.iter().map(|record| (record.end.index() - record.start.index()) as i64).sum();
        Segmentation { records, worth, covered }
    }

    /// Replaces the records of a segmentation, and says anew what each is worth.
    pub fn replace(&self, segmentation: &mut Segmentation, records: Vec<Range<NodeId>>) {
        segmentation.worth = records.iter().map(|record| self.worth(record)).collect();
        segmentation.records = records;
    }

    /// The weights of the attributes in a stretch, less the cost of a record; 0 if the stretch violates a constraint.
    ///
    /// Finer cuts make more records, and wider cuts fuller ones. The cost, half of what the mandatory attributes weigh, keeps
    /// the pieces of a record from being worth as much as the whole.
    pub fn worth(&self, record: &Range<NodeId>) -> i64 {
        if !self.satisfies(record) {
            return 0;
        }
        let held = self.domain.kinds().filter(|(kind, _)| self.index.holds(*kind, record));
        let mandatory = self.domain.attributes.iter().filter(|attribute| attribute.mandatory);
        let cost = mandatory.map(|attribute| attribute.weight).sum::<i64>() / 2;
        held.map(|(_, attribute)| attribute.weight).sum::<i64>() - cost
    }

    /// Whether a stretch has what every record needs, and nothing that is forbidden in one.
    pub fn satisfies(&self, record: &Range<NodeId>) -> bool {
        let holds = |kind: &AttributeKind| self.index.holds(*kind, record);
        let Domain { required, forbidden, .. } = self.domain;
        required.iter().all(|group| group.iter().any(holds)) && !forbidden.iter().any(holds)
    }

    /// Which stretches are likely to be only parts of records: if each of several parents holds one stretch of the commonest
    /// class, the stretches beside it belong to the same record.
    fn parts_of_records(&self, records: &[Range<NodeId>]) -> Vec<bool> {
        let page = self.tree.page;
        let class = |record: &Range<NodeId>| page.attribute(record.start, "class").unwrap_or_default().trim();
        let mut classes: TextMap<&str, usize> = TextMap::default();
        let mut parents: FxHashSet<Option<NodeId>> = FxHashSet::default();
        for record in records {
            *classes.entry(class(record)).or_default() += 1;
            parents.insert(page.node(record.start).parent);
        }
        let commonest = classes.iter().max_by_key(|(class, count)| (**count, **class));
        let Some((commonest, count)) = commonest.map(|(class, count)| (*class, *count)) else {
            return Vec::new();
        };
        // One parent in ten may hold a second one.
        let one_each = parents.len() >= 3 && count * 10 <= parents.len() * 11 && count < records.len();
        records.iter().map(|record| one_each && class(record) != commonest).collect()
    }
}
