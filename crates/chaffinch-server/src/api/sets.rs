//! Labelled sets of pages that are installed.

use crate::answer::{Answer, Failure, json, read};
use crate::state::Bench;
use axum::body::Bytes;
use axum::extract::{Path, State};
use chaffinch::train::read_gold;
use chaffinch::wrapper::GoldPage;
use chaffinch_input::Document;
use serde::Deserialize;
use serde_json::json;
use std::path::PathBuf;

/// The sets, by their names.
pub fn sets(bench: &Bench) -> Vec<(String, PathBuf)> {
    let Some(data) = &bench.options.data else { return Vec::new() };
    let entries = std::fs::read_dir(data).into_iter().flatten().flatten();
    let mut sets: Vec<(String, PathBuf)> = entries
        .filter(|entry| entry.path().join("gold.jsonl").is_file())
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .collect();
    sets.sort();
    sets
}

/// The folder of a set. Only names of the list are looked up, so that no other folder can be meant.
pub fn find_set(bench: &Bench, name: &str) -> Result<PathBuf, Failure> {
    let found = sets(bench).into_iter().find(|(known, _)| known == name).map(|(_, folder)| folder);
    found.ok_or_else(|| Failure::missing(format!("no set is called {name}")))
}

/// The labelled pages of a set that have records.
pub fn labelled(folder: &std::path::Path) -> Result<Vec<GoldPage>, Failure> {
    let gold = folder.join("gold.jsonl");
    read_gold(&gold, None, &[]).map_err(|problem| Failure::wrong(problem.to_string()))
}

/// The files of a set.
pub fn files_of(folder: &std::path::Path) -> Result<Vec<String>, Failure> {
    Ok(labelled(folder)?.iter().map(GoldPage::input).collect())
}

pub async fn list(State(bench): State<Bench>) -> Answer {
    let sets: Vec<String> = sets(&bench).into_iter().map(|(name, _)| name).collect();
    Ok(json(&json!({ "sets": sets })))
}

pub async fn pages(State(bench): State<Bench>, Path(set): Path<String>) -> Answer {
    let inner = bench.clone();
    bench.gate.work(move || {
        let pages = labelled(&find_set(&inner, &set)?)?;
        let about = |page: &GoldPage| json!({ "id": page.id, "site": page.site, "records": page.records().len() });
        Ok(json(&json!({ "set": set, "pages": pages.iter().map(about).collect::<Vec<_>>() })))
    }).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    id: String,
}

/// Opens a page of a set.
pub async fn open(State(bench): State<Bench>, Path(set): Path<String>, body: Bytes) -> Answer {
    let which: Which = read(&body)?;
    let inner = bench.clone();
    bench
        .gate
        .work(move || {
            let pages = labelled(&find_set(&inner, &set)?)?;
            let page = pages.iter().find(|page| page.id == which.id);
            let page = page.ok_or_else(|| Failure::missing(format!("{set} has no page {}", which.id)))?;
            let document = document_of(&inner, page)?;
            let opened = inner.pages.add(Document { name: page.id.clone(), ..document })?;
            Ok(json(&json!({ "pages": [opened.about(&inner)], "errors": [] })))
        })
        .await
}

/// The document of a labelled page.
pub fn document_of(bench: &Bench, page: &GoldPage) -> Result<Document, Failure> {
    let found = chaffinch_input::read(&[page.input()], &crate::pages::read_options(bench)).next();
    match found {
        Some(document) => document.map_err(|problem| Failure::wrong(problem.to_string())),
        None => Err(Failure::missing(format!("{} is not there", page.id))),
    }
}
