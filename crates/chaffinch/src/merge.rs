//! Merges what several methods found in the same part of a page to one relation.

mod structured;

use crate::domains::{Knowledge, KnownValue, known_below, known_in};
use crate::settings::ChoiceSettings;
use chaffinch_columns::{ColumnSettings, Known, Meaning, align_known};
use chaffinch_core::{
    Column, ColumnType, Finding, FoundCell, FoundRow, Method, NodeId, Page, Place, RelationKind,
    collapse_space,
};
use chaffinch_survey::{Record, Survey};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Merges findings of the same region. The others keep their order.
pub(crate) fn merge(
    survey: &Survey,
    mut findings: Vec<Finding>,
    knowledge: Knowledge,
    settings: &ChoiceSettings,
    columns: &ColumnSettings,
) -> Vec<Finding> {
    let page = survey.page;
    let Knowledge { records, values } = knowledge;
    use_domain(survey, &mut findings, records, &values, settings, columns);
    let mut dropped = vec![false; findings.len()];
    let mut rows: Vec<Rows> = findings.iter().map(Rows::of).collect();
    let lists: Vec<usize> = (0..findings.len()).filter(|at| is_list(&findings[*at])).collect();
    for list in lists {
        let others: Vec<usize> = (0..findings.len()).filter(|at| !is_list(&findings[*at])).collect();
        for other in others {
            if dropped[list] || dropped[other] {
                continue;
            }
            let score = findings[list].score;
            let (a, b) = ((&findings[list], &rows[list]), (&findings[other], &rows[other]));
            match verdict(survey, a, b, settings) {
                Verdict::Both => {}
                Verdict::KeepList => dropped[other] = true,
                Verdict::KeepOther { same } => {
                    dropped[list] = true;
                    if same {
                        findings[other].score = findings[other].score.max(score);
                        align_again(survey, &mut findings[other], columns);
                    }
                }
                Verdict::RowsOfList(kept) => {
                    dropped[list] = true;
                    let table = &mut findings[other];
                    trim(table, kept, settings);
                    table.score = table.score.max(score);
                    align_again(survey, table, columns);
                    rows[other] = Rows::of(table);
                }
                Verdict::OtherBehind => {
                    let other = &mut findings[other];
                    other.score = other.score.min(score * settings.behind);
                }
                Verdict::Promised(pairs) => {
                    dropped[list] = true;
                    let (columns, rows) = (findings[list].columns.clone(), findings[list].rows.clone());
                    let promised = &mut findings[other];
                    promised.score = promised.score.max(score);
                    take_fields(promised, columns, rows, &pairs, settings);
                }
                Verdict::Described(pairs) => {
                    let structured = std::mem::take(&mut findings[other].rows);
                    let columns = findings[other].columns.clone();
                    structured::complete(page, &mut findings[list], &columns, structured, &pairs, settings);
                    dropped[other] = true;
                }
            }
        }
    }
    let mut dropped = dropped.into_iter();
    findings.retain(|_| dropped.next() != Some(true));
    for table in findings.iter_mut().filter(|finding| is_headed(finding)) {
        part_lines(survey, table, settings);
        add_known(survey, table, &values, settings);
    }
    findings
}

/// Makes the lines of a cell several values, in columns of text where most cells have several lines.
fn part_lines(survey: &Survey, table: &mut Finding, settings: &ChoiceSettings) {
    let stream = survey.stream();
    let lines = |cells: &[FoundCell]| match cells {
        [FoundCell { place: Some(Place::Shown(nodes)), .. }] => stream.lines_of(&stream.of_nodes(nodes)),
        _ => Vec::new(),
    };
    for column in 0..table.columns.len() {
        let several =
            table.rows.iter().filter(|row| row.cells.get(column).is_some_and(|cells| lines(cells).len() > 1));
        let enough = several.count() as f32 > settings.most_lines * table.rows.len() as f32;
        if table.columns[column].kind != ColumnType::Text || !enough {
            continue;
        }
        for row in &mut table.rows {
            let Some(cells) = row.cells.get_mut(column) else { continue };
            let lines = lines(cells);
            if lines.len() < 2 {
                continue;
            }
            let part = |line: Range<usize>| {
                let nodes: Vec<(NodeId, Range<usize>)> = stream.nodes(&line).collect();
                let above =
                    nodes.first().map(|(node, _)| survey.page.ancestors(*node).take(2).collect::<Vec<_>>());
                let mut link = above.into_iter().flatten().filter(|id| survey.page.is(*id, "a"));
                FoundCell {
                    text: collapse_space(&stream.text()[line]),
                    link: link
                        .find_map(|id| survey.page.attribute(id, "href"))
                        .map(|href| href.trim().to_owned()),
                    place: Some(Place::Texts(nodes)),
                    ..FoundCell::default()
                }
            };
            let link = cells.first().and_then(|cell| cell.link.clone());
            let mut parts: Vec<FoundCell> = lines.into_iter().map(part).collect();
            // A link that none of the lines stands in, such as one around an image, stays with the first.
            if parts.iter().all(|part| part.link.is_none()) {
                parts[0].link = link;
            }
            *cells = parts;
        }
    }
}

