//! Wrappers of lists, from what an extractor took for their rows.

use super::{ReadPage, Taught, TeachError};
use chaffinch_core::{CellContent, ColumnType, Relation, RelationKind, Row, Span};
use chaffinch_gold::{GoldPage, Labels};
use chaffinch_wrapper::{LearnError, LearnReport, LearnSettings, learn};
use std::collections::BTreeMap;

/// The share of rows that must have a value for it to be an attribute.
const LEAST_FILLED: f32 = 0.5;
/// More attributes are not tried: no class of wrappers holds for so many.
const MOST_ATTRIBUTES: usize = 12;

pub(super) fn teach(pages: &[ReadPage], settings: &LearnSettings) -> Result<Taught, TeachError> {
    let mut dropped = Vec::new();
    let mut lists = same_place(pages, &mut dropped).ok_or(TeachError::Nothing(pages.len()))?;
    let mut offered = attributes(&lists);
    offered.sort_by(|a, b| b.filled.total_cmp(&a.filled));
    let mut taken: Vec<Shared> = Vec::new();
    let mut learned: Option<LearnReport> = None;
    let mut failure = TeachError::NoAgreement(pages.len());
    for attribute in offered {
        let name = attribute.name.clone();
        taken.push(attribute);
        taken.sort_by_key(|shared| shared.order);
        let mut report = learn_from(&lists, &taken, settings);
        if report.is_err() && learned.is_none() {
            // Some page may contradict the others.
            if let Some((agreeing, report_of_them)) = agreeing(&lists, &taken, settings) {
                let gone = lists
                    .iter()
                    .filter(|(page, _)| !agreeing.iter().any(|(kept, _)| kept.name() == page.name()));
                dropped.extend(gone.map(|(page, _)| format!("{}: contradicts the other pages", page.name())));
                lists = agreeing;
                report = Ok(report_of_them);
            }
        }
        match report {
            Ok(report) => learned = Some(report),
            Err(error) => {
                taken.retain(|shared| shared.name != name);
                dropped.push(format!("{name}: no wrapper fits with it"));
                failure = TeachError::Wrapper(error);
            }
        }
    }
    let report = learned.ok_or(failure)?;
    Ok(Taught { report, notes: dropped })
}

fn learn_from(
    lists: &[(&ReadPage, &Relation)],
    attributes: &[Shared],
    settings: &LearnSettings,
) -> Result<LearnReport, LearnError> {
    let label =
        |(page, list): &(&ReadPage, &Relation)| (labels(page, list, attributes), page.document.bytes.clone());
    learn(&lists.iter().map(label).collect::<Vec<_>>(), settings)
}

/// Pages from which a wrapper can be learned together, from one of the first on; the largest such group, if it is most of them.
fn agreeing<'l>(
    lists: &[(&'l ReadPage, &'l Relation)],
    attributes: &[Shared],
    settings: &LearnSettings,
) -> Option<(Vec<(&'l ReadPage, &'l Relation)>, LearnReport)> {
    /// Pages that are tried as the first.
    const SEEDS: usize = 3;
    let mut best: Option<(Vec<(&ReadPage, &Relation)>, LearnReport)> = None;
    for seed in 0..lists.len().min(SEEDS) {
        let mut group = Vec::new();
        let mut report = None;
        for at in (0..lists.len()).map(|at| (at + seed) % lists.len()) {
            group.push(lists[at]);
            match learn_from(&group, attributes, settings) {
                Ok(learned) => report = Some(learned),
                Err(_) => drop(group.pop()),
            }
        }
        let Some(report) = report else { continue };
        if best.as_ref().is_none_or(|(most, _)| group.len() > most.len()) {
            best = Some((group, report));
        }
    }
    best.filter(|(group, _)| 2 * group.len() > lists.len())
}

/// The lists that stand in the same place of the template on most pages.
fn same_place<'l>(
    pages: &'l [ReadPage],
    dropped: &mut Vec<String>,
) -> Option<Vec<(&'l ReadPage, &'l Relation)>> {
    let is_list = |relation: &&Relation| relation.kind != RelationKind::Detail && !relation.rows.is_empty();
    let mut places: BTreeMap<&str, Vec<(&ReadPage, &Relation)>> = BTreeMap::new();
    for page in pages {
        if let Some(relation) = page.relations.iter().find(is_list) {
            places.entry(&relation.template.rows).or_default().push((page, relation));
        }
    }
    // What differs from page to page is data, what is the same is template.
    places.retain(|_, lists| !says_the_same(lists));
    let score = |lists: &[(&ReadPage, &Relation)]| lists.iter().map(|(_, list)| list.score).sum::<f32>();
    let (most, _) = places.into_iter().max_by(|a, b| score(&a.1).total_cmp(&score(&b.1)))?;
    let mut found = Vec::new();
    for page in pages {
        match page.relations.iter().filter(is_list).find(|relation| relation.template.rows == most) {
            Some(relation) => found.push((page, relation)),
            None => dropped.push(format!("{}: no list where most pages have theirs", page.name())),
        }
    }
    Some(found)
}

/// Whether the lists of different pages have the same rows.
fn says_the_same(lists: &[(&ReadPage, &Relation)]) -> bool {
    let texts = |list: &Relation| -> Vec<String> { list.rows.iter().map(|row| row.text.clone()).collect() };
    let are_copies = lists.windows(2).all(|two| two[0].0.document.bytes == two[1].0.document.bytes);
    !are_copies && lists.windows(2).all(|two| texts(two[0].1) == texts(two[1].1))
}

