//! The page as a whole: is it a list, or about one thing? A list shows its repeated blocks soon after its heading; a page about one
//! thing has a price and a way to buy before it comes to other things that one might like.

use super::element::{Element, ElementKind};
use super::repeated::RepeatedBlocks;
use super::words::{fold, name_parts};
use chaffinch_core::Page;

/// How much an element is more probably the heading for being an `h1`, and for standing outside of repeated blocks. Having just the
/// words of the title counts 10.
const HEADING: usize = 4;
const OUTSIDE: usize = 6;
/// More amounts than this in one place of the markup belong to a list.
const FEW_ALIKE: usize = 2;
/// A way to buy counts if it comes at most this many elements after the heading.
const SOON: usize = 80;
/// This many links in a row that count up, such as `1 2 3`, lead to further pages.
const PAGER: usize = 3;
/// The classes and ids of the whole page that are read.
const MOST_NAMES: usize = 64;
/// Names that designers give to pages with many things.
#[rustfmt::skip]
const NAMES_OF_LISTS: [&str; 12] = [
    "archive", "browse", "catalog", "catalogue", "category", "collection", "collections", "listing", "plp",
    "results", "srp", "tax",
];
/// And to pages about one thing.
const NAMES_OF_DETAILS: [&str; 5] = ["detail", "details", "pdp", "single", "vip"];
/// What is written where one can buy, in the languages of many shops.
#[rustfmt::skip]
const BUYING: [&str; 22] = [
    "add to cart", "add to bag", "add to basket", "add to trolley", "buy it now", "buy now",
    "in den warenkorb", "in den einkaufswagen", "jetzt kaufen", "ajouter au panier", "acheter",
    "añadir al carrito", "agregar al carrito", "comprar", "adicionar ao carrinho", "aggiungi al carrello",
    "in winkelwagen", "lägg i varukorg", "legg i handlekurv", "do koszyka", "カートに入れる", "加入购物车",
];

/// What tells whether a page is a list or about one thing. Elements are given by their number.
#[derive(Debug, Default)]
pub struct WholePage {
    /// The heading: the element that is most like the title; one that is an `h1` or stands outside of repeated blocks is preferred.
    pub heading: Option<usize>,
    /// The first amount of money after the heading that does not belong to a list.
    pub price: Option<usize>,
    /// Where that amount stands: how far from the heading, and whether before the first repeated block.
    pub own_price: Vec<&'static str>,
    /// How far it is from the heading to the first repeated block.
    pub first_repeated: &'static str,
    /// Whether one can buy soon after the heading, outside of repeated blocks.
    pub sells: bool,
    /// Whether numbers lead to further pages.
    pub has_pager: bool,
    /// What its designers call it: a list or a detail.
    pub named: Option<&'static str>,
    /// What the page tells machines about itself.
    pub says: Vec<String>,
}

