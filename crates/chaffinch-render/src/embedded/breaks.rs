//! Where a line may break. Blitz follows the Unicode standard; Chromium has rules of its own for ASCII.
//! Invisible characters, put into the text, make Blitz break lines as Chromium does.

use std::borrow::Cow;

/// Forbids a break.
const JOINER: char = '\u{2060}';
/// Allows a break.
const BREAK: char = '\u{200b}';

/// Whether a character may have been put in by [`with_marks`].
pub fn is_mark(c: char) -> bool {
    matches!(c, JOINER | BREAK)
}

/// The text with its marks: no break after a slash or an exclamation mark inside of a word, one
/// after a hyphen in front of a digit.
pub fn with_marks(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut marked = String::new();
    let mut done = 0;
    for at in memchr::memchr3_iter(b'/', b'!', b'-', bytes) {
        let (Some(before), Some(after)) = (at.checked_sub(1).map(|i| bytes[i]), bytes.get(at + 1)) else {
            continue;
        };
        let mark = match bytes[at] {
            b'-' if before.is_ascii_alphanumeric() && after.is_ascii_digit() => BREAK,
            b'/' | b'!' if !before.is_ascii_whitespace() && after.is_ascii_alphanumeric() => JOINER,
            _ => continue,
        };
        marked.push_str(&text[done..=at]);
        marked.push(mark);
        done = at + 1;
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    marked.push_str(&text[done..]);
    Cow::Owned(marked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_may_break_and_addresses_may_not() {
        assert_eq!(with_marks("2024-05-01"), "2024-\u{200b}05-\u{200b}01");
        assert_eq!(with_marks("and/or a/1"), "and/\u{2060}or a/\u{2060}1");
    }

    #[test]
    fn other_text_is_left_alone() {
        for text in ["well-known", "-5", "a - 5", "a / b", "Stop! Go", "é-5", ""] {
            assert_eq!(with_marks(text), text);
        }
    }
}
