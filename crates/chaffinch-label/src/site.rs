//! What the pages of one site have in common. A text that stands in the same place on all of them is a label or noise; one that
//! stands on a single page says what that page is about. It is the paper's global feature, repeated elements are
//! less informative, taken from pages instead of records.

use crate::words::{LONGEST_NAME, words};
use chaffinch_core::{NodeId, NodeKind, Page, beginning, collapse_space};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;

/// A place is told by so many elements around it, and by so many classes of each.
const PLACE_ANCESTORS: usize = 4;
const PLACE_CLASSES: usize = 4;
/// Texts longer than this are told apart by their beginning.
const LONGEST: usize = 120;
/// So many words of a text are counted.
const MOST_WORDS: usize = 12;
/// No more texts are counted of one site.
const MOST_TEXTS: usize = 2_000_000;
/// Fewer pages than this tell nothing.
const FEWEST_PAGES: usize = 3;

/// On how many pages of a site each text stands in each place.
#[derive(Debug, Clone, Default)]
pub struct SiteTexts {
    pages: usize,
    /// By the hash of place and text.
    counts: FxHashMap<u64, u32>,
    /// On how many pages a word stands in a place, by the hash of both; and on how many there is the place.
    words: FxHashMap<u64, u32>,
    places: FxHashMap<u64, u32>,
    /// In how many titles a word stands.
    title_words: FxHashMap<String, u32>,
}

/// How much of a site has a text in a place.
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
    /// Counts the texts of another page.
    pub fn add(&mut self, page: &Page) {
        let (mut texts, mut own_words, mut places): (Keys, Keys, Keys) = Default::default();
        for id in page.ids().filter(|id| page.node(*id).kind == NodeKind::Text) {
            let Some(text) = short(page.own_text(id)) else { continue };
            let place = place(page, id);
            texts.insert(key(&place, &text));
            own_words.extend(named(&text).take(MOST_WORDS).map(|word| key(&place, &word)));
            places.insert(key(&place, ""));
        }
        self.pages += 1;
        let counted = [(texts, &mut self.counts), (own_words, &mut self.words), (places, &mut self.places)];
        for (keys, counts) in counted {
            for key in keys {
                if counts.len() < MOST_TEXTS || counts.contains_key(&key) {
                    *counts.entry(key).or_default() += 1;
                }
            }
        }
        for word in words(&page.title().unwrap_or_default()).collect::<FxHashSet<String>>() {
            *self.title_words.entry(word).or_default() += 1;
        }
    }

    /// How common texts are where they stand: as the least common of them.
    pub fn commonness(&self, page: &Page, texts: &[NodeId]) -> Commonness {
        if self.pages < FEWEST_PAGES {
            return Commonness::Unknown;
        }
        let keys =
            texts.iter().filter_map(|node| Some(key(&place(page, *node), &short(page.own_text(*node))?)));
        let counts = keys.map(|key| self.counts.get(&key).copied().unwrap_or(1));
        self.share(counts.min().unwrap_or(1))
    }

    /// Which words of a text belong to its place and not to its page: most pages that have the place have the word there. None if too few pages
    /// have it.
    pub fn template_words(&self, page: &Page, texts: &[NodeId]) -> Option<Vec<bool>> {
        if self.pages < FEWEST_PAGES {
            return None;
        }
        let mut fixed = Vec::new();
        for node in texts {
            let Some(text) = short(page.own_text(*node)) else { continue };
            let place = place(page, *node);
            let pages = self.places.get(&key(&place, "")).copied().unwrap_or(0);
            if (pages as usize) < FEWEST_PAGES {
                return None;
            }
            let count = |word: String| self.words.get(&key(&place, &word)).copied().unwrap_or(0);
            fixed
                .extend(named(&text).take(MOST_WORDS - fixed.len()).map(|word| 5 * count(word) >= 4 * pages));
        }
        Some(fixed)
    }

    /// Whether a word stands in most titles and so says nothing of a page.
    pub fn in_most_titles(&self, word: &str) -> bool {
        let count = self.title_words.get(word).copied().unwrap_or(0);
        self.pages >= FEWEST_PAGES && 2 * count as usize > self.pages
    }

    fn share(&self, count: u32) -> Commonness {
        match (count, 10 * count as usize / self.pages) {
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

/// The place of a node in the markup: the tags and classes around it.
pub fn place(page: &Page, node: NodeId) -> String {
    let own = page.is_element(node).then_some(node);
    let mut place = String::new();
    for holder in own.into_iter().chain(page.ancestors(node)).take(PLACE_ANCESTORS) {
        place.push_str(beginning(page.name(holder), LONGEST_NAME));
        for name in page.classes(holder).take(PLACE_CLASSES) {
            place.push('.');
            place.extend(beginning(name, LONGEST_NAME).chars().filter(|c| !c.is_ascii_digit()));
        }
        place.push('<');
    }
    place
}

/// Keys of one page.
type Keys = FxHashSet<u64>;

/// A text or word in its place.
fn key(place: &str, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(place.as_bytes());
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// The words of a text that are no numbers.
fn named(text: &str) -> impl Iterator<Item = String> + '_ {
    words(text).filter(|word| word.chars().any(char::is_alphabetic))
}

/// The beginning of a text as it is compared; none of white space.
fn short(text: &str) -> Option<String> {
    let text = collapse_space(text);
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    (!text.is_empty()).then(|| text[..end].to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_place_are_the_templates_and_not_the_pages() {
        let mut site = SiteTexts::default();
        let pages = ["Ann", "Bob 7", "Cid"]
            .map(|name| chaffinch_page::parse_str(&format!("<h1>{name} tickets</h1><p>{name}</p>")));
        pages.iter().for_each(|page| site.add(page));
        let fixed = |page: &Page, tag: &str| {
            let texts: Vec<NodeId> = page
                .ids()
                .filter(|id| page.node(*id).kind == NodeKind::Text)
                .filter(|id| page.is(page.node(*id).parent.unwrap(), tag))
                .collect();
            site.template_words(page, &texts)
        };
        assert_eq!(fixed(&pages[1], "h1"), Some(vec![false, true]));
        assert_eq!(fixed(&pages[1], "p"), Some(vec![false]));
        assert_eq!(fixed(&chaffinch_page::parse_str("<h2>Ann tickets</h2>"), "h2"), None);
    }

    #[test]
    fn labels_are_fixed_and_values_are_not() {
        let mut site = SiteTexts::default();
        let pages = ["Ann", "Bob", "Cid", "Ann"].map(|name| {
            let html = format!("<title>{name} of us</title><nav>Ann</nav><p>Name:</p> <p>{name}</p>");
            chaffinch_page::parse_str(&html)
        });
        pages.iter().for_each(|page| site.add(page));
        let common = |site: &SiteTexts, page: &Page, text: &str| -> Vec<Commonness> {
            let texts = page
                .ids()
                .filter(|id| page.own_text(*id) == text && !page.is(page.node(*id).parent.unwrap(), "title"));
            texts.map(|id| site.commonness(page, &[id])).collect()
        };
        assert_eq!(common(&site, &pages[1], "Name:"), [Commonness::Fixed]);
        assert_eq!(common(&site, &pages[1], "Bob"), [Commonness::Once]);
        // In the navigation bar, and as a value.
        assert_eq!(common(&site, &pages[0], "Ann"), [Commonness::Fixed, Commonness::Often]);
        assert_eq!(common(&SiteTexts::default(), &pages[1], "Bob"), [Commonness::Unknown]);
        assert!(site.in_most_titles("of") && !site.in_most_titles("ann"));
    }
}
