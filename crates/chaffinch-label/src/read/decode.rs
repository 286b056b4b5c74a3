//! The records of a list from its labels. Minimal Data Record blocks are records, and the leaves inside them are values. Where the
//! labels of leaves tell of more records than those of blocks, records are what stands around their leads.

use super::agree::agree;
use super::assign::assign;
use super::leads::around_leads;
use super::{FoundRecord, FoundValue, PageRecords};
use crate::labels::{AttributeSet, Inner, LabelSpaces};
use crate::model::LabelModel;
use crate::see::Observed;
use chaffinch_vision::BlockId;

/// A page that is a list, with the best label of each block and all values that leaves could hold, in the order of leaves.
pub struct List<'l> {
    pub page: &'l Observed,
    pub model: &'l LabelModel,
    pub labels: &'l [usize],
    pub candidates: &'l [FoundValue],
}

impl List<'_> {
    /// The records, if there are enough. `probability` says how probable it is that a block is a record.
    pub fn records(&self, probability: impl Fn(BlockId) -> f64) -> Option<PageRecords> {
        let (page, spaces) = (self.page, &self.model.spaces);
        let is_best =
            |value: &&FoundValue| self.labels[value.block.index()] == spaces.leaf(Some(value.attribute));
        let labelled: Vec<&FoundValue> = self.candidates.iter().filter(is_best).collect();
        // How many attributes the labels inside some blocks name.
        let named = |blocks: &[BlockId]| {
            let own = blocks.iter().flat_map(|block| inside(page, &labelled, *block, |value| value.block));
            own.map(|value| value.attribute).collect::<AttributeSet>().len()
        };
        let minimal = minimal_records(page, spaces, self.labels);
        let mut by_blocks: Vec<Vec<BlockId>> = minimal.into_iter().map(|block| vec![block]).collect();
        by_blocks.retain(|blocks| named(blocks) > 0);
        let by_leads = around_leads(page, &labelled);
        // Records around leads are taken if they bring far more values together.
        let together = |records: &[Vec<BlockId>]| records.iter().filter(|blocks| named(blocks) > 1).count();
        let mut records = if together(&by_leads) > 2 * together(&by_blocks) { by_leads } else { by_blocks };
        // A single value is no record where most others have several.
        if 2 * together(&records) > records.len() {
            records.retain(|blocks| named(blocks) > 1);
        }
        add_repeated(page, &mut records);
        let region = records.iter().flatten().copied().reduce(|a, b| common_block(page, a, b))?;
        let values = self.values(&records);
        let record = |(blocks, values): (Vec<BlockId>, Vec<FoundValue>)| {
            let probability = blocks.iter().map(|block| probability(*block)).fold(0.0, f64::max);
            FoundRecord { blocks, values, probability }
        };
        let records: Vec<FoundRecord> = records.into_iter().zip(values).map(record).collect();
        let enough = records.len() >= self.model.settings.fewest_records;
        enough.then_some(PageRecords::List { region, records })
    }

    /// The values of records. All records of a list have the values of an attribute in the same places of the markup. An attribute that
    /// is improbable in all records is left out.
    fn values(&self, records: &[Vec<BlockId>]) -> Vec<Vec<FoundValue>> {
        let (page, settings) = (self.page, &self.model.settings);
        let attributes = self.model.spaces.attributes.len();
        let of_block = |block: &BlockId| inside(page, self.candidates, *block, |value| value.block);
        let mut candidates: Vec<Vec<FoundValue>> =
            records.iter().map(|blocks| blocks.iter().flat_map(of_block).cloned().collect()).collect();
        let place = |_: usize, value: &FoundValue| Some(page.leaf(value.block)?.record_place.as_str());
        agree(&mut candidates, attributes, settings, settings.records_agree, place);
        let mut values: Vec<Vec<FoundValue>> =
            candidates.into_iter().map(|candidates| assign(candidates, attributes, settings)).collect();
        for attribute in self.model.spaces.attribute_ids() {
            let found = values.iter().flatten().filter(|value| value.attribute == attribute);
            let probable: f64 = found.map(|value| value.probability).sum();
            if probable < self.model.least_probable_in_list(attribute) * values.len() as f64 {
                values.iter_mut().for_each(|values| values.retain(|value| value.attribute != attribute));
            }
        }
        values
    }
}

/// Records of a list have the same markup: if most of those that were found are repeated blocks, all repeated blocks are records.
fn add_repeated(page: &Observed, records: &mut Vec<Vec<BlockId>>) {
    let is_repeated = |blocks: &&Vec<BlockId>| matches!(blocks[..], [block] if page.repeated[block.index()]);
    if 2 * records.iter().filter(is_repeated).count() <= records.len() {
        return;
    }
    let mut found: Vec<BlockId> = records.iter().flatten().copied().collect();
    found.sort_unstable();
    let is_new = |block: &BlockId| {
        let after = found.partition_point(|other| other < block);
        let within = after > 0 && page.contains(found[after - 1], *block);
        !within && found.get(after).is_none_or(|next| !page.contains(*block, *next))
    };
    records.extend(page.repeated_blocks().filter(is_new).map(|block| vec![block]));
    records.sort();
}

/// What stands inside a block, of things sorted by block.
fn inside<'t, T>(
    page: &Observed,
    sorted: &'t [T],
    block: BlockId,
    block_of: impl Fn(&T) -> BlockId,
) -> &'t [T] {
    let start = sorted.partition_point(|thing| block_of(thing) < block);
    let end = sorted.partition_point(|thing| block_of(thing) < page.ends[block.index()]);
    &sorted[start..end]
}

/// The blocks labelled as records, without those that have another record inside.
pub fn minimal_records(page: &Observed, spaces: &LabelSpaces, labels: &[usize]) -> Vec<BlockId> {
    let record = spaces.inner(Inner::DataRecord);
    let is_record = |block: &BlockId| page.leaf(*block).is_none() && labels[block.index()] == record;
    let blocks: Vec<BlockId> = page.blocks().filter(is_record).collect();
    // If there is a record inside, the next one in preorder is.
    let is_minimal = |at: &usize| blocks.get(at + 1).is_none_or(|next| !page.contains(blocks[*at], *next));
    (0..blocks.len()).filter(is_minimal).map(|at| blocks[at]).collect()
}

/// The smallest block around two.
pub fn common_block(page: &Observed, mut a: BlockId, mut b: BlockId) -> BlockId {
    // Parents come before their children in preorder.
    while a != b {
        let later = if a > b { &mut a } else { &mut b };
        *later = page.parent(*later).unwrap_or(BlockId::ROOT);
    }
    a
}
