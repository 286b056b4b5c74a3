//! How many attributes of records are right.

use crate::referee::{holds_address, norm};
use crate::statistics::Tally;
use chaffinch_core::{CellContent, Relation};
use chaffinch_gold::GoldPage;
use std::collections::BTreeMap;

/// The attributes that are judged: gold files and domains have the same names for them.
const JUDGED: [&str; 9] =
    ["price", "location", "postcode", "bedrooms", "url", "image", "docket", "citation", "name"];

/// Counts over the rows that were paired with gold records.
///
/// `found` counts only values of records whose label has the attribute. A value agrees with its label where one contains the other: labels are whole lines, such as "offers around £150,000",
/// and a site may write "Oxford" where the line says "Oxford, OX1".
pub fn attribute_counts(
    gold: &GoldPage,
    relations: &[Relation],
    pairs: &[Option<usize>],
) -> BTreeMap<&'static str, Tally> {
    let rows: Vec<(&Relation, usize)> = relations
        .iter()
        .flat_map(|relation| (0..relation.rows.len()).map(move |row| (relation, row)))
        .collect();
    let mut counts: BTreeMap<&'static str, Tally> = BTreeMap::new();
    for (record, pair) in gold.records().iter().zip(pairs) {
        for attribute in JUDGED.into_iter().filter(|attribute| !record.values(attribute).is_empty()) {
            let cell = pair.and_then(|pair| cell(rows[pair].0, rows[pair].1, attribute));
            let is_right = |cell: &CellContent| {
                let wanted = || record.values(attribute).iter();
                cell.cells().iter().any(|cell| wanted().any(|value| agrees(attribute, &cell.text, value)))
            };
            *counts.entry(attribute).or_default() += Tally {
                right: usize::from(cell.is_some_and(is_right)),
                found: usize::from(cell.is_some()),
                wanted: 1,
            };
        }
    }
    counts
}

fn cell<'r>(relation: &'r Relation, row: usize, attribute: &str) -> Option<&'r CellContent> {
    let column = relation.columns.iter().position(|column| column.name.as_deref() == Some(attribute))?;
    relation.rows[row].cells[column].as_ref()
}

fn agrees(attribute: &str, given: &str, wanted: &str) -> bool {
    if matches!(attribute, "url" | "image") {
        return holds_address(wanted, &[given.to_owned()]);
    }
    let bare = |text: &str| norm(text).chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let (given, wanted) = (bare(given), bare(wanted));
    !given.is_empty() && !wanted.is_empty() && (given.contains(&wanted) || wanted.contains(&given))
}
