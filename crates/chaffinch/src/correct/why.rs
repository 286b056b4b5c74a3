//! Why a node of a page is in what was found, or why it is not.

use crate::Engine;
use chaffinch_core::{NodeId, Page, PageReport, Relation};

/// Most candidates that are told.
const TOLD: usize = 4;

/// Says in sentences how `node` stands to a report on its page: which row and cell it is in and what chose them, or what kept it out.
pub fn why(engine: &Engine, page: &Page, report: &PageReport, node: NodeId) -> Vec<String> {
    let own = page.xpath(node);
    let taken: Vec<(usize, &Relation, Place)> = (report.relations.iter().enumerate())
        .filter_map(|(at, relation)| Some((at, relation, place(relation, &own)?)))
        .collect();
    let mut said: Vec<String> =
        taken.iter().map(|(at, relation, place)| told(*at, relation, *place)).collect();
    let is_a_value = taken.iter().any(|(_, _, place)| matches!(place, Place::Cell(..)));
    if !is_a_value {
        said.extend(kept_out(page, node));
    }
    let (candidates, _) = engine.candidates(page);
    let mut others: Vec<&Relation> = candidates
        .iter()
        .filter(|relation| matches!(place(relation, &own), Some(Place::Row(_) | Place::Cell(..))))
        .filter(|relation| {
            report
                .relations
                .iter()
                .all(|found| found.xpath != relation.xpath || found.method != relation.method)
        })
        .collect();
    others.sort_by(|a, b| b.score.total_cmp(&a.score));
    let least = report.relations.first().map_or(0.0, |best| best.score);
    for other in others.iter().take(TOLD) {
        let against =
            if report.relations.is_empty() { String::new() } else { format!("; the best has {least:.2}") };
        said.push(format!(
            "{} found it in {} {} at {} with a score of {:.2}{against}, so that was left out",
            other.method,
            other.rows.len(),
            if other.rows.len() == 1 { "row" } else { "rows" },
            other.xpath,
            other.score
        ));
    }
    if taken.is_empty() && others.is_empty() {
        said.push(
            "no method found rows here: nothing around it repeats in the way that records do".to_owned(),
        );
    }
    said
}

/// How a node stands to a relation; numbers from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Cell(usize, usize),
    Row(usize),
    Around,
}

fn place(relation: &Relation, own: &str) -> Option<Place> {
    let mut row_of = None;
    for (at, row) in relation.rows.iter().enumerate() {
        for (column, content) in row.cells.iter().enumerate() {
            let mut paths =
                content.iter().flat_map(|content| content.cells()).filter_map(|cell| cell.xpath.as_deref());
            if paths.any(|path| is_within(own, path) || is_within(path, own) && is_leaf_step(path, own)) {
                return Some(Place::Cell(at, column));
            }
        }
        if row.xpaths.iter().any(|path| is_within(own, path)) {
            row_of.get_or_insert(at);
        }
    }
    row_of.map(Place::Row).or_else(|| is_within(own, &relation.xpath).then_some(Place::Around))
}

/// Whether a path is another or leads to something below it.
fn is_within(path: &str, outer: &str) -> bool {
    outer == "/" || path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a path leads to the text of an element.
fn is_leaf_step(path: &str, element: &str) -> bool {
    path.strip_prefix(element)
        .is_some_and(|rest| rest.starts_with("/text()") && rest.matches('/').count() == 1)
}

fn told(at: usize, relation: &Relation, place: Place) -> String {
    let which = format!("relation {} ({}, score {:.2})", at + 1, relation.method, relation.score);
    match place {
        Place::Cell(row, column) => {
            let Some(column) = relation.columns.get(column) else { return which };
            let name = column.name.as_deref().unwrap_or("a column without a name");
            let sure = column.confidence.map_or_else(String::new, |sure| format!(", confidence {sure:.2}"));
            let kind = format!("{:?}", column.kind).to_lowercase();
            let rows = relation.rows.len();
            format!("it is {name} ({kind}{sure}) of row {} of {rows} in {which}", row + 1)
        }
        Place::Row(row) => {
            format!(
                "it is in row {} of {which}, but no column has it: it is empty, hidden, or the same in every row",
                row + 1
            )
        }
        Place::Around => format!(
            "it is inside {which} but in none of its rows: a heading, an advertisement or something between the records"
        ),
    }
}

/// What about the node itself keeps it from being a value.
fn kept_out(page: &Page, node: NodeId) -> Option<String> {
    let around = std::iter::once(node).chain(page.ancestors(node));
    for at in around {
        if page.hides(at) {
            return Some("it is not shown on the page, and what is not shown is not read".to_owned());
        }
        if matches!(page.name(at), "nav" | "footer" | "header" | "aside" | "script" | "style" | "form") {
            return Some(format!("it is in <{}>, which seldom holds what a page is about", page.name(at)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Document, Settings};

    const PAGE: &str = "<title>Shop</title><nav><a href=/>Home</a></nav><h1>Shop</h1><ul><li><h3>Oak box</h3><b>$4.50</b><li><h3>Bird bath</h3><b>$5.00</b>\
        <li><h3>Steel feeder</h3><b>$7.25</b><li><h3>Seed mix</h3><b>$3.10</b></ul>";

    fn said(name: &str) -> Vec<String> {
        let engine = Engine::new(Settings::default()).unwrap();
        let page = engine.render(Document::from_html("shop", PAGE)).unwrap().page;
        let report = engine.read(Document::from_html("shop", PAGE));
        let node = page.ids().find(|id| page.is(*id, name)).unwrap();
        why(&engine, &page, &report, node)
    }

    #[test]
    fn a_value_is_told_by_its_column_and_row() {
        let said = said("b");
        assert!(said[0].contains("price") && said[0].contains("row 1 of 4"), "{said:?}");
    }

    #[test]
    fn what_was_not_taken_is_told_with_what_kept_it_out() {
        let said = said("a");
        assert!(said.iter().any(|line| line.contains("<nav>")), "{said:?}");
    }
}
