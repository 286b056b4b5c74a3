//! How right a model is on a labelled page.

use super::FoundRecord;
use crate::labels::{AttributeId, AttributeSet};
use crate::learn::{LabelledPage, Placement};
use crate::see::{ObservedLeaf, after_caption, comparable};
use serde::{Deserialize, Serialize};

/// How many values or records were right, found and wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Found as wanted.
    pub right: usize,
    /// Found.
    pub found: usize,
    /// Wanted.
    pub wanted: usize,
}

/// How right a page is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PageCounts {
    /// Values, by attribute.
    pub attributes: Vec<Counts>,
    /// Records. One is right if all of its labelled values are inside and none of another record.
    pub records: Counts,
    /// Records whose key attributes are all right, as far as they have them: the paper's block instance accuracy.
    pub whole: Counts,
}

impl Counts {
    /// The share of what was found that is right.
    pub fn precision(&self) -> f64 {
        self.right as f64 / self.found.max(1) as f64
    }

    /// The share of what was wanted that is right.
    pub fn recall(&self) -> f64 {
        self.right as f64 / self.wanted.max(1) as f64
    }

    /// The harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (self.found + self.wanted).max(1) as f64
    }

    /// Adds others.
    pub fn add(&mut self, other: &Counts) {
        self.right += other.right;
        self.found += other.found;
        self.wanted += other.wanted;
    }
}

impl PageCounts {
    /// Adds another page.
    pub fn add(&mut self, other: &PageCounts) {
        self.attributes.resize(self.attributes.len().max(other.attributes.len()), Counts::default());
        self.attributes.iter_mut().zip(&other.attributes).for_each(|(own, other)| own.add(other));
        self.records.add(&other.records);
        self.whole.add(&other.whole);
    }
}

/// Judges what was found on a page whose values have been placed. `keys` are the attributes of block instance accuracy.
pub fn judge(
    page: &LabelledPage,
    placement: &Placement,
    found: &[FoundRecord],
    attributes: usize,
    keys: AttributeSet,
) -> PageCounts {
    let mut counts = PageCounts { attributes: vec![Counts::default(); attributes], ..PageCounts::default() };
    // For each found record the numbers of the placed values inside.
    let held: Vec<Vec<usize>> = found
        .iter()
        .map(|record| {
            let inside = |value| record.blocks.iter().any(|block| page.observed.contains(*block, value));
            let placed = &placement.placed;
            (0..placed.len()).filter(|at| inside(placed[*at].block)).collect()
        })
        .collect();
    counts.records.found = found.len();
    counts.whole.found = found.len();
    counts.records.wanted = page.records.len();
    counts.whole.wanted = page.records.len();
    for value in found.iter().flat_map(|record| &record.values) {
        counts.attributes[value.attribute.index()].found += 1;
    }
    let mut used = vec![false; found.len()];
    for (number, record) in page.records.iter().enumerate() {
        let values = placement.placed.iter().filter(|placed| placed.record == number).count();
        let own = |at: &usize| held[*at].iter().filter(|p| placement.placed[**p].record == number).count();
        let whole = |at: &usize| own(at) == values && own(at) == held[*at].len() && own(at) > 0;
        // The found record that is right; otherwise the one with most values of the wanted record.
        let right = (0..found.len()).filter(|at| !used[*at]).find(whole);
        let best = right.or_else(|| {
            let rest = (0..found.len()).filter(|at| !used[*at] && (own(at) > 0 || page.records.len() == 1));
            rest.max_by_key(|at| (own(at), std::cmp::Reverse(*at)))
        });
        counts.records.right += usize::from(right.is_some());
        let mut all = true;
        for attribute in (0..attributes).map(AttributeId::from_index) {
            let mut wanted =
                record.iter().filter(|(of, _)| *of == attribute).map(|(_, value)| value).peekable();
            if wanted.peek().is_none() {
                continue;
            }
            counts.attributes[attribute.index()].wanted += 1;
            let value = best.and_then(|at| found[at].values.iter().find(|v| v.attribute == attribute));
            let leaf = value.and_then(|found| Some((page.observed.leaf(found.block)?, found.part)));
            let right = leaf.is_some_and(|(leaf, part)| wanted.any(|value| shows(leaf, part, value)));
            counts.attributes[attribute.index()].right += usize::from(right);
            all &= right || !keys.contains(attribute);
        }
        counts.whole.right += usize::from(all && best.is_some());
        if let Some(best) = best {
            used[best] = true;
        }
    }
    counts
}

/// Whether a leaf, or the part of it that follows its caption, shows a value.
fn shows(leaf: &ObservedLeaf, part: bool, value: &str) -> bool {
    if leaf.image.is_some() {
        let same =
            |address: &String| address == value || address.ends_with(value.trim_start_matches(['.', '/']));
        return leaf.addresses.iter().any(same);
    }
    let value = comparable(value);
    if let Some(own) = after_caption(&leaf.text).filter(|_| part) {
        return comparable(own) == value;
    }
    comparable(&leaf.text) == value
        || leaf.source_text.as_ref().is_some_and(|source| comparable(source) == value)
}
