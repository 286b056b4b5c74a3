//! How fast a wrapper of delimiters runs: learns one for an attribute of every site of a gold file with values and
//! prints the megabytes a second over the site's pages, on one core.
//!
//!     cargo run --release -p chaffinch-wrapper --example apply_speed -- GOLD.jsonl ROOT

use chaffinch_wrapper::{
    Example, Examples, Executor, GoldLine, LearnSettings, Tuple, learn_strings, read_gold,
};
use std::collections::BTreeMap;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

/// Each site's pages are run so often.
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let gold = arguments.next().ok_or("the gold file is missing")?;
    let root = arguments.next().ok_or("the root folder is missing")?;
    let mut sites: BTreeMap<String, Vec<GoldLine>> = BTreeMap::new();
    for line in read_gold(&std::fs::read_to_string(gold)?)? {
        sites.entry(line.site.clone().unwrap_or_default()).or_default().push(line);
    }
    let mut speeds = Vec::new();
    let mut learning = Vec::new();
    for (site, lines) in &sites {
        let pages: Vec<Vec<u8>> = lines
            .iter()
            .map(|line| std::fs::read(format!("{root}/{}", line.page)))
            .collect::<Result<_, _>>()?;
        for attribute in &lines[0].attributes {
            let Some(examples) = labelled(lines, &pages, attribute) else { continue };
            let begin = Instant::now();
            let learned = learn_strings(&examples, &LearnSettings::default());
            learning.push(begin.elapsed().as_secs_f64());
            let Ok(learned) = learned else {
                println!("{site} {attribute}: no wrapper, {:.2} s", learning[learning.len() - 1]);
                continue;
            };
            let executor = Executor::new(&learned.wrapper);
            let bytes: usize = pages.iter().map(Vec::len).sum();
            let begin = Instant::now();
            for _ in 0..ROUNDS {
                for page in &pages {
                    black_box(executor.execute(black_box(page)));
                }
            }
            let speed = (ROUNDS * bytes) as f64 / 1e6 / begin.elapsed().as_secs_f64();
            println!("{site} {attribute}: {} {speed:.0} MB/s", learned.wrapper.class());
            speeds.push(speed);
        }
    }
    let median = |values: &mut Vec<f64>| {
        values.sort_by(f64::total_cmp);
        (values[0], values[values.len() / 2], values[values.len() - 1])
    };
    let (slowest, middle, _) = median(&mut speeds);
    println!("{} wrappers: median {middle:.0} MB/s, slowest {slowest:.0} MB/s", speeds.len());
    let (_, middle, longest) = median(&mut learning);
    println!("learning from 5 pages: median {middle:.2} s, longest {longest:.2} s");
    Ok(())
}

/// The first five pages with the first place of the attribute's first value; none where it has no place on one.
fn labelled(lines: &[GoldLine], pages: &[Vec<u8>], attribute: &str) -> Option<Examples> {
    let example = |(line, page): (&GoldLine, &Vec<u8>)| {
        let value = line.record.as_ref()?.get(attribute)?.values().first()?.clone();
        // Values stand between tags; elsewhere the same text may mean anything.
        let marked = format!(">{value}<");
        let at = page.windows(marked.len()).position(|window| window == marked.as_bytes())? + 1;
        let tuples = vec![Tuple::flat(std::iter::once(at..at + value.len()))];
        Some(Example { name: line.page.clone(), bytes: page.clone(), tuples })
    };
    let pages = lines.iter().zip(pages).take(5).map(example).collect::<Option<Vec<Example>>>()?;
    Some(Examples { attributes: vec![attribute.to_owned()], pages })
}
