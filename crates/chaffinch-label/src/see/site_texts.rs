//! What the pages of one site have in common. A text that stands in the same place on all of them is a caption or noise; one that
//! stands on a single page says what that page is about. This is the paper's global feature "repeated elements are less
//! informative", applied to pages instead of records.

use super::words::{LONGEST_NAME, has_letters, words};
use chaffinch_core::{NodeId, NodeKind, Page, TextMap, TextSet, beginning, collapse_space};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A place in the markup is this many elements around a text, and this many classes of each.
const PLACE_ANCESTORS: usize = 4;
const PLACE_CLASSES: usize = 4;
/// Texts are compared by this many characters.
const LONGEST: usize = 120;
/// The first words of a text that are counted.
const MOST_WORDS: usize = 12;
/// The most different texts of a site that are counted.
const MOST_TEXTS: usize = 2_000_000;
/// Fewer pages than this do not show what is common.
const FEWEST_PAGES: usize = 3;
/// A word belongs to the template if at least this share of the pages with its place have it there, in tenths.
const TEMPLATE_TENTHS: u32 = 8;
/// From these shares of pages on a text is often there, or fixed, in tenths.
const OFTEN_TENTHS: usize = 3;
const FIXED_TENTHS: usize = 8;

/// On how many pages of a site each text stands in each place.
#[derive(Debug, Clone, Default)]
pub struct SiteTexts {
    pages: usize,
    /// By the hash of place and text, on how many pages that text stands there.
    counts: TextMap<u64, u32>,
    /// By the hash of place and word, on how many pages the word stands there; and by the hash of the place alone, how many pages
    /// have the place.
    words: TextMap<u64, u32>,
    places: TextMap<u64, u32>,
    /// In how many titles a word stands.
    title_words: TextMap<String, u32>,
}

/// How many pages of a site have a text in a place.
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
            let place = markup_place(page, id);
            texts.insert(key(&place, &text));
            own_words.extend(words_with_letters(&text).take(MOST_WORDS).map(|word| key(&place, &word)));
            places.insert(key(&place, ""));
        }
        self.pages += 1;
        let counted = [(texts, &mut self.counts), (own_words, &mut self.words), (places, &mut self.places)];
        for (keys, counts) in counted {
            // Always the same are counted where there are too many.
            let mut keys: Vec<u64> = keys.into_iter().collect();
            keys.sort_unstable();
            for key in keys {
                if counts.len() < MOST_TEXTS || counts.contains_key(&key) {
                    *counts.entry(key).or_default() += 1;
                }
            }
        }
        for word in words(&page.title().unwrap_or_default()).collect::<TextSet<String>>() {
            *self.title_words.entry(word).or_default() += 1;
        }
    }

    /// How common the least common of some texts is, each in its own place.
    pub fn commonness(&self, page: &Page, texts: &[NodeId]) -> Commonness {
        if self.pages < FEWEST_PAGES {
            return Commonness::Unknown;
        }
        let keys = texts
            .iter()
            .filter_map(|node| Some(key(&markup_place(page, *node), &short(page.own_text(*node))?)));
        let counts = keys.map(|key| self.counts.get(&key).copied().unwrap_or(1));
        self.share(counts.min().unwrap_or(1))
    }

    /// For each word whether it belongs to the site's template: most pages that have its place have the word there. `None` if too few
    /// pages have the place.
    pub fn template_words(&self, page: &Page, texts: &[NodeId]) -> Option<Vec<bool>> {
        if self.pages < FEWEST_PAGES {
            return None;
        }
        let mut fixed = Vec::new();
        for node in texts {
            let Some(text) = short(page.own_text(*node)) else { continue };
            let place = markup_place(page, *node);
            let pages = self.places.get(&key(&place, "")).copied().unwrap_or(0);
            if (pages as usize) < FEWEST_PAGES {
                return None;
            }
            let count = |word: String| self.words.get(&key(&place, &word)).copied().unwrap_or(0);
            fixed.extend(
                words_with_letters(&text)
                    .take(MOST_WORDS - fixed.len())
                    .map(|word| 10 * count(word) >= TEMPLATE_TENTHS * pages),
            );
        }
        Some(fixed)
    }

    /// Whether a word stands in most titles and so says nothing about a page.
    pub fn in_most_titles(&self, word: &str) -> bool {
        let count = self.title_words.get(word).copied().unwrap_or(0);
        self.pages >= FEWEST_PAGES && 2 * count as usize > self.pages
    }

    fn share(&self, count: u32) -> Commonness {
        match (count, 10 * count as usize / self.pages) {
            (0 | 1, _) => Commonness::Once,
            (_, 0..OFTEN_TENTHS) => Commonness::Some,
            (_, OFTEN_TENTHS..FIXED_TENTHS) => Commonness::Often,
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

/// The place of a node in the markup: the tags and classes around it, without digits.
pub fn markup_place(page: &Page, node: NodeId) -> String {
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

/// The hashes of one page.
type Keys = TextSet<u64>;

/// The hash of a text or word in its place.
fn key(place: &str, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(place.as_bytes());
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// The words of a text, without numbers.
fn words_with_letters(text: &str) -> impl Iterator<Item = String> + '_ {
    words(text).filter(|word| has_letters(word))
}

/// The beginning of a text as it is compared; `None` for white space.
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
    fn captions_are_fixed_and_values_are_not() {
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
