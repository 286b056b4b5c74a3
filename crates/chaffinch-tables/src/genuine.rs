//! Tells tables of data from tables that only arrange the page.

use crate::settings::GridSettings;
use chaffinch_core::{NodeId, Page};

/// The tables of the page that may hold data, in document order.
///
/// A table only arranges the page if its `role` says so, or if most of it lies in tables inside its cells and it does not name its columns.
pub(crate) fn genuine_tables(page: &Page, settings: &GridSettings) -> Vec<NodeId> {
    let nested = nested_nodes(page);
    nested
        .into_iter()
        .filter(|(table, nested)| {
            let size = nodes_in(page, *table);
            let mostly_nested = *nested as f32 > size as f32 * settings.nested_share;
            !says_it_is_layout(page, *table) && (!mostly_nested || names_columns(page, *table))
        })
        .map(|(table, _)| table)
        .collect()
}

/// All tables, each with the number of its nodes that lie in tables inside it.
fn nested_nodes(page: &Page) -> Vec<(NodeId, usize)> {
    let mut tables: Vec<(NodeId, usize)> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for id in page.ids().filter(|id| page.is(*id, "table")) {
        while open.last().is_some_and(|outer| !page.contains(tables[*outer].0, id)) {
            open.pop();
        }
        if let Some(outer) = open.last() {
            tables[*outer].1 += nodes_in(page, id);
        }
        open.push(tables.len());
        tables.push((id, 0));
    }
    tables
}

fn nodes_in(page: &Page, id: NodeId) -> usize {
    page.node(id).end.index() - id.index()
}

/// Whether the first row of a table is nothing but names: at least two `<th>` without a table inside.
fn names_columns(page: &Page, table: NodeId) -> bool {
    let first = page.descendants(table).find(|id| page.is(*id, "tr"));
    let cells: Vec<NodeId> = first.into_iter().flat_map(|row| page.element_children(row)).collect();
    let is_name =
        |cell: &NodeId| page.is(*cell, "th") && !page.descendants(*cell).any(|id| page.is(id, "table"));
    cells.len() > 1 && cells.iter().all(is_name)
}

fn says_it_is_layout(page: &Page, table: NodeId) -> bool {
    page.attribute(table, "role").is_some_and(|role| {
        role.split_ascii_whitespace()
            .any(|r| r.eq_ignore_ascii_case("presentation") || r.eq_ignore_ascii_case("none"))
    })
}
