//! The value of a property that an element gives, in microdata and in RDFa.

use crate::item::Literal;
use chaffinch_core::{NodeId, NodeKind, Page, Span, collapse_space};

/// The value of a property that is not an item.
///
/// Two things are as pages do them and not as the standard says: a `content` attribute counts on any element, and the value of a link
/// is its text, unless the property asks for an address.
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

/// How many elements may be visited for the properties of a page. Some are visited more than once, because properties lie inside one another
/// and items refer to the same elements; this is enough for honest pages.
pub(crate) fn max_visits(page: &Page) -> usize {
    8 * page.len() + 10_000
}

/// The value of an attribute on one line, and its bytes; nothing where it is blank.
pub(crate) fn attribute(page: &Page, element: NodeId, name: &str) -> Option<(String, Option<Span>)> {
    let attribute = page.attributes(element).iter().find(|a| &*a.name == name)?;
    let text = collapse_space(page.value(attribute));
    (!text.is_empty()).then_some((text, attribute.span))
}

/// The text shown in `element`, or else its hidden text, or else the address of its link or image.
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
