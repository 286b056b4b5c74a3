//! A page at a glance: its elements and texts as they stand in the bytes, without the repairs of a browser's tree. Where that is enough to find the
//! values, a page costs little more than looking for its tags.

use super::surroundings::{LONGEST_LABEL, Surroundings};
use super::texts::{HEADING_LEVELS, label_of};
use crate::markup::Tag;
use crate::text::value_text;
use crate::wrapper::References;
use chaffinch_core::Span;
use memchr::{memchr, memmem};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Write as _;
use std::ops::Range;

/// Elements deeper than this are left out.
const DEEPEST: usize = 256;
/// A branch with more bytes than this is no label, however it is written.
const LONGEST_BRANCH: usize = 1_000;

/// The elements and texts of a page.
pub(crate) struct Glance<'b> {
    bytes: &'b [u8],
    encoding: &'b str,
    elements: Vec<Element<'b>>,
    texts: Vec<Piece>,
    /// How many children of a name an element has.
    counts: FxHashMap<(u32, &'b [u8]), u32>,
    open: Vec<u32>,
}

/// An element, numbered in the order of the page.
struct Element<'b> {
    name: &'b [u8],
    tag: Option<Tag<'b>>,
    /// Its `id` and classes, once somebody has asked.
    names: OnceCell<Names<'b>>,
    parent: u32,
    /// Its place among the siblings of its name, from 1.
    position: u32,
    /// How many texts of the page begin before it.
    texts_before: u32,
    /// Its own texts, blank ones too.
    texts: u32,
    /// Its own texts that are not blank.
    filled: u32,
}

#[derive(Clone, Copy, Default)]
struct Names<'b> {
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
struct Piece {
    range: Range<usize>,
    parent: u32,
    /// Its place among the texts of its parent that are not blank, and among all of them.
    ordinal: u32,
    nth: u32,
}

/// The parent of the root.
const NONE: u32 = u32::MAX;

