//! Links and images around values, read from the bytes alone: a wrapper needs no tree for them.

use crate::text::value_text;
use crate::wrapper::References;
use chaffinch_core::TextSet;
use memchr::{memchr, memchr3};

/// How far behind its tag a link reaches, in bytes: a page that never closes one has no link around all the rest.
pub(crate) const LINK_REACH: usize = 2_048;

/// Where the links of a page begin and end, found in one pass over it.
pub(crate) struct Links<'p> {
    tags: Vec<LinkTag<'p>>,
}

/// A tag of a link: where it begins; for a start tag where that ends, and where the link goes.
pub(crate) type LinkTag<'p> = (usize, Option<(usize, &'p [u8])>);

impl<'p> Links<'p> {
    /// The links of a page.
    pub fn of(page: &'p [u8]) -> Links<'p> {
        let mut tags = Vec::new();
        let mut reached = 0;
        for at in memchr::memchr_iter(b'<', page) {
            if at < reached {
                continue;
            }
            match link_tag(page, at) {
                Ok((end, tag)) => {
                    reached = end;
                    tags.extend(tag);
                }
                // A tag that never ends takes all the rest.
                Err(_) => break,
            }
        }
        Links { tags }
    }

    /// Where the link goes that the byte at `at` stands in.
    pub fn around(&self, at: usize, encoding: &str) -> Option<String> {
        let last = self.tags.partition_point(|(start, _)| *start < at).checked_sub(1)?;
        let (start, link) = self.tags[last];
        let (end, href) = link.filter(|(end, _)| *end <= at && at - start <= LINK_REACH)?;
        debug_assert!(end > start);
        Some(address(href, encoding))
    }
}

/// A tag that never ends.
pub(crate) struct Endless;

/// The tag of a link, if one begins at `at`, and where to look for the next.
pub(crate) fn link_tag(page: &[u8], at: usize) -> Result<(usize, Option<LinkTag<'_>>), Endless> {
    let is_name = |byte: Option<&u8>| matches!(byte, Some(b'a' | b'A'));
    let ends_name =
        |byte: Option<&u8>| byte.is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'));
    if is_name(page.get(at + 1)) && ends_name(page.get(at + 2)) {
        let tag = Tag::at(page, at).ok_or(Endless)?;
        let is_link = tag.name.eq_ignore_ascii_case(b"a");
        let link = is_link.then(|| (at, tag.attribute(b"href").map(|href| (tag.end, href))));
        return Ok((tag.end, link));
    }
    let is_end = page.get(at + 1) == Some(&b'/') && is_name(page.get(at + 2)) && ends_name(page.get(at + 3));
    Ok((at + 1, is_end.then_some((at, None))))
}

/// The addresses of all links and all images in a piece of a page, as the page writes them.
pub(crate) fn addresses(piece: &[u8], encoding: &str) -> (Vec<String>, Vec<String>) {
    let (mut links, mut images) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(open) = memchr(b'<', &piece[at..]) {
        at += open;
        let Some(tag) = Tag::at(piece, at) else { break };
        if tag.name.eq_ignore_ascii_case(b"a") || tag.name.eq_ignore_ascii_case(b"area") {
            links.extend(tag.attribute(b"href").map(|value| address(value, encoding)));
        } else if tag.name.eq_ignore_ascii_case(b"img") {
            for name in [&b"src"[..], b"data-src"] {
                images.extend(tag.attribute(name).map(|value| address(value, encoding)));
            }
            for candidate in tag.attribute(b"srcset").unwrap_or_default().split(|byte| *byte == b',') {
                let candidate = candidate.trim_ascii();
                let end = candidate.iter().position(u8::is_ascii_whitespace).unwrap_or(candidate.len());
                images.push(address(&candidate[..end], encoding));
            }
        }
        at = tag.end.max(at + 1);
    }
    let known = |mut list: Vec<String>| {
        list.retain(|address| !address.is_empty());
        once_each(list)
    };
    (known(links), known(images))
}

/// The addresses without repetitions, in their order.
pub(crate) fn once_each(mut addresses: Vec<String>) -> Vec<String> {
    if addresses.len() > 1 {
        let mut seen = TextSet::default();
        addresses.retain(|address| seen.insert(address.clone()));
    }
    addresses
}

pub(crate) fn address(value: &[u8], encoding: &str) -> String {
    value_text(value, encoding, References::Decoded)
}

/// A tag in the bytes of a page.
pub(crate) struct Tag<'p> {
    /// Its name, with the slash of an end tag.
    pub name: &'p [u8],
    attributes: &'p [u8],
    /// One past its last byte.
    pub end: usize,
}

