//! The bytes that a text on the screen comes from.

use chaffinch_core::{NodeId, NodeKind, Page, Span};

/// From the first to the last character of the text shown in `node`, markup between them included; the whole node
/// where it shows none.
pub(crate) fn text_extent(page: &Page, node: NodeId) -> Option<Span> {
    let mut extent: Option<Span> = None;
    let mut at = node;
    while at < page.node(node).end {
        if page.hides(at) {
            at = page.node(at).end;
            continue;
        }
        if page.node(at).kind == NodeKind::Text {
            let shown = shown_part(page, at);
            extent = match (extent, shown) {
                (Some(a), Some(b)) => Some(a.union(b)),
                (a, b) => a.or(b),
            };
        }
        at = NodeId::from_index(at.index() + 1);
    }
    extent.or_else(|| page.span(node))
}

fn shown_part(page: &Page, text: NodeId) -> Option<Span> {
    let whole = page.own_text(text);
    let start = whole.len() - whole.trim_start().len();
    let end = whole.trim_end().len();
    if start >= end { None } else { page.text_span(text, start..end) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extent_begins_and_ends_with_shown_characters() {
        let page =
            chaffinch_page::parse_str("<p> <i hidden>key</i> <b>fish</b> &amp;\nchips <i hidden>x</i> </p>");
        let p = page.find(NodeId::DOCUMENT, "p").unwrap();
        let extent = text_extent(&page, p).unwrap();
        assert_eq!(page.source().slice(extent), b"fish</b> &amp;\nchips");
    }
}
