//! Archives and servers made for the tests.
#![allow(dead_code)] // Each test file uses its own part of this.

use chaffinch_core::Problem;
use chaffinch_input::{Document, ReadOptions, read};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::path::Path;

pub fn documents(input: impl AsRef<Path>, options: &ReadOptions) -> Vec<Result<Document, Problem>> {
    read(&[input.as_ref().display().to_string()], options).collect()
}

/// The names of what was read, or the messages of what was not.
pub fn outcome(items: &[Result<Document, Problem>]) -> Vec<String> {
    items
        .iter()
        .map(|item| match item {
            Ok(document) => String::from_utf8_lossy(&document.bytes).into_owned(),
            Err(problem) => format!("! {}", problem.message),
        })
        .collect()
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

/// A record of any type.
pub fn record(kind: &str, url: &str, content_type: &str, block: &[u8]) -> Vec<u8> {
    let mut out = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nContent-Type: {content_type}\r\n\
         Content-Length: {}\r\n\r\n",
        block.len()
    )
    .into_bytes();
    out.extend_from_slice(block);
    out.extend_from_slice(b"\r\n\r\n");
    out
}

/// A response record with the given HTTP header lines.
pub fn response(url: &str, http: &str, body: &[u8]) -> Vec<u8> {
    let block = [format!("{http}\r\n\r\n").as_bytes(), body].concat();
    record("response", url, "application/http; msgtype=response", &block)
}

/// A page that was served with success.
pub fn page(url: &str, body: &str) -> Vec<u8> {
    response(url, "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8", body.as_bytes())
}

/// Each record as a gzip member of its own.
pub fn gzip_each(records: &[Vec<u8>]) -> Vec<u8> {
    records.iter().flat_map(|record| gzip(record)).collect()
}
