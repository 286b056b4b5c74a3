//! Made-up pages, each for one rule.

use chaffinch_core::{Cell, ColumnType, Page, Relation, RelationKind, Value};
use chaffinch_page::parse_str;
use chaffinch_structured::{Boilerplate, StructuredSettings, structured_data};
use proptest::prelude::*;

/// What is found, as a report has it.
fn read(page: &Page, settings: &StructuredSettings) -> Vec<Relation> {
    let found = structured_data(page, settings).into_iter();
    found.map(|finding| finding.into_relation(page)).collect()
}

fn found(html: &str) -> Vec<Relation> {
    read(&parse_str(html), &StructuredSettings::default())
}

fn script(json: &str) -> String {
    format!("<title>t</title><script type=\"application/ld+json\">{json}</script><p>text")
}

fn only(html: &str) -> Relation {
    let mut relations = found(html);
    assert_eq!(relations.len(), 1, "{html}");
    relations.remove(0)
}

fn names(relation: &Relation) -> Vec<&str> {
    relation.columns.iter().filter_map(|column| column.name.as_deref()).collect()
}

fn cells<'r>(relation: &'r Relation, row: usize, name: &str) -> &'r [Cell] {
    let at = names(relation).iter().position(|n| *n == name).unwrap_or_else(|| panic!("no column {name}"));
    relation.rows[row].cells[at].as_ref().map_or(&[], |content| content.cells())
}

fn texts<'r>(relation: &'r Relation, row: usize, name: &str) -> Vec<&'r str> {
    cells(relation, row, name).iter().map(|cell| cell.text.as_str()).collect()
}

fn kind(relation: &Relation, name: &str) -> ColumnType {
    relation.columns.iter().find(|column| column.name.as_deref() == Some(name)).unwrap().kind
}

#[test]
fn variants_of_a_product_are_one_thing_without_the_codes_that_differ() {
    let relation = only(&script(
        r#"[{"@type": "Product", "name": "Coat", "sku": "C-S", "size": "S", "brand": "Finch"},
            {"@type": "Product", "name": "Coat", "sku": "C-M", "size": "M", "brand": "Finch"}]"#,
    ));
    assert_eq!((relation.kind, relation.rows.len()), (RelationKind::Detail, 1));
    assert_eq!(names(&relation), ["name", "size", "brand"]);
    assert_eq!(texts(&relation, 0, "size"), ["S", "M"]);
    assert_eq!(texts(&relation, 0, "brand"), ["Finch"]);
}

#[test]
fn a_discussion_is_a_list_of_its_posts_and_answers_to_answers_keep_their_parent() {
    let relations = found(&script(
        r#"{"@type": "DiscussionForumPosting", "headline": "Which finch?", "text": "Seen today.", "url": "/t/1",
            "author": {"@type": "Person", "name": "Ada"},
            "comment": [
                {"@type": "Comment", "text": "A chaffinch.", "url": "/t/1#2", "author": {"name": "Bo"},
                 "comment": {"@type": "Comment", "text": "Or a brambling.", "url": "/t/1#3", "author": {"name": "Cy"}}},
                {"@type": "Comment", "text": "No doubt.", "url": "/t/1#4", "author": {"name": "Di"}}]}"#,
    ));
    let posts = relations.iter().find(|relation| relation.kind == RelationKind::Records).unwrap();
    let of = |name: &str| (0..4).map(|row| texts(posts, row, name).join("")).collect::<Vec<_>>();
    assert_eq!(of("text"), ["Seen today.", "A chaffinch.", "Or a brambling.", "No doubt."]);
    assert_eq!(of("author.name"), ["Ada", "Bo", "Cy", "Di"]);
    assert_eq!(of("parentItem"), ["", "", "/t/1#2", ""]);
    let first = relations.iter().find(|relation| relation.kind == RelationKind::Detail).unwrap();
    assert_eq!(names(first), ["headline", "text", "url", "author.name"]);
}

