//! Files, folders and patterns.

mod made;

use chaffinch_core::{Limit, ProblemKind};
use chaffinch_input::{ReadOptions, read, read_stream};
use made::{documents, gzip, outcome, page};
use std::fs;
use std::path::Path;

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn names(folder: &Path, input: &Path) -> Vec<String> {
    let prefix = format!("{}/", folder.display());
    documents(input, &ReadOptions::default())
        .into_iter()
        .map(|item| item.unwrap().name.replace(&prefix, ""))
        .collect()
}

#[test]
fn a_folder_is_read_in_the_order_of_its_paths() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for name in ["b.html", "a/z.HTM", "a/b/c.php", "c.xhtml", "B.html", "a.shtml"] {
        write(at, name, "<p>x");
    }
    for name in ["style.css", "image.png", "index.cdxj", "notes.txt", "a/data.json"] {
        write(at, name, "<p>not a page by its name");
    }
    write(at, "bare", "<!doctype html><p>a page by its first bytes");
    write(at, "Makefile", "all:\n");
    write(at, "zipped.html.gz", gzip(b"<p>zipped"));
    let expected =
        ["B.html", "a/b/c.php", "a/z.HTM", "a.shtml", "b.html", "bare", "c.xhtml", "zipped.html.gz"];
    assert_eq!(names(at, at), expected);
}

#[test]
fn archives_in_a_folder_are_read_in_their_place() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.html", "<p>first");
    write(folder.path(), "b.warc", page("http://a.example/", "<p>second"));
    write(folder.path(), "c.html", "<p>third");
    let items = documents(folder.path(), &ReadOptions::default());
    assert_eq!(outcome(&items), ["<p>first", "<p>second", "<p>third"]);
    assert!(items[1].as_ref().unwrap().name.ends_with("b.warc#0"));
}

#[test]
fn a_named_file_is_read_whatever_it_is_called() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "page.txt", "<p>x");
    let path = folder.path().join("page.txt");
    let items = documents(&path, &ReadOptions::default());
    let document = items[0].as_ref().unwrap();
    assert_eq!(document.bytes, b"<p>x");
    assert_eq!(document.name, path.display().to_string());
    assert_eq!(document.url, None);
}

#[test]
fn a_compressed_page_is_decompressed() {
    let folder = tempfile::tempdir().unwrap();
    let two_members = [gzip(b"<p>one"), gzip(b" two")].concat();
    write(folder.path(), "page.html.gz", two_members);
    let items = documents(folder.path().join("page.html.gz"), &ReadOptions::default());
    assert_eq!(outcome(&items), ["<p>one two"]);
}

#[test]
fn a_pattern_is_expanded_in_order_and_may_match_folders() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a1.html", "a2.html", "b1.html", "a3/x.html", "a3/y.css"] {
        write(folder.path(), name, "<p>x");
    }
    assert_eq!(names(folder.path(), &folder.path().join("a*")), ["a1.html", "a2.html", "a3/x.html"]);
    assert_eq!(names(folder.path(), &folder.path().join("**/*1.html")), ["a1.html", "b1.html"]);
}

#[test]
fn a_file_whose_name_looks_like_a_pattern_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a[1].html", "<p>x");
    write(folder.path(), "a1.html", "<p>y");
    assert_eq!(names(folder.path(), &folder.path().join("a[1].html")), ["a[1].html"]);
}

#[test]
fn what_is_not_there_is_said_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("empty")).unwrap();
    write(folder.path(), "nothing.html", "");
    for (input, start) in [
        (at("missing.html"), "there is no such file or folder"),
        (at("*.htm"), "no file or folder matches this pattern"),
        (at("[x"), "is not a pattern that can be understood"),
        (at("empty"), "holds no web pages and no archives"),
        (at("nothing.html"), "is empty"),
        ("ftp://example.com/a".into(), "addresses that begin with ftp:// cannot be fetched"),
        ("http://".into(), "is not a valid address"),
    ] {
        let items = documents(&input, &ReadOptions::default());
        assert_eq!(items.len(), 1, "{input:?}");
        let problem = items[0].as_ref().unwrap_err();
        assert!(problem.message.starts_with(start), "{problem}");
        assert_eq!(problem.input, input.display().to_string());
    }
}

#[test]
fn a_problem_does_not_keep_the_next_input_from_being_read() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.html", "<p>x");
    let inputs = ["missing.html".to_owned(), folder.path().join("a.html").display().to_string()];
    let items: Vec<_> = read(&inputs, &ReadOptions::default()).collect();
    assert!(items[0].is_err() && items[1].is_ok());
}

