//! What is left out of a segmentation: stretches that only look like records, and records that are there twice.

use crate::alternatives::record_worth;
use crate::attributes::AttributeIndex;
use crate::domain::Domain;
use crate::tree::Tree;
use crate::understand::roots;
use chaffinch_core::{ColumnType, NodeId, Value};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The share of records, in percent, that have what most of them have, and what nearly all of them have.
const USUAL: usize = 80;
const SURE: usize = 90;
/// How many times as much as a record a list of records has.
const SEVERAL: usize = 3;
/// Records that lead to the same addresses and are compared.
const MOST_ALIKE: usize = 20;

/// What is asked of records again and again, found once.
pub(crate) struct Sieve<'a, 'p> {
    tree: &'a Tree<'a, 'p>,
    index: &'a AttributeIndex<'a>,
    domain: &'a Domain,
    /// The links of the page that lead somewhere, each with a number for its address.
    links: Vec<(NodeId, u32)>,
}

impl<'a, 'p> Sieve<'a, 'p> {
    pub fn new(tree: &'a Tree<'a, 'p>, index: &'a AttributeIndex<'a>, domain: &'a Domain) -> Sieve<'a, 'p> {
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
            self.telling().filter(|attribute| held[*attribute] >= all * percent).collect()
        };
        let (usual, sure) = (with(USUAL), with(SURE));
        let parent = |record: &Range<NodeId>| self.tree.page.node(record.start).parent;
        let mut families: FxHashMap<Option<NodeId>, usize> = FxHashMap::default();
        for record in &records {
            *families.entry(parent(record)).or_default() += 1;
        }
        let largest = families.values().copied().max().unwrap_or(0);
        let lists = self.lists_among(&records);
        let mut at = 0;
        records.retain(|record| {
            at += 1;
            let lacks = |of: &[usize]| of.iter().filter(|one| !self.index.holds(**one, record)).count();
            let apart = largest > 2 && families[&parent(record)] * 5 < all;
            !(apart && lacks(&usual) > 0) && lacks(&sure) < 2 && !lists[at - 1]
        });
        records
    }

    /// The attributes that say something for a record.
    pub fn telling(&self) -> impl Iterator<Item = usize> {
        (0..self.domain.attributes.len()).filter(|attribute| self.domain.attributes[*attribute].weight > 0)
    }

    /// Which of the records are lists themselves, such as a row of other offers between two: they have several times as much
    /// as the others of all that every record has, and of links or images.
    pub fn lists_among(&self, records: &[Range<NodeId>]) -> Vec<bool> {
        let mut every = vec![records.len() >= 4; records.len()];
        let mut shown = vec![false; records.len()];
        for number in self.telling() {
            let attribute = &self.domain.attributes[number];
            let is_element = matches!(attribute.kind, ColumnType::Url | ColumnType::Image);
            if !attribute.mandatory && !is_element {
                continue;
            }
            let counts: Vec<usize> = records.iter().map(|r| self.index.count(number, r)).collect();
            let mut sorted = counts.clone();
            sorted.sort_unstable();
            let least = SEVERAL * sorted.get(sorted.len() / 2).copied().unwrap_or(0).max(1);
            for (record, count) in counts.into_iter().enumerate() {
                every[record] &= count >= least || !attribute.mandatory;
                shown[record] |= count >= least && is_element;
            }
        }
        every.into_iter().zip(shown).map(|(every, shown)| every && shown).collect()
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

    /// Leaves out what reads like another of the `added`, a notice that comes again and again, and what leads where one of the
    /// `records` does and says the same of what tells them apart, which is there already; and lists.
    pub fn without_copies(
        &self,
        mut added: Vec<Range<NodeId>>,
        records: &[Range<NodeId>],
    ) -> Vec<Range<NodeId>> {
        let mut times: FxHashMap<String, usize> = FxHashMap::default();
        for one in &added {
            *times.entry(self.text(one)).or_default() += 1;
        }
        let key = |record: &Range<NodeId>| {
            let said = self.index.value(self.domain.parts?.same, record)?;
            let links = self.links_of(record);
            (!links.is_empty()).then_some((links, said))
        };
        let known: FxHashMap<Vec<u32>, &Value> = records.iter().filter_map(key).collect();
        let all: Vec<Range<NodeId>> = records.iter().chain(&added).cloned().collect();
        let lists = self.lists_among(&all);
        let mut at = records.len();
        added.retain(|one| {
            at += 1;
            let is_known = key(one).is_some_and(|(links, said)| known.get(&links) == Some(&said));
            times[&self.text(one)] == 1 && !is_known && !lists[at - 1]
        });
        added
    }

    /// What a record says.
    pub fn text(&self, record: &Range<NodeId>) -> String {
        self.tree.page.row_text(roots(self.tree.page, record))
    }

    /// The addresses that a record leads to, in order.
    pub fn links_of(&self, record: &Range<NodeId>) -> Vec<u32> {
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
