//! What a page carries for its scripts.

use chaffinch_core::{Finding, RelationKind};
use chaffinch_page::parse_str;
use chaffinch_structured::{StateSettings, StructuredItems, StructuredSettings};
use std::time::{Duration, Instant};

const PENS: &str = r#"[{"title": "Blue pen", "price": {"amount": 1.5}, "slug": "blue-pen", "tags": ["ink", "gel"]},
    {"title": "Red pen", "price": {"amount": 2}, "slug": "red-pen", "tags": []},
    {"title": "Old pencil", "price": {"amount": 3.25}, "slug": "old-pencil"}]"#;
const SHOWN: &str = "<ul><li>Blue pen<li>Red pen<li>Old pencil</ul>";

fn lists(html: &str) -> Vec<Finding> {
    let (page, settings) = (parse_str(html), StructuredSettings::default());
    StructuredItems::read(&page, &settings).state_lists(&page, &settings)
}

fn names(finding: &Finding) -> Vec<&str> {
    finding.columns.iter().filter_map(|column| column.name.as_deref()).collect()
}

fn texts<'f>(finding: &'f Finding, name: &str) -> Vec<&'f str> {
    let at =
        names(finding).iter().position(|known| *known == name).unwrap_or_else(|| panic!("no column {name}"));
    finding.rows.iter().flat_map(|row| &row.cells[at]).map(|cell| cell.text.as_str()).collect()
}

/// Text that makes a page one that does not wait for its scripts.
fn prose() -> String {
    format!("<p>{}</p>", "The shop is open on all days but Sunday. ".repeat(30))
}

#[test]
fn every_way_to_carry_state_is_read() {
    let quoted = PENS.replace('"', "\\\"").replace('\n', " ");
    let escaped = PENS.replace('"', "&quot;");
    let percent = PENS.replace('%', "%25").replace('"', "%22").replace('\n', "%0A");
    for carrier in [
        format!(
            "<script id=__NEXT_DATA__ type=application/json>{{\"props\": {{\"pageProps\": {{\"items\": {PENS}}}}}}}</script>"
        ),
        format!(
            "<script>window.__INITIAL_STATE__ = {{shop: {{items: {PENS},}}, user: undefined, ok: !0}};</script>"
        ),
        format!(
            "<script>/* x */ var a = 1; const data = {{items: {PENS}}}, f = function() {{ return a; }}</script>"
        ),
        format!("<script>window.x = JSON.parse(\"{quoted}\");</script>"),
        format!("<script>window.x = JSON.parse(decodeURIComponent('{percent}'));</script>"),
        format!(
            "<script>self.__next_f.push([1,\"5:[\\\"$\\\",\\\"div\\\",null,{{\\\"items\\\":\"])</script>\
                 <script>self.__next_f.push([1,\"{quoted}}}]\\n6:I[1]\\n\"])</script>"
        ),
        format!("<div data-props=\"{{&quot;items&quot;: {escaped}}}\"></div>"),
        format!(
            "<script>window.__NUXT__=(function(a,b){{return {{data:[{{items:{PENS}}}]}}}}(null,1));</script>"
        ),
    ] {
        let found = lists(&format!("<body>{SHOWN}{}{carrier}", prose()));
        assert_eq!(found.len(), 1, "{carrier}");
        assert_eq!(found[0].kind, RelationKind::Records);
        assert_eq!(names(&found[0]), ["name", "url", "price"], "{carrier}");
        assert_eq!(texts(&found[0], "name"), ["Blue pen", "Red pen", "Old pencil"]);
        assert_eq!(texts(&found[0], "price"), ["1.5", "2", "3.25"]);
    }
}

#[test]
fn a_value_points_at_its_bytes() {
    let html = format!("<body>{SHOWN}<script>var é = {PENS};</script>");
    let (page, found) = (parse_str(&html), lists(&html));
    let cell = &found[0].rows[2].cells[2][0];
    let span = cell.place.as_ref().unwrap().span(&page).unwrap();
    assert_eq!(&html.as_bytes()[span.start as usize..span.end as usize], b"3.25");
}

