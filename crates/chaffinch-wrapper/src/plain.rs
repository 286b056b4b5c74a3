//! Texts that need no change on their way from a page into JSON, and values that are read at a glance.

use chaffinch_core::ColumnType;
use chaffinch_values::DecimalMark;

/// What a byte of a text asks for.
const PLAIN: u8 = 0;
/// It stands as it is in UTF-8, and may belong to a space there.
const WIDE: u8 = 1;
/// The text changes on its way.
const CHANGED: u8 = 2;

/// For each byte what it asks for: markup, references and what JSON escapes change.
const BYTES: [u8; 256] = {
    let mut bytes = [PLAIN; 256];
    let mut at = 0;
    while at < 256 {
        bytes[at] = match at as u8 {
            0..0x20 | b'<' | b'&' | b'"' | b'\\' => CHANGED,
            0x80.. => WIDE,
            _ => PLAIN,
        };
        at += 1;
    }
    bytes
};

/// Whether the bytes of a value are its text, and that text is the same in JSON. `is_utf_8` says whether the page is.
pub(crate) fn is_plain(bytes: &[u8], is_utf_8: bool) -> bool {
    let (mut before, mut seen) = (b' ', PLAIN);
    for &byte in bytes {
        let is_folded = byte == b' ' && before == b' ';
        seen |= BYTES[byte as usize] | if is_folded { CHANGED } else { PLAIN };
        before = byte;
    }
    if seen >= CHANGED || before == b' ' {
        return false;
    }
    let has_space = |text: &str| text.chars().any(|c| c != ' ' && c.is_whitespace());
    seen == PLAIN || (is_utf_8 && std::str::from_utf8(bytes).is_ok_and(|text| !has_space(text)))
}

/// A text between quotes in JSON, without these.
pub(crate) fn write_escaped(text: &str, out: &mut Vec<u8>) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    for &byte in text.as_bytes() {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0..0x20 => {
                out.extend_from_slice(b"\\u00");
                out.extend_from_slice(&[HEX[byte as usize >> 4], HEX[byte as usize & 15]]);
            }
            byte => out.push(byte),
        }
    }
}

/// A whole number in digits.
pub(crate) fn write_number(mut number: u32, out: &mut Vec<u8>) {
    const PAIRS: [[u8; 2]; 100] = {
        let mut pairs = [[b'0'; 2]; 100];
        let mut at = 0;
        while at < 100 {
            pairs[at] = [b'0' + (at / 10) as u8, b'0' + (at % 10) as u8];
            at += 1;
        }
        pairs
    };
    let mut digits = [b'0'; 10];
    let mut at = digits.len();
    while number >= 100 {
        at -= 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
        number /= 100;
    }
    if number >= 10 {
        at -= 2;
        digits[at..at + 2].copy_from_slice(&PAIRS[number as usize]);
    } else {
        at -= 1;
        digits[at] = b'0' + number as u8;
    }
    out.extend_from_slice(&digits[at..]);
}

/// Writes the value and the unit of a text that is a plain number, an amount of a common currency or a day in ISO 8601, as
/// [`chaffinch_values::read_as`] reads it; nothing where the text is anything else.
pub(crate) fn write_value(kind: ColumnType, text: &[u8], mark: DecimalMark, out: &mut Vec<u8>) -> bool {
    match kind {
        ColumnType::Number => write_numeral(text, mark, false, b"null", out),
        ColumnType::Money => {
            let signs: [(&[u8], &[u8]); 3] =
                [(b"$", b"\"USD\""), ("€".as_bytes(), b"\"EUR\""), ("£".as_bytes(), b"\"GBP\"")];
            let known = signs.iter().find_map(|(sign, unit)| Some((text.strip_prefix(*sign)?, *unit)));
            known.is_some_and(|(amount, unit)| write_numeral(amount, mark, true, unit, out))
        }
        ColumnType::Date => write_day(text, out),
        _ => false,
    }
}

/// Whether [`write_value`] reads a text.
pub(crate) fn is_plain_value(kind: ColumnType, text: &str, mark: DecimalMark) -> bool {
    write_value(kind, text.as_bytes(), mark, &mut Vec::with_capacity(text.len() + 24))
}

