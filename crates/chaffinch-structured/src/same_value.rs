//! When two values are the same, however they are written.

use chaffinch_values::{DecimalMark, date, money, number};

/// A value in the form in which equal values are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// A text, folded.
    Text(String),
    /// The beginning of a long text, folded.
    Beginning(String),
    /// The path of an address.
    Address(String),
    /// Hundredths of any currency.
    Amount(i64),
    /// A day, as in ISO 8601.
    Day(String),
}

/// Letters and digits in lower case, one space for anything between them; at most `longest` bytes are read.
pub(crate) fn fold(text: &str, longest: usize) -> String {
    let text = chaffinch_core::beginning(text, longest);
    if text.is_ascii() {
        return fold_ascii(text.as_bytes());
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with(' ') && !matches!(c, '\'' | '’') {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The same, without asking Unicode.
fn fold_ascii(text: &[u8]) -> String {
    let mut out = Vec::with_capacity(text.len());
    for byte in text.iter().copied() {
        if byte.is_ascii_alphanumeric() {
            out.push(byte.to_ascii_lowercase());
        } else if byte != b'\'' && out.last().is_some_and(|last| *last != b' ') {
            out.push(b' ');
        }
    }
    out.truncate(out.trim_ascii_end().len());
    String::from_utf8(out).unwrap_or_default()
}

/// The first `most` characters of a longer text.
pub(crate) fn beginning(folded: &str, most: usize) -> Option<&str> {
    folded.char_indices().nth(most).map(|(at, _)| &folded[..at])
}

/// The path of an address without its host, which pages write or leave out, and without what says how to deliver an image; nothing for
/// the front page and for what is no address of a page.
pub(crate) fn address_path(address: &str) -> Option<&str> {
    let address = address.trim();
    /// In bytes; longer ones are data.
    const LONGEST_ADDRESS: usize = 2000;
    if address.len() > LONGEST_ADDRESS || address.starts_with("data:") || address.starts_with('#') {
        return None;
    }
    let path = address
        .split_once("//")
        .map_or(address, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    let path = path.split('#').next().unwrap_or(path);
    let path = match path.split_once('?') {
        Some((path, _)) if is_image_path(path) => path,
        _ => path,
    };
    let path = path.trim_matches('/').trim_start_matches("./");
    (!path.is_empty()).then_some(path)
}

pub(crate) fn address_key(address: &str) -> Option<Key> {
    address_path(address).map(|path| Key::Address(path.to_owned()))
}

fn is_image_path(path: &str) -> bool {
    let end = path.rsplit_once('.').map_or("", |(_, end)| end);
    ["jpg", "jpeg", "png", "webp", "gif", "avif", "svg"].iter().any(|known| end.eq_ignore_ascii_case(known))
}

/// An amount of money, and whether the text has the sign of a currency.
pub(crate) fn amount(text: &str) -> Option<(Key, bool)> {
    let mark = if ends_in_cents(text) { DecimalMark::Comma } else { DecimalMark::Point };
    let (value, with_sign) = match money(text, mark) {
        Some(money) => (money.value, true),
        None => (number(text, mark)?.value, false),
    };
    let hundredths = value * 100.0;
    // Larger ones are no prices.
    (hundredths.abs() < 1e15).then(|| (Key::Amount(hundredths.round() as i64), with_sign))
}

/// Whether the last separator is a comma before two digits.
fn ends_in_cents(text: &str) -> bool {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    digits.rsplit_once([',', '.']).is_some_and(|(head, cents)| {
        digits[head.len()..].starts_with(',') && cents.len() == 2 && cents.bytes().all(|b| b.is_ascii_digit())
    })
}

pub(crate) fn is_day(name: &str) -> bool {
    name.starts_with("date") || name.ends_with("Date")
}

pub(crate) fn day(text: &str) -> Option<Key> {
    let day = date(text)?;
    day.get(..10).map(|day| Key::Day(day.to_owned()))
}