#[test]
fn frequent_questions_stay_with_their_answers() {
    let relation = only(&script(
        r#"{"@type": "FAQPage", "mainEntity": [
            {"@type": "Question", "name": "Open?", "acceptedAnswer": {"@type": "Answer", "text": "Daily."}},
            {"@type": "Question", "name": "Free?", "acceptedAnswer": {"@type": "Answer", "text": "Yes."}}]}"#,
    ));
    assert_eq!(relation.rows.len(), 2);
    assert_eq!(texts(&relation, 0, "acceptedAnswer.text"), ["Daily."]);
}

#[test]
fn one_item_is_a_detail_with_dotted_names() {
    let relation = only(&script(
        r#"{"@context": "https://schema.org", "@type": "Product", "name": "Pen", "sku": "0042",
            "image": ["a.jpg", "b.jpg"],
            "offers": {"@type": "Offer", "price": 1.5, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"},
            "aggregateRating": {"ratingValue": "4.5", "reviewCount": 12}}"#,
    ));
    assert_eq!((relation.kind, relation.method.as_str()), (RelationKind::Detail, "json-ld"));
    assert_eq!(relation.title.as_deref(), Some("Product"));
    assert_eq!(
        names(&relation),
        [
            "name",
            "sku",
            "image",
            "offers.price",
            "offers.priceCurrency",
            "offers.availability",
            "aggregateRating.ratingValue",
            "aggregateRating.reviewCount"
        ]
    );
    assert_eq!(texts(&relation, 0, "image"), ["a.jpg", "b.jpg"]);
    assert_eq!(relation.rows[0].images, ["a.jpg", "b.jpg"]);
    let price = &cells(&relation, 0, "offers.price")[0];
    assert_eq!((&price.value, price.unit.as_deref()), (&Some(Value::Number(1.5)), Some("EUR")));
    assert_eq!(kind(&relation, "offers.price"), ColumnType::Money);
    assert_eq!(kind(&relation, "aggregateRating.ratingValue"), ColumnType::Rating);
    assert_eq!(kind(&relation, "sku"), ColumnType::Text);
    assert_eq!(cells(&relation, 0, "offers.availability")[0].value, Some(Value::Text("InStock".into())));
}

#[test]
fn values_of_json_point_at_their_bytes() {
    let html = script("{\"@type\": \"Event\",\r\n \"name\": \"Fête\", \"startDate\": \"2024-05-01T20:00\"}");
    let page = parse_str(&html);
    let relation = read(&page, &StructuredSettings::default()).remove(0);
    let name = &cells(&relation, 0, "name")[0];
    assert_eq!(page.source().slice(name.span.unwrap()), "Fête".as_bytes());
    assert_eq!(name.xpath.as_deref(), Some("/html/head/script"));
    let start = &cells(&relation, 0, "startDate")[0];
    assert_eq!(page.source().slice(start.span.unwrap()), b"2024-05-01T20:00");
    assert_eq!(start.value, Some(Value::Text("2024-05-01T20:00".into())));
}

#[test]
fn items_of_one_type_are_the_rows_of_one_relation() {
    let relation = only(&script(
        r#"[{"@type": "Event", "name": "a"}, {"@type": "Event", "name": "b", "location": {"name": "Graz"}},
            {"@type": "Event", "name": "a"}]"#,
    ));
    assert_eq!(relation.kind, RelationKind::Records);
    assert_eq!(names(&relation), ["name", "location.name"]);
    // The third says nothing new.
    assert_eq!(relation.rows.len(), 2);
    assert_eq!(relation.rows[0].cells[1], None);
    assert_eq!(relation.rows[1].text, "b Graz");
}

#[test]
fn the_entries_of_a_list_are_rows() {
    let relation = only(&script(
        r#"{"@type": "ItemList", "name": "Pens", "itemListElement": [
            {"@type": "ListItem", "position": 1, "item": {"@type": "Product", "name": "a", "url": "/a"}},
            {"@type": "ListItem", "position": 2, "item": {"@type": "Product", "name": "b", "url": "/b"}}]}"#,
    ));
    assert_eq!(relation.title.as_deref(), Some("Product"));
    assert_eq!(texts(&relation, 1, "name"), ["b"]);
    assert_eq!(relation.rows[1].links, ["/b"]);
}

