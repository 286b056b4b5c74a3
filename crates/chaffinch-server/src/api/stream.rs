//! Many pages in one request, a report a line, as soon as each is read.

use super::Method;
use super::extract::read_page;
use super::sets::{files_of, find_set};
use crate::answer::{Answer, Failure};
use crate::pages::documents_in;
use crate::state::Bench;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use chaffinch::{Document, PageReport, Problem};
use serde::Deserialize;
use std::convert::Infallible;
use tokio::sync::mpsc::{Sender, channel};
use tokio_stream::wrappers::ReceiverStream;

/// Lines that wait for whoever reads them.
const WAITING: usize = 16;

#[derive(Deserialize)]
pub struct Asked {
    name: Option<String>,
    method: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    #[serde(default)]
    pages: Vec<String>,
    set: Option<String>,
    #[serde(default)]
    method: Method,
}

/// Reads the pages of an archive that is sent as bytes (`method` in the address is JSON), or the open pages and the set that a JSON request
/// names.
pub async fn stream(
    State(bench): State<Bench>,
    Query(asked): Query<Asked>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let is_json = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.starts_with("application/json"));
    let (method, documents): (Method, Box<dyn Iterator<Item = Result<Document, Problem>> + Send>) = if is_json
    {
        let named: Named = crate::answer::read(&body)?;
        let pages: Result<Vec<_>, Failure> = named.pages.iter().map(|id| bench.pages.get(id)).collect();
        let pages = pages?.into_iter().map(|page| Ok(page.document.clone()));
        let files = match &named.set {
            Some(set) => files_of(&find_set(&bench, set)?)?,
            None => Vec::new(),
        };
        let read = chaffinch_input::read(&files, &crate::pages::read_options(&bench));
        (named.method, Box::new(pages.chain(read)))
    } else {
        let method = match &asked.method {
            Some(text) => crate::answer::read(text.as_bytes())?,
            None => Method::default(),
        };
        let name = asked.name.unwrap_or_else(|| "pages".to_owned());
        (method, Box::new(documents_in(&bench, &name, body.to_vec())))
    };
    // What is wrong with the options is said at once.
    bench.program.settings(&method.command, &method.given()?)?;
    let (lines, received) = channel(WAITING);
    tokio::spawn(send_all(bench, method, documents, lines));
    let mut response = Response::new(Body::from_stream(ReceiverStream::new(received)));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    Ok(response)
}

async fn send_all(
    bench: Bench,
    method: Method,
    mut documents: Box<dyn Iterator<Item = Result<Document, Problem>> + Send>,
    lines: Sender<Result<Vec<u8>, Infallible>>,
) {
    loop {
        // Each page takes its turn, so that a long stream keeps nobody else waiting.
        let (inner, method) = (bench.clone(), method.clone());
        let work = move || {
            let report = match documents.next() {
                None => return Ok((documents, None)),
                Some(Ok(document)) => read_page(&inner, &method, document)?,
                Some(Err(problem)) => PageReport::failed(problem),
            };
            Ok((documents, serde_json::to_vec(&report).ok()))
        };
        let line = match bench.gate.work(work).await {
            Ok((rest, Some(mut line))) => {
                documents = rest;
                line.push(b'\n');
                line
            }
            Ok((_, None)) => return,
            Err(failure) => {
                let report = PageReport::failed(Problem::from(failure.message));
                let line = serde_json::to_vec(&report).unwrap_or_default();
                let _ = lines.send(Ok([line, b"\n".to_vec()].concat())).await;
                return;
            }
        };
        // Nobody listens any more.
        if lines.send(Ok(line)).await.is_err() {
            return;
        }
    }
}
