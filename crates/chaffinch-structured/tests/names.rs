//! What the page itself calls the values that it shows.

use chaffinch_core::{NodeId, NodeKind, Page};
use chaffinch_page::parse_str;
use chaffinch_structured::{PageNames, StructuredItems, StructuredSettings};

fn names(page: &Page) -> PageNames {
    let settings = StructuredSettings::default();
    StructuredItems::read(page, &settings).names(page, &settings.naming)
}

/// The surest name of the only text node that is `text`.
fn name_of_text(html: &str, text: &str) -> Option<String> {
    let page = parse_str(html);
    let is_it = |id: &NodeId| page.node(*id).kind == NodeKind::Text && page.own_text(*id).trim() == text;
    let node = page.ids().find(is_it).unwrap_or_else(|| panic!("no text {text}"));
    names(&page).best(node).map(str::to_owned)
}

/// The surest name of the first element called `element`.
fn name_of_element(html: &str, element: &str) -> Option<String> {
    let page = parse_str(html);
    let node = page.ids().find(|id| page.is(*id, element)).unwrap();
    names(&page).best(node).map(str::to_owned)
}

fn with_json_ld(json: &str, body: &str) -> String {
    format!("<script type=\"application/ld+json\">{json}</script><body>{body}")
}

#[test]
fn a_text_has_the_name_of_the_equal_value() {
    let page = with_json_ld(
        r#"{"@type": "Product", "name": "Blue pen", "brand": {"@type": "Brand", "name": "Finch & Sons"},
            "aggregateRating": {"ratingValue": 4.5, "reviewCount": 1234}}"#,
        "<h1>BLUE PEN</h1><p>Finch &amp; Sons</p><i>4.5</i><u>1,234</u><q>Something else</q>",
    );
    assert_eq!(name_of_text(&page, "BLUE PEN").as_deref(), Some("name"));
    assert_eq!(name_of_text(&page, "Finch & Sons").as_deref(), Some("brand"));
    assert_eq!(name_of_text(&page, "4.5").as_deref(), Some("rating"));
    assert_eq!(name_of_text(&page, "Something else"), None);
}

#[test]
fn an_amount_is_the_same_however_it_is_written() {
    for shown in ["$1,299.00", "1.299,00 €", "USD 1299"] {
        let page = with_json_ld(
            r#"{"@type": "Product", "name": "Desk", "offers": {"@type": "Offer", "price": "1299.00"}}"#,
            &format!("<b>{shown}</b><i>$12.99</i>"),
        );
        assert_eq!(name_of_text(&page, shown).as_deref(), Some("price"), "{shown}");
        assert_eq!(name_of_text(&page, "$12.99"), None);
    }
}

#[test]
fn a_former_price_is_a_list_price() {
    let page = with_json_ld(
        r#"{"@type": "Product", "name": "Desk", "offers": {"@type": "Offer", "price": 80, "priceSpecification":
            {"@type": "UnitPriceSpecification", "priceType": "https://schema.org/ListPrice", "price": 100}}}"#,
        "<b>$80</b><s>$100</s>",
    );
    assert_eq!(name_of_text(&page, "$80").as_deref(), Some("price"));
    assert_eq!(name_of_text(&page, "$100").as_deref(), Some("listPrice"));
}

#[test]
fn a_value_in_several_elements_is_one_value() {
    let page = with_json_ld(
        r#"{"@type": "Product", "name": "The red desk", "offers": {"price": 62.99}}"#,
        "<h1>The <mark>red</mark> desk</h1><p><sup>$</sup><span>62</span>.<sup>99</sup></p>",
    );
    assert_eq!(name_of_text(&page, "red").as_deref(), Some("name"));
    assert_eq!(name_of_element(&page, "h1").as_deref(), Some("name"));
    assert_eq!(name_of_text(&page, "62").as_deref(), Some("price"));
}

#[test]
fn a_day_is_the_same_however_it_is_written() {
    let page = with_json_ld(
        r#"{"@type": "Event", "name": "Fair", "startDate": "2024-05-03T10:00:00Z"}"#,
        "<b>May 3, 2024</b><i>May 4, 2024</i>",
    );
    assert_eq!(name_of_text(&page, "May 3, 2024").as_deref(), Some("startDate"));
    assert_eq!(name_of_text(&page, "May 4, 2024"), None);
}

#[test]
fn links_and_images_are_found_by_their_paths() {
    let page = with_json_ld(
        r#"{"@type": "Product", "name": "Desk", "url": "https://shop.example/desks/1/",
            "image": {"@type": "ImageObject", "url": "https://cdn.shop.example/i/desk.jpg?w=2000"}}"#,
        r#"<a href="/desks/1">x</a><img src="//cdn.shop.example/i/desk.jpg?w=90">"#,
    );
    assert_eq!(name_of_element(&page, "a").as_deref(), Some("url"));
    assert_eq!(name_of_element(&page, "img").as_deref(), Some("image"));
}