/// `1234`, `1,234` and `12.50`, where the point is the decimal mark.
fn write_numeral(text: &[u8], mark: DecimalMark, is_money: bool, unit: &[u8], out: &mut Vec<u8>) -> bool {
    /// More digits than a floating point number holds.
    const MOST: usize = 15;
    if text.is_empty() || text.len() > MOST || mark != DecimalMark::Point {
        return false;
    }
    let point = text.iter().position(|byte| *byte == b'.').unwrap_or(text.len());
    let (whole, fraction) = (&text[..point], text.get(point + 1..).unwrap_or_default());
    let has_digits = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_digit);
    let is_grouped = whole.contains(&b',');
    let is_whole = if is_grouped {
        let first = whole.len() % 4;
        let mut groups = whole[first..].chunks(4);
        whole[0] != b'0'
            && first > 0
            && has_digits(&whole[..first])
            && groups.all(|group| group.len() == 4 && group[0] == b',' && has_digits(&group[1..]))
    } else {
        // `01` is no number that anybody writes.
        has_digits(whole) && !whole.is_empty() && (whole.len() == 1 || whole[0] != b'0')
    };
    // Three digits behind the point of an amount may be a group, and very small numbers are written otherwise.
    let is_fraction = has_digits(fraction)
        && (point == text.len() || !fraction.is_empty())
        && !(is_money && fraction.len() == 3)
        && !(fraction.len() > 3 && whole == b"0");
    if !is_whole || !is_fraction {
        return false;
    }
    out.extend(whole.iter().filter(|byte| **byte != b','));
    out.push(b'.');
    let end = fraction.iter().rposition(|byte| *byte != b'0').map_or(0, |at| at + 1);
    out.extend_from_slice(if end == 0 { b"0" } else { &fraction[..end] });
    out.extend_from_slice(b",\"unit\":");
    out.extend_from_slice(unit);
    true
}

/// `2024-03-16`, if every month has such a day.
fn write_day(text: &[u8], out: &mut Vec<u8>) -> bool {
    let Ok([y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2]) = <[u8; 10]>::try_from(text) else { return false };
    if ![y1, y2, y3, y4, m1, m2, d1, d2].iter().all(u8::is_ascii_digit) {
        return false;
    }
    let number = |tens: u8, ones: u8| 10 * (tens - b'0') + (ones - b'0');
    let is_day = matches!(number(y1, y2), 19 | 20)
        && (1..=12).contains(&number(m1, m2))
        && (1..=28).contains(&number(d1, d2));
    if is_day {
        out.push(b'"');
        out.extend_from_slice(text);
        out.extend_from_slice(b"\",\"unit\":null");
    }
    is_day
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::value_text;
    use crate::wrapper::References;
    use chaffinch_values::read_as;
    use proptest::prelude::*;

    fn agrees(kind: ColumnType, text: &str) -> Result<bool, TestCaseError> {
        let mut out = Vec::new();
        let written = write_value(kind, text.as_bytes(), DecimalMark::Point, &mut out);
        if written {
            let reading = read_as(kind, text, DecimalMark::Point);
            prop_assert!(reading.is_some(), "{text} is no {kind:?}");
            let reading = reading.unwrap();
            prop_assert_eq!(reading.range, None);
            let expected = format!(
                "{},\"unit\":{}",
                serde_json::to_string(&reading.value).unwrap(),
                serde_json::to_string(&reading.unit).unwrap()
            );
            prop_assert_eq!(String::from_utf8(out).unwrap(), expected, "{}", text);
        } else {
            prop_assert!(out.is_empty());
        }
        Ok(written)
    }

    proptest! {
        #[test]
        fn values_read_at_a_glance_are_those_that_reading_gives(
            text in "[$€£]?[0-9]{1,4}(,[0-9]{2,3}){0,3}(\\.[0-9]{0,5})?", date in "[0-9]{4}-[0-9]{2}-[0-9]{2}",
        ) {
            for kind in [ColumnType::Number, ColumnType::Money] {
                agrees(kind, &text)?;
            }
            agrees(ColumnType::Date, &date)?;
        }

        #[test]
        fn plain_texts_are_the_same_in_json(bytes in "[ a-dé\u{a0}\u{2003}ж<&\"\\\\\t;#x]{0,12}") {
            if is_plain(bytes.as_bytes(), true) {
                let text = value_text(bytes.as_bytes(), "UTF-8", References::Decoded);
                prop_assert_eq!(serde_json::to_string(&text).unwrap(), format!("\"{bytes}\""));
            }
        }

        #[test]
        fn texts_are_escaped_as_json_wants_it(text in any::<String>(), odd in "[\u{0}-\u{21}\\\\\"]{0,6}", n: u32) {
            let text = text + &odd;
            let mut out = Vec::new();
            write_escaped(&text, &mut out);
            prop_assert_eq!(serde_json::to_string(&text).unwrap(), format!("\"{}\"", String::from_utf8(out).unwrap()));
            let mut out = Vec::new();
            write_number(n, &mut out);
            prop_assert_eq!(String::from_utf8(out).unwrap(), n.to_string());
        }
    }

    #[test]
    fn common_values_are_read_at_a_glance() {
        for (kind, text) in [
            (ColumnType::Number, "1234"),
            (ColumnType::Number, "1,234,567"),
            (ColumnType::Number, "3.50"),
            (ColumnType::Money, "$12.50"),
            (ColumnType::Money, "€1,299"),
            (ColumnType::Date, "2024-03-16"),
        ] {
            assert!(agrees(kind, text).unwrap(), "{text}");
        }
    }
}
