//! `chaffinch label` and `chaffinch train`, from the outside.

mod program;

use program::{chaffinch, objects};
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir};

const THINGS: [(&str, &str); 6] = [
    ("Oak chair", "$49.00"),
    ("Pine table with two drawers", "$120.50"),
    ("Walnut shelf", "$75.00"),
    ("Ash bed", "$310.00"),
    ("Elm stool", "$28.40"),
    ("Cherry desk", "$205.00"),
];

fn page(shop: usize, (name, price): (&str, &str)) -> String {
    let body = match shop {
        0 => format!("<h1 class=name>{name}</h1><table><tr><td>Price:</td><td>{price}</td></tr></table>"),
        1 => format!("<h2>{name}</h2><p><b>Price:</b> <span>{price}</span></p>"),
        _ => format!("<dl><dt>Price:</dt><dd>{price}</dd></dl><h1>{name}</h1>"),
    };
    format!(
        "<title>{name} - Shop {shop}</title><p><a href=/>Home</a> <a href=/all>All</a></p>{body}<p>Add to cart</p>"
    )
}

/// Three shops in folders, and a gold file of the first two.
fn shops() -> TempDir {
    let folder = tempdir().unwrap();
    let mut gold = String::new();
    for shop in 0..3 {
        let own = folder.path().join(format!("pages/shop{shop}"));
        fs::create_dir_all(&own).unwrap();
        for (at, thing) in THINGS.iter().enumerate() {
            fs::write(own.join(format!("{at}.html")), page(shop, *thing)).unwrap();
            if shop < 2 {
                let (name, price) = thing;
                gold += &format!(
                    "{{\"page\": \"pages/shop{shop}/{at}.html\", \"site\": \"shop{shop}\", \"record\": \
                     {{\"name\": \"{name}\", \"price\": [\"{price}\"]}}}}\n"
                );
            }
        }
    }
    fs::create_dir_all(folder.path().join("gold")).unwrap();
    fs::write(folder.path().join("gold/gold.jsonl"), gold).unwrap();
    folder
}

fn train(folder: &Path) {
    let ran = chaffinch(folder, &["train", "gold/gold.jsonl", "--out", "shop.model", "-j", "1"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("24 values stand on their pages, 0 do not"), "{}", ran.out);
    assert!(ran.out.contains("on sites apart F1"), "{}", ran.out);
    assert!(!folder.join("shop.model.training").exists());
}

#[test]
fn a_model_trained_on_some_shops_reads_another() {
    let folder = shops();
    train(folder.path());
    let ran = chaffinch(
        folder.path(),
        &["label", "--model", "shop.model", "pages/shop2", "--format", "jsonl", "--explain"],
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let pages = objects(&ran.out);
    assert_eq!(pages.len(), THINGS.len());
    let mut right = 0;
    for (page, (name, price)) in pages.iter().zip(THINGS) {
        let relation = &page["relations"][0];
        assert_eq!((&relation["kind"], &relation["method"]), (&"detail".into(), &"hcrf".into()));
        assert_eq!(relation["columns"][1], serde_json::json!({"name": "price", "type": "money"}));
        let cells = relation["rows"][0]["cells"].as_array().unwrap();
        right += usize::from(cells[0]["text"] == name) + usize::from(cells[1]["text"] == price);
        let file = fs::read(folder.path().join(page["input"].as_str().unwrap())).unwrap();
        for cell in cells {
            let at = |n: usize| cell["span"][n].as_u64().unwrap() as usize;
            assert_eq!(String::from_utf8_lossy(&file[at(0)..at(1)]), cell["text"].as_str().unwrap());
            assert!(cell["confidence"].as_f64().unwrap() <= 1.0);
            assert!(cell["xpath"].is_string() && cell["box"].is_array());
        }
    }
    assert!(right >= 2 * THINGS.len() - 1, "{right} values are right");
    assert!(ran.err.contains("price: \"$49.00\" with "), "{}", ran.err);
}

#[test]
fn pages_put_right_by_hand_can_be_learned_from() {
    let folder = shops();
    train(folder.path());
    let own = chaffinch(folder.path(), &["label", "--model", "shop.model", "pages/", "--format", "jsonl"]);
    fs::write(folder.path().join("mended.jsonl"), own.out).unwrap();
    let ran = chaffinch(folder.path(), &["train", "mended.jsonl", "--out", "again.model", "--parts", "0"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("from 18 pages of 3 sites"), "{}", ran.out);
}

#[test]
fn a_gold_file_of_other_pages_leaves_the_model_alone() {
    let folder = shops();
    fs::write(folder.path().join("shop.model"), "a good model").unwrap();
    let gold = fs::read_to_string(folder.path().join("gold/gold.jsonl")).unwrap();
    let other: String =
        gold.lines().map(|line| line.replace("\"name\": \"", "\"name\": \"Not the ") + "\n").collect();
    fs::write(folder.path().join("gold/gold.jsonl"), other.replace('$', "EUR ")).unwrap();
    let ran = chaffinch(folder.path(), &["train", "gold/gold.jsonl", "--out", "shop.model"]);
    assert_eq!(ran.code, 3, "{}", ran.out);
    assert!(ran.err.contains("labelled values occurs on its page"), "{}", ran.err);
    assert_eq!(fs::read_to_string(folder.path().join("shop.model")).unwrap(), "a good model");
}

#[test]
fn what_is_no_model_is_wrong_use() {
    let folder = shops();
    for (name, content, said) in [
        ("other.model", Some("{\"chaffinch-model\": 9999}\n"), "of version 9999"),
        ("page.model", Some("<html>"), "this is no model"),
        ("nothing", None, "no model of this name and no such file"),
    ] {
        if let Some(content) = content {
            fs::write(folder.path().join(name), content).unwrap();
        }
        let ran = chaffinch(folder.path(), &["label", "--model", name, "pages/shop0/0.html"]);
        assert_eq!(ran.code, 2, "{}", ran.out);
        assert!(ran.err.contains(said), "{}", ran.err);
    }
}

#[test]
fn the_models_that_there_are_can_be_listed() {
    let ran = chaffinch(Path::new("."), &["label", "--model", "list"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for name in ["product", "auto", "book", "camera", "job", "movie", "nbaplayer", "restaurant", "university"]
    {
        assert!(ran.out.lines().any(|line| line.starts_with(name)), "{name} in {}", ran.out);
    }
}

#[test]
fn experiments_print_their_tables() {
    let folder = shops();
    let gold = fs::read_to_string(folder.path().join("gold/gold.jsonl")).unwrap();
    fs::write(
        folder.path().join("gold/gold.jsonl"),
        gold.replace("\"site\"", "\"vertical\": \"shops\", \"site\""),
    )
    .unwrap();
    let ran = chaffinch(folder.path(), &["eval", "swde", "gold/gold.jsonl", "--seeds", "1", "-j", "1"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.lines().any(|line| line.starts_with("shops")), "{}", ran.out);
    assert!(ran.out.contains("mean F1"), "{}", ran.out);
    let asked = ["eval", "teaching", "gold/gold.jsonl", "--lessons", "2", "--label", "--per-site", "-j", "1"];
    let ran = chaffinch(folder.path(), &asked);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let told =
        |name: &str| ran.out.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_default();
    let wrapper = |line: &str| line.split_whitespace().nth(3).and_then(|f1| f1.parse::<f64>().ok());
    assert!(told("shops").contains("shops"), "{}", ran.out);
    assert!(wrapper(told("name")).is_some_and(|f1| f1 <= 1.0), "{}", ran.out);
}
