//! Every limit from both sides: what lies within it is read without a word, and what lies beyond it has a sentence that names the option.
//! Memory is in `isolation.rs`, the time of a fetch in `extract.rs`, decompression and tables in the tests of the inputs.

mod program;

use program::{TABLE, chaffinch};
use std::fs;
use tempfile::{TempDir, tempdir};

/// A page that takes a while, a deep one, one with a long address, and an archive with three pages.
fn inputs() -> TempDir {
    let folder = tempdir().unwrap();
    let write = |name: &str, content: &[u8]| fs::write(folder.path().join(name), content).unwrap();
    let words =
        "<p>words <b>and</b> more <i>words</i> that go on and on until their line is full".repeat(2_000);
    write("page.html", format!("<!doctype html>{TABLE}{words}").as_bytes());
    write("deep.html", format!("<!doctype html>{}{TABLE}", "<div>".repeat(100)).as_bytes());
    write("link.html", format!("<!doctype html><a href='/{}'>link</a>{TABLE}", "x".repeat(3_000)).as_bytes());
    let mut archive: Vec<u8> =
        (0..3).flat_map(|at| tar_entry(&format!("{at}.html"), TABLE.as_bytes())).collect();
    archive.extend([0; 1024]);
    write("pages.tar", &archive);
    folder
}

fn tar_entry(name: &str, content: &[u8]) -> Vec<u8> {
    let mut head = vec![0; 512];
    head[..name.len()].copy_from_slice(name.as_bytes());
    head[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
    head[156] = b'0';
    head[257..262].copy_from_slice(b"ustar");
    head[148..156].fill(b' ');
    let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
    head[148..154].copy_from_slice(format!("{sum:06o}").as_bytes());
    head.extend(content);
    head.resize(head.len().next_multiple_of(512), 0);
    head
}

#[test]
fn every_limit_has_its_sentence_and_is_silent_where_it_is_not_reached() {
    let folder = inputs();
    for (input, option, beyond, within, sentence) in [
        ("page.html", "--max-bytes", "100K", "1M", "is larger than the limit of 102400 bytes"),
        ("page.html", "--max-nodes", "1000", "100000", "has more than 1000 nodes"),
        ("deep.html", "--max-depth", "64", "128", "tags are nested more than 64 deep"),
        ("link.html", "--max-address", "1K", "4K", "1 link with an address of more than 1024 bytes"),
        (
            "page.html",
            "--max-layout-nodes",
            "1000",
            "100000",
            "no boxes, because the page has more than 1000 nodes",
        ),
        (
            "page.html",
            "--max-layout-text",
            "10K",
            "1M",
            "no boxes, because the page has more than 10240 bytes of text",
        ),
        ("page.html", "--max-seconds", "0.02", "60", "took more than 0.02 s to lay out"),
        ("page.html", "--max-page-seconds", "0.05", "60", "took more than 0.05 s of the processor"),
        ("pages.tar", "--max-entries", "2", "3", "has more than 2 entries"),
    ] {
        let isolate = if option == "--max-page-seconds" { "always" } else { "never" };
        let run = |value| chaffinch(folder.path(), &["extract", input, "--isolate", isolate, option, value]);
        let (less, enough) = (run(beyond), run(within));
        let first = less.err.lines().next().unwrap_or_default();
        assert!(first.contains(input) && first.contains(sentence), "{option} {beyond}: {}", less.err);
        assert!(first.ends_with(&format!("raise it with {option}")), "{option} {beyond}: {}", less.err);
        assert_eq!((enough.code, enough.err.as_str()), (0, ""), "{option} {within}");
        assert!(enough.out.contains("Trier"), "{option} {within}");
    }
}
