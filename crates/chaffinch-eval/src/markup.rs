//! Pages as markup again, for experiments that write them in other ways.

use chaffinch_core::{NodeId, Page};
use std::fmt::Write;

/// Markup that is being written.
pub(crate) struct Markup<'p> {
    page: &'p Page,
    pub(crate) out: String,
}

impl<'p> Markup<'p> {
    pub(crate) fn new(page: &'p Page) -> Markup<'p> {
        Markup { page, out: String::from("<!DOCTYPE html>\n") }
    }

    /// Writes a text that stands in the place of the text node `id`.
    pub(crate) fn text(&mut self, id: NodeId, text: &str) {
        let parent = self.page.node(id).parent;
        if parent.is_some_and(|parent| RAW.contains(&self.page.name(parent))) {
            self.out.push_str(text);
        } else {
            self.out.push_str(&escaped(text));
        }
    }

    /// Writes the start tag of an element, and answers whether it has content and an end tag.
    pub(crate) fn begin(&mut self, id: NodeId) -> bool {
        let name = self.page.name(id);
        let _ = write!(self.out, "<{name}");
        for attribute in self.page.attributes(id) {
            let value = self.page.value(attribute).replace('&', "&amp;").replace('"', "&quot;");
            let _ = write!(self.out, " {}=\"{value}\"", attribute.name);
        }
        self.out.push('>');
        !VOID.contains(&name)
    }

    /// Writes the end tag of an element.
    pub(crate) fn end(&mut self, id: NodeId) {
        let _ = write!(self.out, "</{}>", self.page.name(id));
    }
}

/// Elements without an end tag.
const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// Elements whose text is not escaped.
const RAW: [&str; 8] = ["script", "style", "noscript", "iframe", "noembed", "noframes", "xmp", "plaintext"];

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
