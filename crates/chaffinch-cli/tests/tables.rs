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

#[test]
fn tables_of_characters_are_cut_at_bars_tabs_or_gaps() {
    let folder = tempdir().unwrap();
    for text in [
        "| Town | People |\n|------|-------:|\n| Ulm | 126,000 |\n| Trier | 110,000 |\n| Fulda | 68,000 |",
        "Town\tPeople\nUlm\t126,000\nTrier\t110,000\nFulda, and all around it\t68,000",
        "Town     People\n-----   -------\nUlm     126,000\nTrier   110,000\nFulda    68,000",
    ] {
        let html = format!("<title>Towns</title><pre>\n{text}\n</pre>");
        let ran = chaffinch_with_input(folder.path(), &["tables"], html.as_bytes());
        assert_eq!(ran.code, 0, "{text}\n{}", ran.err);
        let table = &objects(&ran.out)[0]["relations"][0];
        let names: Vec<&str> = table["columns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|column| column["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["Town", "People"], "{text}");
        assert_eq!(table["rows"].as_array().unwrap().len(), 3, "{text}");
        assert_eq!(table["rows"][1]["cells"][1]["value"], 110_000.0, "{text}");
    }
}

#[test]
fn columns_of_links_at_the_foot_of_a_page_are_no_table() {
    let folder = tempdir().unwrap();
    let column = |head: &str, links: [&str; 3]| {
        let links: String = links.iter().map(|link| format!("<div><a href=/x>{link}</a></div>")).collect();
        format!("<div style='width:200px'><h4>{head}</h4>{links}</div>")
    };
    let columns = [
        column("Company", ["About us", "Jobs", "Press"]),
        column("Help", ["Contact", "Returns", "Sizes"]),
        column("Legal", ["Terms", "Privacy", "Imprint"]),
    ];
    let html =
        format!("<title>Shop</title><p>Some words.</p><div style='display:flex'>{}</div>", columns.concat());
    let ran = chaffinch_with_input(folder.path(), &["tables"], html.as_bytes());
    assert_eq!(ran.code, 1, "{}", ran.out);
}
