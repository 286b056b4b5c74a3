//! What the page itself says of its values in machine-readable form.

use chaffinch_core::{Page, collapse_space};
use chaffinch_structured::{StructuredSettings, structured_data};
use rustc_hash::FxHashMap;

/// The properties of structured data by their values; a value that two properties share says nothing.
pub(crate) struct Said {
    properties: FxHashMap<String, Option<String>>,
}

impl Said {
    /// Reads the structured data of a page.
    pub fn of(page: &Page) -> Said {
        let mut properties: FxHashMap<String, Option<String>> = FxHashMap::default();
        for relation in structured_data(page, &StructuredSettings::default()) {
            for row in &relation.rows {
                for (column, content) in relation.columns.iter().zip(&row.cells) {
                    let (Some(name), Some(content)) = (&column.name, content) else { continue };
                    let name = name.rsplit('.').next().unwrap_or(name);
                    for cell in content.cells() {
                        properties
                            .entry(key(&cell.text))
                            .and_modify(|known| *known = known.take().filter(|known| known == name))
                            .or_insert_with(|| Some(name.to_owned()));
                    }
                }
            }
        }
        Said { properties }
    }

    /// The property that at least half of `texts` are values of.
    pub fn property<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Option<String> {
        let (mut all, mut counts) = (0, FxHashMap::<&str, usize>::default());
        for text in texts {
            all += 1;
            if let Some(Some(name)) = self.properties.get(&key(text)) {
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