#[test]
fn what_the_page_shows_counts_and_the_rest_does_not() {
    let script = format!("<script>var data = {PENS};</script>");
    let shown = lists(&format!("<body>{SHOWN}{}{script}", prose()));
    assert!(shown[0].score > 0.3 && shown[0].score < 0.5);
    assert_eq!(shown[0].facts["shown"], "1.00");
    let other = lists(&format!("<body>{}{script}", prose()));
    assert_eq!(other[0].score, 0.0);
    // A page that shows nothing waits for its scripts.
    assert!(lists(&format!("<body><div id=app>Loading…</div>{script}"))[0].score > 0.5);
}

#[test]
fn menus_settings_and_translations_are_no_things() {
    for state in [
        r#"[{"title": "Home page", "url": "/"}, {"title": "All offers", "url": "/offers"}, {"title": "Contact us", "url": "/contact"}]"#,
        r#"[{"name": "consent", "enabled": true, "version": 3}, {"name": "tracking", "enabled": false, "version": 4}]"#,
        r#"{"en": {"name": "English", "hello": "Hello"}, "de": {"name": "Deutsch", "hello": "Hallo"}}"#,
        r#"[{"id": 1, "price": 4, "variant": 7}, {"id": 2, "price": 4, "variant": 8}, {"id": 3, "price": 5, "variant": 9}]"#,
    ] {
        assert!(
            lists(&format!("<body><p>Home page<p>All offers<p>Contact us<script>var x = {state}</script>"))
                .is_empty()
        );
    }
}

#[test]
fn values_of_a_map_and_lists_of_one_place_are_one_list() {
    let pen = |name: &str| {
        format!(r#"{{"__typename": "Pen", "name": "{name}", "image": {{"url": "/{name}.jpg"}}}}"#)
    };
    let map = format!(
        "<script>window.__APOLLO_STATE__ = {{\"ROOT_QUERY\": {{}}, \"Pen:1\": {}, \"Pen:2\": {}, \"Pen:3\": {}}}</script>",
        pen("Alpha"),
        pen("Beta"),
        pen("Gamma")
    );
    let pieces = format!(
        "<script>var x = {{sections: [{{pens: [{}]}}, {{pens: [{}, {}]}}]}}</script>",
        pen("Alpha"),
        pen("Beta"),
        pen("Gamma")
    );
    let each =
        ["Alpha", "Beta", "Gamma"].map(|name| format!("<li data-pen='{}'>{name}</li>", pen(name))).concat();
    for html in [map, pieces, each] {
        let found = lists(&format!("<body>{html}"));
        assert_eq!(found.len(), 1, "{html}");
        assert_eq!(texts(&found[0], "name"), ["Alpha", "Beta", "Gamma"]);
        assert_eq!(texts(&found[0], "image").len(), 3);
    }
}

#[test]
fn the_thing_that_a_page_is_about_is_a_detail() {
    let html = r#"<title>Oak desk | Finch</title><body><h1>Oak desk</h1><script id="__NEXT_DATA__" type="application/json">
        {"props": {"pageProps": {"product": {"name": "Oak desk", "brand": {"name": "Finch"}, "price": {"current": 80, "original": 100},
        "images": [{"url": "/a.jpg"}, {"url": "/b.jpg"}], "sku": "0042", "description": "<p>A desk of <b>oak</b>.</p>"},
        "related": {"product": {"name": "Oak desk", "a": "x y", "b": "x y", "c": "x y", "d": "x y", "e": "x y", "f": "x y", "g": "x y"}}}}}</script>"#;
    let (page, settings) = (parse_str(html), StructuredSettings::default());
    let found = StructuredItems::read(&page, &settings).findings(&page, &settings);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].kind, found[0].method.name()), (RelationKind::Detail, "state"));
    assert_eq!(found[0].title.as_deref(), Some("Product"));
    assert_eq!(names(&found[0]), ["name", "sku", "description", "brand", "price", "listPrice", "image"]);
    assert_eq!(texts(&found[0], "image"), ["/a.jpg", "/b.jpg"]);
    assert_eq!(texts(&found[0], "description"), ["A desk of oak ."]);
}

#[test]
fn prices_in_hundredths_and_counted_seconds_are_written_for_people() {
    let state = r#"[{"name": "Blue pen", "price": 1095, "published_at": 1765800014, "image": {"src": "/b.jpg", "alt": "A pen"}},
        {"name": "Red pen", "price": 2000, "published_at": 1765800014000, "image": {"src": "/r.jpg", "alt": "A pen"}}]"#;
    let found = lists(&format!("<body><p>Blue pen<p>$10.95<p>Red pen<p>$20<script>var x = {state}</script>"));
    assert_eq!(texts(&found[0], "price"), ["10.95", "20.00"]);
    assert_eq!(texts(&found[0], "datePublished"), ["2025-12-15T12:00:14Z", "2025-12-15T12:00:14Z"]);
    assert_eq!(texts(&found[0], "image"), ["/b.jpg", "/r.jpg"]);
}

