//! What the methods see of a page.

use super::Method;
use crate::answer::{Answer, Failure, json, read};
use crate::state::Bench;
use axum::body::Bytes;
use axum::extract::State;
use chaffinch::view;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    page: String,
    view: String,
    #[serde(default)]
    method: Method,
}

pub async fn view(State(bench): State<Bench>, body: Bytes) -> Answer {
    let request: Request = read(&body)?;
    let inner = bench.clone();
    bench
        .gate
        .work(move || {
            let bench = inner;
            let settings = bench.program.settings(&request.method.command, &request.method.given()?)?;
            let page = bench.pages.get(&request.page)?.rendered(&bench)?;
            let sights = match request.view.as_str() {
                "blocks" => view::blocks(&page, &settings),
                "boxes" => view::boxes(&page),
                "neighbours" => view::neighbours(&page, &settings),
                "classes" => view::classes(&page),
                other => {
                    return Err(Failure::wrong(format!(
                        "there is no view {other}; there are blocks, boxes, neighbours and classes"
                    )));
                }
            };
            Ok(json(&json!({ "view": request.view, "sights": sights })))
        })
        .await
}
