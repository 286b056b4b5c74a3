//! Wrappers of lists, from what an extractor took for their rows.

use super::{Lesson, Taught, TeachError, template_path};
use chaffinch_core::{CellContent, Relation, RelationKind, Row, Span};
use chaffinch_wrapper::{GoldCell, GoldLine, LearnSettings, learn};
use std::collections::BTreeMap;

/// The share of rows that must have a value for it to be an attribute.
const LEAST_FILLED: f32 = 0.5;
/// More attributes are not tried: no class of wrappers holds for so many.
const MOST_ATTRIBUTES: usize = 12;

pub(super) fn teach(lessons: &[Lesson], settings: &LearnSettings) -> Result<Taught, TeachError> {
    let mut dropped = Vec::new();
    let lists = same_place(lessons, &mut dropped).ok_or(TeachError::Nothing(lessons.len()))?;
    let mut attributes = attributes(&lists);
    if attributes.is_empty() {
        return Err(TeachError::NoAgreement(lessons.len()));
    }
    loop {
        let lines: Vec<(GoldLine, Vec<u8>)> = lists
            .iter()
            .map(|(lesson, list)| (labels(lesson, list, &attributes), lesson.bytes.clone()))
            .collect();
        match learn(&lines, settings) {
            Ok(report) => return Ok(Taught { report, dropped }),
            Err(error) if attributes.len() == 1 => return Err(TeachError::Wrapper(error)),
            Err(_) => {
                // The attribute that is missing most often is the likeliest to be wrong.
                let least = (0..attributes.len())
                    .min_by(|a, b| attributes[*a].filled.total_cmp(&attributes[*b].filled));
                let gone = attributes.remove(least.unwrap_or(0));
                dropped.push(format!("{}: no wrapper fits with it", gone.name));
            }
        }
    }
}

/// The lists that stand in the same place of the template on most pages.
fn same_place<'l>(
    lessons: &'l [Lesson],
    dropped: &mut Vec<String>,
) -> Option<Vec<(&'l Lesson, &'l Relation)>> {
    let is_list = |relation: &&Relation| relation.kind != RelationKind::Detail && !relation.rows.is_empty();
    let mut places: BTreeMap<String, f32> = BTreeMap::new();
    for relation in lessons.iter().filter_map(|lesson| lesson.relations.iter().find(is_list)) {
        *places.entry(place(relation)).or_default() += relation.score;
    }
    let (most, _) = places.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let mut found = Vec::new();
    for lesson in lessons {
        match lesson.relations.iter().filter(is_list).find(|relation| place(relation) == most) {
            Some(relation) => found.push((lesson, relation)),
            None => dropped.push(format!("{}: no list where most pages have theirs", lesson.name)),
        }
    }
    Some(found)
}

/// Where a list stands in its template.
pub(super) fn place(relation: &Relation) -> String {
    let row = relation.rows.first().and_then(|row| row.xpaths.first());
    template_path(row.map_or(relation.xpath.as_str(), String::as_str))
}

/// A column that the lists of several pages share.
struct Shared {
    name: String,
    /// Where its values stand in a row.
    place: String,
    filled: f32,
}

/// The columns that most rows of most pages have, in the order in which the page writes them.
fn attributes(lists: &[(&Lesson, &Relation)]) -> Vec<Shared> {
    struct Count {
        rows: usize,
        lists: usize,
        names: BTreeMap<String, usize>,
        order: usize,
    }
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let rows: usize = lists.iter().map(|(_, list)| list.rows.len()).sum();
    for (_, list) in lists {
        for (at, column) in list.columns.iter().enumerate() {
            let Some(place) = column_place(list, at) else { continue };
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
    let mut shared: Vec<(usize, Shared)> = counts
        .into_iter()
        .filter(|(_, count)| enough(count))
        .map(|(place, count)| {
            let name = count.names.into_iter().max_by_key(|(_, times)| *times).map(|(name, _)| name);
            let filled = count.rows as f32 / rows as f32;
            (count.order / count.lists, Shared { name: name.unwrap_or_default(), place, filled })
        })
        .collect();
    shared.sort_by(|a, b| b.1.filled.total_cmp(&a.1.filled));
    shared.truncate(MOST_ATTRIBUTES);
    shared.sort_by_key(|(order, _)| *order);
    let mut shared: Vec<Shared> = shared.into_iter().map(|(_, shared)| shared).collect();
    for at in 1..shared.len() {
        if shared[..at].iter().any(|earlier| earlier.name == shared[at].name) {
            shared[at].name = format!("{} {}", shared[at].name, at + 1);
        }
    }
    shared
}

/// Where the values of a column stand in their rows, as most of them do; none where they have no bytes.
fn column_place(list: &Relation, column: usize) -> Option<String> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for row in &list.rows {
        let Some(CellContent::One(cell)) = row.cells.get(column)? else { continue };
        let (Some(path), Some(_)) = (&cell.xpath, cell.span) else { continue };
        let within = row.xpaths.iter().find_map(|root| path.strip_prefix(root.as_str()));
        let place = within.map_or_else(|| template_path(path), str::to_owned);
        // A link and its text stand in the same element.
        let kind = list.columns[column].kind;
        *places.entry(format!("{place} {kind:?}")).or_default() += 1;
    }
    places.into_iter().max_by_key(|(_, times)| *times).map(|(place, _)| place)
}

fn span(row: &Row, column: usize) -> Option<Span> {
    match row.cells.get(column)?.as_ref()? {
        CellContent::One(cell) => cell.span,
        CellContent::Many(_) => None,
    }
}

/// How far behind the first value of its row a value begins.
fn offset(row: &Row, span: Span) -> usize {
    let first = (0..row.cells.len()).filter_map(|at| self::span(row, at)).map(|span| span.start).min();
    span.start.saturating_sub(first.unwrap_or(span.start)) as usize
}

/// The label of a page: the bytes of every attribute of every row.
fn labels(lesson: &Lesson, list: &Relation, attributes: &[Shared]) -> GoldLine {
    let columns: Vec<Option<usize>> = attributes
        .iter()
        .map(|shared| {
            (0..list.columns.len()).find(|at| column_place(list, *at).as_ref() == Some(&shared.place))
        })
        .collect();
    let tuple = |row: &Row| -> Vec<GoldCell> {
        columns
            .iter()
            .map(|column| column.and_then(|at| span(row, at)).map_or(GoldCell::Missing, GoldCell::One))
            .collect()
    };
    let has_value = |tuple: &Vec<GoldCell>| tuple.iter().any(|cell| *cell != GoldCell::Missing);
    GoldLine {
        page: lesson.name.clone(),
        site: None,
        vertical: None,
        attributes: attributes.iter().map(|shared| shared.name.clone()).collect(),
        tuples: Some(list.rows.iter().map(tuple).filter(has_value).collect()),
        record: None,
    }
}
