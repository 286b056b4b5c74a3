//! Records around their leads: where the labels of blocks say too little, those of leaves tell where records begin and end. The lead is the
//! attribute that was found most often; a record is as much of the page around a lead as holds no other.

use crate::model::FoundValue;
use crate::observed::Observed;
use std::collections::BTreeMap;

/// The blocks that each record is made of, in reading order. `labelled` are the values found, by block.
pub fn around_leads(page: &Observed, ends: &[usize], labelled: &[&FoundValue]) -> Vec<Vec<usize>> {
    let Some(lead) = lead(labelled) else { return Vec::new() };
    let mut leads = vec![0_usize; page.len()];
    labelled.iter().filter(|value| value.attribute == lead).for_each(|value| leads[value.block] = 1);
    for block in (1..page.len()).rev() {
        if let Some(parent) = page.parents[block] {
            leads[parent] += leads[block];
        }
    }
    // The largest blocks with one lead, by the block around them.
    let mut regions: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for value in labelled.iter().filter(|value| value.attribute == lead) {
        let mut unit = value.block;
        while let Some(parent) = page.parents[unit].filter(|parent| leads[*parent] == 1) {
            unit = parent;
        }
        if let Some(parent) = page.parents[unit] {
            regions.entry(parent).or_default().push(unit);
        }
    }
    // A last row with a single record is as large as the regions that are the rows before it.
    let rows: Vec<Option<usize>> = regions
        .iter()
        .filter(|(_, units)| units.len() > 1)
        .map(|(region, _)| page.parents[*region])
        .collect();
    regions.retain(|region, units| units.len() > 1 || rows.contains(&Some(*region)));
    // What lies in a region within another is of the inner one.
    let mut innermost: Vec<Option<usize>> = vec![None; page.len()];
    for block in 0..page.len() {
        let around = page.parents[block].and_then(|parent| innermost[parent]);
        innermost[block] = if regions.contains_key(&block) { Some(block) } else { around };
    }
    let mut held: BTreeMap<usize, Vec<&FoundValue>> = BTreeMap::new();
    for value in labelled {
        if let Some(region) = innermost[value.block] {
            held.entry(region).or_default().push(value);
        }
    }
    let mut records: Vec<Vec<usize>> = held
        .iter()
        .flat_map(|(region, values)| of_region(page, ends, *region, &regions[region], values))
        .collect();
    records.sort();
    records
}

/// The attribute found most often; the first of equals.
fn lead(labelled: &[&FoundValue]) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for value in labelled {
        *counts.entry(value.attribute).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(attribute, count)| (*count, usize::MAX - attribute)).map(|(lead, _)| lead)
}

/// Each unit is a record. Where values stand beside the units, as in a list without a block for each record, a record begins wherever the
/// attribute comes again that came first, or one that the record has already.
fn of_region(
    page: &Observed,
    ends: &[usize],
    region: usize,
    units: &[usize],
    inside: &[&FoundValue],
) -> Vec<Vec<usize>> {
    let is_beside = |value: &&&FoundValue| {
        let after = units.partition_point(|unit| *unit <= value.block);
        after == 0 || value.block >= ends[units[after - 1]]
    };
    if 2 * inside.iter().filter(is_beside).count() < units.len() {
        return units.iter().map(|unit| vec![*unit]).collect();
    }
    let first = inside[0].attribute;
    let mut records: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for value in inside {
        let mut child = value.block;
        while let Some(parent) = page.parents[child].filter(|parent| *parent != region) {
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
    use crate::features::Features;
    use chaffinch_core::Rect;

    fn page(parents: &[Option<usize>]) -> Observed {
        Observed {
            parents: parents.to_vec(),
            rects: vec![Rect::default(); parents.len()],
            holders: vec![None; parents.len()],
            units: vec![false; parents.len()],
            heading: None,
            price: None,
            leaves: vec![None; parents.len()],
            features: Features::default(),
        }
    }

    fn values(found: &[(usize, usize)]) -> Vec<FoundValue> {
        found
            .iter()
            .map(|(block, attribute)| FoundValue {
                attribute: *attribute,
                block: *block,
                part: false,
                odds: 9.0,
                probability: 0.9,
            })
            .collect()
    }

    fn records(parents: &[Option<usize>], found: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let (page, values) = (page(parents), values(found));
        around_leads(&page, &page.ends(), &values.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_record_is_the_largest_block_with_one_lead() {
        // The page: a region (1) of two records (2: name, price; 5: name, price).
        let parents = [None, Some(0), Some(1), Some(2), Some(2), Some(1), Some(5), Some(5)];
        assert_eq!(records(&parents, &[(3, 0), (4, 1), (6, 0), (7, 1)]), [[2], [5]]);
    }

    #[test]
    fn values_beside_one_another_are_records_of_several_blocks() {
        // The page: image, name, price, image, name, price.
        let parents = [None, Some(0), Some(0), Some(0), Some(0), Some(0), Some(0)];
        let found = [(1, 1), (2, 0), (3, 2), (4, 1), (5, 0), (6, 2)];
        assert_eq!(records(&parents, &found), [[1, 2, 3], [4, 5, 6]]);
        // The second has no image.
        assert_eq!(
            records(&parents, &[found[0], found[1], found[2], found[4], found[5]]),
            [vec![1, 2, 3], vec![5, 6]]
        );
    }
}
