//! Pages about one thing: small pages, each for one rule.

mod pages;

use chaffinch::{Document, Engine, PageKind, RelationKind, Settings, Value};
use pages::{cells, read, text, wanted};

const PRODUCT: &str = "<title>Oak nest box - Finch shop</title><nav><a href=/>Home</a> <a href=/boxes>Boxes</a></nav>\
    <main><h1>Oak nest box</h1><p class=price>$24.90</p><p>SKU: NB-1042</p><button>Add to cart</button>\
    <p>A box of oiled oak for small birds, with a roof that opens for cleaning in autumn.</p></main>";

/// What every such page may have below: rows of two cells.
const SPECIFICATION: &str = "<h2>Specification</h2><table><tr><th>Brand<td>Finch &amp; Sons<tr><th>Weight<td>1.4 kg\
    <tr><th>Entrance<td>32 mm</table></main>";

/// The page with what stands around and below on pages of ordinary size.
fn in_a_shop(page: &str) -> String {
    let links =
        |names: &[&str]| names.iter().map(|n| format!("<li><a href=/{n}>{n}</a></li>")).collect::<String>();
    let menu = links(&["Boxes", "Feeders", "Baths", "Seeds", "Books", "Binoculars", "Gifts", "Sale"]);
    let foot = links(&["About us", "Contact", "Delivery", "Returns", "Privacy"]);
    let more = "<p>Hang it two metres high on a wall or a tree, with the entrance to the east, where cats cannot climb to it and \
                rain does not come in.</p><p>The oak comes from forests nearby and is oiled by hand, so that it lasts for twenty \
                years without paint or any other care.</p></main>";
    let page = page.replace("<nav>", &format!("<nav><ul>{menu}</ul>")).replace("</main>", more);
    format!("{page}<footer><ul>{foot}</ul><p>Finch shop, 4 Mill Lane, Ulm</p></footer>")
}

#[test]
fn a_product_page_without_structured_data_is_one_record() {
    let report = read(&in_a_shop(PRODUCT));
    let first = report.relations.first().expect("something is found");
    assert_eq!((first.kind, first.method.as_str()), (RelationKind::Detail, "page"), "{report:#?}");
    assert_eq!(first.rows.len(), 1);
    assert_eq!(text(first, "name"), "Oak nest box");
    assert_eq!(text(first, "sku"), "NB-1042");
    let price = cells(first, "price")[0];
    assert_eq!((price.value.clone(), price.unit.as_deref()), (Some(Value::Number(24.9)), Some("USD")));
}

#[test]
fn the_specification_of_a_product_is_part_of_its_record() {
    let html = PRODUCT.replace("</main>", SPECIFICATION);
    let relation = wanted(&html, "name, brand, weight, entrance");
    assert_eq!(text(&relation, "brand"), "Finch & Sons");
    assert_eq!(text(&relation, "weight"), "1.4 kg");
    assert_eq!(text(&relation, "entrance"), "32 mm");
}

#[test]
fn every_value_of_the_record_says_where_it_stands() {
    let relation = wanted(PRODUCT, "price, sku");
    let span = |name: &str| cells(&relation, name)[0].span.unwrap();
    let engine = Engine::new(Settings::default()).unwrap();
    let page = engine.render(Document::from_html("page.html", PRODUCT)).unwrap().page;
    assert_eq!(page.source().slice(span("price")), b"$24.90");
    assert_eq!(page.source().slice(span("sku")), b"NB-1042");
}

