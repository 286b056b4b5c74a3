//! How a text stands out in its unit. What a thing is called is written larger or bolder than what is said of it, as a heading, or as the link
//! that its image is, too.

use crate::element::{Element, ElementKind};
use chaffinch_core::Page;

/// Shorter texts are marks and sizes.
const SHORTEST: usize = 3;

/// Ways to stand out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Largest,
    Bold,
    Heading,
    LinksAsImage,
}

impl Way {
    const ALL: [Way; 4] = [Way::Largest, Way::Bold, Way::Heading, Way::LinksAsImage];

    /// How it is told if no other text of the unit does, and if another does.
    fn names(self) -> [&'static str; 2] {
        match self {
            Way::Largest => ["largest-alone", "largest"],
            Way::Bold => ["bold-alone", "bold"],
            Way::Heading => ["heading-alone", "heading"],
            Way::LinksAsImage => ["links-as-image-alone", "links-as-image"],
        }
    }
}

/// For each element in what ways it stands out in its unit.
pub fn standing(
    page: &Page,
    elements: &[Element<'_>],
    unit_of: &[Option<usize>],
    units: usize,
) -> Vec<Vec<&'static str>> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); units];
    let mut image_links: Vec<Option<&str>> = vec![None; units];
    for (at, element) in elements.iter().enumerate() {
        let Some(unit) = unit_of[at] else { continue };
        if element.kind.is_image() {
            image_links[unit] = image_links[unit].or(element.link);
        } else if matches!(element.kind, ElementKind::Text | ElementKind::LinkText)
            && element.text.chars().filter(|c| c.is_alphanumeric()).count() >= SHORTEST
        {
            members[unit].push(at);
        }
    }
    let mut standing = vec![Vec::new(); elements.len()];
    for (texts, image_link) in members.iter().zip(&image_links) {
        let largest = texts.iter().map(|at| elements[*at].style.font_size).fold(0.0, f32::max);
        for way in Way::ALL {
            let stands = |at: &&usize| {
                let element = &elements[**at];
                match way {
                    Way::Largest => element.style.font_size + 0.5 >= largest,
                    Way::Bold => element.style.font_weight >= 600,
                    Way::Heading => is_in_heading(page, element),
                    Way::LinksAsImage => image_link.is_some() && link(page, element) == *image_link,
                }
            };
            let such: Vec<usize> = texts.iter().filter(stands).copied().collect();
            // What all texts are, none stands out by.
            if such.len() < texts.len() || such.len() == 1 {
                let [alone, among] = way.names();
                let name = if such.len() == 1 { alone } else { among };
                such.into_iter().for_each(|at| standing[at].push(name));
            }
        }
    }
    standing
}

fn link<'p>(page: &'p Page, element: &Element<'p>) -> Option<&'p str> {
    let inside = || element.holders(page).find_map(|node| page.attribute(node, "href"));
    element.link.or_else(inside)
}

fn is_in_heading(page: &Page, element: &Element<'_>) -> bool {
    element.holders(page).any(|node| matches!(page.name(node), "h1" | "h2" | "h3" | "h4" | "h5" | "h6"))
}
