//! Wrappers of pages about one thing, from what an extractor took for its attributes.

use super::{ReadPage, Taught, TeachError};
use chaffinch_core::{CellContent, RelationKind};
use chaffinch_wrapper::{DetailExample, LearnReport, LearnSettings, Wrapper, join_details, learn_detail};
use std::collections::BTreeMap;

/// Places of an attribute from which a rule is learned on trial.
const MOST_PLACES: usize = 4;
/// The share of an attribute's findings that its rule must give again; a rule that gives less is no rule of the site.
const LEAST_AGREEMENT: f32 = 0.4;

/// Findings less sure than this share of the surest of the same attribute are guesses, and no evidence.
const LEAST_SURE: f32 = 0.1;

/// What an extractor took for the values of an attribute on one page.
struct Claim<'p> {
    page: &'p ReadPage,
    values: Vec<String>,
    /// The path to the first value, and its tag path.
    place: String,
    tag_path: String,
    sure: f32,
}

pub(super) fn teach(pages: &[ReadPage], settings: &LearnSettings) -> Result<Taught, TeachError> {
    let mut dropped = Vec::new();
    let mut reports = Vec::new();
    for (attribute, claims) in claims(pages) {
        match teach_attribute(&attribute, &claims, settings) {
            Some((report, believed)) => {
                if believed < claims.len() {
                    dropped.push(format!(
                        "{attribute}: {} of {} findings contradict the rest",
                        claims.len() - believed,
                        claims.len()
                    ));
                }
                reports.push(report);
            }
            None => {
                dropped.push(format!("{attribute}: no rule gives what was found on {} pages", claims.len()))
            }
        }
    }
    let report = join_details(reports).ok_or(TeachError::NoAgreement(pages.len()))?;
    Ok(Taught { report, notes: dropped })
}

/// What was found, by attribute.
fn claims(pages: &[ReadPage]) -> BTreeMap<String, Vec<Claim<'_>>> {
    let mut claims: BTreeMap<String, Vec<Claim<'_>>> = BTreeMap::new();
    for page in pages {
        let Some(detail) = page.relations.iter().find(|r| r.kind == RelationKind::Detail) else { continue };
        let Some(row) = detail.rows.first() else { continue };
        for (at, (column, cell)) in detail.columns.iter().zip(&row.cells).enumerate() {
            let (Some(name), Some(content)) = (&column.name, cell) else { continue };
            let cells = content.cells();
            let place = cells.first().and_then(|cell| cell.xpath.clone()).unwrap_or_default();
            let values = cells.iter().map(|cell| cell.text.clone()).filter(|text| !text.is_empty()).collect();
            let sure = cells.iter().filter_map(|cell| cell.confidence).reduce(f32::max);
            let sure = sure.unwrap_or(detail.score);
            let tag_path = detail.template.columns.get(at).cloned().flatten().unwrap_or_default();
            claims.entry(name.clone()).or_default().push(Claim { page, values, place, tag_path, sure });
        }
    }
    for claims in claims.values_mut() {
        let surest = claims.iter().map(|claim| claim.sure).fold(0.0, f32::max);
        claims.retain(|claim| claim.sure >= LEAST_SURE * surest);
    }
    claims
}

/// The rule that gives most of what was found, learned from the findings that it gives; and how many these are.
fn teach_attribute(
    attribute: &str,
    claims: &[Claim<'_>],
    settings: &LearnSettings,
) -> Option<(LearnReport, usize)> {
    let mut best: Option<(LearnReport, Vec<usize>)> = None;
    for group in groups(claims) {
        let Some(report) = learn(attribute, group.iter().map(|at| &claims[*at]), settings) else { continue };
        let given = given(&report.wrapper, claims);
        // Once more from all that the rule gives, wherever it stands.
        let (report, given) = match learn(attribute, given.iter().map(|at| &claims[*at]), settings) {
            Some(again) => {
                let more = self::given(&again.wrapper, claims);
                if more.len() >= given.len() { (again, more) } else { (report, given) }
            }
            None => (report, given),
        };
        if best.as_ref().is_none_or(|(_, most)| weight(claims, &given) > weight(claims, most)) {
            best = Some((report, given));
        }
    }
    let (report, given) = best?;
    let all: Vec<usize> = (0..claims.len()).collect();
    (weight(claims, &given) >= LEAST_AGREEMENT * weight(claims, &all)).then_some((report, given.len()))
}

fn weight(claims: &[Claim<'_>], group: &[usize]) -> f32 {
    group.iter().map(|at| claims[*at].sure).sum()
}

/// The claims by where they stand, the weightiest groups first: exact places, places in the template, all.
fn groups(claims: &[Claim<'_>]) -> Vec<Vec<usize>> {
    let mut by_place: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, claim) in claims.iter().enumerate() {
        by_place.entry(claim.place.clone()).or_default().push(at);
        by_place.entry(claim.tag_path.clone()).or_default().push(at);
    }
    let mut groups: Vec<Vec<usize>> = by_place.into_values().collect();
    groups.push((0..claims.len()).collect());
    groups.sort_by(|a, b| weight(claims, b).total_cmp(&weight(claims, a)));
    groups.dedup();
    groups.truncate(MOST_PLACES);
    groups
}

fn learn<'c>(
    attribute: &str,
    claims: impl Iterator<Item = &'c Claim<'c>>,
    settings: &LearnSettings,
) -> Option<LearnReport> {
    let examples: Vec<DetailExample> = claims
        .map(|claim| DetailExample {
            name: claim.page.name().to_owned(),
            bytes: claim.page.document.bytes.clone(),
            values: vec![claim.values.clone()],
        })
        .collect();
    if examples.is_empty() {
        return None;
    }
    learn_detail(&[attribute.to_owned()], &examples, settings).ok()
}

/// The claims that a wrapper gives again.
fn given(wrapper: &Wrapper, claims: &[Claim<'_>]) -> Vec<usize> {
    let gives = |claim: &Claim<'_>| {
        let relation = claim.page.read_with(wrapper);
        let cell =
            relation.and_then(|relation| relation.rows.into_iter().next()?.cells.into_iter().next()?);
        let texts = cell.iter().flat_map(CellContent::cells).map(|cell| cell.text.as_str());
        texts.eq(claim.values.iter().map(String::as_str))
    };
    (0..claims.len()).filter(|at| gives(&claims[*at])).collect()
}
