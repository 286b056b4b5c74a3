//! What a page shows, so that only values that can be read from it are asked for.

use super::told::{Sort, Told};
use chaffinch_core::{NodeId, NodeKind, Page};
use rustc_hash::FxHashSet;

/// Everything that a page shows in a text, a part of one, or an element of a few texts.
pub(super) struct Shown {
    values: FxHashSet<Told>,
    addresses: Vec<String>,
    /// The texts of its main headings and its title.
    pub headings: Vec<Told>,
}

/// Most texts of an element that may be one value.
const MOST_TEXTS: usize = 8;
/// Most bytes of a text whose parts may be values.
const LONGEST_PARTED: usize = 160;
/// Most bytes of an amount, a day or a duration.
const LONGEST_AMOUNT: usize = 60;

impl Shown {
    pub fn of(page: &Page) -> Shown {
        let mut shown = Shown { values: FxHashSet::default(), addresses: Vec::new(), headings: Vec::new() };
        let title = page.title().unwrap_or_default();
        shown.headings.extend(
            title.split(['|', '–', '—']).chain([title.as_str()]).filter_map(|text| Sort::Text.read(text)),
        );
        let mut texts: Vec<NodeId> = Vec::new();
        let mut elements: Vec<(NodeId, usize)> = Vec::new();
        let mut at = page.body();
        let end = page.node(at).end;
        while at < end {
            match page.node(at).kind {
                NodeKind::Text if !page.own_text(at).trim().is_empty() => {
                    shown.text(page.own_text(at).trim());
                    texts.push(at);
                }
                NodeKind::Element if page.hides(at) => {
                    at = page.node(at).end;
                    continue;
                }
                NodeKind::Element => {
                    elements.push((at, texts.len()));
                    if let Some(href) = page.attribute(at, "href") {
                        shown.addresses.extend(super::told::path(href).map(str::to_owned));
                    }
                    if page.is(at, "h1") {
                        shown.headings.extend(Sort::Text.read(&page.flat_text(at)));
                    }
                }
                _ => {}
            }
            at = NodeId::from_index(at.index() + 1);
        }
        for (element, first) in elements {
            let end = page.node(element).end;
            let inside = texts[first..].iter().take(MOST_TEXTS + 1).take_while(|text| **text < end).count();
            if (2..=MOST_TEXTS).contains(&inside) {
                shown.text(&page.flat_text(element));
            }
        }
        shown
    }

    fn text(&mut self, text: &str) {
        self.value(text);
        if text.len() > LONGEST_PARTED {
            return;
        }
        for part in text.split(['|', '·', '•', ',', ';', ':']).chain(text.split(" - ")) {
            self.value(part);
            let words = part.trim().char_indices().filter(|(_, c)| c.is_whitespace());
            for (at, _) in words.take(2) {
                self.value(part.trim()[at..].trim());
            }
        }
    }

    fn value(&mut self, text: &str) {
        self.values.extend(Sort::Text.read(text));
        if text.len() <= LONGEST_AMOUNT && text.bytes().any(|byte| byte.is_ascii_digit()) {
            self.values.extend(
                [Sort::Amount, Sort::Count, Sort::Stars, Sort::Day, Sort::Duration]
                    .iter()
                    .filter_map(|sort| sort.read(text)),
            );
        }
    }

    /// Whether the page shows a value.
    pub fn shows(&self, told: &Told) -> bool {
        match told {
            Told::Address(path) => self.addresses.iter().any(|address| address.ends_with(path.as_str())),
            told => self.values.contains(told),
        }
    }
}
