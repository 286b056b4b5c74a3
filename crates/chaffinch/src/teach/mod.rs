//! The slow methods teach the fast one: what an extractor finds on a few pages of a site becomes the labels from which a
//! wrapper is learned. Extractors err, so their findings are corroborated first: what most pages agree on is true, what
//! contradicts the template is dropped.

mod detail;
mod list;

pub(crate) use detail::Columns;
use detail::as_read;

use crate::parallel::threads;
use crate::site::page_bytes;
use crate::together::{read_batch, read_lessons};
use crate::{Engine, TeachOptions};
use chaffinch_columns::Meaning;
use chaffinch_core::{CellContent, Limits, PageReport, Problem, Relation, RelationKind};
use chaffinch_input::Document;
use chaffinch_wrapper::{LearnError, LearnReport, LearnSettings, Wrapper};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use thiserror::Error;

/// A page that was read, and what an extractor found on it, best first.
#[derive(Debug, Clone)]
pub struct ReadPage {
    /// The page as it was read.
    pub document: Document,
    /// What was found.
    pub relations: Vec<Relation>,
    /// What a model reads on it as one thing, where one fits.
    pub labelled: Option<Relation>,
    /// The one thing that it is about, where that is what is found best when nothing is asked for: who asks for names that the page has in
    /// other words gets the list that has the most of them.
    pub unasked: Option<Relation>,
}

impl ReadPage {
    /// What an engine finds on documents of one site, read together.
    pub fn read(engine: &Engine, documents: Vec<Document>) -> Vec<ReadPage> {
        ReadPage::read_with(engine, documents, &TeachOptions::default())
    }

    /// The same with the models of the options.
    pub fn read_with(engine: &Engine, documents: Vec<Document>, options: &TeachOptions) -> Vec<ReadPage> {
        let models = options.models.as_deref();
        let read = read_lessons(engine, documents.clone(), models, options.least_fit, threads(None));
        let mut unasked = unasked(engine, &documents).into_iter();
        let page = |(document, (report, labelled)): (Document, (PageReport, Option<Relation>))| ReadPage {
            document,
            relations: report.relations,
            labelled,
            unasked: unasked.next().flatten(),
        };
        documents.into_iter().zip(read).map(page).collect()
    }

    /// What was found of the one thing that the page is about.
    pub(crate) fn detail(&self) -> Option<&Relation> {
        self.asked().or(self.unasked.as_ref())
    }

    /// The same, with the columns that were asked for.
    fn asked(&self) -> Option<&Relation> {
        self.relations.iter().find(|relation| relation.kind == RelationKind::Detail)
    }

    /// The same, with all that is told of it.
    fn told_unasked(&self) -> Option<&Relation> {
        self.unasked.as_ref()
    }

    /// What the page most probably has.
    fn best(&self) -> Option<&Relation> {
        let found = self.relations.first();
        let unasked = self.unasked.as_ref();
        unasked.filter(|one| found.is_none_or(|found| one.score > found.score)).or(found)
    }

    pub(crate) fn name(&self) -> &str {
        &self.document.name
    }

    /// What a wrapper reads on this page. Its size was checked when it was read.
    fn by_wrapper(&self, wrapper: &Wrapper) -> Option<Relation> {
        let page =
            page_bytes(&self.document, &Limits::default().with(|limits| limits.page_bytes = usize::MAX));
        wrapper.relation(wrapper.apply(&page), &page)
    }
}

/// For each document the one thing that it is about, where an engine that is asked for nothing finds that best; none where the engine is asked
/// for nothing anyway.
fn unasked(engine: &Engine, documents: &[Document]) -> Vec<Option<Relation>> {
    let settings = engine.settings();
    if settings.want.is_none() || settings.only.is_some() || settings.model.is_some() {
        return Vec::new();
    }
    let Ok(plain) = Engine::new(settings.clone().with(|settings| settings.want = None)) else {
        return Vec::new();
    };
    let batch = documents.iter().cloned().map(Ok).collect();
    let best = |report: PageReport| {
        report.relations.into_iter().next().filter(|best| best.kind == RelationKind::Detail)
    };
    read_batch(&plain, batch, threads(None)).into_iter().map(best).collect()
}

