//! What the shipped domains know about wanted attributes, such as what a docket number looks like.

use super::certainty::Certainty;
use super::{Want, words};
use crate::Settings;
use crate::domains::{KnownValue, known_below, known_in, known_values, shared_name};
use chaffinch_columns::{Meaning, Table, align_known};
use chaffinch_core::{Column, Finding, FoundCell, FoundRow, NodeId, RelationKind};
use chaffinch_domain::{Domain, load, understand};
use chaffinch_survey::{Record, Survey};
use chaffinch_values::{is_address, is_document_address};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// The shipped domains whose records stand in lists with attributes that tell the domain.
static DOMAINS: LazyLock<Vec<Domain>> = LazyLock::new(|| {
    ["court", "real-estate", "product", "job", "event", "used-car"]
        .iter()
        .filter_map(|name| load(name).ok())
        .collect()
});

/// Attributes that lists of any kind have, so that wanting them says nothing about the domain.
const COMMON: [&str; 7] = ["name", "url", "image", "date", "price", "location", "description"];

/// Attributes that columns tell better than a domain does.
const EVERYWHERE: [&str; 5] = ["name", "title", "url", "image", "price"];

/// Gives lists and tables the columns that the domain of the wanted attributes knows, beside those they have.
pub(super) fn complete(
    want: &Want,
    survey: &Survey,
    mut findings: Vec<Finding>,
    settings: &Settings,
) -> Vec<Finding> {
    let domain = fitting(want);
    let understood = domain.map(|domain| (domain, understand(survey, domain, &settings.domain)));
    let values = understood.as_ref().map(|(domain, page)| known_values(domain, page)).unwrap_or_default();
    let lists = understood
        .as_ref()
        .map_or(Vec::new(), |(domain, page)| page.findings(domain, &settings.domain, false).relations);
    let columns = &settings.records.columns;
    for finding in &mut findings {
        let has_nodes = finding.rows.iter().all(|row| !row.nodes.is_empty());
        let is_table = finding.kind == RelationKind::Table;
        if !has_nodes || finding.kind == RelationKind::Detail || !(is_table || domain.is_some()) {
            continue;
        }
        let known = known_in(survey, &finding.rows, &values);
        let records: Vec<Record> =
            finding.rows.iter().map(|row| crate::merge::record(survey, &row.nodes)).collect();
        let table = align_known(survey, &records, &known, columns);
        add(finding, table);
        if domain.is_some_and(|domain| domain.attribute("document").is_some()) {
            lead_to_documents(finding);
        }
        lists.iter().take(MOST_LISTS).any(|list| add_records(survey, finding, list, &settings.certainty));
        end_names(survey, finding, &values);
    }
    findings
}

/// Ends the names of a finding where the domain says that they end: behind the name of a case stand remarks.
fn end_names(survey: &Survey, finding: &mut Finding, values: &[KnownValue]) {
    let is_name = |column: &Column| {
        column.name.as_deref().and_then(Meaning::of).is_some_and(|meaning| meaning.name() == "name")
    };
    let Finding { columns, rows, .. } = finding;
    for row in rows {
        let nodes = row.nodes.iter();
        let names: Vec<&KnownValue> = nodes
            .flat_map(|root| known_below(survey, *root, values))
            .filter(|known| known.name == "name")
            .collect();
        let of_names = columns.iter().zip(&mut row.cells).filter(|(column, _)| is_name(column));
        for cell in of_names.flat_map(|(_, cells)| cells) {
            let begins = |known: &&&KnownValue| {
                cell.text.len() > known.text.len() && cell.text.starts_with(&known.text)
            };
            if let Some(known) = names.iter().find(begins) {
                (cell.text, cell.place) = (known.text.clone(), Some(known.place.clone()));
            }
        }
    }
}

/// Makes the addresses of a finding those of documents, where most rows have one: who lists opinions means the opinions, not the pages
/// about them.
fn lead_to_documents(finding: &mut Finding) {
    let link =
        |cell: &FoundCell| cell.link.clone().or_else(|| is_address(&cell.text).then(|| cell.text.clone()));
    let leads = |cell: &&FoundCell| {
        let words = cell.text.to_lowercase();
        link(cell).is_some_and(|link| is_document_address(&link))
            || cell.link.is_some() && DOCUMENTS.iter().any(|word| words.contains(word))
    };
    let documents: Vec<Option<FoundCell>> = finding
        .rows
        .iter()
        .map(|row| {
            let cell = row.values().find(leads)?;
            let place = cell.place.as_ref()?.node()?;
            Some(FoundCell { place: cell.place.clone(), ..FoundCell::address(place, link(cell)?) })
        })
        .collect();
    let url = finding.columns.iter().position(|column| column.name.as_deref() == Some("url"));
    let (Some(url), true) = (url, 2 * documents.iter().flatten().count() > finding.rows.len()) else {
        return;
    };
    for (row, document) in finding.rows.iter_mut().zip(documents) {
        if let (Some(cells), Some(document)) = (row.cells.get_mut(url), document) {
            *cells = vec![document];
        }
    }
}

/// Words of links that lead to a document, in lower case.
const DOCUMENTS: [&str; 6] =
    ["view opinion", "download", "read opinion", "full opinion", "view order", "pdf"];

