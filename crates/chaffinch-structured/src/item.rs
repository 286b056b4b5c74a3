//! What all notations describe: items with types and properties.

use chaffinch_core::{NodeId, Span};

/// All items of a page in one notation.
#[derive(Debug, Default)]
pub(crate) struct Items {
    pub items: Vec<Item>,
    /// The items that are not the value of another item's property.
    pub roots: Vec<ItemId>,
}

/// An item's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ItemId(pub usize);

/// A thing with properties.
#[derive(Debug)]
pub(crate) struct Item {
    /// Its types without their vocabulary, such as `Product`.
    pub types: Vec<String>,
    /// The node that describes it.
    pub node: NodeId,
    /// Names and values in the order of the page. A name may come several times.
    pub properties: Vec<(String, Property)>,
}

/// A value of a property.
#[derive(Debug, Clone)]
pub(crate) enum Property {
    /// An item.
    Item(ItemId),
    /// A text, number or address.
    Literal(Literal),
}

/// A text and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Literal {
    /// On one line; never empty.
    pub text: String,
    /// Where it links to.
    pub link: Option<String>,
    pub node: NodeId,
    pub span: Option<Span>,
}

impl Items {
    pub fn get(&self, id: ItemId) -> &Item {
        &self.items[id.0]
    }

    pub fn add(&mut self, item: Item) -> ItemId {
        self.items.push(item);
        ItemId(self.items.len() - 1)
    }
}

impl Item {
    /// The first type; `Thing` where it has none.
    pub fn main_type(&self) -> &str {
        self.types.first().map_or("Thing", String::as_str)
    }
}

/// A name or type without its vocabulary: `https://schema.org/Product`, `schema:Product` and `Product` are the same.
pub(crate) fn plain_name(name: &str) -> &str {
    let name = name.trim().trim_end_matches(['/', '#']);
    match name.rfind(['/', '#']) {
        Some(at) => &name[at + 1..],
        None => name.strip_prefix("schema:").unwrap_or(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vocabulary_is_no_part_of_a_name() {
        for name in
            ["https://schema.org/Product", "http://schema.org/Product/", "schema:Product", " Product "]
        {
            assert_eq!(plain_name(name), "Product");
        }
    }
}
