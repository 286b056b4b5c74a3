//! Values that can be recognised by their form inside a longer text.

use crate::meaning::Meaning;
use crate::shape::text_key;
use chaffinch_values::{DecimalMark, count, date, is_email, is_weekday, money, money_range};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// A recognised value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Anchor {
    /// What it is: the same number for values of one form.
    pub form: u64,
    /// Where it stands, in bytes.
    pub range: Range<usize>,
    /// Whether it says itself what it is, so that no word in front of it is its label.
    pub is_said: bool,
}

pub(crate) const DATE: u64 = 11;
pub(crate) const MONEY: u64 = 12;
const EMAIL: u64 = 13;

/// Most bytes of a text that is searched.
const LONGEST: usize = 600;
/// Most bytes of a date or an amount.
const LONGEST_ANCHOR: usize = 48;
/// Most words of a date with its time: `Friday, March 11, 2016 at 2:41 am EST`.
const DATE_WORDS: usize = 8;
/// Within so many words every date has a digit.
const DIGIT_WORDS: usize = 4;
/// `$ 5 – $ 10` has five.
const MONEY_WORDS: usize = 5;

/// The values in a text, from left to right.
pub(crate) fn anchors(text: &str) -> Vec<Anchor> {
    if text.len() > LONGEST || !text.bytes().any(|b| b.is_ascii_digit() || b == b'@') {
        return Vec::new();
    }
    let words = words(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let until = |count: usize| words.get(at + count - 1).map(|last| words[at].start..last.end);
        let longest = |most: usize, is: &dyn Fn(&str) -> bool| {
            (1..=most)
                .rev()
                .filter_map(until)
                .find(|range| range.len() <= LONGEST_ANCHOR && is(bare(text, range.clone()).0))
        };
        let has_digit = (0..DIGIT_WORDS).any(|ahead| {
            words.get(at + ahead).is_some_and(|word| text[word.clone()].bytes().any(|b| b.is_ascii_digit()))
        });
        let set_off = has_digit && is_set_off(text, words[at].start);
        let dated = || {
            let range = if set_off { longest(DATE_WORDS, &|part| is_date(part)) } else { None };
            range.map(|range| (DATE, date_alone(text, range)))
        };
        let paid = || {
            let is_paid = |part: &str| {
                let of = |mark| money(part, mark).is_some() || is_range(part, mark);
                of(DecimalMark::Point) || of(DecimalMark::Comma)
            };
            longest(MONEY_WORDS, &is_paid).map(|range| (MONEY, range))
        };
        let word = &words[at];
        let mailed = || is_email(bare(text, word.clone()).0).then(|| (EMAIL, word.clone()));
        let coded = || code(bare(text, word.clone()).0).filter(|_| set_off).map(|form| (form, word.clone()));
        let counted = || {
            let range = until(2)?;
            Some((counts(bare(text, range.clone()).0)?, range))
        };
        let counted = || counted().filter(|_| has_digit).map(|hit| (hit, true));
        let marked = if has_digit { dated().or_else(paid) } else { mailed() }.map(|hit| (hit, false));
        let hit = marked.or_else(counted).or_else(|| coded().filter(|_| has_digit).map(|hit| (hit, false)));
        match hit {
            Some(((form, range), is_said)) => {
                while words.get(at).is_some_and(|word| word.start < range.end) {
                    at += 1;
                }
                found.push(Anchor { form, range: bare(text, range).1, is_said });
            }
            None => at += 1,
        }
    }
    found
}

/// Whether a text is two amounts with a dash between them.
fn is_range(text: &str, mark: DecimalMark) -> bool {
    text.contains(['-', '–', '—']) && money_range(text, mark).is_some_and(|read| read.range.is_some())
}

/// Whether what begins at `start` is a value of its own and no part of a name: it stands first, behind a sign, or behind a word that
/// announces it.
fn is_set_off(text: &str, start: usize) -> bool {
    let before = text[..start].trim_end();
    let word = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or("")
        .trim_end_matches(['.', ':', '#'])
        .to_lowercase();
    let behind_sign = before.ends_with([',', '.', ';', ':', '|', '#', '(', '[', '\u{1f}', '–', '—', '-'])
        || text[start..].starts_with(['(', '[', '#']);
    before.is_empty()
        || behind_sign
        || matches!(
            word.as_str(),
            "no" | "nos"
                | "nr"
                | "case"
                | "docket"
                | "number"
                | "id"
                | "sku"
                | "ref"
                | "item"
                | "art"
                | "filed"
                | "posted"
                | "published"
                | "updated"
                | "on"
                | "dated"
                | "since"
                | "date"
        )
}

