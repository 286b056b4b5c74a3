//! Pages in zip and tar archives, MHTML files, WACZ, ARC, Zstandard, indexes; and which of them are wanted.

mod made;

use chaffinch_core::{Limits, ProblemKind};
use chaffinch_input::ReadOptions;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use made::{documents, gzip, gzip_each, outcome, page, record};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn written(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// A zip archive whose entries are packed by deflate, or stored where the name ends in `.gz`.
fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in entries {
        let is_stored = name.ends_with(".gz");
        let packed = if is_stored { content.to_vec() } else { deflated(content) };
        let mut sum = flate2::Crc::new();
        sum.update(content);
        let common = [
            &[20, 0, 0, 0][..],
            &(if is_stored { 0u16 } else { 8 }).to_le_bytes(),
            &[0; 4],
            &sum.sum().to_le_bytes(),
            &(packed.len() as u32).to_le_bytes(),
            &(content.len() as u32).to_le_bytes(),
            &(name.len() as u16).to_le_bytes(),
            &[0; 2],
        ]
        .concat();
        let at = out.len() as u32;
        directory.extend(
            [b"PK\x01\x02\x14\0", &common[..], &[0; 10], &at.to_le_bytes(), name.as_bytes()].concat(),
        );
        out.extend([b"PK\x03\x04", &common[..], name.as_bytes(), &packed].concat());
    }
    let (start, count) = (out.len() as u32, entries.len() as u16);
    out.extend(&directory);
    let counts = [count.to_le_bytes(), count.to_le_bytes()].concat();
    out.extend(
        [
            b"PK\x05\x06\0\0\0\0",
            &counts[..],
            &(directory.len() as u32).to_le_bytes(),
            &start.to_le_bytes(),
            &[0; 2],
        ]
        .concat(),
    );
    out
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut out = DeflateEncoder::new(Vec::new(), Compression::best());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

fn tar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, content) in entries {
        let mut block = [0u8; 512];
        block[..name.len()].copy_from_slice(name.as_bytes());
        block[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
        block[156] = b'0';
        block[257..263].copy_from_slice(b"ustar\0");
        block[148..156].fill(b' ');
        let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
        block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        out.extend(block);
        out.extend(*content);
        out.resize(out.len().next_multiple_of(512), 0);
    }
    out.resize(out.len() + 1024, 0);
    out
}

#[test]
fn the_pages_of_a_zip_archive_are_read_with_their_style_sheets() {
    let folder = folder();
    let entries: [(&str, &[u8]); 6] = [
        ("site/a.html", b"<p>one"),
        ("site/picture.png", b"\x89PNG\r\n\x1a\n"),
        ("site/css/all.css", b"p { color: red }"),
        ("__MACOSX/site/._a.html", b"\0\x05\x16\x07"),
        ("site/noending", b"<!doctype html><p>two"),
        ("../../outside.html", b"<p>three"),
    ];
    let archive = written(folder.path(), "pages.zip", &zip(&entries));
    let found = documents(&archive, &ReadOptions::default());
    assert_eq!(outcome(&found), ["<p>one", "<!doctype html><p>two", "<p>three"]);
    let first = found[0].as_ref().unwrap();
    assert!(first.name.ends_with("pages.zip/site/a.html"));
    assert_eq!(first.resources.style_sheet("css/all.css?v=1", None).unwrap(), b"p { color: red }");
    assert_eq!(first.resources.style_sheet("../../css/all.css", None), None);
    assert!(!folder.path().parent().unwrap().join("outside.html").exists());
}

#[test]
fn a_zip_bomb_costs_its_entry() {
    let folder = folder();
    let bomb = vec![b' '; 40 << 20];
    let archive = written(folder.path(), "a.zip", &zip(&[("bomb.html", &bomb), ("b.html", b"<p>after")]));
    let options = ReadOptions::default().with(|options| options.limits.inflate_ratio = 100);
    let found = documents(&archive, &options);
    assert!(found[0].as_ref().unwrap_err().message.contains("grows more than 100 times"));
    assert_eq!(outcome(&found[1..]), ["<p>after"]);
}

