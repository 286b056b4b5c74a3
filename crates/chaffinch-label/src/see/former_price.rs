//! Whether the markup says that an amount is a former price or the present one.

use super::element::{Element, ElementKind};
use super::words::each_name_part;
use chaffinch_core::Page;

/// This many elements around an amount are looked at, and this many classes of each.
const AROUND: usize = 3;
const MOST_CLASSES: usize = 16;
/// Tags that strike text out.
const STRUCK: [&str; 3] = ["del", "s", "strike"];
/// Parts of class names, and first words of texts, that tell a former price.
#[rustfmt::skip]
const FORMER: [&str; 16] = [
    "was", "old", "regular", "original", "strike", "striked", "struck", "strikethrough", "crossed",
    "crossout", "through", "compare", "before", "msrp", "rrp", "list",
];
/// And those that tell the present price.
const PRESENT: [&str; 9] =
    ["now", "sale", "special", "current", "final", "new", "promo", "reduced", "discounted"];

/// When an amount is, or was, the price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceTime {
    /// It was the price before.
    Former,
    /// It is the price now.
    Present,
}

/// For each element what its first word and the markup around it say. A page without amounts is not looked at.
pub fn price_times(page: &Page, elements: &[Element<'_>]) -> Vec<Option<PriceTime>> {
    if elements.iter().all(|element| element.kind != ElementKind::DollarText) {
        return vec![None; elements.len()];
    }
    elements.iter().map(|element| price_time(page, element)).collect()
}

/// The first word decides, then the elements around the text, the innermost first.
fn price_time(page: &Page, element: &Element<'_>) -> Option<PriceTime> {
    let by_word = |word: &str| match () {
        () if FORMER.contains(&word) => Some(PriceTime::Former),
        () if PRESENT.contains(&word) => Some(PriceTime::Present),
        () => None,
    };
    if let Some(time) = element.words().next().and_then(by_word) {
        return Some(time);
    }
    for node in element.holders(page).take(AROUND) {
        if STRUCK.contains(&page.name(node)) {
            return Some(PriceTime::Former);
        }
        let (mut former, mut present) = (false, false);
        for class in page.classes(node).take(MOST_CLASSES) {
            each_name_part(class, &mut |part| match by_word(part) {
                Some(PriceTime::Former) => former = true,
                Some(PriceTime::Present) => present = true,
                None => {}
            });
        }
        match (former, present) {
            (false, false) => {}
            (true, false) => return Some(PriceTime::Former),
            (false, true) => return Some(PriceTime::Present),
            // An element around both prices tells nothing of either.
            (true, true) => return None,
        }
    }
    None
}
