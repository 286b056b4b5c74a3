//! The addresses that a part of a page holds.

use crate::page::{NodeId, Page};

impl Page {
    /// The addresses of all links in `node`, in document order, each once, as the page writes them.
    pub fn links(&self, node: NodeId) -> Vec<String> {
        distinct(self.subtree(node).filter_map(|id| self.href(id)).map(str::to_owned))
    }

    /// The address of the first link in `node`.
    pub fn first_link(&self, node: NodeId) -> Option<&str> {
        self.subtree(node).find_map(|id| self.href(id))
    }

    /// The addresses of all images in `node`, each once, as the page writes them: their own, lazy ones and
    /// `srcset` candidates.
    pub fn images(&self, node: NodeId) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for id in self.subtree(node) {
            if !(self.is(id, "img") || self.is(id, "source") || self.is(id, "input")) {
                continue;
            }
            for attribute in self.attributes(id) {
                let value = self.value(attribute).trim();
                match &*attribute.name {
                    // The `src` of a `<source>` is a film or a sound.
                    "src" if !self.is(id, "source") => found.push(value.to_owned()),
                    "srcset" | "data-srcset" => found.extend(candidates(value)),
                    lazy if LAZY.contains(&lazy) => found.push(value.to_owned()),
                    _ => {}
                }
            }
        }
        distinct(found.into_iter().filter(|address| !address.is_empty()))
    }

    fn href(&self, id: NodeId) -> Option<&str> {
        let links = self.is(id, "a") || self.is(id, "area");
        self.attribute(id, "href").filter(|_| links).map(str::trim).filter(|href| !href.is_empty())
    }
}

/// Attributes that hold one address until a script makes it the image's own.
const LAZY: [&str; 6] = ["data-src", "data-lazy", "data-lazy-src", "data-original", "data-url", "data-image"];

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
