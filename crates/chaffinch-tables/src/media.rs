//! The addresses that a part of a page holds.

use chaffinch_core::{NodeId, Page};

/// The addresses of all links in `node`, in document order, each once.
pub(crate) fn links(page: &Page, node: NodeId) -> Vec<String> {
    let hrefs = page.subtree(node).filter_map(|id| href(page, id));
    distinct(hrefs.map(str::to_owned))
}

/// The address of the first link in `node`.
pub(crate) fn first_link(page: &Page, node: NodeId) -> Option<String> {
    page.subtree(node).find_map(|id| href(page, id)).map(str::to_owned)
}

fn href(page: &Page, id: NodeId) -> Option<&str> {
    let linked = page.is(id, "a") || page.is(id, "area");
    page.attribute(id, "href").filter(|_| linked).map(str::trim).filter(|href| !href.is_empty())
}

/// Attributes that hold one address until a script makes it the image's own.
const LAZY: [&str; 6] = ["data-src", "data-lazy", "data-lazy-src", "data-original", "data-url", "data-image"];

/// The addresses of all images in `node`, each once: their own, lazy ones and `srcset` candidates.
pub(crate) fn images(page: &Page, node: NodeId) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for id in page.subtree(node) {
        if !(page.is(id, "img") || page.is(id, "source") || page.is(id, "input")) {
            continue;
        }
        for attribute in page.attributes(id) {
            let value = page.value(attribute).trim();
            match &*attribute.name {
                "src" if !page.is(id, "source") => found.push(value.to_owned()),
                "srcset" | "data-srcset" => found.extend(candidates(value)),
                lazy if LAZY.contains(&lazy) => found.push(value.to_owned()),
                _ => {}
            }
        }
    }
    distinct(found.into_iter().filter(|address| !address.is_empty()))
}

/// The addresses of a `srcset`: each stands before its descriptor, commas between them.
fn candidates(srcset: &str) -> impl Iterator<Item = String> + '_ {
    // A comma may be part of an address, so only one that ends a word separates.
    let mut at_address = true;
    srcset.split_ascii_whitespace().filter_map(move |word| {
        let is_address = at_address;
        at_address = word.ends_with(',');
        let address = word.trim_matches(',');
        (is_address && !address.is_empty()).then(|| address.to_owned())
    })
}

fn distinct(addresses: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    addresses.filter(|address| seen.insert(address.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_found_wherever_a_page_keeps_their_address() {
        let page = chaffinch_page::parse_str(
            "<img src=a.png data-src=b.png srcset='c.png 1x, d,e.png 2x'><picture><source srcset='f.webp'>\
             <img data-original=g.jpg src=a.png></picture><img alt='none'>",
        );
        let found = images(&page, NodeId::DOCUMENT);
        assert_eq!(found, ["a.png", "b.png", "c.png", "d,e.png", "f.webp", "g.jpg"]);
    }

    #[test]
    fn only_elements_that_link_have_links() {
        let page =
            chaffinch_page::parse_str("<link href=x><a name=y></a><a href=' z '>z</a><a href=z>again</a>");
        assert_eq!(links(&page, NodeId::DOCUMENT), ["z"]);
        assert_eq!(first_link(&page, NodeId::DOCUMENT).as_deref(), Some("z"));
    }
}
