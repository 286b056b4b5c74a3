//! Tells tables of data from tables that only arrange the page.

use crate::settings::GridSettings;
use chaffinch_core::{NodeId, Page};

/// The tables of the page that may hold data, in document order.
///
/// A table only arranges the page if its `role` says so, or if most of it lies in tables inside its cells.
pub(crate) fn genuine_tables(page: &Page, settings: &GridSettings) -> Vec<NodeId> {
    let nested = nested_nodes(page);
    nested
        .into_iter()
        .filter(|(table, nested)| {
            let size = nodes_in(page, *table);
            !says_it_is_layout(page, *table) && *nested as f32 <= size as f32 * settings.nested_share
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

fn says_it_is_layout(page: &Page, table: NodeId) -> bool {
    page.attribute(table, "role").is_some_and(|role| {
        role.split_ascii_whitespace()
            .any(|r| r.eq_ignore_ascii_case("presentation") || r.eq_ignore_ascii_case("none"))
    })
}
