//! From a list to a relation: name, rank, title, description, image, link and what else the items tell of themselves.

use crate::candidate::{Candidate, Mended};
use crate::facts::{Fact, facts};
use crate::items::{Extent, roots};
use crate::numbering::{marker, ranks};
use crate::settings::TopkSettings;
use crate::survey::Survey;
use crate::title::Promise;
use chaffinch_core::{
    Cell, CellContent, Column, ColumnType, NodeId, Rect, Relation, RelationKind, Row, Value, collapse_space,
};
use chaffinch_values::{column_type, decimal_mark, read_as};
use std::collections::BTreeMap;

/// The relation of a list: a row for each item.
pub(crate) fn relation(
    survey: &Survey<'_>,
    promise: &Promise,
    list: &Candidate,
    rank: f32,
    settings: &TopkSettings,
) -> Relation {
    let page = survey.page;
    let container = common_ancestor(survey, &list.nodes);
    let mut table =
        Table { columns: Vec::new(), rows: list.extents.iter().map(|item| row(survey, item)).collect() };
    let ranks = ranks(survey, list);
    let facts = facts(survey, list);
    table.add(Column::text("name"), names(survey, list));
    table.add(
        Column { name: Some("rank".into()), kind: ColumnType::Number },
        ranks.iter().map(|r| r.map(number)).collect(),
    );
    table.add_if_any(Column::text("title"), titles(survey, list));
    table.add_if_any(Column::text("description"), descriptions(survey, list, &facts));
    table.add_if_any(Column { name: Some("image".into()), kind: ColumnType::Image }, images(survey, list));
    table.add_if_any(Column { name: Some("link".into()), kind: ColumnType::Url }, links(survey, list));
    for fact in facts {
        table.add_typed(fact, settings.type_share);
    }
    Relation {
        kind: RelationKind::Topk,
        method: "topk".into(),
        score: rank.clamp(0.0, 1.0),
        title: Some(promise.title.clone()).filter(|title| !title.is_empty()),
        facts: title_facts(survey, promise, list, &ranks),
        xpath: page.xpath(container),
        rect: page.rect(container),
        columns: table.columns,
        rows: table.rows,
    }
}

struct Table {
    columns: Vec<Column>,
    rows: Vec<Row>,
}

impl Table {
    fn add(&mut self, column: Column, cells: Vec<Option<Cell>>) {
        self.columns.push(column);
        for (row, cell) in self.rows.iter_mut().zip(cells) {
            row.cells.push(cell.map(CellContent::One));
        }
    }

    fn add_if_any(&mut self, column: Column, cells: Vec<Option<Cell>>) {
        if cells.iter().any(Option::is_some) {
            self.add(column, cells);
        }
    }

    fn add_typed(&mut self, fact: Fact, type_share: f32) {
        let Fact { label, mut cells } = fact;
        let texts = || cells.iter().flatten().map(|cell| cell.text.as_str());
        let mark = decimal_mark(texts());
        let kind = column_type(texts(), mark, type_share);
        for cell in cells.iter_mut().flatten() {
            if let Some(reading) = read_as(kind, &cell.text, mark) {
                (cell.value, cell.unit) = (Some(reading.value), reading.unit);
            }
        }
        self.add_if_any(Column { name: label, kind }, cells);
    }
}

/// An item's nodes and everything in them, its cells still to come.
fn row(survey: &Survey<'_>, item: &Extent) -> Row {
    let page = survey.page;
    let roots: Vec<NodeId> = roots(survey, item).into_iter().filter(|id| survey.is_shown(*id)).collect();
    Row {
        xpaths: roots.iter().map(|id| page.xpath(*id)).collect(),
        rect: Rect::hull(roots.iter().filter_map(|id| page.rect(*id))),
        text: survey.page.row_text(roots.iter().copied()),
        links: roots.iter().flat_map(|id| page.links(*id)).collect(),
        images: roots.iter().flat_map(|id| page.images(*id)).collect(),
        cells: Vec::new(),
    }
}

/// A cell with the text of `node` and where it stands.
pub(crate) fn cell(survey: &Survey<'_>, node: NodeId, text: String) -> Cell {
    let page = survey.page;
    Cell {
        text,
        link: page.first_link(node).map(str::to_owned),
        xpath: Some(page.xpath(node)),
        span: page.text_extent(node).or_else(|| page.span(node)),
        rect: page.rect(node),
        ..Cell::default()
    }
}

fn number(number: usize) -> Cell {
    Cell { text: number.to_string(), value: Some(Value::Number(number as f64)), ..Cell::default() }
}

/// The names as the page writes them, numbers included.
fn names(survey: &Survey<'_>, list: &Candidate) -> Vec<Option<Cell>> {
    let items = list.titles.iter().zip(&list.names);
    items
        .map(|(title, name)| Some(cell(survey, (*title)?, name.clone())).filter(|cell| !cell.text.is_empty()))
        .collect()
}

/// The names without their numbers, where they have some.
fn titles(survey: &Survey<'_>, list: &Candidate) -> Vec<Option<Cell>> {
    let bare = |name: &str| marker(name).map(|marker| name[marker.end..].trim().to_owned());
    let numbered = list.names.iter().filter(|name| bare(name).is_some()).count();
    if numbered * 2 < list.names.len() {
        return vec![None; list.names.len()];
    }
    let items = list.titles.iter().zip(&list.names);
    items
        .map(|(title, name)| {
            let text = bare(name).unwrap_or_else(|| name.clone());
            Some(cell(survey, (*title)?, text)).filter(|cell| !cell.text.is_empty())
        })
        .collect()
}

