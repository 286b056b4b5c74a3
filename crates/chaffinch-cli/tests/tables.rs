//! `chaffinch tables`, and what `render` draws of them.

mod program;

use program::{TABLE, chaffinch, chaffinch_with_input, objects};
use std::fs;
use tempfile::tempdir;

const DIVS: &str = "<style>#t { display: grid; grid-template-columns: 120px 120px }</style><div id=t>\
    <div><b>Town</b></div><div><b>People</b></div><div>Ulm</div><div>126,000</div><div>Trier</div><div>110,000</div></div>";

#[test]
fn a_table_of_divs_is_found_by_its_boxes_and_not_by_its_markup() {
    let folder = tempdir().unwrap();
    let ran = chaffinch_with_input(folder.path(), &["tables"], DIVS.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let table = &objects(&ran.out)[0]["relations"][0];
    assert_eq!(table["method"], "visual");
    assert_eq!(table["columns"][1]["name"], "People");
    assert_eq!(table["rows"][1]["cells"][1]["value"], 110_000.0);
    let grid = chaffinch_with_input(folder.path(), &["tables", "--method", "grid"], DIVS.as_bytes());
    assert_eq!(grid.code, 1);
    let unseen = chaffinch_with_input(folder.path(), &["tables", "--renderer", "none"], DIVS.as_bytes());
    assert_eq!(unseen.code, 1);
}

#[test]
fn a_keyword_chooses_and_an_unknown_method_is_wrong_use() {
    let folder = tempdir().unwrap();
    let with =
        |keyword| chaffinch_with_input(folder.path(), &["tables", "--keyword", keyword], TABLE.as_bytes());
    assert_eq!(with("trier").code, 0);
    assert_eq!(with("tri").code, 1);
    let wrong = chaffinch_with_input(folder.path(), &["tables", "--method", "guess"], TABLE.as_bytes());
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("webtables"), "{}", wrong.err);
}

#[test]
fn xml_has_the_edges_of_every_cell() {
    let folder = tempdir().unwrap();
    let ran = chaffinch_with_input(folder.path(), &["tables", "--format", "xml"], TABLE.as_bytes());
    assert!(ran.out.starts_with("<?xml"), "{}", ran.out);
    let cell = ran.out.lines().find(|line| line.contains(">Ulm</cell>")).unwrap();
    assert!(cell.contains("column=\"1\"") && cell.contains("x1=") && cell.contains("y2="), "{cell}");
    assert_eq!(ran.out.matches("<row ").count(), 2);
}

#[test]
fn hyper_boxes_are_drawn() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("t.html"), DIVS).unwrap();
    let ran = chaffinch(folder.path(), &["render", "t.html", "--tables", "--svg", "t.svg"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let svg = fs::read_to_string(folder.path().join("t.svg")).unwrap();
    assert!(svg.contains("hyperBox 1 · 6 boxes"), "{svg}");
}
