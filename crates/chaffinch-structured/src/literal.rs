//! What an element says as the value of a property, in microdata and RDFa alike.

use crate::item::Literal;
use chaffinch_core::{NodeId, NodeKind, Page, Span, collapse_space};

/// The value of a property that is no item.
///
/// Two things differ from the standard and follow what pages do. A `content` attribute counts on any element. A link
/// is its text, with its address beside it, unless the property asks for an address.
pub(crate) fn literal(page: &Page, element: NodeId, property: &str) -> Option<Literal> {
    let from = |name: &str| attribute(page, element, name);
    let written = match page.name(element) {
        "audio" | "embed" | "iframe" | "img" | "source" | "track" | "video" => {
            from("src").or_else(|| from("data-src"))
        }
        "object" => from("data"),
        "data" | "meter" => from("value"),
        "time" => from("datetime"),
        "link" => from("href"),
        "a" | "area" if crate::kind::asks_for_address(property) => from("href"),
        _ => None,
    };
    let (text, span) = from("content").or(written).or_else(|| content(page, element))?;
    let link = matches!(page.name(element), "a" | "area" | "link").then(|| from("href")).flatten();
    Some(Literal { text, link: link.map(|(href, _)| href), node: element, span })
}

/// The value of an attribute on one line, and where it stands; nothing where it is blank.
pub(crate) fn attribute(page: &Page, element: NodeId, name: &str) -> Option<(String, Option<Span>)> {
    let attribute = page.attributes(element).iter().find(|a| &*a.name == name)?;
    let text = collapse_space(page.value(attribute));
    (!text.is_empty()).then_some((text, attribute.span))
}

/// The text shown in `element`, or its hidden text where none is shown, or else the address of its image or link.
fn content(page: &Page, element: NodeId) -> Option<(String, Option<Span>)> {
    let text = page.flat_text(element);
    if !text.is_empty() {
        return Some((text, page.text_extent(element)));
    }
    let texts = page.subtree(element).filter(|id| page.node(*id).kind == NodeKind::Text);
    let hidden = collapse_space(&texts.map(|id| page.own_text(id)).collect::<String>());
    if !hidden.is_empty() {
        return Some((hidden, page.span(element)));
    }
    attribute(page, element, "href")
        .or_else(|| page.images(element).into_iter().next().map(|image| (image, None)))
}
