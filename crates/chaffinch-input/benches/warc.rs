//! How fast pages come out of archives: about 100 MB of made-up pages, each with its request and an
//! image, as crawlers write them.

use chaffinch_input::{ReadOptions, read};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::File;
use std::hint::black_box;
use std::io::{BufWriter, Write};
use std::path::Path;

const BYTES: usize = 100 << 20;

fn archives(c: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    let mut group = c.benchmark_group("warc");
    group.sample_size(10);
    for packing in [Packing::Records, Packing::Whole, Packing::None] {
        let path = folder.path().join(packing.name());
        let written = write_archive(&path, packing);
        let inputs = [path.display().to_string()];
        group.throughput(Throughput::Bytes(written as u64));
        group.bench_function(packing.name(), |b| {
            b.iter(|| {
                let pages = read(&inputs, &ReadOptions::default()).map(|page| page.unwrap().bytes.len());
                black_box(pages.sum::<usize>())
            });
        });
    }
    group.finish();
}

#[derive(Clone, Copy, PartialEq)]
enum Packing {
    Records,
    Whole,
    None,
}

impl Packing {
    fn name(self) -> &'static str {
        match self {
            Packing::Records => "records.warc.gz",
            Packing::Whole => "whole.warc.gz",
            Packing::None => "plain.warc",
        }
    }
}

/// Writes an archive and says how many bytes it has before compression.
fn write_archive(path: &Path, packing: Packing) -> usize {
    let mut words = Words(1);
    let mut file = BufWriter::new(File::create(path).unwrap());
    let mut whole = GzEncoder::new(Vec::new(), Compression::new(6));
    let mut written = 0;
    for number in 0.. {
        let url = format!("http://shop.example/list/{number}");
        let page = page(number, &mut words);
        let image: Vec<u8> = (0..4000).map(|_| words.next() as u8).collect();
        for (kind, head, body) in [
            ("request", "GET / HTTP/1.1\r\nHost: shop.example".to_owned(), Vec::new()),
            (
                "response",
                "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8".to_owned(),
                page.into_bytes(),
            ),
            ("response", "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg".to_owned(), image),
        ] {
            let record = [
                format!(
                    "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Date: 2026-11-01T00:00:00Z\r\nWARC-Target-URI: {url}\r\n\
                     Content-Type: application/http; msgtype={kind}\r\nContent-Length: {}\r\n\r\n{head}\r\n\r\n",
                    head.len() + 4 + body.len()
                )
                .as_bytes(),
                &body,
                b"\r\n\r\n",
            ]
            .concat();
            written += record.len();
            match packing {
                Packing::None => file.write_all(&record).unwrap(),
                Packing::Whole => whole.write_all(&record).unwrap(),
                Packing::Records => {
                    let mut member = GzEncoder::new(Vec::new(), Compression::new(6));
                    member.write_all(&record).unwrap();
                    file.write_all(&member.finish().unwrap()).unwrap();
                }
            }
        }
        if written > BYTES {
            break;
        }
    }
    if packing == Packing::Whole {
        file.write_all(&whole.finish().unwrap()).unwrap();
    }
    file.flush().unwrap();
    written
}

/// A product list of about 70 KB whose words, prices and addresses differ from entry to entry.
fn page(number: usize, words: &mut Words) -> String {
    let mut page = format!(
        "<!doctype html><html lang=en><head><title>List {number}</title>\
         <link rel=stylesheet href=/css/main.css></head><body><nav><a href=/>Home</a></nav><ul class=products>\n"
    );
    for entry in 0..100 {
        let id = words.next();
        page.push_str(&format!(
            "<li class=\"product product-{id:08x}\" data-position=\"{entry}\">\
             <a href=\"/item/{id}?ref=list-{number}\"><img src=\"/img/{id:x}.jpg\" width=160 height=120 alt=\"\"></a>\
             <h3><a href=\"/item/{id}\">{}</a></h3><p class=\"description\">{}</p>\
             <span class=\"price\">${}.{:02}</span> <span class=\"stock\">in stock</span></li>\n",
            words.text(5),
            words.text(45),
            id % 900,
            id % 100
        ));
    }
    page.push_str("</ul></body></html>");
    page
}

/// Numbers and words that look random and are the same in every run.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32
    }

    fn text(&mut self, count: usize) -> String {
        const SYLLABLES: [&str; 24] = [
            "ba", "ren", "tor", "li", "ma", "ke", "son", "dal", "vi", "po", "ter", "ing", "al", "er", "tion",
            "es", "un", "gra", "phi", "cal", "de", "mi", "st", "ow",
        ];
        let mut text = String::new();
        for _ in 0..count {
            // A few words are frequent and most are rare, as in any language.
            let mut word = self.next() % 20_000;
            word = word * word / 20_000;
            while word > 0 {
                text.push_str(SYLLABLES[(word % 24) as usize]);
                word /= 24;
            }
            text.push(' ');
        }
        text
    }
}

criterion_group!(benches, archives);
criterion_main!(benches);
