//! How fast a wrapper of delimiters reads pages, on one core.
//!
//!     cargo bench -p chaffinch-wrapper --bench wrapper [-- --out FILE]
//!
//! Real pages are looked for in `CHAFFINCH_DATA`, then in `target/data`: for every site of `swde` a wrapper is learned
//! from five pages, of as many attributes as delimiters get right, and run over all of them. `--out` writes what
//! `scripts/wrapper-rivals.py` needs to let others read the same pages.

use chaffinch_core::collapse_space;
use chaffinch_wrapper::{
    Example, Examples, GoldLine, LearnReport, LearnSettings, Tuple, Wrapper, learn_tuples, read_gold,
};
use memchr::memmem;
use serde_json::json;
use std::collections::BTreeMap;
use std::error::Error;
use std::hint::black_box;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// All pages of a site are read so often; the fastest time counts.
const ROUNDS: usize = 7;

/// Pages that a wrapper is learned from.
const EXAMPLES: usize = 5;

/// An attribute belongs to the wrapper where this share of its labelled values is found.
const RIGHT: f64 = 0.9;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).skip_while(|argument| argument != "--out");
    let out = arguments.nth(1);
    let unpacked = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/data");
    let data = std::env::var_os("CHAFFINCH_DATA").map_or(unpacked, PathBuf::from);
    made_up_site();
    let gold = data.join("swde/gold.jsonl");
    if !gold.is_file() {
        println!("skipped: no real pages at {}; scripts/unpack-data.sh provides them", gold.display());
        return Ok(());
    }
    let mut sites: BTreeMap<String, Vec<GoldLine>> = BTreeMap::new();
    for line in read_gold(&std::fs::read_to_string(gold)?)? {
        sites.entry(line.site.clone().unwrap_or_default()).or_default().push(line);
    }
    let (mut speeds, mut told) = (Vec::new(), String::new());
    for (name, lines) in &sites {
        let read = |line: &GoldLine| std::fs::read(data.join(&line.page));
        let pages: Vec<Vec<u8>> = lines.iter().map(read).collect::<Result<_, _>>()?;
        let site = Site { lines, pages: &pages };
        let Some(wrapper) = site.learn() else {
            println!("{name:<32} no attribute for delimiters");
            continue;
        };
        let seconds = seconds(&wrapper, &pages);
        let speed = megabytes(&pages) / seconds;
        let class = wrapper.engine_name();
        let attributes = wrapper.attributes.len();
        println!("{name:<32} {class:<7} {attributes} attributes {speed:>6.0} MB/s");
        speeds.push(speed);
        told += &format!("{}\n", site.told(name, &wrapper, seconds));
    }
    speeds.sort_by(f64::total_cmp);
    if let (Some(slowest), Some(middle)) = (speeds.first(), speeds.get(speeds.len() / 2)) {
        let count = speeds.len();
        println!("{count} of {} sites: median {middle:.0} MB/s, slowest {slowest:.0} MB/s", sites.len());
    }
    if let Some(out) = out {
        std::fs::write(out, told)?;
    }
    Ok(())
}

/// A site that needs no data: pages of a hundred kilobytes with a record each.
fn made_up_site() {
    let item = |n: usize| {
        format!("<li class=\"also\"><a href=\"/item/{n}\">Other item {n}</a> <b>{n} left</b></li>\n")
    };
    let page = |n: usize| {
        let others: String = (0..1200).map(|k| item(17 * n + k)).collect();
        let record = format!("<h1 id=\"name\">Item {n}</h1>\n<p class=\"price\">${n}.99</p>\n");
        format!("<html><body><ul>\n{others}</ul>\n{record}<ul>\n{others}</ul></body></html>")
    };
    let pages: Vec<String> = (1000..1060).map(page).collect();
    let example = |page: &String| {
        let between = |left: &str, right: &str| {
            let start = page.find(left)? + left.len();
            Some(start..start + page[start..].find(right)?)
        };
        let spans = [between("\"name\">", "</h1>")?, between("\"price\">", "</p>")?];
        Some(Example { name: String::new(), bytes: page.clone().into(), tuples: vec![Tuple::flat(spans)] })
    };
    let examples = Examples {
        attributes: vec!["name".into(), "price".into()],
        pages: pages.iter().take(EXAMPLES).filter_map(example).collect(),
    };
    match learn_tuples(&[examples], &LearnSettings::default()) {
        Ok(LearnReport { wrapper, .. }) => {
            let pages: Vec<Vec<u8>> = pages.into_iter().map(String::into_bytes).collect();
            let speed = megabytes(&pages) / seconds(&wrapper, &pages);
            println!("{:<32} {:<7} 2 attributes {speed:>6.0} MB/s", "a made-up site", wrapper.engine_name());
        }
        Err(error) => println!("a made-up site: {error}"),
    }
}