impl WholePage {
    /// Looks at a page whose repeated blocks are known. `likeness` says how like the title an element is.
    pub fn new(
        page: &Page,
        elements: &[Element<'_>],
        repeated: &RepeatedBlocks,
        likeness: impl Fn(&Element<'_>) -> usize,
    ) -> WholePage {
        let main = heading(page, elements, repeated, likeness);
        let price = main.and_then(|main| own_price(elements, repeated, main));
        WholePage {
            heading: main,
            price,
            own_price: main.map(|main| place_of(price, repeated, main)).unwrap_or_default(),
            first_repeated: first_repeated(repeated, main),
            sells: main.is_some_and(|main| sells(page, elements, repeated, main)),
            has_pager: has_pager(elements),
            named: named(page),
            says: says(page),
        }
    }
}

fn heading(
    page: &Page,
    elements: &[Element<'_>],
    repeated: &RepeatedBlocks,
    likeness: impl Fn(&Element<'_>) -> usize,
) -> Option<usize> {
    let worth = |at: usize| {
        let element = &elements[at];
        let is_heading = element.holders(page).any(|node| page.is(node, "h1"));
        let outside = repeated.of_element[at].is_none();
        let worth =
            likeness(element) + if is_heading { HEADING } else { 0 } + if outside { OUTSIDE } else { 0 };
        (worth, element.style.font_size as usize, std::cmp::Reverse(at))
    };
    let texts =
        (0..elements.len()).filter(|at| !elements[*at].kind.is_image() && !elements[*at].text.is_empty());
    let best = texts.map(|at| (worth(at), at)).max()?;
    (best.0.0 > OUTSIDE).then_some(best.1)
}

fn own_price(elements: &[Element<'_>], repeated: &RepeatedBlocks, main: usize) -> Option<usize> {
    let is_own = |at: &usize| {
        elements[*at].kind == ElementKind::DollarText
            && repeated.of_element[*at].is_none()
            && repeated.group(*at).size <= FEW_ALIKE
    };
    (main..elements.len()).find(is_own)
}

/// How far the amount is from the heading, and whether it comes before the first repeated block.
fn place_of(price: Option<usize>, repeated: &RepeatedBlocks, main: usize) -> Vec<&'static str> {
    let Some(price) = price else { return vec!["none"] };
    let is_first = (main..price).all(|at| repeated.of_element[at].is_none());
    vec![distance(price - main), if is_first { "first" } else { "later" }]
}

fn first_repeated(repeated: &RepeatedBlocks, main: Option<usize>) -> &'static str {
    match (repeated.of_element.iter().position(Option::is_some), main) {
        (None, _) => "none",
        (_, None) => "no-heading",
        (_, Some(main)) if repeated.of_element[main].is_some() => "is-heading",
        (Some(first), Some(main)) if first < main => "before",
        (Some(first), Some(main)) => distance(first - main),
    }
}

fn sells(page: &Page, elements: &[Element<'_>], repeated: &RepeatedBlocks, main: usize) -> bool {
    let after = elements.iter().enumerate().skip(main).take(SOON);
    let mut outside = after.filter(|(at, _)| repeated.of_element[*at].is_none());
    let buys = |text: &str| BUYING.iter().any(|words| text.contains(words));
    outside.any(|(_, element)| {
        let value = page.attribute(element.node, "value").unwrap_or_default();
        buys(&fold(&element.text)) || buys(&fold(value))
    })
}

fn has_pager(elements: &[Element<'_>]) -> bool {
    let number = |at: usize| elements[at].text.parse::<u32>().ok();
    let mut run = 0;
    (1..elements.len()).any(|at| {
        let follows = number(at).zip(number(at - 1)).is_some_and(|(own, before)| own == before + 1);
        run = if follows && elements[at].link.is_some() { run + 1 } else { 0 };
        run + 1 >= PAGER
    })
}

/// What the classes and ids of the page as a whole call it.
fn named(page: &Page) -> Option<&'static str> {
    let body = page.body();
    let whole = [Some(body), page.node(body).parent];
    let names = whole.into_iter().flatten().flat_map(|node| {
        page.classes(node).chain(page.attribute(node, "id")).take(MOST_NAMES).flat_map(name_parts)
    });
    let names: Vec<String> = names.collect();
    let any = |known: &[&str]| names.iter().any(|name| known.contains(&name.as_str()));
    match (any(&NAMES_OF_LISTS), any(&NAMES_OF_DETAILS)) {
        (true, false) => Some("list"),
        (false, true) => Some("detail"),
        _ => None,
    }
}

/// The type of page that its head names, and how many products are described in JSON-LD or in attributes.
fn says(page: &Page) -> Vec<String> {
    let mut says = Vec::new();
    let (mut described, mut marked) = (0, 0);
    for id in page.ids() {
        match page.name(id) {
            "meta" if page.attribute(id, "property") == Some("og:type") => {
                let kind = page.attribute(id, "content").unwrap_or_default();
                says.push(kind.rsplit(':').next().unwrap_or_default().to_owned());
            }
            "script" if page.attribute(id, "type") == Some("application/ld+json") => {
                let text: String = page.subtree(id).map(|inner| page.own_text(inner)).collect();
                let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
                described += compact.matches("\"@type\":\"Product\"").count();
                if compact.contains("\"ItemList\"") {
                    says.push("list".to_owned());
                }
            }
            _ => {
                let product = |kind: &str| kind.ends_with("schema.org/Product");
                marked += usize::from(page.attribute(id, "itemtype").is_some_and(product));
            }
        }
    }
    says.push(match described.max(marked) {
        0 => "of-none".to_owned(),
        1 => "of-one".to_owned(),
        _ => "of-many".to_owned(),
    });
    says
}

/// A number of elements, coarsely.
fn distance(elements: usize) -> &'static str {
    match elements {
        0..12 => "near",
        12..48 => "some-way",
        48..160 => "far",
        _ => "very-far",
    }
}