#[test]
fn entries_that_lie_over_one_another_are_not_read_for_ever() {
    let folder = folder();
    let noise: Vec<u8> = (0..20_000u32).flat_map(|i| (i.wrapping_mul(2_654_435_761)).to_le_bytes()).collect();
    let text: Vec<u8> = noise.iter().map(|byte| b'a' + byte % 26).collect();
    let one = zip(&[("a.html", &text)]);
    let start = memchr_of(&one, b"PK\x01\x02");
    let (body, rest) = one.split_at(start);
    let (entry, _) = rest.split_at(46 + 6);
    // The directory names the same bytes a hundred times.
    let mut archive = [body, &entry.repeat(100)].concat();
    let length = (entry.len() * 100) as u32;
    archive.extend(
        [
            b"PK\x05\x06\0\0\0\0\x64\0\x64\0",
            &length.to_le_bytes()[..],
            &(start as u32).to_le_bytes(),
            &[0; 2],
        ]
        .concat(),
    );
    let archive = written(folder.path(), "a.zip", &archive);
    let found = documents(&archive, &ReadOptions::default());
    assert!(found.len() < 5, "{} pages of one", found.len());
    assert!(found.last().unwrap().as_ref().unwrap_err().message.contains("lie over one another"));
}

fn memchr_of(bytes: &[u8], needle: &[u8]) -> usize {
    bytes.windows(needle.len()).position(|window| window == needle).unwrap()
}

#[test]
fn an_archive_in_an_archive_is_named_and_not_read() {
    let folder = folder();
    let inner = zip(&[("a.html", b"<p>deep")]);
    let archive = written(folder.path(), "a.zip", &zip(&[("inner.zip", &inner), ("b.html", b"<p>one")]));
    let found = outcome(&documents(&archive, &ReadOptions::default()));
    assert_eq!(
        found,
        ["! is an archive within an archive, which is not read; unpack the outer one", "<p>one"]
    );
}

#[test]
fn a_wacz_file_gives_the_pages_and_sheets_of_its_archives() {
    let folder = folder();
    let css =
        made::response("http://a.example/all.css", "HTTP/1.1 200 OK\r\nContent-Type: text/css", b"p {}");
    let warc = gzip_each(&[page("http://a.example/1", "<p>one"), css]);
    let entries: [(&str, &[u8]); 3] =
        [("datapackage.json", b"{}"), ("archive/data.warc.gz", &warc), ("pages/pages.jsonl", b"{}")];
    let archive = written(folder.path(), "crawl.wacz", &zip(&entries));
    let found = documents(&archive, &ReadOptions::default());
    assert_eq!(outcome(&found), ["<p>one"]);
    let document = found[0].as_ref().unwrap();
    assert!(document.name.ends_with("crawl.wacz/archive/data.warc.gz#0"), "{}", document.name);
    assert_eq!(document.url.as_deref(), Some("http://a.example/1"));
    assert_eq!(document.resources.style_sheet("/all.css", None).unwrap(), b"p {}");
}

#[test]
fn the_pages_of_tar_archives_are_read_plain_and_compressed() {
    let folder = folder();
    let warc = page("http://a.example/", "<p>recorded");
    let entries: [(&str, &[u8]); 4] =
        [("a.html", b"<p>one"), ("b.jpg", b"\xff\xd8\xff"), ("c.warc", &warc), ("d.htm", b"<p>two")];
    let plain = tar(&entries);
    for (name, bytes) in [("a.tar", plain.clone()), ("a.tar.gz", gzip(&plain)), ("a.tgz", gzip(&plain))] {
        let archive = written(folder.path(), name, &bytes);
        assert_eq!(
            outcome(&documents(&archive, &ReadOptions::default())),
            ["<p>one", "<p>recorded", "<p>two"],
            "{name}"
        );
    }
}

#[test]
fn a_damaged_tar_archive_goes_on_with_the_next_header() {
    let folder = folder();
    let mut bytes = tar(&[("a.html", b"<p>one"), ("b.html", b"<p>two"), ("c.html", b"<p>three")]);
    bytes[1024 + 10] = b'x';
    let found = outcome(&documents(written(folder.path(), "a.tar", &bytes), &ReadOptions::default()));
    assert_eq!(found[0], "<p>one");
    assert!(found[1].contains("no header where an entry should begin"), "{found:?}");
    assert_eq!(found[2], "<p>three");
    let cut = &tar(&[("a.html", b"<p>one"), ("b.html", &[b'x'; 2000])])[..2000];
    let found = outcome(&documents(written(folder.path(), "b.tar", cut), &ReadOptions::default()));
    assert!(found[1].starts_with("! ") && found.len() <= 3, "{found:?}");
}

