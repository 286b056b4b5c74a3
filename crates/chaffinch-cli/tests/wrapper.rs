//! `chaffinch wrapper`, from the outside.

mod program;

use program::{chaffinch, objects};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir};

const PEOPLE: [&[(&str, &str)]; 4] = [
    &[("Ann", "12"), ("Bo &amp; Cy", "7")],
    &[("Dan", "30"), ("Eve", "41"), ("Flo", "5")],
    &[("Gus", "18")],
    &[("Hal", "9"), ("Ira", "77"), ("Jo", "64"), ("Kim", "1")],
];

/// A page of people and their ages, and the bytes of both.
fn page(people: &[(&str, &str)]) -> (String, Vec<[[usize; 2]; 2]>) {
    let (mut html, mut tuples) = ("<html><body><b>People</b><ul>\n".to_owned(), Vec::new());
    for (name, age) in people {
        let mut put = |before: &str, value: &str| {
            html.push_str(before);
            html.push_str(value);
            [html.len() - value.len(), html.len()]
        };
        tuples.push([put("<li><a href=\"/p\">", name), put("</a> <i>", age)]);
        html.push_str("</i></li>\n");
    }
    (html + "</ul></body></html>", tuples)
}

fn label(number: usize, tuples: &[[[usize; 2]; 2]]) -> String {
    format!(r#"{{"page": "site/{number}.html", "attributes": ["name", "age"], "tuples": {tuples:?}}}"#) + "\n"
}

/// A folder with pages and `gold/examples.jsonl`, whose labels are of the first two.
fn site() -> TempDir {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("site")).unwrap();
    fs::create_dir(folder.path().join("gold")).unwrap();
    let mut gold = String::new();
    for (number, people) in PEOPLE.iter().enumerate() {
        let (html, tuples) = page(people);
        fs::write(folder.path().join(format!("site/{number}.html")), html).unwrap();
        if number < 2 {
            gold.push_str(&label(number, &tuples));
        }
    }
    write_gold(folder.path(), &gold);
    folder
}

fn write_gold(folder: &Path, gold: &str) {
    fs::write(folder.join("gold/examples.jsonl"), gold).unwrap();
}

const LEARN: [&str; 5] = ["wrapper", "learn", "gold/examples.jsonl", "--out", "site.toml"];

