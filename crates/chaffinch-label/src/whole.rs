//! The page as a whole: is it a list, or about one thing? A list shows its units soon after its heading; a page about one thing has a price
//! and a way to buy before it comes to others that one might like.

use crate::element::{Element, ElementKind};
use crate::units::Units;
use crate::words::{fold, name_parts};
use chaffinch_core::Page;

/// What it counts for a heading to be an `h1`, and to stand outside of units, beside its likeness to the title.
const HEADING: usize = 4;
const OUTSIDE: usize = 6;
/// Amounts in one kind of place that are not of a list.
const FEW_FELLOWS: usize = 2;
/// Buying has to be offered so soon after the heading, in elements.
const SOON: usize = 80;
/// So many numbers that follow one another lead to further pages.
const PAGER: usize = 3;
/// What designers call pages with many things.
const NAMES_OF_LISTS: [&str; 12] = [
    "archive",
    "browse",
    "catalog",
    "catalogue",
    "category",
    "collection",
    "collections",
    "listing",
    "plp",
    "results",
    "srp",
    "tax",
];
/// And pages about one.
const NAMES_OF_DETAILS: [&str; 5] = ["detail", "details", "pdp", "single", "vip"];
/// What is written where one can buy, in languages of shops.
const BUYING: [&str; 22] = [
    "add to cart",
    "add to bag",
    "add to basket",
    "add to trolley",
    "buy it now",
    "buy now",
    "in den warenkorb",
    "in den einkaufswagen",
    "jetzt kaufen",
    "ajouter au panier",
    "acheter",
    "añadir al carrito",
    "agregar al carrito",
    "comprar",
    "adicionar ao carrinho",
    "aggiungi al carrello",
    "in winkelwagen",
    "lägg i varukorg",
    "legg i handlekurv",
    "do koszyka",
    "カートに入れる",
    "加入购物车",
];

/// What tells the kind of a page.
#[derive(Debug, Default)]
pub struct Whole {
    /// The heading: an element that says what the title says, best an `h1`, and best outside of units.
    pub heading: Option<usize>,
    /// The first amount after the heading that is not of a list.
    pub price: Option<usize>,
    /// What the place of that amount says.
    pub own_price: Vec<&'static str>,
    /// How far it is from the heading to the first unit.
    pub first_unit: &'static str,
    /// Whether one can buy soon after the heading, outside of units.
    pub sells: bool,
    /// Whether numbers lead to further pages.
    pub has_pager: bool,
    /// What its designers call it: a list or a detail.
    pub named: Option<&'static str>,
    /// What it says of itself to machines.
    pub says: Vec<String>,
}

impl Whole {
    /// Looks at a page whose units and heading are known.
    pub fn new(
        page: &Page,
        elements: &[Element<'_>],
        units: &Units,
        likeness: impl Fn(&Element<'_>) -> usize,
    ) -> Whole {
        let main = heading(page, elements, units, likeness);
        let price = main.and_then(|main| own_price(elements, units, main));
        Whole {
            heading: main,
            price,
            own_price: main.map(|main| place_of(price, units, main)).unwrap_or_default(),
            first_unit: first_unit(units, main),
            sells: main.is_some_and(|main| sells(page, elements, units, main)),
            has_pager: has_pager(elements),
            named: named(page),
            says: says(page),
        }
    }
}

fn heading(
    page: &Page,
    elements: &[Element<'_>],
    units: &Units,
    likeness: impl Fn(&Element<'_>) -> usize,
) -> Option<usize> {
    let worth = |at: usize| {
        let element = &elements[at];
        let is_heading = element.holders(page).any(|node| page.is(node, "h1"));
        let outside = units.of_element[at].is_none();
        let worth =
            likeness(element) + if is_heading { HEADING } else { 0 } + if outside { OUTSIDE } else { 0 };
        (worth, element.style.font_size as usize, std::cmp::Reverse(at))
    };
    let texts =
        (0..elements.len()).filter(|at| !elements[*at].kind.is_image() && !elements[*at].text.is_empty());
    let best = texts.map(|at| (worth(at), at)).max()?;
    (best.0.0 > OUTSIDE).then_some(best.1)
}

fn own_price(elements: &[Element<'_>], units: &Units, main: usize) -> Option<usize> {
    let is_own = |at: &usize| {
        elements[*at].kind == ElementKind::DollarText
            && units.of_element[*at].is_none()
            && units.group(*at).size <= FEW_FELLOWS
    };
    (main..elements.len()).find(is_own)
}

/// How far the amount is from the heading, and whether it comes before the first unit.
fn place_of(price: Option<usize>, units: &Units, main: usize) -> Vec<&'static str> {
    let Some(price) = price else { return vec!["none"] };
    let is_first = (main..price).all(|at| units.of_element[at].is_none());
    vec![way(price - main), if is_first { "first" } else { "later" }]
}

fn first_unit(units: &Units, main: Option<usize>) -> &'static str {
    match (units.of_element.iter().position(Option::is_some), main) {
        (None, _) => "none",
        (_, None) => "no-heading",
        (_, Some(main)) if units.of_element[main].is_some() => "is-heading",
        (Some(first), Some(main)) if first < main => "before",
        (Some(first), Some(main)) => way(first - main),
    }
}

fn sells(page: &Page, elements: &[Element<'_>], units: &Units, main: usize) -> bool {
    let after = elements.iter().enumerate().skip(main).take(SOON);
    let mut outside = after.filter(|(at, _)| units.of_element[*at].is_none());
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
    let names = whole
        .into_iter()
        .flatten()
        .flat_map(|node| page.classes(node).chain(page.attribute(node, "id")).take(64).flat_map(name_parts));
    let names: Vec<String> = names.collect();
    let any = |known: &[&str]| names.iter().any(|name| known.contains(&name.as_str()));
    match (any(&NAMES_OF_LISTS), any(&NAMES_OF_DETAILS)) {
        (true, false) => Some("list"),
        (false, true) => Some("detail"),
        _ => None,
    }
}

/// The kind of page that its head names, and how many products are described in JSON or in attributes.
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

fn way(elements: usize) -> &'static str {
    match elements {
        0..12 => "near",
        12..48 => "some-way",
        48..160 => "far",
        _ => "very-far",
    }
}
