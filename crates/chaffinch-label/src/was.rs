//! Whether markup says that an amount is what a thing cost before, or what it costs now.

use crate::element::{Element, ElementKind};
use crate::words::each_name_part;
use chaffinch_core::Page;

/// So many elements around an amount are asked.
const AROUND: usize = 3;
/// Tags that strike text out.
const STRUCK: [&str; 3] = ["del", "s", "strike"];
/// Parts of classes, and first words, of former prices.
const WAS: [&str; 16] = [
    "was",
    "old",
    "regular",
    "original",
    "strike",
    "striked",
    "struck",
    "strikethrough",
    "crossed",
    "crossout",
    "through",
    "compare",
    "before",
    "msrp",
    "rrp",
    "list",
];
/// And of present ones.
const NOW: [&str; 9] =
    ["now", "sale", "special", "current", "final", "new", "promo", "reduced", "discounted"];

/// What an amount is, as far as its surroundings say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// What it cost.
    Was,
    /// What it costs.
    Now,
}

/// Asks for each element what its surroundings say, if there are any amounts.
pub fn costs(page: &Page, elements: &[Element<'_>]) -> Vec<Option<Cost>> {
    if elements.iter().all(|element| element.kind != ElementKind::DollarText) {
        return vec![None; elements.len()];
    }
    elements.iter().map(|element| cost(page, element)).collect()
}

/// Asks the elements around an amount, the innermost first, and what is written before it.
fn cost(page: &Page, element: &Element<'_>) -> Option<Cost> {
    let by_word = |word: &str| match () {
        () if WAS.contains(&word) => Some(Cost::Was),
        () if NOW.contains(&word) => Some(Cost::Now),
        () => None,
    };
    if let Some(cost) = element.words().next().and_then(by_word) {
        return Some(cost);
    }
    for node in element.holders(page).take(AROUND) {
        if STRUCK.contains(&page.name(node)) {
            return Some(Cost::Was);
        }
        let (mut was, mut now) = (false, false);
        for class in page.classes(node).take(16) {
            each_name_part(class, &mut |part| match by_word(part) {
                Some(Cost::Was) => was = true,
                Some(Cost::Now) => now = true,
                None => {}
            });
        }
        match (was, now) {
            (false, false) => {}
            (true, false) => return Some(Cost::Was),
            (false, true) => return Some(Cost::Now),
            // A holder of both prices says nothing.
            (true, true) => return None,
        }
    }
    None
}
