//! A page at a glance: its elements and texts as they stand in the bytes, without the repairs of a browser's tree. Where that is enough to find the
//! values, a page costs little more than looking for its tags.

use super::surroundings::{LONGEST_LABEL, Surroundings};
use super::texts::{HEADING_LEVELS, label_of};
use crate::markup::Tag;
use crate::text::value_text;
use crate::wrapper::References;
use chaffinch_core::{Span, TextMap};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Write as _;
use std::ops::Range;

/// A branch with more bytes than this is no label, however it is written.
const LONGEST_BRANCH: usize = 1_000;

/// The elements and texts of a page.
pub(crate) struct Glance<'b> {
    pub(super) bytes: &'b [u8],
    pub(super) encoding: &'b str,
    pub(super) elements: Vec<Element<'b>>,
    pub(super) texts: Vec<Piece>,
    /// How many children of a name an element has.
    pub(super) counts: TextMap<(u32, &'b [u8]), u32>,
    pub(super) open: Vec<u32>,
}

/// An element, numbered in the order of the page.
pub(super) struct Element<'b> {
    pub name: &'b [u8],
    pub tag: Option<Tag<'b>>,
    /// Its `id` and classes, once somebody has asked.
    pub names: OnceCell<Names<'b>>,
    pub parent: u32,
    /// Its place among the siblings of its name, from 1.
    pub position: u32,
    /// How many texts of the page begin before it.
    pub texts_before: u32,
    /// Its own texts, blank ones too.
    pub texts: u32,
    /// Its own texts that are not blank.
    pub filled: u32,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Names<'b> {
    id: Option<&'b [u8]>,
    classes: &'b [u8],
}

impl<'b> Element<'b> {
    fn names(&self) -> Names<'b> {
        *self.names.get_or_init(|| {
            let attribute = |name: &[u8]| self.tag.as_ref().and_then(|tag| tag.attribute(name));
            Names { id: attribute(b"id"), classes: attribute(b"class").unwrap_or_default() }
        })
    }
}

/// A text that is not blank.
pub(super) struct Piece {
    pub range: Range<usize>,
    pub parent: u32,
    /// Its place among the texts of its parent that are not blank, and among all of them.
    pub ordinal: u32,
    pub nth: u32,
}

/// The parent of the root.
pub(super) const NONE: u32 = u32::MAX;

impl<'b> Glance<'b> {
    /// The bytes of a text, without white space at its ends.
    pub fn span(&self, index: usize) -> Option<Span> {
        let range = self.texts[index].range.clone();
        let own = &self.bytes[range.clone()];
        let start = range.start + own.len() - without_space_before(own).len();
        let end = range.start + without_space_behind(own).len();
        Some(Span { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? })
    }

    /// A text as it is written or read.
    pub fn written(&self, index: usize, references: References) -> String {
        value_text(&self.bytes[self.texts[index].range.clone()], self.encoding, references)
    }

    /// The way to a text from the root.
    pub fn xpath(&self, index: usize) -> String {
        let piece = &self.texts[index];
        let mut above: Vec<u32> = vec![piece.parent];
        above.extend(std::iter::successors(self.above(piece.parent), |element| self.above(*element)));
        let mut path = String::new();
        for element in above.iter().rev().map(|element| &self.elements[*element as usize]) {
            let _ = write!(path, "/{}", String::from_utf8_lossy(element.name).to_ascii_lowercase());
            if self.counts.get(&(element.parent, element.name)).is_some_and(|count| *count > 1) {
                let _ = write!(path, "[{}]", element.position);
            }
        }
        path.push_str("/text()");
        if self.elements[piece.parent as usize].texts > 1 {
            let _ = write!(path, "[{}]", piece.nth);
        }
        path
    }

    /// The number of the first text that does not begin before an element.
    fn texts_from(&self, element: u32) -> usize {
        self.elements[element as usize].texts_before as usize
    }
}

/// White space as pages write it where it is to be kept.
const SPACES: [&[u8]; 3] = [b"&nbsp;", b"&#160;", b"\xc2\xa0"];

/// Whether a text is white space, written as it is or by reference.
pub(super) fn is_blank(bytes: &[u8]) -> bool {
    without_space_before(bytes).is_empty()
}

fn without_space_before(mut bytes: &[u8]) -> &[u8] {
    loop {
        bytes = bytes.trim_ascii_start();
        match SPACES.iter().find_map(|space| bytes.strip_prefix(*space)) {
            Some(rest) => bytes = rest,
            None => return bytes,
        }
    }
}

