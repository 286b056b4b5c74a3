//! Wrappers of pages about one thing, from what an extractor took for its attributes.

use super::{ReadPage, Taught, TeachError};
use chaffinch_columns::Meaning;
use chaffinch_core::{CellContent, Limits};
use chaffinch_input::Document;
use chaffinch_page::{Origin, parse};
use chaffinch_wrapper::{
    DetailExample, Field, FieldSettings, LearnReport, LearnSettings, Wrapper, compare_pages, join_details,
    learn_detail,
};
use std::collections::{BTreeMap, BTreeSet};

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
    /// The number of its column.
    at: usize,
}

pub(super) fn teach(
    pages: &[ReadPage],
    settings: &LearnSettings,
    columns: Columns,
) -> Result<Taught, TeachError> {
    let mut dropped = Vec::new();
    let mut learned: Vec<Learned> = Vec::new();
    let (mut rare, mut same) = (0, 0);
    for (attribute, claims) in claims(pages) {
        if columns == Columns::All && (claims.len() as f32) < LEAST_PAGES * pages.len() as f32 {
            rare += 1;
            continue;
        }
        if columns == Columns::All && is_template(&claims) {
            same += 1;
            continue;
        }
        match teach_attribute(&attribute, &claims, settings) {
            Some((report, believed)) => {
                if believed < claims.len() {
                    dropped.push(format!(
                        "{attribute}: {} of {} findings contradict the rest",
                        claims.len() - believed,
                        claims.len()
                    ));
                }
                let share = believed as f32 / pages.len() as f32;
                let first = claims.iter().map(|claim| claim.at).min().unwrap_or(usize::MAX);
                learned.push(Learned { name: attribute, report, share, first });
            }
            None => {
                dropped.push(format!("{attribute}: no rule gives what was found on {} pages", claims.len()))
            }
        }
    }
    if rare > 0 {
        dropped.push(format!("{rare} names were found on few pages only"));
    }
    if same > 0 {
        dropped.push(format!("{same} names had the same value on all pages, and so belong to the template"));
    }
    if columns == Columns::All {
        add_fields(pages, settings, &mut learned);
        without_repeats(pages, &mut learned, &mut dropped);
        learned.sort_by_key(|learned| (rank(&learned.name), learned.first));
    }
    let examples: Vec<&[u8]> = pages.iter().map(|page| page.document.bytes.as_slice()).collect();
    let names: Vec<String> = pages.iter().map(|page| page.name().to_owned()).collect();
    let reports = learned.into_iter().map(Learned::named).collect();
    let mut report = join_details(reports).ok_or(TeachError::NoAgreement(pages.len()))?;
    // What each page lacks is known only now.
    report.wrapper.learned.pages = names;
    report.wrapper.learned.tuples = pages.len();
    report.wrapper.observe(&examples);
    Ok(Taught { report, notes: dropped })
}

/// Which columns are learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Columns {
    /// Those that the extractor was asked for.
    Wanted,
    /// All that the pages have.
    All,
}

/// A column that fewer of the pages have is no column of the site.
const LEAST_PAGES: f32 = 0.4;
/// A rule of the extractor's findings that so many pages agree with is better than a label of the site.
const ENOUGH_AGREEMENT: f32 = 0.6;
/// The share of pages on which two columns say the same, from which on they are one.
const SAME_VALUES: f32 = 0.7;

/// A column, and how it is found.
struct Learned {
    name: String,
    report: LearnReport,
    /// The share of pages that it was learned from.
    share: f32,
    /// Where on the page it stands first.
    first: usize,
}

impl Learned {
    /// Its report under the name that a person would give it.
    fn named(mut self) -> LearnReport {
        if let [attribute] = self.report.wrapper.attributes.as_mut_slice() {
            attribute.name = self.name;
        }
        self.report
    }
}

/// What the pages are about comes first.
fn rank(name: &str) -> u8 {
    u8::from(name != "name" && name != "title")
}

