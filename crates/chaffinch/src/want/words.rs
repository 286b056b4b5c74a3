//! Compares names of attributes by their words.

use chaffinch_core::ColumnType;
use std::collections::HashMap;
use std::sync::LazyLock;

// How sure a match of names is, 0 to 1.
/// The names are equal.
const EQUAL: f32 = 1.0;
/// The last part of a dotted name is equal.
const LAST_PART: f32 = 0.95;
/// The names mean the same.
const SYNONYM: f32 = 0.85;
/// The names have words in common; multiplied by their share.
const SHARED_WORDS: f32 = 0.7;

/// Groups of names that mean the same: for each name the number and the type of its group.
static SYNONYMS: LazyLock<HashMap<String, (usize, ColumnType)>> = LazyLock::new(|| {
    let lines = include_str!("synonyms.txt").lines().filter(|line| !line.starts_with('#'));
    let mut groups = HashMap::new();
    for (group, line) in lines.enumerate() {
        let (kind, names) = line.split_once(": ").unwrap_or(("text", line));
        let kind = type_called(kind).unwrap_or(ColumnType::Text);
        for name in names.split(", ") {
            groups.entry(words(name)).or_insert((group, kind));
        }
    }
    groups
});

/// How sure it is that a column's name means the wanted one, 0 to 1.
pub(super) fn likeness(wanted: &str, name: &str) -> f32 {
    let (wanted, whole) = (words(wanted), words(name));
    if wanted.is_empty() || whole.is_empty() {
        return 0.0;
    }
    let last = words(name.rsplit('.').next().unwrap_or(name));
    let means = |name: &str| SYNONYMS.get(name).map(|(group, _)| *group);
    if wanted == whole {
        EQUAL
    } else if wanted == last {
        LAST_PART
    } else if means(&wanted).is_some() && (means(&wanted) == means(&whole) || means(&wanted) == means(&last))
    {
        SYNONYM
    } else {
        SHARED_WORDS * shared(&wanted, &whole)
    }
}

/// The type of an attribute's values, where its name tells.
pub(super) fn type_of(name: &str) -> Option<ColumnType> {
    let words = words(name);
    let whole = SYNONYMS.get(&words).map(|(_, kind)| *kind);
    let by_word = || words.split(' ').find_map(|word| SYNONYMS.get(word)).map(|(_, kind)| *kind);
    whole.or_else(by_word).filter(|kind| *kind != ColumnType::Text)
}

/// Whether two names mean the same.
pub(super) fn means(name: &str, other: &str) -> bool {
    likeness(name, other) >= SYNONYM
}

/// A type by the name it has in the output.
pub(super) fn type_called(name: &str) -> Option<ColumnType> {
    serde_json::from_value(serde_json::Value::String(name.trim().to_lowercase())).ok()
}

/// The words of a name in lower case: `datePublished`, `date_published` and `Date published:` are the same.
fn words(name: &str) -> String {
    let mut out = String::new();
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

/// The share of words, 0 to 1, that two names have in common.
fn shared(a: &str, b: &str) -> f32 {
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split(' ').collect(), b.split(' ').collect());
    let both = a.iter().filter(|word| b.contains(word)).count();
    both as f32 / (a.len() + b.len() - both) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_alike_however_they_are_written() {
        assert_eq!(likeness("publication_date", "Publication Date:"), EQUAL);
        assert_eq!(likeness("datePublished", "date_published"), EQUAL);
        assert_eq!(likeness("price", "offers.price"), LAST_PART);
        assert_eq!(likeness("title", "name"), SYNONYM);
        assert_eq!(likeness("isbn_13", "ISBN-13"), EQUAL);
        assert!(likeness("list price", "price") >= SYNONYM);
        assert_eq!(likeness("price", "author"), 0.0);
    }

    #[test]
    fn names_tell_types() {
        assert_eq!(type_of("fuel_economy"), None);
        assert_eq!(type_of("sale_price"), Some(ColumnType::Money));
        assert_eq!(type_of("thumbnail"), Some(ColumnType::Image));
    }
}
