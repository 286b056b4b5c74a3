//! Makes one row of named values of an item and the items in its properties.

use crate::item::{ItemId, Items, Literal, Property};
use crate::kind::is_amount;
use crate::lists::held;
use crate::settings::StructuredSettings;
use crate::thread::is_reply;
use chaffinch_core::{FoundCell, Page, Place, TextMap};
use chaffinch_values::currency;

/// The values of `item` by dotted name, in the order of first appearance. Answers and comments are left out unless `with_replies`: they are
/// rows of their own.
pub(crate) fn flatten(
    page: &Page,
    items: &Items,
    item: ItemId,
    with_replies: bool,
    settings: &StructuredSettings,
    allowance: &mut Allowance,
) -> Vec<(String, Vec<FoundCell>)> {
    let mut flattening = Flattening {
        page,
        items,
        with_replies,
        settings,
        allowance,
        values: Vec::new(),
        index: TextMap::default(),
        path: Vec::new(),
        inside: Vec::new(),
    };
    flattening.item(item, None);
    flattening.values
}

/// The mean number of bytes of a step of an XPath.
const BYTES_A_STEP: usize = 8;

/// How much more may be read from the page.
#[derive(Debug)]
pub(crate) struct Allowance {
    /// Values that may be looked at. References can make very many values of few items.
    pub values: usize,
    /// Bytes of text and paths.
    pub bytes: usize,
}

struct Flattening<'a> {
    page: &'a Page,
    items: &'a Items,
    with_replies: bool,
    settings: &'a StructuredSettings,
    allowance: &'a mut Allowance,
    values: Vec<(String, Vec<FoundCell>)>,
    /// Where in `values` each dotted name is.
    index: TextMap<String, usize>,
    path: Vec<&'a str>,
    /// The items around the current one: an item that refers to itself is not read again.
    inside: Vec<ItemId>,
}

impl<'a> Flattening<'a> {
    fn item(&mut self, id: ItemId, outer_currency: Option<&'a str>) {
        if self.inside.contains(&id) || self.path.len() >= self.settings.max_path {
            return;
        }
        let item = self.items.get(id);
        let currency = own_currency(&item.properties).or(outer_currency);
        self.inside.push(id);
        for (name, value) in &item.properties {
            if self.allowance.values == 0 {
                break;
            }
            self.allowance.values -= 1;
            // The items of a list are rows of their own.
            let is_row = self.inside.len() == 1 && held(item, name, value).is_some();
            if is_row || !self.with_replies && is_reply(name, value) {
                continue;
            }
            if let Property::Item(inner) = value
                && let Some((label, value)) = self.labelled(name, *inner)
            {
                self.path.push(label);
                self.literal(value, None);
                self.path.pop();
                continue;
            }
            self.path.push(name);
            match value {
                Property::Item(inner) => self.item(*inner, currency),
                Property::Literal(literal) => self.literal(literal, currency.filter(|_| is_amount(name))),
            }
            self.path.pop();
        }
        self.inside.pop();
    }

    /// The label and the value of a property that schema.org has no name for: `additionalProperty` with a name and a value of its own.
    fn labelled(&self, name: &str, value: ItemId) -> Option<(&'a str, &'a Literal)> {
        /// Most bytes of a label.
        const LONGEST: usize = 60;
        if name != "additionalProperty" || !self.path.is_empty() {
            return None;
        }
        let properties = &self.items.get(value).properties;
        let literal = |wanted: &str| {
            properties.iter().find_map(|(name, value)| match value {
                Property::Literal(literal) if name == wanted => Some(literal),
                _ => None,
            })
        };
        let label = literal("name").map(|name| name.text.as_str());
        // Steps of a path have points between them.
        let label =
            label.filter(|label| !label.is_empty() && label.len() <= LONGEST && !label.contains('.'))?;
        Some((label, literal("value")?))
    }

    fn literal(&mut self, literal: &Literal, currency: Option<&str>) {
        let cell = FoundCell {
            text: literal.text.clone(),
            unit: currency.map(str::to_owned),
            link: literal.link.clone(),
            place: Some(Place::Written(literal.node, literal.span)),
            ..FoundCell::default()
        };
        // A report has the text and the XPath of its node.
        let size = cell.text.len() + BYTES_A_STEP * self.page.ancestors(literal.node).count();
        let Some(left) = self.allowance.bytes.checked_sub(size) else { return };
        self.allowance.bytes = left;
        let path = self.path.join(".");
        match self.index.get(&path) {
            Some(at) => self.values[*at].1.push(cell),
            None => {
                self.index.insert(path.clone(), self.values.len());
                self.values.push((path, vec![cell]));
            }
        }
    }
}

/// The currency that an item names for its amounts, as an ISO 4217 code where it is known.
fn own_currency(properties: &[(String, Property)]) -> Option<&str> {
    properties.iter().find_map(|(name, value)| match value {
        Property::Literal(literal) if matches!(name.as_str(), "priceCurrency" | "currency") => {
            Some(currency(&literal.text).unwrap_or(&literal.text))
        }
        _ => None,
    })
}
