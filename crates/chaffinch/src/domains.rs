//! The shipped domain that can tell a page by itself.

use crate::Settings;
use chaffinch_core::{Page, Relation};
use chaffinch_domain::{Domain, DomainSettings, load, occurs, records};
use std::sync::{Arc, LazyLock};

/// What every record of a domain needs must be on the page so many times.
const LEAST: usize = 3;
/// Records of a domain that are less sure than this are not what the page is about.
const SURE: f32 = 0.75;

/// The domain whose mandatory attributes stand on no other pages, loaded when a list is first looked at. Prices and dates, which the
/// others need, stand everywhere: with products, jobs and events general lists were read worse by up to three points of F1, and
/// properties changed nothing but the time.
static TELLING: LazyLock<Option<Arc<Domain>>> = LazyLock::new(|| load("court").ok().map(Arc::new));

/// The surest records of that domain.
pub(crate) fn fitting(page: &Page, settings: &Settings) -> Option<Relation> {
    let domain = TELLING.as_ref().filter(|domain| occurs(page, domain, LEAST))?;
    let settings = DomainSettings { domain: Some(domain.clone()), ..settings.domain.clone() };
    records(page, &settings).into_iter().next().filter(|best| best.score >= SURE)
}
