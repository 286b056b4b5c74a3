//! Items that hold lists of others.

use crate::item::{Item, ItemId, Items, Property};

/// The items that become rows, in the order of the page: the roots, and those that a list, a feed or a page holds as its content.
pub(crate) fn shown_items(items: &Items) -> Vec<ItemId> {
    let mut seen = vec![false; items.items.len()];
    let mut shown = Vec::new();
    let mut open: Vec<ItemId> = items.roots.iter().rev().copied().collect();
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.0], true) {
            continue;
        }
        let item = items.get(id);
        let held: Vec<ItemId> =
            item.properties.iter().filter_map(|(name, value)| held(item, name, value)).collect();
        if held.is_empty() || !is_only_a_list(item) {
            shown.push(id);
        }
        open.extend(held.into_iter().rev().map(|entry| unwrapped(items, entry)));
    }
    shown
}

/// The item that `value` is, if the property says that the owner is a list of such items and not that it is described by them.
pub(crate) fn held(owner: &Item, name: &str, value: &Property) -> Option<ItemId> {
    let Property::Item(item) = value else { return None };
    let holds = match name {
        "itemListElement" => owner.main_type() != "BreadcrumbList",
        "dataFeedElement" | "blogPost" | "mainEntity" | "hasPart" => true,
        _ => false,
    };
    holds.then_some(*item)
}

fn is_only_a_list(item: &Item) -> bool {
    matches!(item.main_type(), "ItemList" | "DataFeed" | "OfferCatalog" | "FAQPage")
}

/// The item inside a `ListItem`, where there is one; otherwise `entry` itself.
fn unwrapped(items: &Items, entry: ItemId) -> ItemId {
    let item = items.get(entry);
    let held = item.properties.iter().find_map(|(name, value)| match value {
        Property::Item(held) if name == "item" => Some(*held),
        _ => None,
    });
    held.filter(|_| item.main_type() == "ListItem").unwrap_or(entry)
}
