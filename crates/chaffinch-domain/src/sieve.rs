//! What is left out of a segmentation: stretches that only look like records, and records that are there twice.

use crate::ids::AttributeKind;
use crate::worth::Evidence;
use chaffinch_core::{NodeId, TextMap, Value};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Fewest records of a list from which it can be told what is unusual in it.
const ENOUGH: usize = 4;
/// Most records with the same links that are compared one with another; this only bounds the work.
const MOST_ALIKE: usize = 20;

/// Leaves out of a list of stretches what is no record of its own.
pub(crate) struct Sieve<'a, 'p> {
    pub evidence: Evidence<'a, 'p>,
    /// The links of the page that lead to another page, each with a number for its address.
    links: Vec<(NodeId, u32)>,
}

impl<'a, 'p> Sieve<'a, 'p> {
    pub fn new(evidence: Evidence<'a, 'p>) -> Sieve<'a, 'p> {
        let page = evidence.tree.page;
        let mut numbers: TextMap<&str, u32> = TextMap::default();
        let mut links = Vec::new();
        for node in page.ids().filter(|node| page.is(*node, "a")) {
            if let Some(href) = page.attribute(node, "href").filter(|href| !href.starts_with('#')) {
                let next = numbers.len() as u32;
                links.push((node, *numbers.entry(href).or_insert(next)));
            }
        }
        Sieve { evidence, links }
    }

    /// Leaves out stretches that lack two attributes that nearly all others have, or that stand apart from the others and lack
    /// a usual one: a menu with a price in it is no product. Leaves out lists, too.
    pub fn without_strangers(&self, mut records: Vec<Range<NodeId>>) -> Vec<Range<NodeId>> {
        if records.len() < ENOUGH {
            return records;
        }
        let Evidence { tree, index, thresholds, .. } = &self.evidence;
        let all = records.len();
        let [usual, nearly_all] = self.held_by([thresholds.usual, thresholds.nearly_all], &records);
        let parent = |record: &Range<NodeId>| tree.page.node(record.start).parent;
        let mut families: FxHashMap<Option<NodeId>, usize> = FxHashMap::default();
        for record in &records {
            *families.entry(parent(record)).or_default() += 1;
        }
        let largest = families.values().copied().max().unwrap_or(0);
        let mut lists = self.lists_among(&records).into_iter();
        records.retain(|record| {
            let lacks =
                |kinds: &[AttributeKind]| kinds.iter().filter(|kind| !index.holds(**kind, record)).count();
            let is_list = lists.next();
            // Fewer than a fifth of the records have the same parent.
            let apart = largest > 2 && families[&parent(record)] * 5 < all;
            !(apart && lacks(&usual) > 0) && lacks(&nearly_all) < 2 && is_list != Some(true)
        });
        records
    }

    /// For each percentage, the attributes with a weight that at least so many of the records have.
    pub fn held_by<const N: usize>(
        &self,
        percentages: [usize; N],
        records: &[Range<NodeId>],
    ) -> [Vec<AttributeKind>; N] {
        let Evidence { index, domain, .. } = &self.evidence;
        let held = |kind: AttributeKind| records.iter().filter(|record| index.holds(kind, record)).count();
        let weighty = domain.kinds().filter(|(_, attribute)| attribute.weight > 0);
        let held: Vec<(AttributeKind, usize)> = weighty.map(|(kind, _)| (kind, held(kind))).collect();
        percentages.map(|percent| {
            let enough = held.iter().filter(|(_, count)| count * 100 >= records.len() * percent);
            enough.map(|(kind, _)| *kind).collect()
        })
    }

