//! Undoes the transfer and content codings of HTTP within the limits.

use crate::chunked::{Chunked, begins_chunk};
use crate::head::Head;
use crate::sniff;
use chaffinch_core::{Limit, Limits, Problem, ProblemKind};
use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Read};

/// A small page may be almost all repetition; below this size no ratio is suspicious.
pub(crate) const RATIO_FREE: u64 = 1 << 20;

/// More codings in a row than any server applies.
const MAX_CODINGS: usize = 3;

/// The largest window that RFC 9659 lets a server use.
const ZSTD_WINDOW: u64 = 8 << 20;

/// The largest window of a file: what `zstd -19` uses. More has to be asked for on both sides.
pub(crate) const ZSTD_FILE_WINDOW: u64 = 128 << 20;

/// Why a body could not be decoded.
#[derive(Debug)]
pub(crate) enum DecodeError {
    /// More bytes than a page may have.
    TooLarge,
    /// It grows more than compressed pages do.
    Bomb,
    /// A coding that nobody uses.
    Unknown(String),
    /// The coded bytes are wrong or cut, or could not be read.
    Broken(io::Error),
}

impl DecodeError {
    /// As a problem with `input`.
    pub fn problem(self, input: &str, limits: &Limits) -> Problem {
        match self {
            DecodeError::TooLarge => too_large(input, limits.page_bytes),
            DecodeError::Bomb => bomb(input, limits.inflate_ratio),
            DecodeError::Unknown(coding) => Problem::new(
                ProblemKind::Damaged,
                input,
                format!("is compressed as {coding:?}, which is not known; save it uncompressed"),
            ),
            DecodeError::Broken(error) => Problem::new(
                ProblemKind::Damaged,
                input,
                format!("could not be decompressed ({error}); it is damaged or cut off"),
            ),
        }
    }
}

/// The problem of a page with more than `bytes` bytes.
pub(crate) fn too_large(input: &str, bytes: usize) -> Problem {
    Problem::limit(
        input,
        format!("is larger than the limit of {} for one page", size(bytes)),
        Limit::PageBytes,
    )
}

/// The problem of data that grows more than `ratio` times.
pub(crate) fn bomb(input: &str, ratio: usize) -> Problem {
    let what = format!("grows more than {ratio} times when decompressed, as no honest page does");
    Problem::limit(input, what, Limit::InflateRatio)
}

fn size(bytes: usize) -> String {
    if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) {
        format!("{} MiB", bytes >> 20)
    } else {
        format!("{bytes} bytes")
    }
}

/// A content coding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    /// One gzip member, as browsers read it.
    Gzip,
    /// A whole `.gz` file, which may be several members.
    GzipFile,
    /// Deflate, with or without the zlib wrapping: servers disagree on what the word means.
    Deflate,
    Brotli,
    Zstd,
    /// A whole `.zst` file, whose window may be larger than that of a response.
    ZstdFile,
}

/// The body of the HTTP response with this `head`, decoded.
pub(crate) fn http_body(body: &mut dyn BufRead, head: Head, limits: &Limits) -> Result<Vec<u8>, DecodeError> {
    let codings = codings(&head.text("content-encoding").unwrap_or_default())?;
    let chunked = head.field("transfer-encoding").is_some_and(|value| {
        value.to_ascii_lowercase().split(|b| *b == b',').any(|word| word.trim_ascii() == b"chunked")
    });
    // Archives often keep the header of a body that was decoded on the way in.
    if chunked && begins_chunk(body.fill_buf().map_err(DecodeError::Broken)?) {
        decoded(&mut Chunked::new(body), &codings, limits)
    } else {
        decoded(body, &codings, limits)
    }
}

/// The codings named by a `Content-Encoding`, in the order in which they were applied.
pub(crate) fn codings(content_encoding: &str) -> Result<Vec<Coding>, DecodeError> {
    let mut codings = Vec::new();
    for word in content_encoding.split(',') {
        match word.trim().to_ascii_lowercase().as_str() {
            "gzip" | "x-gzip" => codings.push(Coding::Gzip),
            "deflate" => codings.push(Coding::Deflate),
            "br" => codings.push(Coding::Brotli),
            "zstd" => codings.push(Coding::Zstd),
            // Not codings, but servers write them.
            "" | "identity" | "none" | "utf-8" | "utf8" | "binary" | "8bit" => {}
            other => return Err(DecodeError::Unknown(other.chars().take(40).collect())),
        }
    }
    if codings.len() > MAX_CODINGS {
        return Err(DecodeError::Unknown(content_encoding.chars().take(40).collect()));
    }
    Ok(codings)
}

