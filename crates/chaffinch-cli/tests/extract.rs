//! `chaffinch extract`, from the outside.

mod program;

use program::{TABLE, chaffinch, chaffinch_with_input, objects};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

fn shop() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/finch-shop.html").display().to_string()
}

#[test]
fn the_page_of_the_readme_gives_its_products_its_table_and_the_list_of_its_title() {
    let folder = tempdir().unwrap();
    let ran = chaffinch(folder.path(), &["extract", &shop()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = &objects(&ran.out)[0];
    assert_eq!(page["kind"], "list");
    let relations = page["relations"].as_array().unwrap().iter();
    let mut found: Vec<(&str, usize)> =
        relations.map(|r| (r["kind"].as_str().unwrap(), r["rows"].as_array().unwrap().len())).collect();
    assert_eq!(found.remove(0), ("records", 6));
    found.sort_unstable();
    assert_eq!(found, [("table", 5), ("topk", 10)]);
}

#[test]
fn a_value_points_at_its_bytes_and_its_place() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.html"), TABLE).unwrap();
    let ran = chaffinch(folder.path(), &["extract", "a.html"]);
    let page = &objects(&ran.out)[0];
    let cell = &page["relations"][0]["rows"][0]["cells"][1];
    assert_eq!(cell["value"], 126_000.0);
    let (start, end) =
        (cell["span"][0].as_u64().unwrap() as usize, cell["span"][1].as_u64().unwrap() as usize);
    assert_eq!(&TABLE[start..end], "126,000");
    assert_eq!(cell["xpath"], "/html/body/table/tbody/tr[2]/td[2]");
    assert!(cell["box"][2].as_f64().unwrap() > 10.0, "{cell}");
}

#[test]
fn the_ending_of_the_output_file_chooses_the_format() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.html"), TABLE).unwrap();
    for (file, begins) in [
        ("rows.csv", "Town,People\n"),
        ("rows.json", "{"),
        ("rows.jsonl", "{\"chaffinch\":1"),
        ("rows.md", ""),
        ("rows.html", "<!"),
        ("rows.txt", "Towns"),
    ] {
        let ran = chaffinch(folder.path(), &["extract", "a.html", "-o", file]);
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{file}: {}", ran.err);
        let written = fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(written.starts_with(begins) && written.contains("Ulm"), "{file}: {written}");
    }
    let ran = chaffinch(folder.path(), &["extract", "a.html", "-o", "rows.parquet"]);
    assert_eq!(ran.code, 0);
    assert!(fs::read(folder.path().join("rows.parquet")).unwrap().starts_with(b"PAR1"));
}

#[test]
fn standard_input_is_the_default() {
    let folder = tempdir().unwrap();
    let ran = chaffinch_with_input(folder.path(), &["extract"], TABLE.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(objects(&ran.out)[0]["input"], "-");
}

#[test]
fn a_folder_comes_out_in_order_and_the_same_on_any_number_of_threads() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("pages")).unwrap();
    for i in 0..40 {
        let rows = format!("<tr><td>{i}<td>x").repeat(1 + (i * 7) % 50);
        fs::write(folder.path().join(format!("pages/{i:02}.html")), format!("{TABLE}<table>{rows}</table>"))
            .unwrap();
    }
    let one = chaffinch(folder.path(), &["extract", "pages", "-j", "1"]);
    let four = chaffinch(folder.path(), &["extract", "pages", "-j", "4"]);
    assert_eq!(one.code, 0, "{}", one.err);
    assert!(one.out == four.out, "the outputs differ");
    let names: Vec<String> = objects(&one.out).iter().map(|o| o["input"].to_string()).collect();
    let mut sorted = names.clone();
    sorted.sort();
    assert_eq!(names, sorted);
    assert_eq!(names.len(), 40);
}

