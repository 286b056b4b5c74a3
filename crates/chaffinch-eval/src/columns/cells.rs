//! When a cell holds a labelled value, by the referee's rules.

use crate::referee::{Kind, kind, norm};
use chaffinch_core::{CellContent, Value};
use regex::Regex;
use std::sync::LazyLock;

/// A labelled value, made ready to be compared with many cells.
#[derive(Debug)]
pub(super) struct Label {
    kind: Kind,
    /// What an address must end with.
    address: String,
    plain: String,
    amount: Option<f64>,
}

/// A cell, made ready to be compared with many labels.
#[derive(Debug)]
pub(super) struct SeenCell<'c> {
    /// Everything that may be an address.
    addresses: Vec<&'c str>,
    /// Each text, and all of them as one.
    plain: Vec<String>,
    numbers: Vec<f64>,
}

impl Label {
    pub fn new(attribute: &str, value: &str) -> Label {
        let kind = kind(attribute);
        let address = value.trim().trim_start_matches(['.', '/']);
        let address = if kind == Kind::Image { sizeless(address) } else { address.to_owned() };
        Label { kind, address, plain: plain(value), amount: amount(value) }
    }

    /// Whether the cell holds this value and nothing else. An amount may be written in another way.
    pub fn is_in(&self, cell: &SeenCell) -> bool {
        match self.kind {
            Kind::Link => cell.addresses.iter().any(|address| address.ends_with(&self.address)),
            // One picture comes in many sizes.
            Kind::Image => cell.addresses.iter().any(|address| sizeless(address).ends_with(&self.address)),
            Kind::Whole | Kind::Part => {
                cell.plain.contains(&self.plain)
                    || self.amount.is_some_and(|amount| cell.numbers.contains(&amount))
            }
        }
    }
}

impl<'c> SeenCell<'c> {
    pub fn new(content: &'c CellContent) -> SeenCell<'c> {
        let cells = content.cells();
        let mut seen = SeenCell { addresses: Vec::new(), plain: Vec::new(), numbers: Vec::new() };
        for cell in cells {
            seen.addresses.extend(cell.link.as_deref());
            seen.addresses.push(&cell.text);
            seen.plain.push(plain(&cell.text));
            match &cell.value {
                Some(Value::Text(text)) => seen.addresses.push(text),
                Some(Value::Number(number)) => seen.numbers.push(*number),
                Some(Value::Bool(yes)) => seen.numbers.push(f64::from(u8::from(*yes))),
                None => {}
            }
        }
        if cells.len() != 1 {
            seen.plain.push(plain(&content.text(" ")));
        }
        seen
    }
}

/// A text's letters, digits and underscores alone, in one case.
pub(super) fn plain(text: &str) -> String {
    norm(text).chars().filter(|c| *c == '_' || is_letter_or_digit(*c)).collect()
}

/// Rust counts marks on letters, such as vowel signs, as letters too; the referee does not.
fn is_letter_or_digit(c: char) -> bool {
    static LETTER_OR_DIGIT: LazyLock<Regex> = LazyLock::new(|| fixed(r"[\p{L}\p{N}]"));
    match c.is_ascii() {
        true => c.is_ascii_alphanumeric(),
        false => LETTER_OR_DIGIT.is_match(c.encode_utf8(&mut [0; 4])),
    }
}

/// The number in a short text with one amount, such as "1 389 kr" or "$ 143,470.00".
fn amount(text: &str) -> Option<f64> {
    /// A longer text is a sentence with a number in it, not an amount. In characters.
    const LONGEST: usize = 30;
    static NUMBER: LazyLock<Regex> = LazyLock::new(|| fixed(r"\p{Nd}[\p{Nd}\s.,'\u{2019}]*\p{Nd}|\p{Nd}"));
    if text.chars().count() > LONGEST {
        return None;
    }
    let mut numbers = NUMBER.find_iter(text);
    let (number, None) = (numbers.next()?, numbers.next()) else { return None };
    let digits = number.as_str().replace(|c: char| c.is_whitespace() || matches!(c, '\'' | '\u{2019}'), "");
    // Two digits behind the last mark are hundredths; other marks stand between thousands.
    let (whole, cents) = match digits.rsplit_once(['.', ',']) {
        Some((whole, cents)) if cents.chars().count() == 2 => (whole, cents),
        _ => (digits.as_str(), "0"),
    };
    // Digits of other scripts are no number here, and are compared as text.
    format!("{}.{cents}", whole.replace(['.', ','], "")).parse().ok()
}

/// A pattern that is part of the program and that a test has built.
fn fixed(pattern: &str) -> Regex {
    Regex::new(pattern).expect("patterns of the program are right")
}

fn sizeless(address: &str) -> String {
    address.replace(|c: char| c.is_ascii_digit(), "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_core::Cell;

    fn cell(text: &str) -> Cell {
        Cell { text: text.into(), ..Cell::default() }
    }

    fn is(attribute: &str, value: &str, cells: &[Cell]) -> bool {
        let content = CellContent::from_cells(cells.to_vec()).unwrap();
        Label::new(attribute, value).is_in(&SeenCell::new(&content))
    }

    #[test]
    fn an_amount_is_one_number_in_a_short_text() {
        assert_eq!(amount("1 389 kr"), Some(1389.0));
        assert_eq!(amount("$ 143,470.00"), Some(143_470.0));
        assert_eq!(amount("1.389,50 €"), Some(1389.5));
        assert_eq!(amount("CHF 1’250.—"), Some(1250.0));
        assert_eq!(amount("7"), Some(7.0));
        assert_eq!(amount("1.5"), Some(15.0));
        assert_eq!(amount("€ 97,39 - 128,72"), None);
        assert_eq!(amount("free"), None);
        assert_eq!(amount("for only 20 € if you order today"), None);
    }

    #[test]
    fn plain_text_is_letters_and_digits() {
        assert_eq!(plain(" Café-Bar, No. 7_b!"), "cafébarno7_b");
        assert_eq!(plain("हिन्दी"), "हनद");
        assert_eq!(plain("★★★"), "");
    }

    #[test]
    fn a_cell_holds_a_value_whatever_its_case_and_signs_but_not_among_other_words() {
        assert!(is("name", "Red Oak", &[cell("RED  OAK:")]));
        assert!(!is("name", "Red Oak", &[cell("Red Oak, old")]));
        assert!(is("name", "oak", &[cell("ash"), cell("oak")]));
        assert!(is("name", "ash oak", &[cell("ash"), cell("oak")]));
    }

    #[test]
    fn an_amount_is_the_same_however_it_is_written() {
        let typed = |number: f64| Cell { value: Some(Value::Number(number)), ..cell("ab 1.389,00 €") };
        assert!(is("price", "1 389 kr", &[typed(1389.0)]));
        assert!(!is("price", "1 390 kr", &[typed(1389.0)]));
        assert!(is("new", "1", &[Cell { value: Some(Value::Bool(true)), ..cell("yes") }]));
    }

    #[test]
    fn addresses_are_compared_by_their_ends_and_images_without_their_sizes() {
        let linked = Cell { link: Some("https://a.example/b/c".into()), ..cell("here") };
        assert!(is("url", "../b/c", std::slice::from_ref(&linked)));
        assert!(!is("url", "/b/d", std::slice::from_ref(&linked)));
        assert!(!is("url", "here", &[cell("there it is")]));
        let small = [cell("https://a.example/oak_120x80.jpg")];
        assert!(is("image", "/oak_640x480.jpg", &small));
        assert!(!is("url", "/oak_640x480.jpg", &small));
    }
}
