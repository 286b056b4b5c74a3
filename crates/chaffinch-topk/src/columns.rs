//! From a list to a relation.

use crate::candidate::Candidate;
use crate::items::{Extent, roots};
use crate::numbering::marker;
use crate::settings::TopkSettings;
use crate::survey::Survey;
use crate::title::Promise;
use chaffinch_core::{
    Cell, CellContent, Column, ColumnType, NodeId, Rect, Relation, RelationKind, Row, Value, collapse_space,
};

/// The relation of a list: a row for each item.
pub(crate) fn relation(
    survey: &Survey<'_>,
    promise: &Promise,
    list: &Candidate,
    rank: f32,
    _settings: &TopkSettings,
) -> Relation {
    let page = survey.page;
    let rows: Vec<Row> = (0..list.nodes.len()).map(|i| row(survey, list, i)).collect();
    let container = common_ancestor(survey, &list.nodes);
    Relation {
        kind: RelationKind::Topk,
        method: "topk".into(),
        score: (0.5 + 0.5 * rank).clamp(0.0, 1.0),
        title: Some(promise.title.clone()).filter(|title| !title.is_empty()),
        xpath: page.xpath(container),
        rect: page.rect(container),
        columns: vec![Column::text("name"), Column { name: Some("rank".into()), kind: ColumnType::Number }],
        rows,
    }
}

fn row(survey: &Survey<'_>, list: &Candidate, i: usize) -> Row {
    let page = survey.page;
    let roots: Vec<NodeId> =
        roots(survey, &list.extents[i]).into_iter().filter(|id| survey.is_shown(*id)).collect();
    let texts: Vec<String> = roots
        .iter()
        .map(|id| match page.is_element(*id) {
            true => page.flat_text(*id),
            false => collapse_space(page.own_text(*id)),
        })
        .filter(|text| !text.is_empty())
        .collect();
    let number = marker(&list.names[i]).map(|marker| marker.number);
    let name = list.titles[i].map(|title| {
        CellContent::One(Cell {
            text: list.names[i].clone(),
            link: page.first_link(title).map(str::to_owned),
            xpath: Some(page.xpath(title)),
            span: page.text_extent(title),
            rect: page.rect(title),
            ..Cell::default()
        })
    });
    let rank = number.map(|number| {
        CellContent::One(Cell {
            text: number.to_string(),
            value: Some(Value::Number(number as f64)),
            ..Cell::default()
        })
    });
    Row {
        xpaths: roots.iter().map(|id| page.xpath(*id)).collect(),
        rect: Rect::hull(roots.iter().filter_map(|id| page.rect(*id))),
        text: texts.join(" "),
        links: roots.iter().flat_map(|id| page.links(*id)).collect(),
        images: roots.iter().flat_map(|id| page.images(*id)).collect(),
        cells: vec![name, rank],
    }
}

fn common_ancestor(survey: &Survey<'_>, nodes: &[NodeId]) -> NodeId {
    let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { return NodeId::DOCUMENT };
    survey
        .page
        .ancestors(*first)
        .find(|above| survey.page.contains(*above, *last))
        .unwrap_or(NodeId::DOCUMENT)
}

#[allow(dead_code)]
type Unused = Extent;
