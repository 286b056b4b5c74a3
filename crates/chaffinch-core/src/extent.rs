//! The bytes of the source that a shown text comes from.

use crate::page::{NodeId, NodeKind, Page};
use crate::source::Span;

impl Page {
    /// The bytes from the first to the last character of the text shown in `node`, with the markup between them;
    /// none where it shows no text.
    pub fn text_extent(&self, node: NodeId) -> Option<Span> {
        let mut extent: Option<Span> = None;
        let mut at = node;
        while at < self.node(node).end {
            if self.hides(at) {
                at = self.node(at).end;
                continue;
            }
            if self.node(at).kind == NodeKind::Text {
                let parts = extent.into_iter().chain(self.inked_part(at));
                extent = parts.reduce(|a, b| a.union(b));
            }
            at = NodeId::from_index(at.index() + 1);
        }
        extent
    }

    fn inked_part(&self, text: NodeId) -> Option<Span> {
        let whole = self.own_text(text);
        let start = whole.len() - whole.trim_start().len();
        let end = whole.trim_end().len();
        if start < end { self.text_span(text, start..end) } else { None }
    }
}
