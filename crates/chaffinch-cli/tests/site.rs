//! `chaffinch site`, `wrapper learn --from` and `extract --want`, from the outside.

mod program;

use program::{chaffinch, objects};
use std::fmt::Write;
use std::fs;
use tempfile::{TempDir, tempdir};

const BIRDS: [&str; 7] = ["Robin", "Wren", "Dunnock", "Blackbird", "Siskin", "Goldcrest", "Nuthatch"];

/// A page of a made-up shop: feeders for so many birds, from the one with this number on.
fn shop_page(first: usize, count: usize) -> String {
    let mut html = "<html><head><title>Feeders</title></head><body><div class=menu><a href=/>Home</a> <a href=/c>Cart</a></div>\
                    <h1>Feeders for the garden</h1><div class=list>\n"
        .to_owned();
    for number in first..first + count {
        let bird = BIRDS[number % BIRDS.len()];
        let _ = writeln!(
            html,
            "<div class=item><a class=t href=\"/p/{number}\">{bird} feeder no. {number}</a>\
             <p class=d>Made of oak for the {bird}, holds {number}00 grams of seed and hangs well.</p>\
             <span class=p>${number}.90</span></div>"
        );
    }
    html + "</div><p class=foot>All prices with tax.</p></body></html>"
}

/// A folder `shop` with pages of the list, and one that is none of them.
fn shop(pages: usize) -> TempDir {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("shop")).unwrap();
    for page in 0..pages {
        let html = shop_page(10 * page + 1, 5 + page % 3);
        fs::write(folder.path().join(format!("shop/{page:02}.html")), html).unwrap();
    }
    folder
}

