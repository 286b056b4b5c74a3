//! What was found as a relation: every value with its node, its bytes and its place on the screen.

use crate::decode::{Found, FoundRecord};
use crate::element::{trimmed_range, value_of};
use crate::model::{FoundValue, LabelModel};
use crate::observed::{Observed, ObservedLeaf};
use chaffinch_core::{
    Cell, CellContent, Column, ColumnType, NodeId, NodeKind, Page, Rect, Relation, RelationKind, Row, Span,
    Value,
};
use chaffinch_values::{column_type, decimal_mark, read_as};

/// A column has a type if so many of its values are of it.
const TYPE_SHARE: f32 = 0.8;

/// The relation; none where there is no value at all.
pub fn relation(page: &Page, observed: &Observed, model: &LabelModel, found: &Found) -> Option<Relation> {
    let (kind, region, records) = match found {
        Found::List { region, records } => (RelationKind::Records, Some(*region), records.as_slice()),
        Found::Detail(record) => {
            (RelationKind::Detail, record.blocks.first().copied(), std::slice::from_ref(record))
        }
    };
    let holder = holder(page, observed, region?);
    let mut columns: Vec<Column> = Vec::new();
    let mut rows: Vec<Row> = records.iter().map(|record| row(page, observed, record)).collect();
    for (attribute, name) in model.spaces.attributes.iter().enumerate() {
        let mut cells: Vec<Option<Cell>> = records
            .iter()
            .map(|record| {
                let value = record.values.iter().find(|value| value.attribute == attribute)?;
                cell(page, observed, value, model.keeps_references)
            })
            .collect();
        let kind = give_values(&mut cells, model.images >> attribute & 1 == 1);
        columns.push(Column { name: Some(name.clone()), kind });
        for (row, cell) in rows.iter_mut().zip(cells) {
            row.cells.push(cell.map(CellContent::One));
        }
    }
    let any = rows.iter().flat_map(|row| &row.cells).any(Option::is_some);
    any.then(|| Relation {
        kind,
        method: "hcrf".into(),
        score: score(records) as f32,
        title: None,
        facts: Default::default(),
        xpath: page.xpath(holder),
        rect: observed.rects.get(region.unwrap_or(0)).copied(),
        columns,
        rows,
    })
}

/// How probable the values are, on the whole.
fn score(records: &[FoundRecord]) -> f64 {
    let values: Vec<f64> = records.iter().flat_map(|r| &r.values).map(|value| value.probability).collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn row(page: &Page, observed: &Observed, record: &FoundRecord) -> Row {
    let roots: Vec<NodeId> = record.blocks.iter().map(|block| holder(page, observed, *block)).collect();
    Row {
        xpaths: roots.iter().map(|root| page.xpath(*root)).collect(),
        rect: Rect::hull(record.blocks.iter().map(|block| observed.rects[*block])),
        text: page.row_text(roots.iter().copied()),
        links: distinct(roots.iter().flat_map(|root| page.links(*root))),
        images: distinct(roots.iter().flat_map(|root| page.images(*root))),
        cells: Vec::new(),
    }
}

/// Each once, in order.
fn distinct(addresses: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = rustc_hash::FxHashSet::default();
    addresses.filter(|address| seen.insert(address.clone())).collect()
}

/// The node that shows just this block, or the lowest one around what it shows.
fn holder(page: &Page, observed: &Observed, block: usize) -> NodeId {
    let inside = (block..observed.len())
        .take_while(|inner| *inner == block || observed.parents[*inner] >= Some(block))
        .filter_map(|inner| observed.leaves[inner].as_ref());
    let around = || {
        let mut leaves = inside.flat_map(|leaf| [leaf.node, leaf.last]);
        let first = leaves.next()?;
        let (low, high) = leaves.fold((first, first), |(low, high), node| (low.min(node), high.max(node)));
        std::iter::once(low).chain(page.ancestors(low)).find(|above| page.contains(*above, high))
    };
    observed.holders[block].or_else(around).unwrap_or(NodeId::DOCUMENT)
}

fn cell(page: &Page, observed: &Observed, value: &FoundValue, keeps_references: bool) -> Option<Cell> {
    let leaf = observed.leaves[value.block].as_ref()?;
    let link = std::iter::once(leaf.node)
        .chain(page.ancestors(leaf.node))
        .take(8)
        .filter(|above| page.is(*above, "a"))
        .find_map(|above| page.attribute(above, "href"));
    let text = match (&leaf.image, &leaf.source_text) {
        (Some(address), _) => address.clone(),
        _ if value.part => value_of(&leaf.text).to_owned(),
        (None, Some(source)) if keeps_references => source.clone(),
        _ => leaf.text.clone(),
    };
    Some(Cell {
        text,
        link: link.map(|href| href.trim().to_owned()),
        xpath: Some(page.xpath(leaf.node)),
        span: part_span(page, leaf).filter(|_| value.part).or_else(|| span(page, leaf)),
        rect: Some(observed.rects[value.block]),
        confidence: Some(value.probability as f32),
        ..Cell::default()
    })
}

/// The bytes of what follows the label that a leaf's text begins with.
fn part_span(page: &Page, leaf: &ObservedLeaf) -> Option<Span> {
    let nodes = (leaf.node.index()..=leaf.last.index()).map(NodeId::from_index);
    let mut found: Option<Span> = None;
    let mut after_label = false;
    for node in nodes.filter(|node| page.node(*node).kind == NodeKind::Text) {
        let text = page.own_text(node);
        let label_end = if after_label { 0 } else { text.find(':').map_or(text.len(), |at| at + 1) };
        after_label |= text[..label_end].ends_with(':');
        let within = trimmed_range(&text[label_end..]);
        if after_label && !within.is_empty() {
            let own = page.text_span(node, label_end + within.start..label_end + within.end)?;
            found = Some(found.map_or(own, |found| found.union(own)));
        }
    }
    found
}

fn span(page: &Page, leaf: &ObservedLeaf) -> Option<Span> {
    if leaf.image.is_some() {
        return page.span(leaf.node);
    }
    let (first, last) = (page.text_extent(leaf.node), page.text_extent(leaf.last));
    let both = first.zip(last).map(|(first, last)| Span { start: first.start, end: last.end });
    both.or(first).or(last).or_else(|| page.span(leaf.node))
}

/// What the column holds; its cells get their typed values.
fn give_values(cells: &mut [Option<Cell>], images: bool) -> ColumnType {
    let texts = || cells.iter().flatten().map(|cell| cell.text.as_str());
    let mark = decimal_mark(texts());
    let kind = if images { ColumnType::Image } else { column_type(texts(), mark, TYPE_SHARE) };
    for cell in cells.iter_mut().flatten() {
        if images {
            cell.value = Some(Value::Text(cell.text.clone()));
        } else if let Some(reading) = read_as(kind, &cell.text, mark) {
            cell.value = Some(reading.value);
            cell.unit = reading.unit;
        }
    }
    kind
}
