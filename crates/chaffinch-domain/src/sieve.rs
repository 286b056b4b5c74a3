//! What is left out of a segmentation: stretches that only look like records, and records that are there twice.

use crate::alternatives::record_worth;
use crate::attributes::AttributeIndex;
use crate::domain::Domain;
use crate::tree::Tree;
use chaffinch_core::NodeId;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The share of records, in percent, that have what most of them have, and what nearly all of them have.
const USUAL: usize = 80;
const SURE: usize = 90;
/// Records that lead to the same addresses and are compared.
const MOST_ALIKE: usize = 20;

/// What is asked of records again and again, found once.
pub(crate) struct Sieve<'a, 'p> {
    tree: &'a Tree<'p>,
    index: &'a AttributeIndex<'a>,
    domain: &'a Domain,
    /// The links of the page that lead somewhere, each with a number for its address.
    links: Vec<(NodeId, u32)>,
}

impl<'a, 'p> Sieve<'a, 'p> {
    pub fn new(tree: &'a Tree<'p>, index: &'a AttributeIndex<'a>, domain: &'a Domain) -> Sieve<'a, 'p> {
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let mut links = Vec::new();
        for node in tree.page.ids().filter(|node| tree.page.is(*node, "a")) {
            if let Some(href) = tree.page.attribute(node, "href").filter(|href| !href.starts_with('#')) {
                let next = numbers.len() as u32;
                links.push((node, *numbers.entry(href).or_insert(next)));
            }
        }
        Sieve { tree, index, domain, links }
    }

    /// Leaves out what has the tag path or class of the records but lacks several things that nearly all of them have, or
    /// one and stands apart from them: a menu with a price in it is no product.
    pub fn without_strangers(&self, mut records: Vec<Range<NodeId>>) -> Vec<Range<NodeId>> {
        if records.len() < 4 {
            return records;
        }
        let all = records.len();
        let held = |attribute: usize| {
            records.iter().filter(|record| self.index.holds(attribute, record)).count() * 100
        };
        let held: Vec<usize> = (0..self.domain.attributes.len()).map(held).collect();
        let with = |percent: usize| -> Vec<usize> {
            (0..held.len()).filter(|attribute| held[*attribute] >= all * percent).collect()
        };
        let (usual, sure) = (with(USUAL), with(SURE));
        let parent = |record: &Range<NodeId>| self.tree.page.node(record.start).parent;
        let mut families: FxHashMap<Option<NodeId>, usize> = FxHashMap::default();
        for record in &records {
            *families.entry(parent(record)).or_default() += 1;
        }
        let largest = families.values().copied().max().unwrap_or(0);
        records.retain(|record| {
            let lacks = |of: &[usize]| of.iter().filter(|one| !self.index.holds(**one, record)).count();
            let apart = largest > 2 && families[&parent(record)] * 5 < all;
            !(apart && lacks(&usual) > 0) && lacks(&sure) < 2
        });
        records
    }

    /// Of records that lead to the same addresses only the fullest: they are parts of one record, or one record shown
    /// twice, for wide and for narrow screens. Flats of one house may lead to the house; what they cost tells them apart.
    pub fn without_repetitions(&self, records: Vec<Range<NodeId>>) -> Vec<Range<NodeId>> {
        let mut best: FxHashMap<Vec<u32>, Vec<(i64, usize)>> = FxHashMap::default();
        for (number, record) in records.iter().enumerate() {
            let links = self.links_of(record);
            if links.is_empty() {
                continue;
            }
            let worth = record_worth(record, self.index, self.domain);
            let known = best.entry(links).or_default();
            match known.iter_mut().take(MOST_ALIKE).find(|(_, other)| !self.differ(record, &records[*other]))
            {
                Some(other) if worth > other.0 => *other = (worth, number),
                Some(_) => {}
                None => known.push((worth, number)),
            }
        }
        let mut keep: Vec<bool> = records.iter().map(|record| self.links_of(record).is_empty()).collect();
        for (_, number) in best.into_values().flatten() {
            keep[number] = true;
        }
        // Links that most records share, to a form or a map, do not tell records apart.
        if keep.iter().filter(|keep| **keep).count() * 5 < records.len() * 2 {
            return records;
        }
        records.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(record, _)| record).collect()
    }

    /// The addresses that a record leads to.
    fn links_of(&self, record: &Range<NodeId>) -> Vec<u32> {
        let first = self.links.partition_point(|(node, _)| *node < record.start);
        let inside = self.links[first..].iter().take_while(|(node, _)| *node < record.end);
        let mut links: Vec<u32> = inside.map(|(_, address)| *address).collect();
        links.sort_unstable();
        links.dedup();
        links
    }

    /// Whether two stretches say different things of what every record has.
    fn differ(&self, a: &Range<NodeId>, b: &Range<NodeId>) -> bool {
        let mandatory = (0..self.domain.attributes.len()).filter(|at| self.domain.attributes[*at].mandatory);
        mandatory.into_iter().any(|attribute| {
            let said = (self.index.value(attribute, a), self.index.value(attribute, b));
            matches!(said, (Some(one), Some(other)) if one != other)
        })
    }
}