/// Replaces a list by the records that a domain found in the same region, unless the list's score is much better. Where there is no such
/// list, the domain's records are dropped: the prices or dates that a domain needs are on many pages about something else. What the domain
/// knows of the rows of other lists names their columns.
fn use_domain(
    survey: &Survey,
    findings: &mut [Finding],
    records: Option<Finding>,
    values: &[KnownValue],
    settings: &ChoiceSettings,
    columns: &ColumnSettings,
) {
    let page = survey.page;
    if let Some(mut domain) = records {
        let lists = (0..findings.len()).filter(|at| is_list(&findings[*at]));
        let domain_rows = Rows::of(&domain);
        let overlapping = lists.filter(|at| {
            Links::between(page, &Rows::of(&findings[*at]), &domain_rows).overlap() >= settings.domain_overlap
        });
        let surest = overlapping.max_by(|a, b| findings[*a].score.total_cmp(&findings[*b].score));
        if let Some(list) = surest
            && domain.score + settings.knowledge >= findings[list].score
        {
            domain.score = domain.score.max(findings[list].score);
            name_by_domain(survey, &mut domain, columns);
            findings[list] = domain;
        }
    }
    let is_plain = |list: &&mut Finding| {
        is_list(list) && list.method != Method::Domain && list.rows.iter().all(|row| !row.nodes.is_empty())
    };
    for list in findings.iter_mut().filter(is_plain).filter(|_| !values.is_empty()) {
        let known = known_in(survey, &list.rows, values);
        if known.share() >= settings.domain_share {
            align_with(survey, list, &known, columns);
        }
    }
}

/// Adds columns of what a domain knows in nearly all rows of a table and no column of the table holds alone, such as the number of a case that
/// stands with its name in one cell.
fn add_known(survey: &Survey, table: &mut Finding, values: &[KnownValue], settings: &ChoiceSettings) {
    let in_row = |row: &FoundRow| -> Vec<&KnownValue> {
        row.nodes.iter().flat_map(|root| known_below(survey, *root, values)).collect()
    };
    let known: Vec<Vec<&KnownValue>> = table.rows.iter().map(in_row).collect();
    let mut names: Vec<&str> = known.iter().flatten().map(|value| value.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let of_name = |row: &Vec<&KnownValue>| -> Vec<FoundCell> {
            let own = row.iter().filter(|value| value.name == name);
            let mut cells: Vec<FoundCell> = own
                .map(|value| FoundCell {
                    text: value.text.clone(),
                    place: Some(value.place.clone()),
                    ..FoundCell::default()
                })
                .collect();
            cells.dedup_by(|a, b| a.text == b.text);
            cells
        };
        let cells: Vec<Vec<FoundCell>> = known.iter().map(of_name).collect();
        let filled = cells.iter().filter(|cells| !cells.is_empty()).count();
        let is_alone = |at: usize| {
            let same = table.rows.iter().zip(&cells).filter(|(row, cells)| {
                row.cells
                    .get(at)
                    .is_some_and(|own| own.iter().any(|own| cells.iter().any(|c| c.text == own.text)))
            });
            2 * same.count() > filled
        };
        // What the head of a column says of all of it is true of its whole cells.
        let is_said = |column: &Column| {
            let said = column.name.as_deref().and_then(Meaning::of);
            said.is_some_and(|said| Meaning::of(name) == Some(said))
        };
        if (filled as f32) < settings.domain_share * table.rows.len() as f32
            || table.columns.iter().any(is_said)
            || (0..table.columns.len()).any(is_alone)
        {
            continue;
        }
        table.columns.push(Column::text(name));
        for (row, cells) in table.rows.iter_mut().zip(cells) {
            row.cells.resize(table.columns.len() - 1, Vec::new());
            row.cells.push(cells);
        }
    }
}

/// Gives the records of a domain all their columns. What the domain knows cuts their texts and names their values.
fn name_by_domain(survey: &Survey, domain: &mut Finding, columns: &ColumnSettings) {
    let known = |row: &FoundRow| {
        let values = domain
            .columns
            .iter()
            .zip(&row.cells)
            .filter_map(|(column, cells)| Some((column.name.as_ref()?, cells)));
        values.flat_map(|(name, cells)| cells.iter().map(|cell| (name.clone(), cell.text.clone()))).collect()
    };
    let known = Known::new(domain.rows.iter().map(known).collect());
    align_with(survey, domain, &known, columns);
}

