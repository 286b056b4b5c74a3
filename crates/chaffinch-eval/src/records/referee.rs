//! When a row holds a record: the rules by which results are judged.

use super::gold::GoldPage;
use crate::referee::norm;
use rustc_hash::FxHashMap;
use serde_json::Value;

/// Judges the rows found on one page.
pub struct Referee {
    values: Vec<GoldValue>,
    /// For each gold record the numbers of its values.
    records: Vec<Vec<usize>>,
    /// For each value the one record that has it, if no other has the same.
    owner: Vec<Option<usize>>,
}

struct GoldValue {
    kind: Kind,
    raw: String,
    folded: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The record's whole text.
    Whole,
    Link,
    Image,
    Part,
}

/// What a row is judged by.
#[derive(Debug, Clone, Copy)]
pub struct RowView<'r> {
    /// Its whole text.
    pub text: &'r str,
    /// All its links.
    pub links: &'r [String],
    /// All its images.
    pub images: &'r [String],
}

/// Which gold values a row holds.
#[derive(Debug, Clone)]
pub struct Holdings(Vec<bool>);

/// How many were right, found and there to be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Gold records held by exactly one row.
    pub right: usize,
    /// Rows.
    pub found: usize,
    /// Gold records.
    pub gold: usize,
}

impl Counts {
    /// The harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        if self.found + self.gold == 0 {
            0.0
        } else {
            2.0 * self.right as f64 / (self.found + self.gold) as f64
        }
    }
}

impl Referee {
    /// A referee for one page.
    pub fn new(gold: &GoldPage) -> Referee {
        let mut values: Vec<GoldValue> = Vec::new();
        let mut records = Vec::new();
        let mut owners: FxHashMap<(String, String), Option<usize>> = FxHashMap::default();
        let mut keys = Vec::new();
        for (number, record) in gold.records.iter().enumerate() {
            let mut held = Vec::new();
            for (attribute, value) in record.iter().filter(|(attribute, _)| *attribute != "area") {
                for raw in texts(value) {
                    let folded = norm(&raw);
                    let key = (attribute.clone(), folded.clone());
                    owners
                        .entry(key.clone())
                        .and_modify(|owner| *owner = owner.filter(|o| *o == number))
                        .or_insert(Some(number));
                    keys.push(key);
                    held.push(values.len());
                    values.push(GoldValue { kind: kind(attribute), raw, folded });
                }
            }
            records.push(held);
        }
        let owner = keys.iter().map(|key| owners[key]).collect();
        Referee { values, records, owner }
    }

    /// Which values `row` holds.
    pub fn holdings(&self, row: RowView<'_>) -> Holdings {
        let text = norm(row.text);
        let squeezed: String = text.chars().filter(|c| *c != ' ').collect();
        let holds = |value: &GoldValue| match value.kind {
            Kind::Whole => overlap(&value.folded, &text) >= 0.8,
            Kind::Link => holds_address(&value.raw, row.links),
            Kind::Image => holds_address(&value.raw, row.images),
            Kind::Part => found(&value.folded, &text, &squeezed),
        };
        Holdings(self.values.iter().map(holds).collect())
    }

    /// How many gold records are each held by exactly one row that holds no other record's own values.
    pub fn count(&self, rows: &[&Holdings]) -> Counts {
        let right = self.pairs(rows).iter().flatten().count();
        Counts { right, found: rows.len(), gold: self.records.len() }
    }

    /// For each gold record the row that holds it, and holds no other record's own values.
    pub fn pairs(&self, rows: &[&Holdings]) -> Vec<Option<usize>> {
        let mut used = vec![false; rows.len()];
        let mut pairs = Vec::new();
        for (number, record) in self.records.iter().enumerate() {
            let hit = (0..rows.len())
                .find(|row| !used[*row] && !record.is_empty() && self.fits(number, record, &rows[*row].0));
            if let Some(row) = hit {
                used[row] = true;
            }
            pairs.push(hit);
        }
        pairs
    }