/// Columns that comparing the pages shows: what stands behind labels of the template, and what the pages are about.
fn add_fields(pages: &[ReadPage], settings: &LearnSettings, learned: &mut Vec<Learned>) {
    let parsed: Vec<(usize, chaffinch_core::Page)> = pages
        .iter()
        .enumerate()
        .filter_map(|(at, page)| {
            let Document { name, bytes, url, content_type, .. } = &page.document;
            let origin = Origin { name, content_type: content_type.as_deref(), url: url.as_deref() };
            Some((at, parse(bytes.clone(), origin, &Limits::default()).ok()?.page))
        })
        .collect();
    let trees: Vec<&chaffinch_core::Page> = parsed.iter().map(|(_, page)| page).collect();
    for field in compare_pages(&trees, &FieldSettings::default()) {
        let Some(name) = name_of(&field) else { continue };
        let same_name = |learned: &Learned| means_the_same(&learned.name, &name);
        if learned.iter().any(|learned| same_name(learned) && learned.share >= ENOUGH_AGREEMENT) {
            continue;
        }
        let claims: Vec<Claim<'_>> = parsed
            .iter()
            .zip(&field.values)
            .filter_map(|((at, _), value)| {
                let (value, place) = value.clone()?;
                Some(Claim {
                    page: &pages[*at],
                    values: vec![value],
                    place,
                    tag_path: String::new(),
                    sure: 1.0,
                    at: usize::MAX,
                })
            })
            .collect();
        let Some((report, believed)) = teach_attribute(&name, &claims, settings) else { continue };
        let share = believed as f32 / pages.len() as f32;
        if share < LEAST_PAGES {
            continue;
        }
        learned.retain(|learned| !same_name(learned) || learned.share >= share);
        if !learned.iter().any(same_name) {
            learned.push(Learned { name, report, share, first: usize::MAX });
        }
    }
}

/// The name of a field: its label, if it is one. A label without a mark must have a known meaning; `by` is said of an author.
fn name_of(field: &Field) -> Option<String> {
    let Some(label) = &field.label else { return Some("name".to_owned()) };
    let meaning = Meaning::of(label);
    let is_small = label.chars().all(|c| c.is_lowercase());
    match meaning {
        Some(meaning) if is_small => Some(meaning.name().to_owned()),
        Some(_) => Some(label.clone()),
        None => field.marked.then(|| label.clone()),
    }
}

/// Whether two names mean the same column.
fn means_the_same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || Meaning::of(a).is_some_and(|meaning| Meaning::of(b) == Some(meaning))
}

/// Of columns that say the same on most pages the one is kept that more pages agree with; of equal ones the first.
fn without_repeats(pages: &[ReadPage], learned: &mut Vec<Learned>, dropped: &mut Vec<String>) {
    learned.sort_by(|a, b| b.share.total_cmp(&a.share).then(rank(&a.name).cmp(&rank(&b.name))));
    let values: Vec<Vec<Vec<String>>> = learned
        .iter()
        .map(|learned| pages.iter().map(|page| read_values(page, &learned.report.wrapper)).collect())
        .collect();
    let same = |a: usize, b: usize| {
        let both = || values[a].iter().zip(&values[b]).filter(|(x, y)| !x.is_empty() && !y.is_empty());
        let alike = both().filter(|(x, y)| x == y).count();
        both().count() * 2 > pages.len() && alike as f32 >= SAME_VALUES * both().count() as f32
    };
    let is_repeat = |at: usize| (0..at).find(|before| same(*before, at));
    let repeats: Vec<Option<usize>> = (0..learned.len()).map(is_repeat).collect();
    let names: Vec<String> = learned.iter().map(|learned| learned.name.clone()).collect();
    for (at, repeat) in repeats.iter().enumerate() {
        if let Some(first) = repeat {
            dropped.push(format!("{}: the same as {}", names[at], names[*first]));
        }
    }
    let mut at = 0;
    learned.retain(|_| {
        at += 1;
        repeats[at - 1].is_none()
    });
}

/// What a wrapper of one column reads on a page.
fn read_values(page: &ReadPage, wrapper: &Wrapper) -> Vec<String> {
    let cell = page
        .read_with(wrapper)
        .and_then(|relation| relation.rows.into_iter().next()?.cells.into_iter().next()?);
    cell.iter().flat_map(CellContent::cells).map(|cell| cell.text.clone()).collect()
}

