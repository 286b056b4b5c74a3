//! The names that the page's structured data gives to values.

use chaffinch_core::{Finding, collapse_space};
use rustc_hash::FxHashMap;

/// The property that each value of the structured data belongs to. A value of two properties belongs to neither.
pub struct Properties {
    by_value: FxHashMap<String, Option<String>>,
}

impl Properties {
    /// The properties of a page's structured data.
    pub fn of(structured: &[Finding]) -> Properties {
        let mut by_value: FxHashMap<String, Option<String>> = FxHashMap::default();
        for relation in structured {
            for row in &relation.rows {
                for (column, cells) in relation.columns.iter().zip(&row.cells) {
                    let Some(name) = &column.name else { continue };
                    let name = name.rsplit('.').next().unwrap_or(name);
                    for cell in cells {
                        by_value
                            .entry(key(&cell.text))
                            .and_modify(|known| *known = known.take().filter(|known| known == name))
                            .or_insert_with(|| Some(name.to_owned()));
                    }
                }
            }
        }
        Properties { by_value }
    }

    /// The property that at least half of `texts`, and at least two of them, are values of.
    pub(crate) fn name_of<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Option<String> {
        let (mut all, mut counts) = (0, FxHashMap::<&str, usize>::default());
        for text in texts {
            all += 1;
            if let Some(Some(name)) = self.by_value.get(&key(text)) {
                *counts.entry(name).or_default() += 1;
            }
        }
        let most = counts.into_iter().max_by_key(|(name, count)| (*count, std::cmp::Reverse(*name)))?;
        (most.1 * 2 >= all && most.1 > 1).then(|| most.0.to_owned())
    }
}

fn key(text: &str) -> String {
    collapse_space(text).to_lowercase()
}