/// A wrapper that was learned without labels.
#[derive(Debug)]
#[non_exhaustive]
pub struct Taught {
    /// The wrapper and its PAC statement.
    pub report: LearnReport,
    /// What of the findings was not believed, and how far wrapper and extractor agree on other pages; a sentence each.
    pub notes: Vec<String>,
}

/// Why nothing could be learned.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TeachError {
    /// A site is read twice.
    #[error("pages of a site are read twice; standard input can only be read once")]
    StandardInput,
    /// There is no page to learn from.
    #[error("no page is in {0}")]
    NoPage(String),
    /// No page could be read.
    #[error("{0}")]
    Unreadable(Problem),
    /// The extractor found nothing.
    #[error("nothing was found on these {0} pages, so there is nothing to learn from")]
    Nothing(usize),
    /// The findings have no place in common.
    #[error("what was found on these {0} pages has no place in common; they may be of several templates")]
    NoAgreement(usize),
    /// No wrapper fits the findings.
    #[error("no wrapper fits what was found: {0}")]
    Wrapper(LearnError),
}

/// Learns a wrapper from what an extractor found on some pages of a site.
///
/// # Errors
/// If nothing was found, or nothing that the pages agree on.
pub fn teach(pages: &[ReadPage], settings: &LearnSettings) -> Result<Taught, TeachError> {
    let columns = pages.iter().filter_map(ReadPage::detail).flat_map(|detail| &detail.columns);
    let mut names: Vec<String> = Vec::new();
    for name in columns.filter_map(|column| column.name.as_ref()) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    teach_columns(pages, settings, &Columns::Wanted(names))
}

/// The same, of all columns or only of those that the extractor was asked for.
pub(crate) fn teach_columns(
    pages: &[ReadPage],
    settings: &LearnSettings,
    columns: &Columns,
) -> Result<Taught, TeachError> {
    let weight = |is_detail: bool| -> f32 {
        let best = pages.iter().filter_map(ReadPage::best);
        best.filter(|best| (best.kind == RelationKind::Detail) == is_detail).map(|best| best.score).sum()
    };
    let (details, lists) = (weight(true), weight(false));
    if details + lists == 0.0 {
        return Err(TeachError::Nothing(pages.len()));
    }
    if details > lists || are_details(pages) {
        return detail::teach(pages, settings, columns);
    }
    if have_labels(pages) {
        return detail::teach(pages, settings, columns).or_else(|_| list::teach(pages, settings));
    }
    list::teach(pages, settings)
}

/// The same from pages that are known to be about one thing each, whatever lists they have.
pub(crate) fn teach_things(
    pages: &[ReadPage],
    settings: &LearnSettings,
    columns: &Columns,
) -> Result<Taught, TeachError> {
    detail::teach(pages, settings, columns)
}

/// What makes pages with lists on them pages about one thing each.
const LIKELY_DETAIL: f32 = 0.5;
/// The share of pages of a site that must be so.
pub(crate) const MOST_PAGES: f32 = 0.6;

/// Whether pages are about one thing each, although some of them have a list that looks better than all else: a table of what is known
/// of the thing is on all of them, and each names another thing.
fn are_details(pages: &[ReadPage]) -> bool {
    let enough = |count: usize| count as f32 >= MOST_PAGES * pages.len() as f32;
    let likely: Vec<&ReadPage> = pages.iter().filter(|page| page.is_likely_detail()).collect();
    let names: BTreeSet<String> = likely.iter().filter_map(|page| page.subject()).collect();
    pages.len() >= FEWEST_COMPARED && enough(likely.len()) && enough(names.len())
}

/// The share of a list's first cells that are the same as on other pages, from which on they are labels.
const SAME_LABELS: f32 = 0.8;

