//! The values and words that an attribute had on the pages learned from. A new page's team or genre is often one of them; that it is
//! known counts, whichever it is.

use crate::element::value_of;
use crate::labels::MOST_ATTRIBUTES;
use crate::place::Record;
use crate::words::Words;
use rustc_hash::{FxHashMap, FxHashSet};

/// Values with more words than this are not remembered.
const MOST_WORDS: usize = 12;

/// On how many pages each attribute had a value or word.
type Pages = FxHashMap<String, Vec<(usize, u32)>>;

/// The values and words of attributes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lexicon {
    values: Pages,
    words: Pages,
}

/// What is known of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acquaintance {
    /// The attribute.
    pub attribute: usize,
    /// How much of the text.
    pub known: KnownPart,
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

/// What a page itself added to a lexicon: learning from it must not count that.
#[derive(Debug, Clone, Default)]
pub struct OwnEntries {
    values: FxHashSet<(usize, String)>,
    words: FxHashSet<(usize, String)>,
}

impl KnownPart {
    /// How many there are.
    pub const COUNT: usize = 3;
}

impl OwnEntries {
    /// The entries of a page's records.
    pub fn new(records: &[Record]) -> OwnEntries {
        let mut own = OwnEntries::default();
        for (attribute, value) in records.iter().flatten() {
            if let Some(folded) = folded(value_of(value)) {
                own.words.extend(folded.split(' ').map(|word| (*attribute, word.to_owned())));
                own.values.insert((*attribute, folded));
            }
        }
        own
    }
}

impl Lexicon {
    /// What it holds, values and then words, in order: each text with the attributes that had it.
    pub fn entries(&self) -> [Vec<(&str, Vec<usize>)>; 2] {
        [&self.values, &self.words].map(|pages| {
            let mut entries: Vec<(&str, Vec<usize>)> = pages
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

    /// A lexicon of such entries.
    pub fn from_entries(entries: [Vec<(String, Vec<usize>)>; 2]) -> Lexicon {
        let [values, words] = entries.map(|entries| {
            let counted =
                |attributes: Vec<usize>| attributes.into_iter().map(|attribute| (attribute, 1)).collect();
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

    /// What is known of a text from other pages than the one with the entries `own`.
    pub fn know(&self, text: &str, own: Option<&OwnEntries>) -> Vec<Acquaintance> {
        let Some(folded) = folded(value_of(text)) else { return Vec::new() };
        let others = |counts: &(usize, u32), entries: Option<&FxHashSet<(usize, String)>>, text: &str| {
            let here = entries.is_some_and(|entries| entries.contains(&(counts.0, text.to_owned())));
            counts.1 > u32::from(here)
        };
        let mut found = Vec::new();
        let mut whole = [false; MOST_ATTRIBUTES];
        for counts in self.values.get(&folded).into_iter().flatten() {
            if others(counts, own.map(|own| &own.values), &folded) {
                whole[counts.0] = true;
                found.push(Acquaintance { attribute: counts.0, known: KnownPart::Whole });
            }
        }
        let (mut known, mut all) = ([0; MOST_ATTRIBUTES], 0);
        for word in folded.split(' ') {
            all += 1;
            for counts in self.words.get(word).into_iter().flatten() {
                known[counts.0] += usize::from(others(counts, own.map(|own| &own.words), word));
            }
        }
        for (attribute, known) in known.into_iter().enumerate() {
            match 2 * known {
                _ if whole[attribute] => {}
                k if k == 2 * all => found.push(Acquaintance { attribute, known: KnownPart::Words }),
                k if k >= all => found.push(Acquaintance { attribute, known: KnownPart::Half }),
                _ => {}
            }
        }
        found
    }
}

/// A text as it is remembered: its words. Numbers alone are not.
fn folded(text: &str) -> Option<String> {
    let words = Words::new(text, MOST_WORDS + 1);
    let told = words.len() <= MOST_WORDS && words.iter().any(|word| word.chars().any(char::is_alphabetic));
    told.then(|| {
        let mut folded = String::with_capacity(text.len());
        for word in words.iter() {
            folded.push_str(if folded.is_empty() { "" } else { " " });
            folded.push_str(word);
        }
        folded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(team: &str) -> OwnEntries {
        OwnEntries::new(&[vec![(1, team.to_owned())]])
    }

    #[test]
    fn a_page_does_not_know_its_own_values() {
        let mut lexicon = Lexicon::default();
        let pages = ["Boston Celtics", "Miami Heat", "Boston Celtics"].map(record);
        pages.iter().for_each(|page| lexicon.add(page));
        let known = |text: &str, own: Option<&OwnEntries>| -> Vec<KnownPart> {
            lexicon.know(text, own).iter().map(|known| known.known).collect()
        };
        assert_eq!(known("Team: Miami Heat", None), [KnownPart::Whole]);
        assert_eq!(known("Miami Heat", Some(&pages[1])), []);
        assert_eq!(known("Boston Celtics", Some(&pages[0])), [KnownPart::Whole]);
        assert_eq!(known("Boston Heat", None), [KnownPart::Words]);
        assert_eq!(known("Boston Bruins", None), [KnownPart::Half]);
        assert_eq!(known("2010", None), []);
    }
}
