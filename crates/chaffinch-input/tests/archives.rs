//! WARC archives, whole and damaged.

mod made;

use chaffinch_core::ProblemKind;
use chaffinch_input::{ReadOptions, read, read_stream};
use made::{documents, gzip, gzip_each, outcome, page, record, response};
use std::io::{Cursor, Write};

/// Reads an archive from a file and from a pipe, and makes sure that both say the same.
fn archive(name: &str, bytes: &[u8], options: &ReadOptions) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let from_file = outcome(&documents(&path, options));
    let from_pipe: Vec<_> = read_stream("-", Cursor::new(bytes.to_vec()), options).collect();
    assert_eq!(outcome(&from_pipe), from_file);
    from_file
}

fn plain(bytes: &[u8]) -> Vec<String> {
    archive("a.warc", bytes, &ReadOptions::default())
}

fn zipped(bytes: &[u8]) -> Vec<String> {
    archive("a.warc.gz", bytes, &ReadOptions::default())
}

fn three() -> Vec<Vec<u8>> {
    vec![
        page("http://a.example/1", &format!("<p>one{}", " ".repeat(3000))),
        page("http://a.example/2", &format!("<p>two{}", "abc".repeat(2000))),
        page("http://a.example/3", "<p>three"),
    ]
}

fn starts(found: &[String]) -> Vec<String> {
    found.iter().map(|text| text.trim_end().chars().take(25).collect()).collect()
}

#[test]
fn pages_are_found_in_each_packing() {
    let records = three();
    let expected = ["<p>one", "<p>twoabcabcabcabcabcabca", "<p>three"];
    assert_eq!(starts(&plain(&records.concat())), expected);
    assert_eq!(starts(&zipped(&gzip_each(&records))), expected);
    assert_eq!(starts(&zipped(&gzip(&records.concat()))), expected);
    // Members that know nothing of records.
    let blocks: Vec<Vec<u8>> = records.concat().chunks(700).map(<[u8]>::to_vec).collect();
    assert_eq!(starts(&zipped(&gzip_each(&blocks))), expected);
}

#[test]
fn a_document_knows_its_record() {
    let records = three();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.warc.gz");
    std::fs::write(&path, gzip_each(&records)).unwrap();
    let items = documents(&path, &ReadOptions::default());
    let second = items[1].as_ref().unwrap();
    assert_eq!(second.name, format!("{}#{}", path.display(), gzip(&records[0]).len()));
    assert_eq!(second.url.as_deref(), Some("http://a.example/2"));
    assert_eq!(second.content_type.as_deref(), Some("text/html; charset=utf-8"));

    std::fs::write(&path, gzip(&records.concat())).unwrap();
    let items = documents(&path, &ReadOptions::default());
    assert_eq!(items[1].as_ref().unwrap().name, format!("{}#0+{}", path.display(), records[0].len()));
}

#[test]
fn only_pages_come_out() {
    let ok = "HTTP/1.1 200 OK\r\nContent-Type:";
    let records = [
        record("warcinfo", "", "application/warc-fields", b"software: x\r\n"),
        record(
            "request",
            "http://a.example/",
            "application/http; msgtype=request",
            b"GET / HTTP/1.1\r\n\r\n",
        ),
        response("http://a.example/i.png", &format!("{ok} image/png"), b"\x89PNG\r\n\x1a\n"),
        response("http://a.example/a.css", &format!("{ok} text/css"), b"p{}"),
        response(
            "http://a.example/old",
            "HTTP/1.1 301 Moved\r\nContent-Type: text/html\r\nLocation: /",
            b"<p>moved",
        ),
        response("http://a.example/gone", "HTTP/1.1 404 Not Found\r\nContent-Type: text/html", b"<p>gone"),
        response("http://a.example/none", &format!("{ok} text/html"), b""),
        response("http://a.example/pdf", &format!("{ok} text/html"), b"%PDF-1.4"),
        record("response", "dns:a.example", "text/dns", b"20260101\na.example. 1 IN A 1.2.3.4\n"),
        response("http://a.example/x", &format!("{ok} Application/XHTML+xml"), b"<html>xhtml"),
        response("http://a.example/untyped", "HTTP/1.1 200 OK", b"<!doctype html>untyped"),
        response("http://a.example/text", "HTTP/1.1 200 OK", b"no page"),
        record("resource", "file:///a.html", "text/html", b"<p>resource"),
        record("conversion", "http://a.example/", "text/plain", b"text"),
        record("revisit", "http://a.example/", "application/http", b"HTTP/1.1 200 OK\r\n\r\n"),
        record("metadata", "http://a.example/", "text/html", b"<p>metadata"),
    ];
    let expected = ["<html>xhtml", "<!doctype html>untyped", "<p>resource"];
    assert_eq!(plain(&records.concat()), expected);
    assert_eq!(zipped(&gzip_each(&records)), expected);
}

