//! Bytes to text, as browsers do it, remembering where every character came from.

use crate::Origin;
use crate::prescan;
use chaffinch_core::{OffsetMap, OffsetMapBuilder, Source};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

/// Decodes `bytes` and normalises line ends to LF. Bytes that do not decode become U+FFFD.
pub fn decode(bytes: Vec<u8>, origin: Origin<'_>) -> (Source, String) {
    let (encoding, mark) = find_encoding(&bytes, origin);
    let (text, map) = if encoding == UTF_8 {
        decode_utf8(&bytes, mark)
    } else if encoding == UTF_16LE {
        decode_utf16(&bytes, mark, u16::from_le_bytes)
    } else if encoding == UTF_16BE {
        decode_utf16(&bytes, mark, u16::from_be_bytes)
    } else {
        decode_legacy(&bytes, mark, encoding)
    };
    (Source { bytes, encoding: encoding.name(), map }, text)
}

/// The encoding and the length of its byte order mark: what is declared, or else what the bytes look like.
pub fn find_encoding(bytes: &[u8], origin: Origin<'_>) -> (&'static Encoding, usize) {
    declared(bytes, origin).unwrap_or_else(|| (guess(bytes, origin.url), 0))
}

/// The declared encoding and the length of its byte order mark: the mark decides, then the HTTP header, then the page's
/// own declaration.
pub fn declared(bytes: &[u8], origin: Origin<'_>) -> Option<(&'static Encoding, usize)> {
    let without_mark = || {
        let served = origin.content_type.and_then(charset_of);
        served.or_else(|| utf16_without_mark(bytes)).or_else(|| prescan::declared_encoding(bytes))
    };
    Encoding::for_bom(bytes).or_else(|| without_mark().map(|encoding| (encoding, 0)))
}

/// The `charset` parameter of a `Content-Type`.
fn charset_of(content_type: &str) -> Option<&'static Encoding> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then_some(())?;
        Encoding::for_label(value.trim().trim_matches(['"', '\'']).as_bytes())
    })
}

/// Markup in UTF-16 has a zero in nearly every other byte; nothing else that is text does.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(1024) & !1];
    if sample.len() < 4 {
        return None;
    }
    let zeros = |odd: usize| sample.iter().skip(odd).step_by(2).filter(|b| **b == 0).count();
    let (even, odd, half) = (zeros(0), zeros(1), sample.len() / 2);
    if odd * 3 > half * 2 && even * 10 < half {
        Some(UTF_16LE)
    } else if even * 3 > half * 2 && odd * 10 < half {
        Some(UTF_16BE)
    } else {
        None
    }
}

fn guess(bytes: &[u8], url: Option<&str>) -> &'static Encoding {
    // The detector would say the same, byte by byte.
    if !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(url.and_then(top_level_domain), Utf8Detection::Allow)
}

/// The top-level domain of an address, where it is one that the detector accepts.
fn top_level_domain(url: &str) -> Option<&[u8]> {
    let host = url.split_once("://")?.1.split(['/', '?', '#', ':']).next()?;
    let last = host.rsplit('.').next()?.as_bytes();
    let accepted = !last.is_empty() && last.iter().all(|b| b.is_ascii_lowercase() || *b == b'-');
    accepted.then_some(last)
}

fn decode_utf8(bytes: &[u8], mark: usize) -> (String, OffsetMap) {
    let body = &bytes[mark..];
    if memchr::memchr(b'\r', body).is_none()
        && let Ok(text) = std::str::from_utf8(body)
    {
        return (text.to_owned(), OffsetMap::shifted(mark));
    }
    let mut out = Text::new(body.len(), mark);
    for chunk in body.utf8_chunks() {
        out.push_same(chunk.valid());
        if !chunk.invalid().is_empty() {
            out.push_char("\u{fffd}", chunk.invalid().len());
        }
    }
    out.finish()
}

fn decode_utf16(bytes: &[u8], mark: usize, unit: fn([u8; 2]) -> u16) -> (String, OffsetMap) {
    let (pairs, odd) = bytes[mark..].as_chunks::<2>();
    let mut out = Text::new(bytes.len(), mark);
    let mut buffer = [0u8; 4];
    for char in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        let char = char.unwrap_or(char::REPLACEMENT_CHARACTER);
        out.push_char(char.encode_utf8(&mut buffer), char.len_utf16() * 2);
    }
    if !odd.is_empty() {
        out.push_char("\u{fffd}", odd.len());
    }
    out.finish()
}

