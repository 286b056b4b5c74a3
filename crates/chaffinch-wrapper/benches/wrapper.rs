//! How fast wrappers read pages, on one core.
//!
//!     cargo bench -p chaffinch-wrapper --bench wrapper [-- --out FILE]
//!
//! Real pages are looked for in `CHAFFINCH_DATA`, then in `target/data`: for every site of `swde` a wrapper is learned
//! from five pages and run over all of them. `--out` writes what `scripts/wrapper-rivals.py` needs to let others read
//! the same attributes of the same pages.

use chaffinch_wrapper::{
    GoldPage, Labelled, LearnSettings, PageBytes, Sites, Wrapper, WrapperClass, learn, parse_gold,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// All pages of a site are read so often; the fastest time counts.
const ROUNDS: usize = 7;

/// Pages that a wrapper is learned from.
const EXAMPLES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--out");
    let out = arguments.nth(1);
    Site::made_up()?.measure();
    let unpacked = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/data");
    let data = std::env::var_os("CHAFFINCH_DATA").map_or(unpacked, PathBuf::from);
    let gold = data.join("swde/gold.jsonl");
    if !gold.is_file() {
        println!("skipped: no real pages at {}; scripts/unpack-data.sh provides them", gold.display());
        return Ok(());
    }
    let mut speeds: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut told = String::new();
    for site in Sites::read(&gold, None)?.sites {
        let site = Site { pages: site.read_pages(LearnSettings::default().page_bytes)?, name: site.name };
        if let Some(measured) = site.measure() {
            let bytes: usize = site.pages.iter().map(|(_, page)| page.len()).sum();
            speeds.entry(measured.engine()).or_default().push(bytes as f64 / 1e6 / measured.seconds);
            told += &format!("{}\n", site.told(&measured));
        }
    }
    for (engine, speeds) in &mut speeds {
        speeds.sort_by(f64::total_cmp);
        let (slowest, middle) = (speeds[0], speeds[speeds.len() / 2]);
        println!("{engine}: {} sites, median {middle:.0} MB/s, slowest {slowest:.0} MB/s", speeds.len());
    }
    if let Some(out) = out {
        std::fs::write(out, told)?;
    }
    Ok(())
}

struct Site {
    name: String,
    pages: Vec<Labelled>,
}

/// A wrapper, and the time that it takes for all pages of its site.
struct Measured {
    wrapper: Wrapper,
    seconds: f64,
}

impl Measured {
    fn engine(&self) -> &'static str {
        let needs_tree = self.wrapper.classes().contains(&WrapperClass::Node);
        if needs_tree { "node paths" } else { "delimiters" }
    }
}

impl Site {
    /// Pages of a hundred kilobytes with a record each.
    fn made_up() -> Result<Site, Box<dyn Error>> {
        let item =
            |n: usize| format!("<li class=\"also\"><a href=\"/{n}\">Other {n}</a> <b>{n} left</b></li>\n");
        let page = |n: usize| {
            let others: String = (0..900).map(|k| item(17 * n + k)).collect();
            let record = format!("<h1 id=\"name\">Item {n}</h1>\n<p class=\"price\">${n}.99</p>\n");
            format!("<html><body><ul>\n{others}</ul>\n{record}<ul>\n{others}</ul></body></html>")
        };
        let line = |n: usize| {
            json!({"page": format!("{n}.html"), "attributes": ["name", "price"],
                "record": {"name": format!("Item {n}"), "price": format!("${n}.99")}})
        };
        let numbers = 1000..1060;
        let gold: Vec<String> = numbers.clone().map(|n| line(n).to_string()).collect();
        let lines = parse_gold(&gold.join("\n"))?;
        let pages = lines.into_iter().zip(numbers.map(|n| page(n).into_bytes())).collect();
        Ok(Site { name: "a made-up site".into(), pages })
    }

    /// Learns from the first pages, reads all and prints the speed: that of finding the values, giving their texts and
    /// seeing whether the page still fits.
    fn measure(&self) -> Option<Measured> {
        let Site { name, pages } = self;
        let wrapper = match learn(&pages[..EXAMPLES.min(pages.len())], &LearnSettings::default()) {
            Ok(report) => report.wrapper,
            Err(error) => {
                println!("{name}: {error}");
                return None;
            }
        };
        let round = || {
            let begin = Instant::now();
            for (_, page) in pages {
                black_box(wrapper.apply(&PageBytes::from(black_box(&page[..]))));
            }
            begin.elapsed().as_secs_f64()
        };
        let seconds = (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min);
        let bytes: usize = pages.iter().map(|(_, page)| page.len()).sum();
        let (classes, attributes) = (wrapper.class_names(), wrapper.attributes.len());
        let (speed, count) = (bytes as f64 / 1e6 / seconds, pages.len() as f64 / seconds);
        println!("{name:<28} {attributes} attributes {speed:>7.0} MB/s {count:>9.0} pages/s  {classes}");
        Some(Measured { wrapper, seconds })
    }

    /// What others need to read the same attributes of the same pages.
    fn told(&self, measured: &Measured) -> serde_json::Value {
        let attributes = &measured.wrapper.attributes;
        let values = |page: &GoldPage, name: &str| {
            page.records().first().map_or(Vec::new(), |record| record.values(name).to_vec())
        };
        let record = |(line, _): &Labelled| -> BTreeMap<String, Vec<String>> {
            attributes.iter().map(|a| (a.name.clone(), values(line, &a.name))).collect()
        };
        let found = |(_, page): &Labelled| {
            let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
            for value in measured.wrapper.apply(&PageBytes::from(&page[..])).rows.into_iter().flatten() {
                found.entry(&attributes[value.attribute].name).or_default().push(value.text);
            }
            json!(found)
        };
        json!({
            "site": self.name,
            "engine": measured.engine(),
            "attributes": attributes.iter().map(|a| &a.name).collect::<Vec<_>>(),
            "xpaths": attributes.iter().map(|a| a.selectors.as_ref().map(|s| &s.xpath)).collect::<Vec<_>>(),
            "examples": EXAMPLES,
            "pages": self.pages.iter().map(|(line, _)| &line.page).collect::<Vec<_>>(),
            "values": self.pages.iter().map(record).collect::<Vec<_>>(),
            "found": self.pages.iter().map(found).collect::<Vec<_>>(),
            "seconds": measured.seconds,
        })
    }
}