/// Most lists of a domain, the best first, that are held against a finding.
const MOST_LISTS: usize = 4;

/// Adds columns of what a domain's own records hold, if nearly all rows of a finding hold one. What stands in a column of the
/// finding already is taken from there, because its cells are whole: `3 beds` where the domain reads 3.
fn add_records(survey: &Survey, finding: &mut Finding, records: &Finding, certainty: &Certainty) -> bool {
    let mut owners: Vec<(Range<NodeId>, usize)> = Vec::new();
    for (at, row) in finding.rows.iter().enumerate() {
        owners.extend(row.nodes.iter().map(|node| (survey.subtree(*node), at)));
    }
    owners.sort_by_key(|(nodes, _)| nodes.start);
    let owner = |cell: &FoundCell| {
        let node = cell.place.as_ref()?.node()?;
        let before = owners.partition_point(|(nodes, _)| nodes.start <= node);
        owners[..before].last().filter(|(nodes, _)| node < nodes.end).map(|(_, row)| *row)
    };
    let held: BTreeSet<usize> = records.rows.iter().filter_map(|row| owner(row.values().next()?)).collect();
    if (held.len() as f32) < certainty.held * finding.rows.len() as f32 {
        return false;
    }
    for (at, column) in records.columns.iter().enumerate() {
        if column.name.as_deref().is_none_or(|name| EVERYWHERE.contains(&name)) {
            continue;
        }
        let mut cells: Vec<Vec<FoundCell>> = vec![Vec::new(); finding.rows.len()];
        for cell in records.rows.iter().filter_map(|row| row.cells.get(at)).flatten() {
            if let Some(row) = owner(cell) {
                cells[row].push(cell.clone());
            }
        }
        let mut kind = column.kind;
        if let Some(whole) = column_of(finding, &cells, certainty) {
            kind = finding.columns[whole].kind;
            cells =
                finding.rows.iter().map(|row| row.cells.get(whole).cloned().unwrap_or_default()).collect();
        }
        let name = column.name.as_deref().map(|name| shared_name(name).to_owned());
        let confidence = Some(f64::from(certainty.by_domain));
        finding.columns.push(Column { name, confidence, ..Column::new(None, kind) });
        for (row, cells) in finding.rows.iter_mut().zip(cells) {
            row.cells.resize(finding.columns.len() - 1, Vec::new());
            row.cells.push(cells);
        }
    }
    true
}

/// The column of a finding whose cells hold a domain's values and little else, in most of the rows that have one.
fn column_of(finding: &Finding, values: &[Vec<FoundCell>], certainty: &Certainty) -> Option<usize> {
    let wanted = values.iter().filter(|cells| !cells.is_empty()).count();
    let plain = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    // What part of the longer of two texts the shorter one is, 0 to 1.
    let shared = |cell: &str, value: &str| {
        let (inner, outer) = if cell.len() <= value.len() { (cell, value) } else { (value, cell) };
        if !inner.is_empty() && outer.contains(inner) { inner.len() as f32 / outer.len() as f32 } else { 0.0 }
    };
    let values: Vec<Vec<String>> =
        values.iter().map(|cells| cells.iter().map(|cell| plain(&cell.text)).collect()).collect();
    let fit = |at: usize| -> f32 {
        let of_row = |(row, values): (&FoundRow, &Vec<String>)| {
            let whole: String = row.cells.get(at)?.iter().map(|cell| plain(&cell.text)).collect();
            values.iter().map(|value| shared(&whole, value)).max_by(f32::total_cmp)
        };
        finding.rows.iter().zip(&values).filter_map(of_row).sum::<f32>() / wanted.max(1) as f32
    };
    // A column that many more rows have is about something else: a citation stands in some of the titles.
    let filled = |at: usize| {
        finding.rows.iter().filter(|row| row.cells.get(at).is_some_and(|cells| !cells.is_empty())).count()
    };
    let says = |at: &usize| {
        finding.columns[*at].name.as_deref() != Some("other") && filled(*at) <= MOST_MORE * wanted
    };
    let best = (0..finding.columns.len())
        .filter(says)
        .map(|at| (fit(at), at))
        .reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    (best.0 >= certainty.fits).then_some(best.1)
}

/// How many times as many rows as have a domain's values may have a column of them.
const MOST_MORE: usize = 2;

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

/// The domain that knows most of what is wanted beside what any list has; things with a price and a place are homes.
fn fitting(want: &Want) -> Option<&'static Domain> {
    let wants = |name: &str| want.attributes.iter().any(|wanted| words::means(&wanted.name, name));
    let known = |domain: &Domain| {
        // What has no weight only helps to find others.
        let own = domain
            .attributes
            .iter()
            .filter(|attribute| attribute.weight > 0 && !COMMON.contains(&attribute.name.as_str()));
        let is_home = domain.name == "real-estate" && wants("price") && wants("location");
        own.filter(|attribute| wants(&attribute.name)).count() + usize::from(is_home)
    };
    let best = DOMAINS
        .iter()
        .map(|domain| (known(domain), domain))
        .reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    (best.0 > 0).then_some(best.1)
}