/// Gives the rows of a finding the columns of a list.
fn align_with(survey: &Survey, finding: &mut Finding, known: &Known, columns: &ColumnSettings) {
    let records: Vec<Record> = finding.rows.iter().map(|row| record(survey, &row.nodes)).collect();
    let table = align_known(survey, &records, known, columns);
    finding.columns = table.columns;
    for (row, cells) in finding.rows.iter_mut().zip(table.rows) {
        row.cells = cells;
    }
}

/// A table with more columns is data, and one with fewer may be a layout.
const MOST_LAYOUT_COLUMNS: usize = 4;

/// Gives the rows of a table without a header the columns of a list, because its cells often hold several values each.
fn align_again(survey: &Survey, table: &mut Finding, columns: &ColumnSettings) {
    let has_nodes = table.rows.iter().all(|row| !row.nodes.is_empty() && row.content.is_none());
    if table.kind == RelationKind::Table && has_nodes && is_layout(survey, table) {
        align_with(survey, table, &Known::nothing(), columns);
    }
}

/// Whether a table has no names and few columns, of which one holds several values in most of its cells.
fn is_layout(survey: &Survey, table: &Finding) -> bool {
    !is_headed(table) && table.columns.len() <= MOST_LAYOUT_COLUMNS && holds_several(survey, table)
}

/// Gives a list that a title promises the fields of its records in the place of one description, where the records have enough of them.
/// What the list already tells, its names, links and images, stays as it is.
fn take_fields(
    promised: &mut Finding,
    columns: Vec<Column>,
    rows: Vec<FoundRow>,
    pairs: &[(usize, usize)],
    settings: &ChoiceSettings,
) {
    let place = |name: &str| promised.columns.iter().position(|column| column.name.as_deref() == Some(name));
    let (Some(name), Some(description)) = (place("name"), place("description")) else { return };
    let text = |row: &FoundRow, column: usize| {
        row.cells.get(column).and_then(|cells| Some(cells.first()?.text.clone()))
    };
    let repeats_name = |column: usize| {
        let same = |(own, list): &&(usize, usize)| {
            text(&rows[*list], column).is_some_and(|told| text(&promised.rows[*own], name) == Some(told))
        };
        2 * pairs.iter().filter(same).count() > pairs.len()
    };
    let is_field = |column: &usize| {
        let kind = columns[*column].kind;
        !matches!(kind, ColumnType::Url | ColumnType::Image) && !repeats_name(*column)
    };
    let fields: Vec<usize> = (0..columns.len()).filter(is_field).collect();
    let filled = |column: &&usize| {
        let has = |(_, list): &&(usize, usize)| text(&rows[*list], **column).is_some();
        columns[**column].name.as_deref() != Some("other")
            && 2 * pairs.iter().filter(has).count() > pairs.len()
    };
    if (pairs.len() as f32) < settings.most * promised.rows.len() as f32
        || fields.iter().filter(filled).count() < settings.fewest_fields
    {
        return;
    }
    // What the list has no record for, such as an advertisement, keeps its description.
    let mut described: Vec<Vec<FoundCell>> =
        promised.rows.iter_mut().map(|row| row.cells.remove(description)).collect();
    pairs.iter().for_each(|(own, _)| described[*own].clear());
    let removed = promised.columns.remove(description);
    if described.iter().any(|cells| !cells.is_empty()) {
        promised.columns.push(removed);
        promised.rows.iter_mut().zip(described).for_each(|(row, cells)| row.cells.push(cells));
    }
    for column in fields {
        let kept = promised.columns.iter().position(|own| own.name.as_deref() == Some("description"));
        if let Some(at) = kept.filter(|_| columns[column].name.as_deref() == Some("description")) {
            for (own, list) in pairs {
                promised.rows[*own].cells[at] = rows[*list].cells.get(column).cloned().unwrap_or_default();
            }
            continue;
        }
        let taken = promised.columns.iter().any(|own| own.name == columns[column].name);
        let mut added = columns[column].clone();
        if taken {
            added.name = added.name.map(|name| format!("{name} 2"));
        }
        promised.columns.push(added);
        for (own, list) in pairs {
            promised.rows[*own].cells.push(rows[*list].cells.get(column).cloned().unwrap_or_default());
        }
        promised.rows.iter_mut().for_each(|row| row.cells.resize(promised.columns.len(), Vec::new()));
    }
}

