//! Table 3 of the HCRF paper on our pages: records and attributes of products, on lists and on pages about one product, by all methods
//! side by side. Sites are divided into parts; each part is read by models that were learned from the others.

mod methods;
mod report;

pub use methods::{Method, Parts};
pub use report::Report;

use crate::pages::look_at;
use chaffinch::train::{Condition, numbered, read_gold};
use chaffinch::{Engine, Settings};
use chaffinch_core::{Page, Problem, ProblemKind};
use chaffinch_gold::GoldPage;
use chaffinch_input::Document;
use chaffinch_label::{
    AttributeId, AttributeSet, BlockId, LabelError, LabelledPage, Observed, PageCounts, Placement, SiteTexts,
    Trust, judge, place_all,
};
use chaffinch_records::{Method as RecordsMethod, RecordsSettings, choose};
use chaffinch_survey::Survey;
use chaffinch_values::has_money_sign;
use methods::Models;
use std::collections::BTreeSet;
use std::path::Path;

/// The attributes of products, in the paper's order.
pub const ATTRIBUTES: [&str; 4] = ["name", "image", "price", "description"];
/// How many of them, from the first, must all be right for a record to count in the block instance accuracy.
const KEYS: usize = 3;

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
    pub depta: Vec<Vec<BlockId>>,
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
pub fn products(set: &Path, options: &Options, tell: impl FnMut(&Problem)) -> Result<Report, Problem> {
    let gold = set.join("gold.jsonl");
    let kinds =
        Condition { name: "kind".into(), values: vec!["product-list".into(), "product-detail".into()] };
    let pages = read_gold(&gold, None, &[kinds])?.into_iter().map(|page| (page, ())).collect();
    let look = |engine: &Engine, document: Document, gold: &GoldPage, (): &()| {
        Ok(product(engine, &engine.render(document)?.page, gold))
    };
    let products: Vec<Option<Product>> = look_at(Engine::new(Settings::default())?, pages, None, look, tell);
    let products: Vec<Product> = products.into_iter().flatten().collect();
    let sites: BTreeSet<&str> = products.iter().map(|product| product.page.site.as_str()).collect();
    let sites: Vec<&str> = sites.into_iter().collect();
    let part_of = |product: &Product| {
        sites.iter().position(|site| *site == product.page.site).unwrap_or(0) % options.parts
    };
    let keys: AttributeSet = (0..KEYS).map(AttributeId::from_index).collect();
    let mut report = Report::new(options.methods.clone());
    for part in 0..options.parts {
        let (own, others): (Vec<&Product>, Vec<&Product>) =
            products.iter().partition(|product| part_of(product) == part);
        let failed = |error: LabelError| {
            Problem::new(ProblemKind::Unreadable, gold.display().to_string(), error.to_string())
        };
        for method in &options.methods {
            let mut models = Models::learn(*method, &others, options).map_err(failed)?;
            for product in own.iter().filter(|product| method.reads(product)) {
                let found = models.read(product).map_err(failed)?;
                let counts: PageCounts =
                    judge(&product.page, &product.placement, &found, ATTRIBUTES.len(), keys);
                report.add(*method, product, counts);
            }
        }
    }
    Ok(report)
}

fn product(engine: &Engine, page: &Page, gold: &GoldPage) -> Option<Product> {
    let attributes = ATTRIBUTES.map(str::to_owned);
    let observed = Observed::new(page, &SiteTexts::default(), &engine.settings().vision)?;
    let depta = depta(page, &observed);
    let labelled = |observed| LabelledPage {
        site: gold.site.clone(),
        observed,
        records: gold.records().iter().map(|record| numbered(record, &attributes)).collect(),
    };
    let plain = labelled(observed.without_global());
    let whole = labelled(observed);
    let placement = place_all(std::slice::from_ref(&whole)).pop()?;
    let name = gold.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Some(Product { name, page: whole, plain, placement, depta })
}

/// The records of DEPTA. As in the paper, regions without an image or a currency sign are no products.
fn depta(page: &Page, observed: &Observed) -> Vec<Vec<BlockId>> {
    let survey = Survey::new(page, &Default::default());
    let settings = RecordsSettings { method: RecordsMethod::Depta, ..RecordsSettings::default() };
    let mut records = Vec::new();
    for chosen in choose(&survey, &settings) {
        let blocks: Vec<Vec<BlockId>> = chosen
            .region
            .records
            .iter()
            .map(|record| {
                let inside = |node| record.parts.iter().any(|part| part.contains(&node));
                observed.leaves().filter(|(_, leaf)| inside(leaf.node)).map(|(block, _)| block).collect()
            })
            .collect();
        let is_product = |block: &BlockId| {
            let leaf = observed.leaf(*block);
            leaf.is_some_and(|leaf| leaf.image.is_some() || has_money_sign(&leaf.text))
        };
        if blocks.iter().flatten().any(is_product) {
            records.extend(blocks.into_iter().filter(|blocks| !blocks.is_empty()));
        }
    }
    records
}
