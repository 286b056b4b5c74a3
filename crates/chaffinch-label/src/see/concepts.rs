//! What the words of a caption mean: `Tel`, `Phone` and `Call` are one concept. The file `concepts.txt` lists them.

use super::words::words;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The most words of a phrase.
const LONGEST_PHRASE: usize = 5;
/// Unknown words that share this many first letters count as the same word.
const STEM: usize = 5;

static CONCEPTS: LazyLock<Concepts> = LazyLock::new(|| Concepts::new(include_str!("../../concepts.txt")));

struct Concepts {
    /// The concept of each phrase. The words of a phrase are joined by a space.
    of_phrase: FxHashMap<String, &'static str>,
    /// The type of value that a concept has.
    types: FxHashMap<&'static str, &'static str>,
}

impl Concepts {
    fn new(file: &'static str) -> Concepts {
        let mut concepts = Concepts { of_phrase: FxHashMap::default(), types: FxHashMap::default() };
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            let Some((head, phrases)) = line.split_once(':') else { continue };
            let (name, value_type) = match head.split_once('[') {
                Some((name, value_type)) => (name.trim(), Some(value_type.trim_end_matches(']'))),
                None => (head, None),
            };
            concepts.types.extend(value_type.map(|value_type| (name, value_type)));
            for phrase in phrases.split(',') {
                concepts.of_phrase.entry(phrase.trim().to_owned()).or_insert(name);
            }
        }
        concepts
    }
}

/// The concepts that a text names: those of its longest known phrases, and for every other word its first letters.
pub fn concepts(text: &str) -> Vec<String> {
    let words: Vec<String> = words(text).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    each_concept(&words, &mut |concept| found.push(concept.to_owned()));
    found
}

/// Visits the concepts that words name.
pub fn each_concept(words: &[&str], visit: &mut impl FnMut(&str)) {
    // All words, joined, and where each begins and ends in that.
    let joined = words.join(" ");
    let mut spans: Vec<(usize, usize)> = Vec::with_capacity(words.len());
    for word in words {
        let start = spans.last().map_or(0, |(_, end)| end + 1);
        spans.push((start, start + word.len()));
    }
    let mut at = 0;
    while at < words.len() {
        let longest = LONGEST_PHRASE.min(words.len() - at);
        let phrase = |length: usize| &joined[spans[at].0..spans[at + length - 1].1];
        let known =
            (1..=longest).rev().find_map(|length| Some((length, *CONCEPTS.of_phrase.get(phrase(length))?)));
        let (length, concept) = known.unwrap_or((1, stem(words[at])));
        visit(concept);
        at += length;
    }
}

/// The type of value that a concept has, if it is always the same.
pub fn type_of(concept: &str) -> Option<&'static str> {
    CONCEPTS.types.get(concept).copied()
}

/// The first letters of a word.
fn stem(word: &str) -> &str {
    word.char_indices().nth(STEM).map_or(word, |(end, _)| &word[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_of_one_meaning_are_one_concept() {
        for (a, b) in [("Tel.", "phone"), ("Directed by", "Director(s)"), ("Date Posted:", "Posted on")] {
            assert_eq!(concepts(a)[0], concepts(b)[0], "{a}, {b}");
        }
        assert_ne!(concepts("Published by"), concepts("Published"));
        assert_eq!(concepts("ISBN-13"), ["isbn"]);
        assert_eq!(concepts("Administrators"), ["admin"]);
        assert_eq!(type_of("phone"), Some("phone"));
    }
}
