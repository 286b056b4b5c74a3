//! Reads items from microdata, by section 5 of the HTML standard.

use crate::item::{Item, ItemId, Items, Literal, Property, plain_name};
use crate::literal::{literal, max_visits};
use crate::settings::StructuredSettings;
use chaffinch_core::{NodeId, Page, TextMap};
use rustc_hash::{FxHashMap, FxHashSet};

/// The items that the page's `itemscope` elements describe.
pub(crate) fn microdata(page: &Page, settings: &StructuredSettings) -> Items {
    let scopes: Vec<NodeId> = page.ids().filter(|id| page.attribute(*id, "itemscope").is_some()).collect();
    if scopes.is_empty() {
        return Items::default();
    }
    let mut reader = Reader {
        page,
        items: Items::default(),
        item_of: FxHashMap::default(),
        by_id: TextMap::default(),
        visits_left: max_visits(page),
        bytes_left: settings.max_bytes,
    };
    for id in page.ids() {
        if let Some(value) = page.attribute(id, "id") {
            reader.by_id.entry(value).or_insert(id);
        }
    }
    for scope in &scopes {
        let item =
            reader.items.add(Item { types: types(page, *scope), node: *scope, properties: Vec::new() });
        reader.item_of.insert(*scope, item);
    }
    let mut owned: FxHashSet<ItemId> = FxHashSet::default();
    for scope in &scopes {
        reader.properties(*scope, &mut owned);
    }
    // By the standard an item with an `itemprop` is never a root; on real pages it is one if no other item owns it.
    let roots = scopes.iter().map(|scope| reader.item_of[scope]);
    reader.items.roots = roots.filter(|item| !owned.contains(item)).collect();
    reader.items
}

fn types(page: &Page, scope: NodeId) -> Vec<String> {
    let types = page.attribute(scope, "itemtype").unwrap_or_default();
    types.split_ascii_whitespace().map(|name| plain_name(name).to_owned()).collect()
}

struct Reader<'p> {
    page: &'p Page,
    items: Items,
    item_of: FxHashMap<NodeId, ItemId>,
    /// The first element with each `id`.
    by_id: TextMap<&'p str, NodeId>,
    visits_left: usize,
    bytes_left: usize,
}

impl Reader<'_> {
    /// The standard's "properties of an item": the elements with an `itemprop` below the item and below the elements it refers to, but
    /// not inside other items, in document order.
    fn properties(&mut self, scope: NodeId, owned: &mut FxHashSet<ItemId>) {
        let page = self.page;
        let mut named: Vec<NodeId> = Vec::new();
        self.named_below(scope, &mut named);
        let refers = page.attribute(scope, "itemref").unwrap_or_default();
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        for id in refers.split_ascii_whitespace() {
            let Some(element) = self.by_id.get(id).copied() else { continue };
            // What is below the item is found already, and an item cannot be a property of itself.
            let own = page.contains(scope, element) || page.contains(element, scope);
            if !own && seen.insert(element) && self.visits_left > 0 {
                self.named_from(element, &mut named);
            }
        }
        named.sort_unstable();
        named.dedup();
        let item = self.item_of[&scope];
        let mut properties = Vec::new();
        for element in named {
            let names = page.attribute(element, "itemprop").unwrap_or_default();
            for name in names.split_ascii_whitespace().map(plain_name) {
                let value = match self.item_of.get(&element) {
                    Some(value) => {
                        owned.insert(*value);
                        Some(Property::Item(*value))
                    }
                    None => self.affordable_literal(element, name).map(Property::Literal),
                };
                properties.extend(value.map(|value| (name.to_owned(), value)));
            }
        }
        self.items.items[item.0].properties = properties;
    }

    fn affordable_literal(&mut self, element: NodeId, name: &str) -> Option<Literal> {
        let nodes = self.page.node(element).end.index() - element.index();
        self.visits_left = self.visits_left.checked_sub(nodes)?;
        let literal = literal(self.page, element, name)?;
        self.bytes_left = self.bytes_left.checked_sub(literal.text.len())?;
        Some(literal)
    }

    fn named_below(&mut self, element: NodeId, named: &mut Vec<NodeId>) {
        let page = self.page;
        page.element_children(element).for_each(|child| self.named_from(child, named));
    }

    /// The elements with an `itemprop` from `element` down, without those of inner items.
    fn named_from(&mut self, element: NodeId, named: &mut Vec<NodeId>) {
        let page = self.page;
        let mut at = element;
        while at < page.node(element).end {
            self.visits_left = self.visits_left.saturating_sub(1);
            if page.attribute(at, "itemprop").is_some() {
                named.push(at);
            }
            let is_item = self.item_of.contains_key(&at);
            at = if is_item { page.node(at).end } else { NodeId::from_index(at.index() + 1) };
        }
    }
}