    /// For each gold record the row that holds most of its values, whatever else it holds.
    pub fn nearest(&self, rows: &[&Holdings]) -> Vec<Option<usize>> {
        let mut used = vec![false; rows.len()];
        let mut pairs = Vec::new();
        for record in &self.records {
            let held = |row: usize| record.iter().filter(|value| rows[row].0[**value]).count();
            let free = (0..rows.len()).filter(|row| !used[*row] && held(*row) * 2 >= record.len().max(1));
            let best = free.max_by_key(|row| (held(*row), std::cmp::Reverse(*row)));
            if let Some(row) = best {
                used[row] = true;
            }
            pairs.push(best);
        }
        pairs
    }

    fn fits(&self, number: usize, record: &[usize], held: &[bool]) -> bool {
        record.iter().all(|value| held[*value])
            && !self.values.iter().enumerate().any(|(at, value)| {
                held[at]
                    && value.kind != Kind::Whole
                    && self.owner[at].is_some_and(|owner| owner != number)
                    && !record.iter().any(|own| self.values[*own].folded.contains(&value.folded))
            })
    }
}

fn kind(attribute: &str) -> Kind {
    match attribute {
        "text" => Kind::Whole,
        "url" | "link" | "href" => Kind::Link,
        "image" | "img" => Kind::Image,
        _ => Kind::Part,
    }
}

pub(crate) fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Null => Vec::new(),
        Value::String(text) if text.is_empty() => Vec::new(),
        Value::String(text) => vec![text.clone()],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        other => vec![other.to_string()],
    }
}

/// `needle` in `hay`, not as a part of a longer word or number; white space may differ in a longer one.
fn found(needle: &str, hay: &str, squeezed: &str) -> bool {
    if needle.is_empty() {
        return false;
    }
    if needle.chars().count() > 5 {
        let bare: String = needle.chars().filter(|c| *c != ' ').collect();
        if squeezed.contains(&bare) {
            return true;
        }
    }
    let begins = needle.chars().next().is_some_and(char::is_alphanumeric);
    let ends = needle.chars().next_back().is_some_and(char::is_alphanumeric);
    hay.match_indices(needle).any(|(at, _)| {
        let before = hay[..at].chars().next_back().is_some_and(char::is_alphanumeric);
        let after = hay[at + needle.len()..].chars().next().is_some_and(char::is_alphanumeric);
        let part_of_a_word = before && begins || after && ends;
        !part_of_a_word
    })
}

pub(crate) fn holds_address(value: &str, pool: &[String]) -> bool {
    let value = value.trim();
    let tail = value.trim_start_matches(['.', '/']);
    pool.iter().any(|address| !address.is_empty() && (address == value || address.ends_with(tail)))
}

/// F1 of two texts as bags of words.
fn overlap(a: &str, b: &str) -> f64 {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    let mut first = 0;
    for word in a.split(' ').filter(|word| !word.is_empty()) {
        *counts.entry(word).or_default() += 1;
        first += 1;
    }
    let (mut second, mut shared) = (0, 0);
    for word in b.split(' ').filter(|word| !word.is_empty()) {
        second += 1;
        if let Some(count) = counts.get_mut(word).filter(|count| **count > 0) {
            *count -= 1;
            shared += 1;
        }
    }
    2.0 * shared as f64 / ((first + second).max(1)) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn referee(records: serde_json::Value) -> Referee {
        let gold = serde_json::json!({"id": "a", "task": "records", "page": "a.html", "records": records});
        Referee::new(&serde_json::from_value(gold).unwrap())
    }

    fn count(referee: &Referee, rows: &[&str]) -> Counts {
        let held: Vec<Holdings> =
            rows.iter().map(|text| referee.holdings(RowView { text, links: &[], images: &[] })).collect();
        referee.count(&held.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_row_that_holds_two_records_holds_none() {
        let referee =
            referee(serde_json::json!([{"name": "Ulm", "size": "12"}, {"name": "Trier", "size": "11"}]));
        assert_eq!(count(&referee, &["Ulm 12", "TRIER: 11"]).right, 2);
        assert_eq!(count(&referee, &["Ulm 12 Trier 11"]).right, 0);
        assert_eq!(count(&referee, &["Ulm 123", "Trier"]).right, 0);
    }

    #[test]
    fn whole_texts_may_differ_in_a_few_words() {
        let referee = referee(serde_json::json!([{"text": "one two three four five"}]));
        assert_eq!(count(&referee, &["one two three four five six"]).right, 1);
        assert_eq!(count(&referee, &["one two three"]).right, 0);
    }
}
