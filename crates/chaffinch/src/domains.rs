//! Tries the one shipped domain that recognises its pages by itself.

use crate::Settings;
use crate::merge::is_list;
use chaffinch_core::{Finding, NodeId};
use chaffinch_domain::{Certainty, Domain, DomainSettings, load, mentions, occurs, records};
use chaffinch_survey::Survey;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// The domain whose mandatory attributes are on no other pages, loaded when the first list is found. The other domains need prices or
/// dates, which are on all kinds of pages: when they were tried too, products, jobs and events made F1 on general lists worse by up to 3
/// points of 100, and properties only took time.
static TELLING: LazyLock<Option<Arc<Domain>>> = LazyLock::new(|| load("court").ok().map(Arc::new));

/// The best records of that domain, if it fits one of the lists.
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
    // The choice was learned with scores of the former scale, and weighs doubtful lists itself.
    let certainty = Certainty { former: true, ..settings.domain.certainty };
    let domain = Some(domain.clone());
    let settings =
        DomainSettings { domain, certainty, least_probable: 0.0, min_records: 3, ..settings.domain.clone() };
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
