//! The text of strings that pages escape twice or that hold HTML.

use chaffinch_core::collapse_space;
use std::borrow::Cow;

/// A string of the page's data as a person reads it: character references decoded, tags gone, white space collapsed.
pub(crate) fn plain_text(text: &str) -> String {
    collapse_space(&without_tags(&decode_references(text)))
}

/// Decodes numeric character references and the most common named ones; everything else stays as it is.
pub fn decode_references(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match reference(rest) {
            Some((c, length)) => {
                out.push(c);
                rest = &rest[length..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The names of the characters from U+00A0 to U+00FF, in their order.
const LATIN: [&str; 96] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf", "laquo",
    "not", "shy", "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot",
    "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc",
    "Atilde", "Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute",
    "Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde", "Ouml", "times", "Oslash",
    "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "szlig", "agrave", "aacute", "acirc", "atilde",
    "auml", "aring", "aelig", "ccedil", "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc",
    "iuml", "eth", "ntilde", "ograve", "oacute", "ocirc", "otilde", "ouml", "divide", "oslash", "ugrave",
    "uacute", "ucirc", "uuml", "yacute", "thorn", "yuml",
];

/// The character of the reference at the beginning of `text`, and the length of the reference in bytes.
fn reference(text: &str) -> Option<(char, usize)> {
    // In bytes.
    const LONGEST: usize = 10;
    let end = text.bytes().take(LONGEST).position(|b| b == b';')?;
    let c = match &text[1..end] {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "ndash" => '–',
        "mdash" => '—',
        "rsquo" => '’',
        "lsquo" => '‘',
        "rdquo" => '”',
        "ldquo" => '“',
        "hellip" => '…',
        "trade" => '™',
        "euro" => '€',
        "bull" => '•',
        name if !name.starts_with('#') => {
            let at = LATIN.iter().position(|known| *known == name)?;
            char::from_u32(0xa0 + at as u32)?
        }
        number => {
            let number = number.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?).filter(|c| *c != '\0')?
        }
    };
    Some((c, end + 1))
}

/// A text without the tags of HTML, if it has any.
fn without_tags(text: &str) -> Cow<'_, str> {
    if !text.contains("</") && !text.contains("/>") && !text.contains("<br") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        out.push_str(before);
        let is_tag = tag.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!'));
        match tag.split_once('>') {
            Some((_, after)) if is_tag => {
                out.push(' ');
                rest = after;
            }
            end => {
                out.push('<');
                rest = tag;
                if end.is_none() {
                    break;
                }
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_references_are_decoded_and_others_stay() {
        assert_eq!(decode_references("fish &amp; chips &#39;n&#x27; &foo; &"), "fish & chips 'n' &foo; &");
        assert_eq!(decode_references("&é;&#xFFFFFFFF;"), "&é;&#xFFFFFFFF;");
    }

    #[test]
    fn the_tags_of_html_are_no_text() {
        assert_eq!(plain_text("&lt;p&gt;Oiled <b>oak</b><br/>1 < 2 m</p>"), "Oiled oak 1 < 2 m");
        assert_eq!(plain_text("Vec<String> is a list"), "Vec<String> is a list");
    }
}
