//! What a page itself calls the values that it shows.

use crate::facts::{Fact, facts};
use crate::item::Items;
use crate::kind::asks_for_address;
use crate::literal::max_visits;
use crate::settings::NamingSettings;
use crate::shown_values::{NameNumber, Values, shown_values};
use chaffinch_core::{NodeId, NodeKind, Page, TextMap};
use rustc_hash::FxHashMap;

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
        for (node, name, strength) in shown_values(page, &values, settings) {
            naming.give(node, name, strength);
        }
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
    numbers: TextMap<String, NameNumber>,
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
