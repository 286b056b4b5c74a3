//! Domain files: reading them, and checking one against pages while it is written.

use crate::answer::{Answer, Failure, json, read};
use crate::state::Bench;
use axum::body::Bytes;
use axum::extract::{Path, State};
use chaffinch::domain::{DOMAINS, Domain, Understanding, parse};
use chaffinch::{Engine, Extraction, Settings};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pages that one check looks at.
const MOST_PAGES: usize = 20;
/// Most bytes of a domain file.
const MOST_BYTES: usize = 1 << 20;
/// Finds of one annotator that are told for a page.
const TOLD: usize = 200;

/// A domain that comes with the program.
pub async fn shipped(Path(name): Path<String>) -> Answer {
    let found = DOMAINS.iter().find(|domain| domain.0 == name);
    let (name, text) = found.ok_or_else(|| Failure::missing(format!("no domain is called {name}")))?;
    Ok(json(&json!({ "name": name, "toml": text })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    toml: String,
    #[serde(default)]
    pages: Vec<String>,
}

/// What a domain file finds on open pages, or what is wrong with it.
pub async fn check(State(bench): State<Bench>, body: Bytes) -> Answer {
    let request: Request = read(&body)?;
    if request.toml.len() > MOST_BYTES || request.pages.len() > MOST_PAGES {
        return Err(Failure::wrong(format!(
            "a check takes a file of at most {} KB and {MOST_PAGES} pages",
            MOST_BYTES >> 10
        )));
    }
    let inner = bench.clone();
    bench.gate.work(move || {
        // Without a folder: a domain file that is sent names no files of this machine.
        let domain = match parse("domain.toml", &request.toml, None) {
            Ok(domain) => Arc::new(domain),
            Err(problem) => {
                return Ok(json(&json!({ "problem": { "line": problem.line, "message": problem.message }, "pages": [] })));
            }
        };
        let settings = Settings::default().with(|settings| {
            settings.only = Some(Extraction::Domain);
            settings.explain = true;
            settings.domain.domain = Some(domain.clone());
        });
        let engine = Engine::new(settings).map_err(|problem| problem.to_string())?;
        let mut pages = Vec::new();
        for id in &request.pages {
            let opened = inner.pages.get(id)?;
            let mut found = Value::Null;
            let report = engine.read_with(opened.document.clone(), |_, understanding| found = annotations(understanding, &domain));
            let places = chaffinch::show::places(&*opened.page(&inner)?, &report);
            let explanation = report.explanation.clone();
            pages.push(json!({ "page": id, "name": opened.document.name, "annotations": found, "report": report, "places": places, "explanation": explanation }));
        }
        Ok(json(&json!({ "problem": null, "pages": pages })))
    }).await
}

/// For each annotator how much it finds, and where.
fn annotations(understanding: &Understanding, domain: &Domain) -> Value {
    let mut found: BTreeMap<&str, (usize, Vec<Value>)> = BTreeMap::new();
    for annotation in &domain.annotations {
        found.insert(&annotation.name, (0, Vec::new()));
    }
    for annotation in &understanding.annotations {
        let name = domain[annotation.kind].name.as_str();
        let Some((count, told)) = found.get_mut(name) else { continue };
        *count += 1;
        if told.len() < TOLD {
            let text = understanding.stream.text().get(annotation.range.clone()).unwrap_or_default();
            let nodes: Vec<usize> = annotation.nodes.iter().map(|node| node.index()).collect();
            told.push(json!({ "text": text, "nodes": nodes }));
        }
    }
    let line = |(name, (count, told)): (&str, (usize, Vec<Value>))| json!({ "name": name, "count": count, "found": told });
    found.into_iter().map(line).collect()
}