#[test]
fn the_list_below_a_heading_is_what_the_heading_says() {
    let html = "<title>Seed cake</title><h1>Seed cake</h1><p>A cake for cold days.</p><h2>Ingredients</h2><ul><li>2 eggs<li>100 g sunflower seeds\
        <li>1 spoon of fat</ul><h2>Instructions</h2><ol><li>Melt the fat.<li>Stir in eggs and seeds.</ol><h2>You may also like</h2>\
        <ul><li><a href=/a>Nut ring</a><li><a href=/b>Fat ball</a></ul>";
    let relation = wanted(html, "name, ingredients, instructions");
    assert_eq!(relation.rows.len(), 1);
    assert_eq!(text(&relation, "name"), "Seed cake");
    assert_eq!(text(&relation, "ingredients"), "2 eggs|100 g sunflower seeds|1 spoon of fat");
    assert_eq!(text(&relation, "instructions"), "Melt the fat.|Stir in eggs and seeds.");
}

#[test]
fn links_to_mail_and_telephone_are_values() {
    let html = "<title>Ida Poe</title><h1>Ida Poe</h1><p>Keeper of the aviary</p><p><a href='mailto:ida@example.org?subject=Hello'>Write to me</a>\
        <p><a href='tel:+43316123456'>Call</a>";
    let relation = wanted(html, "name, email, telephone");
    assert_eq!(text(&relation, "name"), "Ida Poe");
    assert_eq!(text(&relation, "email"), "ida@example.org");
    assert_eq!(text(&relation, "telephone"), "+43316123456");
}

#[test]
fn labels_and_their_values_are_attributes() {
    let html = "<title>Keeper</title><h1>Keeper of finches</h1><dl><dt>Salary<dd>€2,400<dt>Starts at<dd>the aviary</dl>\
        <p>Location: Graz</p><p>Deadline: 3 May 2026</p>";
    let relation = wanted(html, "name, salary, location, deadline, starts at");
    assert_eq!(text(&relation, "salary"), "€2,400");
    assert_eq!(text(&relation, "location"), "Graz");
    assert_eq!(text(&relation, "deadline"), "3 May 2026");
    assert_eq!(text(&relation, "starts at"), "the aviary");
}

#[test]
fn structured_data_about_the_thing_is_completed_by_what_the_page_shows() {
    let html = PRODUCT.replace(
        "<main>",
        r#"<main><script type="application/ld+json">{"@type": "Product", "name": "Oak nest box", "gtin13": "4006381333931",
            "offers": {"price": "24.90", "priceCurrency": "USD"}}</script>"#,
    );
    let report = read(&html);
    let first = &report.relations[0];
    assert_eq!((first.kind, first.method.as_str()), (RelationKind::Detail, "json-ld"));
    assert_eq!(text(first, "gtin13"), "4006381333931");
    assert_eq!(text(first, "sku"), "NB-1042");
}

#[test]
fn a_page_without_heading_and_title_is_about_nothing() {
    assert!(
        read("<p>SKU: NB-1042</p><p class=price>$24.90</p>")
            .relations
            .iter()
            .all(|found| found.method.as_str() != "page")
    );
}

#[test]
fn the_price_is_the_largest_amount_before_the_button_and_no_former_one() {
    let html = "<title>Oak nest box - The Finch Shop</title><nav><a href=/>Home</a> <a href=/boxes>Boxes</a> <a href=/seed>Seed</a></nav>\
        <main><h1>Oak nest box</h1><p><del>$30.00</del> <span style='font-size:30px'>$24.90</span></p>\
        <button>Add to cart</button><p style='font-size:40px'>Save money</p><p>Roof of tin <b>$9.00</b></p>\
        <p>The box is made of oak that was felled in the winter and dried for two years. It has a hole of 32 mm, which keeps starlings out.</p>\
        </main><footer><a href=/about>About us</a> <a href=/terms>Terms</a></footer>";
    assert_eq!(text(&wanted(html, "name, price"), "price"), "$24.90");
}