fn megabytes(pages: &[Vec<u8>]) -> f64 {
    pages.iter().map(Vec::len).sum::<usize>() as f64 / 1e6
}

/// The time that all pages take: tuples, their texts, and whether the page still fits.
fn seconds(wrapper: &Wrapper, pages: &[Vec<u8>]) -> f64 {
    let round = || {
        let begin = Instant::now();
        for page in pages {
            black_box(wrapper.apply(black_box(page)));
        }
        begin.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

struct Site<'s> {
    lines: &'s [GoldLine],
    pages: &'s [Vec<u8>],
}

impl Site<'_> {
    /// A wrapper of all attributes that delimiters get right: one after the other is taken in, where the wrapper of
    /// all so far still finds their values on the site's pages.
    fn learn(&self) -> Option<Wrapper> {
        let mut places: Vec<(&str, Vec<Range<usize>>)> = self.lines[0]
            .attributes
            .iter()
            .filter_map(|name| Some((name.as_str(), self.places(name)?)))
            .collect();
        places.sort_by_key(|(_, places)| places[0].start);
        let mut kept = Vec::new();
        let mut best = None;
        for place in places {
            kept.push(place);
            match self.learn_from(&kept).filter(|wrapper| self.is_right(wrapper)) {
                Some(wrapper) => best = Some(wrapper),
                None => drop(kept.pop()),
            }
        }
        best
    }

    fn learn_from(&self, places: &[(&str, Vec<Range<usize>>)]) -> Option<Wrapper> {
        let example = |at: usize| Example {
            name: self.lines[at].page.clone(),
            bytes: self.pages[at].clone(),
            tuples: vec![Tuple::flat(places.iter().map(|(_, places)| places[at].clone()))],
        };
        let examples = Examples {
            attributes: places.iter().map(|(name, _)| (*name).to_owned()).collect(),
            pages: (0..EXAMPLES.min(self.pages.len())).map(example).collect(),
        };
        learn_tuples(&[examples], &LearnSettings::default()).ok().map(|report| report.wrapper)
    }

    /// On each example page the first place of the attribute's first value; none where it has none on one.
    fn places(&self, attribute: &str) -> Option<Vec<Range<usize>>> {
        let place = |(line, page): (&GoldLine, &Vec<u8>)| {
            let value = values(line, attribute).first()?;
            // Values stand between tags; elsewhere the same text may mean anything.
            let at = memmem::find(page, format!(">{value}<").as_bytes())? + 1;
            Some(at..at + value.len())
        };
        self.lines.iter().zip(self.pages).take(EXAMPLES).map(place).collect()
    }

    fn is_right(&self, wrapper: &Wrapper) -> bool {
        let applied: Vec<_> = self.pages.iter().map(|page| wrapper.apply(page)).collect();
        wrapper.attributes.iter().enumerate().all(|(k, attribute)| {
            let (mut right, mut wanted) = (0, 0);
            for ((line, page), applied) in self.lines.iter().zip(self.pages).zip(&applied) {
                let values = values(line, &attribute.name);
                let mut found = applied.rows.iter().flatten().filter(|found| found.attribute == k);
                // Labels write character references as the source does, or decoded.
                let is_value = |text: &str| values.iter().any(|value| value == text);
                let source = |span: chaffinch_core::Span| {
                    collapse_space(&String::from_utf8_lossy(&page[span.range()]))
                };
                wanted += usize::from(!values.is_empty());
                right += usize::from(
                    found.any(|f| is_value(&f.text) || f.span.is_some_and(|span| is_value(&source(span)))),
                );
            }
            right as f64 >= RIGHT * wanted as f64
        })
    }

    /// What others need to read the same attributes of the same pages.
    fn told(&self, name: &str, wrapper: &Wrapper, seconds: f64) -> serde_json::Value {
        let names = || wrapper.attributes.iter().map(|attribute| attribute.name.as_str());
        let record = |line: &GoldLine| -> BTreeMap<String, Vec<String>> {
            names().map(|name| (name.to_owned(), values(line, name).to_vec())).collect()
        };
        let xpath =
            |attribute: &chaffinch_wrapper::Attribute| attribute.selectors.as_ref().map(|s| s.xpath.clone());
        json!({
            "site": name,
            "class": wrapper.engine_name(),
            "attributes": names().collect::<Vec<_>>(),
            "xpaths": wrapper.attributes.iter().map(xpath).collect::<Vec<_>>(),
            "examples": EXAMPLES,
            "pages": self.lines.iter().map(|line| line.page.as_str()).collect::<Vec<_>>(),
            "values": self.lines.iter().map(record).collect::<Vec<_>>(),
            "seconds": seconds,
        })
    }
}

fn values<'l>(line: &'l GoldLine, attribute: &str) -> &'l [String] {
    line.record.as_ref().and_then(|record| record.get(attribute)).map_or(&[], |values| values.values())
}