/// Any other encoding: plain stretches are copied, the rest goes through the decoder byte by byte,
/// because only that tells which bytes made which character.
fn decode_legacy(bytes: &[u8], mark: usize, encoding: &'static Encoding) -> (String, OffsetMap) {
    let mut out = Text::new(bytes.len() + bytes.len() / 2, mark);
    let mut decoder = encoding.new_decoder_without_bom_handling();
    // In ISO-2022-JP, an ASCII byte may be part of a longer sequence even where a character begins.
    let plain_ascii = encoding != ISO_2022_JP;
    let mut at = mark;
    let mut char_start = at;
    let mut buffer = [0u8; 16];
    while at < bytes.len() {
        if plain_ascii && at == char_start {
            let rest = &bytes[at..];
            let plain = rest.iter().position(|b| !b.is_ascii()).unwrap_or(rest.len());
            if plain > 0 {
                // An ASCII prefix is valid UTF-8.
                out.push_same(std::str::from_utf8(&rest[..plain]).unwrap_or_default());
                at += plain;
                char_start = at;
                continue;
            }
        }
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&bytes[at..at + 1], &mut buffer, false);
        at += read;
        if written > 0 {
            out.push_char(std::str::from_utf8(&buffer[..written]).unwrap_or("\u{fffd}"), at - char_start);
            char_start = at;
        }
        if let DecoderResult::Malformed(_, after) = result {
            // The decoder may have read on before it noticed: those bytes are the next character's.
            let end = at - usize::from(after);
            out.push_char("\u{fffd}", end - char_start);
            char_start = end;
            // Of what it read on, it may hold back an ASCII byte and return it with the next one.
            let (_, _, held) = decoder.decode_to_utf8_without_replacement(&[], &mut buffer, false);
            for byte in &buffer[..held] {
                out.push_char(char::from(*byte).encode_utf8(&mut [0; 2]), 1);
                char_start += 1;
            }
        }
    }
    loop {
        let (result, _, written) = decoder.decode_to_utf8_without_replacement(&[], &mut buffer, true);
        if written > 0 {
            out.push_char(std::str::from_utf8(&buffer[..written]).unwrap_or("\u{fffd}"), at - char_start);
            char_start = at;
        }
        match result {
            DecoderResult::Malformed(_, after) => {
                let end = at - usize::from(after);
                out.push_char("\u{fffd}", end - char_start);
                char_start = end;
            }
            _ => break,
        }
    }
    out.finish()
}

/// Decoded text under construction, with its map.
struct Text {
    text: String,
    map: OffsetMapBuilder,
    /// The last character was a CR, written as LF; a LF that follows belongs to it.
    after_cr: bool,
}

impl Text {
    fn new(capacity: usize, mark: usize) -> Text {
        let mut map = OffsetMapBuilder::default();
        if mark > 0 {
            map.skip(mark as u8);
        }
        Text { text: String::with_capacity(capacity), map, after_cr: false }
    }

    /// Text whose bytes are the source's bytes.
    fn push_same(&mut self, mut part: &str) {
        while !part.is_empty() {
            if self.after_cr {
                self.after_cr = false;
                if let Some(rest) = part.strip_prefix('\n') {
                    self.map.skip(1);
                    part = rest;
                    continue;
                }
            }
            let plain = memchr::memchr(b'\r', part.as_bytes()).unwrap_or(part.len());
            self.text.push_str(&part[..plain]);
            self.map.push_ascii(plain);
            part = &part[plain..];
            if let Some(rest) = part.strip_prefix('\r') {
                if let Some(rest) = rest.strip_prefix('\n') {
                    self.text.push('\n');
                    self.map.push(1, 2);
                    part = rest;
                } else {
                    self.text.push('\n');
                    self.map.push_ascii(1);
                    self.after_cr = rest.is_empty();
                    part = rest;
                }
            }
        }
    }

    /// A character, or a few that belong together, made from `source_width` bytes.
    fn push_char(&mut self, chars: &str, source_width: usize) {
        let source_width = source_width.min(255) as u8;
        let after_cr = std::mem::take(&mut self.after_cr);
        match chars {
            "\n" if after_cr => self.map.skip(source_width),
            "\r" => {
                self.text.push('\n');
                self.map.push(1, source_width);
                self.after_cr = true;
            }
            _ => {
                self.text.push_str(chars);
                self.map.push(chars.len() as u8, source_width);
            }
        }
    }

    fn finish(self) -> (String, OffsetMap) {
        (self.text, self.map.finish())
    }
}
