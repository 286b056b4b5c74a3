//! Words without case and diacritics, as gazetteers compare them.
//!
//! `chaffinch-label` folds text too, but for features: it keeps diacritics and turns digits into `0`, which would make `W10` and
//! `W11` the same term. The wrapper's shapes keep only the classes of characters. So none of the three can stand in for another.

use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};

/// A text cut into words as gazetteers compare them.
pub(crate) struct Words {
    /// The folded words, one behind the other.
    letters: String,
    words: Vec<Word>,
}

/// A word: its bytes among the folded letters, and in the text that it came from, as start and end.
#[derive(Debug, Clone, Copy)]
struct Word {
    letters: (u32, u32),
    source: (u32, u32),
}

impl Words {
    /// The words of `text`: runs of letters and digits. In scripts that are written without spaces each character is a word.
    pub fn of(text: &str) -> Words {
        let mut words = Words { letters: String::with_capacity(text.len()), words: Vec::new() };
        let mut open: Option<Word> = None;
        for (at, c) in text.char_indices() {
            let end = (at + c.len_utf8()) as u32;
            if !c.is_alphanumeric() {
                // Apostrophes, soft hyphens and combining marks are passed over; everything else ends a word.
                if !matches!(c, '\'' | '’' | '\u{ad}') && !is_mark(c) {
                    words.words.extend(open.take());
                }
                continue;
            }
            if is_ideograph(c) {
                words.words.extend(open.take());
            }
            let begin = words.letters.len() as u32;
            fold(c, &mut words.letters);
            let letters = words.letters.len() as u32;
            match &mut open {
                Some(word) => {
                    word.letters.1 = letters;
                    word.source.1 = end;
                }
                None => open = Some(Word { letters: (begin, letters), source: (at as u32, end) }),
            }
            if is_ideograph(c) {
                words.words.extend(open.take());
            }
        }
        words.words.extend(open);
        words
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The folded letters of a word.
    pub fn word(&self, at: usize) -> &str {
        let (start, end) = self.words[at].letters;
        &self.letters[start as usize..end as usize]
    }

    /// Where words `first` to `last` stand in the text.
    pub fn source(&self, first: usize, last: usize) -> std::ops::Range<usize> {
        self.words[first].source.0 as usize..self.words[last].source.1 as usize
    }
}

/// The folded words of a text with single spaces between them.
pub(crate) fn folded(text: &str) -> String {
    let words = Words::of(text);
    (0..words.len()).map(|at| words.word(at)).collect::<Vec<_>>().join(" ")
}

/// Adds a letter in lower case and without diacritics.
fn fold(c: char, into: &mut String) {
    if c.is_ascii() {
        into.push(c.to_ascii_lowercase());
        return;
    }
    for lower in c.to_lowercase() {
        match lower {
            'ß' => into.push_str("ss"),
            'æ' => into.push_str("ae"),
            'œ' => into.push_str("oe"),
            'ø' => into.push('o'),
            'ł' => into.push('l'),
            'đ' | 'ð' => into.push('d'),
            'þ' => into.push_str("th"),
            'ı' => into.push('i'),
            _ => base(lower, into),
        }
    }
}

/// Adds a letter without its diacritics.
fn base(c: char, into: &mut String) {
    let decomposition = CanonicalDecompositionBorrowed::new();
    let mut letter = c;
    // No letter has more marks than this; the bound makes sure that the loop ends.
    for _ in 0..4 {
        match decomposition.decompose(letter) {
            Decomposed::Expansion(first, second) if is_mark(second) => letter = first,
            Decomposed::Singleton(other) => letter = other,
            _ => break,
        }
    }
    if !is_mark(letter) {
        into.push(letter);
    }
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{20d0}'..='\u{20ff}')
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_diacritics_and_spaces_do_not_count() {
        assert_eq!(folded("  São  PAULO"), "sao paulo");
        assert_eq!(folded("Łódź, Đakovo; Ångström"), "lodz dakovo angstrom");
        assert_eq!(folded("King's Lynn"), folded("KINGS LYNN"));
        assert_eq!(folded("Gießen"), "giessen");
        assert_eq!(folded("港区x2"), "港 区 x2");
    }
}
