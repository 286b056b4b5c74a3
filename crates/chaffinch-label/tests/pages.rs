//! What is seen of whole pages, on made-up ones.

mod made;

use chaffinch_label::{BlockId, LabelModel, LabelledPage, LearnSettings, Observed, PageRecords, Workspace};
use made::{NAME, PRICE, THINGS, attributes, list_page, observe, record};
use std::ops::ControlFlow;

/// The features of the leaf that shows a text.
fn features_of<'o>(page: &'o Observed, text: &str) -> Vec<&'o str> {
    let (block, _) = page.leaves().find(|(_, leaf)| leaf.text == text).unwrap();
    page.feature_names(block).collect()
}

/// The features of the whole page.
fn features(page: &Observed) -> Vec<&str> {
    page.feature_names(BlockId::ROOT).collect()
}

/// Things for sale, each with classes of its own.
fn items(count: usize) -> String {
    let item = |number: usize| {
        format!(
            "<li class='item kind-{kind} {kind}-wood'><a href=/{number}><img src=/{number}.jpg alt=Chair width=90 height=90></a>\
             <div class=body><div class=info><h3><a href=/{number}>Oak chair {number}</a></h3><p class=price>${number}5.00</p>\
             <p>Made in the north</p></div></div></li>",
            kind = ["oak", "ash", "elm"][number % 3],
        )
    };
    (1..=count).map(item).collect()
}

#[test]
fn markup_tells_the_old_price_from_the_new() {
    let page = observe(
        "<title>Oak chair</title><h1>Oak chair</h1><p><del>$20.00</del></p><p class=sale-price>$15.00</p><p>$3.00</p>",
    );
    assert!(features_of(&page, "$20.00").contains(&"cost=was"));
    assert!(features_of(&page, "$15.00").contains(&"cost=now"));
    assert!(features_of(&page, "$3.00").contains(&"cost=unsaid"));
}

#[test]
fn the_name_of_a_thing_is_prominent_in_its_block() {
    let page = observe(&format!("<title>Chairs</title><h1>Chairs</h1><ul>{}</ul>", items(6)));
    let name = features_of(&page, "Oak chair 2");
    for way in ["largest-alone", "bold-alone", "heading-alone", "links-as-image-alone"] {
        assert!(name.contains(&format!("stands-out={way}").as_str()), "{way}: {name:?}");
    }
    let said = features_of(&page, "Made in the north");
    assert!(!said.iter().any(|feature| feature.starts_with("stands-out")));
}

#[test]
fn a_price_without_an_image_is_a_part_of_a_repeated_block() {
    let page = observe(&format!("<title>Chairs</title><h1>Chairs</h1><ul>{}</ul>", items(6)));
    assert_eq!(page.repeated_blocks().count(), 6);
    for block in page.repeated_blocks() {
        let mut leaves = page.inside(block).filter_map(|inner| page.leaf(inner));
        assert!(leaves.any(|leaf| leaf.image.is_some()));
    }
}

#[test]
fn the_page_tells_whether_it_is_a_list() {
    let list = observe(&format!(
        "<title>Chairs</title><body class=category><h1>Chairs</h1><ul>{}</ul><p><a href=?1>1</a> <a href=?2>2</a> <a href=?3>3</a>",
        items(6)
    ));
    let said = features(&list);
    for feature in ["first-unit=near", "own-price=none", "named=list", "pager"] {
        assert!(said.contains(&feature), "{feature}: {said:?}");
    }
    let detail = observe(&format!(
        "<meta property=og:type content=product><title>Walnut desk</title><h1>Walnut desk</h1><p>$900.00</p>\
         <button>Add to cart</button><h2>You may also like</h2><ul>{}</ul>",
        items(6)
    ));
    let said = features(&detail);
    for feature in ["own-price=near", "own-price=first", "sells", "says=product"] {
        assert!(said.contains(&feature), "{feature}: {said:?}");
    }
}

#[test]
fn a_page_that_waits_for_its_scripts_is_seen() {
    let page = observe(
        "<style>main{visibility:hidden}</style><p>Menu</p><main><h1>Walnut desk</h1><p>$900.00</p></main>",
    );
    assert!(page.leaves().any(|(_, leaf)| leaf.text == "$900.00"));
    // What is hidden on a page that can be seen stays hidden.
    let page = observe("<h1>Walnut desk</h1><p style='visibility:hidden'>$900.00</p>");
    assert!(!page.leaves().any(|(_, leaf)| leaf.text == "$900.00"));
}

/// A page about one thing, with all the others below it.
fn detail_page(shop: usize, number: usize) -> LabelledPage {
    let (name, price, maker) = THINGS[number];
    let maker = made::escaped(maker);
    let own = match shop {
        0 => format!("<h1>{name}</h1><p class=price>{price}</p><p>{maker}</p>"),
        1 => format!("<h1>{name}</h1><div><b>{price}</b></div><p class=maker>{maker}</p>"),
        _ => format!("<h1>{name}</h1><p>{price}</p><p>{maker}</p>"),
    };
    let html = format!(
        "<title>{name} - Shop {shop}</title><body><p><a href=/>Home</a> <a href=/all>All</a></p>{own}<button>Add to cart</button>\
         <h2>You may also like</h2><ul>{}</ul><p>Terms</p>",
        items(9)
    );
    LabelledPage {
        site: format!("shop-{shop}"),
        observed: observe(&html),
        records: vec![record(THINGS[number])],
    }
}

#[test]
fn things_that_one_might_like_do_not_make_a_list() {
    let mut pages: Vec<LabelledPage> = [0, 1].map(list_page).into();
    pages.extend([0, 1].into_iter().flat_map(|shop| (0..3).map(move |number| detail_page(shop, number))));
    let mut settings = LearnSettings { least_sites: 1, least_pages: 1, ..LearnSettings::of_lists() };
    settings.training.threads = 1;
    let model = LabelModel::learn(attributes(), &pages, &settings, |_| ControlFlow::Continue(())).unwrap();
    let (detail, list) = (detail_page(2, 4), list_page(2));
    let found = model.read(&[&detail.observed], &mut Workspace::new()).unwrap().remove(0);
    let PageRecords::Detail(record) = &found else { panic!("a list: {found:?}") };
    let text = |attribute: usize| {
        let value = record.values.iter().find(|value| value.attribute.index() == attribute).unwrap();
        detail.observed.leaf(value.block).unwrap().text.as_str()
    };
    assert_eq!((text(NAME), text(PRICE)), (THINGS[4].0, THINGS[4].1));
    let found = model.read(&[&list.observed], &mut Workspace::new()).unwrap().remove(0);
    assert!(
        matches!(&found, PageRecords::List { records, .. } if records.len() == THINGS.len()),
        "{found:?}"
    );
}

#[test]
fn long_names_are_not_told_again_by_every_leaf() {
    let class = "aB".repeat(100_000);
    let leaves: String = (0..500).map(|number| format!("<p>${number}.00 a thing</p>")).collect();
    let page =
        observe(&format!("<title>Things</title><div class={class}><a href=/{class}>{leaves}</a></div>"));
    assert!(page.leaves().all(|(_, leaf)| leaf.site_place.len() < 2000 && leaf.record_place.len() < 2000));
    assert!(page.blocks().all(|block| page.feature_names(block).len() < 500));
}
