//! The encoding that a page declares for itself in its first bytes.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The standard asks for at least this much to be looked at.
const SURE: usize = 1024;
/// Browsers go on while they are still in the head; so do we, within reason.
const MOST: usize = 64 * 1024;

/// The standard's prescan: the first `<meta>` that names an encoding, or an XML declaration.
pub fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let bytes = &bytes[..bytes.len().min(MOST)];
    if let Some(encoding) = xml_declaration(bytes) {
        return Some(encoding);
    }
    let mut at = 0;
    while let Some(step) = memchr::memchr(b'<', bytes.get(at..)?) {
        at += step;
        let rest = &bytes[at..];
        if rest.starts_with(b"<!--") {
            at += 2 + memchr::memmem::find(&rest[2..], b"-->").map_or(rest.len() - 2, |i| i + 3);
        } else if rest.len() > 1 && matches!(rest[1], b'!' | b'?') {
            at += memchr::memchr(b'>', rest).map_or(rest.len(), |i| i + 1);
        } else if let Some((name, after)) = tag_name(rest) {
            let mut cursor = Cursor { bytes: rest, at: after };
            if name.eq_ignore_ascii_case(b"meta") {
                if let Some(encoding) = meta_encoding(&mut cursor) {
                    return Some(encoding);
                }
            } else {
                while cursor.attribute().is_some() {}
            }
            at += cursor.at.max(1);
            if is_raw(name)
                && let Some(end) = end_of_raw(&bytes[at.min(bytes.len())..], name)
            {
                at += end;
            }
            if at > SURE && !belongs_to_head(name) {
                return None;
            }
        } else {
            at += 1;
        }
    }
    None
}

fn xml_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr::memchr(b'>', declaration)?];
    let value = &declaration[memchr::memmem::find(declaration, b"encoding")? + 8..];
    let value = value.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let (quote, value) = value.split_first()?;
    let end = value.iter().position(|b| b == quote)?;
    usable(&value[..end])
}

fn tag_name(rest: &[u8]) -> Option<(&[u8], usize)> {
    let start = if rest.get(1) == Some(&b'/') { 2 } else { 1 };
    rest.get(start).filter(|b| b.is_ascii_alphabetic())?;
    let len = rest[start..]
        .iter()
        .position(|b| is_space(*b) || matches!(b, b'/' | b'>'))
        .unwrap_or(rest.len() - start);
    Some((&rest[start..start + len], start + len))
}

fn meta_encoding(cursor: &mut Cursor<'_>) -> Option<&'static Encoding> {
    let (mut pragma, mut charset, mut content) = (false, None, None);
    while let Some((name, value)) = cursor.attribute() {
        match name.as_slice() {
            b"http-equiv" => pragma |= value.eq_ignore_ascii_case(b"content-type"),
            b"charset" if charset.is_none() => charset = usable(&value),
            b"content" if content.is_none() => content = charset_in_content(&value).and_then(usable),
            _ => {}
        }
    }
    charset.or(content.filter(|_| pragma))
}

/// The standard's algorithm for extracting an encoding from a `content` attribute.
fn charset_in_content(value: &[u8]) -> Option<&[u8]> {
    let lower = value.to_ascii_lowercase();
    let mut at = 0;
    loop {
        at += memchr::memmem::find(&lower[at..], b"charset")? + 7;
        let rest = value[at..].trim_ascii_start();
        let Some(rest) = rest.strip_prefix(b"=") else { continue };
        let rest = rest.trim_ascii_start();
        return match rest.first()? {
            quote @ (b'"' | b'\'') => {
                let rest = &rest[1..];
                rest.iter().position(|b| b == quote).map(|end| &rest[..end])
            }
            _ => {
                let end = rest.iter().position(|b| is_space(*b) || *b == b';').unwrap_or(rest.len());
                Some(&rest[..end])
            }
        };
    }
}

/// A declaration that could be read as ASCII cannot be UTF-16.
fn usable(label: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label)?;
    if encoding == UTF_16LE || encoding == UTF_16BE {
        Some(UTF_8)
    } else if encoding.name() == "x-user-defined" {
        Some(WINDOWS_1252)
    } else {
        Some(encoding)
    }
}

fn is_raw(name: &[u8]) -> bool {
    [b"script".as_slice(), b"style", b"title", b"noscript"].iter().any(|n| name.eq_ignore_ascii_case(n))
}

fn end_of_raw(rest: &[u8], name: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + memchr::memmem::find(&rest[from..], b"</")?;
        let tail = rest.get(at + 2..at + 2 + name.len())?;
        if tail.eq_ignore_ascii_case(name) {
            return Some(at);
        }
        from = at + 2;
    }
}

fn belongs_to_head(name: &[u8]) -> bool {
    let head: [&[u8]; 11] = [
        b"html", b"head", b"meta", b"link", b"base", b"title", b"script", b"style", b"noscript", b"object",
        b"template",
    ];
    head.iter().any(|n| name.eq_ignore_ascii_case(n))
}

fn is_space(b: u8) -> bool {
    matches!(b, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// Reads attributes as the prescan does: names and values in lower case where that matters.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }

    fn attribute(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        while self.peek().is_some_and(|b| is_space(b) || b == b'/') {
            self.at += 1;
        }
        if self.peek()? == b'>' {
            self.at += 1;
            return None;
        }
        let start = self.at;
        self.at += 1;
        while self.peek().is_some_and(|b| !is_space(b) && !matches!(b, b'=' | b'/' | b'>')) {
            self.at += 1;
        }
        let name = self.bytes[start..self.at].to_ascii_lowercase();
        self.skip_space();
        if self.peek() != Some(b'=') {
            return Some((name, Vec::new()));
        }
        self.at += 1;
        self.skip_space();
        let value = match self.peek()? {
            quote @ (b'"' | b'\'') => {
                let start = self.at + 1;
                let len = memchr::memchr(quote, &self.bytes[start..])?;
                self.at = start + len + 1;
                &self.bytes[start..start + len]
            }
            _ => {
                let start = self.at;
                while self.peek().is_some_and(|b| !is_space(b) && b != b'>') {
                    self.at += 1;
                }
                &self.bytes[start..self.at]
            }
        };
        Some((name, value.to_vec()))
    }
}
