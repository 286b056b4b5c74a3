//! From labels to records: minimal Data Record blocks are rows, the leaves inside them values, the Data Region around them the
//! relation. Where leaves tell more records than blocks do, records are what stands around their leads. On a page about one thing the best leaf for each attribute is its value, wherever it stands.

use crate::agree::{self, agree};
use crate::assign::assign;
use crate::derive::derive;
use crate::kind::Kind;
use crate::labels::{Attributes, Inner, LabelSpaces};
use crate::leads::around_leads;
use crate::model::{FoundValue, LabelError, LabelModel, LabelledPage, labels};
use crate::observed::Observed;
use crate::place::{Placed, Placement};
use crate::words::is_money;
use chaffinch_crf::Workspace;
use rustc_hash::FxHashMap;

/// A list has at least so many records.
const FEWEST_RECORDS: usize = 2;
/// What the odds of a value of other things are multiplied by on a page about one thing, and so many in one spot are of other things.
const ASIDE: f64 = 1e-12;
const MANY_FELLOWS: usize = 3;
/// What is less probable than this on a page about one thing is no value: the page has none of the attribute.
const LEAST_PROBABLE: f64 = 1e-4;
/// Values of an attribute that no list learned from had would have to be so probable, in the mean over the records of a list.
const LEAST: f64 = 3e-4;

/// What a model found on a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Found {
    /// Many records, in reading order, and the block that holds them all.
    List {
        /// The block.
        region: usize,
        /// The records.
        records: Vec<FoundRecord>,
    },
    /// The one thing that the page is about.
    Detail(FoundRecord),
}

/// A record that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundRecord {
    /// The blocks that it is made of.
    pub blocks: Vec<usize>,
    /// Its values, an attribute at most once.
    pub values: Vec<FoundValue>,
    /// How probable it is that these blocks are a record.
    pub probability: f64,
}

impl LabelModel {
    /// Reads pages of one site together.
    ///
    /// # Errors
    /// If a page's graph cannot be built.
    pub fn read(&self, pages: &[&Observed], workspace: &mut Workspace) -> Result<Vec<Found>, LabelError> {
        let mut lists = Vec::with_capacity(pages.len());
        let mut candidates = Vec::with_capacity(pages.len());
        for page in pages {
            let graph = self.graph(page)?;
            let (marginals, best) = match self.kind_of(page) {
                Kind::List => {
                    let (marginals, best) = graph.marginals_and_best(&self.weights, workspace);
                    (marginals, Some(best))
                }
                Kind::Detail => (graph.marginals(&self.weights, workspace), None),
            };
            let values = self.candidates_of(page, &marginals);
            let list = best.and_then(|best| {
                let record = self.spaces.inner(Inner::DataRecord);
                let probability = |block: usize| marginals.node(block)[record];
                list(page, &self.spaces, &self.coverage, &best.labels, &values, probability)
            });
            lists.push(list);
            candidates.push(values);
        }
        let place = |page: usize, value: &FoundValue| pages[page].place(value.block);
        agree(&mut candidates, self.spaces.attributes.len(), agree::PAGES, place);
        let found = lists.into_iter().zip(candidates).zip(pages).map(|((list, mut candidates), page)| {
            if let Some(list) = list {
                return list;
            }
            if self.pages.lists {
                set_aside(page, &mut candidates);
            }
            let mut values = assign(candidates, self.spaces.attributes.len());
            values.retain(|value| value.probability >= self.least_probable(value.attribute));
            detail(page, values)
        });
        Ok(found.collect())
    }

    /// How probable the value of an attribute is at least on a page about one thing.
    fn least_probable(&self, attribute: usize) -> f64 {
        if self.pages.lists { least(&self.coverage, attribute) } else { LEAST_PROBABLE }
    }
}

