//! Learns from the first pages of every site of a gold file with values, tests on the others and prints the mean F1
//! of attributes: of a site, of a vertical, of all.
//!
//!     cargo run --release -p chaffinch-wrapper --example detail_sites -- GOLD.jsonl ROOT [PAGES [FIRST]]

use chaffinch_core::collapse_space;
use chaffinch_wrapper::{Applied, GoldLine, LearnSettings, learn, read_gold};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

/// Values are compared as they are written, and with their character references decoded.
const FORMS: [&str; 2] = ["as written", "decoded"];

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
    let mut verticals: BTreeMap<String, [Vec<f64>; 2]> = BTreeMap::new();
    let (mut misfits, mut tested) = (0, 0);
    let mut seconds = Vec::new();
    for (site, lines) in &mut sites {
        let turn = first % lines.len();
        lines.rotate_left(turn);
        let pages: Vec<Vec<u8>> = lines
            .iter()
            .map(|line| std::fs::read(format!("{root}/{}", line.page)))
            .collect::<Result<_, _>>()?;
        let examples: Vec<(GoldLine, Vec<u8>)> =
            lines.iter().cloned().zip(pages.iter().cloned()).take(count).collect();
        let begin = Instant::now();
        let wrapper = learn(&examples, &LearnSettings::default())?.wrapper;
        seconds.push(begin.elapsed().as_secs_f64());
        let applied: Vec<Applied> = pages[count..].iter().map(|page| wrapper.apply(page)).collect();
        misfits += applied.iter().filter(|applied| !applied.misfits.is_empty()).count();
        tested += applied.len();
        let mut scores = [Vec::new(), Vec::new()];
        for attribute in &lines[0].attributes {
            let column = wrapper.attributes.iter().position(|known| known.name == *attribute);
            for (form, scores) in scores.iter_mut().enumerate() {
                let mut tally = [0.0; 3];
                let mut wrong = Vec::new();
                for (line, applied) in lines[count..].iter().zip(&applied) {
                    let written = |text: &str| if form == 0 { folded(text) } else { folded(&decoded(text)) };
                    let found = applied.rows.iter().flatten().filter(|found| Some(found.attribute) == column);
                    let found: Vec<String> = found.map(|found| written(&found.text)).collect();
                    let values = line.record.as_ref().and_then(|record| record.get(attribute));
                    let wanted: Vec<String> =
                        values.map_or(&[][..], |v| v.values()).iter().map(|value| written(value)).collect();
                    let right = found.iter().any(|text| wanted.contains(text));
                    tally[0] += f64::from(right);
                    tally[1] += f64::from(!found.is_empty());
                    tally[2] += f64::from(!wanted.is_empty());
                    let silent = found.is_empty() && wanted.is_empty();
                    if !(right || silent) {
                        wrong.push(format!("{}: {found:.60?} for {wanted:.60?}", line.page));
                    }
                }
                if tally[2] > 0.0 {
                    let f1 = if tally[0] > 0.0 { 2.0 * tally[0] / (tally[1] + tally[2]) } else { 0.0 };
                    scores.push(f1);
                    if f1 < 0.95 {
                        println!("    {site} {attribute}: {f1:.3} {}", FORMS[form]);
                        wrong.iter().take(3).for_each(|line| println!("        {line}"));
                    }
                }
            }
        }
        let vertical = site.split('-').next().unwrap_or(site);
        let means = verticals.entry(vertical.to_owned()).or_default();
        for (means, scores) in means.iter_mut().zip(&scores) {
            means.push(scores.iter().sum::<f64>() / scores.len().max(1) as f64);
        }
        println!("{site}: {:.4} {:.4}", means[0][means[0].len() - 1], means[1][means[1].len() - 1]);
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    for (form, name) in FORMS.iter().enumerate() {
        for (vertical, scores) in &verticals {
            println!("{vertical}: {:.4} {name}", mean(&scores[form]));
        }
        let all: Vec<f64> = verticals.values().map(|scores| mean(&scores[form])).collect();
        println!("all: {:.4} {name}", mean(&all));
    }
    println!("pages that do not fit: {:.1} %", 100.0 * misfits as f64 / tested as f64);
    seconds.sort_by(f64::total_cmp);
    println!("learning a site: median {:.3} s", seconds[seconds.len() / 2]);
    Ok(())
}

fn folded(text: &str) -> String {
    collapse_space(text).to_lowercase()
}

/// A gold value with its character references decoded.
fn decoded(value: &str) -> String {
    let page = chaffinch_page::parse_str(&value.replace('<', "&lt;"));
    page.ids().map(|id| page.own_text(id)).collect()
}
