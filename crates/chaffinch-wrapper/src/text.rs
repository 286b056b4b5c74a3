//! The text of a value from its bytes.

use crate::wrapper::References;
use chaffinch_core::{Limits, collapse_space};
use chaffinch_page::{Origin, parse};
use encoding_rs::{Encoding, UTF_8};

/// The text of a value as a reader sees it: decoded, without markup, on one line.
pub(crate) fn value_text(bytes: &[u8], encoding: &str, references: References) -> String {
    let encoding = Encoding::for_label(encoding.as_bytes()).unwrap_or(UTF_8);
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    // Most values are plain, and a tree for each would cost more than finding it did.
    let is_plain = !text.contains(['<', '&']);
    if is_plain || (references == References::Kept && !text.contains('<')) {
        return collapse_space(&text);
    }
    let page = match references {
        References::Decoded => chaffinch_page::parse_str(&text),
        References::Kept => chaffinch_page::parse_str(&text.replace('&', "&amp;")),
    };
    collapse_space(&page.text(chaffinch_core::NodeId::DOCUMENT))
}

/// The encoding of a page, as browsers find it.
pub(crate) fn encoding_of(bytes: &[u8]) -> &'static str {
    // Declarations stand in front; guessing needs no more either.
    const ENOUGH: usize = 64 << 10;
    let head = bytes[..bytes.len().min(ENOUGH)].to_vec();
    parse(head, Origin::default(), &Limits::default()).map_or("UTF-8", |parsed| parsed.page.source().encoding)
}