const MHTML: &str = "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://a.example/list\r\nSubject: A list\r\n\
    MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"--x--y\"\r\n\r\n\r\n\
    ----x--y\r\nContent-Type: text/html\r\nContent-ID: <frame@mhtml.blink>\r\nContent-Transfer-Encoding: quoted-printable\r\n\
    Content-Location: https://a.example/list\r\n\r\n<p class=3D\"x\">one =\r\nand t=C3=A4o\r\n\
    ----x--y\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n\
    ----x--y\r\nContent-Type: text/css\r\nContent-Transfer-Encoding: base64\r\nContent-Location: https://a.example/all.css\r\n\r\ncCB7fQ==\r\n\
    ----x--y--\r\n";

#[test]
fn an_mhtml_file_is_its_page_with_the_sheets_that_came_with_it() {
    let folder = folder();
    let found = documents(written(folder.path(), "a.mhtml", MHTML.as_bytes()), &ReadOptions::default());
    assert_eq!(outcome(&found), ["<p class=\"x\">one and täo"]);
    let document = found[0].as_ref().unwrap();
    assert_eq!(document.url.as_deref(), Some("https://a.example/list"));
    assert_eq!(document.resources.style_sheet("all.css", None).unwrap(), b"p {}");
    let limits = Limits::default().with(|limits| limits.page_bytes = 10);
    let small = ReadOptions::default().with(|options| options.limits = limits);
    let found = documents(folder.path().join("a.mhtml"), &small);
    assert!(matches!(found[0].as_ref().unwrap_err().kind, ProblemKind::Limit(_)));
}

#[test]
fn an_mhtml_file_without_a_page_or_an_end_says_so() {
    let folder = folder();
    let none = MHTML.replace("text/html", "text/plain");
    let found =
        outcome(&documents(written(folder.path(), "a.mht", none.as_bytes()), &ReadOptions::default()));
    assert_eq!(found, ["! holds no web page: none of its parts is HTML"]);
    let cut = &MHTML[..MHTML.find("t=C3").unwrap()];
    let found = outcome(&documents(written(folder.path(), "b.mht", cut.as_bytes()), &ReadOptions::default()));
    assert_eq!(found, ["<p class=\"x\">one and"]);
}

#[test]
fn a_page_saved_by_single_file_knows_its_address() {
    let folder = folder();
    let page =
        b"<!DOCTYPE html> <html><!--\n Page saved with SingleFile \n url: https://a.example/x \n--><p>one";
    let found = documents(written(folder.path(), "a.html", page), &ReadOptions::default());
    assert_eq!(found[0].as_ref().unwrap().url.as_deref(), Some("https://a.example/x"));
}