#[test]
fn a_product_comes_before_its_related_items() {
    let related: String = (1..9)
        .map(|n| {
            format!("<li><a href=/p{n}><img src={n}.jpg alt=x><h3>Box number {n}</h3></a><p>${n}.50</p></li>")
        })
        .collect();
    let data = r#"<script type="application/ld+json">{"@type": "Product", "name": "Oak nest box", "sku": "NB-1042",
        "offers": {"price": "24.90", "priceCurrency": "USD"}}</script>"#;
    let sentences = "<p>The box is made of oak from forests nearby, planed by hand and oiled twice, so that it stands rain and \
        frost for many years. A tit takes it within days, a sparrow within weeks, and nobody has to clean it before autumn.</p>"
        .repeat(3);
    let below = format!("{data}<h2>Description</h2>{sentences}<h2>More boxes</h2><ul>{related}</ul></main>");
    let report = read(&PRODUCT.replace("</main>", &below));
    let first = &report.relations[0];
    assert_eq!((first.kind, first.method.as_str()), (RelationKind::Detail, "json-ld"), "{report:#?}");
    // The data says what the price is, and the page how it is written.
    assert_eq!(text(first, "price"), "$24.90");
    assert_eq!(report.kind, Some(PageKind::Detail));
}

#[test]
fn an_address_of_several_lines_is_one_value_without_links_and_fax() {
    let html = "<title>Aviary clinic</title><h1>Aviary clinic</h1><address><strong>Address:</strong><br>7 Linden Road<br>Suite 20<br>\
        Springfield, OR 97477<br><a href=/map>Directions</a></address><ul><li><span>Phone</span> 541-555-0100<li><span>Fax</span> 541-555-0101</ul>";
    let relation = wanted(html, "name, address, phone, fax");
    assert_eq!(text(&relation, "address"), "7 Linden Road Suite 20 Springfield, OR 97477");
    assert_eq!(text(&relation, "phone"), "541-555-0100");
    assert_eq!(text(&relation, "fax"), "541-555-0101");
}

#[test]
fn several_labels_on_a_line_have_a_value_each() {
    let html =
        "<title>Aviary clinic</title><h1>Aviary clinic</h1><p>Phone: 541-555-0100 Fax: 541-555-0101</p>";
    let relation = wanted(html, "name, phone, fax");
    assert_eq!(
        (text(&relation, "phone"), text(&relation, "fax")),
        ("541-555-0100".into(), "541-555-0101".into())
    );
}

#[test]
fn addresses_of_links_say_where_a_person_works_and_at_what() {
    let html = "<title>Ida Poe | Finch law</title><nav><a href=/practices/tax>Tax</a></nav><h1>Ida Poe</h1><p>Partner</p>\
        <p><a href=/offices/graz>Graz</a> <a href='tel:+43316555010'>+43 316 555 010</a></p>\
        <p><a href=/practices/birds>Law of birds</a> | <a href=/practices/nests>Nests and trees</a></p>";
    let relation = wanted(html, "name, title, location, practice_areas");
    assert_eq!(text(&relation, "title"), "Partner");
    assert_eq!(text(&relation, "location"), "Graz");
    assert_eq!(text(&relation, "practice_areas"), "Law of birds|Nests and trees");
}

#[test]
fn a_job_is_called_by_the_heading_of_its_page() {
    let html = "<title>Keeper of finches - jobs</title><h1>Keeper of finches</h1><p>Job ID: 4711 | Aviary Ltd</p><p>Location: Graz</p>";
    let relation = wanted(html, "job_title, job_id, location");
    assert_eq!(text(&relation, "job_title"), "Keeper of finches");
    assert_eq!(text(&relation, "job_id"), "4711");
}

#[test]
fn yes_and_no_name_no_maker() {
    let html = PRODUCT.replace(
        "</main>",
        "<table><tr><th>Is discontinued by manufacturer<td>No<tr><th>Manufacturer<td>Finch &amp; Sons</table></main>",
    );
    assert_eq!(text(&wanted(&html, "name, brand"), "brand"), "Finch & Sons");
}

