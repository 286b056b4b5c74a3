//! The shipped domain that can tell a page by itself.

use crate::Settings;
use chaffinch_core::Finding;
use chaffinch_domain::{Domain, DomainSettings, load, occurs, records};
use chaffinch_survey::Survey;
use std::sync::{Arc, LazyLock};

/// The domain whose mandatory attributes stand on no other pages, loaded when a list is first looked at. Prices and dates, which the
/// others need, stand everywhere: with products, jobs and events general lists were read worse by up to three points of F1, and
/// properties changed nothing but the time.
static TELLING: LazyLock<Option<Arc<Domain>>> = LazyLock::new(|| load("court").ok().map(Arc::new));

/// The surest records of that domain.
pub(crate) fn fitting(survey: &Survey, settings: &Settings) -> Option<Finding> {
    let choice = &settings.choice;
    let domain = TELLING.as_ref().filter(|domain| occurs(survey, domain, choice.domain_occurrences))?;
    let settings = DomainSettings { domain: Some(domain.clone()), ..settings.domain.clone() };
    let found = records(survey, &settings, false).relations;
    found.into_iter().next().filter(|best| best.score >= choice.sure_domain)
}
