//! Text as a reader sees it.

use crate::layout::Display;
use crate::page::{NodeId, NodeKind, Page};

/// Whether HTML and CSS treat a character as white space; a no-break space is not.
pub fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

/// Makes each run of white space, no-break spaces included, one space, and removes white space at both ends.
///
/// ```
/// assert_eq!(chaffinch_core::collapse_space(" a\n\u{a0} b "), "a b");
/// ```
pub fn collapse_space(text: &str) -> String {
    if is_collapsed(text.as_bytes()) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace()).filter(|w| !w.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Whether collapsing space surely changes nothing, as with most short texts.
fn is_collapsed(text: &[u8]) -> bool {
    let mut before = b' ';
    for &byte in text {
        if !byte.is_ascii() || (byte <= b' ' && (before == b' ' || matches!(byte, b'\t'..=b'\r'))) {
            return false;
        }
        before = byte;
    }
    before != b' '
}

/// Whether a character is the sign of a currency that stands before amounts.
fn is_money_sign(c: char) -> bool {
    matches!(c, '$' | '¢' | '£' | '¥' | '￥' | '\u{20a0}'..='\u{20cf}')
}

/// The first `most` bytes of a text, or a few less so as not to cut a character.
///
/// ```
/// assert_eq!(chaffinch_core::beginning("añil", 2), "a");
/// ```
pub fn beginning(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}

impl Page {
    /// The text of `node` as it would be copied from the screen: white space is collapsed except in `<pre>` and
    /// `<textarea>`, there is a line break between blocks and at `<br>`, a tab between cells, and nothing of what is not shown.
    pub fn text(&self, node: NodeId) -> String {
        self.text_of([node])
    }

    /// [`Page::text`] of several nodes, such as siblings in a row, as one text.
    pub fn text_of(&self, nodes: impl IntoIterator<Item = NodeId>) -> String {
        let mut out = Inner { text: String::new(), pending: Gap::None };
        for node in nodes {
            self.inner_text(node, false, &mut out);
        }
        out.text
    }

    /// [`Page::text`] on one line, with single spaces.
    pub fn flat_text(&self, node: NodeId) -> String {
        collapse_space(&self.text(node))
    }

    /// The shown texts of a row's nodes on one line. There is a space between any two text nodes, even where the page has none, because
    /// they are mostly different values; but not between a sign of money and the digits that it touches.
    pub fn row_text(&self, nodes: impl IntoIterator<Item = NodeId>) -> String {
        let mut out = String::new();
        let mut ends_open = false;
        for node in nodes {
            let (mut at, end) = (node, self.node(node).end);
            while at < end {
                if self.is_element(at) && self.hides(at) {
                    at = self.node(at).end;
                    continue;
                }
                if self.node(at).kind == NodeKind::Text {
                    let own = self.own_text(at);
                    let mut is_amount = ends_open
                        && own.starts_with(|c: char| c.is_ascii_digit())
                        && out.ends_with(is_money_sign);
                    for word in own.split_whitespace() {
                        if !out.is_empty() && !is_amount {
                            out.push(' ');
                        }
                        is_amount = false;
                        out.push_str(word);
                    }
                    ends_open = own.ends_with(|c: char| !c.is_whitespace());
                }
                at = NodeId::from_index(at.index() + 1);
            }
        }
        out
    }

    /// Whether `node` itself, regardless of its ancestors, hides its content: it is not on the screen, and not
    /// [meant for readers all the same](Page::is_read_unseen).
    #[inline]
    pub fn hides(&self, node: NodeId) -> bool {
        let hides = |node: NodeId| self.puts_away(node) && !self.is_read_unseen(node);
        self.hiding.get_or_init(|| self.ids().map(hides).collect())[node.index()]
    }

    /// Whether the content of `node` is not on the screen but meant for readers: a folded cell of a table, or the `<title>`
    /// of a feed's entry, which HTML takes for the title of a page.
    pub fn is_read_unseen(&self, node: NodeId) -> bool {
        let parent = || self.node(node).parent.map(|parent| self.name(parent));
        let titles_entry = || parent().is_some_and(|parent| matches!(parent, "item" | "entry"));
        self.is_folded_cell(node) || self.is(node, "title") && titles_entry()
    }

    /// Whether `node` is a hidden cell in a row with shown ones: on narrow screens some tables hide columns until the reader opens
    /// the row.
    fn is_folded_cell(&self, node: NodeId) -> bool {
        /// How many cells of a row are looked at, so that rows with very many cells stay cheap.
        const MOST_CELLS: usize = 40;
        let is_cell = |cell: NodeId| self.is(cell, "td") || self.is(cell, "th");
        let is_shown = |cell: NodeId| is_cell(cell) && !self.puts_away(cell);
        let in_shown_row =
            |row: NodeId| !self.puts_away(row) && self.element_children(row).take(MOST_CELLS).any(is_shown);
        is_cell(node) && self.puts_away(node) && self.node(node).parent.is_some_and(in_shown_row)
    }

    /// Whether `node` itself keeps its content off the screen.
    fn puts_away(&self, node: NodeId) -> bool {
        let n = self.node(node);
        if n.kind != NodeKind::Element {
            return n.kind != NodeKind::Text && n.kind != NodeKind::Document;
        }
        if let Some(style) = self.layout().and_then(|l| l.style(node)) {
            return style.display == Display::None;
        }
        if is_never_shown(self.name(node)) || self.layout().is_some() {
            return is_never_shown(self.name(node));
        }
        self.attribute(node, "hidden").is_some()
            || self.attribute(node, "style").is_some_and(|s| {
                let s: String = s.chars().filter(|c| !is_space(*c)).collect();
                s.to_ascii_lowercase().contains("display:none")
            })
    }

    fn inner_text(&self, node: NodeId, pre: bool, out: &mut Inner) {
        let n = self.node(node);
        match n.kind {
            NodeKind::Text => {
                let text = self.own_text(node);
                if pre { out.push_pre(text) } else { out.push_collapsed(text) }
            }
            NodeKind::Element | NodeKind::Document => {
                if self.hides(node) {
                    return;
                }
                let name = self.name(node);
                if name == "br" {
                    out.gap(Gap::Line);
                    return;
                }
                let gap = self.gap_around(node, name);
                let pre = pre || matches!(name, "pre" | "textarea" | "listing" | "xmp");
                out.gap(gap);
                for child in self.children(node) {
                    self.inner_text(child, pre, out);
                }
                out.gap(gap);
            }
            _ => {}
        }
    }

    fn gap_around(&self, node: NodeId, name: &str) -> Gap {
        match self.layout().and_then(|l| l.style(node)).map(|s| s.display) {
            Some(Display::Inline | Display::Contents | Display::None) => Gap::None,
            Some(Display::InlineBlock) => Gap::Space,
            Some(Display::TableCell) => Gap::Tab,
            Some(_) => Gap::Line,
            None if matches!(name, "td" | "th") => Gap::Tab,
            None if is_block(name) => Gap::Line,
            None => Gap::None,
        }
    }
}

/// The white space that goes before the next visible character, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Space,
    Tab,
    Line,
}

