//! Values that another method has already recognised in the records.

use crate::anchors::{Anchor, anchors};
use crate::draft::Draft;
use crate::meaning::Meaning;
use crate::shape::text_key;
use chaffinch_core::TextMap;

/// For each record the values that are known in it, with the names of their attributes.
#[derive(Debug, Clone, Default)]
pub struct Known {
    rows: Vec<Vec<(String, String)>>,
    /// For each record what is known to be part of a longer value: a town is part of where a home stands.
    parts: Vec<Vec<(String, String)>>,
}

/// Most known values of a record that are looked at.
const MOST: usize = 40;

impl Known {
    /// Nothing is known.
    pub fn nothing() -> Known {
        Known::default()
    }

    /// Known values: for each record pairs of a name and a text.
    pub fn new(rows: Vec<Vec<(String, String)>>) -> Known {
        let is_part = |(name, _): &(String, String)| {
            Meaning::of(name).is_some_and(|meaning| matches!(meaning.name(), "location" | "address"))
        };
        let (parts, mut rows): (Vec<_>, Vec<Vec<_>>) =
            rows.into_iter().map(|known| known.into_iter().partition(is_part)).unzip();
        // The shortest first, because a long value may hold others.
        rows.iter_mut().for_each(|known| known.sort_by_key(|(_, text)| text.len()));
        Known { rows, parts }
    }

    /// The values in a text of record `row`: those that are known, and around them, unless the text `is_name`, those that are recognised by
    /// their form.
    pub(crate) fn anchors(&self, row: usize, text: &str, is_name: bool) -> Vec<Anchor> {
        let mut found: Vec<Anchor> = Vec::new();
        for (name, value) in self.rows.get(row).into_iter().flatten().take(MOST) {
            let Some(start) =
                text.find(value.as_str()).filter(|_| value.len() > 2 && value.len() < text.trim().len())
            else {
                continue;
            };
            let (before, behind) = (&text[..start], &text[start + value.len()..]);
            if name == "name" && before.trim().is_empty() && is_remark(behind) {
                continue;
            }
            let range = start..start + value.len();
            if found.iter().all(|other| other.range.end <= range.start || range.end <= other.range.start) {
                found.push(Anchor { form: text_key(name), range, is_said: false });
            }
        }
        let apart = |anchor: &Anchor| {
            found
                .iter()
                .all(|other| other.range.end <= anchor.range.start || anchor.range.end <= other.range.start)
        };
        // Where anything is known of a name, it is no name alone.
        let by_form = if is_name && found.is_empty() { Vec::new() } else { anchors(text) };
        let others: Vec<Anchor> = by_form.into_iter().filter(apart).collect();
        found.extend(others);
        found.sort_by_key(|anchor| anchor.range.start);
        found
    }

    /// The share of the records in which anything is known, 0 to 1.
    pub fn share(&self) -> f32 {
        let known =
            self.rows.iter().zip(&self.parts).filter(|(own, parts)| !(own.is_empty() && parts.is_empty()));
        known.count() as f32 / self.rows.len().max(1) as f32
    }

    /// Whether a value called `name` is known in any record.
    pub(crate) fn means(&self, name: Meaning) -> bool {
        self.rows.iter().flatten().any(|(known, _)| Meaning::of(known) == Some(name))
    }

    /// The attribute that most cells of a column hold a part of, and how sure that is, 0 to 1: the share of the cells that do, less where
    /// the cells say much besides.
    pub(crate) fn whole_of(&self, draft: &Draft) -> Option<(String, f32)> {
        let mut counts: TextMap<&str, (usize, f32)> = TextMap::default();
        for (known, cells) in self.parts.iter().zip(&draft.cells) {
            let Some(cell) = cells.first() else { continue };
            let longest = |name: &str| {
                let parts =
                    known.iter().filter(|(other, text)| other == name && cell.text.contains(text.as_str()));
                parts.map(|(_, text)| text.len()).max()
            };
            let mut names: Vec<&str> = known.iter().take(MOST).map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                if let Some(length) = longest(name) {
                    let count = counts.entry(name).or_default();
                    count.0 += 1;
                    count.1 += length as f32 / cell.text.len().max(1) as f32;
                }
            }
        }
        let (name, (count, covered)) =
            counts.into_iter().max_by(|a, b| a.1.0.cmp(&b.1.0).then_with(|| b.0.cmp(a.0)))?;
        let share = count as f32 / draft.filled().max(1) as f32;
        Some((name.to_owned(), share * (0.6 + 0.4 * covered / count as f32)))
    }

    /// The attribute whose values most cells of a column are, and the share of the cells that are, 0 to 1.
    pub(crate) fn name_of(&self, draft: &Draft) -> Option<(String, f32)> {
        let mut counts: TextMap<&str, usize> = TextMap::default();
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

/// Whether what stands behind a name is a remark on it: `et al.`, words in brackets.
fn is_remark(text: &str) -> bool {
    let text = text.trim_start_matches([',', ' ']);
    text.starts_with(['(', '[', '{']) || text.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("et al"))
}

/// Whether a cell is a known value, or has little beside it.
fn is_same(cell: &str, value: &str) -> bool {
    cell == value
        || (cell.len() * 2 <= value.len() * 3 && cell.contains(value))
        || (value.len() * 3 <= cell.len() * 5 && value.len() > 8 && cell.starts_with(value))
}