#[test]
fn an_archive_without_pages_says_so() {
    let records = [record("conversion", "http://a.example/", "text/plain", b"text")];
    let found = plain(&records.concat());
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("! holds no web page: none of its 1 records"), "{found:?}");
}

#[test]
fn chunked_and_compressed_responses_are_decoded() {
    let body = gzip(b"<p>chunked and zipped");
    let (a, b) = body.split_at(5);
    let chunked = [b"5\r\n", a, format!("\r\n{:x}\r\n", b.len()).as_bytes(), b, b"\r\n0\r\n\r\n"].concat();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\
                Transfer-Encoding: chunked\r\nContent-Encoding: gzip";
    let records = [response("http://a.example/", head, &chunked), page("http://a.example/2", "<p>next")];
    assert_eq!(zipped(&gzip_each(&records)), ["<p>chunked and zipped", "<p>next"]);
}

#[test]
fn a_bomb_is_named_and_the_run_goes_on() {
    let zeros = vec![b' '; 4 << 20];
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip";
    let outer = page("http://a.example/outer", std::str::from_utf8(&zeros).unwrap());
    let records = [
        outer,
        response("http://a.example/inner", head, &gzip(&zeros)),
        page("http://a.example/2", "<p>next"),
    ];
    let limits = |page_bytes, inflate_ratio| {
        ReadOptions::default().with(|options| {
            options.limits.page_bytes = page_bytes;
            options.limits.inflate_ratio = inflate_ratio;
        })
    };
    let (ratio, size) = ("as no honest page does", "for one page");
    for (options, said) in [(limits(64 << 20, 50), ratio), (limits(1 << 20, 5000), size)] {
        let found = archive("a.warc.gz", &gzip_each(&records), &options);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].ends_with(said), "{found:?}");
        assert!(found[1].ends_with(said), "{found:?}");
        assert_eq!(found[2], "<p>next");
    }
}

#[test]
fn a_cut_archive_yields_what_is_whole_and_then_one_problem() {
    let records = three();
    let cut = "! the archive ends in the middle of this record";
    let bytes = records.concat();
    let found = plain(&bytes[..bytes.len() - 10]);
    assert_eq!(found.len(), 3);
    assert_eq!(found[2], cut);
    for members in [gzip_each(&records), gzip(&records.concat())] {
        let found = zipped(&members[..members.len() - 20]);
        assert_eq!(found.len(), 3, "{:?}", starts(&found));
        assert!(found[0].starts_with("<p>one") && found[1].starts_with("<p>two"));
        assert_eq!(found[2], cut);
    }
}

#[test]
fn a_cut_at_any_byte_is_no_crash_and_at_most_one_problem() {
    let records = three();
    for bytes in [records.concat(), gzip_each(&records)] {
        for length in (1..bytes.len()).step_by(bytes.len() / 150 + 1) {
            let items: Vec<_> =
                read_stream("-", Cursor::new(bytes[..length].to_vec()), &ReadOptions::default()).collect();
            let problems = items.iter().filter(|item| item.is_err()).count();
            assert!(problems <= 1, "{length}: {:?}", outcome(&items));
        }
    }
}

#[test]
fn a_damaged_record_in_the_middle_is_skipped_and_named() {
    let records = three();
    let members: Vec<Vec<u8>> = records.iter().map(|record| gzip(record)).collect();
    let at = members[0].len();
    let check = |bytes: Vec<u8>, what: &str| {
        let found = zipped(&bytes);
        assert_eq!(found.len(), 3, "{what}: {:?}", starts(&found));
        assert!(found[0].starts_with("<p>one") && found[2] == "<p>three", "{what}");
        assert_eq!(found[1], format!("! this record is damaged ({what}) and was skipped"));
    };
    let mut flipped = members.concat();
    let checksum = at + members[1].len() - 8;
    flipped[checksum] ^= 0xff;
    check(flipped, "its gzip checksum does not match");

    let mut no_magic = members.concat();
    no_magic[at] = 0x1e;
    check(no_magic, "no gzip data where a record should begin");

    let mut scrambled = members.concat();
    scrambled[at + 10..at + 14].fill(0xff);
    check(scrambled, "corrupt gzip data");

    // The rest of the member is missing, so that the next one follows in the middle of its data.
    let half = &members[1][..members[1].len() / 2];
    let found = zipped(&[&members[0], half, &members[2]].concat());
    assert_eq!(found.len(), 3, "{:?}", starts(&found));
    assert_eq!(found[2], "<p>three");
}

