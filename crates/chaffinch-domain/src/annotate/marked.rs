//! Elements that the page itself names: one of the class `property-address` holds an address.

use chaffinch_core::{NodeId, Page};
use chaffinch_survey::Stream;
use std::ops::Range;

/// HTML attributes in which pages name their elements.
const NAMES: [&str; 5] = ["class", "itemprop", "id", "data-testid", "data-test"];
/// Most lines of a value; an element with more is a section of the page.
const MOST_LINES: usize = 3;
/// Most characters of a value.
const LONGEST: usize = 120;

/// The lines of the elements that have one of these words in their name.
pub(super) fn stretches(page: &Page, stream: &Stream, words: &[String]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut reach = NodeId::DOCUMENT;
    for node in page.subtree(page.body()).filter(|node| page.is_element(*node)) {
        // Elements within one that was found are not looked at again.
        if node < reach || !is_called(page, node, words) {
            continue;
        }
        let end = page.node(node).end;
        let range = stream.of_nodes(&(node..end));
        if range.is_empty() || range.len() > 4 * LONGEST || stream.length(&range) > LONGEST {
            continue;
        }
        let lines = stream.lines_of(&range);
        if lines.len() <= MOST_LINES {
            reach = end;
            found.extend(
                lines.into_iter().filter(|line| stream.text()[line.clone()].contains(char::is_alphabetic)),
            );
        }
    }
    found
}

/// Whether a page calls an element by one of `words`.
pub(super) fn is_called(page: &Page, node: NodeId, words: &[impl AsRef<str>]) -> bool {
    NAMES.iter().any(|name| page.attribute(node, name).is_some_and(|value| has_word(value, words)))
}

/// Whether a name contains one of `words`: `streetAddress` and `street-address` consist of two words.
pub(super) fn has_word(name: &str, words: &[impl AsRef<str>]) -> bool {
    let mut begin = 0;
    let mut before = ' ';
    for (at, c) in name.char_indices().chain([(name.len(), ' ')]) {
        let turns = before.is_lowercase() && c.is_uppercase();
        if !c.is_alphanumeric() || turns {
            let word = &name[begin..at];
            if words.iter().any(|known| known.as_ref().eq_ignore_ascii_case(word)) {
                return true;
            }
            begin = if turns { at } else { at + c.len_utf8() };
        }
        before = c;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_made_of_words() {
        let words = ["address".to_owned()];
        for name in ["address", "card__address", "streetAddress", "PropertyAddress-module", "is-Address"] {
            assert!(has_word(name, &words), "{name}");
        }
        for name in ["addressee", "dress", "", "add-ress"] {
            assert!(!has_word(name, &words), "{name}");
        }
    }
}