impl<'p> Tag<'p> {
    /// The tag that begins at `at`; none if it never ends.
    pub fn at(page: &'p [u8], at: usize) -> Option<Tag<'p>> {
        let inner = &page[at + 1..];
        let is_name = |byte: &u8| !byte.is_ascii_whitespace() && *byte != b'>';
        let name = &inner[..inner.iter().position(|byte| !is_name(byte))?];
        // A `>` in a quoted value does not end the tag.
        let mut end = name.len();
        loop {
            end += memchr3(b'>', b'"', b'\'', &inner[end..])?;
            match inner[end] {
                b'>' => break,
                quote if inner[..end].trim_ascii_end().ends_with(b"=") => {
                    end += 2 + memchr(quote, &inner[end + 1..])?;
                }
                _ => end += 1,
            }
        }
        Some(Tag { name, attributes: &inner[name.len()..end], end: at + end + 2 })
    }

    /// The value of an attribute, as written.
    pub fn attribute(&self, wanted: &[u8]) -> Option<&'p [u8]> {
        let mut rest = self.attributes.trim_ascii_start();
        while !rest.is_empty() {
            let stop = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'=';
            let (name, after) = rest.split_at(rest.iter().position(stop).unwrap_or(rest.len()));
            let after = after.trim_ascii_start();
            let Some(value) = after.strip_prefix(b"=") else {
                // A name without a value; a lone `=` cannot be one.
                rest = if name.is_empty() { &after[after.len().min(1)..] } else { after };
                continue;
            };
            let value = value.trim_ascii_start();
            let (value, after) = match value.first() {
                Some(quote @ (b'"' | b'\'')) => {
                    let end = memchr(*quote, &value[1..]).map_or(value.len(), |end| end + 1);
                    (&value[1..end], &value[value.len().min(end + 1)..])
                }
                _ => value.split_at(value.iter().position(u8::is_ascii_whitespace).unwrap_or(value.len())),
            };
            if name.eq_ignore_ascii_case(wanted) {
                return Some(value.trim_ascii());
            }
            rest = after.trim_ascii_start();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn link(page: &str, value: &str) -> Option<String> {
        Links::of(page.as_bytes()).around(page.find(value).unwrap(), "UTF-8")
    }

    #[test]
    fn a_value_has_the_link_that_it_stands_in() {
        assert_eq!(link("<A class=x HREF='/a?b&amp;c'><b>Ann</b></A>", "Ann").as_deref(), Some("/a?b&c"));
        assert_eq!(link("<a href=/a>x</a> <b>Ann</b>", "Ann"), None);
        assert_eq!(link("<a title='a > b' href = \"/t\" >Ann", "Ann").as_deref(), Some("/t"));
        assert_eq!(link("<abbr href=/a>Ann", "Ann"), None);
        assert_eq!(link("<a href='/Ann'>", "Ann"), None);
    }

    #[test]
    fn a_piece_gives_its_links_and_images_once() {
        let piece = "<a href=/1><img data-src=b.png src=a.png srcset='a.png 1x, c.png 2x'></a><a href=/1>";
        let (links, images) = addresses(piece.as_bytes(), "UTF-8");
        assert_eq!(links, ["/1"]);
        assert_eq!(images, ["a.png", "b.png", "c.png"]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(
            page in "(<a |href=|[a<>/=\"' ]|src|<img ){0,40}", at in 0usize..40,
        ) {
            addresses(page.as_bytes(), "UTF-8");
            Links::of(page.as_bytes()).around(at.min(page.len()), "UTF-8");
        }
    }
}