#[test]
fn a_wrong_length_damages_one_record_only() {
    let records = three();
    let with_length = |length: &str| {
        let text = String::from_utf8(records[1].clone()).unwrap();
        let start = text.find("Content-Length: ").unwrap() + 16;
        let end = start + text[start..].find('\r').unwrap();
        format!("{}{length}{}", &text[..start], &text[end..]).into_bytes()
    };
    for length in ["100", "6200", "9999", "99999999", "-3", "abc", ""] {
        let broken = [records[0].clone(), with_length(length), records[2].clone()];
        for found in [plain(&broken.concat()), zipped(&gzip_each(&broken)), zipped(&gzip(&broken.concat()))] {
            assert!(found[0].starts_with("<p>one"), "{length}");
            assert!(found[1].starts_with("! "), "{length}: {:?}", starts(&found));
        }
        // In an archive that is one gzip member, a length that is too long takes the next record along.
        for found in [plain(&broken.concat()), zipped(&gzip_each(&broken))] {
            assert_eq!(found.len(), 3, "{length}: {:?}", starts(&found));
            assert!(found[1].starts_with("! this record is damaged"), "{length}: {:?}", starts(&found));
            assert_eq!(found[2], "<p>three", "{length}");
        }
    }
}

#[test]
fn a_broken_header_damages_one_record_only() {
    let records = three();
    for header in ["WARX/1.0\r\n", "\0\0\0\0", &"x".repeat(200_000)] {
        let broken =
            [records[0].clone(), [header.as_bytes(), &records[1][10..]].concat(), records[2].clone()];
        for found in [plain(&broken.concat()), zipped(&gzip_each(&broken)), zipped(&gzip(&broken.concat()))] {
            assert_eq!(found.len(), 3, "{:?}", starts(&found));
            assert!(found[1].starts_with("! this record is damaged"));
            assert_eq!(found[2], "<p>three");
        }
    }
}

#[test]
fn a_header_without_end_is_bounded() {
    let endless = [b"WARC/1.0\r\nX: ".to_vec(), vec![b'x'; 300_000]].concat();
    let found = plain(&[endless, b"\r\n".to_vec(), page("http://a.example/", "<p>next")].concat());
    assert_eq!(found, ["! this record is damaged (its header has no end) and was skipped", "<p>next"]);
}

#[test]
fn much_damage_is_summed_up() {
    let mut bytes = Vec::new();
    for i in 0..30 {
        bytes.extend(gzip(&page("http://a.example/", &format!("<p>{i}"))));
        bytes.extend(gzip(b"no record"));
    }
    let found = zipped(&bytes);
    assert_eq!(found.iter().filter(|text| text.starts_with("<p>")).count(), 30);
    assert_eq!(found.iter().filter(|text| text.starts_with("! this record")).count(), 20);
    assert_eq!(found.last().unwrap(), "! and 10 more damaged records were skipped");
}

#[test]
fn a_damaged_content_coding_is_that_records_problem() {
    let mut body = gzip(b"<p>a page that will not come back");
    let middle = body.len() / 2;
    body[middle] ^= 0x55;
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip";
    let records = [response("http://a.example/", head, &body), page("http://a.example/2", "<p>next")];
    let found = zipped(&gzip_each(&records));
    assert!(found[0].starts_with("! could not be decompressed"), "{found:?}");
    assert_eq!(found[1], "<p>next");
}

#[test]
fn random_damage_neither_crashes_nor_hangs() {
    let records = three();
    let whole = gzip_each(&records);
    let mut seed = 7u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize
    };
    for round in 0..300 {
        let mut bytes = if round % 2 == 0 { whole.clone() } else { records.concat() };
        for _ in 0..1 + random() % 4 {
            let at = random() % bytes.len();
            match random() % 3 {
                0 => bytes[at] ^= 1 << (random() % 8),
                1 => drop(bytes.drain(at..(at + random() % 50).min(bytes.len()))),
                _ => drop(bytes.splice(at..at, vec![random() as u8; random() % 50])),
            }
        }
        let items: Vec<_> = read_stream("-", Cursor::new(bytes), &ReadOptions::default()).collect();
        assert!(items.len() <= 24);
    }
}

