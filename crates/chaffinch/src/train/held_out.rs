//! How well a model does on sites that it has not seen.

use chaffinch_label::{
    AttributeSet, HeldOutScores, LabelError, LabelModel, LabelledPage, Observed, PageCounts, Workspace,
    judge, place_all,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How right the pages of a site are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SiteCounts {
    /// The site.
    pub site: String,
    /// Its pages, added up.
    pub counts: PageCounts,
}

/// Reads pages, those of a site together, and judges what was found.
///
/// # Errors
/// If a page's graph cannot be built.
pub fn measure(model: &LabelModel, pages: &[&LabelledPage]) -> Result<Vec<SiteCounts>, LabelError> {
    let placements = place_all(pages);
    let mut sites: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, page) in pages.iter().enumerate() {
        sites.entry(&page.site).or_default().push(at);
    }
    let mut workspace = Workspace::new();
    let mut measured = Vec::new();
    for (site, members) in sites {
        let together: Vec<&Observed> = members.iter().map(|at| &pages[*at].observed).collect();
        let mut counts = PageCounts::default();
        for (at, found) in members.iter().zip(model.read(&together, &mut workspace)?) {
            let attributes = model.spaces.attributes.len();
            let keys = AttributeSet::default();
            counts.add(&judge(pages[*at], &placements[*at], found.records(), attributes, keys));
        }
        measured.push(SiteCounts { site: site.to_owned(), counts });
    }
    Ok(measured)
}

/// F1, the mean over sites of the mean over the attributes that a site has, as the referee counts.
pub fn summary(sites: &[SiteCounts], attributes: &[String]) -> HeldOutScores {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let mut of_attribute: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut of_site = Vec::new();
    let mut all = PageCounts::default();
    for site in sites {
        let had = site.counts.attributes.iter().zip(attributes).filter(|(counts, _)| counts.wanted > 0);
        let scores: Vec<f64> = had
            .map(|(counts, name)| {
                of_attribute.entry(name.clone()).or_default().push(counts.f1());
                counts.f1()
            })
            .collect();
        of_site.push(mean(&scores));
        all.add(&site.counts);
    }
    HeldOutScores {
        f1: mean(&of_site),
        attributes: of_attribute.into_iter().map(|(name, scores)| (name, mean(&scores))).collect(),
        records: (all.records.wanted > 0).then(|| all.records.f1()),
    }
}
