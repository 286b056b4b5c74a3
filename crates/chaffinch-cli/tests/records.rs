//! `chaffinch records`, from the outside.

mod program;

use program::{chaffinch, objects};
use std::fs;
use tempfile::tempdir;

fn list() -> String {
    let names = ["Harbour", "Museum", "Bakery", "Bridge", "Orchard", "Library", "Tower", "Market"];
    let items = names.iter().enumerate().map(|(n, name)| {
        format!(
            "<div class=place><h3><a href='/p/{n}'>{name}</a></h3><p>The {name} was built in 18{n}4 and is worth a \
             visit at any time of the year.</p><span>Entry: ${n}.50</span></div>"
        )
    });
    format!("<title>Places</title><h1>Places</h1><div>{}</div>", items.collect::<String>())
}

#[test]
fn a_list_gives_its_records_with_boxes_and_named_columns() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.html"), list()).unwrap();
    let ran = chaffinch(folder.path(), &["records", "a.html", "--format", "jsonl"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let relation = &objects(&ran.out)[0]["relations"][0];
    assert_eq!((&relation["kind"], &relation["method"]), (&"records".into(), &"auto".into()));
    let rows = relation["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    assert_eq!(rows[2]["links"][0], "/p/2");
    assert!(rows[2]["box"][2].as_f64().unwrap() > 100.0);
    let columns = relation["columns"].as_array().unwrap();
    let entry = columns.iter().position(|column| column["name"] == "Entry").unwrap();
    assert_eq!(columns[entry]["type"], "money");
    assert_eq!(rows[3]["cells"][entry]["value"], 3.5);
}

#[test]
fn a_page_without_a_list_ends_with_code_1() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.html"), "<h1>Hello</h1><p>Nothing but a sentence stands here.").unwrap();
    let ran = chaffinch(folder.path(), &["records", "a.html", "--format", "jsonl"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
}

#[test]
fn an_explanation_goes_to_standard_error() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.html"), list()).unwrap();
    let ran = chaffinch(folder.path(), &["records", "a.html", "--format", "jsonl", "--explain"]);
    assert!(ran.err.contains("records 1: 8 records in"), "{}", ran.err);
    assert_eq!(objects(&ran.out).len(), 1);
}

#[test]
fn a_method_runs_alone_and_an_unknown_one_is_wrong_use() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.html"), list()).unwrap();
    for method in ["mdr", "depta", "visual"] {
        let ran = chaffinch(folder.path(), &["records", "a.html", "--format", "jsonl", "--method", method]);
        let relation = &objects(&ran.out)[0]["relations"][0];
        assert_eq!(relation["method"], method);
        assert_eq!(relation["rows"].as_array().unwrap().len(), 8, "{method}");
    }
    assert_eq!(chaffinch(folder.path(), &["records", "a.html", "--method", "magic"]).code, 2);
}

#[test]
fn state_is_a_method_too() {
    let folder = tempdir().unwrap();
    let pens = r#"[{"name": "Blue pen", "price": 1.5}, {"name": "Red pen", "price": 2}]"#;
    fs::write(folder.path().join("a.html"), format!("<p>Loading<script>var pens = {pens}</script>")).unwrap();
    let ran = chaffinch(folder.path(), &["records", "a.html", "--format", "jsonl", "--method", "state"]);
    let relation = &objects(&ran.out)[0]["relations"][0];
    assert_eq!((&relation["method"], &relation["facts"]["shown"]), (&"state".into(), &"0.00".into()));
    assert_eq!(relation["rows"].as_array().unwrap().len(), 2);
    fs::write(folder.path().join("b.html"), list()).unwrap();
    assert_eq!(chaffinch(folder.path(), &["records", "b.html", "--method", "state"]).code, 1);
}

#[test]
fn the_records_are_drawn_over_the_page() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.html"), list()).unwrap();
    let ran =
        chaffinch(folder.path(), &["render", "a.html", "--records", "--svg", "a.svg", "--png", "a.png"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let drawn = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(drawn.contains("auto") && drawn.contains("Entry"), "the marks of lists and columns are there");
    assert!(fs::metadata(folder.path().join("a.png")).unwrap().len() > 1_000);
}