#[test]
fn a_whole_site_is_read_without_any_label() {
    let folder = shop(12);
    fs::write(folder.path().join("shop/zz.html"), "<html><body><p>We are on holiday.</p></body></html>")
        .unwrap();
    let ran =
        chaffinch(folder.path(), &["site", "shop/", "--sample", "4", "--keep", "kept", "--format", "jsonl"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let pages = objects(&ran.out);
    assert_eq!(pages.len(), 13);
    for (number, page) in pages[..12].iter().enumerate() {
        let relation = &page["relations"][0];
        assert_eq!(relation["method"], "wrapper", "{}", ran.err);
        let rows = relation["rows"].as_array().unwrap();
        assert_eq!(rows.len(), 5 + number % 3, "page {number}: {}", ran.err);
        assert!(rows[0]["text"].as_str().unwrap().contains(&format!("feeder no. {}", 10 * number + 1)));
    }
    assert!(ran.err.contains("12 of 13 pages fit"), "{}", ran.err);
    assert!(ran.err.contains("shop/zz.html: does not fit the wrapper"), "{}", ran.err);
    // What was learned serves again.
    let again = chaffinch(folder.path(), &["wrapper", "apply", "kept/template-1.toml", "shop/00.html"]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(objects(&again.out)[0]["relations"][0]["rows"], pages[0]["relations"][0]["rows"]);
    let all = chaffinch(folder.path(), &["wrapper", "apply", "kept", "shop/00.html"]);
    assert_eq!((all.code, all.out), (0, again.out), "{}", all.err);
}

/// A page of made-up staff: some of them look most like a list of their lines.
fn staff_page(number: usize) -> String {
    let (bird, next) = (BIRDS[number % BIRDS.len()], BIRDS[(3 * number + 1) % BIRDS.len()]);
    let text = format!("{bird} and {next} and garden ").repeat(10 + number % 7);
    format!(
        "<!doctype html><html><head><title>{bird} {next} - Staff of the garden</title></head><body><header><nav><ul><li>Research<li>Teaching\
         </ul></nav></header><main><article><h2 class=n>{bird} {next}</h2><dl><dt>Phone<dd>+44 20 7946 {}<dt>Room<dd>{}{}\
         <dt>Department<dd>{}</dl><p class=bio>{text}.</p></article></main><footer>The garden</footer></body></html>",
        1000 + 37 * number,
        ["A", "B", "C"][number % 3],
        100 + 7 * number,
        ["Physics", "Law", "History"][(number / 3) % 3]
    )
}

#[test]
fn pages_about_one_thing_are_one_template_whatever_lists_are_found_on_some() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("staff")).unwrap();
    for page in 0..22 {
        fs::write(folder.path().join(format!("staff/{page:02}.html")), staff_page(page)).unwrap();
    }
    let ran = chaffinch(folder.path(), &["site", "staff/", "--format", "rows"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!ran.err.contains("template 2"), "{}", ran.err);
    let rows = objects(&ran.out);
    assert_eq!(rows.len(), 22, "{}", ran.err);
    assert!(rows.iter().all(|row| row["Phone"].is_string()), "{}", ran.err);
}

#[test]
fn who_wants_a_model_gets_what_pages_are_about_and_for_a_price_the_list_price() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("bikes")).unwrap();
    for (number, bird) in BIRDS.iter().enumerate() {
        let html = format!(
            "<html><head><title>{bird} 20{number} - Bikes</title></head><body><p>Bikes of all kinds, for young and old</p>             <div><h1>{bird} 20{number}</h1><p>It runs well, and it is painted in colour no. {number}.</p>             <table><tr><td>MSRP:<td>${number}99.00<tr><td>Wheels:<td>{number} inches</table></div><p>All rights reserved</body></html>"
        );
        fs::write(folder.path().join(format!("bikes/{number}.html")), html).unwrap();
    }
    let ran = chaffinch(folder.path(), &["site", "bikes/", "--want", "model,price", "--format", "csv"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.lines().next().unwrap().ends_with("model,price"), "{}", ran.out);
    assert!(ran.out.contains("Wren 201,$199.00"), "{}\n{}", ran.out, ran.err);
}

#[test]
fn a_wrapper_is_learned_from_findings_and_checked() {
    let folder = shop(12);
    let ran = chaffinch(
        folder.path(),
        &["wrapper", "learn", "--from", "records", "--sample", "4", "shop/", "--out", "shop.toml"],
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("other pages it reads what its teacher finds"), "{}", ran.out);
    let ran = chaffinch(folder.path(), &["wrapper", "check", "shop.toml", "shop/"]);
    assert_eq!(ran.out, "12 of 12 pages fit shop.toml\n");
}

#[test]
fn a_domain_can_teach() {
    let folder = shop(8);
    let ran = chaffinch(
        folder.path(),
        &["wrapper", "learn", "--from", "domain:product", "--sample", "4", "shop/", "--out", "shop.toml"],
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let learned = fs::read_to_string(folder.path().join("shop.toml")).unwrap();
    assert!(learned.contains("\"price\""), "{learned}");
    let ran = chaffinch(folder.path(), &["wrapper", "check", "shop.toml", "shop/"]);
    assert_eq!(ran.out, "8 of 8 pages fit shop.toml\n");
}

#[test]
fn what_cannot_be_learned_from_is_said() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("pages")).unwrap();
    fs::write(folder.path().join("pages/a.html"), "<p>Nothing to see.</p>").unwrap();
    for (arguments, code, said) in [
        (&["site", "pages/"][..], 3, "nothing was found on these 1 pages"),
        (&["site", "-"][..], 2, "standard input can only be read once"),
        (&["site", "pages/", "--from", "magic"][..], 2, "label:MODEL"),
        (&["site", "pages/", "--from", "label:nobody"][..], 2, "no model of this name"),
        (&["site", "pages/", "--from", "domain:nobody"][..], 2, "nobody"),
        (&["site", "nowhere/"][..], 3, "nowhere/"),
    ] {
        let ran = chaffinch(folder.path(), arguments);
        assert_eq!(ran.code, code, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn wanted_columns_come_and_no_others() {
    let folder = shop(1);
    let ran = chaffinch(folder.path(), &["extract", "shop/00.html", "--want", "title, price, url, colour"]);
    let page = &objects(&ran.out)[0];
    let relation = &page["relations"][0];
    let names: Vec<&str> = relation["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| column["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["title", "price", "url", "colour"]);
    let cells = &relation["rows"][0]["cells"];
    assert_eq!(cells[0]["text"], format!("{} feeder no. 1", BIRDS[1]));
    assert_eq!((&cells[1]["value"], &cells[1]["unit"]), (&1.9.into(), &"USD".into()));
    assert_eq!(cells[2]["text"], "/p/1");
    assert!(cells[3].is_null());
    // What is missing is no failure: the rows come, the exit code tells.
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert_eq!(ran.err, "chaffinch: shop/00.html: no column for colour\n");
    assert_eq!(page["remarks"], serde_json::json!(["no column for colour"]));
    assert_eq!(page["errors"], serde_json::json!([]));
    let ran = chaffinch(folder.path(), &["extract", "shop/00.html", "--want", "title, price"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(objects(&ran.out)[0].get("remarks").is_none());
}

#[test]
fn a_schema_gives_names_and_types() {
    let folder = shop(1);
    let schema = r#"{"properties": {"name": {"type": "string"}, "price": {"type": "number"}}}"#;
    fs::write(folder.path().join("row.json"), schema).unwrap();
    let ran = chaffinch(folder.path(), &["extract", "shop/00.html", "--schema", "row.json"]);
    let relation = &objects(&ran.out)[0]["relations"][0];
    let price = &relation["columns"][1];
    assert!(price["confidence"].as_f64().unwrap() > 0.8, "{price}");
    assert_eq!((&price["name"], &price["type"]), (&serde_json::json!("price"), &serde_json::json!("number")));
    assert_eq!(relation["rows"][0]["cells"][1]["value"], 1.9);
    fs::write(folder.path().join("row.json"), "[]").unwrap();
    let ran = chaffinch(folder.path(), &["extract", "shop/00.html", "--schema", "row.json"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("row.json: no attribute is named"), "{}", ran.err);
}
