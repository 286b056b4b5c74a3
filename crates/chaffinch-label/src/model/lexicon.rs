//! The values and words that each attribute had on the pages learned from. A new page's team or genre is often one of them. That a
//! value is known is one feature, whatever the value.

use crate::labels::{AttributeId, MOST_ATTRIBUTES};
use crate::learn::LabelledRecord;
use crate::see::{Words, has_letters, value_of};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most words of a value that is remembered.
const MOST_WORDS: usize = 12;

/// By value or word, on how many pages each attribute had it.
type PageCounts = FxHashMap<String, Vec<(AttributeId, u32)>>;

/// The values and words of attributes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lexicon {
    values: PageCounts,
    words: PageCounts,
}

/// An attribute that had a text, or parts of it, as a value on other pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownValue {
    /// The attribute.
    pub attribute: AttributeId,
    /// How much of the text is known.
    pub part: KnownPart,
}

/// How much of a text is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownPart {
    /// All of it, as one value.
    Whole,
    /// All of its words.
    Words,
    /// Half of its words or more.
    Half,
}

/// What a page itself added to a lexicon: it does not count when the page is learned from.
#[derive(Debug, Clone, Default)]
pub struct OwnEntries {
    values: FxHashSet<(AttributeId, String)>,
    words: FxHashSet<(AttributeId, String)>,
}

impl KnownPart {
    /// How many there are.
    pub const COUNT: usize = 3;
}

impl OwnEntries {
    /// The entries of a page's records.
    pub fn new(records: &[LabelledRecord]) -> OwnEntries {
        let mut own = OwnEntries::default();
        for (attribute, value) in records.iter().flatten() {
            if let Some(value) = remembered(value_of(value)) {
                own.words.extend(value.split(' ').map(|word| (*attribute, word.to_owned())));
                own.values.insert((*attribute, value));
            }
        }
        own
    }
}

impl Lexicon {
    /// All values and all words, in order, each with the attributes that had it.
    pub fn entries(&self) -> [Vec<(&str, Vec<AttributeId>)>; 2] {
        [&self.values, &self.words].map(|pages| {
            let mut entries: Vec<(&str, Vec<AttributeId>)> = pages
                .iter()
                .map(|(text, counts)| {
                    (text.as_str(), counts.iter().map(|(attribute, _)| *attribute).collect())
                })
                .collect();
            entries.iter_mut().for_each(|(_, attributes)| attributes.sort_unstable());
            entries.sort_unstable();
            entries
        })
    }

    /// A lexicon of these values and words.
    pub fn from_entries(entries: [Vec<(String, Vec<AttributeId>)>; 2]) -> Lexicon {
        let [values, words] = entries.map(|entries| {
            let counted = |attributes: Vec<AttributeId>| {
                attributes.into_iter().map(|attribute| (attribute, 1)).collect()
            };
            entries.into_iter().map(|(text, attributes)| (text, counted(attributes))).collect()
        });
        Lexicon { values, words }
    }

    /// Adds the entries of a page.
    pub fn add(&mut self, own: &OwnEntries) {
        for (entries, pages) in [(&own.values, &mut self.values), (&own.words, &mut self.words)] {
            for (attribute, text) in entries {
                let counts = pages.entry(text.clone()).or_default();
                match counts.iter_mut().find(|(known, _)| known == attribute) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((*attribute, 1)),
                }
            }
        }
    }

    /// What is known of a text from pages other than the one whose entries are `own`.
    pub fn know(&self, text: &str, own: Option<&OwnEntries>) -> Vec<KnownValue> {
        let Some(value) = remembered(value_of(text)) else { return Vec::new() };
        let others =
            |counts: &(AttributeId, u32), entries: Option<&FxHashSet<(AttributeId, String)>>, text: &str| {
                let here = entries.is_some_and(|entries| entries.contains(&(counts.0, text.to_owned())));
                counts.1 > u32::from(here)
            };
        let mut found = Vec::new();
        let mut whole = [false; MOST_ATTRIBUTES];
        for counts in self.values.get(&value).into_iter().flatten() {
            if others(counts, own.map(|own| &own.values), &value) {
                whole[counts.0.index()] = true;
                found.push(KnownValue { attribute: counts.0, part: KnownPart::Whole });
            }
        }
        let (mut known, mut all) = ([0; MOST_ATTRIBUTES], 0);
        for word in value.split(' ') {
            all += 1;
            for counts in self.words.get(word).into_iter().flatten() {
                known[counts.0.index()] += usize::from(others(counts, own.map(|own| &own.words), word));
            }
        }
        for (index, known) in known.into_iter().enumerate().filter(|(index, _)| !whole[*index]) {
            let attribute = AttributeId::from_index(index);
            match 2 * known {
                twice if twice == 2 * all => found.push(KnownValue { attribute, part: KnownPart::Words }),
                twice if twice >= all => found.push(KnownValue { attribute, part: KnownPart::Half }),
                _ => {}
            }
        }
        found
    }
}

/// A text as it is remembered: its words, folded. Long texts and mere numbers are not remembered.
fn remembered(text: &str) -> Option<String> {
    let words = Words::new(text, MOST_WORDS + 1);
    (words.len() <= MOST_WORDS && words.iter().any(has_letters)).then(|| words.joined())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(team: &str) -> OwnEntries {
        OwnEntries::new(&[vec![(AttributeId::from_index(1), team.to_owned())]])
    }

    #[test]
    fn a_page_does_not_know_its_own_values() {
        let mut lexicon = Lexicon::default();
        let pages = ["Boston Celtics", "Miami Heat", "Boston Celtics"].map(record);
        pages.iter().for_each(|page| lexicon.add(page));
        let known = |text: &str, own: Option<&OwnEntries>| -> Vec<KnownPart> {
            lexicon.know(text, own).iter().map(|known| known.part).collect()
        };
        assert_eq!(known("Team: Miami Heat", None), [KnownPart::Whole]);
        assert_eq!(known("Miami Heat", Some(&pages[1])), []);
        assert_eq!(known("Boston Celtics", Some(&pages[0])), [KnownPart::Whole]);
        assert_eq!(known("Boston Heat", None), [KnownPart::Words]);
        assert_eq!(known("Boston Bruins", None), [KnownPart::Half]);
        assert_eq!(known("2010", None), []);
    }
}