impl<'b> Glance<'b> {
    /// Looks at a page.
    pub fn new(bytes: &'b [u8], encoding: &'b str) -> Glance<'b> {
        let mut glance = Glance {
            bytes,
            encoding,
            elements: Vec::new(),
            texts: Vec::new(),
            counts: FxHashMap::default(),
            open: Vec::new(),
        };
        glance.start(b"html", None);
        let mut at = 0;
        while let Some(open) = memchr(b'<', &bytes[at..]) {
            let mark = at + open;
            glance.take_text(at..mark);
            at = glance.markup(mark);
        }
        glance.take_text(at..bytes.len());
        glance
    }

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

    /// Takes what begins with the `<` at `mark` and gives where it ends.
    fn markup(&mut self, mark: usize) -> usize {
        let rest = &self.bytes[mark..];
        let through = |needle: &[u8]| {
            memmem::find(rest, needle).map_or(self.bytes.len(), |end| mark + end + needle.len())
        };
        match rest.get(1) {
            Some(b'!') if rest.starts_with(b"<!--") => through(b"-->"),
            Some(b'!' | b'?') => through(b">"),
            Some(b'/') => {
                let end = through(b">");
                let name = rest[2..end - mark].split(|byte| !byte.is_ascii_alphanumeric()).next();
                self.end(name.unwrap_or_default());
                end
            }
            Some(first) if first.is_ascii_alphabetic() => {
                let Some(tag) = Tag::at(self.bytes, mark) else { return self.bytes.len() };
                self.begin(tag)
            }
            _ => mark + 1,
        }
    }

    fn begin(&mut self, tag: Tag<'b>) -> usize {
        let end = tag.end;
        let name = tag.name.strip_suffix(b"/").unwrap_or(tag.name);
        let is = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()));
        if is(&["html"]) {
            return end;
        }
        self.prepare(name, is(&["head", "base", "link", "meta", "title", "script", "style"]));
        if is(&["head", "body"]) && self.open.len() > 1 {
            return end;
        }
        self.start(name, Some(tag));
        if is(&[
            "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param",
            "source", "track", "wbr",
        ]) {
            self.open.pop();
        } else if is(&[
            "script", "style", "title", "textarea", "iframe", "noembed", "noframes", "xmp", "template",
        ]) {
            let close = [b"</", name].concat();
            let rest = &self.bytes[end..];
            let found = memmem::find_iter(rest, b"</").find(|at| {
                rest[*at..].get(..close.len()).is_some_and(|own| own.eq_ignore_ascii_case(&close))
            });
            let stop = end + found.unwrap_or(rest.len());
            if is(&["title", "textarea"]) {
                self.take_text(end..stop);
            }
            self.open.pop();
            return memchr(b'>', &self.bytes[stop..]).map_or(self.bytes.len(), |close| stop + close + 1);
        }
        end
    }

    /// Closes and opens what a browser closes and opens before an element.
    fn prepare(&mut self, name: &[u8], of_head: bool) {
        let is = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()));
        if self.open.len() == 1 {
            match of_head && !self.has_body() {
                true if !is(&["head"]) => self.start(b"head", None),
                false if !is(&["body"]) && !self.has_body() => self.start(b"body", None),
                _ => {}
            }
        } else if self.open.len() == 2 && self.is_open(1, "head") && !of_head {
            self.open.truncate(1);
            if !is(&["body"]) {
                self.start(b"body", None);
            }
        }
        match () {
            () if is(&["li"]) => self.close(&["li"], &["ul", "ol"]),
            () if is(&["dt", "dd"]) => self.close(&["dt", "dd"], &["dl"]),
            () if is(&["option"]) => self.close(&["option"], &["select"]),
            () if is(&["a"]) => self.close(&["a"], &["td", "th", "table"]),
            () if is(&["td", "th"]) => {
                self.close(&["td", "th"], &["table"]);
                self.inside_table(&["tr"], b"tr");
            }
            () if is(&["tr"]) => self.close(&["tr"], &["table"]),
            () if is(&["tbody", "thead", "tfoot"]) => self.close(&["tbody", "thead", "tfoot"], &["table"]),
            () if is(CLOSE_PARAGRAPHS) => self.close(&["p"], &["td", "th", "table", "button"]),
            () => {}
        }
        if is(&["tr", "td", "th"]) {
            self.inside_table(&["tbody", "thead", "tfoot", "tr"], b"tbody");
            if !is(&["tr"]) {
                self.inside_table(&["tr"], b"tr");
            }
        }
    }

    /// Opens an element where the innermost one is a table, or a part of one, without it.
    fn inside_table(&mut self, enough: &[&str], name: &'static [u8]) {
        let last = self.open.len() - 1;
        let of_table = ["table", "tbody", "thead", "tfoot"];
        let is_table = match name {
            b"tbody" => self.is_open(last, "table"),
            _ => of_table[1..].iter().any(|known| self.is_open(last, known)),
        };
        if is_table && !enough.iter().any(|known| self.is_open(last, known)) {
            self.start(name, None);
        }
    }

    fn has_body(&self) -> bool {
        self.counts.contains_key(&(0, b"body"))
    }

    fn is_open(&self, at: usize, name: &str) -> bool {
        self.elements[self.open[at] as usize].name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// Closes the innermost of some elements, if no boundary stands around it first.
    fn close(&mut self, names: &[&str], boundaries: &[&str]) {
        for at in (1..self.open.len()).rev() {
            if names.iter().any(|name| self.is_open(at, name)) {
                self.open.truncate(at);
                return;
            }
            if boundaries.iter().any(|name| self.is_open(at, name)) {
                return;
            }
        }
    }

    fn end(&mut self, name: &[u8]) {
        let is = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()));
        let Ok(named) = std::str::from_utf8(name) else { return };
        match () {
            () if is(&["html", "body", "br"]) => {}
            () if is(&["table", "tbody", "thead", "tfoot", "tr", "td", "th"]) => {
                self.close(&[named], if is(&["table"]) { &[] } else { &["table"] });
            }
            () => self.close(&[named], &["td", "th", "table"]),
        }
    }

    fn start(&mut self, name: &'b [u8], tag: Option<Tag<'b>>) {
        let parent = self.open.last().copied().unwrap_or(NONE);
        let count = self.counts.entry((parent, name)).or_insert(0);
        *count += 1;
        let position = *count;
        let number = self.elements.len() as u32;
        let texts_before = self.texts.len() as u32;
        self.elements.push(Element {
            name,
            tag,
            names: OnceCell::new(),
            parent,
            position,
            texts_before,
            texts: 0,
            filled: 0,
        });
        if self.open.len() < DEEPEST {
            self.open.push(number);
        }
    }

    fn take_text(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let blank = is_blank(&self.bytes[range.clone()]);
        if !blank && self.open.len() == 1 && !self.has_body() {
            self.start(b"body", None);
        }
        let Some(parent) = self.open.last().copied() else { return };
        let element = &mut self.elements[parent as usize];
        element.texts += 1;
        if !blank {
            element.filled += 1;
            let (ordinal, nth) = (element.filled, element.texts);
            self.texts.push(Piece { range, parent, ordinal, nth });
        }
    }

    /// Texts before the one with this number and not before this element, and whether there are any.
    fn texts_from(&self, element: u32) -> usize {
        self.elements[element as usize].texts_before as usize
    }
}

/// Elements that end a paragraph.
const CLOSE_PARAGRAPHS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "div",
    "dl",
    "fieldset",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "ul",
];

/// White space as pages write it where it is to be kept.
const SPACES: [&[u8]; 3] = [b"&nbsp;", b"&#160;", b"\xc2\xa0"];

/// Whether a text is white space, written as it is or by reference.
fn is_blank(bytes: &[u8]) -> bool {
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