/// On a page about one thing, what stands in units, or in a spot where others stand too, is of other things that one might like: it counts only
/// where there is nothing else. Amounts are left in their spots: a price is often written several times.
fn set_aside(page: &Observed, candidates: &mut [FoundValue]) {
    let ends = page.ends();
    let holds_heading = |unit: usize| page.heading.is_some_and(|at| unit <= at && at < ends[unit]);
    let units: Vec<usize> =
        (0..page.len()).filter(|block| page.units[*block] && !holds_heading(*block)).collect();
    let mut fellows: FxHashMap<&str, usize> = FxHashMap::default();
    page.leaves().for_each(|(_, leaf)| *fellows.entry(leaf.spot.as_str()).or_default() += 1);
    let has_fellows = |block: usize| {
        let leaf = page.leaves[block].as_ref().filter(|leaf| !is_money(&leaf.text));
        leaf.is_some_and(|leaf| fellows[leaf.spot.as_str()] >= MANY_FELLOWS)
    };
    for candidate in candidates {
        let before = units.partition_point(|unit| *unit <= candidate.block);
        let in_unit = before > 0 && candidate.block < ends[units[before - 1]];
        if in_unit || has_fellows(candidate.block) {
            candidate.odds *= ASIDE;
        }
    }
}

/// The values of the one record, and the smallest block that holds them all.
fn detail(page: &Observed, values: Vec<FoundValue>) -> Found {
    let block = values.iter().map(|value| value.block).reduce(|a, b| common(page, a, b));
    let probability = values.iter().map(|value| value.probability).sum::<f64>() / values.len().max(1) as f64;
    Found::Detail(FoundRecord { blocks: block.into_iter().collect(), values, probability })
}

/// The records of a list, if there are enough.
fn list(
    page: &Observed,
    spaces: &LabelSpaces,
    coverage: &[f64],
    labels: &[usize],
    candidates: &[FoundValue],
    probability: impl Fn(usize) -> f64,
) -> Option<Found> {
    let ends = page.ends();
    let labelled: Vec<&FoundValue> =
        candidates.iter().filter(|value| labels[value.block] == spaces.leaf(Some(value.attribute))).collect();
    // The attributes that the labels inside some blocks name.
    let named = |blocks: &[usize]| {
        let own =
            blocks.iter().flat_map(|block| within(&labelled, *block..ends[*block], |value| value.block));
        own.fold(0, |named: Attributes, value| named | 1 << value.attribute).count_ones()
    };
    let mut by_blocks: Vec<Vec<usize>> =
        minimal_records(page, spaces, labels, &ends).into_iter().map(|block| vec![block]).collect();
    by_blocks.retain(|blocks| named(blocks) > 0);
    let by_leads = around_leads(page, &ends, &labelled);
    // Records without blocks of their own, if these bring far more values together.
    let together = |records: &[Vec<usize>]| records.iter().filter(|blocks| named(blocks) > 1).count();
    let mut records = if together(&by_leads) > 2 * together(&by_blocks) { by_leads } else { by_blocks };
    // A single value is no record where others have several.
    if 2 * together(&records) > records.len() {
        records.retain(|blocks| named(blocks) > 1);
    }
    complete(page, &ends, &mut records);
    let region = records.iter().flatten().copied().reduce(|a, b| common(page, a, b))?;
    let held: Vec<Vec<FoundValue>> = records
        .iter()
        .map(|blocks| {
            let of_block = |block: &usize| within(candidates, *block..ends[*block], |value| value.block);
            blocks.iter().flat_map(of_block).cloned().collect()
        })
        .collect();
    let values = fill(page, spaces.attributes.len(), coverage, held);
    let record = |(blocks, values): (Vec<usize>, Vec<FoundValue>)| {
        let probability = blocks.iter().map(|block| probability(*block)).fold(0.0, f64::max);
        FoundRecord { blocks, values, probability }
    };
    let records: Vec<FoundRecord> = records.into_iter().zip(values).map(record).collect();
    (records.len() >= FEWEST_RECORDS).then_some(Found::List { region, records })
}

