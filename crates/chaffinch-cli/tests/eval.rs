//! `chaffinch eval wrapper-coverage` and `wrapper-noise`.

mod program;

use program::chaffinch;
use std::path::Path;
use tempfile::TempDir;

/// A gold file with four pages of one site.
fn codes() -> TempDir {
    let folder = TempDir::new().unwrap();
    let pages = folder.path().join("set");
    std::fs::create_dir(&pages).unwrap();
    let mut gold = String::new();
    for page in 1..=4 {
        let (name, code) = ("x".repeat(page), 11 * page);
        let html = format!("<B>{name}</B><I>{code}</I><BR>");
        std::fs::write(pages.join(format!("{page}.html")), html).unwrap();
        let (first, second) = ([3, 3 + page], [page + 10, page + 12]);
        gold += &format!(
            "{{\"page\": \"set/{page}.html\", \"site\": \"codes\", \"tuples\": [[{first:?}, {second:?}]]}}\n"
        );
    }
    std::fs::write(pages.join("gold.jsonl"), gold).unwrap();
    folder
}

#[test]
fn coverage_prints_a_row_for_each_class() {
    let folder = codes();
    let ran = chaffinch(folder.path(), &["eval", "wrapper-coverage", "set/gold.jsonl", "--pages", "2"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for row in ["LR", "HLRT", "OCLR", "HOCLRT", "N-LR", "N-HLRT", "X-LR", "X-HLRT", "node", "any"] {
        assert!(
            ran.out.lines().any(|line| line.split_whitespace().next() == Some(row)),
            "{row}: {}",
            ran.out
        );
    }
    assert!(ran.out.contains("learning from up to 2 pages: median"), "{}", ran.out);
}

#[test]
fn noise_prints_tables_and_draws_plots() {
    let folder = codes();
    let arguments = ["eval", "wrapper-noise", "set/gold.jsonl", "--trials", "2", "--svg", "noise.svg"];
    let ran = chaffinch(folder.path(), &arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("until the PAC bound holds"), "{}", ran.out);
    let svg = std::fs::read_to_string(folder.path().join("noise.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("1 imperfect"), "{svg}");
}

#[test]
fn a_gold_file_that_is_not_there_is_bad_input() {
    let ran = chaffinch(Path::new("."), &["eval", "wrapper-coverage", "nowhere/gold.jsonl"]);
    assert_eq!(ran.code, 3);
    assert!(ran.err.starts_with("chaffinch: nowhere/gold.jsonl: "), "{}", ran.err);
}
