//! What a page itself calls the values that it shows.

use crate::facts::{Fact, facts};
use crate::item::Items;
use crate::kind::{asks_for_address, is_amount};
use crate::literal::max_visits;
use crate::settings::NamingSettings;
use chaffinch_core::{NodeId, NodeKind, Page};
use chaffinch_values::{DecimalMark, date, is_address, money, number};
use rustc_hash::{FxHashMap, FxHashSet};

/// The names that a page's structured data gives the texts, links and images that the page shows.
///
/// Microdata and RDFa stand at the values themselves. What JSON-LD, OpenGraph and scripts say is found again by its value: the same text,
/// the same address, the same amount of money, the same day. Names are schema.org's short ones: `name`, `price`, `listPrice`, `image`.
///
/// ```
/// use chaffinch_structured::{StructuredItems, StructuredSettings};
/// let page = chaffinch_page::parse_str(
///     r#"<script type="application/ld+json">{"@type": "Product", "name": "Blue pen", "offers": {"price": 1.5}}</script>
///     <h2>Blue Pen</h2><b>€ 1.50</b>"#,
/// );
/// let settings = StructuredSettings::default();
/// let names = StructuredItems::read(&page, &settings).names(&page, &settings.naming);
/// let text = |name: &str| page.children(page.ids().find(|id| page.is(*id, name)).unwrap()).next().unwrap();
/// assert_eq!(names.best(text("h2")), Some("name"));
/// assert_eq!(names.best(text("b")), Some("price"));
/// ```
#[derive(Debug, Clone, Default)]
pub struct PageNames {
    names: Vec<String>,
    by_node: FxHashMap<NodeId, Vec<(NameNumber, f32)>>,
}

/// The number of a name in [`PageNames`].
type NameNumber = u32;

impl PageNames {
    /// The names of a text node, a link, an image, or an element that holds nothing but one value, surest first. How sure a name is,
    /// is 0 to 1.
    pub fn of(&self, node: NodeId) -> impl Iterator<Item = (&str, f32)> {
        let names = self.by_node.get(&node).map_or(&[][..], Vec::as_slice);
        names.iter().map(|(name, strength)| (self.names[*name as usize].as_str(), *strength))
    }

    /// The surest name of a node.
    pub fn best(&self, node: NodeId) -> Option<&str> {
        self.of(node).next().map(|(name, _)| name)
    }

    /// Whether the page names nothing.
    pub fn is_empty(&self) -> bool {
        self.by_node.is_empty()
    }

    /// How many nodes have a name.
    pub fn len(&self) -> usize {
        self.by_node.len()
    }
}

/// Finds the names of all nodes. Each source is items and how sure their names are; those `in_place` stand at their values.
pub(crate) fn page_names(page: &Page, sources: &[NameSource<'_>], settings: &NamingSettings) -> PageNames {
    let mut naming = Naming { page, settings, names: Names::default(), by_node: FxHashMap::default() };
    let mut values = Values::default();
    let mut visits_left = max_visits(page);
    for source in sources {
        for fact in facts(source.items) {
            let number = naming.names.number(&fact.name);
            if !source.in_place || !naming.in_place(&fact, number, source.strength, &mut visits_left) {
                values.add(&fact, number, source.strength, settings);
            }
        }
    }
    if !values.is_empty() {
        naming.by_value(&values);
    }
    naming.finish()
}

/// Items of one notation.
pub(crate) struct NameSource<'a> {
    pub items: &'a Items,
    /// How sure its names are, 0 to 1.
    pub strength: f32,
    /// Whether a value's node is where the page shows the value.
    pub in_place: bool,
}

#[derive(Default)]
struct Names {
    names: Vec<String>,
    numbers: FxHashMap<String, NameNumber>,
}

impl Names {
    fn number(&mut self, name: &str) -> NameNumber {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        // There are far fewer names than bytes in a page.
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }
}

/// A value in the form in which equal values are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    /// A text, folded.
    Text(String),
    /// The beginning of a long text, folded.
    Beginning(String),
    /// The path of an address.
    Address(String),
    /// Hundredths of any currency.
    Amount(i64),
    /// A day, as in ISO 8601.
    Day(String),
}

