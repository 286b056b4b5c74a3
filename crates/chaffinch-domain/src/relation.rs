//! Data areas as findings.

use crate::attributes::{FoundAttribute, within};
use crate::domain::{Attribute, Domain, Extent};
use crate::evidence::{is_told, probability};
use crate::ids::AttributeKind;
use crate::positions::read_typed;
use crate::settings::DomainSettings;
use crate::understand::{Assigned, DataArea, DomainRecord, Understanding};
use chaffinch_columns::Table;
use chaffinch_core::{
    Column, ColumnType, Finding, Findings, FoundCell, FoundRow, Method, NodeId, Place, RelationKind,
    RowContent, Value, collapse_space, distinct,
};
use std::ops::Range;

impl Understanding<'_, '_> {
    /// A relation for each data area that is probable enough, best first; `explain` asks why.
    pub fn findings(&self, domain: &Domain, settings: &DomainSettings, explain: bool) -> Findings {
        let areas = self.areas.iter().enumerate();
        let told = |at: usize| settings.former_score || is_told(&self.evidence, at);
        let best = areas.clone().map(|(at, _)| probability(&self.evidence, at)).max_by(f32::total_cmp);
        let score = |at: usize, area: &DataArea| match settings.former_score {
            true => former_score(area, domain),
            false => probability(&self.evidence, at),
        };
        let mut relations: Vec<Finding> = areas
            .filter(|(at, _)| told(*at))
            .map(|(at, area)| finding(self, area, domain, score(at, area)))
            .collect();
        if settings.former_score {
            relations.sort_by(|a, b| b.score.total_cmp(&a.score).then(b.rows.len().cmp(&a.rows.len())));
        } else {
            // Areas come with those first that hold most of what the domain knows. Where a smaller one is its like, the one before it
            // is as probable.
            let mut least: f32 = 0.0;
            for relation in relations.iter_mut().rev() {
                relation.score = relation.score.max(least);
                least = relation.score;
            }
        }
        let absence = relations.is_empty().then(|| crate::explain::absence(domain, best));
        let mut why = if explain { crate::explain::explain(self, domain) } else { Vec::new() };
        if self.is_cut {
            why.push(format!(
                "domain {}: the page holds more than is looked at; records may be missing",
                domain.name
            ));
        }
        Findings { relations, why, absence }
    }
}

fn finding(understanding: &Understanding, area: &DataArea, domain: &Domain, score: f32) -> Finding {
    let mut table = Table::new(area.records.len());
    let own_title = domain.attribute(&domain.title);
    let title = |record: &DomainRecord| record.title.as_ref().map(|range| text_cell(understanding, range));
    if own_title.is_none() {
        table.add(Column::text(&domain.title), area.records.iter().map(title));
    }
    for (kind, attribute) in domain.kinds() {
        let cells = area.records.iter().map(|record| {
            let reader = ValueReader { understanding, domain, record, kind };
            let values = record.values[kind.index()].iter();
            let mut found: Vec<FoundCell> = values.filter_map(|assigned| reader.cell(assigned)).collect();
            if found.is_empty() && own_title == Some(kind) {
                found.extend(title(record));
            }
            found
        });
        table.add_several(Column::new(Some(attribute.name.clone()), attribute.column_type), cells);
    }
    table.drop_empty_columns();
    let rows = area.records.iter().zip(table.rows);
    Finding {
        kind: RelationKind::Records,
        method: Method::Domain,
        score,
        title: Some(domain.name.clone()),
        facts: Default::default(),
        root: area.root,
        columns: table.columns,
        rows: rows.map(|(record, cells)| FoundRow { cells, ..row(understanding, record) }).collect(),
    }
}

/// The score of the former scale: it grows with what records hold and with their number.
fn former_score(area: &DataArea, domain: &Domain) -> f32 {
    let most: i64 = domain.attributes.iter().map(|attribute| attribute.weight).sum::<i64>().max(1);
    let records = area.records.len().max(1) as f32;
    let share = (area.worth as f32 / (records * most as f32)).clamp(0.0, 1.0);
    (0.5 + 0.5 * share.sqrt() * records / (records + 1.5)).min(0.99)
}

fn row(understanding: &Understanding, record: &DomainRecord) -> FoundRow {
    let page = understanding.tree.page;
    let nodes: Vec<NodeId> = page.siblings(record.nodes.clone()).collect();
    let pieces = record.other_pieces.iter().flat_map(|piece| page.siblings(piece.clone()));
    // A record inside a link leads where the link does.
    let around = link_around(understanding, record.nodes.start).map(str::to_owned);
    let links = nodes.iter().copied().chain(pieces).flat_map(|root| page.links(root));
    let content = RowContent {
        text: text_of(understanding, record),
        links: distinct(around.into_iter().chain(links)),
        images: distinct(nodes.iter().flat_map(|root| page.images(*root))),
    };
    FoundRow { content: Some(content), ..FoundRow::of(nodes) }
}

/// A record's whole text on one line. Words of neighbouring elements get a space between them even if the page writes none,
/// because they are different values; a sign and its number, `¥` and `300`, do not.
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

/// Signs that separate values on one line.
const SEPARATORS: [char; 3] = ['|', '·', '•'];

/// Reads the values of one attribute of one record.
struct ValueReader<'r> {
    understanding: &'r Understanding<'r, 'r>,
    domain: &'r Domain,
    record: &'r DomainRecord,
    kind: AttributeKind,
}