/// The words of a text as byte ranges.
fn words(text: &str) -> Vec<Range<usize>> {
    let start_of = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.split(|c: char| c.is_whitespace() || c == '\u{1f}' || c == '–' || c == '—')
        .filter(|word| !word.is_empty())
        .map(|word| start_of(word)..start_of(word) + word.len())
        .collect()
}

/// A stretch without the signs around it.
fn bare(text: &str, range: Range<usize>) -> (&str, Range<usize>) {
    let part = &text[range.clone()];
    let front = part.trim_start_matches(['(', '[', '#', '"', '“', ':', ',', ';']);
    let back = front.trim_end_matches([')', ']', ',', ';', ':', '.', '"', '”']);
    let start = range.start + part.len() - front.len();
    (back, start..start + back.len())
}

/// The form of a number with the word for what it counts: `3,323 reviews`.
fn counts(text: &str) -> Option<u64> {
    let counted = count(text, DecimalMark::Point).or_else(|| count(text, DecimalMark::Comma))?;
    let meaning = Meaning::of(&counted.unit?).filter(|meaning| meaning.name().ends_with("Count"))?;
    Some(text_key(meaning.name()))
}

/// Whether a text is a whole date: one with a day or a month, not a year alone.
fn is_date(text: &str) -> bool {
    text.len() >= 6
        && text.contains(|c: char| !c.is_ascii_digit())
        && date(text).is_some_and(|iso| iso.len() >= 7)
}

/// Most letters of the short name of a time zone.
const LONGEST_ZONE: usize = 5;

/// A date without the words around it that are no part of it: `online` in front of `6 March 2024`. A weekday is part of it.
fn date_alone(text: &str, mut range: Range<usize>) -> Range<usize> {
    let whole = date(bare(text, range.clone()).0);
    let is_beside = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_zone = word.len() <= LONGEST_ZONE && word.bytes().all(|b| b.is_ascii_uppercase());
        let is_half = matches!(word.to_lowercase().as_str(), "am" | "pm" | "a.m" | "p.m");
        let is_plain = word.is_ascii() && !word.bytes().any(|b| b.is_ascii_digit());
        is_plain && !is_zone && !is_half && !is_weekday(&word.to_lowercase())
    };
    let says_all = |part: &Range<usize>| {
        is_date(bare(text, part.clone()).0) && date(bare(text, part.clone()).0) == whole
    };
    loop {
        let part = &text[range.clone()];
        let first =
            part.split(char::is_whitespace).next().filter(|word| is_beside(word) && !word.ends_with(','));
        let behind = first.map(|word| {
            let rest = part[word.len()..].trim_start();
            range.end - rest.len()..range.end
        });
        let last = part.rsplit(char::is_whitespace).next().filter(|word| is_beside(word));
        let before =
            last.map(|word| range.start..range.start + part[..part.len() - word.len()].trim_end().len());
        match [behind, before].into_iter().flatten().find(says_all) {
            Some(shorter) if shorter.len() < range.len() => range = shorter,
            _ => return range,
        }
    }
}

/// The form of a number that names a thing, such as `23-1701`, `A22-0316` or `2024-CV-00123`: which characters follow each other.
fn code(word: &str) -> Option<u64> {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let is_code = word.len() >= 5
        && word.len() <= 32
        && digits >= 4
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'/' | b','))
        && word.bytes().any(|b| b == b'-' || b.is_ascii_alphabetic())
        && !word.starts_with("http");
    if !is_code {
        return None;
    }
    let class = |b: u8| {
        if b.is_ascii_digit() {
            b'9'
        } else if b.is_ascii_alphabetic() {
            b'a'
        } else {
            b
        }
    };
    let mut hasher = FxHasher::default();
    let mut before = 0;
    for class in word.bytes().map(class) {
        if class != before {
            class.hash(&mut hasher);
        }
        before = class;
    }
    Some(hasher.finish() | 1 << 62)
}
