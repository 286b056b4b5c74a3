//! Looking over the bytes of a page for a [`Glance`]: which elements are open where, nearly as a browser has it.

use super::glance::{Element, Glance, NONE, Piece, is_blank};
use crate::markup::Tag;
use chaffinch_core::TextMap;
use memchr::{memchr, memmem};
use std::cell::OnceCell;
use std::ops::Range;

/// Elements deeper than this are left out.
const DEEPEST: usize = 256;
/// Elements that end a paragraph.
#[rustfmt::skip]
const CLOSE_PARAGRAPHS: &[&str] = &[
    "address", "article", "aside", "blockquote", "center", "div", "dl", "fieldset", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hr", "main", "menu", "nav", "ol", "p", "pre", "section", "table", "ul",
];
/// Elements that hold nothing.
#[rustfmt::skip]
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
];
/// Elements in which there are no tags.
const RAW: &[&str] =
    &["script", "style", "title", "textarea", "iframe", "noembed", "noframes", "xmp", "template"];

impl<'b> Glance<'b> {
    /// Looks at a page.
    pub fn new(bytes: &'b [u8], encoding: &'b str) -> Glance<'b> {
        let mut glance = Glance {
            bytes,
            encoding,
            elements: Vec::new(),
            texts: Vec::new(),
            counts: TextMap::default(),
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
        let number = self.start(name, Some(tag));
        if is(VOID) {
            self.leave(number);
        } else if is(RAW) {
            let close = [b"</", name].concat();
            let rest = &self.bytes[end..];
            let found = memmem::find_iter(rest, b"</").find(|at| {
                rest[*at..].get(..close.len()).is_some_and(|own| own.eq_ignore_ascii_case(&close))
            });
            let stop = end + found.unwrap_or(rest.len());
            if is(&["title", "textarea"]) {
                self.take_text(end..stop);
            }
            self.leave(number);
            return memchr(b'>', &self.bytes[stop..]).map_or(self.bytes.len(), |close| stop + close + 1);
        }
        end
    }

    /// Closes and opens what a browser closes and opens before an element.
    fn prepare(&mut self, name: &[u8], of_head: bool) {
        let is = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()));
        if self.open.len() == 1 {
            match of_head && !self.has_body() {
                true if !is(&["head"]) => {
                    self.start(b"head", None);
                }
                false if !is(&["body"]) && !self.has_body() => {
                    self.start(b"body", None);
                }
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

    /// Opens an element and gives its number.
    fn start(&mut self, name: &'b [u8], tag: Option<Tag<'b>>) -> u32 {
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
        number
    }

    /// Closes an element again that was just opened.
    fn leave(&mut self, number: u32) {
        self.open.pop_if(|last| *last == number);
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
}
