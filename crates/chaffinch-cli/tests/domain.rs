//! `chaffinch domain`, from the outside.

mod program;

use program::{chaffinch, objects};
use std::fs;
use tempfile::{TempDir, tempdir};

/// A page of properties, and one that is about something else.
fn pages() -> TempDir {
    let folder = tempdir().unwrap();
    let homes = [
        ("Oxford", "OX4 1AB", 375),
        ("Reading", "RG1 2CD", 290),
        ("Bath", "BA1 3EF", 410),
        ("Derby", "DE1 4GH", 185),
    ];
    let mut html = "<html><body><h1>Homes for sale</h1><ul>".to_owned();
    for (number, (town, postcode, price)) in homes.into_iter().enumerate() {
        html += &format!(
            "<li><a href=\"/home/{number}\">{} bedroom house for sale</a><p>Mill Lane, {town}, {postcode}</p><b>£{price},000</b></li>",
            number + 2
        );
    }
    fs::write(folder.path().join("homes.html"), html + "</ul></body></html>").unwrap();
    fs::write(folder.path().join("song.html"), "<p>A song of no price and no place.</p>").unwrap();
    folder
}

#[test]
fn records_of_a_domain_come_with_its_attributes() {
    let folder = pages();
    let ran =
        chaffinch(folder.path(), &["domain", "homes.html", "--domain", "real-estate", "--facts", "facts.dl"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let relation = &objects(&ran.out)[0]["relations"][0];
    assert_eq!((&relation["method"], relation["rows"].as_array().unwrap().len()), (&"domain".into(), 4));
    let names: Vec<&str> = relation["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| column["name"].as_str().unwrap())
        .collect();
    let price = names.iter().position(|name| *name == "price").unwrap();
    let bedrooms = names.iter().position(|name| *name == "bedrooms").unwrap();
    let cells = &relation["rows"][1]["cells"];
    assert_eq!((&cells[price]["value"], &cells[price]["unit"]), (&290_000.0.into(), &"GBP".into()));
    assert_eq!(cells[bedrooms]["value"], 3.0);
    let facts = fs::read_to_string(folder.path().join("facts.dl")).unwrap();
    assert!(facts.contains("record(") && facts.contains("annotation("), "{}", &facts[..facts.len().min(300)]);
}

#[test]
fn a_sign_in_a_box_of_its_own_belongs_to_its_amount() {
    let folder = tempdir().unwrap();
    let card = |n: usize, town: &str| {
        format!(
            "<li><a href='/{n}'>{n} BHK flat</a><p>{town}</p><div style='display:flex'><span>₹</span>9{n} Lac</div></li>"
        )
    };
    let cards: String =
        ["Pune", "Mumbai", "Delhi", "Chennai"].iter().enumerate().map(|(n, t)| card(n + 1, t)).collect();
    fs::write(folder.path().join("flats.html"), format!("<ul>{cards}</ul>")).unwrap();
    let ran = chaffinch(folder.path(), &["domain", "flats.html", "--domain", "real-estate"]);
    let report = &objects(&ran.out)[0];
    let rows = report["relations"][0]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    let value = |row: &serde_json::Value| {
        row["cells"].as_array().unwrap().iter().any(|cell| cell["value"] == 9_300_000.0)
    };
    assert!(value(&rows[2]), "{}", rows[2]);
}

#[test]
fn decisions_are_explained() {
    let folder = pages();
    let ran = chaffinch(folder.path(), &["domain", "homes.html", "--domain", "real-estate", "--explain"]);
    assert!(ran.err.contains("price"), "{}", ran.err);
}

#[test]
fn a_page_of_something_else_has_none() {
    let folder = pages();
    let ran = chaffinch(folder.path(), &["domain", "song.html", "--domain", "real-estate"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
}

#[test]
fn a_wrong_domain_file_is_named_with_its_line() {
    let folder = pages();
    fs::write(folder.path().join("boat.toml"), "name = \"boat\"\ncolour = \"red\"\n").unwrap();
    let ran = chaffinch(folder.path(), &["domain", "homes.html", "--domain", "boat.toml"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(
        ran.err.contains("boat.toml") && ran.err.contains('2') && ran.err.contains("colour"),
        "{}",
        ran.err
    );
    let ran = chaffinch(folder.path(), &["domain", "homes.html", "--domain", "no-such"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
}