/// The records of a list are of one make: if most of those that were found are units, all units are records.
fn complete(page: &Observed, ends: &[usize], records: &mut Vec<Vec<usize>>) {
    let is_unit = |blocks: &&Vec<usize>| matches!(blocks[..], [block] if page.units[block]);
    if 2 * records.iter().filter(is_unit).count() <= records.len() {
        return;
    }
    let mut found: Vec<usize> = records.iter().flatten().copied().collect();
    found.sort_unstable();
    let apart = |unit: &usize| {
        let after = found.partition_point(|block| block < unit);
        let within = after > 0 && *unit < ends[found[after - 1]];
        !within && found.get(after).is_none_or(|next| *next >= ends[*unit])
    };
    records.extend((0..page.len()).filter(|block| page.units[*block]).filter(apart).map(|unit| vec![unit]));
    records.sort();
}

/// The values of records whose candidates are known. All records of a list have their values in the same kinds of places; an attribute that
/// is improbable in all of them is left out, the sooner the fewer lists have it.
fn fill(
    page: &Observed,
    attributes: usize,
    coverage: &[f64],
    mut held: Vec<Vec<FoundValue>>,
) -> Vec<Vec<FoundValue>> {
    let spot = |_: usize, value: &FoundValue| Some(page.leaves[value.block].as_ref()?.spot.as_str());
    agree(&mut held, attributes, agree::RECORDS, spot);
    let mut filled: Vec<Vec<FoundValue>> =
        held.into_iter().map(|values| assign(values, attributes)).collect();
    for attribute in 0..attributes {
        let found = filled.iter().flatten().filter(|value| value.attribute == attribute);
        let probable: f64 = found.map(|value| value.probability).sum();
        if probable < least(coverage, attribute) * filled.len() as f64 {
            filled.iter_mut().for_each(|values| values.retain(|value| value.attribute != attribute));
        }
    }
    filled
}

/// How probable values of an attribute are at least: the fewer lists have it, the more probable.
fn least(coverage: &[f64], attribute: usize) -> f64 {
    LEAST * (1.0 - coverage.get(attribute).copied().unwrap_or(1.0))
}

/// What stands in some blocks, of things sorted by block.
fn within<T>(sorted: &[T], blocks: std::ops::Range<usize>, block: impl Fn(&T) -> usize) -> &[T] {
    let start = sorted.partition_point(|thing| block(thing) < blocks.start);
    let end = sorted.partition_point(|thing| block(thing) < blocks.end);
    &sorted[start..end]
}

/// The records that the labels of a labelled page themselves decode to: what a model could find at best.
pub fn ideal(page: &LabelledPage, placement: &Placement, spaces: &LabelSpaces) -> Found {
    let inner = derive(&page.observed, placement);
    let labels = labels(spaces, &inner, placement);
    let sure = |placed: &Placed| FoundValue {
        attribute: placed.attribute,
        block: placed.block,
        part: placed.part,
        odds: 1.0,
        probability: 1.0,
    };
    let values: Vec<FoundValue> = placement.placed.iter().map(sure).collect();
    let found =
        (page.records.len() > 1).then(|| list(&page.observed, spaces, &[], &labels, &values, |_| 1.0));
    found.flatten().unwrap_or_else(|| detail(&page.observed, values))
}

/// The blocks labelled as records. One around others is none: the minimal ones count.
pub(crate) fn minimal_records(
    page: &Observed,
    spaces: &LabelSpaces,
    labels: &[usize],
    ends: &[usize],
) -> Vec<usize> {
    let record = spaces.inner(Inner::DataRecord);
    let is_record = |block: &usize| page.leaves[*block].is_none() && labels[*block] == record;
    let blocks: Vec<usize> = (0..page.len()).filter(is_record).collect();
    // In preorder the next record tells whether there is one inside.
    let minimal = |(at, block): (usize, &usize)| {
        blocks.get(at + 1).is_none_or(|next| *next >= ends[*block]).then_some(*block)
    };
    blocks.iter().enumerate().filter_map(minimal).collect()
}

/// The smallest block around two.
fn common(page: &Observed, mut a: usize, mut b: usize) -> usize {
    // A parent's number is smaller than its children's.
    while a != b {
        let later = if a > b { &mut a } else { &mut b };
        *later = page.parents[*later].unwrap_or(0);
    }
    a
}
