//! The project: a folder of plain files that work is saved in.

use crate::answer::{Answer, Failure, json, read};
use crate::state::Bench;
use axum::body::Bytes;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Most bytes of what is saved at a time.
const MOST_BYTES: usize = 64 << 20;

/// The folder.
pub struct Project {
    folder: PathBuf,
    /// One writes at a time.
    writing: Mutex<()>,
}

impl Project {
    pub fn new(folder: PathBuf) -> Project {
        Project { folder, writing: Mutex::default() }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a file of the project, whole or not at all.
    pub fn write_bytes(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, Failure> {
        let name = safe_name(name)?;
        let path = self.folder.join(name);
        let failed =
            |error: std::io::Error| Failure::broken(format!("{} cannot be written: {error}", path.display()));
        let _one = self.writing.lock();
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let part = path.with_extension("part");
        std::fs::write(&part, bytes).map_err(failed)?;
        std::fs::rename(&part, &path).map_err(failed)?;
        Ok(path)
    }
}

/// A name inside the folder: plain letters, at most one folder down.
fn safe_name(name: &str) -> Result<&str, Failure> {
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.len() <= 120
            && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
    };
    let parts: Vec<&str> = name.split('/').collect();
    match parts.len() <= 2 && parts.iter().all(|part| is_plain(part)) {
        true => Ok(name),
        false => Err(Failure::wrong(format!("{name:?} is no name of a file in a project"))),
    }
}

/// What is saved: the state of the workbench, and files beside it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    state: Value,
    /// Texts by the names of their files.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// Open pages to keep, by the names of their files.
    #[serde(default)]
    pages: BTreeMap<String, String>,
}

/// The file that says where pages came from: what stands in a saved page does not.
const ORIGINS: &str = "pages.json";

/// Where a page came from.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Origin {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content_type: Option<String>,
}

fn origins(folder: &Path) -> BTreeMap<String, Origin> {
    let bytes = std::fs::read(folder.join(ORIGINS)).unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

/// Saves the project.
pub async fn save(State(bench): State<Bench>, body: Bytes) -> Answer {
    if body.len() > MOST_BYTES {
        return Err(Failure::wrong("there is too much to save at once"));
    }
    let saved: Saved = read(&body)?;
    let inner = bench.clone();
    bench
        .gate
        .work(move || {
            let project = &inner.project;
            let mut origins = origins(&project.folder);
            let known = origins.clone();
            for (file, id) in &saved.pages {
                let name = format!("pages/{file}");
                let path = project.folder.join(safe_name(&name)?);
                if path.exists() && origins.contains_key(file) {
                    continue;
                }
                // A page that is no longer open was saved before.
                let Ok(page) = inner.pages.get(id) else { continue };
                let document = &page.document;
                if !path.exists() {
                    project.write_bytes(&name, &document.bytes)?;
                }
                let origin =
                    Origin { url: document.url.clone(), content_type: document.content_type.clone() };
                origins.insert(file.clone(), origin);
            }
            if origins != known {
                project.write_bytes(ORIGINS, &serde_json::to_vec_pretty(&origins).unwrap_or_default())?;
            }
            for (name, text) in &saved.files {
                project.write_bytes(name, text.as_bytes())?;
            }
            let state = serde_json::to_vec_pretty(&saved.state).unwrap_or_default();
            project.write_bytes("project.json", &state)?;
            Ok(json(&json!({ "folder": project.folder.display().to_string() })))
        })
        .await
}

/// The project as it was saved; its pages are open again.
pub async fn load(State(bench): State<Bench>) -> Answer {
    let inner = bench.clone();
    bench
        .gate
        .work(move || {
            let folder = &inner.project.folder;
            let state = std::fs::read(folder.join("project.json")).ok();
            let Some(state) = state.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok()) else {
                return Ok(json(&json!({ "state": null, "pages": {} })));
            };
            let mut pages: BTreeMap<String, Value> = BTreeMap::new();
            let entries = std::fs::read_dir(folder.join("pages")).into_iter().flatten().flatten();
            let mut names: Vec<String> =
                entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names.truncate(inner.options.open_pages / 2);
            let origins = origins(folder);
            for name in names.iter().filter(|name| safe_name(&format!("pages/{name}")).is_ok()) {
                let path = folder.join("pages").join(name).display().to_string();
                let found = chaffinch_input::read(&[path], &crate::pages::read_options(&inner)).next();
                if let Some(Ok(mut document)) = found {
                    document.name.clone_from(name);
                    let origin = origins.get(name).cloned().unwrap_or_default();
                    document.url = origin.url.or(document.url);
                    document.content_type = origin.content_type.or(document.content_type);
                    let opened = inner.pages.add(document)?;
                    pages.insert(name.clone(), json!(opened.about(&inner)));
                }
            }
            Ok(json(&json!({ "state": state, "pages": pages })))
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_project() {
        for name in ["../a", "/etc/passwd", "a/../b", "pages/.x", "a/b/c", "", "a\\b", "pages/", ".hidden"] {
            assert!(safe_name(name).is_err(), "{name}");
        }
        for name in ["wrapper.toml", "pages/001-shop.html"] {
            assert!(safe_name(name).is_ok(), "{name}");
        }
    }
}
