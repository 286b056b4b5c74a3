//! What the pages of one site have in common. A text that stands on all of them is a label or noise; one that stands on a
//! single page says what that page is about. It is the paper's global feature, repeated elements are less informative,
//! taken from pages instead of records.

use chaffinch_core::{NodeKind, Page, collapse_space};
use rustc_hash::{FxHashMap, FxHashSet};

/// Texts longer than this are counted by their beginning.
const LONGEST: usize = 120;
/// No more texts are counted of one site.
const MOST_TEXTS: usize = 2_000_000;

/// On how many pages of a site each text stands.
#[derive(Debug, Clone, Default)]
pub struct SiteTexts {
    pages: usize,
    counts: FxHashMap<Box<str>, u32>,
}

/// How much of a site has a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Commonness {
    /// Too few pages are known to tell.
    Unknown,
    /// This page alone.
    Once,
    /// Some pages.
    Some,
    /// Many pages.
    Often,
    /// Nearly all pages.
    Fixed,
}

impl SiteTexts {
    /// Fewer pages than this tell nothing.
    const FEWEST: usize = 3;

    /// Counts the texts of another page.
    pub fn add(&mut self, page: &Page) {
        let texts =
            page.ids().filter(|id| page.node(*id).kind == NodeKind::Text).map(|id| key(page.own_text(id)));
        let texts: FxHashSet<Box<str>> = texts.filter(|text| !text.is_empty()).collect();
        self.pages += 1;
        for text in texts {
            if self.counts.len() < MOST_TEXTS || self.counts.contains_key(&text) {
                *self.counts.entry(text).or_default() += 1;
            }
        }
    }

    /// How common a text is.
    pub fn commonness(&self, text: &str) -> Commonness {
        if self.pages < SiteTexts::FEWEST {
            return Commonness::Unknown;
        }
        let count = self.counts.get(&*key(text)).map_or(1, |count| *count as usize);
        match (count, 10 * count / self.pages) {
            (0 | 1, _) => Commonness::Once,
            (_, 0..3) => Commonness::Some,
            (_, 3..8) => Commonness::Often,
            _ => Commonness::Fixed,
        }
    }
}

impl Commonness {
    /// Its name in features.
    pub fn name(self) -> &'static str {
        match self {
            Commonness::Unknown => "unknown",
            Commonness::Once => "once",
            Commonness::Some => "some",
            Commonness::Often => "often",
            Commonness::Fixed => "fixed",
        }
    }
}

fn key(text: &str) -> Box<str> {
    let text = collapse_space(text);
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    text[..end].to_lowercase().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_fixed_and_values_are_not() {
        let mut site = SiteTexts::default();
        for name in ["Ann", "Bob", "Cid", "Ann"] {
            site.add(&chaffinch_page::parse_str(&format!("<p>Name:</p> <p>{name}</p>")));
        }
        assert_eq!(site.commonness("name: "), Commonness::Fixed);
        assert_eq!(site.commonness("Bob"), Commonness::Once);
        assert_eq!(site.commonness("Ann"), Commonness::Often);
        assert_eq!(SiteTexts::default().commonness("Ann"), Commonness::Unknown);
    }
}
