//! One node: how to select it, where it stands, and why it was taken or not.

use super::Method;
use super::extract::read_page;
use super::relation::node_of;
use crate::answer::{Answer, json, read};
use crate::state::Bench;
use axum::body::Bytes;
use axum::extract::State;
use chaffinch::{Engine, correct, finding::Place};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    page: String,
    node: usize,
    /// A part of a text node, in UTF-16 units as browsers count them.
    part: Option<(usize, usize)>,
}

/// Selectors, bytes, box and text of a node.
pub async fn node(State(bench): State<Bench>, body: Bytes) -> Answer {
    let request: Request = read(&body)?;
    let inner = bench.clone();
    bench
        .gate
        .work(move || {
            let page = inner.pages.get(&request.page)?.rendered(&inner)?;
            let node = node_of(&page, request.node)?;
            let (span, text) = match request.part {
                Some((from, to)) => {
                    let own = page.own_text(node);
                    let range = utf16_place(own, from)..utf16_place(own, to);
                    (page.text_span(node, range.clone()), own.get(range).unwrap_or_default().to_owned())
                }
                None => (Place::shown(&page, node).span(&page), page.row_text([node])),
            };
            Ok(json(&json!({
                "node": request.node,
                "xpath": page.xpath(node),
                "css": page.css_path(node),
                "tag_path": page.tag_path(node),
                "span": span,
                "box": page.rect(node),
                "text": text,
                "style": page.layout().and_then(|layout| layout.style(node)),
            })))
        })
        .await
}

/// The byte at which the UTF-16 unit `at` of a text begins.
pub fn utf16_place(text: &str, at: usize) -> usize {
    let mut units = 0;
    for (byte, character) in text.char_indices() {
        if units >= at {
            return byte;
        }
        units += character.len_utf16();
    }
    text.len()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WhyRequest {
    page: String,
    node: usize,
    #[serde(default)]
    method: Method,
}

/// Why a node was taken, or what kept it out.
pub async fn why(State(bench): State<Bench>, body: Bytes) -> Answer {
    let request: WhyRequest = read(&body)?;
    let inner = bench.clone();
    bench
        .gate
        .work(move || {
            let bench = inner;
            let opened = bench.pages.get(&request.page)?;
            let mut method = request.method;
            method.options.insert("explain".to_owned(), Value::Bool(true));
            let settings = bench.program.settings(&method.command, &method.given()?)?;
            let engine = Engine::new(settings).map_err(|problem| problem.to_string())?;
            let report = read_page(&bench, &method, opened.document.clone())?;
            let page = opened.rendered(&bench)?;
            let node = node_of(&page, request.node)?;
            let why = correct::why(&engine, &page, &report, node);
            Ok(json(&json!({ "node": request.node, "why": why, "explanation": report.explanation })))
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::utf16_place;

    #[test]
    fn units_of_browsers_become_bytes() {
        let text = "a€𝄞b";
        assert_eq!([0, 1, 2, 4, 9].map(|at| utf16_place(text, at)), [0, 1, 4, 8, 9]);
    }
}
