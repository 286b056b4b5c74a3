//! The shipped domain that can tell a page by itself.

use crate::Settings;
use crate::merge::is_list;
use chaffinch_core::{Finding, NodeId};
use chaffinch_domain::{Domain, DomainSettings, load, mentions, occurs, records};
use chaffinch_survey::Survey;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// The domain whose mandatory attributes stand on no other pages, loaded when a list is first looked at. Prices and dates, which the
/// others need, stand everywhere: with products, jobs and events general lists were read worse by up to three points of F1, and
/// properties changed nothing but the time.
static TELLING: LazyLock<Option<Arc<Domain>>> = LazyLock::new(|| load("court").ok().map(Arc::new));

/// The surest records of that domain.
pub(crate) fn fitting(survey: &Survey, lists: &[Finding], settings: &Settings) -> Option<Finding> {
    let choice = &settings.choice;
    let fits = |domain: &&Arc<Domain>| {
        let mut lists = lists.iter().filter(|finding| is_list(finding));
        lists.any(|list| {
            let rows = first_rows(survey, list, choice.domain_rows);
            occurs(survey, domain, &rows, choice.domain_occurrences)
        })
    };
    let domain = TELLING.as_ref().filter(|domain| mentions(survey, domain)).filter(fits)?;
    let settings = DomainSettings { domain: Some(domain.clone()), ..settings.domain.clone() };
    let found = records(survey, &settings, false).relations;
    found.into_iter().next().filter(|best| best.score >= choice.sure_domain)
}

/// The nodes of the first rows of a list, in document order.
fn first_rows(survey: &Survey, list: &Finding, most: usize) -> Vec<Range<NodeId>> {
    let nodes = list.rows.iter().take(most).flat_map(|row| &row.nodes);
    let mut rows: Vec<Range<NodeId>> = nodes.map(|node| survey.subtree(*node)).collect();
    rows.sort_by_key(|row| row.start);
    rows
}
