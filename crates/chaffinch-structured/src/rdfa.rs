//! Reads items from RDFa: all of RDFa Lite 1.1, and what else pages use of RDFa Core: `about`, `rel` and chains of both.

use crate::item::{Item, ItemId, Items, Literal, Property, plain_name};
use crate::kind::asks_for_address;
use crate::literal::{attribute, literal, max_visits};
use crate::settings::StructuredSettings;
use chaffinch_core::{NodeId, Page, TextMap};
use rustc_hash::FxHashSet;

/// The items that the page's `typeof` elements describe.
///
/// Names are read without their vocabulary, so that `vocab` and `prefix` are not needed, and pages that forget them are read too.
/// Properties of the page itself, such as `og:title` in its head, are not part of an item.
pub(crate) fn rdfa(page: &Page, settings: &StructuredSettings) -> Items {
    if !page.ids().any(|id| page.attribute(id, "typeof").is_some()) {
        return Items::default();
    }
    let mut reader = Reader {
        page,
        items: Items::default(),
        named: TextMap::default(),
        owned: FxHashSet::default(),
        references: Vec::new(),
        visits_left: max_visits(page),
        bytes_left: settings.max_bytes,
    };
    let mut open: Vec<Scope> =
        vec![Scope { end: NodeId::from_index(page.len()), subject: None, waiting: None }];
    for id in page.ids().filter(|id| page.is_element(*id)) {
        while open.len() > 1 && open.last().is_some_and(|scope| scope.end <= id) {
            open.pop();
        }
        if let Some(scope) = open.last().and_then(|around| reader.element(id, around)) {
            open.push(scope);
        }
    }
    reader.finish()
}

/// What is known inside an element.
struct Scope {
    /// Where the element ends.
    end: NodeId,
    /// The item that properties describe; nothing for the page itself.
    subject: Option<ItemId>,
    /// An item and the element with a `rel` whose values are the next subjects inside.
    waiting: Option<(ItemId, NodeId)>,
}

struct Reader<'p> {
    page: &'p Page,
    items: Items,
    /// Items by their `about` or `resource`.
    named: TextMap<&'p str, ItemId>,
    /// The items that are values of other items' properties.
    owned: FxHashSet<ItemId>,
    /// Properties whose value is an address: the owner, the number of the property, and the address.
    references: Vec<(ItemId, usize, &'p str)>,
    visits_left: usize,
    bytes_left: usize,
}

impl<'p> Reader<'p> {
    /// Reads one element; returns the scope inside it where that differs from the scope around it.
    fn element(&mut self, id: NodeId, around: &Scope) -> Option<Scope> {
        let page = self.page;
        let from = |name: &str| page.attribute(id, name);
        let types = from("typeof");
        let relates = relations(page, id).next().is_some();
        let says = from("property").is_some() && from("content").is_none();
        // `about` names the subject of the element. Without it, what the element names is the value of its property, or the subject
        // where it has no property.
        let about = from("about").map(|name| self.item(id, Some(name)));
        let is_value = about.is_none() && (relates || says);
        let inner = match (types, about) {
            (Some(_), Some(about)) => Some(about),
            (Some(_), None) => Some(self.item(id, address(page, id))),
            (None, _) if relates || from("property").is_some() => None,
            (None, None) => from("resource").map(|name| self.item(id, Some(name))),
            (None, about) => about,
        };
        if let (Some(types), Some(item)) = (types, inner) {
            let item = &mut self.items.items[item.0];
            if item.types.is_empty() {
                item.node = id;
            }
            item.types.extend(types.split_ascii_whitespace().map(|name| term(name).to_owned()));
        }
        let subject = about.or(if is_value { None } else { inner }).or(around.subject);
        if let (Some((owner, rel)), Some(item)) = (around.waiting, inner.or(about)) {
            relations(page, rel).for_each(|name| self.own(owner, name, item));
        }
        let mut waiting = None;
        if let Some(owner) = subject {
            match (relates, inner.filter(|_| is_value), address(page, id)) {
                (false, ..) => {}
                (true, Some(item), _) => relations(page, id).for_each(|name| self.own(owner, name, item)),
                (true, None, Some(to)) => {
                    relations(page, id).for_each(|name| self.refer(owner, name, id, to))
                }
                (true, None, None) => waiting = Some((owner, id)),
            }
            let value = inner.filter(|_| is_value && says && !relates);
            for name in from("property").unwrap_or_default().split_ascii_whitespace().map(term) {
                match value {
                    Some(item) => self.own(owner, name, item),
                    None => self.literal(owner, name, id),
                }
            }
        }
        let new = inner.is_some() || about.is_some() || waiting.is_some();
        let subject = inner.or(about).or(around.subject);
        new.then(|| Scope { end: page.node(id).end, subject, waiting })
    }

