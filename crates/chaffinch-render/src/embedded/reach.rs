//! Numbers that no page means. Beyond sixteen million pixels, the fractions that layout reckons with are lost, and Parley, which
//! checks them, gives up on the whole page. A row may have a hundred such cells side by side.

use std::borrow::Cow;

/// The largest number that a style may have, in any unit.
pub const FURTHEST: f32 = 100_000.0;

/// The style sheet or list of declarations, with [`FURTHEST`] where a number with a unit is larger.
pub fn within_reach(css: &str) -> Cow<'_, str> {
    let bytes = css.as_bytes();
    let mut out = String::new();
    let (mut copied, mut at) = (0, 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = number_end(bytes, at);
        let starts_alone = !is_inside_name(&bytes[..at]);
        let has_unit = bytes.get(end).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'%');
        // Most numbers are short and need not be read.
        let may_be_large = end - at > 5 || bytes[at..end].iter().any(|b| matches!(b, b'e' | b'E'));
        if starts_alone && has_unit && may_be_large && css[at..end].parse().is_ok_and(|n: f32| n > FURTHEST) {
            out.push_str(&css[copied..at]);
            out.push_str("100000");
            copied = end;
        }
        at = end;
    }
    if copied == 0 {
        return Cow::Borrowed(css);
    }
    out.push_str(&css[copied..]);
    Cow::Owned(out)
}

/// The value of an attribute that is a number of pixels or percent, with [`FURTHEST`] where it is larger.
pub fn size_within_reach(value: &str) -> Cow<'_, str> {
    let digits = value.bytes().position(|b| !b.is_ascii_digit()).unwrap_or(value.len());
    match value[..digits].parse::<f32>() {
        Ok(number) if number > FURTHEST => Cow::Owned(format!("{FURTHEST}{}", &value[digits..])),
        _ => Cow::Borrowed(value),
    }
}

/// Where the number ends that begins at `at`: digits, a fraction, an exponent.
fn number_end(bytes: &[u8], at: usize) -> usize {
    let digits = |from: usize| from + bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut end = digits(at);
    if bytes.get(end) == Some(&b'.') && digits(end + 1) > end + 1 {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits((end + 1 + sign).min(bytes.len()));
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    end
}

/// Whether digits behind these bytes belong to a name, a colour or a fraction. A hyphen is a sign, unless it stands in a name itself.
fn is_inside_name(before: &[u8]) -> bool {
    let is_part = |byte: u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#' | b'.' | b'\\') || !byte.is_ascii()
    };
    match before {
        [.., ahead, b'-'] => is_part(*ahead) || *ahead == b'-',
        [.., last] => is_part(*last),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_beyond_reach_becomes_the_furthest() {
        assert_eq!(within_reach("width:16777217px;top:-99999999em"), "width:100000px;top:-100000em");
        assert_eq!(within_reach("a{width:1e9px}b{left:12345678.5%}"), "a{width:100000px}b{left:100000%}");
    }

    #[test]
    fn a_size_beyond_reach_becomes_the_furthest() {
        assert_eq!(size_within_reach("16777217"), "100000");
        assert_eq!(size_within_reach("99999999999999999999999%"), "100000%");
        assert_eq!(size_within_reach("50%"), "50%");
    }

    #[test]
    fn what_is_no_length_or_within_reach_stays() {
        for css in [
            ".x12345678px{}",
            "#block-12345678e{top:1px}",
            ".a--0e1234567b{}",
            "top:calc(5px-99999999px)",
            "width:100000px",
            "color:#12345678",
            "top:2e2px",
            "z-index:2147483647",
            "größe1:1e",
            "1e+",
        ] {
            assert_eq!(within_reach(css), css);
        }
    }
}
