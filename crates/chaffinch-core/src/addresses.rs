//! The addresses of links and images in a part of a page.

use crate::finding::distinct;
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

    /// The addresses of all images in `node`, each once, as the page writes them: from `src`, from `srcset` and from the attributes
    /// of images that a script loads later.
    pub fn images(&self, node: NodeId) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for id in self.subtree(node) {
            if !(self.is(id, "img") || self.is(id, "source") || self.is(id, "input")) {
                continue;
            }
            for attribute in self.attributes(id) {
                let value = self.value(attribute).trim();
                match &*attribute.name {
                    // The `src` of a `<source>` is a video or a sound.
                    "src" if !self.is(id, "source") => found.push(value.to_owned()),
                    "srcset" | "data-srcset" | "data-lazy-srcset" => found.extend(candidates(value)),
                    lazy if LAZY.contains(&lazy) => found.push(value.to_owned()),
                    // Sites have names of their own for such attributes.
                    other if other.starts_with("data-") && is_picture(value) => found.push(value.to_owned()),
                    _ => {}
                }
            }
        }
        distinct(found.into_iter().filter(|address| !address.is_empty()))
    }

    fn href(&self, id: NodeId) -> Option<&str> {
        if !self.is(id, "a") && !self.is(id, "area") {
            return None;
        }
        self.attribute(id, "href").map(str::trim).filter(|href| !href.is_empty())
    }
}

/// Attributes that hold an image's address until a script copies it to `src`.
const LAZY: [&str; 6] = ["data-src", "data-lazy", "data-lazy-src", "data-original", "data-url", "data-image"];

/// Whether a value is the address of a picture, by the ending of its file.
fn is_picture(value: &str) -> bool {
    let path = value.split(['?', '#']).next().unwrap_or(value);
    let Some((_, ending)) = path.rsplit_once('.') else { return false };
    let is_ending =
        ["jpg", "jpeg", "png", "webp", "gif", "avif"].iter().any(|known| ending.eq_ignore_ascii_case(known));
    is_ending && !value.contains(char::is_whitespace) && value.contains('/')
}

/// The addresses of a `srcset`, such as `a.jpg 1x, b.jpg 2x`.
fn candidates(srcset: &str) -> impl Iterator<Item = String> + '_ {
    // A comma may be part of an address; only one at the end of a word is a separator.
    let mut at_address = true;
    srcset.split_ascii_whitespace().filter_map(move |word| {
        let is_address = at_address;
        at_address = word.ends_with(',');
        let address = word.trim_matches(',');
        (is_address && !address.is_empty()).then(|| address.to_owned())
    })
}
