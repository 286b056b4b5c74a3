//! When a row holds a record: the rules by which results are judged.

use crate::statistics::Tally;
use chaffinch_core::{Relation, Row};
use chaffinch_gold::GoldPage;
use icu_casemap::CaseMapper;
use icu_normalizer::ComposingNormalizerBorrowed;
use rustc_hash::FxHashMap;

/// A text as the referee compares it: compatible characters, case and white space count as the same.
pub(crate) fn norm(text: &str) -> String {
    let compatible = ComposingNormalizerBorrowed::new_nfkc().normalize(text);
    let folded = CaseMapper::new().fold_string(&compatible);
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

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

/// What is wrong with rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Most stand elsewhere on the page.
    Elsewhere,
    /// A row holds several records.
    Joined,
    /// A row holds a part of a record.
    Cut,
    /// There are more rows than records, or fewer.
    Number,
}

/// What an attribute's values are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The record's whole text.
    Whole,
    /// The addresses of links.
    Link,
    /// The addresses of images.
    Image,
    /// A part of the text.
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

impl<'r> From<&'r Row> for RowView<'r> {
    fn from(row: &'r Row) -> RowView<'r> {
        RowView { text: &row.text, links: &row.links, images: &row.images }
    }
}

/// For each gold value whether a row holds it.
#[derive(Debug, Clone)]
pub struct HeldValues(Vec<bool>);

impl Referee {
    /// A referee for one page.
    pub fn new(gold: &GoldPage) -> Referee {
        let mut values: Vec<GoldValue> = Vec::new();
        let mut records = Vec::new();
        let mut owners: FxHashMap<(String, String), Option<usize>> = FxHashMap::default();
        let mut keys = Vec::new();
        for (number, record) in gold.records().iter().enumerate() {
            let mut held = Vec::new();
            for (attribute, raw) in
                record.values.iter().flat_map(|(name, values)| values.iter().map(move |value| (name, value)))
            {
                let folded = norm(raw);
                let key = (attribute.clone(), folded.clone());
                owners
                    .entry(key.clone())
                    .and_modify(|owner| *owner = owner.filter(|o| *o == number))
                    .or_insert(Some(number));
                keys.push(key);
                held.push(values.len());
                values.push(GoldValue { kind: kind(attribute), raw: raw.clone(), folded });
            }
            records.push(held);
        }
        let owner = keys.iter().map(|key| owners[key]).collect();
        Referee { values, records, owner }
    }