#[test]
fn a_list_of_addresses_is_a_list_too() {
    let relation = only(&script(
        r#"{"@type": "ItemList", "itemListElement": [
            {"@type": "ListItem", "position": 1, "url": "https://a.example/1"},
            {"@type": "ListItem", "position": 2, "url": "https://a.example/2"}]}"#,
    ));
    assert_eq!(relation.kind, RelationKind::Records);
    assert_eq!(names(&relation), ["position", "url"]);
}

#[test]
fn a_graph_is_put_together_by_its_identifiers() {
    let relation = only(&script(
        r##"{"@context": "https://schema.org", "@graph": [
            {"@type": "WebPage", "@id": "#page", "name": "A page", "mainEntity": {"@id": "#dish"}},
            {"@type": ["Recipe", "Thing"], "@id": "#dish", "name": "Soup", "author": {"@id": "#jane"},
             "isPartOf": {"@id": "#page"}, "url": {"@id": "https://a.example/soup"}},
            {"@type": "Person", "@id": "#jane", "name": "Jane"}]}"##,
    ));
    assert_eq!(relation.title.as_deref(), Some("Recipe"));
    assert_eq!(texts(&relation, 0, "author.name"), ["Jane"]);
    assert_eq!(texts(&relation, 0, "url"), ["https://a.example/soup"]);
}

#[test]
fn items_that_refer_to_each_other_end() {
    let relation = only(&script(
        r##"[{"@type": "Event", "@id": "#a", "name": "a", "subEvent": {"@id": "#b"}},
            {"@type": "Event", "@id": "#b", "name": "b", "superEvent": {"@id": "#a"}}]"##,
    ));
    assert_eq!(names(&relation), ["name", "subEvent.name", "superEvent.name"]);
}

#[test]
fn references_to_references_do_not_multiply() {
    let mut graph = String::from("{\"@id\": \"#0\", \"@type\": \"Event\", \"name\": \"x\"}");
    for i in 1..60 {
        let parts = format!("{{\"@id\": \"#{}\"}},", i - 1).repeat(50);
        graph += &format!(",{{\"@id\": \"#{i}\", \"@type\": \"Event\", \"part\": [{parts}]}}");
    }
    let page = parse_str(&script(&format!("[{graph}]")));
    let settings = StructuredSettings { max_path: 60, ..StructuredSettings::default() };
    let total: usize = read(&page, &settings).iter().map(|relation| relation.rows.len()).sum();
    assert!(total <= 60);
}

#[test]
fn dirty_json_is_read() {
    let relation = only(&script(
        "\n//<![CDATA[\n{\"@type\": \"Product\", /* no name yet */ \"description\": \"two\nlines &amp; a 15\" screen\",}\n//]]>\n",
    ));
    assert_eq!(texts(&relation, 0, "description"), ["two lines & a 15\" screen"]);
}

#[test]
fn json_ld_may_be_wrapped_repeated_and_spelled_in_many_ways() {
    for json in [
        r#"<!-- {"@type": "Product", "name": "Pen"} -->"#,
        r#"<![CDATA[ {"@type": ["Product", "Thing"], "name": "Pen",} ]]>"#,
        r#"{"@context": {"@vocab": "http://schema.org/"}, "@type": "http://schema.org/Product", "http://schema.org/name": "Pen"}"#,
        r#"{"@graph": [{"@type": "schema:Product", "schema:name": "Pen"}]}"#,
        "{\"@type\": \"WebSite\", \"name\": \"x\"}\n{\"@type\": \"Product\", \"name\": \"Pen\"}",
        "{\"@type\": \"Product\", \"name\": \"Pen\n\"};",
        r#"[{"@type": "Product", "name": "\ud83d Pen", "name": "Pen"}"#,
    ] {
        let relation = only(&script(json));
        assert_eq!(relation.title.as_deref(), Some("Product"), "{json}");
        assert_eq!(texts(&relation, 0, "name").last(), Some(&"Pen"), "{json}");
    }
}

