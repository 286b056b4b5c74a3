//! From items to relations.

use crate::flatten::{Allowance, flatten};
use crate::item::{ItemId, Items};
use crate::kind::type_column;
use crate::lists::shown_items;
use crate::rank::{Rank, rank, score};
use crate::settings::StructuredSettings;
use crate::thread::{self, Post};
use chaffinch_core::{
    Column, ColumnType, Finding, FoundCell, FoundRow, Method, NodeId, NodeKind, Page, Place, RelationKind,
    RowContent, TextMap, TextSet, distinct,
};

/// One relation for each type of item, each with its rank.
pub(crate) fn relations(
    page: &Page,
    items: &Items,
    method: Method,
    settings: &StructuredSettings,
) -> Vec<(Rank, Finding)> {
    let mut allowance = Allowance { values: settings.max_values, bytes: settings.max_bytes };
    let mut writing =
        Writing { page, items, method, settings, cells_left: settings.max_cells, nodes_left: 4 * page.len() };
    let mut found = Vec::new();
    let posts = thread::posts(items);
    let with_replies = posts.is_empty();
    let mut flat = |id: ItemId| (id, flatten(page, items, id, with_replies, settings, &mut allowance));
    for (name, members) in by_type(items) {
        let records: Vec<Record> = members.into_iter().map(&mut flat).collect();
        found.extend(writing.relation(name, one_of_variants(name, without_repeats(records))));
    }
    let told: Vec<Record> =
        posts.iter().map(|post| with_parent(items, &posts[0], post, flat(post.item))).collect();
    if let Some(first) = posts.first() {
        let name = items.get(first.item).main_type();
        // What is written under an article is not what the page is about.
        let name = if thread::is_discussion(name) { name } else { "Comment" };
        let rank = if name == "Comment" { Rank::PageItself } else { Rank::Content };
        found.extend(writing.ranked(name, rank, without_repeats(told)));
    }
    found
}

/// A post with what it answers, where that is not the first post.
fn with_parent(items: &Items, first: &Post, post: &Post, mut record: Record) -> Record {
    let parent = post.parent.filter(|parent| *parent != first.item);
    if let Some(called) = parent.and_then(|parent| thread::called(items, parent)) {
        let place = Place::Written(called.node, called.span);
        let cell = FoundCell { text: called.text.clone(), place: Some(place), ..FoundCell::default() };
        record.1.push(("parentItem".to_owned(), vec![cell]));
    }
    record
}

/// An item and its values by dotted name.
type Record = (ItemId, Vec<(String, Vec<FoundCell>)>);

/// The items that become rows, by their types in the order of first appearance.
fn by_type(items: &Items) -> Vec<(&str, Vec<ItemId>)> {
    let mut groups: Vec<(&str, Vec<ItemId>)> = Vec::new();
    let mut index: TextMap<&str, usize> = TextMap::default();
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

/// The records with values, each once. Pages repeat items for small screens, for printing and by mistake.
fn without_repeats(records: Vec<Record>) -> Vec<Record> {
    let mut seen: TextSet<Vec<(String, Vec<String>)>> = TextSet::default();
    let texts_of = |values: &[(String, Vec<FoundCell>)]| {
        let texts = |cells: &[FoundCell]| cells.iter().map(|cell| cell.text.clone()).collect();
        values.iter().map(|(name, cells)| (name.clone(), texts(cells))).collect::<Vec<_>>()
    };
    records.into_iter().filter(|(_, values)| !values.is_empty() && seen.insert(texts_of(values))).collect()
}

/// One record of the variants of a product: shops describe each size and colour of a thing as an item with the same name.
fn one_of_variants(kind: &str, records: Vec<Record>) -> Vec<Record> {
    let name_of = |record: &Record| {
        let named = record.1.iter().find(|(path, _)| path == "name");
        named.and_then(|(_, cells)| Some(cells.first()?.text.to_lowercase()))
    };
    let first = records.first().and_then(name_of);
    const KINDS: [&str; 5] = ["Product", "ProductModel", "IndividualProduct", "Vehicle", "Car"];
    let are_variants = KINDS.iter().any(|known| known.eq_ignore_ascii_case(kind))
        && records.len() > 1
        && first.is_some()
        && records.iter().all(|record| name_of(record) == first);
    if !are_variants {
        return records;
    }
    let mut records = records.into_iter();
    let Some((id, mut values)) = records.next() else { return Vec::new() };
    let mut index: TextMap<String, usize> =
        values.iter().enumerate().map(|(at, (path, _))| (path.clone(), at)).collect();
    for (path, cells) in records.flat_map(|(_, values)| values) {
        let at = *index.entry(path.clone()).or_insert(values.len());
        if at == values.len() {
            values.push((path, Vec::new()));
        }
        values[at].1.extend(cells);
    }
    for (_, cells) in &mut values {
        let mut seen = TextSet::default();
        cells.retain(|cell| seen.insert(cell.text.clone()));
    }
    // A code that differs is that of a variant.
    let is_code = |path: &str| {
        let last = path.rsplit('.').next().unwrap_or(path);
        matches!(last, "sku" | "mpn" | "productID" | "id") || last.starts_with("gtin")
    };
    values.retain(|(path, cells)| cells.len() == 1 || !is_code(path));
    vec![(id, values)]
}

/// Whether most properties of records are those of most records. Items without a type may be anything: some pages write what they measure visits with as JSON-LD.
fn have_much_in_common(records: &[Record]) -> bool {
    let mut times: TextMap<&str, usize> = TextMap::default();
    for (path, _) in records.iter().flat_map(|(_, values)| values) {
        *times.entry(path).or_default() += 1;
    }
    let usual = times.values().filter(|times| 2 * **times > records.len()).count();
    2 * usual > times.len()
}

struct Writing<'a> {
    page: &'a Page,
    items: &'a Items,
    method: Method,
    settings: &'a StructuredSettings,
    cells_left: usize,
    /// How many more nodes may be read for the texts of rows: items inside one another share their nodes.
    nodes_left: usize,
}

