//! Made-up shops.

// Every file of tests uses a part of it.
#![allow(dead_code)]

use chaffinch_core::Page;
use chaffinch_label::{
    AttributeId, BlockId, LabelError, LabelModel, LabelledPage, LabelledRecord, LearnSettings, Observed,
    ObservedLeaf, SiteTexts,
};
use chaffinch_render::{Embedded, Renderer, Request};
use chaffinch_vision::VisionSettings;
use std::ops::ControlFlow;
use std::sync::Arc;

pub const THINGS: [(&str, &str, &str); 6] = [
    ("Oak chair", "$49.00", "Larch & Sons"),
    ("Pine table with two drawers", "$120.50", "Northwood"),
    ("Walnut shelf", "$75.00", "Larch & Sons"),
    ("Ash bed", "$310.00", "Hay Barn"),
    ("Elm stool", "$28.40", "Northwood"),
    ("Cherry desk", "$205.00", "Hay Barn"),
];

pub fn laid_out(html: &str) -> Page {
    let page = Arc::new(chaffinch_page::parse_str(html));
    let layout = Embedded.layout(&Request::new("page", page.clone())).unwrap();
    let mut page = (*page).clone();
    page.set_layout(layout);
    page
}

pub fn observe(html: &str) -> Observed {
    Observed::new(&laid_out(html), &SiteTexts::default(), &VisionSettings::default()).unwrap()
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
}

/// A page of a shop; the shops differ in markup and order.
pub fn html(shop: usize, (name, price, maker): (&str, &str, &str)) -> String {
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

pub const NAME: usize = 0;
pub const PRICE: usize = 1;
pub const MAKER: usize = 2;

pub fn record((name, price, maker): (&str, &str, &str)) -> LabelledRecord {
    let values = [(NAME, name), (PRICE, price), (MAKER, maker)];
    values.map(|(index, value)| (AttributeId::from_index(index), value.to_owned())).to_vec()
}

pub fn shop(number: usize) -> Vec<LabelledPage> {
    let page = |thing: &(&str, &str, &str)| LabelledPage {
        site: format!("shop-{number}"),
        observed: observe(&html(number, *thing)),
        records: vec![record(*thing)],
    };
    THINGS.iter().map(page).collect()
}

pub fn attributes() -> Vec<String> {
    ["name", "price", "maker"].map(str::to_owned).to_vec()
}

pub fn settings() -> LearnSettings {
    let mut settings = LearnSettings::default();
    settings.training.threads = 1;
    settings
}

pub fn learn(pages: &[LabelledPage]) -> Result<LabelModel, LabelError> {
    LabelModel::learn(attributes(), pages, &settings(), |_| ControlFlow::Continue(()))
}

/// A page of a shop with all its things; the shops differ in markup.
pub fn list_page(number: usize) -> LabelledPage {
    let item = |(name, price, maker): &(&str, &str, &str)| {
        let maker = escaped(maker);
        match number {
            0 => format!("<li><h3>{name}</h3><p class=price>{price}</p><p>{maker}</p></li>"),
            1 => format!("<li><h4><a href=/x>{name}</a></h4><p>{price}</p><p class=maker>{maker}</p></li>"),
            _ => format!("<li><h3><a href=/y>{name}</a></h3><p>{price}</p><p>{maker}</p></li>"),
        }
    };
    let items: String = THINGS.iter().map(item).collect();
    let nav = "<p><a href=/>Home</a> <a href=/all>All</a></p>";
    let html =
        format!("<title>Shop {number}</title><body>{nav}<h1>Our things</h1><ul>{items}</ul><p>Terms</p>");
    LabelledPage {
        site: format!("shop-{number}"),
        observed: observe(&html),
        records: THINGS.iter().map(|thing| record(*thing)).collect(),
    }
}

/// A page of blocks of a hundred leaves each, without any features.
pub fn large_page(leaves: usize) -> Observed {
    let (mut parents, mut shown) = (vec![None], vec![None]);
    for number in 0..leaves {
        if number % 100 == 0 {
            parents.push(Some(BlockId::ROOT));
            shown.push(None);
        }
        parents.push(Some(BlockId::from_index(parents.len() - 1 - number % 100)));
        shown.push(Some(ObservedLeaf::of_text(format!("text {number}"))));
    }
    Observed::from_blocks(parents, shown)
}
