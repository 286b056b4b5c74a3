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
fn whatever_is_wrong_is_told_before_anything_is_learned() {
    let folder = shops();
    for (arguments, said) in [
        (["--out", "nowhere/shop.model", "--parts", "0"], "nowhere/shop.model: cannot be written"),
        (["--out", "shop.model", "--against", "gold/gold.jsonl:kind=news"], "has no page that is asked for"),
    ] {
        let ran = chaffinch(folder.path(), &[&["train", "gold/gold.jsonl"][..], &arguments].concat());
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains(said) && !ran.err.contains("iteration"), "{}", ran.err);
        assert!(
            fs::read_dir(folder.path()).unwrap().all(|file| !file
                .unwrap()
                .file_name()
                .to_string_lossy()
                .contains(".part"))
        );
    }
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

/// A list of six things in a grid of three columns: the heading of the page, what its buttons say, and names with prices.
type Shop = (&'static str, &'static str, [(&'static str, &'static str); 6]);

const SHOPS: [Shop; 4] = [
    (
        "Gartenvögel: alles für den Winter",
        "In den Warenkorb",
        [
            ("Nistkasten aus Eiche", "24,90 €"),
            ("Futterspender zum Hängen", "17,50 €"),
            ("Sonnenblumenkerne, 2 kg", "9,80 €"),
            ("Vogeltränke, glasiert", "39,00 €"),
            ("Fernglas 8×32", "129,00 €"),
            ("Bestimmungsbuch Vögel", "22,00 €"),
        ],
    ),
    (
        "Oiseaux du jardin : tout pour l'hiver",
        "Ajouter au panier",
        [
            ("Nichoir en chêne", "24,90 €"),
            ("Mangeoire à suspendre", "17,50 €"),
            ("Graines de tournesol, 2 kg", "9,80 €"),
            ("Bain pour oiseaux émaillé", "39,00 €"),
            ("Jumelles 8×32", "129,00 €"),
            ("Guide des oiseaux", "22,00 €"),
        ],
    ),
    (
        "Aves del jardín: todo para el invierno",
        "Añadir al carrito",
        [
            ("Caja nido de roble", "24,90 €"),
            ("Comedero colgante", "17,50 €"),
            ("Pipas de girasol, 2 kg", "9,80 €"),
            ("Bebedero esmaltado", "39,00 €"),
            ("Prismáticos 8×32", "129,00 €"),
            ("Guía de aves", "22,00 €"),
        ],
    ),
    (
        "庭の鳥：冬のためのすべて",
        "カートに入れる",
        [
            ("オークの巣箱", "¥2,490"),
            ("吊り下げ餌台", "¥1,750"),
            ("ひまわりの種 2kg", "¥980"),
            ("陶器の水浴び台", "¥3,900"),
            ("双眼鏡 8×32", "¥12,900"),
            ("野鳥図鑑", "¥2,200"),
        ],
    ),
];

#[test]
fn lists_are_read_in_several_languages() {
    let folder = tempdir().unwrap();
    for (heading, buy, things) in SHOPS {
        let card = |(number, (name, price)): (usize, &(&str, &str))| {
            format!(
                "<li class=product><a href='/p/{number}'><img src='/i/{number}.jpg' width=200 height=160></a>\
                 <h3><a href='/p/{number}'>{name}</a></h3><p class=price>{price}</p><button>{buy}</button></li>"
            )
        };
        let cards: String = things.iter().enumerate().map(card).collect();
        let html = format!(
            "<!DOCTYPE html><meta charset=utf-8><title>{heading}</title>\
             <style>ul {{ display: grid; grid-template-columns: repeat(3, 220px); gap: 20px; list-style: none }}</style>\
             <nav><a href=/>A</a> <a href=/z>Z</a></nav><h1>{heading}</h1><ul>{cards}</ul><footer>© 2024</footer>"
        );
        fs::write(folder.path().join("shop.html"), html).unwrap();
        let ran =
            chaffinch(folder.path(), &["label", "--model", "product", "shop.html", "--format", "jsonl"]);
        assert_eq!(ran.code, 0, "{heading}: {}", ran.err);
        let rows = objects(&ran.out)[0]["relations"][0]["rows"].as_array().unwrap().clone();
        let of =
            |row: &serde_json::Value, at: usize| row["cells"][at]["text"].as_str().unwrap_or("-").to_owned();
        let read: Vec<(String, String)> = rows.iter().map(|row| (of(row, 0), of(row, 2))).collect();
        let expected = things.map(|(name, price)| (name.to_owned(), price.to_owned()));
        assert_eq!(read, expected, "{heading}");
        assert_eq!(rows[5]["links"][0], "/p/5");
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
