//! Reads items from JSON-LD.

use crate::item::{Item, ItemId, Items, Literal, Property, plain_name};
use crate::json::{Json, JsonKind, read_json};
use crate::references::plain_text;
use crate::settings::StructuredSettings;
use chaffinch_core::{NodeId, NodeKind, Page, TextMap};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// The items that the page's scripts of type `application/ld+json` describe.
pub(crate) fn json_ld(page: &Page, settings: &StructuredSettings) -> Items {
    let mut reader = Reader::default();
    let mut values_left = settings.max_values;
    for script in page.ids().filter(|id| is_json_ld(page, *id)) {
        // The content of a script is a single text node.
        let Some(text) = page.children(script).find(|child| page.node(*child).kind == NodeKind::Text) else {
            continue;
        };
        let script = Script { page, node: script, text };
        for json in read_json(page.own_text(text), settings.max_nesting, &mut values_left) {
            reader.document(script, json);
        }
    }
    reader.finish()
}

fn is_json_ld(page: &Page, id: NodeId) -> bool {
    let is_type = |value: &str| {
        let essence = value.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case("application/ld+json")
    };
    page.is(id, "script") && page.attribute(id, "type").is_some_and(is_type)
}

/// The script that is being read.
#[derive(Clone, Copy)]
struct Script<'p> {
    page: &'p Page,
    node: NodeId,
    /// The text node with its content.
    text: NodeId,
}

#[derive(Default)]
struct Reader {
    items: Items,
    /// The first item with each `@id`.
    by_id: TextMap<String, ItemId>,
    /// Properties whose value is only an `@id`: the owner, the number of the property, and the identifier.
    references: Vec<(ItemId, usize, String)>,
}

impl Reader {
    /// Reads a document: an item, an array of items, or a `@graph` of items.
    fn document(&mut self, script: Script<'_>, json: Json) {
        match json.kind {
            JsonKind::Array(values) => values.into_iter().for_each(|value| self.document(script, value)),
            JsonKind::Object(members) => {
                let (graphs, own): (Vec<_>, Vec<_>) =
                    members.into_iter().partition(|(name, _)| name == "@graph");
                for (_, graph) in graphs {
                    self.document(script, graph);
                }
                if own.iter().any(|(name, _)| name == "@type" || !name.starts_with('@')) {
                    let root = self.item(script, own);
                    self.items.roots.push(root);
                }
            }
            _ => {}
        }
    }

    fn item(&mut self, script: Script<'_>, members: Vec<(String, Json)>) -> ItemId {
        let id = self.items.add(Item { types: Vec::new(), node: script.node, properties: Vec::new() });
        for (name, value) in members {
            match name.as_str() {
                "@type" => self.types(id, value),
                "@id" => {
                    if let JsonKind::String(identifier) = value.kind {
                        self.by_id.entry(identifier).or_insert(id);
                    }
                }
                name if name.starts_with('@') || name.is_empty() => {}
                name => self.property(script, id, &as_defined(plain_name(name)), value),
            }
        }
        id
    }

    fn types(&mut self, item: ItemId, value: Json) {
        match value.kind {
            JsonKind::String(name) => self.items.items[item.0].types.push(plain_name(&name).to_owned()),
            JsonKind::Array(values) => values.into_iter().for_each(|value| self.types(item, value)),
            _ => {}
        }
    }

    fn property(&mut self, script: Script<'_>, owner: ItemId, name: &str, value: Json) {
        let range = value.range.clone();
        let literal = |text: &str| literal(script, text, range.clone());
        let property = match value.kind {
            JsonKind::Null => None,
            JsonKind::Bool(truth) => literal(if truth { "true" } else { "false" }),
            JsonKind::Number => literal(&short_number(&script.page.own_text(script.text)[range.clone()])),
            JsonKind::String(text) => literal(&text),
            JsonKind::Array(values) => {
                values.into_iter().for_each(|value| self.property(script, owner, name, value));
                return;
            }
            JsonKind::Object(members) => return self.object_property(script, owner, name, members),
        };
        if let Some(property) = property {
            self.items.items[owner.0].properties.push((name.to_owned(), Property::Literal(property)));
        }
    }

    /// Adds a property whose value is an object: a wrapped value, a reference to an item elsewhere, or an item.
    fn object_property(
        &mut self,
        script: Script<'_>,
        owner: ItemId,
        name: &str,
        members: Vec<(String, Json)>,
    ) {
        let wraps = |name: &str| matches!(name, "@value" | "@list" | "@set");
        if members.iter().any(|(name, _)| wraps(name)) {
            let wrapped = members.into_iter().filter(|(name, _)| wraps(name));
            wrapped.for_each(|(_, value)| self.property(script, owner, name, value));
            return;
        }
        let only_reference = members.iter().all(|(name, _)| name == "@id" || name == "@type");
        if let Some((_, value)) = members.iter().find(|(name, _)| name == "@id").filter(|_| only_reference) {
            let JsonKind::String(identifier) = &value.kind else { return };
            let Some(literal) = literal(script, identifier, value.range.clone()) else { return };
            let properties = &mut self.items.items[owner.0].properties;
            self.references.push((owner, properties.len(), identifier.clone()));
            properties.push((name.to_owned(), Property::Literal(literal)));
            return;
        }
        let item = self.item(script, members);
        self.items.items[owner.0].properties.push((name.to_owned(), Property::Item(item)));
    }

    /// Replaces references by the items they refer to. A person, image, organization or brand that another
    /// item refers to is not a root, unless the other item is boilerplate: the page and the site refer to everything.
    fn finish(mut self) -> Items {
        let mut referred: FxHashSet<ItemId> = FxHashSet::default();
        for (owner, at, identifier) in self.references {
            let Some(target) = self.by_id.get(&identifier) else { continue };
            let owner = &mut self.items.items[owner.0];
            owner.properties[at].1 = Property::Item(*target);
            if !crate::rank::is_boilerplate(owner.main_type()) {
                referred.insert(*target);
            }
        }
        let items = &mut self.items;
        let supporting =
            |item: &Item| matches!(item.main_type(), "Person" | "ImageObject" | "Organization" | "Brand");
        items.roots.retain(|root| !referred.contains(root) || !supporting(&items.items[root.0]));
        self.items
    }
}

/// A property as schema.org writes it: pages write `Offers` for `offers`, too.
fn as_defined(name: &str) -> Cow<'_, str> {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if first.is_ascii_uppercase() && second.is_ascii_lowercase() => {
            Cow::Owned(format!("{}{}", first.to_ascii_lowercase(), &name[1..]))
        }
        _ => Cow::Borrowed(name),
    }
}

/// A number as a person would write it: scripts write 299.99000000000001 for 299.99.
fn short_number(text: &str) -> Cow<'_, str> {
    /// Most bytes of a number with no more digits than it needs.
    const LONGEST: usize = 16;
    match text.parse::<f64>() {
        Ok(number) if text.len() > LONGEST && text.contains('.') => Cow::Owned(number.to_string()),
        _ => Cow::Borrowed(text),
    }
}

fn literal(script: Script<'_>, text: &str, range: std::ops::Range<usize>) -> Option<Literal> {
    let text = plain_text(text);
    let span = script.page.text_span(script.text, range);
    (!text.is_empty()).then_some(Literal { text, link: None, node: script.node, span })
}
