//! `chaffinch topk`, from the outside.

mod program;

use program::{chaffinch, objects};
use std::fs;
use tempfile::tempdir;

const WALKS: &str = "<title>The 3 best walks of 2025 | Hills</title><h1>The 3 best walks of 2025</h1>\
    <h2>1. Along the river</h2><p>Past mills and meadows, on an old road.\
    <h2>2. Over the ridge</h2><p>Steep, and worth it for the view to the sea.\
    <h2>3. Round the lake</h2><p>Flat, with an inn at half of the way.";

#[test]
fn the_list_of_the_title_is_found_with_its_facts() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.html"), WALKS).unwrap();
    let ran = chaffinch(folder.path(), &["topk", "a.html"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let list = &objects(&ran.out)[0]["relations"][0];
    assert_eq!((list["kind"].as_str(), list["rows"].as_array().unwrap().len()), (Some("topk"), 3));
    assert_eq!(list["rows"][1]["cells"][0]["text"], "2. Over the ridge");
    assert_eq!(list["facts"]["concept"], "walks");
}

#[test]
fn a_page_without_such_a_list_says_why_and_ends_with_1() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.html"), "<title>Hills</title><p>Some text.").unwrap();
    let ran = chaffinch(folder.path(), &["topk", "a.html"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("no top-k list here: no title"), "{}", ran.err);
    let ran = chaffinch(folder.path(), &["topk", "a.html", "--k", "0"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("0 is too few"), "{}", ran.err);
}

#[test]
fn optimisations_can_be_switched_off_one_by_one() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.html"), WALKS).unwrap();
    for switch in
        ["--basic", "--paper", "--no-visual-area", "--no-interleaving", "--no-boundaries", "--no-item-titles"]
    {
        let ran = chaffinch(folder.path(), &["topk", "a.html", switch]);
        assert_eq!(ran.code, 0, "{switch}: {}", ran.err);
    }
    let bare = chaffinch(folder.path(), &["topk", "a.html", "--no-likeness", "--no-numbering"]);
    let list = &objects(&bare.out)[0]["relations"][0];
    assert!(
        list["rows"][0]["text"].as_str().unwrap().contains("mills"),
        "GrowUp merges headings and paragraphs that take turns"
    );
}

#[test]
fn the_explanation_shows_candidates() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.html"), WALKS).unwrap();
    let ran = chaffinch(folder.path(), &["topk", "a.html", "--explain"]);
    assert!(ran.err.contains("promises 3 items") && ran.err.contains("without numbering"), "{}", ran.err);
}
