//! What a page shows, as sets in which the values of its state are looked up.

use crate::same_value::{Key, address_path, amount, fold};
use chaffinch_core::{NodeId, NodeKind, Page, TextSet};

/// The texts and addresses that a page shows.
pub(super) struct ShownValues {
    /// Texts, folded.
    texts: TextSet<String>,
    /// The first characters of long texts, folded.
    beginnings: TextSet<String>,
    /// The paths of links and images.
    addresses: TextSet<String>,
    /// Amounts of money and plain numbers, in hundredths.
    amounts: TextSet<i64>,
    /// Characters of all shown text.
    pub characters: usize,
}

/// How many characters two long texts must share to begin in the same way.
const BEGINNING: usize = 24;
/// How many bytes of a text are compared.
const LONGEST: usize = 400;

impl ShownValues {
    pub fn of(page: &Page) -> ShownValues {
        let mut shown = ShownValues {
            texts: TextSet::default(),
            beginnings: TextSet::default(),
            addresses: TextSet::default(),
            amounts: TextSet::default(),
            characters: 0,
        };
        let prices = page.ids().filter(|id| page.is(*id, "meta")).filter(|id| {
            let about = page.attribute(*id, "property").or_else(|| page.attribute(*id, "itemprop"));
            about.is_some_and(|about| about.ends_with("price:amount") || about == "price")
        });
        for price in prices {
            shown.amount(page.attribute(price, "content").unwrap_or_default());
        }
        let mut at = page.body();
        let end = page.node(at).end;
        while at < end {
            let node = page.node(at);
            match node.kind {
                NodeKind::Text => shown.text(page.own_text(at)),
                NodeKind::Element if page.hides(at) || page.is(at, "noscript") => {
                    at = node.end;
                    continue;
                }
                NodeKind::Element => shown.addresses(page, at),
                _ => {}
            }
            at = NodeId::from_index(at.index() + 1);
        }
        shown
    }

    fn text(&mut self, text: &str) {
        let folded = fold(text, LONGEST);
        if folded.is_empty() {
            return;
        }
        self.characters += text.trim().chars().count();
        self.amount(text.trim());
        if let Some((at, _)) = folded.char_indices().nth(BEGINNING) {
            self.beginnings.insert(folded[..at].to_owned());
        }
        self.texts.insert(folded);
    }

    fn amount(&mut self, text: &str) {
        /// In bytes; longer texts are prose.
        const LONGEST_AMOUNT: usize = 30;
        if text.len() > LONGEST_AMOUNT || !text.bytes().any(|byte| byte.is_ascii_digit()) {
            return;
        }
        if let Some((Key::Amount(hundredths), _)) = amount(text) {
            self.amounts.insert(hundredths);
        }
    }

    /// Whether the page shows the amount of this many hundredths, and not the number itself.
    pub fn shows_hundredths(&self, number: i64) -> bool {
        self.amounts.contains(&number)
            && !number.checked_mul(100).is_some_and(|whole| self.amounts.contains(&whole))
    }

    fn addresses(&mut self, page: &Page, element: NodeId) {
        let mut add = |address: &str| {
            let Some(path) = address_path(address) else { return };
            // State often has only the last part of a path.
            if let Some((_, last)) = path.rsplit_once('/') {
                self.addresses.insert(last.to_owned());
            }
            self.addresses.insert(path.to_owned());
        };
        if page.is(element, "a") {
            page.attribute(element, "href").into_iter().for_each(&mut add);
        } else if page.is(element, "img") {
            page.images(element).iter().for_each(|image| add(image));
        }
    }

    /// Whether the page shows a text.
    pub fn shows_text(&self, text: &str) -> bool {
        let folded = fold(text, LONGEST);
        let begins = || folded.char_indices().nth(BEGINNING).map(|(at, _)| &folded[..at]);
        !folded.is_empty()
            && (self.texts.contains(&folded)
                || begins().is_some_and(|begins| self.beginnings.contains(begins)))
    }

    /// Whether the page has more links than a menu has.
    pub fn has_links(&self) -> bool {
        const MENU: usize = 20;
        self.addresses.len() > MENU
    }

    /// Whether the page links to an address or shows it as an image.
    pub fn shows_address(&self, address: &str) -> bool {
        // Shorter ones, such as numbers, end the paths of many things.
        const SHORTEST_END: usize = 5;
        address_path(address).is_some_and(|path| {
            let end = path.rsplit_once('/').map_or(path, |(_, last)| last);
            self.addresses.contains(path) || end.len() >= SHORTEST_END && self.addresses.contains(end)
        })
    }
}
