//! What bytes are, by looking at them.

/// As much of an input as is looked at to tell what it is.
pub(crate) const SAMPLE: usize = 8 << 10;

/// Whether a `Content-Type` says that this is a web page.
pub(crate) fn is_html_type(content_type: &str) -> bool {
    matches!(essence(content_type).as_str(), "text/html" | "application/xhtml+xml")
}

/// Whether a `Content-Type` leaves open what this is, so that the bytes have to tell.
pub(crate) fn is_vague_type(content_type: &str) -> bool {
    matches!(
        essence(content_type).as_str(),
        "" | "text/plain"
            | "application/octet-stream"
            | "binary/octet-stream"
            | "application/unknown"
            | "unknown/unknown"
            | "text/xml"
            | "application/xml"
    )
}

/// The type without its parameters, in lower case.
pub(crate) fn essence(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Whether `bytes` begin as web pages do: the MIME Sniffing Standard's list of first tags, also in
/// UTF-16.
pub(crate) fn looks_like_html(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    // A page in UTF-16 becomes readable by leaving its zeros out; no other page has any in front.
    let narrow: Vec<u8> = sample.iter().copied().filter(|b| *b != 0).take(1024).collect();
    let mut rest = narrow.as_slice();
    for mark in [&b"\xef\xbb\xbf"[..], b"\xff\xfe", b"\xfe\xff"] {
        rest = rest.strip_prefix(mark).unwrap_or(rest);
    }
    let rest = rest.trim_ascii_start();
    const TAGS: [&[u8]; 22] = [
        b"<!doctype html", b"<html", b"<head", b"<script", b"<iframe", b"<h1", b"<div", b"<font", b"<table",
        b"<a", b"<style", b"<title", b"<b", b"<body", b"<br", b"<p", b"<meta", b"<link", b"<ul", b"<center",
        b"<main", b"<section",
    ];
    let begins = |tag: &[u8]| {
        rest.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
            && rest.get(tag.len()).is_none_or(|b| !b.is_ascii_alphanumeric())
    };
    if rest.starts_with(b"<!--") {
        return true;
    }
    if rest.starts_with(b"<?xml") {
        let lower = rest.to_ascii_lowercase();
        return memchr::memmem::find(&lower, b"<html").is_some()
            || memchr::memmem::find(&lower, b"<!doctype html").is_some();
    }
    TAGS.iter().any(|tag| begins(tag))
}

/// What `bytes` are if they are certainly no web page, such as `a PDF` or `binary data`.
pub(crate) fn foreign(bytes: &[u8]) -> Option<&'static str> {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    known_magic(sample).or_else(|| is_binary(sample).then_some("binary data"))
}

/// Whether `bytes` begin a gzip member.
pub(crate) fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1f\x8b\x08")
}

/// Whether `bytes` begin a Zstandard frame.
pub(crate) fn is_zstd(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x28\xb5\x2f\xfd")
}

