//! Whether the list found on a page is the labelled one.

use crate::referee::{FoldedText, norm};
use chaffinch_core::{CellContent, Relation};
use chaffinch_gold::GoldPage;
use std::collections::HashMap;
use std::time::Duration;

/// A top-k list as the referee judges it.
#[derive(Debug)]
pub(super) struct ListScore {
    pub(super) returned: bool,
    /// Some item holds the first label: the paper's measure.
    pub(super) paper: bool,
    /// All items, in order, and no other.
    pub(super) strict: bool,
    /// Names that are exactly right.
    pub(super) names: usize,
    pub(super) labels: usize,
}

impl ListScore {
    pub(super) fn new(gold: &GoldPage, answer: &[Relation]) -> ListScore {
        ListScore::of(gold, answer.first())
    }

    fn of(gold: &GoldPage, list: Option<&Relation>) -> ListScore {
        let labels: Vec<String> = gold.records().iter().map(|record| norm(record.text("name"))).collect();
        ListScore::of_labels(&labels, list, "name")
    }

    /// Of a page whose items are written anew, under these names without numbers.
    pub(super) fn of_names(names: &[String], list: Option<&Relation>) -> ListScore {
        let labels: Vec<String> = names.iter().map(|name| norm(name)).collect();
        ListScore::of_labels(&labels, list, "title")
    }

    /// `named` is the column to compare the labels with, or else the first.
    fn of_labels(labels: &[String], list: Option<&Relation>, named: &str) -> ListScore {
        let at = list
            .and_then(|list| list.columns.iter().position(|column| column.name.as_deref() == Some(named)));
        let rows: Vec<FoldedText> =
            list.iter().flat_map(|list| &list.rows).map(|row| FoldedText::new(&row.text)).collect();
        let names = list.iter().flat_map(|list| &list.rows).map(|row| {
            row.cells
                .get(at.unwrap_or(0))
                .and_then(Option::as_ref)
                .map(|cell: &CellContent| norm(&cell.text(" ")))
        });
        let held = labels.iter().zip(&rows).filter(|(label, row)| row.holds(label)).count();
        ListScore {
            returned: list.is_some(),
            paper: labels.first().is_some_and(|label| rows.iter().any(|row| row.holds(label))),
            strict: held == labels.len() && rows.len() == labels.len(),
            names: labels.iter().zip(names).filter(|(label, name)| name.as_ref() == Some(label)).count(),
            labels: labels.len(),
        }
    }
}

/// Whether a list has all labelled items, in order, and no other.
pub(crate) fn is_strict(gold: &GoldPage, list: Option<&Relation>) -> bool {
    ListScore::of(gold, list).strict
}

/// The items of a list against the labelled records of its page.
#[derive(Debug)]
pub(super) struct ItemScore {
    pub(super) id: String,
    /// Items that hold a record and no other.
    pub(super) holding: usize,
    /// Items that are a record: four fifths of the words of both are the same.
    pub(super) same: usize,
    pub(super) found: usize,
    pub(super) wanted: usize,
    pub(super) time: Duration,
}

impl ItemScore {
    pub(super) fn new(gold: &GoldPage, list: Option<&Relation>, time: Duration) -> ItemScore {
        let records: Vec<Words> =
            gold.records().iter().map(|record| Words::new(record.text("text"))).collect();
        let rows = list.map_or(&[][..], |list| &list.rows);
        let rows: Vec<Words> = rows.iter().map(|row| Words::new(&row.text)).collect();
        let matched = |right: &dyn Fn(&Words, &Words) -> bool| {
            let mut used = vec![false; rows.len()];
            let mut is_matched = |record: &Words| {
                let row = (0..rows.len()).find(|i| !used[*i] && right(record, &rows[*i]));
                row.inspect(|i| used[*i] = true).is_some()
            };
            records.iter().filter(|record| is_matched(record)).count()
        };
        ItemScore {
            id: gold.id.clone(),
            holding: matched(&|record, row| record.shared(row) >= 0.8 * record.count),
            same: matched(&|record, row| 2.0 * record.shared(row) >= 0.8 * (record.count + row.count)),
            found: rows.len(),
            wanted: records.len(),
            time,
        }
    }
}

/// A text as a bag of words. Punctuation is left out: labels were made from text nodes, with spaces between them.
struct Words {
    counts: HashMap<String, usize>,
    count: f64,
}

impl Words {
    fn new(text: &str) -> Words {
        let mut counts = HashMap::new();
        let norm = norm(text);
        for word in norm.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
        let count = counts.values().sum::<usize>() as f64;
        Words { counts, count }
    }

    fn shared(&self, other: &Words) -> f64 {
        let shared =
            |(word, count): (&String, &usize)| other.counts.get(word).copied().unwrap_or(0).min(*count);
        self.counts.iter().map(shared).sum::<usize>() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_shared_as_often_as_both_have_them() {
        let (a, b) = (Words::new("a a b: c"), Words::new("A b b, c d"));
        assert_eq!((a.shared(&b), b.shared(&a)), (3.0, 3.0));
    }
}
