use crate::digits::plain_digits;

/// Reads the number of a book, and returns it with thirteen digits: `ISBN 0-306-40615-2`, `978-0-306-40615-7`. The check digit must
/// be right.
///
/// ```
/// assert_eq!(chaffinch_values::isbn("0-306-40615-2").as_deref(), Some("9780306406157"));
/// assert_eq!(chaffinch_values::isbn("0-306-40615-3"), None);
/// ```
pub fn isbn(text: &str) -> Option<String> {
    let (_, digits) = digits_behind(text, BOOK_LABELS)?;
    match digits.len() {
        13 if (digits.starts_with("978") || digits.starts_with("979")) && checks(&digits) => Some(digits),
        10 => ten_to_thirteen(&digits),
        _ => None,
    }
}

/// Whether a text is the number of a book without knowing that one is meant: thirteen digits, or ten in groups or behind `ISBN`. Ten
/// digits alone are a phone number just as well.
pub(crate) fn is_clear_isbn(text: &str) -> bool {
    let Some((labelled, digits)) = digits_behind(text, BOOK_LABELS) else { return false };
    // A phone number ends with four digits, a book's with its check digit.
    let groups: Vec<&str> = text.trim().split(['-', ' ']).collect();
    let grouped = groups.len() == 4 && groups[3].len() == 1;
    (labelled || grouped || digits.len() == 13) && isbn(text).is_some()
}

/// Reads the number of an article of trade of 8, 12, 13 or 14 digits (EAN, UPC, GTIN), and returns its digits. The check digit must be
/// right.
///
/// ```
/// assert_eq!(chaffinch_values::gtin("EAN: 4006381333931").as_deref(), Some("4006381333931"));
/// assert_eq!(chaffinch_values::gtin("4006381333932"), None);
/// ```
pub fn gtin(text: &str) -> Option<String> {
    let (_, digits) = digits_behind(text, LABELS)?;
    (matches!(digits.len(), 8 | 12..=14) && checks(&digits)).then_some(digits)
}

/// Whether a text says itself that it is the number of an article.
pub(crate) fn is_labelled_gtin(text: &str) -> bool {
    digits_behind(text, LABELS).is_some_and(|(labelled, _)| labelled) && gtin(text).is_some()
}

/// Whether a text could be the number of an article: long enough that chance gives one text in ten a right check digit and no more.
pub(crate) fn may_be_gtin(text: &str) -> bool {
    let text = text.trim();
    matches!(text.len(), 12..=14) && text.bytes().all(|b| b.is_ascii_digit()) && checks(text)
}

const BOOK_LABELS: &[&str] = &["isbn-13", "isbn-10", "isbn13", "isbn10", "isbn"];
const LABELS: &[&str] = &[
    "gtin-14", "gtin-13", "gtin-12", "gtin-8", "gtin14", "gtin13", "gtin12", "gtin8", "gtin", "ean-13",
    "ean13", "ean", "upc-a", "upc", "jan",
];

/// The digits of a text, with an X at their end, and whether one of the labels stands before them; nothing where there is more than
/// digits, hyphens and spaces.
fn digits_behind(text: &str, labels: &[&str]) -> Option<(bool, String)> {
    // In bytes.
    const LONGEST: usize = 40;
    if text.len() > LONGEST {
        return None;
    }
    let text = plain_digits(text);
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let label = labels.iter().find(|label| lower.starts_with(**label)).map_or(0, |label| label.len());
    let rest = text[label..].trim_start_matches([':', ' ', '#', '\u{a0}']);
    let known = rest.bytes().enumerate().all(|(at, b)| {
        b.is_ascii_digit() || matches!(b, b'-' | b' ') || (matches!(b, b'X' | b'x') && at + 1 == rest.len())
    });
    let digits: String =
        rest.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    (known && rest.starts_with(|c: char| c.is_ascii_digit())).then_some((label > 0, digits))
}

/// Whether the last digit is the check digit of the others, by GS1's weights.
fn checks(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .zip([1, 3].into_iter().cycle())
        .map(|(digit, weight)| u32::from(digit.wrapping_sub(b'0')) * weight)
        .sum();
    let zeros = digits.bytes().all(|b| b == b'0');
    digits.bytes().all(|b| b.is_ascii_digit()) && !zeros && sum.is_multiple_of(10)
}

fn ten_to_thirteen(digits: &str) -> Option<String> {
    let value = |b: u8| if b == b'X' { 10 } else { u32::from(b.wrapping_sub(b'0')) };
    let sum: u32 = digits.bytes().zip((1..=10).rev()).map(|(digit, weight)| value(digit) * weight).sum();
    if !sum.is_multiple_of(11) || digits[..9].bytes().all(|b| b == b'0') {
        return None;
    }
    let body = format!("978{}", &digits[..9]);
    (0..10).map(|check| format!("{body}{check}")).find(|whole| checks(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_books_have_thirteen_digits_and_a_right_check_digit() {
        for text in [
            "0306406152",
            "0-306-40615-2",
            "ISBN 0-306-40615-2",
            "ISBN-10: 0306406152",
            "978-0-306-40615-7",
            "9780306406157",
            "ISBN-13: 978-0306406157",
            "isbn 978 0 306 40615 7",
        ] {
            assert_eq!(isbn(text).as_deref(), Some("9780306406157"), "{text}");
        }
        assert_eq!(isbn("0-8044-2957-X").as_deref(), Some("9780804429573"));
        for text in [
            "0306406153",
            "9780306406158",
            "4006381333931",
            "030640615",
            "ISBN",
            "",
            "978-0-306-40615-7 (pbk)",
            "0000000000",
            "X306406152",
            "５",
        ] {
            assert_eq!(isbn(text), None, "{text}");
        }
        assert!(is_clear_isbn("0-306-40615-2") && is_clear_isbn("9780306406157"));
        assert!(is_clear_isbn("ISBN 0306406152"));
        for phone in ["0306406152", "503-413-1234", "(503) 413-1234"] {
            assert!(!is_clear_isbn(phone), "a phone number is written so: {phone}");
        }
    }

    #[test]
    fn numbers_of_articles_have_a_right_check_digit() {
        for (text, digits) in [
            ("4006381333931", "4006381333931"),
            ("EAN 4006381333931", "4006381333931"),
            ("UPC: 036000291452", "036000291452"),
            ("GTIN-8 73513537", "73513537"),
            ("10614141000415", "10614141000415"),
        ] {
            assert_eq!(gtin(text).as_deref(), Some(digits), "{text}");
        }
        for text in ["4006381333932", "1234567890123", "0000000000000", "12345", "EAN", "4006381333931 x"] {
            assert_eq!(gtin(text), None, "{text}");
        }
    }
}
