//! Which encoding a page is read in, and that every character knows its bytes.

use chaffinch_core::{Limits, Page, Span};
use chaffinch_page::{Origin, declared_encoding, parse};
use encoding_rs::{ISO_2022_JP, SHIFT_JIS};

fn name(html: &str) -> Option<&'static str> {
    declared_encoding(html.as_bytes(), Origin::default())
}

fn decoded(bytes: &[u8], content_type: Option<&str>) -> Page {
    let origin = Origin { name: "test", content_type, url: None };
    parse(bytes.to_vec(), origin, &Limits::default()).unwrap().page
}

/// The page's texts, and the bytes of its last one.
fn texts(page: &Page) -> (String, Option<Span>) {
    let texts = || page.ids().filter(|id| !page.own_text(*id).is_empty());
    (texts().map(|id| page.own_text(id)).collect(), texts().last().and_then(|id| page.span(id)))
}

#[test]
fn both_forms_of_meta_are_read() {
    assert_eq!(name("<meta charset=euc-jp>"), Some("EUC-JP"));
    assert_eq!(
        name(r#"<html><META content="text/html; charset='koi8-r'" HTTP-EQUIV=Content-Type>"#),
        Some("KOI8-R")
    );
    assert_eq!(name(r#"<meta content="text/html; charset=koi8-r">"#), None);
}

#[test]
fn what_stands_in_comments_scripts_and_bodies_does_not_count() {
    assert_eq!(name("<!-- <meta charset=euc-jp> --><meta charset=gbk>"), Some("GBK"));
    assert_eq!(name("<script>'<meta charset=euc-jp>'</script><p>"), None);
    let late = format!("<body>{}<meta charset=gbk>", "<p>x".repeat(1000));
    assert_eq!(name(&late), None);
    let late_in_head = format!("<head>{}<meta charset=gbk>", "<link rel=x>".repeat(1000));
    assert_eq!(name(&late_in_head), Some("GBK"));
}

#[test]
fn a_declared_utf16_is_utf8() {
    assert_eq!(name("<meta charset=utf-16>"), Some("UTF-8"));
    assert_eq!(name("<?xml version='1.0' encoding='big5'?>"), Some("Big5"));
}

#[test]
fn a_byte_order_mark_beats_the_header() {
    let page = decoded(b"\xef\xbb\xbf<p>\xc3\xa4", Some("text/html; charset=iso-8859-1"));
    assert_eq!((page.source().encoding, texts(&page)), ("UTF-8", ("ä".into(), Some(Span::new(6, 8)))));
}

#[test]
fn the_header_beats_the_page() {
    let page = decoded(b"<meta charset=utf-8><p>\xe4", Some("text/html; charset=\"ISO-8859-1\""));
    assert_eq!(
        (page.source().encoding, texts(&page)),
        ("windows-1252", ("ä".into(), Some(Span::new(23, 24))))
    );
}

#[test]
fn shift_jis_characters_map_to_their_two_bytes() {
    let (bytes, _, _) = SHIFT_JIS.encode("<p>日本\r\n<b>の表</b>");
    let page = decoded(&bytes, Some("text/html; charset=shift_jis"));
    let (text, last) = texts(&page);
    assert_eq!(text, "日本\nの表");
    assert_eq!(SHIFT_JIS.decode(page.source().slice(last.unwrap())).0, "の表");
}

#[test]
fn utf16_is_recognised_without_a_mark() {
    let text = "<html><body><p>plain words enough to see the pattern</p></body></html>";
    for (encoding, bytes) in [
        ("UTF-16LE", text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()),
        ("UTF-16BE", text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>()),
    ] {
        let page = decoded(&bytes, None);
        assert_eq!(page.source().encoding, encoding);
        assert_eq!(texts(&page), ("plain words enough to see the pattern".into(), Some(Span::new(30, 104))));
    }
}

#[test]
fn what_follows_a_broken_character_of_gbk_keeps_its_bytes() {
    let page = decoded(b"\x81\x30<p>\x81\x30\x81<b>x", Some("text/html; charset=gbk"));
    assert_eq!(texts(&page), ("\u{fffd}0\u{fffd}0\u{fffd}x".into(), Some(Span::new(11, 12))));
}

#[test]
fn half_a_character_of_utf16_keeps_its_bytes() {
    let bytes: Vec<u8> = [0xd880, 0x41, 0xd83d, 0xde00, 0xdc00, 0x42].map(u16::to_le_bytes).concat();
    let page = decoded(&[&bytes[..], b"x"].concat(), Some("text/html; charset=utf-16le"));
    let (text, _) = texts(&page);
    assert_eq!(text, "\u{fffd}A😀\u{fffd}B\u{fffd}");
    let map = &page.source().map;
    let widths: Vec<usize> =
        text.char_indices().map(|(at, c)| map.span(at..at + c.len_utf8()).len()).collect();
    assert_eq!(widths, [2, 2, 4, 2, 2, 1]);
}

#[test]
fn bytes_that_do_not_decode_become_replacement_characters() {
    let page = decoded(b"a\xffb\r\rc\xe2\x82", Some("text/html; charset=utf-8"));
    assert_eq!(texts(&page).0, "a\u{fffd}b\n\nc\u{fffd}");
    assert_eq!(page.source().map.span(1..4).range(), 1..2);
    assert_eq!(page.source().map.span(8..11).range(), 6..8);
}

#[test]
fn stateful_japanese_decodes() {
    let (bytes, _, _) = ISO_2022_JP.encode("<p>日本</p>");
    assert_eq!(texts(&decoded(&bytes, Some("text/html; charset=iso-2022-jp"))).0, "日本");
}