fn known_magic(sample: &[u8]) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 22] = [
        (b"%PDF-", "a PDF"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"\xff\xd8\xff", "a JPEG image"),
        (b"PK\x03\x04", "a ZIP archive or an office document"),
        (b"PK\x05\x06", "a ZIP archive"),
        (b"\x7fELF", "a program"),
        (b"\xcf\xfa\xed\xfe", "a program"),
        (b"\xca\xfe\xba\xbe", "a program"),
        (b"\0asm", "a WebAssembly program"),
        (b"\x1f\x8b", "gzip data"),
        (b"BZh9", "a bzip2 archive"),
        (b"\xfd7zXZ\0", "an xz archive"),
        (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
        (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
        (b"Rar!\x1a\x07", "a RAR archive"),
        (b"SQLite format 3\0", "an SQLite database"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document"),
        (b"wOFF\0", "a font"),
        (b"wOF2\0", "a font"),
        (b"\0\x01\0\0\0", "a font"),
        (b"\0\0\x01\0", "an icon"),
        (b"{\\rtf", "an RTF document"),
    ];
    // These could begin a sentence; they count only in front of bytes that no text has.
    const WORDS: [(&[u8], &str); 8] = [
        (b"GIF8", "a GIF image"),
        (b"RIFF", "an image, sound or film"),
        (b"OggS", "sound or film"),
        (b"ID3", "sound"),
        (b"BM", "a BMP image"),
        (b"MZ", "a program"),
        (b"PAR1", "a Parquet file"),
        (b"ARROW1", "an Arrow file"),
    ];
    let found = MAGIC.iter().find(|(magic, _)| sample.starts_with(magic));
    let found = found.or_else(|| {
        let start = &sample[..sample.len().min(64)];
        let has_binary = start.iter().any(|b| is_control(*b));
        WORDS.iter().find(|(magic, _)| has_binary && sample.starts_with(magic))
    });
    if let Some((_, what)) = found {
        return Some(what);
    }
    if sample.get(4..8) == Some(b"ftyp") {
        return Some("a film");
    }
    (sample.get(257..262) == Some(b"ustar")).then_some("a tar archive")
}

fn is_binary(sample: &[u8]) -> bool {
    if sample.starts_with(b"\xff\xfe") || sample.starts_with(b"\xfe\xff") {
        return false;
    }
    let controls = sample.iter().filter(|b| is_control(**b)).count();
    controls >= 4 && controls * 20 > sample.len() && !is_utf16(sample)
}

/// Bytes that text in the encodings of the web has no use for; ESC switches the Japanese ones.
fn is_control(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\t' | b'\n' | 0x0b | 0x0c | b'\r' | 0x1b)
}

/// UTF-16 without a mark: tags are ASCII, so nearly all zeros stand at odd or at even places, each
/// beside a readable character.
fn is_utf16(sample: &[u8]) -> bool {
    let mut zeros = [0usize; 2];
    let mut readable = [0usize; 2];
    for pair in sample.chunks_exact(2) {
        for place in 0..2 {
            if pair[place] == 0 {
                zeros[place] += 1;
                let other = pair[1 - place];
                readable[place] += usize::from(other != 0 && !is_control(other));
            }
        }
    }
    (0..2).any(|place| {
        zeros[place] * 8 > sample.len() / 2
            && zeros[place] > 4 * zeros[1 - place]
            && readable[place] * 10 >= zeros[place] * 9
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn utf16_without_a_mark_is_a_page_in_either_order() {
        let little = utf16("<!DOCTYPE html><title>Grüße 一二三 一</title><p>一 price: 9 €</p>");
        let big: Vec<u8> = little.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
        for page in [little, big] {
            assert_eq!(foreign(&page), None);
            assert!(looks_like_html(&page));
        }
    }

    #[test]
    fn utf16_with_a_mark_is_a_page_even_without_ascii() {
        let mut page = b"\xff\xfe".to_vec();
        page.extend(utf16("\u{100}\u{200}\u{300}\u{400}\u{500}"));
        assert_eq!(foreign(&page), None);
    }

    #[test]
    fn binaries_are_named() {
        assert_eq!(foreign(b"%PDF-1.7\n"), Some("a PDF"));
        assert_eq!(foreign(b"\x89PNG\r\n\x1a\n\0\0"), Some("a PNG image"));
        assert_eq!(foreign(b"PK\x03\x04\x14\0"), Some("a ZIP archive or an office document"));
        assert_eq!(foreign(b"\x7fELF\x02\x01\x01\0"), Some("a program"));
        let integers: Vec<u8> = (0u32..500).flat_map(u32::to_le_bytes).collect();
        assert_eq!(foreign(&integers), Some("binary data"));
    }

    #[test]
    fn text_that_begins_like_a_binary_is_text() {
        assert_eq!(foreign(b"BMW prices"), None);
        assert_eq!(foreign(b"GIF8 is how some images begin"), None);
        assert_eq!(foreign(b"<p>one \0 stray zero"), None);
        assert_eq!(foreign("<p>Größe, 大きさ".as_bytes()), None);
        assert_eq!(foreign(b"<p>\x1b$B4A\x1b(B"), None);
    }

    #[test]
    fn first_tags_tell_a_page() {
        assert!(looks_like_html(b"\xef\xbb\xbf \n<!DocType HTML>"));
        assert!(looks_like_html(b"<?xml version='1.0'?><!DOCTYPE html PUBLIC ''>"));
        assert!(!looks_like_html(b"<?xml version='1.0'?><rss>"));
        assert!(!looks_like_html(b"{\"a\": \"<html>\"}"));
        assert!(!looks_like_html(b"<bibliography>"));
        assert!(!looks_like_html(b""));
    }

    #[test]
    fn parameters_of_a_type_do_not_matter() {
        assert!(is_html_type("Text/HTML; charset=utf-8"));
        assert!(!is_html_type("text/htmlx"));
        assert!(is_vague_type(" text/plain;x"));
    }
}