    /// Which of the records are lists themselves, such as a row of other offers between two: they have several times as many
    /// as the others of each mandatory attribute, and of links or images.
    fn lists_among(&self, records: &[Range<NodeId>]) -> Vec<bool> {
        let Evidence { index, domain, thresholds, .. } = &self.evidence;
        let mut every = vec![records.len() >= ENOUGH; records.len()];
        let mut shown = vec![false; records.len()];
        for (kind, attribute) in domain.kinds().filter(|(_, attribute)| attribute.weight > 0) {
            let is_element = attribute.is_element();
            if !attribute.mandatory && !is_element {
                continue;
            }
            let counts: Vec<usize> = records.iter().map(|record| index.count(kind, record)).collect();
            let mut sorted = counts.clone();
            sorted.sort_unstable();
            let median = sorted.get(sorted.len() / 2).copied().unwrap_or(0);
            let least = thresholds.list_in_record * median.max(1);
            for (record, count) in counts.into_iter().enumerate() {
                every[record] &= count >= least || !attribute.mandatory;
                shown[record] |= count >= least && is_element;
            }
        }
        every.into_iter().zip(shown).map(|(every, shown)| every && shown).collect()
    }

    /// Keeps of records with the same links only the fullest: they are parts of one record, or one record written twice, for
    /// wide and for narrow screens. Flats of one house may all link to the house; their prices tell them apart.
    pub fn without_repetitions(&self, records: Vec<Range<NodeId>>) -> Vec<Range<NodeId>> {
        let mut best: TextMap<Vec<u32>, Vec<(i64, usize)>> = TextMap::default();
        for (number, record) in records.iter().enumerate() {
            let links = self.links_of(record);
            if links.is_empty() {
                continue;
            }
            let worth = self.evidence.worth(record);
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
        // If fewer than two in five would be left, the links go to a form or map that most records share, and tell nothing.
        if keep.iter().filter(|keep| **keep).count() * 5 < records.len() * 2 {
            return records;
        }
        records.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(record, _)| record).collect()
    }

    /// Leaves out of `added` what has the same text as another of them, such as a notice that is repeated; what has the links
    /// of one of the `records` and its value of the attribute that tells records apart; and lists.
    pub fn without_copies(
        &self,
        mut added: Vec<Range<NodeId>>,
        records: &[Range<NodeId>],
    ) -> Vec<Range<NodeId>> {
        let mut times: TextMap<String, usize> = TextMap::default();
        for one in &added {
            *times.entry(self.text(one)).or_default() += 1;
        }
        let key = |record: &Range<NodeId>| {
            let value = self.evidence.index.value(self.evidence.domain.split_records?.same, record)?;
            let links = self.links_of(record);
            (!links.is_empty()).then_some((links, value))
        };
        let known: TextMap<Vec<u32>, &Value> = records.iter().filter_map(key).collect();
        let all: Vec<Range<NodeId>> = records.iter().chain(&added).cloned().collect();
        let mut lists = self.lists_among(&all).into_iter().skip(records.len());
        added.retain(|one| {
            let is_list = lists.next();
            let is_known = key(one).is_some_and(|(links, value)| known.get(&links) == Some(&value));
            times[&self.text(one)] == 1 && !is_known && is_list != Some(true)
        });
        added
    }

    /// The text of a record.
    pub fn text(&self, record: &Range<NodeId>) -> String {
        let page = self.evidence.tree.page;
        page.row_text(page.siblings(record.clone()))
    }

    /// The addresses that a record links to, as sorted numbers, each once.
    pub fn links_of(&self, record: &Range<NodeId>) -> Vec<u32> {
        let first = self.links.partition_point(|(node, _)| *node < record.start);
        let inside = self.links[first..].iter().take_while(|(node, _)| *node < record.end);
        let mut links: Vec<u32> = inside.map(|(_, address)| *address).collect();
        links.sort_unstable();
        links.dedup();
        links
    }

    /// Whether two stretches have different values of a mandatory attribute.
    fn differ(&self, a: &Range<NodeId>, b: &Range<NodeId>) -> bool {
        let Evidence { index, domain, .. } = &self.evidence;
        domain.kinds().filter(|(_, attribute)| attribute.mandatory).any(|(kind, _)| {
            let values = (index.value(kind, a), index.value(kind, b));
            matches!(values, (Some(one), Some(other)) if one != other)
        })
    }
}
