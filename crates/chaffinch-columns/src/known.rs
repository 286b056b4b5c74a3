//! Values that another method has already recognised in the records.

use crate::anchors::{Anchor, anchors};
use crate::draft::Draft;
use crate::shape::text_key;
use rustc_hash::FxHashMap;

/// For each record the values that are known in it, with the names of their attributes.
#[derive(Debug, Clone, Default)]
pub struct Known {
    rows: Vec<Vec<(String, String)>>,
}

/// Most known values of a record that are looked at.
const MOST: usize = 40;

impl Known {
    /// Nothing is known.
    pub fn nothing() -> Known {
        Known::default()
    }

    /// Known values: for each record pairs of a name and a text.
    pub fn new(mut rows: Vec<Vec<(String, String)>>) -> Known {
        // The shortest first, because a long value may hold others.
        rows.iter_mut().for_each(|known| known.sort_by_key(|(_, text)| text.len()));
        Known { rows }
    }

    /// The values in a text of record `row`: those that are known, and around them those that are recognised by their form.
    pub(crate) fn anchors(&self, row: usize, text: &str) -> Vec<Anchor> {
        let mut found: Vec<Anchor> = Vec::new();
        for (name, value) in self.rows.get(row).into_iter().flatten().take(MOST) {
            let Some(start) =
                text.find(value.as_str()).filter(|_| value.len() > 2 && value.len() < text.trim().len())
            else {
                continue;
            };
            let range = start..start + value.len();
            if found.iter().all(|other| other.range.end <= range.start || range.end <= other.range.start) {
                found.push(Anchor { form: text_key(name), range });
            }
        }
        let apart = |anchor: &Anchor| {
            found
                .iter()
                .all(|other| other.range.end <= anchor.range.start || anchor.range.end <= other.range.start)
        };
        let others: Vec<Anchor> = anchors(text).into_iter().filter(apart).collect();
        found.extend(others);
        found.sort_by_key(|anchor| anchor.range.start);
        found
    }

    /// The attribute whose values most cells of a column are, and the share of the cells that are, 0 to 1.
    pub(crate) fn name_of(&self, draft: &Draft) -> Option<(String, f32)> {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for (known, cells) in self.rows.iter().zip(&draft.cells) {
            for (name, value) in known.iter().take(MOST) {
                if cells.iter().any(|cell| is_same(&cell.text, value)) {
                    *counts.entry(name).or_default() += 1;
                }
            }
        }
        let (name, count) = counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(a.0)))?;
        Some((name.to_owned(), count as f32 / draft.filled().max(1) as f32))
    }
}

/// Whether a cell is a known value, or has little beside it.
fn is_same(cell: &str, value: &str) -> bool {
    cell == value
        || (cell.len() * 2 <= value.len() * 3 && cell.contains(value))
        || (value.len() * 3 <= cell.len() * 5 && value.len() > 8 && cell.starts_with(value))
}
