//! Records around their leads. Where the labels of blocks tell too little, those of leaves tell where records begin and end. The lead
//! is the attribute that was found most often; a record is as much of the page around a lead as has no other lead.

use super::FoundValue;
use crate::labels::AttributeId;
use crate::see::Observed;
use chaffinch_vision::BlockId;
use std::collections::BTreeMap;

/// The blocks that each record is made of, in reading order. `labelled` are the values found, in the order of blocks.
pub fn around_leads(page: &Observed, labelled: &[&FoundValue]) -> Vec<Vec<BlockId>> {
    let Some(lead) = lead(labelled) else { return Vec::new() };
    let is_lead = |value: &&&FoundValue| value.attribute == lead;
    // How many leads each block holds.
    let mut leads = vec![0_usize; page.len()];
    labelled.iter().filter(is_lead).for_each(|value| leads[value.block.index()] = 1);
    for block in page.blocks().rev() {
        if let Some(parent) = page.parent(block) {
            leads[parent.index()] += leads[block.index()];
        }
    }
    // The largest blocks with one lead, by the block around them.
    let mut regions: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
    for value in labelled.iter().filter(is_lead) {
        let mut largest = value.block;
        while let Some(parent) = page.parent(largest).filter(|parent| leads[parent.index()] == 1) {
            largest = parent;
        }
        if let Some(parent) = page.parent(largest) {
            regions.entry(parent).or_default().push(largest);
        }
    }
    // Where each row of a list is a region, the last row may have a single record, and is then itself the largest block.
    let lists: Vec<Option<BlockId>> = regions
        .iter()
        .filter(|(_, records)| records.len() > 1)
        .map(|(region, _)| page.parent(*region))
        .collect();
    regions.retain(|region, records| records.len() > 1 || lists.contains(&Some(*region)));
    // What lies in a region inside another belongs to the inner one.
    let mut innermost: Vec<Option<BlockId>> = vec![None; page.len()];
    for block in page.blocks() {
        let around = page.parent(block).and_then(|parent| innermost[parent.index()]);
        innermost[block.index()] = if regions.contains_key(&block) { Some(block) } else { around };
    }
    let mut held: BTreeMap<BlockId, Vec<&FoundValue>> = BTreeMap::new();
    for value in labelled {
        if let Some(region) = innermost[value.block.index()] {
            held.entry(region).or_default().push(value);
        }
    }
    let mut records: Vec<Vec<BlockId>> =
        held.iter().flat_map(|(region, values)| of_region(page, *region, &regions[region], values)).collect();
    records.sort();
    records
}

/// The attribute found most often; of several the first.
fn lead(labelled: &[&FoundValue]) -> Option<AttributeId> {
    let mut counts: BTreeMap<AttributeId, usize> = BTreeMap::new();
    for value in labelled {
        *counts.entry(value.attribute).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(attribute, count)| (*count, std::cmp::Reverse(*attribute)));
    most.map(|(lead, _)| lead)
}

/// The records of a region: usually the largest blocks with one lead. In a list without a block for each record many values stand
/// beside these blocks. Then a record begins wherever the attribute comes again that came first in the region, or one that the record
/// already has.
fn of_region(
    page: &Observed,
    region: BlockId,
    largest: &[BlockId],
    inside: &[&FoundValue],
) -> Vec<Vec<BlockId>> {
    let is_beside = |value: &&&FoundValue| {
        let after = largest.partition_point(|block| *block <= value.block);
        after == 0 || !page.contains(largest[after - 1], value.block)
    };
    if 2 * inside.iter().filter(is_beside).count() < largest.len() {
        return largest.iter().map(|block| vec![*block]).collect();
    }
    let first = inside[0].attribute;
    // The blocks of each record, and the attributes that it has.
    let mut records: Vec<(Vec<BlockId>, Vec<AttributeId>)> = Vec::new();
    for value in inside {
        let mut child = value.block;
        while let Some(parent) = page.parent(child).filter(|parent| *parent != region) {
            child = parent;
        }
        match records.last_mut() {
            Some((blocks, had)) if value.attribute != first && !had.contains(&value.attribute) => {
                had.push(value.attribute);
                if !blocks.contains(&child) {
                    blocks.push(child);
                }
            }
            _ => records.push((vec![child], vec![value.attribute])),
        }
    }
    records.into_iter().map(|(blocks, _)| blocks).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The records of a page, given by the parent of each block after the root, and values, given by block and attribute.
    fn records(parents: &[usize], values: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let parents = parents.iter().map(|parent| Some(BlockId::from_index(*parent)));
        let parents: Vec<_> = std::iter::once(None).chain(parents).collect();
        let leaves = vec![None; parents.len()];
        let value = |(block, attribute): &(usize, usize)| FoundValue {
            attribute: AttributeId::from_index(*attribute),
            block: BlockId::from_index(*block),
            part: false,
            odds: 9.0,
            probability: 0.9,
        };
        let values: Vec<FoundValue> = values.iter().map(value).collect();
        let page = Observed::from_blocks(parents, leaves);
        let records = around_leads(&page, &values.iter().collect::<Vec<_>>());
        records.into_iter().map(|blocks| blocks.into_iter().map(BlockId::index).collect()).collect()
    }

    #[test]
    fn a_record_is_the_largest_block_with_one_lead() {
        // The page: a region (1) of two records (2: name, price; 5: name, price).
        assert_eq!(records(&[0, 1, 2, 2, 1, 5, 5], &[(3, 0), (4, 1), (6, 0), (7, 1)]), [[2], [5]]);
    }

    #[test]
    fn values_beside_one_another_are_records_of_several_blocks() {
        // The page: image, name, price, image, name, price.
        let found = [(1, 1), (2, 0), (3, 2), (4, 1), (5, 0), (6, 2)];
        assert_eq!(records(&[0; 6], &found), [[1, 2, 3], [4, 5, 6]]);
        // The second has no image.
        let found = [found[0], found[1], found[2], found[4], found[5]];
        assert_eq!(records(&[0; 6], &found), [vec![1, 2, 3], vec![5, 6]]);
    }
}