#[test]
fn the_shops_number_is_the_code_that_the_address_and_the_form_have() {
    let html = "<title>Oak nest box</title><link rel=canonical href='https://shop.example/oak-nest-box/p/88123'><h1>Oak nest box</h1>\
        <p class=price>$24.90</p><form action=/cart><input type=hidden name=pid value=88123><button>Add to cart</button></form>";
    assert_eq!(text(&wanted(html, "name, price, sku"), "sku"), "88123");
}

#[test]
fn dates_and_codes_are_written_as_the_page_shows_them() {
    let html = "<title>Keeper of finches</title><div itemscope itemtype='https://schema.org/JobPosting'><h1 itemprop=title>Keeper of finches</h1>\
        <p>Posted: <time itemprop=datePosted datetime=2026-05-03>May 3, 2026</time></p></div>";
    assert_eq!(text(&wanted(html, "title, date_posted"), "date_posted"), "May 3, 2026");
}

#[test]
fn dashes_buttons_and_what_is_loading_say_nothing_of_a_thing() {
    let html = PRODUCT
        .replace(
            "<h1>Oak nest box</h1>",
            "<h1>Oak nest box</h1><button>Share</button><p>Loading...</p><p>For small birds</p>",
        )
        .replace("</main>", "<dl><dt>Brand<dd>--<dt>Material<dd>Oak</dl></main>");
    let report = read(&html);
    let first = &report.relations[0];
    assert_eq!(text(first, "Material"), "Oak");
    // Below the name of what is sold stand ways to buy it.
    for absent in ["brand", "subtitle"] {
        assert!(first.columns.iter().all(|column| column.name.as_deref() != Some(absent)), "{first:#?}");
    }
    let unsold = html.replace("<p class=price>$24.90</p>", "");
    assert_eq!(text(&wanted(&unsold, "subtitle, Material"), "subtitle"), "For small birds");
}

#[test]
fn how_good_reviews_are_is_not_how_many_there_are() {
    let stars = "<p class=review-count>4.7 out of 5 stars with 203 reviews</p></main>";
    let report = read(&PRODUCT.replace("</main>", stars));
    let counts =
        report.relations[0].columns.iter().position(|column| column.name.as_deref() == Some("reviewCount"));
    let value = counts.and_then(|at| report.relations[0].rows[0].cells[at].clone());
    assert!(
        value.is_none_or(|value| !value.cells()[0].text.starts_with("4.7")),
        "{:#?}",
        report.relations[0]
    );
}

#[test]
fn lines_that_are_written_alike_have_labels_of_any_words() {
    let lines = "<ul><li><b>Perches:</b> two<li><b>Roof:</b> copper<li><b>Drainage:</b> four holes</ul>";
    let html = PRODUCT.replace("</main>", &format!("{lines}<p>Remember: birds like it quiet.</p></main>"));
    let report = read(&html);
    let first = &report.relations[0];
    assert_eq!(text(first, "Roof"), "copper");
    assert_eq!(text(first, "Drainage"), "four holes");
    assert!(first.columns.iter().all(|column| column.name.as_deref() != Some("Remember")));
}

#[test]
fn labels_in_elements_of_their_own_make_a_specification() {
    let row = |label: &str, value: &str| {
        format!("<div class=row><span class=spec-label>{label}</span> <span>{value}</span></div>")
    };
    let rows = [row("Perches", "two"), row("Roof", "copper"), row("Drainage", "four holes")].concat();
    let html = PRODUCT.replace("</main>", &format!("<section>{rows}</section></main>"));
    assert_eq!(text(&read(&html).relations[0], "Drainage"), "four holes");
}

#[test]
fn things_to_buy_beside_each_other_are_no_specification() {
    let row = |name: &str, price: &str| format!("<div><span class=label>{name}</span> <i>{price}</i></div>");
    let rows = [row("Nut ring", "$3.50"), row("Fat ball", "$2.10"), row("Seed cake", "$4.00")].concat();
    let html = PRODUCT.replace("</main>", &format!("<section>{rows}</section></main>"));
    let report = read(&html);
    assert!(report.relations[0].columns.iter().all(|column| column.name.as_deref() != Some("Nut ring")));
}

