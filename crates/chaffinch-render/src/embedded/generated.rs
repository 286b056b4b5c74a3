//! The text that style sheets put before and after elements. It costs what the page's own text costs, and a rule of a few
//! kilobytes may put it beside every element.

use blitz_dom::{BaseDocument, Node};
use style::values::generics::counters::{Content, ContentItem};

/// How many bytes of text the styles of a document generate. Its styles must be computed.
pub fn bytes(blitz: &BaseDocument) -> usize {
    let mut bytes = 0;
    let mut stack = vec![blitz.root_element().id];
    while let Some(node) = stack.pop().and_then(|id| blitz.get_node(id)) {
        bytes += around(node);
        stack.extend(node.children.iter().copied());
    }
    bytes
}

fn around(node: &Node) -> usize {
    let Some(styles) = node.try_stylo_element_data().and_then(|data| data.get()) else { return 0 };
    let pseudo_elements = styles.styles.pseudos.as_array().iter().flatten();
    pseudo_elements
        .map(|style| match &style.get_counters().content {
            Content::Items(content) => content
                .items
                .iter()
                .map(|item| if let ContentItem::String(text) = item { text.len() } else { 0 })
                .sum(),
            _ => 0,
        })
        .sum()
}
