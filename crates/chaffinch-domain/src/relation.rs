//! Data areas as findings.

use crate::attributes::{FoundAttribute, within};
use crate::domain::{Domain, Extent};
use crate::understand::{Assigned, DataArea, DomainRecord, Understanding, roots};
use chaffinch_columns::Table;
use chaffinch_core::{
    Column, ColumnType, Finding, Findings, FoundCell, FoundRow, Method, NodeId, Place, RelationKind,
    RowContent, Value, collapse_space, distinct,
};
use std::ops::Range;

/// The longest line that is a value; of a longer one only the annotation is.
const LONGEST_LINE: usize = 160;
/// The share of a line, in percent, that attributes make up where it is made of them.
const MADE_OF: usize = 40;

impl Understanding<'_, '_> {
    /// A relation for each data area, best first; `explain` asks why.
    pub fn findings(&self, domain: &Domain, explain: bool) -> Findings {
        let mut relations: Vec<Finding> = self.areas.iter().map(|area| finding(self, area, domain)).collect();
        relations.sort_by(|a, b| b.score.total_cmp(&a.score));
        let absence = relations.is_empty().then(|| crate::explain::absence(domain));
        let why = if explain { crate::explain::explain(self, domain) } else { Vec::new() };
        Findings { relations, why, absence }
    }
}

fn finding(understanding: &Understanding, area: &DataArea, domain: &Domain) -> Finding {
    let mut table = Table::new(area.records.len());
    let own_title = domain.attribute(&domain.title);
    let title = |record: &DomainRecord| record.title.as_ref().map(|range| text_cell(understanding, range));
    if own_title.is_none() {
        table.add(Column::text(&domain.title), area.records.iter().map(title));
    }
    for (number, attribute) in domain.attributes.iter().enumerate() {
        let cells = area.records.iter().map(|record| {
            let values = record.values[number].iter();
            let mut found: Vec<FoundCell> =
                values.filter_map(|assigned| cell(understanding, assigned, record, domain, number)).collect();
            if found.is_empty() && own_title == Some(number) {
                found.extend(title(record));
            }
            found
        });
        table.add_several(Column { name: Some(attribute.name.clone()), kind: attribute.kind }, cells);
    }
    table.drop_empty_columns();
    let rows = area.records.iter().zip(table.rows);
    Finding {
        kind: RelationKind::Records,
        method: Method::Domain,
        score: score(area, domain),
        title: Some(domain.name.clone()),
        facts: Default::default(),
        root: area.root,
        columns: table.columns,
        rows: rows.map(|(record, cells)| FoundRow { cells, ..row(understanding, record) }).collect(),
    }
}

/// How sure an area is: the share of what a record could be worth, and how many records agree.
fn score(area: &DataArea, domain: &Domain) -> f32 {
    let most: i64 = domain.attributes.iter().map(|attribute| attribute.weight).sum::<i64>().max(1);
    let records = area.records.len().max(1) as f32;
    let share = (area.worth as f32 / (records * most as f32)).clamp(0.0, 1.0);
    let several = records / (records + 1.5);
    (0.5 + 0.5 * share.sqrt() * several).min(0.99)
}

fn row(understanding: &Understanding, record: &DomainRecord) -> FoundRow {
    let page = understanding.tree.page;
    let nodes = roots(page, &record.nodes);
    let parts = record.parts.iter().flat_map(|part| page.siblings(part.clone()));
    // A record inside a link leads where the link does.
    let around = link_around(understanding, record.nodes.start).map(str::to_owned);
    let links = nodes.iter().copied().chain(parts).flat_map(|root| page.links(root));
    let content = RowContent {
        text: text_of(understanding, record),
        links: distinct(around.into_iter().chain(links)),
        images: distinct(nodes.iter().flat_map(|root| page.images(*root))),
    };
    FoundRow { content: Some(content), ..FoundRow::of(nodes) }
}

/// A record's whole text on one line. Texts of neighbouring elements are set apart even where the page writes no space,
/// for they are different values; but a sign and its number, `¥` and `300`, are not.
fn text_of(understanding: &Understanding, record: &DomainRecord) -> String {
    let stream = &understanding.stream;
    let mut out = String::new();
    let mut reach = None;
    for (_, range) in stream.segments_of(&record.nodes) {
        let text = &stream.text()[range.clone()];
        let runs_on = reach == Some(range.start) && text.starts_with(|c: char| !c.is_whitespace());
        let within_word = out.ends_with(char::is_alphanumeric) && text.starts_with(char::is_alphanumeric);
        if !(runs_on && !within_word && !out.ends_with(' ')) {
            out.push(' ');
        }
        out.push_str(text);
        reach = Some(range.end);
    }
    collapse_space(&out)
}

/// The address of the link around a node.
fn link_around<'u>(understanding: &'u Understanding, node: NodeId) -> Option<&'u str> {
    let page = understanding.tree.page;
    let link = page.ancestors(node).find(|ancestor| page.is(*ancestor, "a"))?;
    page.attribute(link, "href").map(str::trim).filter(|href| !href.is_empty())
}

fn cell(
    understanding: &Understanding,
    assigned: &Assigned,
    record: &DomainRecord,
    domain: &Domain,
    number: usize,
) -> Option<FoundCell> {
    let attribute = &domain.attributes[number];
    let found = match assigned {
        Assigned::ByPosition(range) => return Some(text_cell(understanding, range)),
        Assigned::Found(found) => &understanding.attributes[*found],
    };
    if matches!(attribute.kind, ColumnType::Url | ColumnType::Image) && found.range.is_empty() {
        let Some(Value::Text(address)) = &found.value else { return None };
        let link = (attribute.kind == ColumnType::Url).then(|| address.clone());
        return Some(FoundCell { link, ..FoundCell::address(found.node, address.clone()) });
    }
    let range = extent(understanding, &found.range, record, domain, number);
    let whole = range == found.range;
    let mut cell = text_cell(understanding, &range);
    if whole || attribute.kind != ColumnType::Text {
        cell.value = found.value.clone();
        cell.unit = found.unit.clone();
    }
    Some(cell)
}