    /// Which values a row holds.
    pub fn held_by<'r>(&self, row: impl Into<RowView<'r>>) -> HeldValues {
        let row = row.into();
        let text = FoldedText::new(row.text);
        let holds = |value: &GoldValue| match value.kind {
            Kind::Whole => overlap(&value.folded, &text.folded) >= 0.8,
            Kind::Link => holds_address(&value.raw, row.links),
            Kind::Image => holds_address(&value.raw, row.images),
            Kind::Part => text.holds(&value.folded),
        };
        HeldValues(self.values.iter().map(holds).collect())
    }

    /// How many gold records the rows of relations hold.
    pub fn count_relations(&self, relations: &[Relation]) -> Tally {
        let rows = relations.iter().flat_map(|relation| &relation.rows);
        let held: Vec<HeldValues> = rows.map(|row| self.held_by(row)).collect();
        self.count(&held.iter().collect::<Vec<_>>())
    }

    /// How many gold records are each held by exactly one row that holds no other record's own values.
    pub fn count(&self, rows: &[&HeldValues]) -> Tally {
        let right = self.held(rows).iter().flatten().count();
        Tally { right, found: rows.len(), wanted: self.records.len() }
    }

    /// What is wrong with rows that do not hold the records, each by itself.
    pub(crate) fn fault(&self, rows: &[RowView]) -> Fault {
        let mut rows_of: Vec<usize> = vec![0; self.records.len()];
        let (mut joined, mut parts, mut elsewhere) = (0, 0, 0);
        for row in rows {
            let touched = self.touched_by(*row);
            joined += usize::from(touched.len() > 1);
            elsewhere += usize::from(touched.is_empty());
            if let [(number, is_whole)] = touched[..] {
                parts += usize::from(!is_whole);
                rows_of[number] += 1;
            }
        }
        let parted = rows_of.iter().filter(|rows| **rows > 1).count();
        let some = |part: usize, whole: usize| 3 * part >= whole.max(1);
        if 2 * elsewhere > rows.len() && rows.len() - elsewhere < self.records.len() {
            Fault::Elsewhere
        } else if some(joined, rows.len().min(self.records.len())) {
            Fault::Joined
        } else if some(parts, rows.len()) || some(parted, self.records.len()) {
            Fault::Cut
        } else {
            Fault::Number
        }
    }

    /// The records of which a row holds something that is theirs alone, and whether it holds all of each.
    fn touched_by(&self, row: RowView) -> Vec<(usize, bool)> {
        /// Of two texts the shorter stands in the other if so much of its words does.
        const INSIDE: f64 = 0.8;
        let held = self.held_by(row).0;
        let text = norm(row.text);
        let of = |(number, record): (usize, &Vec<usize>)| {
            let is_own = |at: &&usize| match self.values[**at].kind {
                Kind::Whole => inside(&text, &self.values[**at].folded) >= INSIDE,
                _ => held[**at] && self.owner[**at] == Some(number),
            };
            let is_all = |at: &usize| match self.values[*at].kind {
                Kind::Whole => inside(&self.values[*at].folded, &text) >= INSIDE,
                _ => held[*at],
            };
            let is_whole = !record.is_empty() && record.iter().all(is_all);
            let is_touched = record.iter().any(|at| is_own(&at))
                || is_whole && record.iter().any(|at| self.values[*at].kind == Kind::Whole);
            is_touched.then_some((number, is_whole))
        };
        self.records.iter().enumerate().filter_map(of).collect()
    }

    /// For each gold record the row that holds it and no other record's own values.
    pub fn held(&self, rows: &[&HeldValues]) -> Vec<Option<usize>> {
        self.pairs(rows.len(), |number, mut left| {
            let record = &self.records[number];
            left.find(|row| !record.is_empty() && self.fits(number, record, &rows[*row].0))
        })
    }

    /// For each gold record the row that holds most of its values, and at least half, whatever else it holds.
    pub fn nearest(&self, rows: &[&HeldValues]) -> Vec<Option<usize>> {
        self.pairs(rows.len(), |number, left| {
            let record = &self.records[number];
            let held = |row: &usize| record.iter().filter(|value| rows[*row].0[**value]).count();
            let enough = left.filter(|row| held(row) * 2 >= record.len().max(1));
            enough.max_by_key(|row| (held(row), std::cmp::Reverse(*row)))
        })
    }

    /// Gives each gold record in turn the row that is chosen among those that are left.
    fn pairs(
        &self,
        rows: usize,
        choose: impl Fn(usize, Box<dyn Iterator<Item = usize> + '_>) -> Option<usize>,
    ) -> Vec<Option<usize>> {
        let mut used = vec![false; rows];
        let mut pair = |number: usize| {
            let row = choose(number, Box::new((0..rows).filter(|row| !used[*row])))?;
            used[row] = true;
            Some(row)
        };
        (0..self.records.len()).map(&mut pair).collect()
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

/// What the values of an attribute are compared with.
pub(crate) fn kind(attribute: &str) -> Kind {
    match attribute {
        "text" => Kind::Whole,
        "url" | "link" | "href" => Kind::Link,
        "image" | "img" => Kind::Image,
        _ => Kind::Part,
    }
}

/// A text in which others are looked for.
pub(crate) struct FoldedText {
    folded: String,
    /// The same without white space.
    squeezed: String,
}

impl FoldedText {
    pub fn new(text: &str) -> FoldedText {
        let folded = norm(text);
        FoldedText { squeezed: folded.replace(' ', ""), folded }
    }

    /// Whether a folded text stands in it, not as a part of a longer word or number; white space may differ in a longer one.
    pub fn holds(&self, needle: &str) -> bool {
        if needle.is_empty() {
            return false;
        }
        if needle.chars().count() > 5 && self.squeezed.contains(&needle.replace(' ', "")) {
            return true;
        }
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        self.folded.match_indices(needle).any(|(at, _)| {
            let before = is_word(self.folded[..at].chars().next_back()) && is_word(needle.chars().next());
            let rest = &self.folded[at + needle.len()..];
            let after = is_word(rest.chars().next()) && is_word(needle.chars().next_back());
            !before && !after
        })
    }
}

/// Whether one of some addresses is the labelled one, or ends with it.
pub(crate) fn holds_address(value: &str, addresses: &[String]) -> bool {
    let value = value.trim();
    let tail = value.trim_start_matches(['.', '/']);
    addresses.iter().any(|address| !address.is_empty() && (address == value || address.ends_with(tail)))
}

/// F1 of two texts as bags of words.
fn overlap(a: &str, b: &str) -> f64 {
    common(a, b).f1()
}

/// The share of the words of `a` that `b` has, too.
fn inside(a: &str, b: &str) -> f64 {
    let common = common(a, b);
    common.right as f64 / common.wanted.max(1) as f64
}

/// How many words two texts have, and have in common.
fn common(a: &str, b: &str) -> Tally {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    let mut tally = Tally::default();
    for word in a.split(' ').filter(|word| !word.is_empty()) {
        *counts.entry(word).or_default() += 1;
        tally.wanted += 1;
    }
    for word in b.split(' ').filter(|word| !word.is_empty()) {
        tally.found += 1;
        if let Some(count) = counts.get_mut(word).filter(|count| **count > 0) {
            *count -= 1;
            tally.right += 1;
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    fn referee(records: &str) -> Referee {
        let gold = chaffinch_gold::parse(&format!(r#"{{"page": "a.html", "records": {records}}}"#)).unwrap();
        Referee::new(&gold[0])
    }

    fn count(referee: &Referee, rows: &[&str]) -> Tally {
        let held: Vec<HeldValues> =
            rows.iter().map(|text| referee.held_by(RowView { text, links: &[], images: &[] })).collect();
        referee.count(&held.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_row_that_holds_two_records_holds_none() {
        let referee = referee(r#"[{"name": "Ulm", "size": "12"}, {"name": "Trier", "size": "11"}]"#);
        assert_eq!(count(&referee, &["Ulm 12", "TRIER: 11"]).right, 2);
        assert_eq!(count(&referee, &["Ulm 12 Trier 11"]).right, 0);
        assert_eq!(count(&referee, &["Ulm 123", "Trier"]).right, 0);
    }

    #[test]
    fn whole_texts_may_differ_in_a_few_words() {
        let referee = referee(r#"[{"text": "one two three four five"}]"#);
        assert_eq!(count(&referee, &["one two three four five six"]).right, 1);
        assert_eq!(count(&referee, &["one two three"]).right, 0);
    }

    #[test]
    fn wrong_rows_say_what_is_wrong() {
        let named = referee(r#"[{"name": "Ulm", "size": "12"}, {"name": "Trier", "size": "11"}]"#);
        let whole =
            referee(r#"[{"text": "Ulm on the Danube 12 bridges"}, {"text": "Trier on the Mosel 11 gates"}]"#);
        let fault = |referee: &Referee, rows: &[&str]| {
            let rows: Vec<RowView> =
                rows.iter().map(|text| RowView { text, links: &[], images: &[] }).collect();
            referee.fault(&rows)
        };
        assert_eq!(fault(&named, &["Home", "Prices", "About us"]), Fault::Elsewhere);
        assert_eq!(fault(&named, &["Ulm 12 Trier 11"]), Fault::Joined);
        assert_eq!(fault(&named, &["Ulm", "12", "Trier", "11"]), Fault::Cut);
        assert_eq!(fault(&named, &["Ulm 12", "Trier 11", "More"]), Fault::Number);
        assert_eq!(
            fault(&whole, &["Ulm on the Danube 12 bridges Trier on the Mosel 11 gates"]),
            Fault::Joined
        );
        assert_eq!(fault(&whole, &["Ulm on the Danube", "Trier on the Mosel"]), Fault::Cut);
    }

    #[test]
    fn a_label_is_not_a_part_of_a_word() {
        let holds = |text: &str, label: &str| FoldedText::new(text).holds(label);
        assert!(holds("1. Oak of the north", "oak"));
        assert!(!holds("soaked", "oak"));
        assert!(holds("red oaks", "redoaks"));
    }

    #[test]
    fn texts_are_compared_without_case_width_and_white_space() {
        assert_eq!(norm(" \u{fb01}sh\u{a0}&  Chips\n"), "fish & chips");
        assert_eq!(norm("STRASSE"), norm("Stra\u{df}e"));
        assert_ne!(norm("$9.99"), norm("$9.98"));
    }
}
