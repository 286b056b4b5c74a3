//! What the shipped domains know about wanted attributes, such as what a docket number looks like.

use super::{Want, words};
use crate::Settings;
use chaffinch_columns::{Known, Meaning, Table, align_known};
use chaffinch_core::{Finding, FoundCell, NodeId, RelationKind, Value};
use chaffinch_domain::{Domain, DomainSettings, load, understand};
use chaffinch_survey::{Record, Survey};
use std::ops::Range;
use std::sync::LazyLock;

/// The domains that come with the program.
static DOMAINS: LazyLock<Vec<Domain>> = LazyLock::new(|| {
    ["court", "real-estate", "product", "job", "event", "used-car"]
        .iter()
        .filter_map(|name| load(name).ok())
        .collect()
});

/// Attributes that lists of any kind have, so that wanting them says nothing about the domain.
const COMMON: [&str; 7] = ["name", "url", "image", "date", "price", "location", "description"];

/// Gives lists and tables the columns that the domain of the wanted attributes knows, beside those they have.
pub(super) fn complete(
    want: &Want,
    survey: &Survey,
    mut findings: Vec<Finding>,
    settings: &Settings,
) -> Vec<Finding> {
    let domain = fitting(want);
    let values = domain.map(|domain| known_values(survey, domain, &settings.domain)).unwrap_or_default();
    let columns = &settings.records.columns;
    for finding in &mut findings {
        let has_nodes = finding.rows.iter().all(|row| !row.nodes.is_empty());
        let is_table = finding.kind == RelationKind::Table;
        if !has_nodes || finding.kind == RelationKind::Detail || !(is_table || domain.is_some()) {
            continue;
        }
        let of_row = |nodes: &[NodeId]| {
            let of_node = |root: &NodeId| {
                let from = values.partition_point(|value| value.node < *root);
                let to = values.partition_point(|value| value.node < survey.page.node(*root).end);
                &values[from..to]
            };
            nodes.iter().flat_map(of_node).map(|value| (value.name.clone(), value.text.clone())).collect()
        };
        let known = Known::new(finding.rows.iter().map(|row| of_row(&row.nodes)).collect());
        let records: Vec<Record> =
            finding.rows.iter().map(|row| crate::merge::record(survey, &row.nodes)).collect();
        let table = align_known(survey, &records, &known, columns);
        add(finding, table);
    }
    findings
}

/// Adds columns beside those that a finding has, which may be whole where these are cut. A column that it has already gets the surer name.
fn add(finding: &mut Finding, table: Table) {
    let before = finding.columns.len();
    let texts = |cells: &[FoundCell]| -> Vec<String> { cells.iter().map(|cell| cell.text.clone()).collect() };
    for (at, column) in table.columns.into_iter().enumerate() {
        let is_same = |known: &usize| {
            let own = &finding.columns[*known];
            let says =
                own.confidence.is_some() || own.name.as_deref().and_then(Meaning::of_compound).is_some();
            let mut rows = finding.rows.iter().zip(&table.rows);
            says && own.kind == column.kind
                && rows.all(|(row, cells)| {
                    row.cells.get(*known).map(|own| texts(own)) == Some(texts(&cells[at]))
                })
        };
        match (0..before).find(is_same) {
            Some(known) => {
                let known = &mut finding.columns[known];
                if known.confidence.is_some_and(|sure| Some(sure) < column.confidence) {
                    (known.name, known.confidence) = (column.name, column.confidence);
                }
            }
            None => {
                finding.columns.push(column);
                for (row, cells) in finding.rows.iter_mut().zip(&table.rows) {
                    row.cells.resize(finding.columns.len() - 1, Vec::new());
                    row.cells.push(cells[at].clone());
                }
            }
        }
    }
}

/// What lists of any kind call an attribute of a domain.
fn shared_name(name: &str) -> &str {
    match name {
        "area" => "floorSize",
        "employer" => "company",
        "place" => "location",
        other => other,
    }
}

/// The domain that knows most of what is wanted beside what any list has.
fn fitting(want: &Want) -> Option<&'static Domain> {
    let known = |domain: &Domain| {
        let own = domain.attributes.iter().filter(|attribute| !COMMON.contains(&attribute.name.as_str()));
        own.filter(|attribute| {
            want.attributes.iter().any(|wanted| words::means(&wanted.name, &attribute.name))
        })
        .count()
    };
    let best = DOMAINS
        .iter()
        .map(|domain| (known(domain), domain))
        .reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    (best.0 > 0).then_some(best.1)
}

/// A value that a domain recognises.
struct KnownValue {
    node: NodeId,
    name: String,
    text: String,
}

/// The values of a domain's attributes on a page, in document order.
fn known_values(survey: &Survey, domain: &Domain, settings: &DomainSettings) -> Vec<KnownValue> {
    let understanding = understand(survey, domain, settings);
    let stream = understanding.stream.text();
    let value = |range: &Range<usize>, value: &Option<Value>| {
        let whole = &stream[range.clone()];
        match value {
            Some(Value::Text(part)) if whole.contains(part.as_str()) => part.clone(),
            _ => whole.trim().to_owned(),
        }
    };
    let texts = understanding.attributes.iter().filter(|found| !found.range.is_empty());
    let mut values: Vec<KnownValue> = texts
        .map(|found| KnownValue {
            node: found.node,
            name: shared_name(&domain[found.kind].name).to_owned(),
            text: value(&found.range, &found.value),
        })
        .filter(|known| known.name != "date" && known.name != "document")
        .collect();
    values.sort_by_key(|known| known.node);
    values
}