fn extent(
    understanding: &Understanding,
    range: &Range<usize>,
    record: &DomainRecord,
    domain: &Domain,
    number: usize,
) -> Range<usize> {
    let stream = &understanding.stream;
    let inside = stream.of_nodes(&record.nodes);
    let wide = match domain.attributes[number].extent {
        Extent::Match => return range.clone(),
        Extent::Node => {
            let node = stream.nodes(range).next().and_then(|(node, _)| stream.of_node(node));
            node.map_or(range.clone(), |node| stream.trim(node))
        }
        Extent::Line => piece(understanding, range, record, domain, number),
        Extent::Lines => {
            let own = piece(understanding, range, record, domain, number);
            let lines = stream.lines_of(&inside);
            let at = lines.partition_point(|line| line.end <= range.start);
            let belongs = |line: &&Range<usize>| is_made_of(understanding, line, record, domain, number);
            let (mut start, mut end) = (own.start, own.end);
            if lines.get(at).is_some_and(|line| line.start == start) {
                start = lines[..at].last().filter(belongs).map_or(start, |before| before.start);
            }
            if lines.get(at).is_some_and(|line| line.end == end) {
                end = lines.get(at + 1).filter(belongs).map_or(end, |after| after.end);
            }
            start..end
        }
    };
    let wide = stream.trim(wide.start.max(inside.start)..wide.end.min(inside.end));
    if stream.length(&wide) > LONGEST_LINE { range.clone() } else { wide }
}

/// The line around a value. A line that also has prices or numbers is more than one value: it is cut at prices, and at the signs
/// and elements that part it from numbers.
fn piece(
    understanding: &Understanding,
    range: &Range<usize>,
    record: &DomainRecord,
    domain: &Domain,
    number: usize,
) -> Range<usize> {
    const PART: [char; 3] = ['|', '·', '•'];
    let stream = &understanding.stream;
    let text = stream.text();
    let line = stream.line(range.start);
    let on_line: Vec<&FoundAttribute> = within(&understanding.attributes, &record.nodes)
        .map(|(_, found)| found)
        .filter(|found| line.start <= found.range.start && found.range.end <= line.end)
        .filter(|found| !found.range.is_empty())
        .collect();
    // An element that has nothing of this kind is all about something else.
    let is_foreign = |node: &Range<usize>| {
        let mut own = on_line.iter().filter(|found| found.attribute == number);
        !own.any(|found| node.start <= found.range.start && found.range.start < node.end)
    };
    let mut piece = line.clone();
    for other in &on_line {
        let kind = domain.attributes[other.attribute].kind;
        if kind == ColumnType::Text {
            continue;
        }
        let money = kind == ColumnType::Money;
        let node = stream.nodes(&other.range).next().and_then(|(node, _)| stream.of_node(node));
        let node = node.filter(is_foreign);
        if other.range.end <= range.start {
            let sign = text[other.range.end..range.start].find(PART).map(|at| other.range.end + at);
            let cut = sign.or(node.map(|node| node.end)).or(money.then_some(other.range.end));
            piece.start = piece.start.max(cut.unwrap_or(line.start));
        } else if other.range.start >= range.end {
            let sign = text[range.end..other.range.start].rfind(PART).map(|at| range.end + at);
            let cut = sign.or(node.map(|node| node.start)).or(money.then_some(other.range.start));
            piece.end = piece.end.min(cut.unwrap_or(line.end));
        }
    }
    let between =
        |c: char| c.is_whitespace() || PART.contains(&c) || matches!(c, ',' | ';' | '-' | '–' | ':' | '/');
    let inner = &text[piece.clone()];
    if piece.start > line.start {
        piece.start += inner.len() - inner.trim_start_matches(between).len();
    }
    if piece.end < line.end {
        piece.end -= inner.len() - inner.trim_end_matches(between).len();
    }
    piece.start.min(range.start)..piece.end.max(range.end)
}

/// Whether a line says nothing but an attribute, and what else is told in words: an address on two lines.
fn is_made_of(
    understanding: &Understanding,
    line: &Range<usize>,
    record: &DomainRecord,
    domain: &Domain,
    number: usize,
) -> bool {
    let stream = &understanding.stream;
    let (mut own, mut covered) = (false, 0);
    for (_, other) in within(&understanding.attributes, &record.nodes) {
        if other.range.is_empty() || other.range.start < line.start || other.range.end > line.end {
            continue;
        }
        if domain.attributes[other.attribute].kind != ColumnType::Text {
            return false;
        }
        own |= other.attribute == number;
        covered += stream.length(&other.range);
    }
    own && covered * 100 >= stream.length(line) * MADE_OF
}

/// A stretch of text and where it stands.
fn text_cell(understanding: &Understanding, range: &Range<usize>) -> FoundCell {
    let stream = &understanding.stream;
    let parts: Vec<(NodeId, Range<usize>)> = stream.nodes(range).collect();
    let link = parts.first().and_then(|(node, _)| link_around(understanding, *node)).map(str::to_owned);
    let lines = stream.lines_of(range).into_iter().map(|line| collapse_space(&stream.text()[line]));
    FoundCell {
        text: lines.collect::<Vec<_>>().join(", "),
        link,
        place: Some(Place::Texts(parts)),
        ..FoundCell::default()
    }
}
