//! Learns from the first pages of every site of a gold file with values, tests on the others and prints the mean F1
//! of attributes: of a site, of a vertical, of all.
//!
//!     cargo run --release -p chaffinch-wrapper --example detail_sites -- GOLD.jsonl ROOT [PAGES [FIRST]]

use chaffinch_core::{Limits, Page, collapse_space};
use chaffinch_page::{Origin, parse};
use chaffinch_wrapper::{GoldLine, ValuePage, learn_node_rules, read_gold};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let gold = arguments.next().ok_or("the gold file is missing")?;
    let root = arguments.next().ok_or("the root folder is missing")?;
    let count: usize = arguments.next().map_or(Ok(3), |n| n.parse())?;
    let first: usize = arguments.next().map_or(Ok(0), |n| n.parse())?;
    let mut sites: BTreeMap<String, Vec<GoldLine>> = BTreeMap::new();
    for line in read_gold(&std::fs::read_to_string(gold)?)? {
        sites.entry(line.site.clone().unwrap_or_default()).or_default().push(line);
    }
    let mut verticals: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut seconds = Vec::new();
    for (site, lines) in &mut sites {
        let turn = first % lines.len();
        lines.rotate_left(turn);
        let pages: Vec<Page> = lines.iter().map(|line| read(&root, &line.page)).collect::<Result<_, _>>()?;
        let values = |at: usize, attribute: &str| {
            lines[at].record.as_ref().and_then(|r| r.get(attribute)).map_or(&[][..], |v| v.values())
        };
        let begin = Instant::now();
        let example = |at: usize| ValuePage {
            page: &pages[at],
            values: lines[0].attributes.iter().map(|name| values(at, name)).collect(),
        };
        let examples: Vec<ValuePage<'_>> = (0..count).map(example).collect();
        let rules = learn_node_rules(&examples);
        seconds.push(begin.elapsed().as_secs_f64());
        let mut scores = Vec::new();
        for (attribute, rule) in lines[0].attributes.iter().zip(rules) {
            let mut tally = [0.0; 3];
            let mut wrong = Vec::new();
            for at in count..pages.len() {
                let page = &pages[at];
                let found = rule.as_ref().map(|rule| rule.select(page)).unwrap_or_default();
                let texts: Vec<String> = found.iter().map(|id| folded(page.own_text(*id))).collect();
                let wanted: Vec<String> =
                    values(at, attribute).iter().map(|value| folded(&decoded(value))).collect();
                let right = texts.iter().any(|text| wanted.contains(text));
                tally[0] += f64::from(right);
                tally[1] += f64::from(!texts.is_empty());
                tally[2] += f64::from(!wanted.is_empty());
                if !right && !(texts.is_empty() && wanted.is_empty()) {
                    wrong.push(format!("{}: {texts:.60?} for {wanted:.60?}", lines[at].page));
                }
            }
            if tally[2] > 0.0 {
                let f1 = if tally[0] > 0.0 { 2.0 * tally[0] / (tally[1] + tally[2]) } else { 0.0 };
                scores.push(f1);
                if f1 < 0.95 {
                    println!("    {site} {attribute}: {f1:.3}");
                    for line in wrong.iter().take(3) {
                        println!("        {line}");
                    }
                    if let Some(rule) = rule.filter(|_| f1 < 0.5) {
                        println!("        {:?}", rule.paths);
                    }
                }
            }
        }
        let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        println!("{site}: {mean:.4}");
        let vertical = site.split('-').next().unwrap_or(site);
        verticals.entry(vertical.to_owned()).or_default().push(mean);
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    for (vertical, scores) in &verticals {
        println!("{vertical}: {:.4}", mean(scores));
    }
    println!("all: {:.4}", mean(&verticals.values().map(|scores| mean(scores)).collect::<Vec<_>>()));
    seconds.sort_by(f64::total_cmp);
    println!("learning a site: median {:.3} s", seconds[seconds.len() / 2]);
    Ok(())
}

fn read(root: &str, name: &str) -> Result<Page, Box<dyn Error>> {
    let bytes = std::fs::read(format!("{root}/{name}"))?;
    Ok(parse(bytes, Origin { name, ..Origin::default() }, &Limits::default())?.page)
}

fn folded(text: &str) -> String {
    collapse_space(text).to_lowercase()
}

/// A gold value with its character references decoded.
fn decoded(value: &str) -> String {
    let page = chaffinch_page::parse_str(&value.replace('<', "&lt;"));
    page.ids().map(|id| page.own_text(id)).collect()
}
