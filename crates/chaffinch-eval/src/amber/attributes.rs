//! How many attributes of records are right.

use crate::records::{GoldPage, holds_address, texts};
use crate::referee::norm;
use chaffinch::{CellContent, Relation};
use std::collections::BTreeMap;

/// Attributes that were right, given, and there to be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttributeCounts {
    /// Values that agree with the label.
    pub right: usize,
    /// Values given for records whose label has the attribute.
    pub given: usize,
    /// Labels.
    pub gold: usize,
}

impl AttributeCounts {
    /// The harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        2.0 * self.right as f64 / (self.given + self.gold).max(1) as f64
    }

    /// Adds others.
    pub fn add(&mut self, other: &AttributeCounts) {
        self.right += other.right;
        self.given += other.given;
        self.gold += other.gold;
    }
}

/// The labels that are judged, by their names in gold files and in domains.
const JUDGED: [(&str, &str); 9] = [
    ("price", "price"),
    ("location", "location"),
    ("postcode", "postcode"),
    ("bedrooms", "bedrooms"),
    ("url", "url"),
    ("image", "image"),
    ("docket", "docket"),
    ("citation", "citation"),
    ("name", "name"),
];

/// Counts over the rows that were paired with gold records.
///
/// A value agrees with its label where one contains the other: labels are whole lines, such as "offers around £150,000",
/// and a site may write "Oxford" where the line says "Oxford, OX1".
pub fn attribute_counts(
    gold: &GoldPage,
    relations: &[Relation],
    pairs: &[Option<usize>],
) -> BTreeMap<String, AttributeCounts> {
    let rows: Vec<(&Relation, usize)> = relations
        .iter()
        .flat_map(|relation| (0..relation.rows.len()).map(move |row| (relation, row)))
        .collect();
    let mut counts: BTreeMap<String, AttributeCounts> = BTreeMap::new();
    for (record, pair) in gold.records.iter().zip(pairs) {
        for (label, attribute) in JUDGED {
            let wanted: Vec<String> = record.get(label).map(texts).unwrap_or_default();
            if wanted.is_empty() {
                continue;
            }
            let count = counts.entry(attribute.to_owned()).or_default();
            count.gold += 1;
            let cell = pair.and_then(|pair| cell(rows[pair].0, rows[pair].1, attribute));
            if let Some(cell) = cell {
                count.given += 1;
                count.right += usize::from(
                    cell.cells().iter().any(|c| wanted.iter().any(|w| agrees(label, &c.text, w))),
                );
            }
        }
    }
    counts
}

fn cell<'r>(relation: &'r Relation, row: usize, attribute: &str) -> Option<&'r CellContent> {
    let column = relation.columns.iter().position(|column| column.name.as_deref() == Some(attribute))?;
    relation.rows[row].cells[column].as_ref()
}

fn agrees(label: &str, given: &str, wanted: &str) -> bool {
    if matches!(label, "url" | "image") {
        return holds_address(wanted, &[given.to_owned()]);
    }
    let bare = |text: &str| norm(text).chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let (given, wanted) = (bare(given), bare(wanted));
    !given.is_empty() && !wanted.is_empty() && (given.contains(&wanted) || wanted.contains(&given))
}
