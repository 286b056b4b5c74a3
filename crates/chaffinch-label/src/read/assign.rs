//! One leaf for each attribute, and one attribute for each leaf: the assignment with the largest product of odds.

use super::{FoundValue, ReadSettings};
use chaffinch_vision::BlockId;
use std::collections::{BTreeMap, BTreeSet};

/// Assigns by augmenting paths (the Hungarian method): attributes come one after another and may push others to their next best leaf.
pub fn assign(candidates: Vec<FoundValue>, attributes: usize, settings: &ReadSettings) -> Vec<FoundValue> {
    let mut best: Vec<Vec<FoundValue>> = vec![Vec::new(); attributes];
    for candidate in candidates {
        best[candidate.attribute.index()].push(candidate);
    }
    for of_attribute in &mut best {
        of_attribute.sort_by(|a, b| b.odds.total_cmp(&a.odds).then(a.block.cmp(&b.block)));
        of_attribute.truncate(settings.considered.max(attributes));
    }
    let blocks: BTreeSet<BlockId> = best.iter().flatten().map(|candidate| candidate.block).collect();
    let numbers: BTreeMap<BlockId, usize> =
        blocks.iter().enumerate().map(|(at, block)| (*block, at)).collect();
    // What it costs to give an attribute a leaf. The last columns, one for each attribute, leave it without a leaf.
    let without = -settings.absent.ln() + 1.0;
    let columns = blocks.len() + attributes;
    let mut costs = vec![vec![without * 2.0; columns]; attributes];
    for (row, of_attribute) in best.iter().enumerate() {
        for candidate in of_attribute {
            costs[row][numbers[&candidate.block]] = -(candidate.odds + settings.absent).ln();
        }
        costs[row][blocks.len() + row] = without;
    }
    let chosen = cheapest(&costs, columns);
    let mut found = Vec::new();
    for (row, of_attribute) in best.into_iter().enumerate() {
        found.extend(of_attribute.into_iter().find(|candidate| numbers[&candidate.block] == chosen[row]));
    }
    found
}

/// For each row a column of its own, with the least sum of costs. There must be at least as many columns as rows.
fn cheapest(costs: &[Vec<f64>], columns: usize) -> Vec<usize> {
    // The potentials of rows and columns, numbered from 1; number 0 means none.
    let mut of_row = vec![0.0; costs.len() + 1];
    let mut of_column = vec![0.0; columns + 1];
    let mut row_of = vec![0_usize; columns + 1];
    for row in 1..=costs.len() {
        row_of[0] = row;
        let mut at = 0;
        let mut least = vec![f64::INFINITY; columns + 1];
        let mut from = vec![0_usize; columns + 1];
        let mut used = vec![false; columns + 1];
        while row_of[at] != 0 {
            used[at] = true;
            let (mut delta, mut next) = (f64::INFINITY, 0);
            for column in 1..=columns {
                if used[column] {
                    continue;
                }
                let reduced = costs[row_of[at] - 1][column - 1] - of_row[row_of[at]] - of_column[column];
                if reduced < least[column] {
                    (least[column], from[column]) = (reduced, at);
                }
                if least[column] < delta {
                    (delta, next) = (least[column], column);
                }
            }
            for column in 0..=columns {
                if used[column] {
                    of_row[row_of[column]] += delta;
                    of_column[column] -= delta;
                } else {
                    least[column] -= delta;
                }
            }
            at = next;
        }
        while at != 0 {
            row_of[at] = row_of[from[at]];
            at = from[at];
        }
    }
    let mut chosen = vec![0; costs.len()];
    for column in 1..=columns {
        if row_of[column] > 0 {
            chosen[row_of[column] - 1] = column - 1;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::AttributeId;

    #[test]
    fn an_attribute_leaves_its_best_leaf_to_one_that_has_no_other() {
        let value = |attribute, block, odds| FoundValue {
            attribute: AttributeId::from_index(attribute),
            block: BlockId::from_index(block),
            part: false,
            odds,
            probability: 0.5,
        };
        let candidates =
            vec![value(0, 7, 9.0), value(0, 8, 5.0), value(1, 7, 6.0), value(1, 8, 0.01), value(2, 9, 1e-9)];
        let found: Vec<(usize, usize)> = assign(candidates, 3, &ReadSettings::default())
            .iter()
            .map(|found| (found.attribute.index(), found.block.index()))
            .collect();
        assert_eq!(found, [(0, 8), (1, 7), (2, 9)]);
    }

    #[test]
    fn there_may_be_nothing_to_assign() {
        assert_eq!(assign(Vec::new(), 2, &ReadSettings::default()), []);
    }
}