impl ValueReader<'_> {
    fn cell(&self, assigned: &Assigned) -> Option<FoundCell> {
        let attribute = self.attribute();
        let found = match assigned {
            Assigned::ByPosition(range) => {
                let mut cell = text_cell(self.understanding, range);
                if let Some(reading) = read_typed(attribute.column_type, &cell.text) {
                    (cell.value, cell.unit) = (Some(reading.value), reading.unit);
                }
                return Some(cell);
            }
            Assigned::Found(id) => &self.understanding.attributes[id.index()],
        };
        if attribute.is_element() && found.range.is_empty() {
            let Some(Value::Text(address)) = &found.value else { return None };
            let link = (attribute.column_type == ColumnType::Url).then(|| address.clone());
            return Some(FoundCell { link, ..FoundCell::address(found.node, address.clone()) });
        }
        let range = self.extent(&found.range);
        let mut cell = text_cell(self.understanding, &range);
        if range == found.range || attribute.column_type != ColumnType::Text {
            cell.value = found.value.clone();
            cell.unit = found.unit.clone();
        }
        Some(cell)
    }

    fn attribute(&self) -> &Attribute {
        &self.domain[self.kind]
    }

    /// The attributes of any kind of the record that are text and lie in a range of the stream.
    fn texts_in<'a>(&'a self, range: &'a Range<usize>) -> impl Iterator<Item = &'a FoundAttribute> {
        let all = within(&self.understanding.attributes, &self.record.nodes).map(|(_, found)| found);
        let inside = all.filter(|found| range.start <= found.range.start && found.range.end <= range.end);
        inside.filter(|found| !found.range.is_empty())
    }

    /// As much of the text around an annotation as the domain takes for the value.
    fn extent(&self, range: &Range<usize>) -> Range<usize> {
        let stream = &self.understanding.stream;
        let inside = stream.of_nodes(&self.record.nodes);
        let wide = match self.attribute().extent {
            Extent::Match => return range.clone(),
            Extent::Node => {
                let node = stream.nodes(range).next().and_then(|(node, _)| stream.of_node(node));
                node.map_or(range.clone(), |node| stream.trim(node))
            }
            Extent::Line => self.part_of_line(range),
            Extent::Lines => {
                let own = self.part_of_line(range);
                let lines = stream.lines_of(&inside);
                let at = lines.partition_point(|line| line.end <= range.start);
                let belongs = |line: &&Range<usize>| self.is_made_of(line);
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
        let longest = self.understanding.thresholds.longest_value;
        if stream.length(&wide) > longest { range.clone() } else { wide }
    }

    /// The line around a value. If it also has prices or numbers, it is more than one value: it is cut at prices, and at the
    /// signs and elements between the value and numbers.
    fn part_of_line(&self, range: &Range<usize>) -> Range<usize> {
        let stream = &self.understanding.stream;
        let text = stream.text();
        let line = stream.line(range.start);
        let on_line: Vec<&FoundAttribute> = self.texts_in(&line).collect();
        // An element without an attribute of this kind is all about something else.
        let is_foreign = |node: &Range<usize>| {
            let mut own = on_line.iter().filter(|found| found.kind == self.kind);
            !own.any(|found| node.start <= found.range.start && found.range.start < node.end)
        };
        let mut part = line.clone();
        for other in &on_line {
            let column_type = self.domain[other.kind].column_type;
            if column_type == ColumnType::Text {
                continue;
            }
            let money = column_type == ColumnType::Money;
            let node = stream.nodes(&other.range).next().and_then(|(node, _)| stream.of_node(node));
            let node = node.filter(is_foreign);
            if other.range.end <= range.start {
                let sign = text[other.range.end..range.start].find(SEPARATORS).map(|at| other.range.end + at);
                let cut = sign.or(node.map(|node| node.end)).or(money.then_some(other.range.end));
                part.start = part.start.max(cut.unwrap_or(line.start));
            } else if other.range.start >= range.end {
                let sign = text[range.end..other.range.start].rfind(SEPARATORS).map(|at| range.end + at);
                let cut = sign.or(node.map(|node| node.start)).or(money.then_some(other.range.start));
                part.end = part.end.min(cut.unwrap_or(line.end));
            }
        }
        let separates = |c: char| {
            c.is_whitespace() || SEPARATORS.contains(&c) || matches!(c, ',' | ';' | '-' | '–' | ':' | '/')
        };
        let inner = &text[part.clone()];
        if part.start > line.start {
            part.start += inner.len() - inner.trim_start_matches(separates).len();
        }
        if part.end < line.end {
            part.end -= inner.len() - inner.trim_end_matches(separates).len();
        }
        part.start.min(range.start)..part.end.max(range.end)
    }

    /// Whether a line consists mostly of attributes that are plain text, one of them of this kind: an address on two lines.
    fn is_made_of(&self, line: &Range<usize>) -> bool {
        let stream = &self.understanding.stream;
        let (mut own, mut covered) = (false, 0);
        for other in self.texts_in(line) {
            if self.domain[other.kind].column_type != ColumnType::Text {
                return false;
            }
            own |= other.kind == self.kind;
            covered += stream.length(&other.range);
        }
        own && covered * 100 >= stream.length(line) * self.understanding.thresholds.address_line
    }
}

/// A stretch of text and where it stands.
fn text_cell(understanding: &Understanding, range: &Range<usize>) -> FoundCell {
    let stream = &understanding.stream;
    let texts: Vec<(NodeId, Range<usize>)> = stream.nodes(range).collect();
    let link = texts.first().and_then(|(node, _)| link_around(understanding, *node)).map(str::to_owned);
    let lines = stream.lines_of(range).into_iter().map(|line| collapse_space(&stream.text()[line]));
    FoundCell {
        text: lines.collect::<Vec<_>>().join(", "),
        link,
        place: Some(Place::Texts(texts)),
        ..FoundCell::default()
    }
}