/// Whether most cells of some column show several texts each.
fn holds_several(survey: &Survey, table: &Finding) -> bool {
    (0..table.columns.len()).any(|column| {
        let cells = || table.rows.iter().filter_map(|row| row.cells.get(column)?.first()?.place.as_ref());
        let several = |place: &&Place| match place {
            Place::Shown(nodes) => survey.inked_in(nodes).len() > 1,
            _ => false,
        };
        cells().filter(several).count() * 2 > table.rows.len()
    })
}

/// The record of these nodes.
pub(crate) fn record(survey: &Survey, nodes: &[NodeId]) -> Record {
    let mut record = Record { parts: Default::default() };
    for node in nodes {
        let part = survey.subtree(*node);
        match record.parts.last_mut().filter(|last: &&mut Range<NodeId>| last.end == part.start) {
            Some(last) => last.end = part.end,
            None => record.parts.push(part),
        }
    }
    record
}

/// Removes the rows before and after `rows`, which are not records. If the table has no column names and the last row before can
/// be a header, it names the columns.
fn trim(table: &mut Finding, rows: Range<usize>, settings: &ChoiceSettings) {
    table.rows.truncate(rows.end);
    let before: Vec<FoundRow> = table.rows.drain(..rows.start).collect();
    let Some(names) = before.last() else { return };
    let named: Vec<&str> = names.values().map(|cell| cell.text.as_str()).collect();
    let is_header = named.len() == table.columns.len()
        && named.iter().all(|name| (1..=settings.longest_name).contains(&name.chars().count()));
    if is_header && !is_headed(table) {
        for (column, name) in table.columns.iter_mut().zip(named) {
            column.name = Some(name.to_owned());
        }
    }
}

/// What is done with a list and another relation.
enum Verdict {
    /// Both are kept: they have nothing to do with each other.
    Both,
    /// The other is dropped: it has the same content as the list, but in a worse form.
    KeepList,
    /// The list is dropped: it has the same content as the other, but in a worse form. `same` where their rows are the same.
    KeepOther { same: bool },
    /// The list is dropped, and of the other only these rows are kept: it has better columns, but the list knows which rows are records.
    RowsOfList(Range<usize>),
    /// Both are kept, and the other gets a lower score than the list, because it is a part of the list or a worse form of it.
    OtherBehind,
    /// The list is dropped, because the other is the same list as the page's title promises it; what the list knows of its records completes
    /// it. The pairs are a row of the other and the row of the list.
    Promised(Vec<(usize, usize)>),
    /// The other is structured data about the list and completes it. The pairs are a row of the list and the row that describes it.
    Described(Vec<(usize, usize)>),
}

fn verdict(
    survey: &Survey,
    (list, list_rows): (&Finding, &Rows),
    (other, other_rows): (&Finding, &Rows),
    settings: &ChoiceSettings,
) -> Verdict {
    let page = survey.page;
    if other.method == Method::State && other.kind == RelationKind::Records {
        let repeats = structured::repeats(page, list, other, settings);
        return if repeats { Verdict::KeepList } else { Verdict::Both };
    }
    if other.kind == RelationKind::Records {
        let pairs = structured::describes(page, list, other, settings);
        return pairs.map_or(Verdict::Both, Verdict::Described);
    }
    if other.kind == RelationKind::Detail {
        return Verdict::Both;
    }
    let links = Links::between(page, list_rows, other_rows);
    let surer = list.score > other.score;
    let inside = page.contains(other.root, list.root);
    match links.fit(settings) {
        Fit::Same if other.kind == RelationKind::Topk => Verdict::Promised(links.pairs()),
        Fit::Same if is_headed(other) => Verdict::KeepOther { same: true },
        Fit::Same if !links.whole_list() => worse(other),
        // Records that stand in two columns, as a picture beside a text does, are no table.
        Fit::Same if other.method == Method::VisualTable && is_layout(survey, other) => Verdict::KeepList,
        Fit::Same => match links.ends(settings.end_rows) {
            Some(rows) if other.score < settings.sure_table => Verdict::RowsOfList(rows),
            _ => Verdict::KeepOther { same: true },
        },
        // The list found cells of a table; where the table has names and a high score, these are not records.
        Fit::OtherHoldsSeveral if is_headed(other) && other.score >= settings.sure_table => {
            Verdict::KeepOther { same: true }
        }
        Fit::OtherHoldsSeveral | Fit::ListHoldsSeveral if surer => worse(other),
        Fit::OtherIsPiece if list.score >= other.score * settings.nearly_as_sure => Verdict::OtherBehind,
        _ if inside && !surer && other.kind == RelationKind::Table => Verdict::KeepOther { same: false },
        _ => Verdict::Both,
    }
}

/// What is done with a table that is a worse form of a list: a real table, by its markup or its column names, is kept with a lower score;
/// cards that happen to stand in rows are dropped.
fn worse(other: &Finding) -> Verdict {
    if is_headed(other) || other.method == Method::Grid { Verdict::OtherBehind } else { Verdict::KeepList }
}

