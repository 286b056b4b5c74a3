//! What the words of a label mean: `Tel`, `Phone` and `Call` are one concept. The file `concepts.txt` lists them.

use crate::words::words;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A phrase has no more words than this.
const LONGEST_PHRASE: usize = 5;
/// Words that begin with the same letters, so many of them, are the same word.
const STEM: usize = 5;

static CONCEPTS: LazyLock<Concepts> = LazyLock::new(|| Concepts::new(include_str!("../concepts.txt")));

struct Concepts {
    /// By a phrase's words, joined by a space.
    names: FxHashMap<String, &'static str>,
    /// The sort of values of a concept.
    sorts: FxHashMap<&'static str, &'static str>,
}

impl Concepts {
    fn new(file: &'static str) -> Concepts {
        let mut concepts = Concepts { names: FxHashMap::default(), sorts: FxHashMap::default() };
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            let Some((head, phrases)) = line.split_once(':') else { continue };
            let (name, sort) = match head.split_once('[') {
                Some((name, sort)) => (name.trim(), Some(sort.trim_end_matches(']'))),
                None => (head, None),
            };
            concepts.sorts.extend(sort.map(|sort| (name, sort)));
            for phrase in phrases.split(',') {
                concepts.names.entry(phrase.trim().to_owned()).or_insert(name);
            }
        }
        concepts
    }
}

/// The concepts that a text names: of its longest known phrases, and the beginnings of all other words.
pub fn concepts(text: &str) -> Vec<String> {
    let words: Vec<String> = words(text).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    each_concept(&words, &mut |concept| found.push(concept.to_owned()));
    found
}

/// Visits the concepts that words name.
pub fn each_concept(words: &[&str], visit: &mut impl FnMut(&str)) {
    // All words, joined, and where each begins and ends there.
    let joined = words.join(" ");
    let mut places: Vec<(usize, usize)> = Vec::with_capacity(words.len());
    for word in words {
        let start = places.last().map_or(0, |(_, end)| end + 1);
        places.push((start, start + word.len()));
    }
    let mut at = 0;
    while at < words.len() {
        let longest = LONGEST_PHRASE.min(words.len() - at);
        let phrase = |length: usize| &joined[places[at].0..places[at + length - 1].1];
        let known =
            (1..=longest).rev().find_map(|length| Some((length, *CONCEPTS.names.get(phrase(length))?)));
        let (length, concept) = known.unwrap_or((1, stem(words[at])));
        visit(concept);
        at += length;
    }
}

/// The sort of values that a concept has, if it is always the same.
pub fn sort_of(concept: &str) -> Option<&'static str> {
    CONCEPTS.sorts.get(concept).copied()
}

/// The beginning of a word.
fn stem(word: &str) -> &str {
    word.char_indices().nth(STEM).map_or(word, |(end, _)| &word[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_one_meaning_are_one_concept() {
        for (a, b) in [("Tel.", "phone"), ("Directed by", "Director(s)"), ("Date Posted:", "Posted on")] {
            assert_eq!(concepts(a)[0], concepts(b)[0], "{a}, {b}");
        }
        assert_ne!(concepts("Published by"), concepts("Published"));
        assert_eq!(concepts("ISBN-13"), ["isbn"]);
        assert_eq!(concepts("Administrators"), ["admin"]);
        assert_eq!(sort_of("phone"), Some("phone"));
    }
}