impl Writing<'_> {
    /// The relation of all records of type `name`; nothing where there are none, or none that fit.
    fn relation(&mut self, name: &str, records: Vec<Record>) -> Option<(Rank, Finding)> {
        if name == "Thing" && !have_much_in_common(&records) {
            return None;
        }
        let kind = if records.len() > 1 { RelationKind::Records } else { RelationKind::Detail };
        self.ranked(name, rank(name, kind), records)
    }

    /// [`Writing::relation`] with a rank that is known.
    fn ranked(&mut self, name: &str, rank: Rank, records: Vec<Record>) -> Option<(Rank, Finding)> {
        let mut columns: Vec<Column> = Vec::new();
        let mut index: TextMap<String, usize> = TextMap::default();
        for path in records.iter().flat_map(|(_, values)| values).map(|(path, _)| path) {
            if !index.contains_key(path) {
                index.insert(path.clone(), columns.len());
                columns.push(Column::text(path.clone()));
            }
        }
        let affordable = self.cells_left / columns.len().max(1);
        let mut nodes = Vec::new();
        let mut grid: Vec<Vec<Vec<FoundCell>>> = Vec::new();
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
            let mut cells: Vec<&mut FoundCell> = grid.iter_mut().flat_map(|row| &mut row[at]).collect();
            column.kind =
                type_column(column.name.as_deref().unwrap_or_default(), &mut cells, self.settings.type_share);
        }
        let filled = grid.iter().flatten().filter(|cells| !cells.is_empty()).count();
        let filled = filled as f32 / (grid.len() * columns.len()).max(1) as f32;
        let rows: Vec<FoundRow> =
            nodes.iter().zip(grid).map(|(node, row)| self.row(*node, &columns, row)).collect();
        let kind = if rows.len() > 1 { RelationKind::Records } else { RelationKind::Detail };
        let relation = Finding {
            kind,
            method: self.method,
            score: score(rank, columns.len(), filled, self.settings),
            title: Some(name.to_owned()),
            facts: Default::default(),
            root: holder(self.page, &nodes),
            columns,
            rows,
        };
        Some((rank, relation))
    }

    fn row(&mut self, node: NodeId, columns: &[Column], cells: Vec<Vec<FoundCell>>) -> FoundRow {
        let values_of = |kind: ColumnType| {
            let of_kind = columns.iter().zip(&cells).filter(move |(column, _)| column.kind == kind);
            of_kind.flat_map(|(_, cells)| cells).map(|cell| cell.text.clone())
        };
        let mut content =
            if self.may_read(node) { RowContent::of(self.page, &[node]) } else { RowContent::default() };
        if content.text.is_empty() {
            let texts: Vec<&str> = cells.iter().flatten().map(|cell| cell.text.as_str()).collect();
            content.text = texts.join(" ");
        }
        content.links = distinct(values_of(ColumnType::Url).chain(content.links));
        content.images = distinct(values_of(ColumnType::Image).chain(content.images));
        FoundRow { nodes: vec![node], content: Some(content), cells }
    }

    /// Whether the text of `node` may be read: it is not a script, and the limit is not reached.
    fn may_read(&mut self, node: NodeId) -> bool {
        let nodes = self.page.node(node).end.index() - node.index();
        let left = self.nodes_left.checked_sub(nodes).filter(|_| !self.page.is(node, "script"));
        self.nodes_left = left.unwrap_or(self.nodes_left);
        left.is_some()
    }
}

/// The nearest element around all of `nodes`.
fn holder(page: &Page, nodes: &[NodeId]) -> NodeId {
    let Some((first, last)) = nodes.iter().min().copied().zip(nodes.iter().max().copied()) else {
        return NodeId::DOCUMENT;
    };
    // Node numbers are in document order, so that what holds the first and the last node holds all.
    let around = page.common_ancestor(first, last);
    let is_element = |id: &NodeId| page.node(*id).kind != NodeKind::Fragment;
    std::iter::once(around).chain(page.ancestors(around)).find(is_element).unwrap_or(NodeId::DOCUMENT)
}