#[test]
fn long_texts_may_be_cut() {
    let long = "A desk of oak that will outlive you and your children, and theirs";
    let page = with_json_ld(
        &format!(r#"{{"@type": "Product", "name": "Desk", "description": "{long}. With four legs."}}"#),
        &format!("<p>{long}…</p>"),
    );
    assert_eq!(name_of_text(&page, &format!("{long}…")).as_deref(), Some("description"));
}

#[test]
fn microdata_names_what_it_stands_at() {
    let page = r#"<body><div itemscope itemtype="https://schema.org/Product"><h2 itemprop="name">A <b>desk</b></h2>
        <div itemprop="offers" itemscope><span itemprop="price" content="80.00">only 80 crowns</span></div>
        <a itemprop="url" href="/d">more</a><img itemprop="image" src="d.jpg"></div><p>beside</p>"#;
    assert_eq!(name_of_text(page, "desk").as_deref(), Some("name"));
    assert_eq!(name_of_text(page, "only 80 crowns").as_deref(), Some("price"));
    assert_eq!(name_of_text(page, "more"), None);
    assert_eq!(name_of_element(page, "a").as_deref(), Some("url"));
    assert_eq!(name_of_element(page, "img").as_deref(), Some("image"));
    assert_eq!(name_of_text(page, "beside"), None);
}

#[test]
fn rdfa_names_what_it_stands_at() {
    let page = r#"<body vocab="https://schema.org/"><div typeof="Person"><b property="name">Ada</b>
        <i property="jobTitle">Mathematician</i></div>"#;
    assert_eq!(name_of_text(page, "Ada").as_deref(), Some("name"));
    assert_eq!(name_of_text(page, "Mathematician").as_deref(), Some("jobTitle"));
}

#[test]
fn open_graph_names_by_value() {
    let page = r#"<head><meta property="og:title" content="Oak desk"><meta property="product:price:amount" content="80">
        <meta property="og:image" content="https://cdn.example/d.jpg"><meta property="article:published_time" content="2024-05-03">
        <meta name="twitter:label1" content="Reading time"><meta name="twitter:data1" content="4 minutes"></head>
        <body><h1>Oak desk</h1><b>€80.00</b><i>3 May 2024</i><u>4 minutes</u><img src="https://cdn.example/d.jpg">"#;
    assert_eq!(name_of_text(page, "Oak desk").as_deref(), Some("name"));
    assert_eq!(name_of_text(page, "€80.00").as_deref(), Some("price"));
    assert_eq!(name_of_text(page, "3 May 2024").as_deref(), Some("datePublished"));
    assert_eq!(name_of_text(page, "4 minutes").as_deref(), Some("readingTime"));
    assert_eq!(name_of_element(page, "img").as_deref(), Some("image"));
}

#[test]
fn what_is_said_of_the_site_names_nothing() {
    let page = with_json_ld(
        r#"[{"@type": "WebSite", "name": "Finch shop"}, {"@type": "BreadcrumbList", "itemListElement":
            [{"@type": "ListItem", "position": 1, "name": "Garden tables"}]},
            {"@type": "WebPage", "name": "Finch desks", "mainEntity": {"@type": "Product", "name": "Walnut desk"}}]"#,
        "<p>Finch shop</p><p>Garden tables</p><p>Finch desks</p><p>Walnut desk</p>",
    );
    for text in ["Finch shop", "Garden tables", "Finch desks"] {
        assert_eq!(name_of_text(&page, text), None, "{text}");
    }
    assert_eq!(name_of_text(&page, "Walnut desk").as_deref(), Some("name"));
}

#[test]
fn a_short_value_that_is_shown_everywhere_names_weakly() {
    let rows = "<td>4</td>".repeat(50);
    let page = parse_str(&with_json_ld(
        r#"{"@type": "Product", "name": "Desk", "aggregateRating": {"reviewCount": 4}}"#,
        &format!("<table><tr>{rows}</table><h1>Desk</h1>"),
    ));
    let names = names(&page);
    let four = page.ids().find(|id| page.own_text(*id) == "4").unwrap();
    assert!(names.of(four).all(|(_, strength)| strength < 0.2));
    let desk = page.ids().filter(|id| page.own_text(*id) == "Desk").last().unwrap();
    assert!(names.of(desk).any(|(name, strength)| name == "name" && strength > 0.8));
}

#[test]
fn deep_nesting_and_many_names_stay_cheap() {
    let deep = "<div itemscope><div itemprop='a b c d e f'>x".repeat(400);
    let many: String = (0..20_000).map(|n| format!("p{n} ")).collect();
    let wide = format!("<div itemscope><p itemprop='{many}'>{}</p></div>", "<b>x</b>".repeat(2000));
    let started = std::time::Instant::now();
    for html in [deep, wide] {
        names(&parse_str(&html));
    }
    assert!(started.elapsed().as_secs() < 20);
}

#[test]
fn the_first_post_and_the_answers_to_it_have_texts() {
    let page = "<div itemscope itemtype='https://schema.org/DiscussionForumPosting'><p itemprop=text>Which seed do robins like?</p>\
        <div itemprop=comment itemscope itemtype='https://schema.org/Comment'><p itemprop=text>Sunflower hearts.</p></div></div>";
    let first = name_of_text(page, "Which seed do robins like?");
    assert!(first.is_some());
    assert_eq!(name_of_text(page, "Sunflower hearts."), first);
}
