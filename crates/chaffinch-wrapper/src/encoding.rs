//! Delimiters for pages in another encoding than the examples had.

use crate::class::{Body, Delimiters, Order, StringWrapper};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

impl StringWrapper {
    /// The wrapper for pages in another encoding; itself where that changes no byte of it.
    pub(crate) fn in_encoding(&self, learned: &str, page: &str) -> Cow<'_, StringWrapper> {
        let known = |label: &str| Encoding::for_label(label.as_bytes());
        let (Some(from), Some(to)) = (known(learned), known(page)) else { return Cow::Borrowed(self) };
        let wide = |encoding| encoding == UTF_16LE || encoding == UTF_16BE;
        if from == to || (!wide(from) && !wide(to) && self.marks().all(<[u8]>::is_ascii)) {
            return Cow::Borrowed(self);
        }
        let mark = |bytes: &[u8]| transcoded(bytes, from, to);
        let order = match &self.order {
            Order::Marked { open, close } => Order::Marked { open: mark(open), close: mark(close) },
            other => other.clone(),
        };
        Cow::Owned(StringWrapper {
            body: self.body.as_ref().map(|body| Body { head: mark(&body.head), tail: mark(&body.tail) }),
            order,
            attributes: self
                .attributes
                .iter()
                .map(|own| Delimiters { left: mark(&own.left), right: mark(&own.right) })
                .collect(),
        })
    }

    fn marks(&self) -> impl Iterator<Item = &[u8]> {
        let body = self.body.iter().flat_map(|body| [body.head.as_slice(), &body.tail]);
        let around = match &self.order {
            Order::Marked { open, close } => vec![open.as_slice(), close],
            _ => Vec::new(),
        };
        let own = self.attributes.iter().flat_map(|own| [own.left.as_slice(), &own.right]);
        body.chain(around).chain(own)
    }
}

/// A mark in another encoding. One that is no text, because it begins or ends within a character, stays as it is.
fn transcoded(mark: &[u8], from: &'static Encoding, to: &'static Encoding) -> Vec<u8> {
    let (text, damaged) = from.decode_without_bom_handling(mark);
    if damaged {
        return mark.to_vec();
    }
    match to {
        to if to == UTF_16LE => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        to if to == UTF_16BE => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        to => to.encode(&text).0.into_owned(),
    }
}
