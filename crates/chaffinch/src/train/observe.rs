//! Labelled pages as a model sees them.

use crate::Engine;
use crate::parallel::each;
use chaffinch_core::{Page, Problem};
use chaffinch_gold::{GoldPage, GoldRecord};
use chaffinch_input::{Document, ReadOptions, read};
use chaffinch_label::{AttributeId, LabelledPage, LabelledRecord, Observed, SiteTexts};
use chaffinch_page::Origin;
use std::collections::BTreeMap;
use std::path::Path;

/// Reads and lays out labelled pages, site by site: at most `per_site` of each, evenly spread. What the pages of a site have in common
/// is taken from all of them. `tell` hears of every page that is done and every one that cannot be read.
pub fn observe(
    engine: &Engine,
    pages: &[GoldPage],
    attributes: &[String],
    per_site: usize,
    threads: usize,
    mut tell: impl FnMut(Result<&GoldPage, Problem>),
) -> Vec<LabelledPage> {
    let mut sites: BTreeMap<&str, Vec<&GoldPage>> = BTreeMap::new();
    for page in pages {
        sites.entry(&page.site).or_default().push(page);
    }
    let mut labelled = Vec::new();
    for (site, pages) in sites {
        let mut texts = SiteTexts::default();
        let parsed = each(pages.clone(), threads, |page| parse(engine, &page.path));
        parsed.iter().flatten().for_each(|page| texts.add(page));
        drop(parsed);
        let chosen: Vec<&GoldPage> = spread(&pages, per_site);
        let observed = each(chosen.clone(), threads, |page| {
            let rendered = engine.render(document(&page.path)?)?;
            Ok(Observed::new(&rendered.page, &texts, &engine.settings().vision))
        });
        for (page, observed) in chosen.into_iter().zip(observed) {
            match observed {
                Err(problem) => tell(Err(problem)),
                Ok(observed) => {
                    tell(Ok(page));
                    let records = page.records().iter().map(|record| numbered(record, attributes)).collect();
                    labelled.extend(observed.map(|observed| LabelledPage {
                        site: site.to_owned(),
                        observed,
                        records,
                    }));
                }
            }
        }
    }
    labelled
}

/// A page as a model sees it that knows nothing of the site's other pages.
pub struct LonePage {
    /// Its site.
    pub site: String,
    /// What is seen on it.
    pub observed: Observed,
}

/// Reads and lays out pages one by one: at most `per_site` of each site and `most` in all, evenly spread.
pub(super) fn observe_alone(
    engine: &Engine,
    pages: &[GoldPage],
    per_site: usize,
    most: usize,
    threads: usize,
) -> Vec<LonePage> {
    let mut sites: BTreeMap<&str, Vec<&GoldPage>> = BTreeMap::new();
    for page in pages {
        sites.entry(&page.site).or_default().push(page);
    }
    let chosen: Vec<&GoldPage> = sites.values().flat_map(|pages| spread(pages, per_site)).collect();
    let chosen = spread(&chosen, most);
    let observed = each(chosen, threads, |page| {
        let rendered = engine.render(document(&page.path).ok()?).ok()?;
        let observed = Observed::new(&rendered.page, &SiteTexts::default(), &engine.settings().vision)?;
        Some(LonePage { site: page.site.clone(), observed })
    });
    observed.into_iter().flatten().collect()
}

/// This many pages, evenly spread over all.
fn spread<'p>(pages: &[&'p GoldPage], count: usize) -> Vec<&'p GoldPage> {
    let count = count.clamp(1, pages.len().max(1));
    (0..count.min(pages.len())).map(|at| pages[at * pages.len() / count]).collect()
}

/// The values of a record with the numbers of their attributes.
pub fn numbered(record: &GoldRecord, attributes: &[String]) -> LabelledRecord {
    let values = |(number, name): (usize, &String)| {
        let values = record.values(name).iter();
        let attribute = AttributeId::from_index(number);
        values.map(move |value| (attribute, value.clone())).collect::<LabelledRecord>()
    };
    attributes.iter().enumerate().flat_map(values).collect()
}

fn document(path: &Path) -> Result<Document, Problem> {
    let name = path.display().to_string();
    let missing = || Problem::new(chaffinch_core::ProblemKind::Unreadable, name.clone(), "cannot be read");
    read(std::slice::from_ref(&name), &ReadOptions::default()).next().unwrap_or_else(|| Err(missing()))
}

fn parse(engine: &Engine, path: &Path) -> Option<Page> {
    let Document { name, url, content_type, bytes, .. } = document(path).ok()?;
    let origin = Origin { name: &name, content_type: content_type.as_deref(), url: url.as_deref() };
    Some(chaffinch_page::parse(bytes, origin, &engine.settings().limits).ok()?.page)
}