/// A column that the lists of several pages share.
struct Shared {
    name: String,
    /// Where its values stand in a row.
    place: String,
    filled: f32,
    /// How far behind the beginning of a row its values begin.
    order: usize,
}

/// The columns that most rows of most pages have, in the order in which the page writes them.
fn attributes(lists: &[(&ReadPage, &Relation)]) -> Vec<Shared> {
    struct Count {
        rows: usize,
        lists: usize,
        names: BTreeMap<String, usize>,
        order: usize,
    }
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let rows: usize = lists.iter().map(|(_, list)| list.rows.len()).sum();
    for (_, list) in lists {
        for (at, (column, place)) in list.columns.iter().zip(column_places(list)).enumerate() {
            let Some(place) = place else { continue };
            let count =
                counts.entry(place).or_insert(Count { rows: 0, lists: 0, names: BTreeMap::new(), order: 0 });
            count.lists += 1;
            let filled = list.rows.iter().filter(|row| span(row, at).is_some());
            count.rows += filled.count();
            let first = list.rows.iter().filter_map(|row| Some(offset(row, span(row, at)?))).min();
            count.order += first.unwrap_or(0);
            let name = column.name.clone().unwrap_or_else(|| format!("column {}", at + 1));
            *count.names.entry(name).or_default() += 1;
        }
    }
    let enough =
        |count: &Count| count.lists * 2 > lists.len() && count.rows as f32 >= LEAST_FILLED * rows as f32;
    let mut shared: Vec<Shared> = counts
        .into_iter()
        .filter(|(_, count)| enough(count))
        .map(|(place, count)| {
            let name = count.names.into_iter().max_by_key(|(_, times)| *times).map(|(name, _)| name);
            let filled = count.rows as f32 / rows as f32;
            Shared { name: name.unwrap_or_default(), place, filled, order: count.order / count.lists }
        })
        .collect();
    shared.sort_by(|a, b| b.filled.total_cmp(&a.filled));
    shared.truncate(MOST_ATTRIBUTES);
    shared.sort_by_key(|shared| shared.order);
    for at in 1..shared.len() {
        if shared[..at].iter().any(|earlier| earlier.name == shared[at].name) {
            shared[at].name = format!("{} {}", shared[at].name, at + 1);
        }
    }
    shared
}

/// Where the values of each column stand; columns of one element are told apart by their order.
fn column_places(list: &Relation) -> Vec<Option<String>> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut place = |at: usize| {
        let place = column_place(list, at)?;
        let number = seen.entry(place.clone()).or_default();
        *number += 1;
        Some(format!("{place} {number}"))
    };
    (0..list.columns.len()).map(&mut place).collect()
}

/// Where the values of a column with bytes stand in their rows. Addresses are no columns of a wrapper: its rows come with
/// their links and images.
fn column_place(list: &Relation, column: usize) -> Option<String> {
    let is_address = matches!(list.columns[column].kind, ColumnType::Url | ColumnType::Image);
    let has_bytes = list.rows.iter().any(|row| span(row, column).is_some());
    if is_address || !has_bytes { None } else { list.template.columns.get(column)?.clone() }
}

fn span(row: &Row, column: usize) -> Option<Span> {
    match row.cells.get(column)?.as_ref()? {
        CellContent::One(cell) => cell.span,
        CellContent::Many(_) | CellContent::Rows(_) => None,
    }
}

/// How far behind the first value of its row a value begins.
fn offset(row: &Row, span: Span) -> usize {
    let first = (0..row.cells.len()).filter_map(|at| self::span(row, at)).map(|span| span.start).min();
    span.start.saturating_sub(first.unwrap_or(span.start)) as usize
}

/// A value with the white space around it, which belongs to no mark: some values have it and others have not.
fn with_space(span: Span, page: &[u8]) -> Span {
    let (mut start, mut end) = (span.start as usize, span.end as usize);
    while start > 0 && page[start - 1].is_ascii_whitespace() {
        start -= 1;
    }
    while end < page.len() && page[end].is_ascii_whitespace() {
        end += 1;
    }
    // Pages are far shorter than 4 GB.
    Span { start: start as u32, end: end as u32 }
}

/// The label of a page: the bytes of every attribute of every row.
fn labels(page: &ReadPage, list: &Relation, attributes: &[Shared]) -> GoldPage {
    let places = column_places(list);
    let columns: Vec<Option<usize>> = attributes
        .iter()
        .map(|shared| places.iter().position(|place| place.as_ref() == Some(&shared.place)))
        .collect();
    let tuple = |row: &Row| -> Vec<Vec<Span>> {
        columns
            .iter()
            .map(|column| {
                let value =
                    column.and_then(|at| span(row, at)).map(|span| with_space(span, &page.document.bytes));
                value.into_iter().collect()
            })
            .collect()
    };
    let has_value = |tuple: &Vec<Vec<Span>>| tuple.iter().any(|spans| !spans.is_empty());
    GoldPage {
        page: page.name().to_owned(),
        attributes: attributes.iter().map(|shared| shared.name.clone()).collect(),
        labels: Labels::Tuples(list.rows.iter().map(tuple).filter(has_value).collect()),
        ..GoldPage::default()
    }
}