/// Whether the lists of pages name the same on most of them, and say something else to it each time: these are labels and values of the
/// thing that each page is about.
fn have_labels(pages: &[ReadPage]) -> bool {
    let lists: Vec<Vec<&str>> = pages.iter().filter_map(ReadPage::first_cells).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in lists.iter().flatten() {
        *counts.entry(text).or_default() += 1;
    }
    let most = MOST_PAGES * pages.len() as f32;
    let are_labels = |texts: &&Vec<&str>| {
        let same = texts.iter().filter(|text| counts[**text] as f32 >= most).count();
        same as f32 >= SAME_LABELS * texts.len() as f32
    };
    pages.len() >= FEWEST_COMPARED && lists.iter().filter(are_labels).count() as f32 >= most
}

impl ReadPage {
    /// The first cells of the list that is found best on the page, where there are further cells and these may be their labels: each stands
    /// once, and some have a known meaning or a colon.
    fn first_cells(&self) -> Option<Vec<&str>> {
        /// Fewer labels are no list of them.
        const FEWEST: usize = 2;
        /// The share of them that must be known as labels: clubs of a league are the same every year.
        const KNOWN: f32 = 0.3;
        let list = self.best().filter(|best| best.kind != RelationKind::Detail && best.columns.len() > 1)?;
        let cells = list.rows.iter().filter_map(|row| row.cells.first()?.as_ref()?.cells().first());
        let texts: Vec<&str> = cells.map(|cell| cell.text.as_str()).collect();
        let is_known = |text: &&&str| text.ends_with(':') || Meaning::of(text).is_some();
        let known = texts.iter().filter(is_known).count();
        let different = texts.iter().collect::<BTreeSet<_>>().len();
        let may_be_labels = different >= FEWEST && different == list.rows.len();
        (may_be_labels && known as f32 >= KNOWN * texts.len() as f32).then_some(texts)
    }

    /// Whether the page may be about one thing, whatever lists it has.
    fn is_likely_detail(&self) -> bool {
        let best = self.best().map_or(0.0, |best| best.score);
        self.detail().is_some_and(|detail| detail.score >= LIKELY_DETAIL * best) || self.is_read_as_one()
    }

    /// Whether a model reads most of what it knows of such things on the page, and outside the rows of its best list.
    fn is_read_as_one(&self) -> bool {
        let Some((labelled, row)) = self.labelled.as_ref().and_then(|l| Some((l, l.rows.first()?))) else {
            return false;
        };
        let list = self.relations.iter().find(|relation| relation.kind != RelationKind::Detail);
        let rows: Vec<&String> =
            list.iter().flat_map(|list| &list.rows).flat_map(|row| &row.xpaths).collect();
        let in_row = |xpath: &str| {
            rows.iter().any(|row| xpath.strip_prefix(row.as_str()).is_some_and(|rest| rest.starts_with('/')))
        };
        let cells = row.cells.iter().flatten().filter_map(|cell| cell.cells().first());
        let sure = cells.filter(|cell| cell.confidence.is_none_or(|sure| sure >= LIKELY_DETAIL));
        let outside = sure.filter(|cell| !cell.xpath.as_deref().is_some_and(in_row)).count();
        outside as f32 >= MOST_PAGES * labelled.columns.len() as f32
    }

    /// Whether a wrapper of pages about one thing finds most of its attributes on the page.
    pub(crate) fn tells_of_thing(&self, wrapper: &Wrapper) -> bool {
        let row = self.by_wrapper(wrapper).and_then(|relation| relation.rows.into_iter().next());
        let filled = row.map_or(0, |row| row.cells.iter().flatten().count());
        filled as f32 >= MOST_PAGES * wrapper.attributes.len() as f32
    }

    /// What names the thing that the page is about.
    fn subject(&self) -> Option<String> {
        subject(self.detail().or(self.labelled.as_ref())?)
    }
}

/// Fewer pages tell nothing when they are compared.
const FEWEST_COMPARED: usize = 3;

/// The first value of a detail, which names the thing.
fn subject(detail: &Relation) -> Option<String> {
    let cells = detail.rows.first()?.cells.iter().flatten();
    cells.flat_map(CellContent::cells).map(|cell| cell.text.clone()).next()
}