#[test]
fn a_file_over_the_limit_names_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.html", vec![b' '; 1001]);
    write(folder.path(), "b.html", vec![b' '; 1000]);
    write(folder.path(), "c.html.gz", gzip(&[b' '; 1001]));
    let options = ReadOptions::default().with(|options| options.limits.page_bytes = 1000);
    let items = documents(folder.path(), &options);
    let problem = items[0].as_ref().unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Limit(Limit::PageBytes));
    assert_eq!(problem.message, "is larger than the limit of 1000 bytes for one page");
    assert!(items[1].is_ok());
    assert_eq!(items[2].as_ref().unwrap_err().kind, ProblemKind::Limit(Limit::PageBytes));
}

#[test]
fn documents_can_be_read_on_another_thread() {
    let documents = read_stream("-", &b"<p>x"[..], &ReadOptions::default());
    let count = std::thread::spawn(move || documents.count()).join().unwrap();
    assert_eq!(count, 1);
}

#[test]
fn an_endless_stream_is_not_read_to_its_end() {
    let options = ReadOptions::default().with(|options| options.limits.page_bytes = 1 << 20);
    let items: Vec<_> = read_stream("-", std::io::repeat(b' '), &options).collect();
    assert_eq!(items[0].as_ref().unwrap_err().kind, ProblemKind::Limit(Limit::PageBytes));
}

#[test]
fn a_stream_is_told_by_its_first_bytes() {
    let read = |bytes: Vec<u8>| {
        let items: Vec<_> = read_stream("-", std::io::Cursor::new(bytes), &ReadOptions::default()).collect();
        outcome(&items)
    };
    assert_eq!(read(b"<p>page".to_vec()), ["<p>page"]);
    assert_eq!(read(gzip(b"<p>zipped")), ["<p>zipped"]);
    assert_eq!(read(page("http://a.example/", "<p>archived")), ["<p>archived"]);
    assert_eq!(read(gzip(&page("http://a.example/", "<p>both"))), ["<p>both"]);
}

#[test]
fn what_is_no_page_is_said_to_be_none() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.html", b"%PDF-1.7\n");
    write(folder.path(), "b.html", (0u32..900).flat_map(u32::to_be_bytes).collect::<Vec<u8>>());
    write(folder.path(), "c.html.gz", gzip(b"\x89PNG\r\n\x1a\n\0\0\0"));
    let utf16: Vec<u8> = "<html><p>Grüße".encode_utf16().flat_map(u16::to_be_bytes).collect();
    write(folder.path(), "d.html", &utf16);
    let items = documents(folder.path(), &ReadOptions::default());
    let messages = outcome(&items[..3]);
    assert_eq!(messages[0], "! is not a web page (it looks like a PDF)");
    assert_eq!(messages[1], "! is not a web page (it looks like binary data)");
    assert_eq!(messages[2], "! is not a web page (it looks like a PNG image)");
    assert_eq!(items[3].as_ref().unwrap().bytes, utf16);
}

#[cfg(unix)]
#[test]
fn links_in_a_folder_lead_neither_outside_nor_round_in_circles() {
    let outside = tempfile::tempdir().unwrap();
    let at = |name: &str| outside.path().join(name);
    write(outside.path(), "secret.html", "<p>secret");
    write(outside.path(), "elsewhere/x.html", "<p>elsewhere");
    write(outside.path(), "site/a.html", "<p>a");
    let link = |from: &str, to: &str| std::os::unix::fs::symlink(at(to), at(from)).unwrap();
    link("site/circle", "site");
    link("site/out.html", "secret.html");
    link("site/outside", "elsewhere");
    link("site/same.html", "site/a.html");
    link("site/nowhere.html", "missing.html");
    assert_eq!(names(outside.path(), &at("site")), ["site/a.html", "site/same.html"]);
    // What the user names is read, link or not.
    assert_eq!(names(outside.path(), &at("site/out.html")), ["site/out.html"]);
    assert_eq!(names(outside.path(), &at("site/outside")), ["site/outside/x.html"]);
    assert!(names(outside.path(), &at("site/**/a.html")).len() < 100);
}

#[test]
fn pages_find_their_style_sheets_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "one/page.html", "<link rel=stylesheet href='Search%20Results_files/a.css'>");
    write(folder.path(), "one/Search Results_files/a.css", "p{}");
    write(folder.path(), "shared/b.css", "b{}");
    let from_folder = documents(folder.path(), &ReadOptions::default());
    let resources = &from_folder[0].as_ref().unwrap().resources;
    assert_eq!(resources.style_sheet("Search%20Results_files/a.css", None).unwrap(), b"p{}");
    assert_eq!(resources.style_sheet("../shared/b.css", None).unwrap(), b"b{}");
    // A page named alone knows its own folder only.
    let alone = documents(folder.path().join("one/page.html"), &ReadOptions::default());
    let resources = &alone[0].as_ref().unwrap().resources;
    assert_eq!(resources.style_sheet("Search%20Results_files/a.css", None).unwrap(), b"p{}");
    assert_eq!(resources.style_sheet("../shared/b.css", None), None);
}
