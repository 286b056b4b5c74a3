//! One leaf for each attribute, and one attribute for each leaf: the assignment whose odds multiply to the most.

use crate::model::FoundValue;
use std::collections::{BTreeMap, BTreeSet};

/// So many of the best leaves of an attribute are considered.
const CONSIDERED: usize = 12;
/// The odds that the page has no value of an attribute. Small odds differ little beside them, so that an attribute without a value does
/// not take one from others.
const ABSENT: f64 = 1.0;

/// Assigns by augmenting paths (the Hungarian method): attributes come one after another and may push others to their next best leaf.
pub fn assign(candidates: Vec<FoundValue>, attributes: usize) -> Vec<FoundValue> {
    let mut best: Vec<Vec<FoundValue>> = vec![Vec::new(); attributes];
    for candidate in candidates {
        best[candidate.attribute].push(candidate);
    }
    for of_attribute in &mut best {
        of_attribute.sort_by(|a, b| b.odds.total_cmp(&a.odds).then(a.block.cmp(&b.block)));
        of_attribute.truncate(CONSIDERED.max(attributes));
    }
    let blocks: BTreeSet<usize> = best.iter().flatten().map(|candidate| candidate.block).collect();
    let numbers: BTreeMap<usize, usize> = blocks.iter().enumerate().map(|(at, block)| (*block, at)).collect();
    // What it costs to give attribute a leaf; the last columns, one for each attribute, leave it without.
    let without = -ABSENT.ln() + 1.0;
    let columns = blocks.len() + attributes;
    let mut costs = vec![vec![without * 2.0; columns]; attributes];
    for (row, of_attribute) in best.iter().enumerate() {
        for candidate in of_attribute {
            costs[row][numbers[&candidate.block]] = -(candidate.odds + ABSENT).ln();
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

/// For each row a column of its own, so that the costs add up to the least. There are at least as many columns as rows.
fn cheapest(costs: &[Vec<f64>], columns: usize) -> Vec<usize> {
    // Potentials of rows and columns; row and column 0 stand for none.
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

    #[test]
    fn an_attribute_leaves_its_best_leaf_to_one_that_has_no_other() {
        let value =
            |attribute, block, odds| FoundValue { attribute, block, part: false, odds, probability: 0.5 };
        let candidates =
            vec![value(0, 7, 9.0), value(0, 8, 5.0), value(1, 7, 6.0), value(1, 8, 0.01), value(2, 9, 1e-9)];
        let found: Vec<(usize, usize)> =
            assign(candidates, 3).iter().map(|found| (found.attribute, found.block)).collect();
        assert_eq!(found, [(0, 8), (1, 7), (2, 9)]);
    }

    #[test]
    fn there_may_be_nothing_to_assign() {
        assert_eq!(assign(Vec::new(), 2), []);
    }
}
