//! When a list is right.

use super::gold::GoldPage;
use crate::referee::norm;
use chaffinch::{CellContent, Relation};
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
        ListScore::of(gold, found_list(answer))
    }

    fn of(gold: &GoldPage, list: Option<&Relation>) -> ListScore {
        let labels: Vec<String> = gold.records.iter().map(|record| norm(&record.name)).collect();
        let rows: Vec<String> = list.iter().flat_map(|list| &list.rows).map(|row| norm(&row.text)).collect();
        let names = list.iter().flat_map(|list| &list.rows).map(|row| {
            row.cells.first().and_then(Option::as_ref).map(|cell: &CellContent| norm(&cell.text(" ")))
        });
        let held = labels.iter().zip(&rows).filter(|(label, row)| holds(row, label)).count();
        ListScore {
            returned: list.is_some(),
            paper: labels.first().is_some_and(|label| rows.iter().any(|row| holds(row, label))),
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

pub(super) fn found_list(answer: &[Relation]) -> Option<&Relation> {
    answer.first()
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
        let records: Vec<Words> = gold.records.iter().map(|record| Words::new(&record.text)).collect();
        let rows = list.map_or(&[][..], |list| &list.rows);
        let rows: Vec<Words> = rows.iter().map(|row| Words::new(&row.text)).collect();
        let matched = |right: &dyn Fn(&Words, &Words) -> bool| {
            let mut used = vec![false; rows.len()];
            let match_one = |record: &&Words| {
                let row = (0..rows.len()).find(|i| !used[*i] && right(record, &rows[*i]));
                row.inspect(|i| used[*i] = true).is_some()
            };
            let mut match_one = match_one;
            records.iter().filter(|record| match_one(record)).count()
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

/// Whether `label` stands in `text`, not as a part of a longer word; white space may differ in a longer one.
fn holds(text: &str, label: &str) -> bool {
    if label.is_empty() {
        return false;
    }
    let solid = |text: &str| text.replace(' ', "");
    if label.chars().count() > 5 && solid(text).contains(&solid(label)) {
        return true;
    }
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(label).any(|(at, _)| {
        let before = is_word(text[..at].chars().next_back()) && is_word(label.chars().next());
        let after = is_word(text[at + label.len()..].chars().next()) && is_word(label.chars().next_back());
        !before && !after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_not_a_part_of_a_word() {
        assert!(holds("1. oak of the north", "oak"));
        assert!(!holds("soaked", "oak"));
        assert!(holds("red oaks", "redoaks"));
    }

    #[test]
    fn words_are_shared_as_often_as_both_have_them() {
        let (a, b) = (Words::new("a a b: c"), Words::new("A b b, c d"));
        assert_eq!((a.shared(&b), b.shared(&a)), (3.0, 3.0));
    }
}
