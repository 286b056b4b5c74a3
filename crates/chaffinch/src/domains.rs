//! The shipped domains that fit a page.

use crate::Settings;
use chaffinch_core::{Page, Relation};
use chaffinch_domain::{Domain, DomainSettings, load, occurs, records};
use std::sync::{Arc, LazyLock};

/// What every record of a domain needs must be on the page so many times.
const LEAST: usize = 3;
/// Records of a domain that are less sure than this are not what the page is about.
const SURE: f32 = 0.75;

/// The domains whose mandatory attributes stand on no other pages. Prices and dates, which products, jobs and events need, stand
/// everywhere: with those, general lists were read worse by up to three points of F1.
const TELLING: [&str; 2] = ["court", "real-estate"];

/// These, loaded when a page is first looked at.
static LOADED: LazyLock<Vec<Arc<Domain>>> =
    LazyLock::new(|| TELLING.iter().filter_map(|name| load(name).ok()).map(Arc::new).collect());

/// The surest records of a domain that fits the page.
pub(crate) fn fitting(page: &Page, settings: &Settings) -> Option<Relation> {
    let fitting = LOADED.iter().filter(|domain| occurs(page, domain, LEAST));
    let found = fitting.filter_map(|domain| {
        let settings = DomainSettings { domain: Some(domain.clone()), ..settings.domain.clone() };
        records(page, &settings).into_iter().next()
    });
    found.filter(|best| best.score >= SURE).max_by(|a, b| a.score.total_cmp(&b.score))
}
