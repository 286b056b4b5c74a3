//! From items to relations.

use crate::flatten::{Allowance, flatten};
use crate::item::{ItemId, Items};
use crate::kind::type_column;
use crate::lists::shown_items;
use crate::rank::{Rank, rank, score};
use crate::settings::StructuredSettings;
use chaffinch_core::{
    Cell, CellContent, Column, ColumnType, NodeId, NodeKind, Page, Rect, Relation, RelationKind, Row,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// One relation for each type of item, each with its rank.
pub(crate) fn relations(
    page: &Page,
    items: &Items,
    method: &str,
    settings: &StructuredSettings,
) -> Vec<(Rank, Relation)> {
    let mut allowance = Allowance { values: settings.max_values, bytes: settings.max_bytes };
    let mut writing =
        Writing { page, items, method, cells_left: settings.max_cells, nodes_left: 4 * page.len() };
    let mut found = Vec::new();
    for (name, members) in by_type(items) {
        let flat = |id: ItemId| (id, flatten(page, items, id, settings, &mut allowance));
        let records: Vec<Record> = members.into_iter().map(flat).collect();
        found.extend(writing.relation(name, distinct(records)));
    }
    found
}

/// An item and its values by dotted name.
type Record = (ItemId, Vec<(String, Vec<Cell>)>);

/// The items to show by their types, types in the order of first appearance.
fn by_type(items: &Items) -> Vec<(&str, Vec<ItemId>)> {
    let mut groups: Vec<(&str, Vec<ItemId>)> = Vec::new();
    let mut index: FxHashMap<&str, usize> = FxHashMap::default();
    for id in shown_items(items) {
        let name = items.get(id).main_type();
        let at = *index.entry(name).or_insert(groups.len());
        if at == groups.len() {
            groups.push((name, Vec::new()));
        }
        groups[at].1.push(id);
    }
    groups
}

/// The records that say something, each once: pages repeat their items for phones, for printing and by mistake.
fn distinct(records: Vec<Record>) -> Vec<Record> {
    let mut seen: FxHashSet<Vec<(String, Vec<String>)>> = FxHashSet::default();
    let said = |values: &[(String, Vec<Cell>)]| {
        let texts = |cells: &[Cell]| cells.iter().map(|cell| cell.text.clone()).collect();
        values.iter().map(|(name, cells)| (name.clone(), texts(cells))).collect::<Vec<_>>()
    };
    records.into_iter().filter(|(_, values)| !values.is_empty() && seen.insert(said(values))).collect()
}

struct Writing<'a> {
    page: &'a Page,
    items: &'a Items,
    method: &'a str,
    cells_left: usize,
    /// Nodes whose text may still be read for rows, since items inside one another share them.
    nodes_left: usize,
}

impl Writing<'_> {
    /// The relation of all records of type `name`; nothing where there are none, or none that fit.
    fn relation(&mut self, name: &str, records: Vec<Record>) -> Option<(Rank, Relation)> {
        let mut columns: Vec<Column> = Vec::new();
        let mut index: FxHashMap<String, usize> = FxHashMap::default();
        for path in records.iter().flat_map(|(_, values)| values).map(|(path, _)| path) {
            if !index.contains_key(path) {
                index.insert(path.clone(), columns.len());
                columns.push(Column::text(path.clone()));
            }
        }
        let affordable = self.cells_left / columns.len().max(1);
        let mut nodes = Vec::new();
        let mut grid: Vec<Vec<Vec<Cell>>> = Vec::new();
        for (id, values) in records.into_iter().take(affordable) {
            let mut row = vec![Vec::new(); columns.len()];
            for (path, cells) in values {
                row[index[&path]] = cells;
            }
            nodes.push(self.items.get(id).node);
            grid.push(row);
        }
        if grid.is_empty() {
            return None;
        }
        self.cells_left -= grid.len() * columns.len();
        for (at, column) in columns.iter_mut().enumerate() {
            let mut cells: Vec<&mut Cell> = grid.iter_mut().flat_map(|row| &mut row[at]).collect();
            column.kind = type_column(column.name.as_deref().unwrap_or_default(), &mut cells);
        }
        let filled = grid.iter().flatten().filter(|cells| !cells.is_empty()).count();
        let filled = filled as f32 / (grid.len() * columns.len()).max(1) as f32;
        let rows: Vec<Row> =
            nodes.iter().zip(grid).map(|(node, row)| self.row(*node, &columns, row)).collect();
        let kind = if rows.len() > 1 { RelationKind::Records } else { RelationKind::Detail };
        let rank = rank(name, kind);
        let holder = holder(self.page, &nodes);
        let relation = Relation {
            kind,
            method: self.method.to_owned(),
            score: score(rank, columns.len(), filled),
            title: Some(name.to_owned()),
            facts: Default::default(),
            xpath: self.page.xpath(holder),
            rect: Rect::hull(rows.iter().filter_map(|row| row.rect)),
            columns,
            rows,
        };
        Some((rank, relation))
    }

    fn row(&mut self, node: NodeId, columns: &[Column], values: Vec<Vec<Cell>>) -> Row {
        let told = |kinds: &[ColumnType]| -> Vec<String> {
            let of_kind = columns.iter().zip(&values).filter(|(column, _)| kinds.contains(&column.kind));
            of_kind.flat_map(|(_, cells)| cells).map(|cell| cell.text.clone()).collect()
        };
        let mut row = Row {
            xpaths: vec![self.page.xpath(node)],
            rect: self.page.rect(node),
            links: told(&[ColumnType::Url]),
            images: told(&[ColumnType::Image]),
            ..Row::default()
        };
        if self.may_read(node) {
            row.text = self.page.row_text([node]);
            row.links.extend(self.page.links(node));
            row.images.extend(self.page.images(node));
        }
        if row.text.is_empty() {
            let texts: Vec<&str> = values.iter().flatten().map(|cell| cell.text.as_str()).collect();
            row.text = texts.join(" ");
        }
        keep_first_of_each(&mut row.links);
        keep_first_of_each(&mut row.images);
        row.cells = values.into_iter().map(CellContent::from_cells).collect();
        row
    }

    /// Whether `node` shows text of its own, unlike a script, and is not read too often.
    fn may_read(&mut self, node: NodeId) -> bool {
        let nodes = self.page.node(node).end.index() - node.index();
        let left = self.nodes_left.checked_sub(nodes).filter(|_| !self.page.is(node, "script"));
        self.nodes_left = left.unwrap_or(self.nodes_left);
        left.is_some()
    }
}

fn keep_first_of_each(addresses: &mut Vec<String>) {
    let mut seen: FxHashSet<String> = FxHashSet::default();
    addresses.retain(|address| seen.insert(address.clone()));
}

/// The lowest element that holds all of `nodes`.
fn holder(page: &Page, nodes: &[NodeId]) -> NodeId {
    let Some((first, last)) = nodes.iter().min().copied().zip(nodes.iter().max().copied()) else {
        return NodeId::DOCUMENT;
    };
    // Node numbers are in document order, so whatever holds the first and the last holds all between.
    let mut around = std::iter::once(first).chain(page.ancestors(first));
    let holds = |id: &NodeId| page.contains(*id, last) && page.node(*id).kind != NodeKind::Fragment;
    around.find(holds).unwrap_or(NodeId::DOCUMENT)
}
