//! A chosen region as a relation.

use crate::choose::Chosen;
use crate::columns::{Said, table};
use crate::ground::Ground;
use crate::region::Record;
use crate::settings::RecordsSettings;
use chaffinch_core::{NodeId, Page, Rect, Relation, RelationKind, Row};
use rustc_hash::FxHashSet;

pub(crate) fn relation(
    ground: &Ground,
    chosen: &Chosen,
    said: &Said,
    settings: &RecordsSettings,
) -> Relation {
    let page = ground.page;
    let records = &chosen.region.records;
    let root = chosen.region.root(ground);
    let table = table(ground, records, said, &settings.columns);
    let rows =
        records.iter().zip(table.rows).map(|(record, cells)| Row { cells, ..row(page, record) }).collect();
    Relation {
        kind: RelationKind::Records,
        method: settings.method.name().to_owned(),
        score: chosen.score,
        title: title(ground, root, records[0].first()),
        facts: Default::default(),
        xpath: page.xpath(root),
        rect: page.rect(root),
        columns: table.columns,
        rows,
    }
}

/// A record without its cells.
fn row(page: &Page, record: &Record) -> Row {
    let roots: Vec<NodeId> = record.roots(page).collect();
    Row {
        xpaths: roots.iter().map(|root| page.xpath(*root)).collect(),
        rect: Rect::hull(roots.iter().filter_map(|root| page.rect(*root))),
        text: page.row_text(roots.iter().copied()),
        links: distinct(roots.iter().flat_map(|root| page.links(*root))),
        images: distinct(roots.iter().flat_map(|root| page.images(*root))),
        cells: Vec::new(),
    }
}

fn distinct(addresses: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = FxHashSet::default();
    addresses.filter(|address| seen.insert(address.clone())).collect()
}

/// The heading that announces the region: the last one in front of it, near in the tree.
fn title(ground: &Ground, root: NodeId, first: NodeId) -> Option<String> {
    const LEVELS: usize = 3;
    let page = ground.page;
    let scope = std::iter::once(root).chain(page.ancestors(root)).take(LEVELS).last()?;
    let headings = (scope.index()..first.index()).rev().map(NodeId::from_index);
    const NEAR: usize = 400;
    headings
        .take(NEAR)
        .filter(|id| matches!(page.name(*id), "h1" | "h2" | "h3" | "h4" | "caption" | "legend"))
        .map(|id| page.flat_text(id))
        .find(|text| !text.is_empty())
}
