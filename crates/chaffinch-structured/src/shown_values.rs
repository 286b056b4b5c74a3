//! Finds the values of structured data again where the page shows them.

use crate::facts::Fact;
use crate::kind::{asks_for_address, is_amount};
use crate::same_value::{Key, address_key, amount, beginning, day, fold, is_day};
use crate::settings::NamingSettings;
use chaffinch_core::{NodeId, NodeKind, Page, TextMap};
use chaffinch_values::is_address;
use rustc_hash::FxHashSet;

/// The number of a name.
pub(crate) type NameNumber = u32;

/// Every node that shows one of `values`, with the number and the strength of the value's name.
pub(crate) fn shown_values(
    page: &Page,
    values: &Values,
    settings: &NamingSettings,
) -> Vec<(NodeId, NameNumber, f32)> {
    let mut search = Search { page, settings, values, places: Vec::new(), times: TextMap::default() };
    let walk = search.texts();
    search.spread(&walk);
    search.addresses(&walk.links);
    search.finish()
}

/// The names that the structured data gives each value.
#[derive(Default)]
pub(crate) struct Values {
    names: TextMap<Key, Vec<Said>>,
    amounts: bool,
    days: bool,
    texts: bool,
}

#[derive(Clone, Copy)]
struct Said {
    name: NameNumber,
    strength: f32,
    /// How often it is said.
    times: usize,
}

impl Values {
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub fn add(&mut self, fact: &Fact<'_>, name: NameNumber, strength: f32, settings: &NamingSettings) {
        let text = fact.literal.text.as_str();
        if asks_for_address(fact.property) || fact.name == "image" || is_address(text) {
            if let Some(key) = address_key(text) {
                self.say(key, name, strength);
            }
            return;
        }
        if is_amount(fact.property) || matches!(fact.name.as_str(), "price" | "listPrice" | "unitPrice") {
            if let Some(key) = amount(text).map(|(key, _)| key) {
                self.amounts = true;
                self.say(key, name, strength);
            }
            return;
        }
        if is_day(&fact.name)
            && let Some(key) = day(text)
        {
            self.days = true;
            self.say(key, name, strength);
        }
        let folded = fold(text, settings.longest_text);
        if folded.is_empty() {
            return;
        }
        self.texts = true;
        if let Some(beginning) = beginning(&folded, settings.beginning) {
            self.say(Key::Beginning(beginning.to_owned()), name, strength);
        }
        self.say(Key::Text(folded), name, strength);
    }

    fn say(&mut self, key: Key, name: NameNumber, strength: f32) {
        /// A value with more names than this has none that tells anything.
        const MOST_NAMES: usize = 8;
        let said = self.names.entry(key).or_default();
        if let Some(said) = said.iter_mut().find(|said| said.name == name) {
            said.times += 1;
            said.strength = said.strength.max(strength);
        } else if said.len() < MOST_NAMES {
            said.push(Said { name, strength, times: 1 });
        }
    }
}

struct Search<'v> {
    page: &'v Page,
    settings: &'v NamingSettings,
    values: &'v Values,
    places: Vec<Shown<'v>>,
    /// How many places show each value.
    times: TextMap<&'v Key, usize>,
}

/// A place of the page that shows a value of the structured data.
struct Shown<'v> {
    nodes: Vec<NodeId>,
    key: &'v Key,
    said: &'v [Said],
    /// How well the shown value fits, 0 to 1.
    weight: f32,
}

/// What a walk over the shown part of a page meets.
#[derive(Default)]
struct Walk {
    /// The texts that are not blank.
    texts: Vec<NodeId>,
    /// The texts that are a value.
    found: FxHashSet<NodeId>,
    /// The elements, each with how many texts stand before it.
    elements: Vec<(NodeId, usize)>,
    /// Links and images.
    links: Vec<NodeId>,
}

