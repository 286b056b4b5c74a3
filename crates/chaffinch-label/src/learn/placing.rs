//! Where known values stand: gold says what the values are, not where.
//!
//! A value may occur several times: a title is a heading, a breadcrumb and a caption, and many products cost the same. All leaves with
//! the value are considered. On a page about one thing the leaf is chosen whose place in the markup fits the other pages of the
//! site, because values of an attribute stand in the same place there. The records of a list are placed together by `order`.

use super::LabelledPage;
use super::order::{Position, in_order};
use crate::labels::AttributeId;
use crate::see::{Observed, ObservedLeaf, after_caption, comparable};
use chaffinch_core::{NodeId, TextMap, TextSet};
use chaffinch_vision::BlockId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Borrow;
use std::collections::BTreeMap;

/// The values of one record. An attribute may have several.
pub type LabelledRecord = Vec<(AttributeId, String)>;

/// Where the values of a page's records stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Placement {
    /// The values that were placed.
    pub placed: Vec<Placed>,
    /// Other leaves with the text of a value. Whether they hold it is not known.
    pub elsewhere: Vec<BlockId>,
    /// The values that were not placed: the number of the record, the attribute and the value.
    pub missing: Vec<(usize, AttributeId, String)>,
}

/// A value and its leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// The leaf.
    pub block: BlockId,
    /// The attribute.
    pub attribute: AttributeId,
    /// The number of the record.
    pub record: usize,
    /// The gold writes the value as the source does, with character references.
    pub as_source: bool,
    /// The value is a part of the leaf's text: what follows the caption that the text begins with.
    pub part: bool,
}

/// Places the values of all pages, site by site.
pub fn place_all<P: Borrow<LabelledPage>>(pages: &[P]) -> Vec<Placement> {
    let pages: Vec<&LabelledPage> = pages.iter().map(Borrow::borrow).collect();
    let mut by_site: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, page) in pages.iter().enumerate() {
        by_site.entry(&page.site).or_default().push(at);
    }
    let mut placements = vec![Placement::default(); pages.len()];
    for site in by_site.values() {
        let site_pages: Vec<&LabelledPage> = site.iter().map(|at| pages[*at]).collect();
        for (at, placement) in site.iter().zip(place_site(&site_pages)) {
            placements[*at] = placement;
        }
    }
    placements
}

/// Places the values of pages of one site.
fn place_site(pages: &[&LabelledPage]) -> Vec<Placement> {
    let candidates: Vec<Vec<Vec<ValueCandidates<'_>>>> =
        pages.iter().map(|page| all_candidates(&page.observed, &page.records)).collect();
    let mut common: Common<'_> = TextMap::default();
    for value in candidates.iter().flatten().flatten() {
        let places: TextSet<&str> =
            value.leaves.iter().map(|candidate| candidate.leaf.site_place.as_str()).collect();
        for place in places {
            *common.entry((value.attribute, place)).or_default() += 1;
        }
    }
    candidates.iter().map(|page| place_page(page, &common)).collect()
}

/// How many values of an attribute could stand in a place of the markup.
type Common<'o> = TextMap<(AttributeId, &'o str), usize>;

/// The leaves where a value could stand.
struct ValueCandidates<'o> {
    attribute: AttributeId,
    value: &'o str,
    leaves: Vec<Candidate<'o>>,
}

/// A leaf where a value could stand.
#[derive(Clone, Copy)]
struct Candidate<'o> {
    block: BlockId,
    leaf: &'o ObservedLeaf,
    as_source: bool,
    part: bool,
}

