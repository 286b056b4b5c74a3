//! Labels from values: gold says what the values are, not where they stand.
//!
//! A value may stand in several places: a title is a heading, a crumb and a caption. All places are considered. The one that is
//! chosen is consistent with other pages of the site and other records of the page: values of an attribute stand in the same
//! kind of place. Among equals it is the one nearest to the record's other values.

use crate::observed::{Observed, ObservedLeaf};
use chaffinch_core::collapse_space;
use rustc_hash::{FxHashMap, FxHashSet};

/// The values of one record: the number of an attribute and a value, as often as there are values.
pub type Record = Vec<(usize, String)>;

/// Where the values of a page's records stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Placement {
    /// The values that were placed.
    pub placed: Vec<Placed>,
    /// Other leaves with the text of a value. Whether they hold it is not known.
    pub elsewhere: Vec<usize>,
    /// The values that were not placed: record, attribute, value.
    pub missing: Vec<(usize, usize, String)>,
}

/// A value and its leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// The leaf.
    pub block: usize,
    /// The number of the attribute.
    pub attribute: usize,
    /// The number of the record.
    pub record: usize,
    /// The value is written as the source writes it, with character references.
    pub as_source: bool,
}

/// Places the values of the records of some pages of one site.
pub fn place(pages: &[(&Observed, &[Record])]) -> Vec<Placement> {
    let candidates: Vec<Vec<Vec<Candidates<'_>>>> =
        pages.iter().map(|(observed, records)| all_candidates(observed, records)).collect();
    // How many values of an attribute have a leaf in a kind of place.
    let mut common: FxHashMap<(usize, &str), usize> = FxHashMap::default();
    for value in candidates.iter().flatten().flatten() {
        let places: FxHashSet<&str> = value.leaves.iter().map(|found| found.leaf.place.as_str()).collect();
        for place in places {
            *common.entry((value.attribute, place)).or_default() += 1;
        }
    }
    candidates.iter().map(|page| place_page(page, &common)).collect()
}

/// The leaves where a value could stand.
struct Candidates<'o> {
    attribute: usize,
    value: &'o str,
    leaves: Vec<Found<'o>>,
}

#[derive(Clone, Copy)]
struct Found<'o> {
    block: usize,
    leaf: &'o ObservedLeaf,
    as_source: bool,
}

fn all_candidates<'o>(observed: &'o Observed, records: &'o [Record]) -> Vec<Vec<Candidates<'o>>> {
    let mut by_text: FxHashMap<String, Vec<Found<'o>>> = FxHashMap::default();
    for (block, leaf) in observed.leaves() {
        let found = Found { block, leaf, as_source: false };
        // What an image shows is its address; its alternative text is no text of the page.
        let text = leaf.image.as_ref().unwrap_or(&leaf.text);
        by_text.entry(folded(text)).or_default().push(found);
        if let Some(source) = &leaf.source_text {
            by_text.entry(folded(source)).or_default().push(Found { as_source: true, ..found });
        }
    }
    let candidates = |(attribute, value): &'o (usize, String)| Candidates {
        attribute: *attribute,
        value,
        leaves: by_text.get(&folded(value)).cloned().unwrap_or_default(),
    };
    records.iter().map(|record| record.iter().map(candidates).collect()).collect()
}

fn place_page(records: &[Vec<Candidates<'_>>], common: &FxHashMap<(usize, &str), usize>) -> Placement {
    let mut placement = Placement::default();
    let mut taken: FxHashSet<usize> = FxHashSet::default();
    for (number, record) in records.iter().enumerate() {
        // Values that can stand in few places say where the record is.
        let mut order: Vec<&Candidates<'_>> = record.iter().collect();
        order.sort_by_key(|value| value.leaves.len());
        let mut near = None;
        for value in order {
            match best(value, common, &taken, near) {
                Some(found) => {
                    near = near.or(Some(found.block));
                    taken.insert(found.block);
                    placement.placed.push(Placed {
                        block: found.block,
                        attribute: value.attribute,
                        record: number,
                        as_source: found.as_source,
                    });
                }
                None => placement.missing.push((number, value.attribute, value.value.to_owned())),
            }
        }
    }
    placement.placed.sort_by_key(|placed| placed.block);
    let all = records.iter().flatten().flat_map(|value| &value.leaves).map(|found| found.block);
    placement.elsewhere = all.filter(|block| !taken.contains(block)).collect();
    placement.elsewhere.sort_unstable();
    placement.elsewhere.dedup();
    placement
}

/// The leaf whose kind of place holds most values of the attribute; among equals the one nearest to `near`.
fn best<'o>(
    value: &Candidates<'o>,
    common: &FxHashMap<(usize, &str), usize>,
    taken: &FxHashSet<usize>,
    near: Option<usize>,
) -> Option<Found<'o>> {
    let rank = |found: &&Found<'o>| {
        let count = common.get(&(value.attribute, found.leaf.place.as_str())).copied().unwrap_or(0);
        (std::cmp::Reverse(count), near.map_or(found.block, |near| near.abs_diff(found.block)))
    };
    value.leaves.iter().filter(|found| !taken.contains(&found.block)).min_by_key(rank).copied()
}

/// How texts are compared: case and white space do not count, nor white space written as a character reference at either end.
pub(crate) fn folded(text: &str) -> String {
    let mut text = collapse_space(text).to_lowercase();
    for space in ["&nbsp;", "&#160;"] {
        while let Some(rest) = text.strip_prefix(space) {
            text = rest.trim_start().to_owned();
        }
        while let Some(rest) = text.strip_suffix(space) {
            text = rest.trim_end().to_owned();
        }
    }
    text
}