#[test]
fn what_is_wanted_is_a_label_wherever_it_stands() {
    let html = "<title>Tit 40 nest box</title><h1>Tit 40 nest box</h1><div><div>Roof overhang</div><div>8 cm</div></div>\
        <p>Wingspan: 24 cm, in the mean</p>";
    let relation = wanted(html, "name, roof overhang, wingspan");
    assert_eq!(text(&relation, "roof overhang"), "8 cm");
    assert_eq!(text(&relation, "wingspan"), "24 cm, in the mean");
}

#[test]
fn what_stands_behind_the_name_in_its_heading_is_no_part_of_it() {
    let page = |title: &str, heading: &str| {
        format!(
            "<title>{title}</title><h1>{heading}</h1><p>Publisher: Aviary Press</p><p>ISBN-13: 978-0000000002</p>"
        )
    };
    let name = |html: &str| text(&wanted(html, "title, publisher"), "title");
    assert_eq!(name(&page("The Finch | Books", "The Finch <span>[Hardcover]</span>")), "The Finch");
    assert_eq!(name(&page("The Finch | Books", "The Finch <small>details</small>")), "The Finch");
    assert_eq!(name(&page("The Green Finch | Books", "The <em>Green</em> Finch")), "The Green Finch");
    let by = page("The Finch | Books", "The Finch <em>by <a href=/p>Ida Poe</a></em>");
    let relation = wanted(&by, "title, author, isbn_13");
    assert_eq!(text(&relation, "title"), "The Finch");
    assert_eq!(text(&relation, "author"), "Ida Poe");
    assert_eq!(text(&relation, "isbn_13"), "978-0000000002");
}

#[test]
fn the_logo_of_the_site_is_no_name() {
    let html = "<title>Jobs - Keeper of finches - Aviary</title><h1><a href=/>Aviary</a></h1><h3>Keeper of finches</h3><p>Location: Graz</p>";
    assert_eq!(text(&wanted(html, "title, location"), "title"), "Keeper of finches");
}

#[test]
fn several_links_behind_a_label_are_several_values() {
    let html = "<title>The Nest</title><h1>The Nest</h1><p>Director: Ida Poe</p><p>Genres: <a href=/d>Drama</a>, <a href=/t>Thriller</a></p>";
    assert_eq!(text(&wanted(html, "title, director, genre"), "genre"), "Drama|Thriller");
}

#[test]
fn a_website_is_one_of_another_host_or_nothing() {
    let page = |link: &str| {
        format!(
            "<title>Aviary Graz</title><h1>Aviary Graz</h1><p>Phone: 0316 123456</p><p><a href=/news>News</a> {link}</p>"
        )
    };
    let site = |link: &str| text(&wanted(&page(link), "name, telephone, website"), "website");
    assert_eq!(site("<a href='http://www.example.org'>www.example.org</a>"), "www.example.org");
    assert_eq!(site("<a href='http://example.org/'>Visit website</a>"), "http://example.org/");
    assert_eq!(site(""), "");
}

#[test]
fn what_is_paid_for_sending_is_no_price() {
    let amounts = "<div>Shipping <b>$5.00</b></div><h4>$24.90</h4>";
    let html = PRODUCT.replace("<p class=price>$24.90</p>", amounts);
    assert_eq!(text(&read(&html).relations[0], "price"), "$24.90");
}