#[test]
fn false_starts_do_not_cost_the_square_of_their_number() {
    let start = std::time::Instant::now();
    let first = page("http://a.example/1", "<p>first");
    let last = page("http://a.example/2", "<p>last");
    let flood = b"WARC/1.0\r\n".repeat(150_000);
    let found = plain(&[&first[..], &flood, b"\r\n", &last].concat());
    assert_eq!(found.first().unwrap(), "<p>first");
    assert!(found.contains(&"<p>last".to_owned()));
    let magics = b"\x1f\x8b\x08".repeat(300_000);
    let found = zipped(&[&gzip(&first)[..], &magics, &gzip(&last)].concat());
    assert_eq!(found.len(), 3);
    assert_eq!(found[2], "<p>last");
    // Several times what it takes even without optimisation; unbounded, it would take many minutes.
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn a_length_beyond_the_end_of_a_large_file_loses_nothing_behind_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.warc");
    let lie = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 999999999999\r\n\r\nx\r\n\r\n";
    let image = response("http://a.example/i", "HTTP/1.1 200 OK\r\nContent-Type: image/png", &[7; 1 << 20]);
    let bytes = [&lie[..], &image, &page("http://a.example/", "<p>last")].concat();
    std::fs::write(&path, bytes).unwrap();
    let items = documents(&path, &ReadOptions::default());
    assert_eq!(items.len(), 2);
    assert_eq!(items[1].as_ref().unwrap().bytes, b"<p>last");
}

#[test]
fn padding_and_odd_line_ends_are_no_damage() {
    let records = three();
    let padded = [gzip(&records[0]), vec![0; 512], gzip(&records[1]), vec![0; 100]].concat();
    assert_eq!(zipped(&padded).len(), 2);
    let text = String::from_utf8(records.concat()).unwrap();
    let single = text.replace("\r\n\r\nWARC", "\r\nWARC");
    assert_eq!(plain(single.as_bytes()).len(), 3);
}

#[test]
fn style_sheets_are_found_in_the_same_archive() {
    let css =
        |url: &str, text: &str| response(url, "HTTP/1.1 200 OK\r\nContent-Type: text/css", text.as_bytes());
    let records = [
        page("http://a.example/shop/list.html", "<p>page"),
        css("http://a.example/shop/a.css?v=1", "a{}"),
        css("http://cdn.example/b.css", "b{}"),
        page("http://a.example/other", "<p>other"),
    ];
    let folder = tempfile::tempdir().unwrap();
    for bytes in [records.concat(), gzip_each(&records), gzip(&records.concat())] {
        let path = folder.path().join("a.warc");
        std::fs::write(&path, bytes).unwrap();
        let items = documents(&path, &ReadOptions::default());
        assert_eq!(items.len(), 2);
        let resources = &items[0].as_ref().unwrap().resources;
        assert_eq!(resources.style_sheet("a.css?v=1#x", None).unwrap(), b"a{}");
        assert_eq!(resources.style_sheet("//cdn.example/b.css", None).unwrap(), b"b{}");
        assert_eq!(resources.style_sheet("b.css", Some("http://cdn.example/")).unwrap(), b"b{}");
        assert_eq!(resources.style_sheet("a.css", None), None);
        assert_eq!(resources.style_sheet("list.html", None), None);
        let small = ReadOptions::default().with(|options| options.limits.style_bytes = 2);
        let items = documents(&path, &small);
        assert_eq!(items[0].as_ref().unwrap().resources.style_sheet("a.css?v=1", None), None);
    }
}

#[test]
fn pages_are_read_only_when_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.html");
    std::fs::write(&path, "<p>early").unwrap();
    let later = folder.path().join("b.html");
    let inputs = [path.display().to_string(), later.display().to_string()];
    let mut documents = read(&inputs, &ReadOptions::default());
    assert!(documents.next().unwrap().is_ok());
    std::fs::File::create(&later).unwrap().write_all(b"<p>late").unwrap();
    assert_eq!(documents.next().unwrap().unwrap().bytes, b"<p>late");
}

#[test]
fn what_is_not_an_archive_is_one_problem() {
    let found = archive("a.warc", b"WARC/ is what I would like to be", &ReadOptions::default());
    assert_eq!(found.len(), 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.warc");
    std::fs::write(&path, "<p>just a page").unwrap();
    let items = documents(&path, &ReadOptions::default());
    assert_eq!(items.len(), 1);
    assert_eq!(items[0].as_ref().unwrap_err().kind, ProblemKind::Damaged);
}
