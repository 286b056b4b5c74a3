//! Many pages at a time, from the outside.

mod program;

use program::{TABLE, chaffinch, objects};
use std::fs;
use tempfile::{TempDir, tempdir};

/// A list of things, each with a link and these further values.
fn list(things: &[(&str, &[&str])]) -> String {
    let item = |(name, values): &(&str, &[&str])| {
        let values: String = values.iter().map(|value| format!("<p class=\"price\">{value}</p>")).collect();
        format!("<li><h3><a href=\"things/{name}.html\">The {name} of the garden</a></h3>{values}</li>")
    };
    let items: String = things.iter().map(item).collect();
    format!("<!doctype html><title>Things</title><h1>Things</h1><ul>{items}</ul>")
}

fn pages() -> TempDir {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("pages")).unwrap();
    let write = |name: &str, page: &str| fs::write(folder.path().join("pages").join(name), page).unwrap();
    write(
        "1.html",
        &list(&[
            ("feeder", &["$17.50"]),
            ("nest box", &["$24.90"]),
            ("bath", &["$39.00"]),
            ("seed", &["$9.80"]),
        ]),
    );
    write("2.html", &list(&[("bench", &[]), ("chair", &[]), ("table", &[]), ("lamp", &[])]));
    write("3.html", TABLE);
    folder
}

#[test]
fn a_page_gives_the_same_alone_and_in_a_folder() {
    let folder = pages();
    let together = chaffinch(folder.path(), &["extract", "pages"]);
    for (at, page) in ["pages/1.html", "pages/2.html", "pages/3.html"].into_iter().enumerate() {
        let alone = chaffinch(folder.path(), &["extract", page]);
        assert_eq!(together.out.lines().nth(at), alone.out.lines().next(), "{page}");
    }
}

#[test]
fn several_tables_are_several_files_that_are_named() {
    let folder = pages();
    let ran = chaffinch(folder.path(), &["extract", "pages/1.html", "pages/3.html", "-o", "all.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("2 tables: ") && ran.err.contains("all.csv, all-2.csv"), "{}", ran.err);
    let second = fs::read_to_string(folder.path().join("all-2.csv")).unwrap();
    assert!(second.starts_with("page,relation,score,Town,People\npages/3.html,1,"), "{second}");
    // A pipe is one stream, and so is a file that is asked to be one.
    let stream =
        chaffinch(folder.path(), &["extract", "pages/1.html", "pages/3.html", "--format", "csv"]).out;
    assert!(stream.starts_with("page,table,relation,score,"), "{stream}");
    let fields = |line: &str| line.split(',').count();
    let widths: Vec<usize> = stream.lines().filter(|line| !line.contains('"')).map(fields).collect();
    assert!(widths.iter().all(|width| *width == widths[0]), "{stream}");
    let flat = ["extract", "pages/1.html", "pages/3.html", "--flat", "-o", "flat.csv"];
    assert_eq!(chaffinch(folder.path(), &flat).err, "");
    assert_eq!(fs::read_to_string(folder.path().join("flat.csv")).unwrap(), stream);
}

#[test]
fn every_format_of_rows_is_written() {
    let folder = pages();
    for (file, begins) in [
        ("all.rows", &b"{\"_page\":\"pages/1.html\""[..]),
        ("all.tsv", b"page\ttable\trelation\tscore"),
        ("all.sqlite", b"SQLite format 3\0"),
        ("all.xlsx", b"PK"),
        ("all.parquet", b"PAR1"),
    ] {
        let ran = chaffinch(folder.path(), &["extract", "pages", "--flat", "-o", file]);
        assert_eq!(ran.code, 0, "{file}: {}", ran.err);
        assert!(fs::read(folder.path().join(file)).unwrap().starts_with(begins), "{file}");
    }
}

#[test]
fn an_ending_that_stands_for_no_format_is_told_the_known_ones() {
    let folder = pages();
    let ran = chaffinch(folder.path(), &["extract", "pages", "-o", "all.xls"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("all.xls") && ran.err.contains(".xlsx") && ran.err.contains(".csv"),
        "{}",
        ran.err
    );
    assert!(!folder.path().join("all.xls").exists());
    assert_eq!(
        chaffinch(folder.path(), &["extract", "pages", "-o", "all.xls", "--format", "csv", "--flat"]).code,
        0
    );
}

#[test]
fn addresses_are_seen_from_the_base_that_is_named() {
    let folder = pages();
    let base = ["extract", "pages/1.html", "--base-url", "https://shop.example/list/"];
    let link =
        |out: &str| objects(out)[0]["relations"][0]["rows"][0]["links"][0].as_str().unwrap().to_owned();
    assert_eq!(link(&chaffinch(folder.path(), &base).out), "https://shop.example/list/things/feeder.html");
    assert_eq!(link(&chaffinch(folder.path(), &base[..2]).out), "things/feeder.html");
    assert_eq!(chaffinch(folder.path(), &["extract", "pages/1.html", "--base-url", "shop"]).code, 2);
}

#[test]
fn what_is_less_sure_than_asked_is_left_out_and_told() {
    let folder = pages();
    let scores = |arguments: &[&str]| {
        let ran = chaffinch(folder.path(), &[&["extract", "pages/1.html"], arguments].concat());
        (ran.code, objects(&ran.out)[0]["relations"].as_array().unwrap().len(), ran.err)
    };
    assert_eq!(scores(&[]).0, 0);
    let (code, relations, said) = scores(&["--min-score", "1"]);
    assert_eq!((code, relations), (1, 0));
    assert!(said.contains("score below 1 left out"), "{said}");
    assert_eq!(chaffinch(folder.path(), &["extract", "pages/1.html", "--min-score", "2"]).code, 2);
}
