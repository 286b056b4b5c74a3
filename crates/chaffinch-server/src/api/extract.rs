//! Reading a page by a method.

use super::Method;
use crate::answer::{Answer, Failure, json, read};
use crate::pages::{Opened, fetch};
use crate::state::Bench;
use axum::body::Bytes;
use axum::extract::State;
use chaffinch::{Document, PageReport, show};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// An open page.
    page: Option<String>,
    /// Markup.
    html: Option<String>,
    /// An address: to be fetched, or that of the markup.
    url: Option<String>,
    /// What to call the page.
    name: Option<String>,
    #[serde(default)]
    method: Method,
    /// Whether to say where everything stands, by the numbers of nodes.
    #[serde(default)]
    places: bool,
}

/// The report on a page, as the contract has it, what explains it, and how long it took.
pub async fn extract(State(bench): State<Bench>, body: Bytes) -> Answer {
    let request: Request = read(&body)?;
    let inner = bench.clone();
    bench.gate.work(move || {
        let bench = inner;
        let page = request.opened(&bench)?;
        let begin = Instant::now();
        let report = read_page(&bench, &request.method, page.document.clone())?;
        let seconds = begin.elapsed().as_secs_f64();
        let places = match request.places {
            true => Some(show::places(&*page.page(&bench)?, &report)),
            false => None,
        };
        let explanation = report.explanation.clone();
        Ok(json(&json!({ "report": report, "explanation": explanation, "places": places, "seconds": seconds })))
    }).await
}

/// Reads a document by a method.
pub fn read_page(bench: &Bench, method: &Method, document: Document) -> Result<PageReport, Failure> {
    Ok(bench.program.read(&method.command, &method.given()?, document)?)
}

impl Request {
    /// The page that is meant; one that comes with the request is not kept.
    fn opened(&self, bench: &Bench) -> Result<Arc<Opened>, Failure> {
        match (&self.page, &self.html, &self.url) {
            (Some(id), _, _) => bench.pages.get(id),
            (None, Some(html), url) => {
                let mut document = Document::from_html(
                    self.name.clone().unwrap_or_else(|| "page.html".to_owned()),
                    html.clone(),
                );
                document.url.clone_from(url);
                Ok(Arc::new(Opened::of(document)))
            }
            (None, None, Some(url)) => Ok(Arc::new(Opened::of(fetch(bench, url.trim())?))),
            (None, None, None) => Err(Failure::wrong("say which page: page, html or url")),
        }
    }
}
