//! Found records as rows of nodes.

use super::{FoundRecord, FoundValue, PageRecords};
use crate::model::LabelModel;
use crate::see::{Observed, ObservedLeaf, trimmed_range, value_of};
use chaffinch_columns::Table;
use chaffinch_core::{
    Column, ColumnType, Finding, FoundCell, FoundRow, Method, NodeId, NodeKind, Page, Place, RelationKind,
    Value,
};
use chaffinch_vision::BlockId;
use std::ops::Range;

/// A column has a type if at least this share of its values are of that type.
const TYPE_SHARE: f32 = 0.8;
/// A link is looked for in this many nodes: the value's and those around it.
const LINK_NODES: usize = 8;

/// The records as rows of nodes; `None` if no value was found. Its score is how probable it is that the page is of the model's kind; for a
/// model that cannot tell, how probable the values are.
pub fn finding(
    page: &Page,
    observed: &Observed,
    model: &LabelModel,
    found: &PageRecords,
    probability: Option<f64>,
) -> Option<Finding> {
    let (kind, region) = match found {
        PageRecords::List { region, .. } => (RelationKind::Records, *region),
        PageRecords::Detail(record) => (RelationKind::Detail, *record.blocks.first()?),
    };
    // Blocks may go down one column of a grid after the other; rows are in the order of the document.
    let mut records: Vec<&FoundRecord> = found.records().iter().collect();
    let first = |record: &FoundRecord| record.blocks.iter().map(|block| holder(page, observed, *block)).min();
    records.sort_by_cached_key(|record| first(record));
    let mut table = Table::new(records.len());
    for attribute in model.spaces.attribute_ids() {
        let cells = records.iter().map(|record| {
            let value = record.values.iter().find(|value| value.attribute == attribute)?;
            cell(page, observed, value, model.keeps_references)
        });
        let cells = cells.collect();
        let name = Some(model.spaces.name(attribute).to_owned());
        if model.images.contains(attribute) {
            table.add(Column::new(name, ColumnType::Image), images(cells));
        } else {
            table.add_typed(name, cells, TYPE_SHARE);
        }
    }
    let shown = shown_nodes(observed);
    let rows: Vec<FoundRow> = records
        .into_iter()
        .zip(table.rows)
        .map(|(record, cells)| FoundRow { cells, ..row(page, observed, record, kind, &shown) })
        .collect();
    let any = rows.iter().any(|row| row.values().next().is_some());
    let root = holder(page, observed, region);
    any.then(|| Finding {
        kind,
        method: Method::Hcrf,
        score: probability.unwrap_or_else(|| score(found.records())) as f32,
        title: None,
        facts: Default::default(),
        root,
        columns: table.columns,
        rows,
    })
}

/// How probable the values are, in the mean.
fn score(records: &[FoundRecord]) -> f64 {
    let values: Vec<f64> = records.iter().flat_map(|r| &r.values).map(|value| value.probability).collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn row(
    page: &Page,
    observed: &Observed,
    record: &FoundRecord,
    kind: RelationKind,
    shown: &[NodeId],
) -> FoundRow {
    let nodes = record.blocks.iter().map(|block| holder(page, observed, *block));
    FoundRow::of(match (kind, &record.blocks[..]) {
        (RelationKind::Records, [_]) => nodes.map(|node| whole(page, node, shown)).collect(),
        _ => nodes.collect(),
    })
}

/// The nodes of all leaves, in document order.
fn shown_nodes(observed: &Observed) -> Vec<NodeId> {
    let mut shown: Vec<NodeId> = observed.leaves().flat_map(|(_, leaf)| [leaf.node, leaf.last]).collect();
    shown.sort_unstable();
    shown
}

/// The outermost node that shows nothing but what `node` shows. A record is often wrapped in a link, and in an item of a list.
fn whole(page: &Page, node: NodeId, shown: &[NodeId]) -> NodeId {
    let before = shown.partition_point(|other| *other < node).checked_sub(1).map(|at| shown[at]);
    let after = shown.get(shown.partition_point(|other| *other < page.node(node).end)).copied();
    let holds_others =
        |above: &NodeId| before.into_iter().chain(after).any(|other| page.contains(*above, other));
    // A record that is all there is on a page is not the page.
    let around = page.ancestors(node).take_while(|above| *above != page.body() && !holds_others(above));
    around.last().unwrap_or(node)
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

fn cell(page: &Page, observed: &Observed, value: &FoundValue, keeps_references: bool) -> Option<FoundCell> {
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
    Some(FoundCell {
        text,
        link: link.map(|href| href.trim().to_owned()),
        place: Some(place(page, leaf, value.part)),
        confidence: Some(value.probability as f32),
        ..FoundCell::default()
    })
}

/// Where a leaf stands; where only a part of it is the value, what follows its label.
fn place(page: &Page, leaf: &ObservedLeaf, part: bool) -> Place {
    if leaf.image.is_some() {
        return Place::Element(leaf.node);
    }
    let nodes = (leaf.node.index()..=leaf.last.index().max(leaf.node.index())).map(NodeId::from_index);
    let mut parts: Vec<(NodeId, Range<usize>)> = Vec::new();
    let mut after_label = !part;
    for node in nodes.filter(|node| page.node(*node).kind == NodeKind::Text) {
        let text = page.own_text(node);
        let label_end = if after_label { 0 } else { text.find(':').map_or(text.len(), |at| at + 1) };
        after_label |= text[..label_end].ends_with(':');
        let rest = &text[label_end..];
        let start = rest.len() - rest.trim_start().len();
        let within = if part { trimmed_range(rest) } else { start..start + rest.trim().len() };
        if after_label && !within.is_empty() {
            parts.push((node, label_end + within.start..label_end + within.end));
        }
    }
    if parts.is_empty() { Place::shown(page, leaf.node) } else { Place::Texts(parts) }
}

/// The values of images are their addresses.
fn images(cells: Vec<Option<FoundCell>>) -> impl Iterator<Item = Option<FoundCell>> {
    cells
        .into_iter()
        .map(|cell| cell.map(|cell| FoundCell { value: Some(Value::Text(cell.text.clone())), ..cell }))
}