/// All of `body` with `codings` undone; no more than the limits allow is ever held.
pub(crate) fn decoded(
    body: &mut dyn BufRead,
    codings: &[Coding],
    limits: &Limits,
) -> Result<Vec<u8>, DecodeError> {
    let taken = Cell::new(0);
    let mut layers: Box<dyn BufRead + '_> = Box::new(Counted { inner: body, taken: &taken });
    let mut is_coded = false;
    for coding in codings.iter().rev() {
        let (layer, coded) = undo(layers, *coding).map_err(DecodeError::Broken)?;
        layers = layer;
        is_coded |= coded;
    }
    let mut page = Vec::new();
    loop {
        let bytes = match layers.fill_buf() {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(DecodeError::Broken(e)),
        };
        if bytes.is_empty() {
            return Ok(page);
        }
        let total = page.len() + bytes.len();
        if is_coded && total as u64 > allowed_growth(taken.get(), limits.inflate_ratio) {
            return Err(DecodeError::Bomb);
        }
        if total > limits.page_bytes {
            return Err(DecodeError::TooLarge);
        }
        page.extend_from_slice(bytes);
        let n = bytes.len();
        layers.consume(n);
    }
}

/// The most that `compressed` bytes may become.
pub(crate) fn allowed_growth(compressed: u64, ratio: usize) -> u64 {
    compressed.saturating_mul(ratio as u64).max(RATIO_FREE)
}

/// A layer that undoes `coding`, and whether there was any: a body that is plainly not coded is passed
/// on as it is, because archives keep the header of bodies that were decoded on the way in.
fn undo<'a>(mut coded: Box<dyn BufRead + 'a>, coding: Coding) -> io::Result<(Box<dyn BufRead + 'a>, bool)> {
    let start = coded.fill_buf()?;
    let plain = match coding {
        Coding::Gzip | Coding::GzipFile => !start.starts_with(b"\x1f\x8b"),
        Coding::Zstd | Coding::ZstdFile => !start.starts_with(b"\x28\xb5\x2f\xfd"),
        Coding::Deflate | Coding::Brotli => start.is_empty() || sniff::looks_like_html(start),
    };
    if plain {
        return Ok((coded, false));
    }
    const STEP: usize = 64 << 10;
    let layer: Box<dyn BufRead + 'a> = match coding {
        Coding::Gzip => Box::new(BufReader::with_capacity(STEP, flate2::bufread::GzDecoder::new(coded))),
        Coding::GzipFile => {
            Box::new(BufReader::with_capacity(STEP, flate2::bufread::MultiGzDecoder::new(coded)))
        }
        Coding::Deflate if is_zlib(start) => {
            Box::new(BufReader::with_capacity(STEP, flate2::bufread::ZlibDecoder::new(coded)))
        }
        Coding::Deflate => {
            Box::new(BufReader::with_capacity(STEP, flate2::bufread::DeflateDecoder::new(coded)))
        }
        Coding::Brotli => {
            Box::new(BufReader::with_capacity(STEP, brotli_decompressor::Decompressor::new(coded, 4096)))
        }
        Coding::Zstd | Coding::ZstdFile => {
            let window = if coding == Coding::Zstd { ZSTD_WINDOW } else { ZSTD_FILE_WINDOW };
            let decoder = ruzstd::decoding::StreamingDecoder::new_with_max_window_size(coded, window)
                .map_err(io::Error::other)?;
            Box::new(BufReader::with_capacity(STEP, decoder))
        }
    };
    Ok((layer, true))
}

fn is_zlib(start: &[u8]) -> bool {
    matches!(start, [a, b, ..] if a & 0x0f == 8 && (u16::from(*a) << 8 | u16::from(*b)).is_multiple_of(31))
}

/// Counts what was taken from a reader.
struct Counted<'a> {
    inner: &'a mut dyn BufRead,
    taken: &'a Cell<u64>,
}

impl Read for Counted<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let got = self.inner.read(out)?;
        self.taken.set(self.taken.get() + got as u64);
        Ok(got)
    }
}

