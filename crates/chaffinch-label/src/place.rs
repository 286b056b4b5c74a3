//! Labels from values: gold says what the values are, not where they stand.
//!
//! A value may stand in several places: a title is a heading, a crumb and a caption, and many products cost the same. All places are
//! considered. On a page about one thing the place is chosen that is consistent with the other pages of the site: values of an attribute stand in
//! the same kind of place. The records of a list are placed together by `order`.

use crate::element::labelled_part;
use crate::observed::{Observed, ObservedLeaf};
use crate::order::{Spot, in_order};
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
    /// The value is a part of the leaf's text: what follows the label that the text begins with.
    pub part: bool,
}

/// Places the values of the records of some pages of one site.
pub fn place(pages: &[(&Observed, &[Record])]) -> Vec<Placement> {
    let candidates: Vec<Vec<Vec<Candidates<'_>>>> =
        pages.iter().map(|(observed, records)| all_candidates(observed, records)).collect();
    // How many values of an attribute have a leaf in a kind of place.
    let mut common: Common<'_> = FxHashMap::default();
    for value in candidates.iter().flatten().flatten() {
        let places: FxHashSet<&str> = value.leaves.iter().map(|found| found.leaf.place.as_str()).collect();
        for place in places {
            *common.entry((value.attribute, place)).or_default() += 1;
        }
    }
    candidates.iter().map(|page| place_page(page, &common)).collect()
}

/// How many values of an attribute could stand in a kind of place.
type Common<'o> = FxHashMap<(usize, &'o str), usize>;

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
    part: bool,
}

fn all_candidates<'o>(observed: &'o Observed, records: &'o [Record]) -> Vec<Vec<Candidates<'o>>> {
    let mut by_text: FxHashMap<String, Vec<Found<'o>>> = FxHashMap::default();
    let mut by_part: FxHashMap<String, Vec<Found<'o>>> = FxHashMap::default();
    for (block, leaf) in observed.leaves() {
        let found = Found { block, leaf, as_source: false, part: false };
        // What an image shows is its address; its alternative text is no text of the page.
        if leaf.image.is_some() {
            for address in &leaf.addresses {
                by_text.entry(folded(address)).or_default().push(found);
            }
            continue;
        }
        by_text.entry(folded(&leaf.text)).or_default().push(found);
        if let Some(part) = labelled_part(&leaf.text) {
            by_part.entry(folded(part)).or_default().push(Found { part: true, ..found });
        }
        if let Some(source) = &leaf.source_text {
            by_text.entry(folded(source)).or_default().push(Found { as_source: true, ..found });
        }
    }
    // A part of a text counts where no text is the value as a whole.
    let candidates = |(attribute, value): &'o (usize, String)| {
        let value_text = folded(value);
        let leaves = by_text.get(&value_text).or_else(|| by_part.get(&value_text));
        Candidates { attribute: *attribute, value, leaves: leaves.cloned().unwrap_or_default() }
    };
    records.iter().map(|record| record.iter().map(candidates).collect()).collect()
}

fn place_page(records: &[Vec<Candidates<'_>>], common: &Common<'_>) -> Placement {
    let chosen = match records {
        [record] => vec![place_one(record, common)],
        records => place_list(records, common),
    };
    let mut placement = Placement::default();
    let mut taken: FxHashSet<usize> = FxHashSet::default();
    for (number, (record, chosen)) in records.iter().zip(chosen).enumerate() {
        for (value, found) in record.iter().zip(chosen) {
            match found.filter(|found| taken.insert(found.block)) {
                Some(found) => placement.placed.push(Placed {
                    block: found.block,
                    attribute: value.attribute,
                    record: number,
                    as_source: found.as_source,
                    part: found.part,
                }),
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

/// For each value of the only record the leaf whose kind of place holds most values of the attribute; among equals the one nearest to
/// the record's other values.
fn place_one<'o>(record: &[Candidates<'o>], common: &Common<'_>) -> Vec<Option<Found<'o>>> {
    // Values that can stand in few places say where the record is.
    let mut order: Vec<usize> = (0..record.len()).collect();
    order.sort_by_key(|at| record[*at].leaves.len());
    let mut chosen: Vec<Option<Found<'o>>> = vec![None; record.len()];
    let mut taken: FxHashSet<usize> = FxHashSet::default();
    let mut near: Option<usize> = None;
    for at in order {
        let value = &record[at];
        let rank = |found: &&Found<'o>| {
            let count = common.get(&(value.attribute, found.leaf.place.as_str())).copied().unwrap_or(0);
            (std::cmp::Reverse(count), near.map_or(found.block, |near| near.abs_diff(found.block)))
        };
        let free = value.leaves.iter().filter(|found| !taken.contains(&found.block));
        chosen[at] = free.min_by_key(rank).copied();
        if let Some(found) = chosen[at] {
            near = near.or(Some(found.block));
            taken.insert(found.block);
        }
    }
    chosen
}

/// The records of a list, placed in the order of the page.
fn place_list<'o>(records: &[Vec<Candidates<'o>>], common: &Common<'_>) -> Vec<Vec<Option<Found<'o>>>> {
    // Leaves that could hold a value, in the order of the markup.
    let mut nodes: Vec<(chaffinch_core::NodeId, usize)> =
        records.iter().flatten().flat_map(|value| &value.leaves).map(|f| (f.leaf.node, f.block)).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let rank: FxHashMap<usize, usize> =
        nodes.iter().enumerate().map(|(at, (_, block))| (*block, at)).collect();
    let most = |attribute: usize| {
        common.iter().filter(|((of, _), _)| *of == attribute).map(|(_, count)| *count).max().unwrap_or(1)
    };
    let most: FxHashMap<usize, usize> =
        records.iter().flatten().map(|value| value.attribute).map(|of| (of, most(of))).collect();
    let spots: Vec<Vec<Vec<Spot>>> = records
        .iter()
        .map(|record| {
            let spot = |value: &Candidates<'_>, found: &Found<'_>| {
                let count = common.get(&(value.attribute, found.leaf.place.as_str())).copied().unwrap_or(0);
                Spot { at: rank[&found.block], strange: 1.0 - count as f32 / most[&value.attribute] as f32 }
            };
            record.iter().map(|value| value.leaves.iter().map(|found| spot(value, found)).collect()).collect()
        })
        .collect();
    let found = |(record, chosen): (&Vec<Candidates<'o>>, Vec<Option<usize>>)| {
        record.iter().zip(chosen).map(|(value, chosen)| Some(value.leaves[chosen?])).collect()
    };
    records.iter().zip(in_order(&spots)).map(found).collect()
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