fn all_candidates<'o>(
    observed: &'o Observed,
    records: &'o [LabelledRecord],
) -> Vec<Vec<ValueCandidates<'o>>> {
    let mut by_text: TextMap<String, Vec<Candidate<'o>>> = TextMap::default();
    let mut by_part: TextMap<String, Vec<Candidate<'o>>> = TextMap::default();
    for (block, leaf) in observed.leaves() {
        let candidate = Candidate { block, leaf, as_source: false, part: false };
        // The value of an image is its address; its alternative text is not shown on the page.
        if leaf.image.is_some() {
            for address in &leaf.addresses {
                by_text.entry(comparable(address)).or_default().push(candidate);
            }
            continue;
        }
        by_text.entry(comparable(&leaf.text)).or_default().push(candidate);
        if let Some(part) = after_caption(&leaf.text) {
            by_part.entry(comparable(part)).or_default().push(Candidate { part: true, ..candidate });
        }
        if let Some(source) = &leaf.source_text {
            by_text.entry(comparable(source)).or_default().push(Candidate { as_source: true, ..candidate });
        }
    }
    // A part of a text counts only where no whole text is the value.
    let candidates = |(attribute, value): &'o (AttributeId, String)| {
        let value_text = comparable(value);
        let leaves = by_text.get(&value_text).or_else(|| by_part.get(&value_text));
        ValueCandidates { attribute: *attribute, value, leaves: leaves.cloned().unwrap_or_default() }
    };
    records.iter().map(|record| record.iter().map(candidates).collect()).collect()
}

fn place_page(records: &[Vec<ValueCandidates<'_>>], common: &Common<'_>) -> Placement {
    let chosen = match records {
        [record] => vec![place_one(record, common)],
        records => place_list(records, common),
    };
    let mut placement = Placement::default();
    let mut taken: FxHashSet<BlockId> = FxHashSet::default();
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

/// For each value of the only record the leaf in whose place most values of the attribute stand; of several the one nearest to the
/// record's other values.
fn place_one<'o>(record: &[ValueCandidates<'o>], common: &Common<'_>) -> Vec<Option<Candidate<'o>>> {
    // Values that could stand on few leaves come first: they tell where the record is.
    let mut order: Vec<usize> = (0..record.len()).collect();
    order.sort_by_key(|at| record[*at].leaves.len());
    let mut chosen: Vec<Option<Candidate<'o>>> = vec![None; record.len()];
    let mut taken: FxHashSet<BlockId> = FxHashSet::default();
    let mut near: Option<BlockId> = None;
    for at in order {
        let value = &record[at];
        let rank = |found: &&Candidate<'o>| {
            let count = common.get(&(value.attribute, found.leaf.site_place.as_str())).copied().unwrap_or(0);
            let block = found.block.index();
            (std::cmp::Reverse(count), near.map_or(block, |near| near.index().abs_diff(block)))
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
fn place_list<'o>(
    records: &[Vec<ValueCandidates<'o>>],
    common: &Common<'_>,
) -> Vec<Vec<Option<Candidate<'o>>>> {
    // Leaves that could hold a value, in the order of the markup.
    let mut nodes: Vec<(NodeId, BlockId)> =
        records.iter().flatten().flat_map(|value| &value.leaves).map(|f| (f.leaf.node, f.block)).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let rank: FxHashMap<BlockId, usize> =
        nodes.iter().enumerate().map(|(at, (_, block))| (*block, at)).collect();
    let most = |attribute: AttributeId| {
        common.iter().filter(|((of, _), _)| *of == attribute).map(|(_, count)| *count).max().unwrap_or(1)
    };
    let most: FxHashMap<AttributeId, usize> =
        records.iter().flatten().map(|value| value.attribute).map(|of| (of, most(of))).collect();
    let positions: Vec<Vec<Vec<Position>>> = records
        .iter()
        .map(|record| {
            let position = |value: &ValueCandidates<'_>, found: &Candidate<'_>| {
                let count =
                    common.get(&(value.attribute, found.leaf.site_place.as_str())).copied().unwrap_or(0);
                let unusual = 1.0 - count as f32 / most[&value.attribute] as f32;
                Position { at: rank[&found.block], unusual }
            };
            record
                .iter()
                .map(|value| value.leaves.iter().map(|found| position(value, found)).collect())
                .collect()
        })
        .collect();
    let found = |(record, chosen): (&Vec<ValueCandidates<'o>>, Vec<Option<usize>>)| {
        record.iter().zip(chosen).map(|(value, chosen)| Some(value.leaves[chosen?])).collect()
    };
    records.iter().zip(in_order(&positions)).map(found).collect()
}