#[test]
fn the_name_comes_first_and_pictures_last_and_what_all_variants_say_is_said_once() {
    let json = r#"{"@type": "ProductGroup", "image": "https://finch.example/coat.jpg", "url": "https://finch.example/coat", "brand": "Finch",
        "name": "Coat", "sku": "C-1", "hasVariant": [{"@type": "Product", "color": "red", "size": "M"}, {"@type": "Product", "color": "blue", "size": "M"}]}"#;
    let html = format!(
        "<title>Coat</title><script type=\"application/ld+json\">{json}</script><main><h1>Coat</h1><p>A coat of wool for cold mornings.</p></main>"
    );
    let coat = &read(&html).relations[0];
    let names: Vec<&str> = coat.columns.iter().filter_map(|column| column.name.as_deref()).collect();
    assert_eq!((names[..3].to_vec(), names.last()), (vec!["name", "sku", "brand"], Some(&"image")));
    let said = |part: &str| {
        let name = names
            .iter()
            .find(|name| name.ends_with(part))
            .unwrap_or_else(|| panic!("no {part} in {names:?}"));
        text(coat, name)
    };
    assert_eq!((said("size"), said("color")), ("M".to_owned(), "red|blue".to_owned()));
}

#[test]
fn ingredients_are_the_list_with_amounts_though_the_article_talks_about_them_before() {
    let html = "<title>Seed cake</title><h1>Seed cake</h1><h2>Ingredients</h2><ul><li>Eggs: take fresh ones<li>Seeds: any will do</ul>\
        <h2>Recipe</h2><p class=meta><b>Prep Time</b> <span>15</span> <span>minutes</span> <span>mins</span></p>\
        <h3>Ingredients <button>1x</button><button>2x</button></h3><ul><li>▢ 2 eggs<li>▢ 100 g sunflower seeds</ul>\
        <p>Instructions</p><ol><li>Step 1 Melt the fat.<li>Step 2 Stir in the seeds.</ol>";
    let relation = wanted(html, "name, recipeIngredient, recipeInstructions, prepTime");
    assert_eq!(text(&relation, "recipeIngredient"), "2 eggs|100 g sunflower seeds");
    assert_eq!(text(&relation, "recipeInstructions"), "Melt the fat.|Stir in the seeds.");
    assert_eq!(text(&relation, "prepTime"), "15 minutes");
    assert_eq!(cells(&relation, "prepTime")[0].value, Some(Value::Text("PT15M".into())));
}

#[test]
fn the_byline_names_who_wrote_and_not_who_comments() {
    let html = "<title>Finches in winter</title><article><h1>Finches in winter</h1><p class=byline>By <a rel=author href=/a/ida>Ida Poe</a></p>\
        <p>What finches eat when the ground is frozen, and where they sleep.</p></article>\
        <div class=comments><p class=comment-author>Max Moe</p><p>Thanks!</p></div>";
    assert_eq!(text(&wanted(html, "name, author"), "author"), "Ida Poe");
}

#[test]
fn what_is_said_of_reviews_and_shipping_is_none_of_the_thing_s() {
    let html = PRODUCT.replace(
        "<main>",
        r#"<main><script type="application/ld+json">{"@type": "Product", "name": "Oak nest box", "Offers": {"price": "24.90",
            "priceCurrency": "USD", "shippingDetails": {"shippingRate": {"value": "3"}}},
            "review": [{"@type": "Review", "author": {"name": "Max Moe"}, "reviewRating": {"ratingValue": 2}}]}</script>"#,
    );
    let html = html.replace(
        "</main>",
        "<p>Device type: © 2026 Finch shop</p><p><a href='tel:+4331612345'>Call us</a></p></main>",
    );
    let first = &read(&html).relations[0];
    let names: Vec<&str> = first.columns.iter().filter_map(|column| column.name.as_deref()).collect();
    assert_eq!(text(first, "price"), "24.90");
    for other in ["author", "telephone", "Device type", "offers.shippingDetails.shippingRate.value"] {
        assert!(!names.contains(&other), "{other} among {names:?}");
    }
    assert!(names.iter().all(|name| !name.starts_with("review")), "{names:?}");
}

#[test]
fn words_in_a_heading_for_those_who_hear_it_are_no_part_of_the_name() {
    let html = PRODUCT.replace("<h1>", "<h1><span class=sr-only>Details about </span>");
    assert_eq!(text(&wanted(&html, "name, price"), "name"), "Oak nest box");
}