#[test]
fn a_site_is_learned_from_two_pages_and_read() {
    let folder = site();
    let ran = chaffinch(folder.path(), &LEARN);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("LR, learned from 2 pages with 5 tuples\n"), "{}", ran.out);
    assert!(ran.out.contains("more examples are needed to say with confidence 0.9"), "{}", ran.out);
    let ran = chaffinch(folder.path(), &["wrapper", "apply", "site.toml", "site/"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let pages = objects(&ran.out);
    assert_eq!(pages.len(), 4);
    for (found, people) in pages.iter().zip(PEOPLE) {
        let relation = &found["relations"][0];
        assert_eq!((&relation["kind"], &relation["method"]), (&"records".into(), &"wrapper".into()));
        let (_, tuples) = page(people);
        for (row, tuple) in relation["rows"].as_array().unwrap().iter().zip(&tuples) {
            assert_eq!(row["cells"][0]["span"], serde_json::json!(tuple[0]));
            assert_eq!(row["cells"][0]["link"], "/p");
            assert_eq!(row["cells"][1]["span"], serde_json::json!(tuple[1]));
            assert!(row["cells"][1]["value"].is_number());
        }
        assert_eq!(relation["rows"].as_array().unwrap().len(), tuples.len());
    }
    assert_eq!(pages[0]["relations"][0]["rows"][1]["cells"][0]["text"], "Bo & Cy");
    let shown = chaffinch(folder.path(), &["wrapper", "show", "site.toml"]);
    assert!(shown.out.contains("css     i") && shown.out.contains("xpath   //i"), "{}", shown.out);
}

#[test]
fn a_page_that_has_changed_is_told_by_code_4() {
    let folder = site();
    chaffinch(folder.path(), &LEARN);
    fs::write(folder.path().join("site/1.html"), "<html><body>We have moved.</body></html>").unwrap();
    for command in ["apply", "check"] {
        let ran = chaffinch(folder.path(), &["wrapper", command, "site.toml", "site/"]);
        assert_eq!(ran.code, 4, "{command}");
        assert!(
            ran.err.contains("site/1.html: does not fit the wrapper: the page has no tuple"),
            "{}",
            ran.err
        );
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
    let ran = chaffinch(folder.path(), &["wrapper", "check", "site.toml", "site/"]);
    assert_eq!(ran.out, "3 of 4 pages fit site.toml\n");
}

#[test]
fn examples_are_used_until_the_bound_holds() {
    let folder = site();
    let (html, tuples) = page(PEOPLE[3]);
    let mut gold = String::new();
    for number in 0..60 {
        // Equal pages would count as one.
        fs::write(folder.path().join(format!("site/{number}.html")), format!("{html}<!-- {number} -->"))
            .unwrap();
        gold.push_str(&label(number, &tuples));
    }
    write_gold(folder.path(), &gold);
    let ran = chaffinch(folder.path(), &[&LEARN[..], &["--epsilon", "0.3", "--delta", "0.2"]].concat());
    assert!(ran.out.contains("with confidence 0.8 the error is under 0.3"), "{}", ran.out);
    assert!(ran.out.contains("the bound held after 6 of 60 examples"), "{}", ran.out);
    let ran = chaffinch(folder.path(), &[&LEARN[..], &["--epsilon", "0.01"]].concat());
    assert!(ran.out.contains("the examples ran out before the bound held: all 60 were used"), "{}", ran.out);
}

#[test]
fn recognisers_need_no_labels() {
    let folder = site();
    let recognizers = r#"
        [[recognizer]]
        attribute = "age"
        errors = "perfect"
        regex = "[0-9]+"

        [[recognizer]]
        attribute = "name"
        errors = "incomplete"
        gazetteer = ["Ann", "Dan", "Eve", "Gus", "Jo"]
    "#;
    fs::write(folder.path().join("rec.toml"), recognizers).unwrap();
    let ran = chaffinch(
        folder.path(),
        &["wrapper", "learn", "--recognizers", "rec.toml", "site/", "--out", "site.toml"],
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = chaffinch(folder.path(), &["wrapper", "apply", "site.toml", "site/3.html"]);
    let rows = &objects(&ran.out)[0]["relations"][0]["rows"];
    let names: Vec<&str> =
        rows.as_array().unwrap().iter().map(|row| row["cells"][0]["text"].as_str().unwrap()).collect();
    assert_eq!(names, ["Hal", "Ira", "Jo", "Kim"]);
}

/// What is said of labels that cannot be learned from; nothing may be written.
fn complaint(gold: &str) -> String {
    let folder = site();
    write_gold(folder.path(), gold);
    let ran = chaffinch(folder.path(), &LEARN);
    assert_eq!(ran.code, 3, "{}{}", ran.out, ran.err);
    assert!(!folder.path().join("site.toml").exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "something half-done was left behind");
    ran.err
}

#[test]
fn bad_labels_are_answered_with_the_page_and_the_attribute() {
    let said = complaint(&label(0, &[[[47, 50], [48, 60]]]));
    assert!(said.contains("site/0.html: the value of `age` at bytes 48–60 begins before"), "{said}");
    let said = complaint(&label(0, &[[[47, 50], [60, 9000]]]));
    assert!(said.contains("site/0.html: the value of `age` at bytes 60–9000 lies outside"), "{said}");
    let said = complaint(&(label(0, &[[[47, 50], [58, 60]]]) + &label(0, &[[[47, 50], [58, 59]]])));
    assert!(said.contains("site/0.html: the page is labelled twice, and not alike"), "{said}");
    let said = complaint("{\"page\": \"../secret.html\", \"tuples\": []}");
    assert!(said.contains("outside of the root folder"), "{said}");
    let said = complaint("{\"page\": \"site/9.html\", \"tuples\": []}");
    assert!(said.contains("site/9.html"), "{said}");
    let said = complaint("{\"page\": 3}");
    assert!(said.contains("gold/examples.jsonl: line 1:"), "{said}");
    let never =
        r#"{"page": "site/0.html", "attributes": ["name", "fax"], "record": {"name": "Zoe", "fax": "5"}}"#;
    let said = complaint(never);
    assert!(said.contains("none of the values of name, fax stands on its page"), "{said}");
}

#[test]
fn a_label_that_counts_the_bytes_of_another_encoding_is_named() {
    let folder = site();
    fs::write(folder.path().join("site/0.html"), "<b>Zoë</b><i>3</i>").unwrap();
    write_gold(folder.path(), &label(0, &[[[3, 6], [12, 13]]]));
    let ran = chaffinch(folder.path(), &LEARN);
    assert_eq!(ran.code, 3);
    assert!(
        ran.err.contains("site/0.html: the value of `name` at bytes 3–6 cuts a character in two"),
        "{}",
        ran.err
    );
}

#[test]
fn a_page_too_large_to_learn_from_is_named_and_one_as_large_is_still_read() {
    let folder = site();
    chaffinch(folder.path(), &LEARN);
    let (html, _) = page(PEOPLE[0]);
    fs::write(folder.path().join("site/0.html"), html + &" ".repeat(9 << 20)).unwrap();
    let ran = chaffinch(folder.path(), &LEARN);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("site/0.html: the page has more than the 8388608 bytes"), "{}", ran.err);
    let ran = chaffinch(folder.path(), &["wrapper", "apply", "site.toml", "site/0.html"]);
    assert_eq!(objects(&ran.out)[0]["relations"][0]["rows"].as_array().unwrap().len(), 2, "{}", ran.err);
}

#[test]
fn a_wrapper_file_edited_wrongly_is_named_with_its_field() {
    let folder = site();
    chaffinch(folder.path(), &LEARN);
    let text = fs::read_to_string(folder.path().join("site.toml")).unwrap();
    fs::write(folder.path().join("site.toml"), text.replacen("left = ", "lefft = ", 1)).unwrap();
    let ran = chaffinch(folder.path(), &["wrapper", "apply", "site.toml", "site/"]);
    assert_eq!(ran.code, 3);
    assert!(ran.err.starts_with("chaffinch: site.toml: ") && ran.err.contains("lefft"), "{}", ran.err);
    assert_eq!(ran.out, "");
}

#[test]
fn examples_of_several_sites_ask_for_one() {
    let folder = site();
    let mut gold = String::new();
    for site in ["north", "south"] {
        let _ = writeln!(gold, r#"{{"page": "site/0.html", "site": "{site}", "record": {{"name": "Ann"}}}}"#);
    }
    write_gold(folder.path(), &gold);
    let ran = chaffinch(folder.path(), &LEARN);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("the examples are of 2 sites; name one with --site: north, south"),
        "{}",
        ran.err
    );
    let ran = chaffinch(folder.path(), &[&LEARN[..], &["--site", "south"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = chaffinch(folder.path(), &["wrapper", "apply", "site.toml", "site/1.html"]);
    assert_eq!(objects(&ran.out)[0]["relations"][0]["kind"], "detail");
}