#[test]
fn what_a_collection_is_called_is_no_thing() {
    let html = r#"<title>Desks</title><body><h1>Desks</h1><script type="application/json">
        {"collection": {"title": "Desks", "description": "All our desks", "image": "/d.jpg", "url": "/desks", "product": null}}</script>"#;
    let (page, settings) = (parse_str(html), StructuredSettings::default());
    assert!(StructuredItems::read(&page, &settings).findings(&page, &settings).is_empty());
}

#[test]
fn state_names_what_is_shown() {
    let html = format!("<body>{SHOWN}<b>$3.25</b><script>var data = {PENS};</script>");
    let (page, settings) = (parse_str(&html), StructuredSettings::default());
    let names = StructuredItems::read(&page, &settings).names(&page, &settings.naming);
    let text = |text: &str| page.ids().find(|id| page.own_text(*id) == text).unwrap();
    assert_eq!(names.best(text("Red pen")), Some("name"));
    assert_eq!(names.best(text("$3.25")), Some("price"));
}

#[test]
fn open_graph_says_what_nothing_else_says() {
    let meta = r#"<meta property="og:type" content="product"><meta property="og:title" content="Oak desk">
        <meta property="og:image" content="/a.jpg"><meta property="product:price:amount" content="80">"#;
    let found = |html: &str| {
        let (page, settings) = (parse_str(html), StructuredSettings::default());
        StructuredItems::read(&page, &settings).findings(&page, &settings)
    };
    let alone = found(&format!("<head>{meta}</head><body>x"));
    assert_eq!((alone[0].method.name(), alone[0].title.as_deref()), ("opengraph", Some("Product")));
    assert_eq!(names(&alone[0]), ["name", "image", "price"]);
    let json_ld =
        r#"<script type="application/ld+json">{"@type": "Product", "name": "Oak desk", "sku": "1"}</script>"#;
    let beside: Vec<&str> =
        found(&format!("<head>{meta}{json_ld}</head>")).iter().map(|f| f.method.name()).collect();
    assert_eq!(beside, ["json-ld"]);
    // That there is a page says nothing of a thing.
    assert!(found("<meta property=og:type content=website><meta property=og:title content=x><meta property=og:url content=/x>").is_empty());
}

#[test]
fn hostile_state_is_cheap_and_never_silently_cut() {
    let many = format!("[{}]", r#"{"name":"x y","price":1},"#.repeat(120_000));
    let cases = [
        "[".repeat(2_000_000),
        "{\"a\":".repeat(1_000_000),
        format!("{{\"a\": \"{}\"}}", "x".repeat(50 << 20)),
        format!("{{\"a\": \"{}", "\\\"".repeat(10 << 20)),
        "={'a':/*".repeat(300_000),
        "={a:'".repeat(300_000),
        "JSON.parse(\"".repeat(200_000),
        format!("[{}]", "{\"name\":\"a\",\"name\":\"b\",\"image\":\"\\ud800\"},".repeat(40_000)),
        format!(
            "[{}]",
            format!("{{{}}}", "\"name\":\"a b\",\"image\":\"c\",".repeat(5000))
                + ","
                + &"{\"name\":\"q\"},".repeat(9)
        ),
        "\u{a0}[\u{feff}{é:1},`${a}`".repeat(50_000),
        many,
    ];
    for (number, json) in cases.iter().enumerate() {
        for kind in ["application/json", "text/javascript"] {
            let page = parse_str(&format!("<body>x<script type=\"{kind}\">x={json}</script>"));
            let settings = StructuredSettings {
                state: StateSettings { max_values: 200_000, ..StateSettings::default() },
                ..StructuredSettings::default()
            };
            let started = Instant::now();
            let items = StructuredItems::read(&page, &settings);
            items.findings(&page, &settings);
            items.state_lists(&page, &settings);
            items.names(&page, &settings.naming);
            assert!(started.elapsed() < Duration::from_secs(5), "case {number} took {:?}", started.elapsed());
            assert_eq!(items.state_is_cut(), matches!(number, 0 | 1 | 10), "case {number}");
        }
    }
}
