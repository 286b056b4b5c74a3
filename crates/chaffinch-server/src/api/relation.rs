//! Correcting what was found: other rows, wider or narrower ones, other columns.

use crate::answer::{Answer, Failure, json, read};
use crate::state::Bench;
use axum::body::Bytes;
use axum::extract::State;
use chaffinch::correct::{Edit, edit, narrow, rows_around, widen};
use chaffinch::{NodeId, Page, PageReport, Relation, show};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    page: String,
    /// The relation to correct.
    relation: Option<Relation>,
    /// A node in the list that is meant instead.
    around: Option<usize>,
    /// The rows that are meant instead, as the numbers of their nodes.
    rows: Option<Vec<Vec<usize>>>,
    /// Whether rows are to take more or less of the page.
    #[serde(default)]
    extent: Extent,
    #[serde(default)]
    edits: Vec<Edit>,
}

#[derive(Deserialize, Default, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Extent {
    #[default]
    Same,
    Wider,
    Narrower,
}

pub async fn correct(State(bench): State<Bench>, body: Bytes) -> Answer {
    let request: Request = read(&body)?;
    let inner = bench.clone();
    bench
        .gate
        .work(move || {
            let bench = inner;
            let opened = bench.pages.get(&request.page)?;
            let page = opened.rendered(&bench)?;
            let mut relation = match (request.rows(&page)?, request.relation) {
                (Some(rows), _) => {
                    let rows = match request.extent {
                        Extent::Same => rows,
                        Extent::Wider => widen(&page, &rows),
                        Extent::Narrower => narrow(&page, &rows),
                    };
                    bench.renderer.relation_of_rows(&page, &rows)
                }
                (None, Some(relation)) => relation,
                (None, None) => return Err(Failure::wrong("say what to correct: relation, rows or around")),
            };
            edit(&mut relation, &request.edits).map_err(|error| Failure::wrong(error.to_string()))?;
            let mut report = PageReport::new(opened.document.name.clone());
            report.relations.push(relation);
            let places = show::places(&page, &report).pop();
            Ok(json(&json!({ "relation": report.relations[0], "places": places })))
        })
        .await
}

impl Request {
    fn rows(&self, page: &Page) -> Result<Option<Vec<Vec<NodeId>>>, Failure> {
        if let Some(node) = self.around {
            return Ok(Some(rows_around(page, node_of(page, node)?)));
        }
        let Some(rows) = &self.rows else { return Ok(None) };
        let row = |row: &Vec<usize>| {
            let mut nodes: Vec<NodeId> =
                row.iter().map(|node| node_of(page, *node)).collect::<Result<_, _>>()?;
            nodes.sort_unstable();
            nodes.dedup();
            Ok(nodes)
        };
        rows.iter().map(row).collect::<Result<_, Failure>>().map(Some)
    }
}

/// The node of a number that somebody sent.
pub fn node_of(page: &Page, number: usize) -> Result<NodeId, Failure> {
    match number < page.len() {
        true => Ok(NodeId::from_index(number)),
        false => Err(Failure::wrong(format!(
            "the page has no node {number}; its nodes are 0 to {}",
            page.len() - 1
        ))),
    }
}