fn arc(url: &str, body: &str) -> Vec<u8> {
    let http = format!("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
    format!("{url} 10.0.0.1 20080430204825 text/html {}\n{http}\n", http.len()).into_bytes()
}

#[test]
fn arc_archives_are_read_plain_and_compressed_and_past_damage() {
    let folder = folder();
    let about = b"1 0 Somebody\nURL IP-address Archive-date Content-type Archive-length\n\n";
    let mut head =
        format!("filedesc://a.arc 0.0.0.0 20080430204825 text/plain {}\n", about.len()).into_bytes();
    head.extend(about);
    let records = [head, arc("http://a.example/1", "<p>one"), arc("http://a.example/2", "<p>two")];
    for (name, bytes) in [("a.arc", records.concat()), ("a.arc.gz", gzip_each(&records))] {
        let found = documents(written(folder.path(), name, &bytes), &ReadOptions::default());
        assert_eq!(outcome(&found), ["<p>one", "<p>two"], "{name}");
        assert_eq!(found[1].as_ref().unwrap().url.as_deref(), Some("http://a.example/2"));
    }
    let mut wrong = records.clone();
    wrong[1] =
        String::from_utf8(wrong[1].clone()).unwrap().replace("text/html 5", "text/html 99995").into_bytes();
    let found =
        outcome(&documents(written(folder.path(), "b.arc", &wrong.concat()), &ReadOptions::default()));
    assert!(found[0].starts_with("! ") && found[1] == "<p>two", "{found:?}");
}

/// RFC 8878: a frame of one raw block, its size in four bytes.
fn frame(bytes: &[u8]) -> Vec<u8> {
    let mut out = b"\x28\xb5\x2f\xfd\xa0".to_vec();
    out.extend((bytes.len() as u32).to_le_bytes());
    let block = (bytes.len() as u32) << 3 | 1;
    out.extend(&block.to_le_bytes()[..3]);
    out.extend(bytes);
    out
}

#[test]
fn archives_in_zstandard_frames_are_read_past_damage() {
    let folder = folder();
    let records = [
        page("http://a.example/1", "<p>one"),
        page("http://a.example/2", "<p>two"),
        page("http://a.example/3", "<p>three"),
    ];
    let frames: Vec<Vec<u8>> = records.iter().map(|record| frame(record)).collect();
    let note = b"\x50\x2a\x4d\x18\x03\0\0\0abc".to_vec();
    let archive = [note, frames.concat()].concat();
    let found = documents(written(folder.path(), "a.warc.zst", &archive), &ReadOptions::default());
    assert_eq!(outcome(&found), ["<p>one", "<p>two", "<p>three"]);
    assert!(found[0].as_ref().unwrap().name.ends_with("a.warc.zst#11"));
    let mut damaged = frames;
    damaged[1][9] = 0xff;
    let found =
        outcome(&documents(written(folder.path(), "b.warc.zst", &damaged.concat()), &ReadOptions::default()));
    assert_eq!((found[0].as_str(), found[2].as_str()), ("<p>one", "<p>three"), "{found:?}");
    assert!(found[1].contains("damaged"));
}

#[test]
fn archives_whose_frames_need_a_trained_dictionary_are_read() {
    // Written by `scripts/dictionary-fixtures.py`: ten records that the dictionary has a large part of.
    for name in ["plain.warc.zst", "packed.warc.zst"] {
        let path = format!("{}/tests/dictionaries/{name}", env!("CARGO_MANIFEST_DIR"));
        let found = outcome(&documents(path, &ReadOptions::default()));
        assert_eq!(found.len(), 10, "{found:?}");
        assert!(found[0].contains("<h1>The chaffinch, page 0</h1>"), "{found:?}");
        assert!(found[9].ends_with("and was seen 63 times.</p>"), "{found:?}");
    }
}

#[test]
fn a_dictionary_that_is_damaged_or_missing_is_named() {
    let folder = folder();
    let dictionary = b"\x5d\x2a\x4d\x18\x08\0\0\0\x37\xa4\x30\xec\x01\0\0\0".to_vec();
    let archive = [dictionary, frame(&page("http://a.example/1", "<p>one"))].concat();
    let found = outcome(&documents(written(folder.path(), "a.warc.zst", &archive), &ReadOptions::default()));
    assert!(found[0].contains("its dictionary is damaged"), "{found:?}");
    // A frame that asks for dictionary 7.
    let mut needs = frame(&page("http://a.example/1", "<p>one"));
    needs[4] = 0xa1;
    needs.insert(5, 7);
    let found = outcome(&documents(written(folder.path(), "b.warc.zst", &needs), &ReadOptions::default()));
    assert!(found[0].contains("its dictionary is missing"), "{found:?}");
}

fn with_fields(record: Vec<u8>, fields: &str) -> Vec<u8> {
    String::from_utf8(record)
        .unwrap()
        .replacen("WARC/1.0\r\n", &format!("WARC/1.0\r\n{fields}"), 1)
        .into_bytes()
}

#[test]
fn a_revisit_is_the_page_that_it_refers_to() {
    let folder = folder();
    let original = with_fields(
        page("http://a.example/1", "<p>one"),
        "WARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Payload-Digest: sha1:AAAA\r\n",
    );
    let http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let revisit =
        |fields: &str| with_fields(record("revisit", "http://a.example/2", "application/http", http), fields);
    let by_digest = revisit("WARC-Payload-Digest: sha1:AAAA\r\n");
    let by_date = revisit(
        "WARC-Refers-To-Target-URI: http://a.example/1\r\nWARC-Refers-To-Date: 2024-01-01T00:00:00Z\r\n",
    );
    let lost = revisit("WARC-Payload-Digest: sha1:BBBB\r\n");
    let archive = gzip_each(&[original, by_digest, by_date, lost]);
    let found = documents(written(folder.path(), "a.warc.gz", &archive), &ReadOptions::default());
    assert_eq!(outcome(&found[..3]), ["<p>one", "<p>one", "<p>one"]);
    assert_eq!(found[1].as_ref().unwrap().url.as_deref(), Some("http://a.example/2"));
    assert!(
        found[3].as_ref().unwrap_err().message.starts_with("1 revisit records refer to pages that are not")
    );
    assert_eq!(found.len(), 4);
}

#[test]
fn an_index_picks_records_in_its_order_and_nothing_outside_its_folder() {
    let outside = folder();
    let folder = outside.path().join("crawl");
    fs::create_dir(&folder).unwrap();
    let records = [page("http://a.example/1", "<p>one"), page("http://a.example/2", "<p>two")];
    let second = gzip(&records[0]).len();
    let warc = gzip_each(&records);
    written(&folder, "a.warc.gz", &warc);
    written(outside.path(), "secret.warc.gz", &warc);
    let list = format!(
        "file,offset,length\na.warc.gz,{second},10\nfar/away/a.warc.gz,0,10\n../secret.warc.gz,0,10\na.warc.gz,3,10\n"
    );
    let found = documents(written(&folder, "list.csv", list.as_bytes()), &ReadOptions::default());
    let said = outcome(&found);
    assert_eq!(said[..2], ["<p>two", "<p>one"]);
    assert!(said[2].contains("there is no such archive"), "{said:?}");
    assert!(said[3].contains("there is no whole record here"), "{said:?}");
    assert!(found[0].as_ref().unwrap().name.ends_with(&format!("a.warc.gz#{second}")));
    let cdxj = format!(
        "example,a)/ 20240101000000 {{\"url\": \"http://a.example/2\", \"mime\": \"text/html\", \"status\": \"200\", \"offset\": \"{second}\", \"filename\": \"a.warc.gz\"}}\n\
         example,a)/x 20240101000000 {{\"url\": \"http://a.example/x\", \"mime\": \"image/png\", \"status\": \"200\", \"offset\": \"0\", \"filename\": \"gone.warc.gz\"}}\n"
    );
    let index = written(outside.path(), "index.cdxj", cdxj.as_bytes());
    let elsewhere = ReadOptions::default().with(|options| options.archives = Some(folder.clone()));
    assert_eq!(outcome(&documents(&index, &elsewhere)), ["<p>two"]);
}

#[test]
fn pages_that_are_not_wanted_are_passed_over() {
    let folder = folder();
    let records = [
        page("http://a.example/shop/1", "<html lang=en><p>one"),
        page("http://a.example/shop/2", "<html lang=de><p>zwei"),
        page("http://a.example/blog/3", "<html lang=de><p>drei"),
    ];
    let archive = written(folder.path(), "a.warc.gz", &gzip_each(&records));
    let with = |change: &dyn Fn(&mut ReadOptions)| {
        let mut options = ReadOptions::default();
        change(&mut options);
        outcome(&documents(&archive, &options))
    };
    assert_eq!(with(&|options| options.filter.address = Some("/shop/".parse().unwrap())).len(), 2);
    assert_eq!(with(&|options| options.filter.languages = vec!["deu".into()]).len(), 2);
    assert_eq!(with(&|options| options.filter.types = vec!["application/*".into()]).len(), 0);
    assert_eq!(with(&|options| options.filter.least_bytes = 21).len(), 2);
    assert_eq!(with(&|options| options.filter.most_bytes = 20), ["<html lang=en><p>one"]);
}

#[cfg(unix)]
#[test]
fn links_out_of_a_folder_are_followed_when_the_user_says_so() {
    let outside = folder();
    let at = |name: &str| outside.path().join(name);
    fs::create_dir_all(at("pages")).unwrap();
    fs::create_dir_all(at("more")).unwrap();
    fs::write(at("more/b.html"), "<p>two").unwrap();
    fs::write(at("pages/a.html"), "<p>one").unwrap();
    std::os::unix::fs::symlink(at("more"), at("pages/more")).unwrap();
    std::os::unix::fs::symlink(at("pages"), at("pages/round")).unwrap();
    assert_eq!(outcome(&documents(at("pages"), &ReadOptions::default())), ["<p>one"]);
    let follow = ReadOptions::default().with(|options| options.follow_links = true);
    let found = outcome(&documents(at("pages"), &follow));
    assert_eq!(found[..2], ["<p>one", "<p>two"]);
    assert!(found[2].starts_with("! ") && found.len() == 3, "{found:?}");
}
