//! What names of columns mean: names in many languages, and how pages write them in labels, heads of tables and classes.

use chaffinch_core::ColumnType;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// What a column can mean, such as `price`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Meaning(u16);

struct Dictionary {
    /// The name and the type of each meaning.
    meanings: Vec<(&'static str, ColumnType)>,
    /// The meaning of each phrase, with how far in front it stands in its line: the first words of a line are the commonest.
    phrases: FxHashMap<String, Meaning>,
}

static DICTIONARY: LazyLock<Dictionary> = LazyLock::new(|| {
    let mut dictionary = Dictionary { meanings: Vec::new(), phrases: FxHashMap::default() };
    for line in include_str!("meanings.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.splitn(3, ": ");
        let (Some(name), Some(kind), Some(words)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        let meaning = Meaning(dictionary.meanings.len() as u16);
        dictionary.meanings.push((name, type_called(kind).unwrap_or(ColumnType::Text)));
        for phrase in std::iter::once(name).chain(words.split(", ")) {
            // A phrase of two lines belongs to the first.
            dictionary.phrases.entry(phrase_of(phrase)).or_insert(meaning);
        }
    }
    dictionary
});

impl Meaning {
    /// The meaning of a name, label or head, if it has a known one.
    pub fn of(name: &str) -> Option<Meaning> {
        let words = phrase_of(name);
        let known = |words: &str| DICTIONARY.phrases.get(words).copied();
        let singular = || words.strip_suffix('s').and_then(known);
        // `WebSite` is a website.
        let joined = || words.contains(' ').then(|| known(&words.replace(' ', "")))?;
        known(&words).or_else(singular).or_else(joined)
    }

    /// The meaning of a compound name: of all of it, of its last words or of its first.
    pub fn of_compound(name: &str) -> Option<Meaning> {
        let words = words_of(name);
        let all: Vec<&str> = words.split(' ').collect();
        let whole = Meaning::of(name);
        let last = || (1..all.len()).find_map(|from| Meaning::of(&all[from..].join(" ")));
        let first = || (1..all.len()).rev().find_map(|to| Meaning::of(&all[..to].join(" ")));
        whole.or_else(last).or_else(first)
    }

    /// Whether its values are words, so that numbers, dates and amounts are none.
    pub fn is_words(self) -> bool {
        const WORDS: [&str; 19] = [
            "name", "description", "author", "jobTitle", "brand", "company", "category", "location",
            "address", "judge", "director", "publisher", "party", "country", "status", "color", "department",
            "employmentType", "contentRating",
        ];
        WORDS.contains(&self.name())
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        DICTIONARY.meanings[self.0 as usize].0
    }

    /// The type of its values.
    pub fn kind(self) -> ColumnType {
        DICTIONARY.meanings[self.0 as usize].1
    }
}

/// The words by which a name is looked up: `Item #` is an item number.
fn phrase_of(name: &str) -> String {
    let mut words = words_of(name);
    if name.contains(['#', '№']) {
        words.push_str(" number");
    }
    words
}

/// The words of a name in lower case: `datePublished`, `date_published` and `Date published:` are the same.
pub fn words_of(name: &str) -> String {
    if name.is_ascii() {
        return ascii_words_of(name.as_bytes());
    }
    let mut out = String::with_capacity(name.len() + 8);
    let mut before = ' ';
    for letter in name.chars() {
        if letter.is_alphanumeric() {
            let begins = (letter.is_uppercase() && before.is_lowercase())
                || (letter.is_numeric() && before.is_alphabetic())
                || !before.is_alphanumeric();
            if begins && !out.is_empty() {
                out.push(' ');
            }
            out.extend(letter.to_lowercase());
        }
        before = letter;
    }
    out
}

/// The same, without asking Unicode.
fn ascii_words_of(name: &[u8]) -> String {
    let mut out = Vec::with_capacity(name.len() + 8);
    let mut before = b' ';
    for letter in name.iter().copied() {
        if letter.is_ascii_alphanumeric() {
            let begins = (letter.is_ascii_uppercase() && before.is_ascii_lowercase())
                || (letter.is_ascii_digit() && before.is_ascii_alphabetic())
                || !before.is_ascii_alphanumeric();
            if begins && !out.is_empty() {
                out.push(b' ');
            }
            out.push(letter.to_ascii_lowercase());
        }
        before = letter;
    }
    String::from_utf8(out).unwrap_or_default()
}

/// A type by the name it has in the output.
pub fn type_called(name: &str) -> Option<ColumnType> {
    serde_json::from_value(serde_json::Value::String(name.trim().to_lowercase())).ok()
}
