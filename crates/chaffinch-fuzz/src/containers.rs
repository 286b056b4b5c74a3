//! Zip and tar archives, MHTML files, ARC archives, Zstandard frames, indexes and tables, whole and damaged.

use crate::files::change;
use crate::{Choices, page};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_ipc::writer::StreamWriter;
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use parquet::arrow::ArrowWriter;
use std::io::Write;
use std::sync::Arc;

/// A table with a column of pages, and the ending of its name.
pub fn table(choices: &mut Choices<'_>) -> (&'static str, Vec<u8>) {
    let is_parquet = choices.below(2) == 0;
    let pages: Vec<String> = (0..1 + choices.below(6))
        .map(|_| {
            let length = choices.below(60);
            page(&mut Choices::of(choices.take(length)))
        })
        .collect();
    let column: ArrayRef = Arc::new(StringArray::from(pages));
    let mut file = Vec::new();
    // Writing to memory does not fail; if it did, an empty file would be read.
    if let Ok(rows) = RecordBatch::try_from_iter([("html", column)]) {
        if is_parquet {
            let _ = ArrowWriter::try_new(&mut file, rows.schema(), None).and_then(|mut writer| {
                writer.write(&rows)?;
                writer.close()
            });
        } else {
            let _ = StreamWriter::try_new(&mut file, &rows.schema()).and_then(|mut writer| {
                writer.write(&rows)?;
                writer.finish()
            });
        }
    }
    change(&mut file, choices);
    (if is_parquet { "parquet" } else { "arrow" }, file)
}

/// A file of one of these kinds, and the ending of its name.
pub fn container(choices: &mut Choices<'_>) -> (&'static str, Vec<u8>) {
    let kind = choices.below(8);
    let pages: Vec<(String, Vec<u8>)> = (0..1 + choices.below(4)).map(|_| entry(choices)).collect();
    let (ending, mut file) = match kind {
        0 | 1 => ("zip", zip(&pages, choices)),
        2 => ("tar", tar(&pages)),
        3 => ("tar.gz", gzipped(&tar(&pages))),
        4 => ("mhtml", mhtml(&pages, choices)),
        5 => ("arc", arc(&pages)),
        6 => ("warc.zst", frames(&pages)),
        _ => ("cdx", index(choices)),
    };
    change(&mut file, choices);
    (ending, file)
}

fn entry(choices: &mut Choices<'_>) -> (String, Vec<u8>) {
    let name = choices
        .one(&["a.html", "../../b.html", "c/d.htm", "noending", "style.css", "x.zip", "y.warc", "\u{0}\n"]);
    let length = choices.below(120);
    (name.to_owned(), page(&mut Choices::of(choices.take(length))).into_bytes())
}

fn zip(entries: &[(String, Vec<u8>)], choices: &mut Choices<'_>) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in entries {
        let method = *choices.one(&[&8u16, &8, &0, &93, &12]);
        let packed = if method == 8 { deflated(content) } else { content.clone() };
        let mut sum = flate2::Crc::new();
        sum.update(content);
        let mut common = vec![20, 0, *choices.one(&[&0, &0, &0, &1]), 0];
        common.extend(method.to_le_bytes());
        common.extend([0; 4]);
        common.extend(sum.sum().to_le_bytes());
        common.extend((packed.len() as u32).to_le_bytes());
        common.extend((content.len() as u32).to_le_bytes());
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0; 2]);
        let at = out.len() as u32;
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(at.to_le_bytes());
        directory.extend(name.as_bytes());
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(name.as_bytes());
        out.extend(packed);
    }
    // The directory may name the same bytes many times.
    let directory = directory.repeat(*choices.one(&[&1, &1, &1, &200]));
    let start = out.len() as u32;
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0; 2]);
    out
}

fn tar(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
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
        out.extend(content);
        out.resize(out.len().next_multiple_of(512), 0);
    }
    out
}

fn mhtml(entries: &[(String, Vec<u8>)], choices: &mut Choices<'_>) -> Vec<u8> {
    let boundary = choices.one(&["x", "--", "x; y", ""]);
    let mut out =
        format!("MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary=\"{boundary}\"\r\n\r\n")
            .into_bytes();
    for (_, content) in entries {
        let kind = choices.one(&["text/html", "text/css", "multipart/mixed; boundary=y", "image/png", ""]);
        let coding = choices.one(&["quoted-printable", "base64", "8bit", ""]);
        out.extend(
            format!("--{boundary}\r\nContent-Type: {kind}\r\nContent-Transfer-Encoding: {coding}\r\n\r\n")
                .bytes(),
        );
        out.extend(content);
        out.extend(b"\r\n");
    }
    out.extend(format!("--{boundary}--\r\n").bytes());
    out
}

fn arc(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut out = b"filedesc://a.arc 0.0.0.0 20080430204825 text/plain 3\n1 0\n\n".to_vec();
    for (_, content) in entries {
        let http = [&b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n"[..], content].concat();
        out.extend(format!("http://a.example/ 10.0.0.1 20080430204825 text/html {}\n", http.len()).bytes());
        out.extend(http);
        out.push(b'\n');
    }
    out
}

fn frames(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut out = b"\x5d\x2a\x4d\x18\x08\0\0\0\x37\xa4\x30\xec\x01\0\0\0".to_vec();
    for (_, content) in entries {
        let record = format!(
            "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n",
            content.len()
        );
        let record = [record.as_bytes(), content, b"\r\n\r\n"].concat();
        out.extend(b"\x28\xb5\x2f\xfd\xa0");
        out.extend((record.len() as u32).to_le_bytes());
        out.extend(&((record.len() as u32) << 3 | 1).to_le_bytes()[..3]);
        out.extend(record);
    }
    out
}

fn index(choices: &mut Choices<'_>) -> Vec<u8> {
    let lines = (0..1 + choices.below(5)).map(|_| {
        choices.one(&[
            "a.warc.gz,12,40\n",
            "../../../etc/passwd,0,10\n",
            "com,example)/ 20240101000000 {\"url\": \"http://a.example/\", \"offset\": \"5\", \"filename\": \"/etc/passwd\"}\n",
            "com,example)/ 20240101000000 http://a.example/ text/html 200 ABC - - 500 77 a.warc.gz\n",
            " CDX N b a m s k r M S V g\n",
        ])
    });
    lines.collect::<String>().into_bytes()
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail.
    let _ = packed.write_all(bytes);
    packed.finish().unwrap_or_default()
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    let _ = packed.write_all(bytes);
    packed.finish().unwrap_or_default()
}
