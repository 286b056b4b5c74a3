//! Pages about one thing: small pages, each for one rule.

use chaffinch::{
    Cell, Document, Engine, PageKind, PageReport, Relation, RelationKind, Settings, Value, Want,
};

fn read(html: &str) -> PageReport {
    Engine::new(Settings::default()).unwrap().read(Document::from_html("page.html", html))
}

/// The page's record, where these names are wanted of it.
fn wanted(html: &str, names: &str) -> Relation {
    let want = Want::names(names).unwrap();
    let engine = Engine::new(Settings::default().with(|settings| settings.want = Some(want))).unwrap();
    engine.read(Document::from_html("page.html", html)).relations.remove(0)
}

fn cells<'r>(relation: &'r Relation, name: &str) -> Vec<&'r Cell> {
    let at = relation.columns.iter().position(|column| column.name.as_deref() == Some(name));
    let all = || relation.columns.iter().filter_map(|column| column.name.as_deref()).collect::<Vec<_>>();
    let at = at.unwrap_or_else(|| panic!("no {name} among {:?}", all()));
    relation.rows[0].cells[at].as_ref().map_or(Vec::new(), |content| content.cells().iter().collect())
}

fn text(relation: &Relation, name: &str) -> String {
    cells(relation, name).iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join("|")
}

const PRODUCT: &str = "<title>Oak nest box - Finch shop</title><nav><a href=/>Home</a> <a href=/boxes>Boxes</a></nav>\
    <main><h1>Oak nest box</h1><p class=price>$24.90</p><p>SKU: NB-1042</p><button>Add to cart</button>\
    <p>A box of oiled oak for small birds, with a roof that opens for cleaning in autumn.</p></main>";

/// What every such page may have below: rows of two cells.
const SPECIFICATION: &str = "<h2>Specification</h2><table><tr><th>Brand<td>Finch &amp; Sons<tr><th>Weight<td>1.4 kg\
    <tr><th>Entrance<td>32 mm</table></main>";

#[test]
fn a_product_page_without_structured_data_is_one_record() {
    let report = read(PRODUCT);
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
    let html = "<title>Oak nest box</title><main><h1>Oak nest box</h1><p><del>$30.00</del> <span style='font-size:30px'>$24.90</span></p>\
        <button>Add to cart</button><p style='font-size:40px'>Save money</p><p>Roof of tin <b>$9.00</b></p></main>";
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
    assert_eq!(text(first, "price"), "24.90");
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