impl BufRead for Counted<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        self.taken.set(self.taken.get() + n as u64);
        self.inner.consume(n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
    use std::io::Write;

    const PAGE: &[u8] = b"<!doctype html><p>Hello, hello, hello";

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut out = GzEncoder::new(Vec::new(), Compression::best());
        out.write_all(bytes).unwrap();
        out.finish().unwrap()
    }

    fn body(head: &str, mut body: &[u8], limits: &Limits) -> Result<Vec<u8>, DecodeError> {
        let head = format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n");
        http_body(&mut body, Head(head.as_bytes()), limits)
    }

    #[test]
    fn each_coding_is_undone() {
        let limits = Limits::default();
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
        zlib.write_all(PAGE).unwrap();
        let mut raw = DeflateEncoder::new(Vec::new(), Compression::fast());
        raw.write_all(PAGE).unwrap();
        for (name, coded) in [
            ("gzip", gzip(PAGE)),
            ("x-gzip", gzip(PAGE)),
            ("deflate", zlib.finish().unwrap()),
            ("deflate", raw.finish().unwrap()),
            ("br", stored_brotli()),
            ("zstd", stored_zstd()),
            ("gzip, gzip", gzip(&gzip(PAGE))),
            ("identity", PAGE.to_vec()),
        ] {
            let page = body(&format!("Content-Encoding: {name}"), &coded, &limits).unwrap();
            assert_eq!(page, PAGE, "{name}");
        }
    }

    /// RFC 7932, section 9: window bits 16 (`0`), not the last block (`0`), four nibbles (`00`), the
    /// length less one in 16 bits, uncompressed (`1`), zeros to the byte end; then an empty last block.
    fn stored_brotli() -> Vec<u8> {
        let bits: u32 = ((PAGE.len() as u32 - 1) << 4) | 1 << 20;
        [&bits.to_le_bytes()[..3], PAGE, b"\x03"].concat()
    }

    /// RFC 8878, section 3.1.1: one segment, its size in one byte; one raw block, the last.
    fn stored_zstd() -> Vec<u8> {
        let block = (PAGE.len() as u32) << 3 | 1;
        [b"\x28\xb5\x2f\xfd\x20", &[PAGE.len() as u8][..], &block.to_le_bytes()[..3], PAGE].concat()
    }

    #[test]
    fn chunks_are_joined_and_then_decompressed() {
        let coded = gzip(PAGE);
        let (a, b) = coded.split_at(7);
        let mut chunked = format!("{:x};note=1\r\n", a.len()).into_bytes();
        chunked.extend_from_slice(a);
        chunked.extend_from_slice(format!("\r\n{:X}\r\n", b.len()).as_bytes());
        chunked.extend_from_slice(b);
        chunked.extend_from_slice(b"\r\n0\r\nTrailer: x\r\n\r\n");
        let head = "Transfer-Encoding: chunked\r\nContent-Encoding: gzip";
        assert_eq!(body(head, &chunked, &Limits::default()).unwrap(), PAGE);
    }

    #[test]
    fn headers_of_bodies_that_are_already_decoded_do_no_harm() {
        for head in ["Transfer-Encoding: chunked", "Content-Encoding: gzip", "Content-Encoding: br"] {
            assert_eq!(body(head, PAGE, &Limits::default()).unwrap(), PAGE, "{head}");
        }
    }

    #[test]
    fn a_bomb_is_stopped_by_its_ratio_and_by_its_size() {
        let bomb = gzip(&vec![b' '; 3 << 20]);
        let narrow = Limits::default().with(|limits| limits.inflate_ratio = 100);
        let head = "Content-Encoding: gzip";
        assert!(matches!(body(head, &bomb, &narrow), Err(DecodeError::Bomb)));
        let small = Limits::default().with(|limits| {
            limits.page_bytes = 1 << 20;
            limits.inflate_ratio = 10_000;
        });
        assert!(matches!(body(head, &bomb, &small), Err(DecodeError::TooLarge)));
        let wide = Limits::default().with(|limits| limits.inflate_ratio = 10_000);
        assert_eq!(body(head, &bomb, &wide).unwrap().len(), 3 << 20);
    }

    #[test]
    fn cut_data_is_an_error_and_not_half_a_page() {
        let coded = gzip(PAGE);
        let head = "Content-Encoding: gzip";
        let cut = body(head, &coded[..coded.len() - 12], &Limits::default());
        assert!(matches!(cut, Err(DecodeError::Broken(_))));
    }

    #[test]
    fn an_unknown_coding_is_named() {
        let error = body("Content-Encoding: lzma", PAGE, &Limits::default()).unwrap_err();
        let problem = error.problem("a", &Limits::default());
        assert_eq!(problem.message, "is compressed as \"lzma\", which is not known; save it uncompressed");
    }
}
