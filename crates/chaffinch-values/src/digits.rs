use std::borrow::Cow;

/// `text` with the digits of all scripts as 0 to 9, full-width signs and Arabic separators as the plain ones, and without the marks
/// that only turn the direction of writing.
pub(crate) fn plain_digits(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || text.chars().all(|c| plain(c) == Some(c)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter_map(plain).collect())
}

/// The plain form of a character; nothing for one that is not seen.
fn plain(c: char) -> Option<char> {
    let code = c as u32;
    // The first digit of another script is at U+0660.
    if code < 0x600 {
        return Some(c);
    }
    match c {
        '٫' | '．' => return Some('.'),
        '٬' | '،' | '，' => return Some(','),
        '٪' | '％' => return Some('%'),
        '＄' => return Some('$'),
        '：' => return Some(':'),
        '／' => return Some('/'),
        '（' => return Some('('),
        '）' => return Some(')'),
        '－' => return Some('-'),
        '\u{3000}' => return Some(' '),
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => return None,
        _ => {}
    }
    let zero = match ZEROS.partition_point(|zero| *zero <= code) {
        0 => return Some(c),
        after => ZEROS[after - 1],
    };
    Some(char::from_digit(code - zero, 10).filter(|_| code - zero < 10).unwrap_or(c))
}

/// Where the digits of a script begin: Unicode's characters of category Nd, as far as people write numbers with them.
const ZEROS: [u32; 36] = [
    0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6,
    0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0,
    0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_other_scripts_are_the_same_digits() {
        for (text, expected) in [
            ("١٬٢٣٤٫٥", "1,234.5"),
            ("۱۲۳۴", "1234"),
            ("₹१,२३४", "₹1,234"),
            ("১২৩", "123"),
            ("๑๒๓", "123"),
            ("１２３％", "123%"),
            ("（１７６）", "(176)"),
            ("\u{200f}12\u{200e}", "12"),
            ("Ａ٪", "Ａ%"),
            ("六百", "六百"),
        ] {
            assert_eq!(plain_digits(text), expected);
        }
    }
}