/// Whether a finding is a list of records, found by repetition or by a domain. All other findings are compared with these.
pub(crate) fn is_list(finding: &Finding) -> bool {
    finding.kind == RelationKind::Records && matches!(finding.method, Method::Auto | Method::Domain)
}

/// Whether a finding is a table with column names.
fn is_headed(finding: &Finding) -> bool {
    finding.kind == RelationKind::Table && finding.columns.iter().any(|column| column.name.is_some())
}

/// How the rows of a list relate to those of another relation.
#[derive(Debug, PartialEq, Eq)]
enum Fit {
    /// They are the same, row by row.
    Same,
    /// Each row of the other holds several rows of the list: the other took cards side by side for one row.
    OtherHoldsSeveral,
    /// Each row of the list holds several rows of the other: there is a table in each record.
    ListHoldsSeveral,
    /// The other has some of the list's rows.
    OtherIsPiece,
    /// Anything else.
    Apart,
}

/// Which rows of a list share nodes with which rows of another relation. Only rows that do are kept: a page may have a list of thousands of
/// rows and thousands of small tables in it.
struct Links {
    of_list: LinkedRows,
    of_other: LinkedRows,
}

/// The rows of one relation that share nodes with rows of another.
struct LinkedRows {
    /// For each row with any, those of the other relation.
    linked: BTreeMap<usize, BTreeSet<usize>>,
    /// How many rows there are in all.
    rows: usize,
}

impl Links {
    fn between(page: &Page, list: &Rows, other: &Rows) -> Links {
        let linked = |of: &Rows| LinkedRows { linked: BTreeMap::new(), rows: of.count };
        let mut links = Links { of_list: linked(list), of_other: linked(other) };
        for (row, holder) in rows_within(page, list, other) {
            links.add(row, holder);
        }
        for (row, holder) in rows_within(page, other, list) {
            links.add(holder, row);
        }
        links
    }

    fn add(&mut self, list: usize, other: usize) {
        self.of_list.linked.entry(list).or_default().insert(other);
        self.of_other.linked.entry(other).or_default().insert(list);
    }

    /// The share of rows, 0 to 1, that have nodes in common with the other relation; of either relation, whichever is more.
    fn overlap(&self) -> f32 {
        Share::of(&self.of_list).linked.max(Share::of(&self.of_other).linked)
    }

    /// Whether each row of the list has nodes in common with the other.
    fn whole_list(&self) -> bool {
        self.of_list.linked.len() == self.of_list.rows
    }

    /// The rows of the other that belong to one row of the list, each with that row.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let single = |(other, lists): (&usize, &BTreeSet<usize>)| match lists.len() {
            1 => lists.first().map(|list| (*other, *list)),
            _ => None,
        };
        self.of_other.linked.iter().filter_map(single).collect()
    }

    /// From the first to the last row of the other that is in the list, if at most `end_rows` rows come before and after.
    fn ends(&self, end_rows: usize) -> Option<Range<usize>> {
        let first = *self.of_other.linked.keys().next()?;
        let end = self.of_other.linked.keys().next_back()? + 1;
        (first <= end_rows && self.of_other.rows - end <= end_rows).then_some(first..end)
    }

    fn fit(&self, settings: &ChoiceSettings) -> Fit {
        let (list, other) = (Share::of(&self.of_list), Share::of(&self.of_other));
        let most = |share: &Share| share.linked >= settings.most;
        if most(&list) && most(&other) && list.several <= settings.few && other.several <= settings.few {
            Fit::Same
        } else if most(&other) && other.several > 0.5 {
            Fit::OtherHoldsSeveral
        } else if most(&list) && list.several > 0.5 {
            Fit::ListHoldsSeveral
        } else if most(&other) && other.several <= settings.few && list.several <= settings.few {
            Fit::OtherIsPiece
        } else {
            Fit::Apart
        }
    }
}

/// The share of rows with any link, and of those the share with several.
struct Share {
    linked: f32,
    several: f32,
}

impl Share {
    fn of(rows: &LinkedRows) -> Share {
        let linked = rows.linked.len() as f32;
        let several = rows.linked.values().filter(|links| links.len() > 1).count() as f32;
        Share { linked: linked / rows.rows.max(1) as f32, several: several / linked.max(1.0) }
    }
}

/// Where the rows of a relation stand. Made once for each relation, because each is compared with many.
struct Rows {
    count: usize,
    /// The nodes of all rows with their rows, in document order.
    nodes: Vec<(NodeId, usize)>,
    /// The first row that each node belongs to.
    holders: FxHashMap<NodeId, usize>,
}

