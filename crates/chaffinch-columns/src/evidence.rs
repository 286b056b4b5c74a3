//! What speaks for the name of a column: the markup around its values, how they look, what they link to.

use crate::draft::{Draft, DraftValue};
use crate::meaning::{Meaning, words_of};
use crate::offices::says_office;
use crate::pieces::PieceKind;
use crate::settings::ColumnSettings;
use chaffinch_core::{NodeId, Page, TextMap};
use chaffinch_survey::Survey;
use std::cell::RefCell;

/// What the page's markup and look say of a column's values.
#[derive(Debug, Clone, Default)]
pub(crate) struct Evidence {
    /// The commonest `itemprop` or RDFa `property` on them.
    pub property: Option<String>,
    /// What the classes, ids and other names around them mean.
    pub meaning: Option<Meaning>,
    /// The share that stands in headings, 0 to 1.
    pub heading: f32,
    /// The share that stands in `<del>`, `<s>` or in an element with a class that says it is a former price, 0 to 1.
    pub former: f32,
    /// The mean size of their font in CSS pixels, and the share that is bold, 0 to 1.
    pub font_size: f32,
    pub bold: f32,
    /// The share with a link, 0 to 1.
    pub linked: f32,
    /// Whether most of them say what office a person holds.
    pub office: bool,
}

impl Evidence {
    pub fn of(survey: &Survey, markup: &Markup, draft: &Draft, settings: &ColumnSettings) -> Evidence {
        let page = survey.page;
        let values: Vec<&DraftValue> = draft.values().take(settings.sample).collect();
        let near = |node: NodeId| {
            let steps = std::iter::once(node).chain(page.ancestors(node));
            steps.filter(|id| page.is_element(*id)).take(settings.name_levels)
        };
        let share = |is: &dyn Fn(NodeId) -> bool| {
            values.iter().filter(|value| is(value.node)).count() as f32 / values.len().max(1) as f32
        };
        // An element that is an item of its own is no value.
        let is_value = |id: &NodeId| page.attribute(*id, "itemscope").is_none();
        let property = |value: &&DraftValue| {
            near(value.node)
                .take(2)
                .filter(is_value)
                .find_map(|id| page.attribute(id, "itemprop").or_else(|| page.attribute(id, "property")))
        };
        let style = |node: NodeId| {
            let holder = if page.is_element(node) { node } else { page.node(node).parent.unwrap_or(node) };
            page.layout().and_then(|layout| layout.style(holder))
        };
        let styles: Vec<(f32, bool)> = values
            .iter()
            .filter_map(|value| style(value.node))
            .map(|style| (style.font_size, style.font_weight >= 600))
            .collect();
        let mean = |sum: f32| sum / styles.len().max(1) as f32;
        Evidence {
            property: commonest(values.iter().filter_map(property).map(|name| {
                let name = name.split_whitespace().next().unwrap_or(name);
                name.rsplit([':', '/']).next().unwrap_or(name).to_owned()
            })),
            meaning: commonest(
                values.iter().filter_map(|value| markup.near(value.node, settings.name_levels, draft.kind)),
            ),
            heading: share(&|node| near(node).any(|id| page.is_heading(id) || page.is(id, "dt"))),
            former: share(&|node| {
                near(node).any(|id| {
                    matches!(page.name(id), "del" | "s" | "strike") || says_former(page.class_text(id))
                })
            }),
            font_size: mean(styles.iter().map(|(size, _)| size).sum()),
            bold: mean(styles.iter().map(|(_, bold)| f32::from(*bold)).sum()),
            linked: values.iter().filter(|value| value.link.is_some()).count() as f32
                / values.len().max(1) as f32,
            office: draft.kind == PieceKind::Text && are_offices(&values),
        }
    }
}

/// Whether at least two of three texts, and more than one, say what office a person holds.
fn are_offices(values: &[&DraftValue]) -> bool {
    let offices = values.iter().filter(|value| says_office(&value.text)).count();
    offices > 1 && offices * 3 >= values.len() * 2
}

/// What the markup of a page says that its values are. Each class is read once.
pub struct Markup<'p> {
    page: &'p Page,
    classes: RefCell<TextMap<&'p str, Option<Meaning>>>,
}

/// How many levels are searched for markup that says what a value is.
const MARKUP_LEVELS: usize = 3;

/// Attributes in which authors name what an element holds.
const NAMING: [&str; 11] = [
    "data-testid", "data-test", "data-qa", "data-field", "data-name", "data-label", "data-title", "headers",
    "data-th", "data-hook", "data-cy",
];

