//! Whether markup says that an amount is what a thing cost before, or what it costs now.

use crate::element::Element;
use crate::words::{name_parts, words};
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

/// Asks the elements around an amount, the innermost first, and what is written before it.
pub fn cost(page: &Page, element: &Element<'_>) -> Option<Cost> {
    let by_word = |word: &str| match () {
        () if WAS.contains(&word) => Some(Cost::Was),
        () if NOW.contains(&word) => Some(Cost::Now),
        () => None,
    };
    if let Some(cost) = words(&element.text).next().and_then(|word| by_word(&word)) {
        return Some(cost);
    }
    for node in element.holders(page).take(AROUND) {
        if STRUCK.contains(&page.name(node)) {
            return Some(Cost::Was);
        }
        let mut costs = page.classes(node).take(16).flat_map(name_parts).filter_map(|part| by_word(&part));
        if let Some(first) = costs.next() {
            // A holder of both prices says nothing.
            return costs.all(|other| other == first).then_some(first);
        }
    }
    None
}