#[test]
fn boilerplate_comes_out_only_where_there_is_nothing_better() {
    let site = r#"{"@type": "WebSite", "name": "Site", "url": "https://a.example"}"#;
    let product = r#"{"@type": "Product", "name": "Pen"}"#;
    assert_eq!(only(&script(site)).title.as_deref(), Some("WebSite"));
    let both = script(&format!("[{site},{product}]"));
    assert_eq!(only(&both).title.as_deref(), Some("Product"));
    let titles = |boilerplate| {
        let settings = StructuredSettings { boilerplate, ..StructuredSettings::default() };
        let relations = read(&parse_str(&both), &settings);
        relations.into_iter().filter_map(|relation| relation.title).collect::<Vec<_>>()
    };
    assert_eq!(titles(Boilerplate::Always), ["Product", "WebSite"]);
    let settings = StructuredSettings { boilerplate: Boilerplate::Never, ..StructuredSettings::default() };
    assert!(read(&parse_str(&script(site)), &settings).is_empty());
}

#[test]
fn a_salary_takes_its_currency_from_the_item_around_it() {
    let relation = only(&script(
        r#"{"@type": "JobPosting", "title": "Cook", "baseSalary": {"@type": "MonetaryAmount", "currency": "GBP",
            "value": {"@type": "QuantitativeValue", "value": 12.5, "unitText": "HOUR"}}}"#,
    ));
    let salary = &cells(&relation, 0, "baseSalary.value.value")[0];
    assert_eq!((&salary.value, salary.unit.as_deref()), (&Some(Value::Number(12.5)), Some("GBP")));
    assert_eq!(kind(&relation, "baseSalary.value.value"), ColumnType::Money);
}

const SHOP: &str = "<div itemscope itemtype='https://schema.org/Product'>\
    <h2 itemprop=name> Blue <b>pen</b></h2><a itemprop=url href=/pen>more</a><img itemprop=image src=pen.jpg>\
    <div itemprop=offers itemscope itemtype='https://schema.org/Offer'><meta itemprop=priceCurrency content=USD>\
    <span itemprop=price>$1.50</span><link itemprop=availability href='https://schema.org/InStock'></div>\
    <time itemprop=releaseDate datetime=2024-05-01>May</time></div>";

#[test]
fn microdata_gives_each_element_its_own_kind_of_value() {
    let page = parse_str(SHOP);
    let relation = read(&page, &StructuredSettings::default()).remove(0);
    assert_eq!((relation.kind, relation.method.as_str()), (RelationKind::Detail, "microdata"));
    assert_eq!(
        names(&relation),
        [
            "name", "url", "image", "offers.priceCurrency", "offers.price", "offers.availability",
            "releaseDate"
        ]
    );
    assert_eq!(texts(&relation, 0, "name"), ["Blue pen"]);
    assert_eq!(texts(&relation, 0, "url"), ["/pen"]);
    assert_eq!(texts(&relation, 0, "image"), ["pen.jpg"]);
    assert_eq!(cells(&relation, 0, "releaseDate")[0].value, Some(Value::Text("2024-05-01".into())));
    let price = &cells(&relation, 0, "offers.price")[0];
    assert_eq!((&price.value, price.unit.as_deref()), (&Some(Value::Number(1.5)), Some("USD")));
    assert_eq!(relation.rows[0].xpaths, ["/html/body/div"]);
}

#[test]
fn microdata_points_at_the_text_or_the_attribute() {
    let page = parse_str(SHOP);
    let relation = read(&page, &StructuredSettings::default()).remove(0);
    let bytes = |name: &str| page.source().slice(cells(&relation, 0, name)[0].span.unwrap()).to_vec();
    assert_eq!(bytes("name"), b"Blue <b>pen");
    assert_eq!(bytes("image"), b"pen.jpg");
    assert_eq!(bytes("offers.priceCurrency"), b"USD");
    assert_eq!(cells(&relation, 0, "offers.price")[0].xpath.as_deref(), Some("/html/body/div/div/span"));
}

#[test]
fn a_link_is_its_text_unless_an_address_is_asked_for() {
    let relation = only("<p itemscope itemtype=Book><a itemprop='name url' href=/b>Emma</a>");
    assert_eq!(texts(&relation, 0, "name"), ["Emma"]);
    assert_eq!(cells(&relation, 0, "name")[0].link.as_deref(), Some("/b"));
    assert_eq!(texts(&relation, 0, "url"), ["/b"]);
}

