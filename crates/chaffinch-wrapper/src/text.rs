//! The text of a value from its bytes.

use crate::wrapper::References;
use chaffinch_core::collapse_space;
use chaffinch_page::Origin;
use encoding_rs::{Encoding, UTF_8};
use std::borrow::Cow;

/// The text of a value as a reader sees it: decoded, without markup, on one line.
pub(crate) fn value_text(bytes: &[u8], encoding: &str, references: References) -> String {
    let text = decoded(bytes, encoding);
    // Most values are plain, and a tree for each would cost more than finding it did.
    let is_plain = memchr::memchr2(b'<', b'&', text.as_bytes()).is_none();
    if is_plain || (references == References::Kept && !text.contains('<')) {
        return collapse_space(&text);
    }
    if references == References::Decoded
        && !text.contains('<')
        && let Some(plain) = plain_references(&text)
    {
        return collapse_space(&plain);
    }
    let page = match references {
        References::Decoded => chaffinch_page::parse_str(&text),
        References::Kept => chaffinch_page::parse_str(&text.replace('&', "&amp;")),
    };
    collapse_space(&page.text(chaffinch_core::NodeId::DOCUMENT))
}

/// Bytes as text. An encoding is looked up slowly, and most values are UTF-8 or ASCII, which nearly all encodings write alike.
fn decoded<'b>(bytes: &'b [u8], encoding: &str) -> Cow<'b, str> {
    let is_utf_8 = encoding == "UTF-8";
    if (is_utf_8 || (bytes.is_ascii() && is_like_ascii(encoding)))
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return Cow::Borrowed(text);
    }
    let named = || Encoding::for_label(encoding.as_bytes()).unwrap_or(UTF_8);
    let encoding = if is_utf_8 { UTF_8 } else { named() };
    encoding.decode_without_bom_handling(bytes).0
}

/// Whether ASCII bytes mean ASCII characters in an encoding.
pub(crate) fn is_like_ascii(encoding: &str) -> bool {
    !NOT_LIKE_ASCII.contains(&encoding)
}

/// The encodings of the Encoding Standard in which ASCII bytes may mean something else.
const NOT_LIKE_ASCII: [&str; 4] = ["UTF-16LE", "UTF-16BE", "ISO-2022-JP", "replacement"];

/// A text with the few character references decoded that nearly all are; none if it has another.
fn plain_references(text: &str) -> Option<String> {
    const KNOWN: [(&str, &str); 6] = [
        ("amp;", "&"),
        ("nbsp;", "\u{a0}"),
        ("quot;", "\""),
        ("#39;", "'"),
        ("#160;", "\u{a0}"),
        ("#039;", "'"),
    ];
    let mut parts = text.split('&');
    let mut plain = parts.next()?.to_owned();
    for part in parts {
        if part.starts_with(' ') {
            plain.push('&');
            plain.push_str(part);
            continue;
        }
        let (rest, character) =
            KNOWN.iter().find_map(|(name, character)| Some((part.strip_prefix(name)?, character)))?;
        plain.push_str(character);
        plain.push_str(rest);
    }
    Some(plain)
}

/// The encoding of a page, as browsers find it.
pub(crate) fn encoding_of(bytes: &[u8]) -> &'static str {
    chaffinch_page::encoding_of(bytes, Origin::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_decoded_as_in_a_page() {
        for text in
            ["a &amp; b", "x&nbsp;&#160;y", "Bob&#39;s & Ann&quot;", "&eacute;t&eacute;", "A&B", "a&ampb"]
        {
            let page = chaffinch_page::parse_str(text);
            let expected = collapse_space(&page.text(chaffinch_core::NodeId::DOCUMENT));
            assert_eq!(value_text(text.as_bytes(), "UTF-8", References::Decoded), expected, "{text}");
        }
    }
}