/// What an item says besides its title and its facts.
fn descriptions(survey: &Survey<'_>, list: &Candidate, facts: &[Fact]) -> Vec<Option<Cell>> {
    let described = |i: usize| {
        let item = &list.extents[i];
        let title = list.titles[i].map_or(item.start..item.start, |title| survey.range(title));
        let mut parts = roots(survey, &(item.start..title.start.max(item.start)));
        parts.extend(roots(survey, &(title.end.min(item.end)..item.end)));
        parts.retain(|id| survey.is_shown(*id) && survey.chars_of(*id) > 0);
        let told: Vec<String> = facts.iter().filter_map(|fact| fact.line(i)).collect();
        let lines = parts
            .iter()
            .flat_map(|id| survey.page.text(*id).lines().map(collapse_space).collect::<Vec<String>>());
        let lines: Vec<String> =
            lines.filter(|line| !line.is_empty() && !told.contains(line) && !is_number(line)).collect();
        let first = parts.iter().find(|id| survey.chars_of(**id) > 3).or(parts.first())?;
        Some(cell(survey, *first, lines.join(" "))).filter(|cell| !cell.text.is_empty())
    };
    (0..list.extents.len()).map(described).collect()
}

fn is_number(line: &str) -> bool {
    line.len() <= 4 && line.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b'#')
}

/// The first image of each item.
fn images(survey: &Survey<'_>, list: &Candidate) -> Vec<Option<Cell>> {
    let first = |item: &Extent| {
        let nodes = item.clone().map(NodeId::from_index).filter(|id| survey.page.is(*id, "img"));
        nodes.filter(|id| survey.is_shown(*id)).find_map(|id| {
            // A lazy image shows a place holder until its own address is put in; the real one comes later.
            let address = survey.page.images(id).into_iter().find(|address| !address.starts_with("data:"))?;
            let value = Some(Value::Text(address.clone()));
            Some(Cell { text: address, value, link: None, ..cell(survey, id, String::new()) })
        })
    };
    list.extents.iter().map(first).collect()
}

/// Where each item links to: the link in its title, around it, or the first one.
fn links(survey: &Survey<'_>, list: &Candidate) -> Vec<Option<Cell>> {
    let page = survey.page;
    let linked = |i: usize| {
        let item = &list.extents[i];
        let address =
            |id: NodeId| page.is(id, "a").then(|| page.attribute(id, "href")).flatten().map(str::trim);
        let useful =
            |id: &NodeId| address(*id).is_some_and(|href| !href.is_empty() && !href.starts_with('#'));
        let within = list.titles[i].and_then(|title| page.subtree(title).find(useful));
        let around = || {
            let above = page.ancestors(list.titles[i]?).take_while(|above| above.index() >= item.start);
            above.take(8).find(useful)
        };
        let any = || item.clone().map(NodeId::from_index).filter(|id| survey.is_shown(*id)).find(useful);
        let link = within.or_else(around).or_else(any)?;
        let href = address(link)?.to_owned();
        Some(Cell { text: href.clone(), value: Some(Value::Text(href)), ..cell(survey, link, String::new()) })
    };
    (0..list.extents.len()).map(linked).collect()
}

/// What the title says, and whether the list keeps it.
fn title_facts(
    survey: &Survey<'_>,
    promise: &Promise,
    list: &Candidate,
    ranks: &[Option<usize>],
) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::from([("k".to_owned(), promise.k.to_string())]);
    let words = [("concept", &promise.concept), ("ranking", &promise.ranking), ("time", &promise.time)];
    for (name, words) in words {
        facts.extend(words.clone().map(|words| (name.to_owned(), words)));
    }
    let found = list.nodes.len();
    let goes_on =
        found < promise.k && (has_next_page(survey) || ranks.iter().flatten().any(|rank| *rank > found));
    let longer =
        list.likeness == crate::classes::Likeness::Numbered && matches!(list.mended, Mended::Dropped(_));
    let length = match found.cmp(&promise.k) {
        std::cmp::Ordering::Less if goes_on => Some("partial"),
        std::cmp::Ordering::Less => Some("shorter"),
        std::cmp::Ordering::Greater => Some("longer"),
        std::cmp::Ordering::Equal => longer.then_some("longer"),
    };
    facts.extend(length.map(|length| ("length".to_owned(), length.to_owned())));
    facts
}

/// Whether the page links to a next one.
fn has_next_page(survey: &Survey<'_>) -> bool {
    let page = survey.page;
    page.ids().any(|id| {
        let says_next = || {
            let text = page.flat_text(id).to_lowercase();
            let text = text.trim_matches(|c: char| !c.is_alphanumeric());
            matches!(text, "next" | "next page" | "continue" | "weiter" | "suivant" | "siguiente")
        };
        let relates = page.attribute(id, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("next"));
        (page.is(id, "a") || page.is(id, "link"))
            && (relates || (page.is(id, "a") && survey.chars_of(id) < 20 && says_next()))
    })
}

fn common_ancestor(survey: &Survey<'_>, nodes: &[NodeId]) -> NodeId {
    let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { return NodeId::DOCUMENT };
    survey
        .page
        .ancestors(*first)
        .find(|above| survey.page.contains(*above, *last))
        .unwrap_or(NodeId::DOCUMENT)
}
