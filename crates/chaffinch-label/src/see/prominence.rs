//! How prominent a text is in its repeated block. The name of a thing is written larger or bolder than what is said about it, as a
//! heading, or as a link to where its image links.

use super::element::{Element, ElementKind};
use super::{BOLD, SAME_SIZE};
use chaffinch_core::Page;

/// Texts with fewer letters and digits than this are marks and sizes, and not considered.
const SHORTEST: usize = 3;

/// Ways to be prominent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Largest,
    Bold,
    Heading,
    LinksAsImage,
}

impl Way {
    const ALL: [Way; 4] = [Way::Largest, Way::Bold, Way::Heading, Way::LinksAsImage];

    /// Its name in features if no other text of the block is prominent in this way, and if another is.
    fn names(self) -> [&'static str; 2] {
        match self {
            Way::Largest => ["largest-alone", "largest"],
            Way::Bold => ["bold-alone", "bold"],
            Way::Heading => ["heading-alone", "heading"],
            Way::LinksAsImage => ["links-as-image-alone", "links-as-image"],
        }
    }
}

/// For each element the ways in which it is prominent in its repeated block. `block_of` is the block of each element, of `blocks`.
pub fn prominence(
    page: &Page,
    elements: &[Element<'_>],
    block_of: &[Option<usize>],
    blocks: usize,
) -> Vec<Vec<&'static str>> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); blocks];
    let mut image_links: Vec<Option<&str>> = vec![None; blocks];
    for (at, element) in elements.iter().enumerate() {
        let Some(block) = block_of[at] else { continue };
        if element.kind.is_image() {
            image_links[block] = image_links[block].or(element.link);
        } else if matches!(element.kind, ElementKind::Text | ElementKind::LinkText)
            && element.text.chars().filter(|c| c.is_alphanumeric()).count() >= SHORTEST
        {
            members[block].push(at);
        }
    }
    let mut prominence = vec![Vec::new(); elements.len()];
    for (texts, image_link) in members.iter().zip(&image_links) {
        let largest = texts.iter().map(|at| elements[*at].style.font_size).fold(0.0, f32::max);
        for way in Way::ALL {
            let is_prominent = |at: &&usize| {
                let element = &elements[**at];
                match way {
                    Way::Largest => element.style.font_size + SAME_SIZE >= largest,
                    Way::Bold => element.style.font_weight >= BOLD,
                    Way::Heading => is_in_heading(page, element),
                    Way::LinksAsImage => image_link.is_some() && link(page, element) == *image_link,
                }
            };
            let such: Vec<usize> = texts.iter().filter(is_prominent).copied().collect();
            // A style that every text has makes none of them prominent.
            if such.len() < texts.len() || such.len() == 1 {
                let [alone, among] = way.names();
                let name = if such.len() == 1 { alone } else { among };
                such.into_iter().for_each(|at| prominence[at].push(name));
            }
        }
    }
    prominence
}

fn link<'p>(page: &'p Page, element: &Element<'p>) -> Option<&'p str> {
    let inside = || element.holders(page).find_map(|node| page.attribute(node, "href"));
    element.link.or_else(inside)
}

fn is_in_heading(page: &Page, element: &Element<'_>) -> bool {
    element.holders(page).any(|node| matches!(page.name(node), "h1" | "h2" | "h3" | "h4" | "h5" | "h6"))
}
