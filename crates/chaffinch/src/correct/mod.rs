//! What a person changes about what was found: which rows, how much of the page a row takes, and the columns.

mod columns;
mod rows;
mod why;

pub use columns::{Edit, EditError, edit};
pub use rows::{narrow, rows_around, widen};
pub use why::why;

use crate::Engine;
use chaffinch_columns::align;
use chaffinch_core::{Finding, FoundRow, Method, NodeId, Page, Relation, RelationKind};
use chaffinch_survey::{Record, Survey};
use std::collections::BTreeMap;
use std::ops::Range;

/// The method of relations whose rows a person chose.
const BY_HAND: &str = "hand";

impl Engine {
    /// The relation of rows that somebody chose: each is made of these topmost nodes, in document order. Columns are found as for any other
    /// list.
    ///
    /// ```
    /// use chaffinch::{Document, Engine, Settings, correct};
    /// let engine = Engine::new(Settings::default()).unwrap();
    /// let html = "<ul><li><b>Tea</b> <i>$4</i><li><b>Cake</b> <i>$5</i><li><b>Soup</b> <i>$7</i></ul>";
    /// let page = engine.render(Document::from_html("menu.html", html)).unwrap().page;
    /// let tea = page.ids().find(|node| page.is(*node, "b")).unwrap();
    /// let menu = engine.relation_of_rows(&page, &correct::rows_around(&page, tea));
    /// assert_eq!(menu.rows.len(), 3);
    /// assert_eq!(menu.rows[1].cells[0].as_ref().unwrap().text(""), "Cake");
    /// ```
    pub fn relation_of_rows(&self, page: &Page, rows: &[Vec<NodeId>]) -> Relation {
        let settings = self.settings();
        let survey = Survey::new(page, &settings.structured);
        let rows: Vec<&Vec<NodeId>> = rows.iter().filter(|nodes| !nodes.is_empty()).collect();
        let records: Vec<Record> = rows.iter().map(|nodes| record(page, nodes)).collect();
        let table = align(&survey, &records, &settings.records.columns);
        let nodes = rows.iter().flat_map(|nodes| nodes.iter().copied());
        let root = nodes.reduce(|a, b| page.common_ancestor(a, b)).unwrap_or(NodeId::DOCUMENT);
        let found =
            |(nodes, cells): (&Vec<NodeId>, _)| FoundRow { nodes: nodes.clone(), content: None, cells };
        let finding = Finding {
            kind: RelationKind::Records,
            method: Method::Auto,
            score: 1.0,
            title: None,
            facts: BTreeMap::new(),
            root,
            columns: table.columns,
            rows: rows.into_iter().zip(table.rows).map(found).collect(),
        };
        Relation { method: BY_HAND.to_owned(), ..finding.into_relation(page) }
    }
}

/// The nodes as stretches of neighbours.
fn record(page: &Page, nodes: &[NodeId]) -> Record {
    let mut parts: Vec<Range<NodeId>> = Vec::new();
    for node in nodes {
        let end = page.node(*node).end;
        match parts.last_mut().filter(|part| part.end == *node) {
            Some(part) => part.end = end,
            None => parts.push(*node..end),
        }
    }
    Record { parts: parts.into_iter().collect() }
}