impl Search<'_> {
    /// Looks at every text alone.
    fn texts(&mut self) -> Walk {
        let page = self.page;
        let mut walk = Walk::default();
        let mut at = page.body();
        let end = page.node(at).end;
        while at < end {
            let node = page.node(at);
            match node.kind {
                NodeKind::Text if !page.own_text(at).trim().is_empty() => {
                    walk.texts.push(at);
                    if self.look(&[at], page.own_text(at).trim()) {
                        walk.found.insert(at);
                    }
                }
                NodeKind::Element if page.hides(at) => {
                    at = node.end;
                    continue;
                }
                NodeKind::Element => {
                    walk.elements.push((at, walk.texts.len()));
                    if page.is(at, "a") || page.is(at, "img") {
                        walk.links.push(at);
                    }
                }
                _ => {}
            }
            at = NodeId::from_index(at.index() + 1);
        }
        walk
    }

    /// Looks at values over several texts: a name with a highlighted word, a price in three elements.
    fn spread(&mut self, walk: &Walk) {
        let (page, settings) = (self.page, self.settings);
        let mut last: Option<(usize, usize)> = None;
        for (element, first) in walk.elements.iter().rev() {
            let end = page.node(*element).end;
            let inside =
                walk.texts[*first..].iter().take(settings.most_parts + 1).take_while(|text| **text < end);
            let stretch = (*first, inside.count());
            // The same texts as those of the element inside it need no second look.
            if !(2..=settings.most_parts).contains(&stretch.1) || last == Some(stretch) {
                continue;
            }
            last = Some(stretch);
            let parts = &walk.texts[*first..first + stretch.1];
            let texts: Vec<&str> = parts.iter().map(|text| page.own_text(*text).trim()).collect();
            let bytes: usize = texts.iter().map(|text| text.len()).sum();
            if bytes > settings.longest_text || parts.iter().any(|text| walk.found.contains(text)) {
                continue;
            }
            let nodes: Vec<NodeId> = std::iter::once(*element).chain(parts.iter().copied()).collect();
            if !self.look(&nodes, &texts.join(" ")) {
                self.look(&nodes, &texts.concat());
            }
        }
    }

    /// Looks at where links lead and what images show.
    fn addresses(&mut self, links: &[NodeId]) {
        let page = self.page;
        for link in links {
            let addresses = match page.is(*link, "a") {
                true => page.attribute(*link, "href").map(str::to_owned).into_iter().collect(),
                false => page.images(*link),
            };
            let mut keys =
                addresses.iter().take(self.settings.most_parts).filter_map(|address| address_key(address));
            keys.any(|key| self.add(&[*link], key, 1.0));
        }
    }

    /// Whether a text is a value, as text, as an amount or as a day.
    fn look(&mut self, nodes: &[NodeId], text: &str) -> bool {
        /// In bytes; longer texts are prose.
        const LONGEST_AMOUNT: usize = 60;
        let mut found = self.values.texts && self.look_at_text(nodes, text);
        if text.len() > LONGEST_AMOUNT || !text.bytes().any(|byte| byte.is_ascii_digit()) {
            return found;
        }
        if let Some((key, with_sign)) = self.values.amounts.then(|| amount(text)).flatten() {
            found |= self.add(nodes, key, if with_sign { 1.0 } else { self.settings.of_bare_amount });
        }
        if let Some(key) = self.values.days.then(|| day(text)).flatten() {
            found |= self.add(nodes, key, 1.0);
        }
        found
    }

    fn look_at_text(&mut self, nodes: &[NodeId], text: &str) -> bool {
        let folded = fold(text, self.settings.longest_text);
        if folded.is_empty() {
            return false;
        }
        let begins =
            beginning(&folded, self.settings.beginning).map(|begins| Key::Beginning(begins.to_owned()));
        self.add(nodes, Key::Text(folded), 1.0)
            || begins.is_some_and(|begins| self.add(nodes, begins, self.settings.of_beginning))
    }

    fn add(&mut self, nodes: &[NodeId], key: Key, weight: f32) -> bool {
        let Some((key, said)) = self.values.names.get_key_value(&key) else { return false };
        *self.times.entry(key).or_default() += 1;
        self.places.push(Shown { nodes: nodes.to_vec(), key, said, weight });
        true
    }

    fn finish(self) -> Vec<(NodeId, NameNumber, f32)> {
        let mut named = Vec::new();
        for Shown { nodes, key, said, weight } in self.places {
            let shown = self.times.get(key).copied().unwrap_or(1);
            for said in said {
                let sure = if tells(key, self.settings) { 1.0 } else { certainty(said.times, shown) };
                named.extend(nodes.iter().map(|node| (*node, said.name, said.strength * weight * sure)));
            }
        }
        named
    }
}

/// Whether a value is long enough to be the same thing wherever it is shown.
fn tells(key: &Key, settings: &NamingSettings) -> bool {
    match key {
        Key::Text(text) => text.chars().count() >= settings.telling_text,
        Key::Beginning(_) | Key::Address(_) => true,
        Key::Amount(_) | Key::Day(_) => false,
    }
}

/// How sure it is, 0 to 1, that a short value means the same wherever it is shown: `4` is said once and shown in many places.
fn certainty(said: usize, shown: usize) -> f32 {
    (said as f32 / shown.max(1) as f32).min(1.0).sqrt()
}