fn without_space_behind(mut bytes: &[u8]) -> &[u8] {
    loop {
        bytes = bytes.trim_ascii_end();
        match SPACES.iter().find_map(|space| bytes.strip_suffix(*space)) {
            Some(rest) => bytes = rest,
            None => return bytes,
        }
    }
}

impl Surroundings for Glance<'_> {
    type Element = u32;

    fn count(&self) -> usize {
        self.texts.len()
    }

    fn holder(&self, index: usize) -> Option<u32> {
        Some(self.texts[index].parent)
    }

    fn above(&self, element: u32) -> Option<u32> {
        Some(self.elements[element as usize].parent).filter(|parent| *parent != NONE)
    }

    fn is_named(&self, element: u32, name: &str) -> bool {
        self.elements[element as usize].name.eq_ignore_ascii_case(name.as_bytes())
    }

    fn has_id(&self, element: u32, id: &str) -> bool {
        self.elements[element as usize].names().id == Some(id.as_bytes())
    }

    fn has_class(&self, element: u32, class: &str) -> bool {
        let classes = self.elements[element as usize].names().classes;
        classes.split(u8::is_ascii_whitespace).any(|own| own == class.as_bytes())
    }

    fn position(&self, element: u32) -> u32 {
        self.elements[element as usize].position
    }

    fn text(&self, index: usize) -> Cow<'_, str> {
        Cow::Owned(self.written(index, References::Decoded))
    }

    fn ordinal(&self, index: usize) -> u32 {
        self.texts[index].ordinal
    }

    fn heading(&self, index: usize) -> Option<Cow<'_, str>> {
        let mut from = self.texts[index].parent;
        for _ in 0..HEADING_LEVELS {
            let above = self.above(from)?;
            let (first, stop) = (self.texts_from(above), self.texts_from(from));
            if first < stop {
                // The nearest branch: everything below the same child of `above`.
                let mut branch = self.texts[stop - 1].parent;
                let start = if branch == above {
                    stop - 1
                } else {
                    while self.above(branch).is_some_and(|parent| parent != above) {
                        branch = self.above(branch)?;
                    }
                    self.texts_from(branch)
                };
                let long: usize = self.texts[start..stop].iter().map(|text| text.range.len()).sum();
                if long > LONGEST_BRANCH {
                    return None;
                }
                let parts: Vec<Cow<'_, str>> = (start..stop).map(|at| self.text(at)).collect();
                let joined = parts.join(" ");
                return (joined.len() <= LONGEST_LABEL).then(|| Cow::Owned(label_of(&joined).to_owned()));
            }
            from = above;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Texts;
    use chaffinch_page::parse_str;
    use proptest::prelude::*;

    fn told<S: Surroundings>(on: &S) -> Vec<(String, Option<String>, u32)> {
        let tell = |at| (on.text(at).into_owned(), on.heading(at).map(Cow::into_owned), on.ordinal(at));
        (0..on.count()).map(tell).collect()
    }

    #[test]
    fn a_glance_sees_what_the_tree_has() {
        let html = "<base href=/><html><head><title>A &amp; B</title><script>x<b>y</script></head><body class=c>\
            <table><tr><td>Price<td id=p><b>9</b> <i>x</i></table><ul><li>one<li>two</ul><p>a<p>b<div>c &nbsp; d</div>\
            <dl><dt>Term:<dd>value</dl></body></html>";
        let page = parse_str(html);
        let texts = Texts::new(&page);
        let glance = Glance::new(html.as_bytes(), "UTF-8");
        assert_eq!(told(&glance), told(&texts));
        for (at, text) in texts.all.iter().enumerate() {
            assert_eq!(glance.xpath(at), page.xpath(text.node), "{}", text.text);
            assert_eq!(glance.span(at), texts.span(at), "{}", text.text);
        }
        assert!(glance.has_id(glance.holder(2).unwrap() - 1, "p"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_seen_without_a_panic(page in "(<[a-z/!]{0,3}|<td|<tr>|<li>|</p>|<!--|[a<>/=\"' ]|&nbsp;){0,60}") {
            let glance = Glance::new(page.as_bytes(), "UTF-8");
            for at in 0..glance.count() {
                glance.heading(at);
                glance.xpath(at);
            }
        }
    }
}
