//! Data areas as relations.

use crate::attributes::{FoundAttribute, within};
use crate::domain::{Domain, Extent};
use crate::understand::{Assigned, DataArea, DomainRecord, Understanding, roots};
use chaffinch_core::{
    Cell, CellContent, Column, ColumnType, NodeId, Rect, Relation, RelationKind, Row, Span, Value,
    collapse_space,
};
use std::ops::Range;

/// The longest line that is a value; of a longer one only the annotation is.
const LONGEST_LINE: usize = 160;
/// The share of a line, in percent, that attributes make up where it is made of them.
const MADE_OF: usize = 40;

/// A relation for each data area, best first.
pub fn relations(understanding: &Understanding, domain: &Domain) -> Vec<Relation> {
    let mut relations: Vec<Relation> =
        understanding.areas.iter().map(|area| relation(understanding, area, domain)).collect();
    relations.sort_by(|a, b| b.score.total_cmp(&a.score));
    relations
}

fn relation(understanding: &Understanding, area: &DataArea, domain: &Domain) -> Relation {
    let page = understanding.tree.page;
    let has_title = area.records.iter().any(|record| record.title.is_some());
    let own_title = domain.attribute(&domain.title);
    let added_title = has_title && own_title.is_none();
    let mut columns = Vec::new();
    if added_title {
        columns.push(Column::text(&domain.title));
    }
    for attribute in &domain.attributes {
        columns.push(Column { name: Some(attribute.name.clone()), kind: attribute.kind });
    }
    let rows = area.records.iter().map(|record| {
        let mut cells = Vec::new();
        let title = || record.title.as_ref().map(|range| CellContent::One(text_cell(understanding, range)));
        if added_title {
            cells.push(title());
        }
        for (number, values) in record.values.iter().enumerate() {
            let found: Vec<Cell> = values
                .iter()
                .filter_map(|assigned| cell(understanding, assigned, record, domain, number))
                .collect();
            let content = CellContent::from_cells(found);
            cells.push(if own_title == Some(number) { content.or_else(title) } else { content });
        }
        Row { cells, ..row(understanding, record) }
    });
    let rows: Vec<Row> = rows.collect();
    let (columns, rows) = without_empty_columns(columns, rows);
    Relation {
        kind: RelationKind::Records,
        method: "domain".to_owned(),
        score: score(area, domain),
        title: Some(domain.name.clone()),
        facts: Default::default(),
        xpath: page.xpath(area.root),
        rect: page.rect(area.root),
        columns,
        rows,
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

fn without_empty_columns(columns: Vec<Column>, mut rows: Vec<Row>) -> (Vec<Column>, Vec<Row>) {
    let filled: Vec<bool> =
        (0..columns.len()).map(|at| rows.iter().any(|row| row.cells[at].is_some())).collect();
    for row in &mut rows {
        let mut at = 0;
        row.cells.retain(|_| {
            at += 1;
            filled[at - 1]
        });
    }
    let kept = columns.into_iter().zip(filled).filter(|(_, filled)| *filled).map(|(column, _)| column);
    (kept.collect(), rows)
}

fn row(understanding: &Understanding, record: &DomainRecord) -> Row {
    let page = understanding.tree.page;
    let roots = roots(page, &record.nodes);
    let distinct = |addresses: Vec<String>| {
        let mut seen = rustc_hash::FxHashSet::default();
        addresses.into_iter().filter(|address| seen.insert(address.clone())).collect::<Vec<String>>()
    };
    let parts = record.parts.iter().flat_map(|part| crate::understand::roots(page, part));
    let mut links: Vec<String> =
        roots.iter().copied().chain(parts).flat_map(|root| page.links(root)).collect();
    // A record inside a link leads where the link does.
    if let Some(around) = link_around(understanding, record.nodes.start) {
        links.insert(0, around.to_owned());
    }
    Row {
        xpaths: roots.iter().map(|root| page.xpath(*root)).collect(),
        rect: Rect::hull(roots.iter().filter_map(|root| page.rect(*root))),
        text: text_of(understanding, record),
        links: distinct(links),
        images: distinct(roots.iter().flat_map(|root| page.images(*root)).collect()),
        cells: Vec::new(),
    }
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
) -> Option<Cell> {
    let page = understanding.tree.page;
    let attribute = &domain.attributes[number];
    let found = match assigned {
        Assigned::ByPosition(range) => return Some(text_cell(understanding, range)),
        Assigned::Found(found) => &understanding.attributes[*found],
    };
    if matches!(attribute.kind, ColumnType::Url | ColumnType::Image) && found.range.is_empty() {
        let Some(Value::Text(address)) = &found.value else { return None };
        return Some(Cell {
            text: address.clone(),
            value: Some(Value::Text(address.clone())),
            unit: None,
            link: (attribute.kind == ColumnType::Url).then(|| address.clone()),
            xpath: Some(page.xpath(found.node)),
            span: page.span(found.node),
            rect: page.rect(found.node),
            ..Cell::default()
        });
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

/// A stretch of text with all that is known of its place.
fn text_cell(understanding: &Understanding, range: &Range<usize>) -> Cell {
    let page = understanding.tree.page;
    let stream = &understanding.stream;
    let parts: Vec<(NodeId, Range<usize>)> = stream.nodes(range).collect();
    let span = parts
        .iter()
        .filter_map(|(node, part)| page.text_span(*node, part.clone()))
        .reduce(|a: Span, b| a.union(b));
    let first = parts.first().map(|(node, _)| *node);
    let link = first.and_then(|node| link_around(understanding, node)).map(str::to_owned);
    Cell {
        text: stream
            .lines_of(range)
            .into_iter()
            .map(|line| collapse_space(&stream.text()[line]))
            .collect::<Vec<_>>()
            .join(", "),
        value: None,
        unit: None,
        link,
        xpath: first.map(|node| page.xpath(node)),
        span,
        rect: Rect::hull(parts.iter().filter_map(|(node, _)| page.rect(*node))),
        ..Cell::default()
    }
}