impl<'p> Markup<'p> {
    /// The markup of `page`.
    pub fn new(page: &'p Page) -> Markup<'p> {
        Markup { page, classes: RefCell::default() }
    }

    /// Whether classes say that a price is a former one.
    pub fn says_former(classes: &str) -> bool {
        says_former(classes)
    }

    /// What most of these nodes are.
    pub fn meaning(&self, nodes: &[NodeId]) -> Option<Meaning> {
        let of_node = |node: &NodeId| self.near(*node, MARKUP_LEVELS, PieceKind::Text);
        commonest(nodes.iter().filter_map(of_node))
    }

    /// What the nearest element around a node that says anything says.
    fn near(&self, node: NodeId, levels: usize, kind: PieceKind) -> Option<Meaning> {
        let steps =
            std::iter::once(node).chain(self.page.ancestors(node)).filter(|id| self.page.is_element(*id));
        steps.take(levels).find_map(|id| self.told(id, kind))
    }

    /// What the names that a page's author gave an element mean: its classes, id, `data-` names.
    fn told(&self, node: NodeId, kind: PieceKind) -> Option<Meaning> {
        let page = self.page;
        let named = page.attributes(node).iter().filter(|attribute| NAMING.contains(&&*attribute.name));
        let named = named.map(|attribute| page.value(attribute));
        let names = named.chain(page.classes(node)).chain(page.attribute(node, "id"));
        let tag = match page.name(node) {
            "address" => Some("address"),
            "time" => Some("date"),
            _ => None,
        };
        let fits = |meaning: &Meaning| kind != PieceKind::Text || !matches!(meaning.name(), "url" | "image");
        names.filter_map(|name| self.class(name)).chain(tag.and_then(Meaning::of)).find(fits)
    }

    fn class(&self, class: &'p str) -> Option<Meaning> {
        *self.classes.borrow_mut().entry(class).or_insert_with(|| class_meaning(class))
    }
}

/// The meaning of a class: of its last words that have one. `product-card__sale-price` is a sale price.
fn class_meaning(class: &str) -> Option<Meaning> {
    let words = words_of(class);
    let all: Vec<&str> = words.split(' ').filter(|word| !GENERIC.contains(word)).collect();
    if all.is_empty() || all.len() > 8 {
        return None;
    }
    // `item`, `text` and the like are in the dictionary for heads of tables; in classes they say nothing.
    (0..all.len()).find_map(|from| Meaning::of(&all[from..].join(" ")).filter(|_| says_much(&all[from..])))
}

/// Whether words of a class are more than an abbreviation of anything, as `br` and `ad` are.
fn says_much(words: &[&str]) -> bool {
    const SHORT: [&str; 10] = ["url", "img", "sku", "gtin", "isbn", "tel", "fax", "cost", "rrp", "tag"];
    let first = words[0];
    !VAGUE.contains(&first)
        && (words.len() > 1 || first.chars().count() > 3 || !first.is_ascii() || SHORT.contains(&first))
}

/// Words of classes that say where a thing stands or how it looks.
const GENERIC: [&str; 40] = [
    "wrapper", "wrap", "container", "inner", "outer", "box", "block", "col", "row", "cell", "left", "right",
    "top", "bottom", "small", "large", "big", "bold", "primary", "secondary", "main", "value", "field",
    "views", "view", "line", "js", "c", "u", "el", "span", "div", "element", "component", "font", "size",
    "color", "list", "info", "styled",
];
/// Words that mean something in the head of a table and nothing in a class.
const VAGUE: [&str; 49] = [
    "text", "data", "item", "label", "content", "body", "details", "link", "page", "by", "time", "no",
    "post", "number", "group", "section", "type", "state", "code", "case", "now", "area", "style",
    "position", "function", "ad", "file", "land", "rum", "note", "order", "panel", "per", "store", "stores",
    "shop", "provider", "role", "posts", "steps", "method", "directions", "services", "practice", "mobile",
    "food", "surface", "language", "languages",
];

/// Whether classes say that a price is a former one.
pub(crate) fn says_former(classes: &str) -> bool {
    const FORMER: [&str; 11] = [
        "old", "was", "compare", "strike", "strikethrough", "before", "msrp", "rrp", "original", "crossed",
        "previous",
    ];
    let words = words_of(classes);
    let about_price = || words.contains("price") || words.contains("amount") || words.contains("money");
    words
        .split(' ')
        .any(|word| FORMER.contains(&word) && (matches!(word, "was" | "msrp" | "rrp") || about_price()))
        || words.contains("list price")
}

/// What there is most of; of several the least.
pub(crate) fn commonest<T: Ord>(all: impl Iterator<Item = T>) -> Option<T> {
    let mut all: Vec<T> = all.collect();
    all.sort();
    let mut most = (0, 0);
    let mut first = 0;
    for alike in all.chunk_by(|one, other| one == other) {
        if alike.len() > most.0 {
            most = (alike.len(), first);
        }
        first += alike.len();
    }
    (first > 0).then(|| all.swap_remove(most.1))
}
