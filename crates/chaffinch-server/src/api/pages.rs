//! Opening pages, and showing them.

use crate::answer::{Answer, Failure, bytes_of, json, read};
use crate::pages::{MOST_OF_ONE_FILE, Opened, documents_in, fetch};
use crate::secret::secret;
use crate::state::Bench;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use chaffinch::Document;
use chaffinch::show::{Remote, frame_document, frame_policy, harmless, is_quirky};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    url: Option<String>,
    html: Option<String>,
    name: Option<String>,
}

#[derive(Deserialize)]
pub struct FileName {
    name: Option<String>,
}

/// Opens an address or markup, given as JSON, or a file, given as its bytes.
pub async fn open(
    State(bench): State<Bench>,
    Query(file): Query<FileName>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let is_json = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.starts_with("application/json"));
    // What has no name and says what to open is no file, whatever its sender calls it.
    let is_json = is_json || file.name.is_none() && serde_json::from_slice::<Named>(&body).is_ok();
    let inner = bench.clone();
    bench
        .gate
        .work(
            move || {
                if is_json { open_named(&inner, &body) } else { open_file(&inner, file.name, body.to_vec()) }
            },
        )
        .await
}

fn open_named(bench: &Bench, body: &[u8]) -> Answer {
    let Named { url, html, name } = read(body)?;
    let document = match (url, html) {
        (Some(url), None) => fetch(bench, url.trim())?,
        (url, Some(html)) => {
            let mut document = Document::from_html(name.unwrap_or_else(|| "pasted.html".to_owned()), html);
            document.url = url;
            document
        }
        (None, None) => return Err(Failure::wrong("give a url or html")),
    };
    Ok(opened(bench, &[bench.pages.add(document)?], Vec::new()))
}

fn open_file(bench: &Bench, name: Option<String>, bytes: Vec<u8>) -> Answer {
    let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| "page.html".to_owned());
    let (mut pages, mut errors) = (Vec::new(), Vec::new());
    for document in documents_in(bench, &name, bytes) {
        match document {
            Ok(_) if pages.len() == MOST_OF_ONE_FILE => {
                errors.push(format!(
                    "{name}: the first {MOST_OF_ONE_FILE} pages are open; /api/stream reads the rest"
                ));
                break;
            }
            Ok(document) => pages.push(bench.pages.add(document)?),
            Err(problem) if errors.len() < MOST_OF_ONE_FILE => errors.push(problem.to_string()),
            Err(_) => break,
        }
    }
    if pages.is_empty() {
        return Err(Failure::wrong(
            errors.into_iter().next().unwrap_or_else(|| format!("{name}: there is no page in it")),
        ));
    }
    Ok(opened(bench, &pages, errors))
}

fn opened(bench: &Bench, pages: &[Arc<Opened>], errors: Vec<String>) -> Response {
    let pages: Vec<_> = pages.iter().map(|page| page.about(bench)).collect();
    json(&json!({ "pages": pages, "errors": errors }))
}

pub async fn list(State(bench): State<Bench>) -> Answer {
    let inner = bench.clone();
    bench.gate.work(move || Ok(opened(&inner, &inner.pages.all(), Vec::new()))).await
}

pub async fn about(State(bench): State<Bench>, Path(id): Path<String>) -> Answer {
    let inner = bench.clone();
    bench.gate.work(move || Ok(json(&inner.pages.get(&id)?.about(&inner)))).await
}

/// The bytes, to be saved; never to be shown as a page.
pub async fn source(State(bench): State<Bench>, Path(id): Path<String>) -> Answer {
    let page = bench.pages.get(&id)?;
    let mut response = bytes_of("application/octet-stream", page.document.bytes.clone());
    response
        .headers_mut()
        .insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"page.html\""));
    Ok(response)
}

#[derive(Deserialize)]
pub struct Shown {
    #[serde(default)]
    remote: bool,
}

/// The page for its frame.
pub async fn frame(State(bench): State<Bench>, Path(id): Path<String>, Query(shown): Query<Shown>) -> Answer {
    let inner = bench.clone();
    bench
        .gate
        .work(move || {
            let opened = inner.pages.get(&id)?;
            let page = opened.page(&inner)?;
            let remote = if shown.remote { Remote::Shown } else { Remote::Blocked };
            let nonce = secret().map_err(|error| Failure::broken(error.to_string()))?;
            let nodes = harmless(&page, &opened.document.resources, opened.document.url.as_deref(), remote);
            let mut response =
                bytes_of("text/html; charset=utf-8", frame_document(&nodes, is_quirky(&page), &nonce));
            let policy =
                format!("{}; frame-ancestors 'self'; sandbox allow-scripts", frame_policy(&nonce, remote));
            let policy = HeaderValue::try_from(policy).map_err(|error| Failure::broken(error.to_string()))?;
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
            Ok(response)
        })
        .await
}