    /// The item with this name, or a new one.
    fn item(&mut self, node: NodeId, name: Option<&'p str>) -> ItemId {
        let new = Item { types: Vec::new(), node, properties: Vec::new() };
        match name {
            Some(name) => *self.named.entry(name).or_insert_with(|| self.items.add(new)),
            None => self.items.add(new),
        }
    }

    fn own(&mut self, owner: ItemId, name: &str, item: ItemId) {
        if owner != item {
            self.owned.insert(item);
            self.add(owner, name, Property::Item(item));
        }
    }

    fn add(&mut self, owner: ItemId, name: &str, value: Property) {
        self.items.items[owner.0].properties.push((name.to_owned(), value));
    }

    /// Adds a property whose value is its `content`, the address it points to, or its text.
    fn literal(&mut self, owner: ItemId, name: &str, id: NodeId) {
        let page = self.page;
        if let (Some(to), None) = (page.attribute(id, "resource"), page.attribute(id, "content")) {
            return self.refer(owner, name, id, to);
        }
        let nodes = page.node(id).end.index() - id.index();
        let Some(left) = self.visits_left.checked_sub(nodes) else { return };
        self.visits_left = left;
        if let Some(value) = literal(page, id, name) {
            let to = page.attribute(id, "href").filter(|_| !asks_for_address(name));
            self.write(owner, name, value, to);
        }
    }

    /// Adds a property whose value is what `to` names.
    fn refer(&mut self, owner: ItemId, name: &str, id: NodeId, to: &'p str) {
        let written = ["resource", "href", "src"].iter().find_map(|name| attribute(self.page, id, name));
        let Some((text, span)) = written else { return };
        self.write(owner, name, Literal { text, link: Some(to.to_owned()), node: id, span }, Some(to));
    }

    fn write(&mut self, owner: ItemId, name: &str, value: Literal, to: Option<&'p str>) {
        let Some(left) = self.bytes_left.checked_sub(value.text.len()) else { return };
        self.bytes_left = left;
        let at = self.items.get(owner).properties.len();
        self.references.extend(to.map(|to| (owner, at, to)));
        self.add(owner, name, Property::Literal(value));
    }

    /// Replaces names by the items they name. Items with a type that are not the value of a property are roots, also if others refer
    /// to them by name.
    fn finish(mut self) -> Items {
        for (owner, at, name) in std::mem::take(&mut self.references) {
            let target = self.named.get(name).copied().filter(|target| *target != owner);
            if let Some(target) = target.filter(|target| !self.items.get(*target).properties.is_empty()) {
                self.items.items[owner.0].properties[at].1 = Property::Item(target);
            }
        }
        let all = (0..self.items.items.len()).map(ItemId);
        let stands = |item: &ItemId| !self.owned.contains(item) && !self.items.get(*item).types.is_empty();
        self.items.roots = all.filter(stands).collect();
        self.items
    }
}

/// What an element names: its `resource`, or else the address of its link or image; `#` is no address.
fn address(page: &Page, id: NodeId) -> Option<&str> {
    let named = ["resource", "href", "src"].iter().find_map(|name| page.attribute(id, name));
    named.filter(|name| !matches!(*name, "" | "#"))
}

/// The properties in `rel`. Words without a prefix, such as `nofollow`, belong to HTML.
fn relations(page: &Page, id: NodeId) -> impl Iterator<Item = &str> {
    let words = page.attribute(id, "rel").unwrap_or_default().split_ascii_whitespace();
    words.filter(|word| word.contains(':')).map(term)
}

/// A name without its vocabulary: `schema:name`, `http://schema.org/name` and `name` are the same.
fn term(name: &str) -> &str {
    match name.split_once(':') {
        Some((_, local)) if !local.starts_with("//") && !local.is_empty() => plain_name(local),
        _ => plain_name(name),
    }
}