/// The names that the structured data gives each value.
#[derive(Default)]
struct Values {
    names: FxHashMap<Key, Vec<Said>>,
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
    fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    fn add(&mut self, fact: &Fact<'_>, name: NameNumber, strength: f32, settings: &NamingSettings) {
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

struct Naming<'p> {
    page: &'p Page,
    settings: &'p NamingSettings,
    names: Names,
    by_node: FxHashMap<NodeId, Vec<(NameNumber, f32)>>,
}

impl Naming<'_> {
    /// Gives the name of `fact` to what its element shows; false where it shows nothing, as a `<meta>` does.
    fn in_place(
        &mut self,
        fact: &Fact<'_>,
        name: NameNumber,
        strength: f32,
        visits_left: &mut usize,
    ) -> bool {
        let page = self.page;
        let element = fact.literal.node;
        let wants_address = asks_for_address(fact.property) || fact.name == "image";
        let mut given = false;
        let mut at = element;
        while at < page.node(element).end && *visits_left > 0 {
            *visits_left -= 1;
            let below = at != element;
            let named_itself = below
                && (page.attribute(at, "itemprop").is_some() || page.attribute(at, "property").is_some());
            if named_itself || page.hides(at) {
                at = page.node(at).end;
                continue;
            }
            let fits = match page.node(at).kind {
                NodeKind::Text => !wants_address && !page.own_text(at).trim().is_empty(),
                NodeKind::Element if page.is(at, "img") => wants_address,
                NodeKind::Element if page.is(at, "a") => wants_address && fact.name != "image",
                _ => false,
            };
            if fits {
                self.give(at, name, strength);
                given = true;
            }
            at = NodeId::from_index(at.index() + 1);
        }
        if given && !wants_address {
            self.give(element, name, strength);
        }
        given
    }

    fn give(&mut self, node: NodeId, name: NameNumber, strength: f32) {
        let names = self.by_node.entry(node).or_default();
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = known.max(strength),
            None => names.push((name, strength)),
        }
    }

    /// Finds the values on the page again.
    fn by_value(&mut self, values: &Values) {
        let mut places: Vec<Shown<'_>> = Vec::new();
        let mut times: FxHashMap<&Key, usize> = FxHashMap::default();
        let mut add = |nodes: Vec<NodeId>, key: Key, weight: f32| {
            let Some((key, said)) = values.names.get_key_value(&key) else { return false };
            *times.entry(key).or_default() += 1;
            places.push(Shown { nodes, key, said, weight });
            true
        };
        let settings = self.settings;
        let page = self.page;
        let mut look = |nodes: &dyn Fn() -> Vec<NodeId>, text: &str| {
            let mut found = false;
            if values.texts {
                let folded = fold(text, settings.longest_text);
                let begins = beginning(&folded, settings.beginning).map(|b| Key::Beginning(b.to_owned()));
                found = !folded.is_empty() && add(nodes(), Key::Text(folded), 1.0);
                if let Some(begins) = begins.filter(|_| !found) {
                    found = add(nodes(), begins, settings.of_beginning);
                }
            }
            /// In bytes; longer texts are prose.
            const LONGEST_AMOUNT: usize = 60;
            if text.len() > LONGEST_AMOUNT || !text.bytes().any(|byte| byte.is_ascii_digit()) {
                return found;
            }
            if let Some((key, with_sign)) = values.amounts.then(|| amount(text)).flatten() {
                found |= add(nodes(), key, if with_sign { 1.0 } else { settings.of_bare_amount });
            }
            if let Some(key) = values.days.then(|| day(text)).flatten() {
                found |= add(nodes(), key, 1.0);
            }
            found
        };
        let mut texts: Vec<NodeId> = Vec::new();
        let mut found_texts: FxHashSet<NodeId> = FxHashSet::default();
        let mut elements: Vec<(NodeId, usize)> = Vec::new();
        let mut links: Vec<NodeId> = Vec::new();
        let mut at = page.body();
        let end = page.node(at).end;
        while at < end {
            let node = page.node(at);
            match node.kind {
                NodeKind::Text if !page.own_text(at).trim().is_empty() => {
                    texts.push(at);
                    if look(&|| vec![at], page.own_text(at).trim()) {
                        found_texts.insert(at);
                    }
                }
                NodeKind::Element if page.hides(at) => {
                    at = node.end;
                    continue;
                }
                NodeKind::Element => {
                    elements.push((at, texts.len()));
                    if page.is(at, "a") || page.is(at, "img") {
                        links.push(at);
                    }
                }
                _ => {}
            }
            at = NodeId::from_index(at.index() + 1);
        }
        // Values over several texts: a name with a highlighted word, a price in three elements.
        let mut last: Option<(usize, usize)> = None;
        for (element, first) in elements.into_iter().rev() {
            let end = page.node(element).end;
            let count =
                texts[first..].iter().take(settings.most_parts + 1).take_while(|text| **text < end).count();
            let stretch = (first, count);
            // The same texts as those of the element inside.
            if !(2..=settings.most_parts).contains(&count) || last == Some(stretch) {
                continue;
            }
            last = Some(stretch);
            let parts = &texts[first..first + count];
            if parts.iter().any(|text| found_texts.contains(text)) {
                continue;
            }
            let joined: Vec<&str> = parts.iter().map(|text| page.own_text(*text).trim()).collect();
            if joined.iter().map(|part| part.len()).sum::<usize>() > settings.longest_text {
                continue;
            }
            let nodes = || std::iter::once(element).chain(parts.iter().copied()).collect();
            if !look(&nodes, &joined.join(" ")) {
                look(&nodes, &joined.concat());
            }
        }
        for link in links {
            let addresses = if page.is(link, "a") {
                page.attribute(link, "href").map(str::to_owned).into_iter().collect()
            } else {
                page.images(link)
            };
            for key in addresses.iter().take(settings.most_parts).filter_map(|address| address_key(address)) {
                if add(vec![link], key, 1.0) {
                    break;
                }
            }
        }
        for Shown { nodes, key, said, weight } in places {
            let shown = times.get(key).copied().unwrap_or(1);
            for said in said {
                let sure = if tells(key, settings) { 1.0 } else { certainty(said.times, shown) };
                for node in &nodes {
                    self.give(*node, said.name, said.strength * weight * sure);
                }
            }
        }
    }

    fn finish(mut self) -> PageNames {
        let least = self.settings.least;
        self.by_node.retain(|_, names| {
            names.retain(|(_, strength)| *strength >= least);
            names.sort_by(|a, b| b.1.total_cmp(&a.1));
            !names.is_empty()
        });
        PageNames { names: self.names.names, by_node: self.by_node }
    }
}