/// A text as it grows.
struct Inner {
    text: String,
    pending: Gap,
}

impl Inner {
    fn gap(&mut self, gap: Gap) {
        self.pending = self.pending.max(gap);
    }

    fn settle(&mut self) {
        if !self.text.is_empty() {
            match self.pending {
                Gap::None => {}
                Gap::Space => self.text.push(' '),
                Gap::Tab => self.text.push('\t'),
                Gap::Line => self.text.push('\n'),
            }
        }
        self.pending = Gap::None;
    }

    fn push_collapsed(&mut self, text: &str) {
        // White space is ASCII, so that bytes tell where it is.
        let is_space = |byte: u8| is_space(char::from(byte));
        let mut rest = text;
        while let Some(first) = rest.bytes().next() {
            if is_space(first) {
                let end = rest.bytes().position(|byte| !is_space(byte)).unwrap_or(rest.len());
                rest = &rest[end..];
                self.gap(Gap::Space);
            } else {
                let end = rest.bytes().position(is_space).unwrap_or(rest.len());
                self.settle();
                self.text.push_str(&rest[..end]);
                rest = &rest[end..];
            }
        }
    }

    fn push_pre(&mut self, text: &str) {
        if !text.is_empty() {
            self.settle();
            self.text.push_str(text);
        }
    }
}

fn is_never_shown(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "head"
            | "title"
            | "meta"
            | "link"
            | "base"
            | "template"
            | "noembed"
            | "noframes"
            | "datalist"
            | "area"
            | "param"
            | "source"
            | "track"
            | "rp"
    )
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "legend"
            | "li"
            | "listing"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "optgroup"
            | "option"
            | "p"
            | "plaintext"
            | "pre"
            | "search"
            | "section"
            | "summary"
            | "table"
            | "tbody"
            | "tfoot"
            | "thead"
            | "tr"
            | "ul"
            | "xmp"
    )
}