impl Rows {
    fn of(finding: &Finding) -> Rows {
        let rows = finding.rows.iter().enumerate();
        let mut nodes: Vec<(NodeId, usize)> =
            rows.flat_map(|(at, row)| row.nodes.iter().map(move |node| (*node, at))).collect();
        let mut holders = FxHashMap::default();
        for (node, at) in &nodes {
            holders.entry(*node).or_insert(*at);
        }
        nodes.sort_unstable();
        Rows { count: finding.rows.len(), nodes, holders }
    }

    /// The nodes that stand inside of `range`, with their rows.
    fn inside(&self, range: Range<NodeId>) -> &[(NodeId, usize)] {
        let start = self.nodes.partition_point(|(node, _)| *node < range.start);
        let end = self.nodes.partition_point(|(node, _)| *node < range.end);
        &self.nodes[start..end.max(start)]
    }
}

/// The rows of `inner` that lie inside a row of `outer`, each with that row. The cost is that of the smaller one and of what is found.
fn rows_within(page: &Page, inner: &Rows, outer: &Rows) -> Vec<(usize, usize)> {
    let holder = |(node, row): &(NodeId, usize)| {
        let mut around = std::iter::once(*node).chain(page.ancestors(*node));
        around.find_map(|node| outer.holders.get(&node)).map(|holder| (*row, *holder))
    };
    if inner.nodes.len() <= outer.nodes.len() {
        return inner.nodes.iter().filter_map(holder).collect();
    }
    let mut found = Vec::new();
    // Behind the last node whose inside was looked at: rows of the outer relation may lie in one another.
    let mut seen = NodeId::DOCUMENT;
    for (node, _) in &outer.nodes {
        let end = page.node(*node).end;
        found.extend(inner.inside((*node).max(seen)..end).iter().filter_map(holder));
        seen = seen.max(end);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_core::Column;

    /// Six items, each with two parts, and something beside the list.
    fn page() -> Page {
        let items = "<li><b>x</b><i>y</i></li>".repeat(6);
        chaffinch_page::parse_str(&format!("<body><ul>{items}</ul><div><a>m</a><a>n</a></div></body>"))
    }

    /// A finding whose rows are made of the nodes of these names, by their place among all of that name.
    fn finding(kind: RelationKind, method: Method, score: f32, rows: &[&[(&str, usize)]]) -> Finding {
        let page = page();
        let node =
            |(name, nth): &(&str, usize)| page.ids().filter(|id| page.is(*id, name)).nth(*nth).unwrap();
        let rows: Vec<FoundRow> =
            rows.iter().map(|nodes| FoundRow::of(nodes.iter().map(node).collect())).collect();
        let root = page.node(rows[0].nodes[0]).parent.unwrap();
        Finding {
            kind,
            method,
            score,
            title: None,
            facts: Default::default(),
            root,
            columns: Vec::new(),
            rows,
        }
    }

    fn list(score: f32, rows: &[&[(&str, usize)]]) -> Finding {
        finding(RelationKind::Records, Method::Auto, score, rows)
    }

    fn table(method: Method, score: f32, rows: &[&[(&str, usize)]]) -> Finding {
        finding(RelationKind::Table, method, score, rows)
    }

    fn merged(findings: Vec<Finding>) -> Vec<Finding> {
        merged_with(findings, None)
    }

    fn merged_with(findings: Vec<Finding>, records: Option<Finding>) -> Vec<Finding> {
        let page = page();
        let survey = Survey::new(&page, &Default::default());
        let knowledge = Knowledge { records, values: Vec::new() };
        merge(&survey, findings, knowledge, &ChoiceSettings::default(), &ColumnSettings::default())
    }

    fn methods(findings: &[Finding]) -> Vec<Method> {
        findings.iter().map(|finding| finding.method).collect()
    }

    const PARTS: [&[(&str, usize)]; 4] = [&[("b", 0)], &[("i", 0)], &[("b", 1)], &[("i", 1)]];

    #[test]
    fn lines_of_cards_give_way_to_the_cards() {
        let cards = list(0.9, &[&[("li", 0)], &[("li", 1)], &[("li", 2)], &[("li", 3)]]);
        let lines = [&[("li", 0), ("li", 1)][..], &[("li", 2), ("li", 3)]];
        assert_eq!(methods(&merged(vec![table(Method::VisualTable, 0.5, &lines), cards])), [Method::Auto]);
    }

    #[test]
    fn the_cells_of_a_sure_table_are_no_records() {
        let mut rows = table(Method::Grid, 0.8, &[&[("li", 0)], &[("li", 1)]]);
        rows.columns = vec![Column::new(Some("City".into()), ColumnType::Text)];
        assert_eq!(methods(&merged(vec![rows.clone(), list(0.9, &PARTS)])), [Method::Grid]);
        rows.score = 0.5;
        assert_eq!(methods(&merged(vec![rows, list(0.9, &PARTS)])), [Method::Grid, Method::Auto]);
    }

    #[test]
    fn a_table_has_the_columns_and_the_list_the_rows() {
        let found = list(0.9, &[&[("li", 1)], &[("li", 2)], &[("li", 3)], &[("li", 4)]]);
        let rows: [&[(&str, usize)]; 5] =
            [&[("li", 0)], &[("li", 1)], &[("li", 2)], &[("li", 3)], &[("li", 4)]];
        let unsure = merged(vec![table(Method::Grid, 0.4, &rows), found.clone()]);
        assert_eq!((methods(&unsure), unsure[0].rows.len(), unsure[0].score), (vec![Method::Grid], 4, 0.9));
        let sure = merged(vec![table(Method::Grid, 0.8, &rows), found]);
        assert_eq!((methods(&sure), sure[0].rows.len()), (vec![Method::Grid], 5));
    }

    #[test]
    fn records_that_stand_in_columns_by_their_looks_are_no_table() {
        let rows: [&[(&str, usize)]; 4] = [&[("li", 0)], &[("li", 1)], &[("li", 2)], &[("li", 3)]];
        let page = page();
        let mut looks = table(Method::VisualTable, 0.9, &rows);
        looks.columns = vec![Column::new(None, ColumnType::Text)];
        for row in &mut looks.rows {
            row.cells = vec![vec![FoundCell::shown(&page, row.nodes[0], "x y".into())]];
        }
        assert_eq!(methods(&merged(vec![looks.clone(), list(0.8, &rows)])), [Method::Auto]);
        // One text in each cell may well be a table.
        let bold: Vec<NodeId> = page.ids().filter(|id| page.is(*id, "b")).collect();
        for (row, bold) in looks.rows.iter_mut().zip(bold) {
            row.cells = vec![vec![FoundCell::shown(&page, bold, "x".into())]];
        }
        assert_eq!(methods(&merged(vec![looks, list(0.8, &rows)])), [Method::VisualTable]);
    }

    #[test]
    fn a_promised_list_has_the_fields_of_its_records() {
        let rows: [&[(&str, usize)]; 3] = [&[("li", 0)], &[("li", 1)], &[("li", 2)]];
        let cell = |text: &str| vec![FoundCell { text: text.into(), ..FoundCell::default() }];
        let with = |mut found: Finding, names: &[&str]| {
            found.columns = names.iter().map(|name| Column::text(*name)).collect();
            for row in &mut found.rows {
                row.cells =
                    names.iter().map(|name| cell(if *name == "title" { "name" } else { name })).collect();
            }
            found
        };
        let promised = with(finding(RelationKind::Topk, Method::Topk, 0.9, &rows), &["name", "description"]);
        let named = |found: &[Finding]| -> Vec<String> {
            found[0].columns.iter().flat_map(|column| column.name.clone()).collect()
        };
        let many = with(list(0.8, &rows), &["title", "town", "price", "stars"]);
        let found = merged(vec![promised.clone(), many]);
        assert_eq!(
            (methods(&found), named(&found)),
            (vec![Method::Topk], ["name", "town", "price", "stars"].map(String::from).to_vec())
        );
        assert_eq!(found[0].rows[1].cells[2][0].text, "price");
        let few = with(list(0.8, &rows), &["title", "text"]);
        assert_eq!(named(&merged(vec![promised, few])), ["name", "description"]);
    }

    #[test]
    fn what_a_domain_knows_in_the_cells_of_a_table_has_a_column_unless_a_head_says_it() {
        let page = page();
        let survey = Survey::new(&page, &Default::default());
        let columns_with = |head: &str| -> Vec<String> {
            let mut cases = table(Method::Grid, 0.9, &[&[("li", 0)], &[("li", 1)], &[("li", 2)]]);
            cases.columns = vec![Column::text(head)];
            for row in &mut cases.rows {
                row.cells = vec![vec![FoundCell::shown(&page, row.nodes[0], "x y".into())]];
            }
            let known = |row: &FoundRow| KnownValue {
                node: row.nodes[0],
                name: "judge".into(),
                text: "y".into(),
                place: Place::shown(&page, row.nodes[0]),
            };
            let values = cases.rows.iter().map(known).collect();
            let knowledge = Knowledge { records: None, values };
            let settings = (ChoiceSettings::default(), ColumnSettings::default());
            let found = merge(&survey, vec![cases], knowledge, &settings.0, &settings.1);
            found[0].columns.iter().flat_map(|column| column.name.clone()).collect()
        };
        assert_eq!(columns_with("Case"), ["Case", "judge"]);
        assert_eq!(columns_with("Opinion by"), ["Opinion by"]);
    }

    #[test]
    fn pieces_of_a_list_come_behind_it() {
        let all: [&[(&str, usize)]; 6] =
            [&[("li", 0)], &[("li", 1)], &[("li", 2)], &[("li", 3)], &[("li", 4)], &[("li", 5)]];
        let found = merged(vec![table(Method::Grid, 0.9, &all[..3]), list(0.8, &all)]);
        assert!(found[0].score < found[1].score);
    }

    #[test]
    fn a_list_of_the_cells_of_a_sure_table_goes() {
        let rows = table(Method::Grid, 0.9, &[&[("li", 0)], &[("li", 1)]]);
        assert_eq!(methods(&merged(vec![list(0.3, &PARTS), rows])), [Method::Grid]);
    }

    #[test]
    fn a_domain_takes_the_place_of_a_list_that_is_not_much_surer() {
        let opinions: [&[(&str, usize)]; 3] = [&[("li", 0)], &[("li", 1)], &[("li", 2)]];
        let domain = |score| finding(RelationKind::Records, Method::Domain, score, &opinions);
        let groups = |score| list(score, &[&[("li", 0), ("li", 1)], &[("li", 2)]]);
        assert_eq!(methods(&merged_with(vec![groups(0.9)], Some(domain(0.8)))), [Method::Domain]);
        assert_eq!(methods(&merged_with(vec![groups(0.99)], Some(domain(0.8)))), [Method::Auto]);
        // Prices on a page without a list are no products.
        assert!(merged_with(Vec::new(), Some(domain(0.9))).is_empty());
    }

    #[test]
    fn state_gives_way_to_the_list_that_shows_it() {
        let items = ["Tea", "Cake", "Soup", "Bread"].map(|name| format!("<li>{name} today</li>")).concat();
        let page = chaffinch_page::parse_str(&format!("<ul>{items}</ul><script></script>"));
        let found = |method, names: &[&str]| {
            let nodes = page.ids().filter(|id| page.is(*id, "li"));
            let row = |(node, name): (NodeId, &&str)| {
                let cell = chaffinch_core::FoundCell { text: format!("{name} today"), ..Default::default() };
                FoundRow { cells: vec![vec![cell]], ..FoundRow::of(vec![node]) }
            };
            Finding {
                rows: nodes.zip(names).map(row).collect(),
                ..finding(RelationKind::Records, method, 0.45, &[&[("li", 0)], &[("li", 1)]])
            }
        };
        let list = found(Method::Auto, &["Tea", "Cake", "Soup", "Bread"]);
        let survey = Survey::new(&page, &Default::default());
        let merged = |state: Finding| {
            let found = vec![state, list.clone()];
            methods(&merge(
                &survey,
                found,
                Knowledge::default(),
                &ChoiceSettings::default(),
                &ColumnSettings::default(),
            ))
        };
        // The page may show a part of what it carries.
        assert_eq!(merged(found(Method::State, &["Tea", "Cake", "Soup", "Bread"])), [Method::Auto]);
        assert_eq!(merged(found(Method::State, &["Cake", "Soup"])), [Method::Auto]);
        assert_eq!(merged(found(Method::State, &["Pens", "Desks", "Lamps"])), [Method::State, Method::Auto]);
    }

    #[test]
    fn what_stands_elsewhere_stays() {
        let menu = table(Method::Grid, 0.4, &[&[("a", 0)], &[("a", 1)]]);
        assert_eq!(merged(vec![menu, list(0.9, &[&[("li", 0)], &[("li", 1)]])]).len(), 2);
    }

    #[test]
    fn rows_are_found_in_each_other_whichever_relation_is_larger() {
        let page = page();
        let items: Vec<Vec<(&str, usize)>> = (0..6).map(|at| vec![("li", at)]).collect();
        let items: Vec<&[(&str, usize)]> = items.iter().map(Vec::as_slice).collect();
        let list = Rows::of(&finding(RelationKind::Records, Method::Auto, 0.5, &items));
        let parts = &[&[("b", 1)][..], &[("i", 1), ("i", 4)], &[("a", 0)]];
        let parts = Rows::of(&finding(RelationKind::Table, Method::Grid, 0.5, parts));
        assert_eq!(rows_within(&page, &parts, &list), [(0, 1), (1, 1), (1, 4)]);
        let body = Rows::of(&finding(RelationKind::Table, Method::Grid, 0.5, &[&[("ul", 0)], &[("li", 2)]]));
        let mut held = rows_within(&page, &list, &body);
        held.sort_unstable();
        assert_eq!(held, [(0, 0), (1, 0), (2, 1), (3, 0), (4, 0), (5, 0)], "the nearest holder counts");
    }
}
