//! Learns a wrapper for every site of a gold file with byte ranges from its first pages, tests it on the others and
//! prints the share of sites that come out exact, by any class and by each.
//!
//!     cargo run --release -p chaffinch-wrapper --example tuple_sites -- GOLD.jsonl ROOT [PAGES [FIRST]]

use chaffinch_wrapper::{
    Executor, GoldLine, LearnSettings, Learned, StringWrapper, WrapperClass, learn_strings, read_gold,
    tuple_examples,
};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

type Labelled = (GoldLine, Vec<u8>);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let gold = arguments.next().ok_or("the gold file is missing")?;
    let root = arguments.next().ok_or("the root folder is missing")?;
    let count: usize = arguments.next().map_or(Ok(5), |n| n.parse())?;
    let first: usize = arguments.next().map_or(Ok(0), |n| n.parse())?;
    let mut sites: BTreeMap<String, Vec<Labelled>> = BTreeMap::new();
    for line in read_gold(&std::fs::read_to_string(gold)?)? {
        let bytes = std::fs::read(format!("{root}/{}", line.page))?;
        sites.entry(line.site.clone().unwrap_or_default()).or_default().push((line, bytes));
    }
    for pages in sites.values_mut() {
        let first = first % pages.len();
        pages.rotate_left(first);
    }
    let mut exact = 0;
    let mut by_class = [0; WrapperClass::ALL.len()];
    let mut seconds = Vec::new();
    for (site, pages) in &sites {
        let (learned_from, tested) = pages.split_at(count.min(pages.len()));
        let begin = Instant::now();
        let learned = learn(learned_from, &LearnSettings::default());
        seconds.push(begin.elapsed().as_secs_f64());
        let right = |learned: &Learned| tested.iter().filter(|page| is_exact(&learned.wrapper, page)).count();
        match &learned {
            Ok(learned) => println!(
                "{site}: {} {:?}, validated {:?}, {} of {} pages exact, {:.2} s",
                learned.wrapper.class(),
                learned.taste,
                learned.validated,
                right(learned),
                tested.len(),
                seconds[seconds.len() - 1]
            ),
            Err(error) => println!("{site}: {error}"),
        }
        exact += usize::from(learned.is_ok_and(|learned| right(&learned) == tested.len()));
        for (at, class) in WrapperClass::ALL.into_iter().enumerate() {
            let settings = LearnSettings { class: Some(class), ..LearnSettings::default() };
            match learn(learned_from, &settings) {
                Ok(learned) if right(&learned) == tested.len() => by_class[at] += 1,
                Ok(learned) => println!("    {class}: {} of {}", right(&learned), tested.len()),
                Err(error) => println!("    {error}"),
            }
        }
    }
    let share = |sites_exact: usize| 100.0 * sites_exact as f64 / sites.len() as f64;
    println!("any class: {:.0} % of {} sites", share(exact), sites.len());
    for (class, sites_exact) in WrapperClass::ALL.iter().zip(by_class) {
        println!("  {class:7} {:.0} %", share(sites_exact));
    }
    seconds.sort_by(f64::total_cmp);
    println!(
        "learning: median {:.2} s, longest {:.2} s",
        seconds[seconds.len() / 2],
        seconds[seconds.len() - 1]
    );
    Ok(())
}

/// The first reading of the labels that a wrapper can be learned from.
fn learn(pages: &[Labelled], settings: &LearnSettings) -> Result<Learned, Box<dyn Error>> {
    let mut failed: Box<dyn Error> = "there are no tuples".into();
    for examples in tuple_examples(pages) {
        match learn_strings(&examples, settings) {
            Ok(learned) => return Ok(learned),
            Err(error) => failed = error.into(),
        }
    }
    Err(failed)
}

fn is_exact(wrapper: &StringWrapper, (line, bytes): &Labelled) -> bool {
    let found = Executor::new(wrapper).execute(bytes);
    let spans = |examples: &[chaffinch_wrapper::Tuple]| -> Vec<Vec<_>> {
        examples.iter().map(|tuple| tuple.instances.iter().map(|i| i.span).collect()).collect()
    };
    let gold = tuple_examples(&[(line.clone(), bytes.clone())]);
    gold.first().is_some_and(|gold| spans(&gold.pages[0].tuples) == spans(&found.tuples))
}