/// What was found, by attribute.
fn claims(pages: &[ReadPage]) -> BTreeMap<String, Vec<Claim<'_>>> {
    let mut claims: BTreeMap<String, Vec<Claim<'_>>> = BTreeMap::new();
    for page in pages {
        let Some(detail) = page.detail() else { continue };
        let Some(row) = detail.rows.first() else { continue };
        for (at, (column, cell)) in detail.columns.iter().zip(&row.cells).enumerate() {
            let (Some(name), Some(content)) = (&column.name, cell) else { continue };
            let cells = content.cells();
            let place = cells.first().and_then(|cell| cell.xpath.clone()).unwrap_or_default();
            let values = cells.iter().map(|cell| cell.text.clone()).filter(|text| !text.is_empty()).collect();
            let sure = cells.iter().filter_map(|cell| cell.confidence).reduce(f32::max);
            let sure = sure.unwrap_or(detail.score);
            let tag_path = detail.template.columns.get(at).cloned().flatten().unwrap_or_default();
            claims.entry(name.clone()).or_default().push(Claim { page, values, place, tag_path, sure, at });
        }
    }
    for claims in claims.values_mut() {
        let surest = claims.iter().map(|claim| claim.sure).fold(0.0, f32::max);
        claims.retain(|claim| claim.sure >= LEAST_SURE * surest);
        drop_template_words(claims);
    }
    claims
}

/// Fewest pages that tell what is the template's.
const LEAST_SAME: usize = 4;

/// Whether what was found is the same on all pages: what differs from page to page is data.
fn is_template(claims: &[Claim<'_>]) -> bool {
    claims.len() >= LEAST_SAME && claims.windows(2).all(|two| two[0].values == two[1].values)
}

/// The share of values that end alike, from which on the end is the template's: `Robin > Overview`, `Wren > Overview`.
const SAME_END: f32 = 0.6;
/// Fewest values that tell what is the template's.
const LEAST_ENDS: usize = 3;

/// Takes from the values what most of them have behind their last mark: it is the same on all pages, and so it is no data.
fn drop_template_words(claims: &mut [Claim<'_>]) {
    let values: Vec<&str> =
        claims.iter().filter_map(|claim| claim.values.first()).map(String::as_str).collect();
    let Some(end) = template_end(&values).map(str::to_owned) else { return };
    for claim in claims {
        if let [value] = claim.values.as_mut_slice()
            && value.ends_with(&end)
        {
            value.truncate(value.len() - end.len());
        }
    }
}

/// The end that most of the values have in common, from their last mark on, where they differ in front of it.
fn template_end<'v>(values: &[&'v str]) -> Option<&'v str> {
    let mut before: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for value in values {
        if let Some(at) = last_mark(value) {
            before.entry(&value[at..]).or_default().insert(&value[..at]);
        }
    }
    let (end, different) = before.into_iter().max_by_key(|(_, different)| different.len())?;
    let least = (SAME_END * values.len() as f32).ceil() as usize;
    (different.len() >= least.max(LEAST_ENDS)).then_some(end)
}

/// Where the last mark stands that parts of a title are divided by, with the space before it; there is text on both sides.
fn last_mark(value: &str) -> Option<usize> {
    let marks = [" | ", " - ", " – ", " — ", " > ", " » ", " : ", " · ", " • "];
    marks.iter().filter_map(|mark| value.rfind(mark)).max().filter(|at| *at > 0)
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
    (0..claims.len()).filter(|at| read_values(claims[*at].page, wrapper) == claims[*at].values).collect()
}

#[cfg(test)]
mod tests {
    use super::template_end;

    #[test]
    fn what_most_titles_end_with_is_the_templates() {
        let titles = ["Robin > Overview", "Blue tit > Overview", "Wren > Overview", "Reed - Wren"];
        assert_eq!(template_end(&titles), Some(" > Overview"));
        assert_eq!(template_end(&["Robin - male", "Robin - female", "Wren - male", "Tit - young"]), None);
        assert_eq!(template_end(&["Robin | Birds", "Robin | Birds", "Robin | Birds"]), None);
    }
}
