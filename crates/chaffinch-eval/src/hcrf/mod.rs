//! Table 3 of the HCRF paper for our pages: records and attributes of products, on lists and on pages about one, by all methods side by
//! side. Sites are divided into parts; each part is read by models that were learned from the others.

mod methods;
mod report;

pub use methods::Method;
pub use report::Report;

use chaffinch::train::{Condition, GoldPage, numbered, read_gold};
use chaffinch::{Document, Engine, Page, Problem, RunOptions, Settings, run};
use chaffinch_label::{
    LabelError, LabelledPage, Observed, PageCounts, Placement, SiteTexts, Trust, judge, place_all,
};
use chaffinch_records::{Ground, Method as RecordsMethod, RecordsSettings, choose};
use methods::Models;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;

/// The attributes of products, in the paper's order.
pub const ATTRIBUTES: [&str; 4] = ["name", "image", "price", "description"];
/// Those that must all be right for block instance accuracy, by number.
const KEYS: u64 = 0b0111;

/// What is measured.
#[derive(Debug, Clone)]
pub struct Options {
    /// The methods.
    pub methods: Vec<Method>,
    /// Parts that the sites are divided into.
    pub parts: usize,
    /// How far kinds of features are trusted.
    pub trust: Trust,
    /// Threads for learning.
    pub threads: usize,
}

/// A labelled page, and what DEPTA finds on it.
pub(crate) struct Product {
    pub name: String,
    pub page: LabelledPage,
    /// The same without global features.
    pub plain: LabelledPage,
    pub placement: Placement,
    /// The leaves of each record that DEPTA finds.
    pub depta: Vec<Vec<usize>>,
}

impl Product {
    pub fn is_list(&self) -> bool {
        self.page.records.len() > 1
    }
}

/// Runs all methods on the products of a set.
///
/// # Errors
/// If the set cannot be read or nothing can be learned from it.
pub fn products(set: &Path, options: &Options, mut tell: impl FnMut(&Problem)) -> Result<Report, Problem> {
    let gold = set.join("gold.jsonl");
    let kinds =
        Condition { name: "kind".into(), words: vec!["product-list".into(), "product-detail".into()] };
    let lines = read_gold(&gold, None, &[kinds])?;
    let products = see(lines, &mut tell)?;
    let sites: BTreeSet<&str> = products.iter().map(|product| product.page.site.as_str()).collect();
    let sites: Vec<&str> = sites.into_iter().collect();
    let part_of = |product: &Product| {
        sites.iter().position(|site| *site == product.page.site).unwrap_or(0) % options.parts
    };
    let mut report = Report::new(options.methods.clone());
    for part in 0..options.parts {
        let (own, others): (Vec<&Product>, Vec<&Product>) =
            products.iter().partition(|product| part_of(product) == part);
        let failed = |error: LabelError| {
            Problem::new(chaffinch::ProblemKind::Unreadable, gold.display().to_string(), error.to_string())
        };
        for method in &options.methods {
            let mut models = Models::learn(*method, &others, options).map_err(failed)?;
            for product in own.iter().filter(|product| method.reads(product)) {
                let found = models.read(product).map_err(failed)?;
                let counts: PageCounts =
                    judge(&product.page, &product.placement, &found, ATTRIBUTES.len(), KEYS);
                report.add(*method, product, counts);
            }
        }
    }
    Ok(report)
}

/// Lays the pages out and looks at them.
fn see(lines: Vec<GoldPage>, tell: &mut impl FnMut(&Problem)) -> Result<Vec<Product>, Problem> {
    let inputs: Vec<String> = lines.iter().map(|line| line.path.display().to_string()).collect();
    let by_name: BTreeMap<String, GoldPage> = inputs.iter().cloned().zip(lines).collect();
    let engine = Engine::new(Settings::default())?;
    let work = |document: Document| {
        let line = by_name[&document.name].clone();
        let page = engine.render(document)?.page;
        Ok(product(&engine, &page, &line))
    };
    let mut products: Vec<Product> = Vec::new();
    run(&inputs, &RunOptions::default(), work, |result| {
        match result {
            Ok(product) => products.extend(product),
            Err(problem) => tell(&problem),
        }
        ControlFlow::Continue(())
    });
    Ok(products)
}

fn product(engine: &Engine, page: &Page, line: &GoldPage) -> Option<Product> {
    let attributes = ATTRIBUTES.map(str::to_owned);
    let observed = Observed::new(page, &SiteTexts::default(), &engine.settings().vision)?;
    let depta = depta(page, &observed);
    let labelled = |observed| LabelledPage {
        site: line.site.clone(),
        observed,
        records: line.records.iter().map(|record| numbered(record, &attributes)).collect(),
    };
    let plain = labelled(observed.without_global());
    let whole = labelled(observed);
    let placement = place_all(std::slice::from_ref(&whole)).pop()?;
    let name = line.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Some(Product { name, page: whole, plain, placement, depta })
}

/// The records of DEPTA. As in the paper, regions without an image or a currency sign are no products.
fn depta(page: &Page, observed: &Observed) -> Vec<Vec<usize>> {
    let ground = Ground::new(page);
    let settings = RecordsSettings { method: RecordsMethod::Depta, ..RecordsSettings::default() };
    let mut records = Vec::new();
    for chosen in choose(&ground, &settings) {
        let blocks: Vec<Vec<usize>> = chosen
            .region
            .records
            .iter()
            .map(|record| {
                let inside = |node| record.parts.iter().any(|part| part.contains(&node));
                observed.leaves().filter(|(_, leaf)| inside(leaf.node)).map(|(block, _)| block).collect()
            })
            .collect();
        let is_product = |block: &usize| {
            let leaf = observed.leaves[*block].as_ref();
            leaf.is_some_and(|leaf| leaf.image.is_some() || leaf.text.contains(['$', '€', '£', '¥', '₹']))
        };
        if blocks.iter().flatten().any(is_product) {
            records.extend(blocks.into_iter().filter(|blocks| !blocks.is_empty()));
        }
    }
    records
}