#[test]
fn an_item_has_the_properties_it_refers_to() {
    let relation = only(
        "<div itemscope itemtype=Event itemref='x y x'><i itemprop=name>a</i></div>\
         <p id=x><b itemprop=location>Graz</b></p><p id=y itemprop=performer>Jane</p>",
    );
    assert_eq!(names(&relation), ["name", "location", "performer"]);
}

#[test]
fn references_in_a_circle_end() {
    let relations = found(
        "<div id=a itemprop=p itemscope itemtype=Event itemref=b><i itemprop=name>a</i></div>\
         <div id=b itemprop=q itemscope itemtype=Event itemref=a><i itemprop=name>b</i></div>\
         <div itemscope itemtype=Festival itemref=a></div>",
    );
    assert_eq!(relations[0].title.as_deref(), Some("Festival"));
    assert_eq!(names(&relations[0]), ["p.name", "p.q.name"]);
}

#[test]
fn many_items_may_refer_to_one_large_element() {
    let words = "<i itemprop=description>word</i>".repeat(2_000);
    let items = "<p itemscope itemtype=Event itemref=x></p>".repeat(2_000);
    let page = parse_str(&format!("<div id=x>{words}</div>{items}"));
    let settings = StructuredSettings { max_bytes: 1 << 20, ..StructuredSettings::default() };
    let relations = read(&page, &settings);
    let values: usize = relations
        .iter()
        .flat_map(|r| &r.rows)
        .flat_map(|r| &r.cells)
        .flatten()
        .map(|c| c.cells().len())
        .sum();
    assert!(values < 100_000);
}

#[test]
fn a_page_without_structured_data_gives_nothing() {
    assert!(found("<p>text<script>{\"@type\": \"Product\", \"name\": \"x\"}</script>").is_empty());
    assert!(found(&script("null")).is_empty());
    assert!(found(&script("")).is_empty());
}

proptest! {
    #[test]
    fn tag_soup_gives_well_formed_relations(parts in prop::collection::vec(part(), 0..60)) {
        let settings = StructuredSettings { boilerplate: Boilerplate::Always, ..StructuredSettings::default() };
        for relation in read(&parse_str(&parts.concat()), &settings) {
            prop_assert!((0.0..=1.0).contains(&relation.score));
            prop_assert!(!relation.rows.is_empty());
            for row in &relation.rows {
                prop_assert_eq!(row.cells.len(), relation.columns.len());
                let texts = row.cells.iter().flatten().flat_map(|content| content.cells());
                prop_assert!(texts.into_iter().all(|cell| !cell.text.is_empty()));
            }
        }
    }
}

fn part() -> impl Strategy<Value = String> {
    let tag = prop::sample::select(vec![
        "<div itemscope>",
        "<div itemscope itemtype=Event id=a itemref='a b'>",
        "<p itemprop='x y' itemscope id=b>",
        "</div>",
        "<p itemprop=name>",
        "<a itemprop=url href=x>",
        "<meta itemprop=price content='1,5'>",
        "</p>",
        "<table>",
        "<script type=application/ld+json>",
        "</script>",
        "{\"@type\": \"Event\",",
        "\"@id\": \"a\",",
        "\"name\":",
        "\"x\"",
        "[",
        "]",
        "{",
        "}",
        ",",
        "{\"@id\": \"a\"}",
        "\"@graph\":",
        "\"itemListElement\":",
        "<!--",
        "-->",
        "<template>",
    ]);
    prop_oneof![6 => tag.prop_map(str::to_owned), 1 => "[ -~]{0,6}", 1 => "[$€0-9., äé]{0,6}"]
}

#[test]
fn objects_without_a_type_are_a_list_only_if_they_have_the_same_properties() {
    let visits =
        r#"[{"place": "Ulm", "loggedin": false}, {"environment": "live"}, {"page_no": 1, "sort": "new"}]"#;
    assert!(found(&script(visits)).is_empty());
    let towns = r#"[{"name": "Ulm", "mayor": "Ada"}, {"name": "Trier", "mayor": "Bo"}]"#;
    assert_eq!(only(&script(towns)).rows.len(), 2);
}
