//! Made-up shops: models are learned from some and read the others.

use chaffinch_label::{
    LabelError, LabelModel, LabelledPage, LearnSettings, Observed, Record, SiteTexts, Workspace, place_all,
};
use chaffinch_render::{Embedded, Renderer, Request};
use chaffinch_vision::VisionSettings;
use std::ops::ControlFlow;
use std::sync::Arc;

const THINGS: [(&str, &str, &str); 6] = [
    ("Oak chair", "$49.00", "Larch & Sons"),
    ("Pine table with two drawers", "$120.50", "Northwood"),
    ("Walnut shelf", "$75.00", "Larch & Sons"),
    ("Ash bed", "$310.00", "Hay Barn"),
    ("Elm stool", "$28.40", "Northwood"),
    ("Cherry desk", "$205.00", "Hay Barn"),
];

fn observe(html: &str) -> Observed {
    let page = Arc::new(chaffinch_page::parse_str(html));
    let layout = Embedded.layout(&Request::new("page", page.clone())).unwrap();
    let mut page = (*page).clone();
    page.set_layout(layout);
    Observed::new(&page, &SiteTexts::default(), &VisionSettings::default()).unwrap()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
}

/// A page of a shop; the shops differ in markup and order.
fn html(shop: usize, (name, price, maker): (&str, &str, &str)) -> String {
    let maker = escaped(maker);
    let crumbs = format!("<p><a href=/>Home</a> <a href=/all>All</a> <span>{name}</span></p>");
    let foot = "<p><a href=/help>Help</a> <a href=/terms>Terms</a></p>";
    let body = match shop {
        0 => format!(
            "<h1 class=product-name>{name}</h1><table><tr><td>Price:</td><td>{price}</td></tr><tr><td>Maker:</td><td>{maker}</td></tr></table>"
        ),
        1 => format!(
            "<div id=item><h2>{name}</h2><p><b>Maker:</b> <span>{maker}</span></p><p><b>Price:</b> <span class=price>{price}</span></p></div>"
        ),
        _ => {
            format!("<dl><dt>Price:</dt><dd>{price}</dd><dt>Maker:</dt><dd>{maker}</dd></dl><h1>{name}</h1>")
        }
    };
    format!("<title>{name} - Shop {shop}</title><body>{crumbs}{body}<p>Add to cart</p>{foot}")
}

fn record((name, price, maker): (&str, &str, &str)) -> Record {
    vec![(0, name.to_owned()), (1, price.to_owned()), (2, maker.to_owned())]
}

fn shop(number: usize) -> Vec<LabelledPage> {
    let page = |thing: &(&str, &str, &str)| LabelledPage {
        site: format!("shop-{number}"),
        observed: observe(&html(number, *thing)),
        records: vec![record(*thing)],
    };
    THINGS.iter().map(page).collect()
}

fn attributes() -> Vec<String> {
    ["name", "price", "maker"].map(str::to_owned).to_vec()
}

fn settings() -> LearnSettings {
    let mut settings = LearnSettings::default();
    settings.training.threads = 1;
    settings
}

fn learn(pages: &[LabelledPage]) -> Result<LabelModel, LabelError> {
    LabelModel::learn(attributes(), pages, &settings(), |_| ControlFlow::Continue(()))
}

#[test]
fn an_unseen_shop_is_read() {
    let model = learn(&[shop(0), shop(1)].concat()).unwrap();
    let mut workspace = Workspace::new();
    let mut right = 0;
    for page in shop(2) {
        for found in model.detail(&page.observed, &mut workspace).unwrap() {
            let text = &page.observed.leaves[found.block].as_ref().unwrap().text;
            right += usize::from(page.records[0].contains(&(found.attribute, text.clone())));
        }
    }
    // Names can be mistaken for their crumbs, which are as right.
    assert!(right >= 3 * THINGS.len() - 2, "{right} of {} values", 3 * THINGS.len());
}

#[test]
fn a_value_is_placed_where_the_other_pages_have_theirs() {
    // The name of the first stands in the crumbs and in the heading, as on all pages; its maker is also a crumb.
    let mut pages = shop(0);
    pages[0].observed =
        observe(&html(0, THINGS[0]).replace("<a href=/all>All</a>", "<a href=/all>Larch &amp; Sons</a>"));
    let placements = place_all(&pages);
    for (page, placement) in pages.iter().zip(&placements) {
        assert!(placement.missing.is_empty());
        let maker = placement.placed.iter().find(|placed| placed.attribute == 2).unwrap();
        let leaf = page.observed.leaves[maker.block].as_ref().unwrap();
        assert!(!leaf.link, "{leaf:?}");
    }
}

#[test]
fn what_is_nowhere_on_the_page_is_reported() {
    let mut pages = shop(1);
    pages[3].records[0].push((2, "Nobody".to_owned()));
    let placements = place_all(&pages);
    assert_eq!(placements[3].missing, [(0, 2, "Nobody".to_owned())]);
    assert!(placements[2].missing.is_empty());
}

#[test]
fn references_are_kept_if_the_values_have_them() {
    let mut pages = shop(0);
    assert!(!learn(&pages).unwrap().keeps_references);
    for page in &mut pages {
        for (_, value) in &mut page.records[0] {
            *value = escaped(value);
        }
    }
    assert!(learn(&pages).unwrap().keeps_references);
}

#[test]
fn gold_of_other_pages_is_refused() {
    let mut pages = shop(0);
    for page in &mut pages {
        page.records = vec![vec![(0, "something else".to_owned())]];
    }
    assert_eq!(learn(&pages).unwrap_err(), LabelError::NothingPlaced(THINGS.len()));
}

#[test]
fn a_schema_can_be_too_large() {
    let names = (0..41).map(|n| format!("a{n}")).collect();
    let refused = LabelModel::learn(names, &shop(0), &settings(), |_| ControlFlow::Continue(()));
    assert_eq!(refused.unwrap_err(), LabelError::Attributes(41));
}
