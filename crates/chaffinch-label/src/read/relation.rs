//! Found records as a relation: every value with its node, its bytes and its place on the screen.

use super::{FoundRecord, FoundValue, PageRecords};
use crate::model::LabelModel;
use crate::see::{Observed, ObservedLeaf, trimmed_range, value_of};
use chaffinch_core::{
    Cell, CellContent, Column, ColumnType, NodeId, NodeKind, Page, Rect, Relation, RelationKind, Row, Span,
    Value,
};
use chaffinch_values::{column_type, decimal_mark, read_as};
use chaffinch_vision::BlockId;

/// A column has a type if at least this share of its values are of that type.
const TYPE_SHARE: f32 = 0.8;
/// A link is looked for in this many nodes: the value's and those around it.
const LINK_NODES: usize = 8;

/// The relation; `None` if no value was found.
pub fn relation(
    page: &Page,
    observed: &Observed,
    model: &LabelModel,
    found: &PageRecords,
) -> Option<Relation> {
    let (kind, region) = match found {
        PageRecords::List { region, .. } => (RelationKind::Records, *region),
        PageRecords::Detail(record) => (RelationKind::Detail, *record.blocks.first()?),
    };
    let records = found.records();
    let mut columns: Vec<Column> = Vec::new();
    let mut rows: Vec<Row> = records.iter().map(|record| row(page, observed, record)).collect();
    for attribute in model.spaces.attribute_ids() {
        let mut cells: Vec<Option<Cell>> = records
            .iter()
            .map(|record| {
                let value = record.values.iter().find(|value| value.attribute == attribute)?;
                cell(page, observed, value, model.keeps_references)
            })
            .collect();
        let kind = give_values(&mut cells, model.images.contains(attribute));
        columns.push(Column { name: Some(model.spaces.name(attribute).to_owned()), kind });
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
        xpath: page.xpath(holder(page, observed, region)),
        rect: Some(observed.rects[region.index()]),
        columns,
        rows,
    })
}

/// How probable the values are, in the mean.
fn score(records: &[FoundRecord]) -> f64 {
    let values: Vec<f64> = records.iter().flat_map(|r| &r.values).map(|value| value.probability).collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn row(page: &Page, observed: &Observed, record: &FoundRecord) -> Row {
    let roots: Vec<NodeId> = record.blocks.iter().map(|block| holder(page, observed, *block)).collect();
    Row {
        xpaths: roots.iter().map(|root| page.xpath(*root)).collect(),
        rect: Rect::hull(record.blocks.iter().map(|block| observed.rects[block.index()])),
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

/// The node whose visible content is just this block, or the lowest one around what the block shows.
fn holder(page: &Page, observed: &Observed, block: BlockId) -> NodeId {
    let inside = observed.inside(block).filter_map(|inner| observed.leaf(inner));
    let around = || {
        let mut leaves = inside.flat_map(|leaf| [leaf.node, leaf.last]);
        let first = leaves.next()?;
        let (low, high) = leaves.fold((first, first), |(low, high), node| (low.min(node), high.max(node)));
        std::iter::once(low).chain(page.ancestors(low)).find(|above| page.contains(*above, high))
    };
    observed.nodes[block.index()].or_else(around).unwrap_or(NodeId::DOCUMENT)
}

fn cell(page: &Page, observed: &Observed, value: &FoundValue, keeps_references: bool) -> Option<Cell> {
    let leaf = observed.leaf(value.block)?;
    let link = std::iter::once(leaf.node)
        .chain(page.ancestors(leaf.node))
        .take(LINK_NODES)
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
        rect: Some(observed.rects[value.block.index()]),
        confidence: Some(value.probability as f32),
        ..Cell::default()
    })
}

/// The bytes of what follows the caption that a leaf's text begins with.
fn part_span(page: &Page, leaf: &ObservedLeaf) -> Option<Span> {
    let nodes = (leaf.node.index()..=leaf.last.index()).map(NodeId::from_index);
    let mut found: Option<Span> = None;
    let mut after_caption = false;
    for node in nodes.filter(|node| page.node(*node).kind == NodeKind::Text) {
        let text = page.own_text(node);
        let caption_end = if after_caption { 0 } else { text.find(':').map_or(text.len(), |at| at + 1) };
        after_caption |= text[..caption_end].ends_with(':');
        let within = trimmed_range(&text[caption_end..]);
        if after_caption && !within.is_empty() {
            let own = page.text_span(node, caption_end + within.start..caption_end + within.end)?;
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

/// Finds the type of a column and gives its cells their typed values.
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
