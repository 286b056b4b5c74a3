//! Archives and compressed pages, whole and damaged.

use crate::{Choices, page};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// An archive made by these choices.
pub fn archive(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut archive = Vec::new();
    for _ in 0..1 + choices.below(4) {
        let record = record(choices);
        match choices.below(3) {
            0 => archive.extend(record),
            1 => archive.extend(gzipped(&record)),
            _ => archive.extend(&record[..record.len() / 2]),
        }
    }
    for _ in 0..choices.below(5) {
        let (at, byte) = (choices.below(65_536), choices.below(256));
        let place = at % archive.len().max(1);
        if let Some(damaged) = archive.get_mut(place) {
            *damaged = byte as u8;
        }
    }
    archive
}

fn record(choices: &mut Choices<'_>) -> Vec<u8> {
    let length = choices.below(200);
    let body = page(&mut Choices::of(choices.take(length)));
    let fields = choices.one(&[
        "",
        "Content-Encoding: gzip\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Content-Encoding: br\r\n",
        "Content-Encoding: x\r\n",
    ]);
    let body = if fields.contains("gzip") { gzipped(body.as_bytes()) } else { body.into_bytes() };
    let status = choices.one(&["200 OK", "404 Not Found", "", "999"]);
    let mut http = format!("HTTP/1.1 {status}\r\nContent-Type: text/html\r\n{fields}\r\n").into_bytes();
    http.extend(body);
    let said = match choices.below(6) {
        0 => "-1".to_owned(),
        1 => "99999999999999999999".to_owned(),
        2 => (http.len() / 2).to_string(),
        _ => http.len().to_string(),
    };
    let kind = choices.one(&["response", "request", "warcinfo", "revisit", ""]);
    let mut record = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {said}\r\n\r\n"
    )
    .into_bytes();
    record.extend(http);
    record.extend(b"\r\n\r\n");
    record
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail.
    let _ = packed.write_all(bytes);
    packed.finish().unwrap_or_default()
}
