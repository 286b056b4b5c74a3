//! How right a model is on a labelled page.

use crate::decode::{Found, FoundRecord};
use crate::element::labelled_part;
use crate::labels::Attributes;
use crate::model::LabelledPage;
use crate::observed::ObservedLeaf;
use crate::place::{Placement, folded};
use serde::{Deserialize, Serialize};

/// How many were right, found and wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Found as wanted.
    pub right: usize,
    /// Found.
    pub found: usize,
    /// Wanted.
    pub wanted: usize,
}

/// What a page came to.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PageCounts {
    /// Values, by attribute.
    pub attributes: Vec<Counts>,
    /// Records: right if all values of one are inside and none of another.
    pub records: Counts,
    /// Records whose key attributes, as far as they have them, are all right: the paper's block instance accuracy.
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

    /// The harmonic mean of both.
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

impl Found {
    /// The records of a list, or the one of a page about one thing.
    pub fn records(&self) -> &[FoundRecord] {
        match self {
            Found::List { records, .. } => records,
            Found::Detail(record) => std::slice::from_ref(record),
        }
    }
}

/// Judges what was found on a page whose values have been placed. `keys` are the attributes of block instance accuracy.
pub fn judge(
    page: &LabelledPage,
    placement: &Placement,
    found: &[FoundRecord],
    attributes: usize,
    keys: Attributes,
) -> PageCounts {
    let mut counts = PageCounts { attributes: vec![Counts::default(); attributes], ..PageCounts::default() };
    let ends = page.observed.ends();
    let held: Vec<Vec<usize>> = found
        .iter()
        .map(|record| {
            let inside = |block: usize| record.blocks.iter().any(|b| *b <= block && block < ends[*b]);
            let placed = &placement.placed;
            (0..placed.len()).filter(|at| inside(placed[*at].block)).collect()
        })
        .collect();
    counts.records.found = found.len();
    counts.whole.found = found.len();
    counts.records.wanted = page.records.len();
    counts.whole.wanted = page.records.len();
    for value in found.iter().flat_map(|record| &record.values) {
        counts.attributes[value.attribute].found += 1;
    }
    let mut used = vec![false; found.len()];
    for (number, record) in page.records.iter().enumerate() {
        let values = placement.placed.iter().filter(|placed| placed.record == number).count();
        let whole = |at: &usize| {
            let own = held[*at].iter().filter(|p| placement.placed[**p].record == number).count();
            own == values && own == held[*at].len() && own > 0
        };
        // The one that is right; otherwise the one that holds most of it.
        let right = (0..found.len()).filter(|at| !used[*at]).find(whole);
        let best = right.or_else(|| {
            let own =
                |at: &usize| held[*at].iter().filter(|p| placement.placed[**p].record == number).count();
            let rest = (0..found.len()).filter(|at| !used[*at] && (own(at) > 0 || page.records.len() == 1));
            rest.max_by_key(|at| (own(at), std::cmp::Reverse(*at)))
        });
        counts.records.right += usize::from(right.is_some());
        let mut all = true;
        for attribute in 0..attributes {
            let mut wanted =
                record.iter().filter(|(of, _)| *of == attribute).map(|(_, value)| value).peekable();
            if wanted.peek().is_none() {
                continue;
            }
            counts.attributes[attribute].wanted += 1;
            let value = best.and_then(|at| found[at].values.iter().find(|v| v.attribute == attribute));
            let leaf =
                value.and_then(|found| Some((page.observed.leaves[found.block].as_ref()?, found.part)));
            let right = leaf.is_some_and(|(leaf, part)| wanted.any(|value| shows(leaf, part, value)));
            counts.attributes[attribute].right += usize::from(right);
            all &= right || keys >> attribute & 1 == 0;
        }
        counts.whole.right += usize::from(all && best.is_some());
        if let Some(best) = best {
            used[best] = true;
        }
    }
    counts
}

/// Whether a leaf, or the part of it that follows its label, shows a value.
fn shows(leaf: &ObservedLeaf, part: bool, value: &str) -> bool {
    if leaf.image.is_some() {
        let same =
            |address: &String| address == value || address.ends_with(value.trim_start_matches(['.', '/']));
        return leaf.addresses.iter().any(same);
    }
    let value = folded(value);
    if let Some(own) = labelled_part(&leaf.text).filter(|_| part) {
        return folded(own) == value;
    }
    folded(&leaf.text) == value || leaf.source_text.as_ref().is_some_and(|source| folded(source) == value)
}