/// Pages that look alike in groups of one template each, the largest first: details apart from lists, and lists by where they stand.
/// Pages on which nothing was found are in no group.
pub(crate) fn templates(pages: Vec<ReadPage>) -> Vec<Vec<ReadPage>> {
    let mut groups = if have_labels(&pages) {
        vec![pages]
    } else if are_details(&pages) {
        let (details, others): (Vec<_>, Vec<_>) = pages.into_iter().partition(ReadPage::is_likely_detail);
        [vec![details], by_place(others)].concat()
    } else {
        by_place(pages)
    };
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

fn by_place(pages: Vec<ReadPage>) -> Vec<Vec<ReadPage>> {
    let mut groups: BTreeMap<Option<String>, Vec<ReadPage>> = BTreeMap::new();
    for page in pages {
        let Some(best) = page.best() else { continue };
        let place = (best.kind != RelationKind::Detail).then(|| best.template.rows.clone());
        groups.entry(place).or_default().push(page);
    }
    groups.into_values().collect()
}

/// How far a wrapper and its extractor agree on pages that it was not learned from: in all, and on the first where they differ.
pub(crate) fn checks<'p>(wrapper: &Wrapper, others: impl Iterator<Item = &'p ReadPage>) -> Vec<String> {
    let agreements: Vec<_> = others.map(|page| (page.name(), Agreement::of(wrapper, page))).collect();
    if agreements.is_empty() {
        return Vec::new();
    }
    let alike = agreements.iter().filter(|(_, agreement)| agreement.is_whole()).count();
    let sum = |count: fn(&Agreement) -> usize| {
        agreements.iter().map(|(_, agreement)| count(agreement)).sum::<usize>()
    };
    let (both, found) = (sum(|a| a.both), sum(|a| a.both + a.extractor));
    let mut lines = vec![format!(
        "on {alike} of {} other pages it reads what its teacher finds, and {both} of {found} values in all",
        agreements.len()
    )];
    let differing = agreements.iter().filter(|(_, agreement)| !agreement.is_whole());
    lines.extend(differing.take(NAMED_PAGES).map(|(name, agreement)| format!("{name}: {agreement}")));
    lines
}

/// Pages on which wrapper and teacher differ are named up to here.
const NAMED_PAGES: usize = 3;

/// How many values a wrapper and an extractor find on a page: both, or one of them alone.
struct Agreement {
    both: usize,
    wrapper: usize,
    extractor: usize,
}

impl Agreement {
    /// Compares what a wrapper reads on a page with what was found there. Only the wrapper's attributes count.
    fn of(wrapper: &Wrapper, page: &ReadPage) -> Agreement {
        let read = page.by_wrapper(wrapper);
        let attributes: Vec<&str> = wrapper.attributes.iter().map(|a| a.name.as_str()).collect();
        let ours = read.as_ref().map(|relation| values(relation, &attributes)).unwrap_or_default();
        let found = page.relations.iter().chain(&page.labelled).chain(&page.unasked);
        let claims = found.map(|relation| values(relation, &attributes));
        let theirs = claims.max_by_key(|claims| claims.intersection(&ours).count()).unwrap_or_default();
        let both = ours.intersection(&theirs).count();
        Agreement { both, wrapper: ours.len() - both, extractor: theirs.len() - both }
    }

    fn is_whole(&self) -> bool {
        self.wrapper == 0 && self.extractor == 0
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Agreement { both, wrapper, extractor } = self;
        write!(f, "{both} values alike, {wrapper} by the wrapper alone, {extractor} by the extractor alone")
    }
}

/// The values of a relation by attribute, row and text; of those attributes alone.
fn values(relation: &Relation, attributes: &[&str]) -> BTreeSet<(usize, usize, String)> {
    let mut found = BTreeSet::new();
    for (at, column) in relation.columns.iter().enumerate() {
        let name = column.name.as_deref();
        let Some(attribute) = attributes.iter().position(|attribute| name == Some(*attribute)) else {
            continue;
        };
        for (row, cells) in relation.rows.iter().enumerate() {
            for cell in cells.cells.get(at).iter().copied().flatten().flat_map(CellContent::cells) {
                found.insert((row, attribute, as_read(&cell.text)));
            }
        }
    }
    found
}