#[test]
fn what_cannot_be_read_is_named_and_leaves_the_others_unharmed() {
    let folder = tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("ok.html", TABLE.as_bytes());
    write("empty.html", b"");
    write("binary.html", &[0x89, b'P', b'N', b'G', 0, 1, 2, 3, 0, 0, 0, 0]);
    write("deep.html", "<div>".repeat(100_000).as_bytes());
    write("nodes.html", "<p>x".repeat(1_100_000).as_bytes());
    write("large.html", &vec![b'<'; 33 << 20]);
    for (bad, says) in [
        ("missing.html", "no such file"),
        ("empty.html", "is empty"),
        ("binary.html", "not a web page"),
        ("nodes.html", "--max-nodes"),
        ("large.html", "--max-bytes"),
    ] {
        let ran = chaffinch(folder.path(), &["extract", bad, "ok.html"]);
        assert_eq!(ran.code, 3, "{bad}: {}", ran.err);
        let lines: Vec<&str> = ran.err.lines().collect();
        assert_eq!(lines.len(), 1, "{bad}: one sentence, not {lines:?}");
        assert!(lines[0].contains(says) && lines[0].contains(bad), "{bad}: {}", lines[0]);
        let pages = objects(&ran.out);
        assert_eq!(pages.len(), 2, "{bad}");
        assert_eq!(pages[0]["errors"].as_array().unwrap().len(), 1, "{bad}");
        assert_eq!(pages[1]["relations"].as_array().unwrap().len(), 1, "{bad}");
    }
    // Browsers ignore such tags too: the page was read; that something was left out, and that nothing is there, are remarks.
    let ran = chaffinch(folder.path(), &["extract", "deep.html", "ok.html"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.starts_with("chaffinch: deep.html: tags are nested"), "{}", ran.err);
    assert!(ran.err.ends_with("raise it with --max-depth\n"), "{}", ran.err);
    let deep = &objects(&ran.out)[0];
    assert_eq!((deep["errors"].as_array().unwrap().len(), deep["remarks"].as_array().unwrap().len()), (0, 2));
}

#[test]
fn utf_16_without_a_mark_is_read() {
    let folder = tempdir().unwrap();
    let bytes: Vec<u8> = TABLE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("a.html"), bytes).unwrap();
    let ran = chaffinch(folder.path(), &["extract", "a.html"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(objects(&ran.out)[0]["title"], "Towns");
}

#[test]
fn a_page_without_anything_is_no_error() {
    let folder = tempdir().unwrap();
    let ran = chaffinch_with_input(folder.path(), &["extract"], b"<p>just words");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("nothing found: the page has no list"), "{}", ran.err);
    assert_eq!(objects(&ran.out)[0]["relations"].as_array().unwrap().len(), 0);
}

#[test]
fn a_damaged_archive_gives_what_is_whole() {
    let folder = tempdir().unwrap();
    let mut archive = Vec::new();
    for _ in 0..2 {
        archive.extend(gzipped(&record(TABLE.as_bytes(), "")));
    }
    let whole = archive.len() / 2;
    fs::write(folder.path().join("cut.warc.gz"), &archive[..whole + whole / 2]).unwrap();
    let ran = chaffinch(folder.path(), &["extract", "cut.warc.gz"]);
    assert_eq!(ran.code, 3);
    let pages = objects(&ran.out);
    assert_eq!(pages[0]["url"], "http://towns.example/");
    assert_eq!(pages[0]["relations"].as_array().unwrap().len(), 1);
    assert!(ran.err.contains(&format!("cut.warc.gz#{whole}")), "{}", ran.err);
}

#[test]
fn a_bomb_in_an_archive_does_not_go_off() {
    let folder = tempdir().unwrap();
    let bomb = gzipped(&vec![b' '; 200 << 20]);
    let mut archive = gzipped(&record(&bomb, "Content-Encoding: gzip\r\n"));
    archive.extend(gzipped(&record(TABLE.as_bytes(), "")));
    fs::write(folder.path().join("bomb.warc.gz"), archive).unwrap();
    let ran = chaffinch(folder.path(), &["extract", "bomb.warc.gz"]);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("--max-"), "{}", ran.err);
    assert_eq!(objects(&ran.out).last().unwrap()["title"], "Towns");
}

#[test]
fn an_address_that_never_answers_is_given_up() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("ok.html"), TABLE).unwrap();
    let ran = chaffinch(folder.path(), &["extract", &address, "ok.html", "--fetch-timeout", "0.5"]);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("--fetch-timeout"), "{}", ran.err);
    assert_eq!(objects(&ran.out)[1]["relations"].as_array().unwrap().len(), 1);
}

#[test]
fn an_output_that_cannot_be_written_is_wrong_use_and_nothing_is_read() {
    let folder = tempdir().unwrap();
    let ran = chaffinch(folder.path(), &["extract", "missing.html", "-o", "no/such/folder/rows.csv"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("chaffinch: no/such/folder/rows.csv: cannot be written"), "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 1);
}

#[test]
fn wrong_arguments_are_explained() {
    let folder = tempdir().unwrap();
    for arguments in [
        &["extract", "--format", "xls", "a.html"][..],
        &["extract", "--select", "zero", "a.html"],
        &["extract", "--max-bytes", "many", "a.html"],
        &["extract", "--renderer", "firefox", "a.html"],
        &["extract", "--scripts", "http://towns.example/"],
        &["fetch"],
    ] {
        let ran = chaffinch(folder.path(), arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!ran.err.is_empty() && !ran.err.contains("panicked"), "{arguments:?}: {}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_had_enough_is_no_error() {
    use std::process::{Command, Stdio};
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("pages")).unwrap();
    for i in 0..200 {
        fs::write(folder.path().join(format!("pages/{i:03}.html")), TABLE).unwrap();
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_chaffinch"))
        .args(["extract", "pages"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
    assert!(ended.stderr.is_empty(), "{}", String::from_utf8_lossy(&ended.stderr));
}

fn record(body: &[u8], headers: &str) -> Vec<u8> {
    let mut http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{headers}\r\n").into_bytes();
    http.extend_from_slice(body);
    let mut record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://towns.example/\r\nContent-Length: {}\r\n\r\n",
        http.len()
    )
    .into_bytes();
    record.extend(http);
    record.extend_from_slice(b"\r\n\r\n");
    record
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