/// A place of the page that shows a value of the structured data.
struct Shown<'v> {
    nodes: Vec<NodeId>,
    key: &'v Key,
    said: &'v [Said],
    /// How well the shown value fits, 0 to 1.
    weight: f32,
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

/// Letters and digits in lower case, one space for anything between them; at most `longest` bytes are read.
pub(crate) fn fold(text: &str, longest: usize) -> String {
    let text = chaffinch_core::beginning(text, longest);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with(' ') && !matches!(c, '\'' | '’') {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The first `most` characters of a longer text.
fn beginning(folded: &str, most: usize) -> Option<&str> {
    folded.char_indices().nth(most).map(|(at, _)| &folded[..at])
}

/// The path of an address without its host, which pages write or leave out, and without what says how to deliver an image; nothing for
/// the front page and for what is no address of a page.
fn address_key(address: &str) -> Option<Key> {
    let address = address.trim();
    /// In bytes; longer ones are data.
    const LONGEST_ADDRESS: usize = 2000;
    if address.len() > LONGEST_ADDRESS || address.starts_with("data:") || address.starts_with('#') {
        return None;
    }
    let path = address
        .split_once("//")
        .map_or(address, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    let path = path.split('#').next().unwrap_or(path);
    let path = match path.split_once('?') {
        Some((path, _)) if is_image_path(path) => path,
        _ => path,
    };
    let path = path.trim_matches('/').trim_start_matches("./");
    (!path.is_empty()).then(|| Key::Address(path.to_owned()))
}

fn is_image_path(path: &str) -> bool {
    let end = path.rsplit_once('.').map_or("", |(_, end)| end);
    ["jpg", "jpeg", "png", "webp", "gif", "avif", "svg"].iter().any(|known| end.eq_ignore_ascii_case(known))
}

/// An amount of money, and whether the text has the sign of a currency.
fn amount(text: &str) -> Option<(Key, bool)> {
    let mark = if ends_in_cents(text) { DecimalMark::Comma } else { DecimalMark::Point };
    let (value, with_sign) = match money(text, mark) {
        Some(money) => (money.value, true),
        None => (number(text, mark)?.value, false),
    };
    let hundredths = value * 100.0;
    // Larger ones are no prices.
    (hundredths.abs() < 1e15).then(|| (Key::Amount(hundredths.round() as i64), with_sign))
}

/// Whether the last separator is a comma before two digits.
fn ends_in_cents(text: &str) -> bool {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    digits.rsplit_once([',', '.']).is_some_and(|(head, cents)| {
        digits[head.len()..].starts_with(',') && cents.len() == 2 && cents.bytes().all(|b| b.is_ascii_digit())
    })
}

fn is_day(name: &str) -> bool {
    name.starts_with("date") || name.ends_with("Date")
}

fn day(text: &str) -> Option<Key> {
    let day = date(text)?;
    day.get(..10).map(|day| Key::Day(day.to_owned()))
}
