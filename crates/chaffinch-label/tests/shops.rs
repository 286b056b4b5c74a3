//! Made-up shops: models are learned from some and read the others.

mod made;

use chaffinch_label::{AttributeId, LabelError, LabelModel, LabelledPage, Workspace, finding, place_all};
use made::{MAKER, PRICE, THINGS, escaped, html, laid_out, learn, observe, record, settings, shop};
use std::ops::ControlFlow;

#[test]
fn an_unseen_shop_is_read() {
    let model = learn(&[shop(0), shop(1)].concat()).unwrap();
    let mut workspace = Workspace::new();
    let mut right = 0;
    for page in shop(2) {
        let found = model.read(&[&page.observed], &mut workspace).unwrap();
        for found in &found[0].records()[0].values {
            let text = &page.observed.leaf(found.block).unwrap().text;
            right += usize::from(page.records[0].contains(&(found.attribute, text.clone())));
        }
    }
    // Names can be mistaken for their crumbs, which are as right.
    assert!(right >= 3 * THINGS.len() - 2, "{right} of {} values", 3 * THINGS.len());
}

#[test]
fn every_block_has_a_label_and_a_value_that_of_its_attribute() {
    let model = learn(&[shop(0), shop(1)].concat()).unwrap();
    let page = &shop(2)[0];
    let labels = model.labels(&page.observed, &mut Workspace::new()).unwrap();
    assert_eq!(labels.len(), page.observed.len());
    assert!(labels.iter().all(|label| label.probability > 0.0 && label.probability < 1.0 + 1e-9));
    let found = model.read(&[&page.observed], &mut Workspace::new()).unwrap();
    let price = found[0].records()[0].values.iter().find(|value| value.attribute.index() == PRICE).unwrap();
    assert_eq!(labels[price.block.index()].name, "price");
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
        let maker = placement.placed.iter().find(|placed| placed.attribute.index() == MAKER).unwrap();
        let leaf = page.observed.leaf(maker.block).unwrap();
        assert!(!leaf.link, "{leaf:?}");
    }
}

#[test]
fn what_is_nowhere_on_the_page_is_reported() {
    let mut pages = shop(1);
    let missing = (AttributeId::from_index(MAKER), "Nobody".to_owned());
    pages[3].records[0].push(missing.clone());
    let placements = place_all(&pages);
    assert_eq!(placements[3].missing, [(0, missing.0, missing.1)]);
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
        page.records = vec![vec![(AttributeId::from_index(0), "something else".to_owned())]];
    }
    assert_eq!(learn(&pages).unwrap_err(), LabelError::NothingPlaced(THINGS.len()));
}

#[test]
fn a_schema_can_be_too_large() {
    let names = (0..41).map(|n| format!("a{n}")).collect();
    let refused = LabelModel::learn(names, &shop(0), &settings(), |_| ControlFlow::Continue(()));
    assert_eq!(refused.unwrap_err(), LabelError::Attributes(41));
}

#[test]
fn a_value_can_be_what_follows_its_caption() {
    let labelled_html = |shop: usize, thing: &(&'static str, &'static str, &'static str)| {
        let html = html(shop, *thing).replace("<td>Price:</td><td>", "<td colspan=2>Price: ");
        html.replace("<b>Price:</b> <span class=price>", "<span class=price>Price: ")
    };
    let labelled = |shop: usize| -> Vec<LabelledPage> {
        let page = |thing| LabelledPage {
            site: format!("shop-{shop}"),
            observed: observe(&labelled_html(shop, thing)),
            records: vec![record(*thing)],
        };
        THINGS.iter().map(page).collect()
    };
    let pages = [labelled(0), labelled(1)].concat();
    for placement in place_all(&pages) {
        assert!(placement.missing.is_empty(), "{placement:?}");
        assert!(placement.placed.iter().any(|placed| placed.attribute.index() == PRICE && placed.part));
    }
    let model = learn(&pages).unwrap();
    let found = model.read(&[&pages[0].observed], &mut Workspace::new()).unwrap();
    let values = &found[0].records()[0].values;
    assert!(values.iter().any(|value| value.attribute.index() == PRICE && value.part));
    assert!(values.iter().all(|value| value.attribute.index() == PRICE || !value.part));

    // Its bytes are those of the value, without the caption.
    let page = laid_out(&labelled_html(0, &THINGS[0]));
    let relation = finding(&page, &pages[0].observed, &model, &found[0], None).unwrap().into_relation(&page);
    let cell = relation.rows[0].cells[1].iter().flat_map(|content| content.cells()).next().unwrap();
    assert_eq!(page.source().slice(cell.span.unwrap()), cell.text.as_bytes());
}
