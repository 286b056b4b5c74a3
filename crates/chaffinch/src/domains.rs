//! Tries the one shipped domain that recognises its pages by itself, and says what values a domain knows.

use crate::Settings;
use crate::merge::is_list;
use chaffinch_columns::Known;
use chaffinch_core::{Finding, FoundRow, NodeId, Place, Value};
use chaffinch_domain::{Domain, DomainSettings, Understanding, load, mentions, occurs, understand};
use chaffinch_survey::Survey;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// The domain whose mandatory attributes are on no other pages, loaded when the first list is found. The other domains need prices or
/// dates, which are on all kinds of pages: when they were tried too, products, jobs and events made F1 on general lists worse by up to 3
/// points of 100, and properties only took time.
static TELLING: LazyLock<Option<Arc<Domain>>> = LazyLock::new(|| load("court").ok().map(Arc::new));

/// What a domain says of a page with lists.
#[derive(Default)]
pub(crate) struct Knowledge {
    /// The best records of the domain.
    pub records: Option<Finding>,
    /// All values that it recognises, in document order.
    pub values: Vec<KnownValue>,
}

/// What that domain says of a page, if it fits one of the lists.
pub(crate) fn fitting(survey: &Survey, lists: &[Finding], settings: &Settings) -> Knowledge {
    let choice = &settings.choice;
    let fits = |domain: &&Arc<Domain>| {
        let mut lists = lists.iter().filter(|finding| is_list(finding));
        lists.any(|list| {
            let rows = first_rows(survey, list, choice.domain_rows);
            occurs(survey, domain, &rows, choice.domain_occurrences)
        })
    };
    let Some(domain) = TELLING.as_ref().filter(|domain| mentions(survey, domain)).filter(fits) else {
        return Knowledge::default();
    };
    // The choice was learned with scores of the former scale, and weighs doubtful lists itself.
    let settings = DomainSettings {
        domain: Some(domain.clone()),
        former_score: true,
        least_probable: 0.0,
        min_records: 3,
        ..settings.domain.clone()
    };
    let understanding = understand(survey, domain, &settings);
    let found = understanding.findings(domain, &settings, false).relations;
    Knowledge {
        records: found.into_iter().next().filter(|best| best.score >= choice.sure_domain),
        values: known_values(domain, &understanding),
    }
}

/// A value that a domain recognises.
pub(crate) struct KnownValue {
    pub node: NodeId,
    /// What lists of any kind call its attribute.
    pub name: String,
    pub text: String,
    pub place: Place,
}

/// The values of a domain's attributes on a page, in document order.
pub(crate) fn known_values(domain: &Domain, understanding: &Understanding) -> Vec<KnownValue> {
    let stream = &understanding.stream;
    // A value may be a part of what was recognised: the number behind `No.`.
    let part = |range: &Range<usize>, value: &Option<Value>| {
        let whole = &stream.text()[range.clone()];
        let (text, at) = match value {
            Some(Value::Text(part)) => (part.as_str(), whole.find(part.as_str())),
            _ => (whole.trim(), None),
        };
        let text = if at.is_some() { text } else { whole.trim() };
        let start = range.start + at.unwrap_or(whole.len() - whole.trim_start().len());
        (text.to_owned(), start..start + text.len())
    };
    let texts = understanding.attributes.iter().filter(|found| !found.range.is_empty());
    let mut values: Vec<KnownValue> = texts
        .map(|found| {
            let (text, range) = part(&found.range, &found.value);
            let place = Place::Texts(stream.nodes(&range).collect());
            KnownValue {
                node: found.node,
                name: shared_name(&domain[found.kind].name).to_owned(),
                text,
                place,
            }
        })
        // Days and hours are found by their form, and are parts of longer texts: `Wednesday at 4:00 PM`.
        .filter(|known| !matches!(known.name.as_str(), "date" | "time" | "document"))
        .collect();
    values.sort_by_key(|known| known.node);
    values
}

/// What lists of any kind call an attribute of a domain.
pub(crate) fn shared_name(name: &str) -> &str {
    match name {
        "area" => "floorSize",
        "employer" => "company",
        "place" => "location",
        other => other,
    }
}

/// The values that a domain knows in each row of a finding.
pub(crate) fn known_in(survey: &Survey, rows: &[FoundRow], values: &[KnownValue]) -> Known {
    let of_row = |row: &FoundRow| {
        let known = row.nodes.iter().flat_map(|root| known_below(survey, *root, values));
        known.map(|value| (value.name.clone(), value.text.clone())).collect()
    };
    Known::new(rows.iter().map(of_row).collect())
}

/// The values that a domain knows in a node.
pub(crate) fn known_below<'v>(survey: &Survey, root: NodeId, values: &'v [KnownValue]) -> &'v [KnownValue] {
    let from = values.partition_point(|value| value.node < root);
    let to = values.partition_point(|value| value.node < survey.page.node(root).end);
    &values[from..to]
}

/// The nodes of the first rows of a list, in document order.
fn first_rows(survey: &Survey, list: &Finding, most: usize) -> Vec<Range<NodeId>> {
    let nodes = list.rows.iter().take(most).flat_map(|row| &row.nodes);
    let mut rows: Vec<Range<NodeId>> = nodes.map(|node| survey.subtree(*node)).collect();
    rows.sort_by_key(|row| row.start);
    rows
}
