//! Texts as features and gold compare them: words, folded texts, and names in markup taken apart.

use chaffinch_core::{beginning, collapse_space};

/// The lower-case words of a text, digits as `0`, so that all years are one word and all prices another.
pub fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(fold)
}

/// A text as features compare it: lower case, digits as `0`.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

/// Folds a text and appends it.
pub fn fold_into(text: &str, folded: &mut String) {
    text.chars().for_each(|c| fold_char(c, folded));
}

fn fold_char(c: char, folded: &mut String) {
    match c {
        '0'..='9' => folded.push('0'),
        c if c.is_ascii() => folded.push(c.to_ascii_lowercase()),
        c => folded.extend(c.to_lowercase().map(|c| if c.is_numeric() { '0' } else { c })),
    }
}

/// A text as gold values are compared with those on pages: case and white space do not count, nor does white space written as a
/// character reference at either end.
pub fn comparable(text: &str) -> String {
    let mut text = collapse_space(text).to_lowercase();
    for space in ["&nbsp;", "&#160;"] {
        while let Some(rest) = text.strip_prefix(space) {
            text = rest.trim_start().to_owned();
        }
        while let Some(rest) = text.strip_suffix(space) {
            text = rest.trim_end().to_owned();
        }
    }
    text
}

/// Whether a word is more than a number.
pub fn has_letters(word: &str) -> bool {
    word.chars().any(char::is_alphabetic)
}

/// The first words of a text, folded once.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// The text up to the last of these words, folded.
    folded: String,
    spans: Vec<WordSpan>,
}

/// Where a word is, in bytes.
#[derive(Debug, Clone, Copy)]
struct WordSpan {
    /// Where it begins in the text itself.
    in_text: u32,
    /// Where it begins and ends in the folded text.
    start: u32,
    end: u32,
}

impl WordSpan {
    fn new(in_text: usize, start: usize, end: usize) -> WordSpan {
        WordSpan { in_text: in_text as u32, start: start as u32, end: end as u32 }
    }
}

impl Words {
    /// The first words of a text, no more than `most`.
    pub fn new(text: &str, most: usize) -> Words {
        let mut folded = String::with_capacity(text.len());
        let mut spans = Vec::with_capacity(8);
        // Where the word that is being read begins: in the text, and in the folded text.
        let mut open: Option<(usize, usize)> = None;
        for (at, c) in text.char_indices() {
            match open {
                None if c.is_alphanumeric() => open = Some((at, folded.len())),
                Some((at, start)) if !c.is_alphanumeric() => {
                    spans.push(WordSpan::new(at, start, folded.len()));
                    open = None;
                    if spans.len() == most {
                        break;
                    }
                }
                _ => {}
            }
            fold_char(c, &mut folded);
        }
        spans.extend(open.map(|(at, start)| WordSpan::new(at, start, folded.len())));
        Words { folded, spans }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// How many begin before this byte of the text.
    pub fn before(&self, at: usize) -> usize {
        self.spans.partition_point(|span| (span.in_text as usize) < at)
    }

    /// The words of a range.
    pub fn range(&self, range: std::ops::Range<usize>) -> impl ExactSizeIterator<Item = &str> {
        self.spans[range].iter().map(|span| &self.folded[span.start as usize..span.end as usize])
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.range(0..self.len())
    }

    /// All words with one space between them.
    pub fn joined(&self) -> String {
        let mut joined = String::with_capacity(self.folded.len());
        for word in self.iter() {
            joined.push_str(if joined.is_empty() { "" } else { " " });
            joined.push_str(word);
        }
        joined
    }

    /// The folded text from the first word of a range to its last; empty for an empty range.
    pub fn phrase(&self, range: std::ops::Range<usize>) -> &str {
        match &self.spans[range] {
            [first, .., last] => &self.folded[first.start as usize..last.end as usize],
            [only] => &self.folded[only.start as usize..only.end as usize],
            [] => "",
        }
    }
}

/// Names in markup are compared by this many bytes, and taken apart in no more than 8 times as many: every node below an element
/// may ask for its names.
pub const LONGEST_NAME: usize = 128;

/// The parts of a class or id: `productTitle`, `product_title` and `product-title` have the same two.
pub fn name_parts(name: &str) -> Vec<String> {
    let mut parts = Vec::new();
    each_name_part(name, &mut |part| parts.push(part.to_owned()));
    parts
}

/// Visits the parts of a class or id.
pub fn each_name_part(name: &str, visit: &mut impl FnMut(&str)) {
    let mut part = String::new();
    let mut lower_before = false;
    let mut done = |part: &mut String| {
        if part.chars().nth(1).is_some() {
            visit(part);
        }
        part.clear();
    };
    for c in beginning(name, 8 * LONGEST_NAME).chars() {
        if !c.is_alphabetic() {
            done(&mut part);
            lower_before = false;
            continue;
        }
        if c.is_uppercase() && lower_before {
            done(&mut part);
        }
        lower_before = c.is_lowercase();
        part.extend(c.to_lowercase());
    }
    done(&mut part);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_at_marks_and_capitals() {
        assert_eq!(name_parts("productTitle"), ["product", "title"]);
        assert_eq!(name_parts("b-product_title2"), ["product", "title"]);
        assert_eq!(name_parts("ISBN13"), ["isbn"]);
    }

    #[test]
    fn all_years_are_one_word() {
        assert_eq!(words("June 1999, 12").collect::<Vec<_>>(), ["june", "0000", "00"]);
    }
}
