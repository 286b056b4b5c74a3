//! Labelled pages.

use chaffinch::{Problem, ProblemKind};
use serde::Deserialize;
use std::path::Path;

/// A labelled page.
#[derive(Debug, Deserialize)]
pub(crate) struct GoldPage {
    pub(crate) id: String,
    /// Its path, relative to the folder that holds the sets.
    pub(crate) page: String,
    pub(crate) task: String,
    #[serde(default)]
    pub(crate) records: Vec<GoldRecord>,
}

/// A labelled item: its name, or its whole text.
#[derive(Debug, Deserialize)]
pub(crate) struct GoldRecord {
    #[serde(default)]
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) text: String,
}

/// Reads the gold file of a set; lines of other shapes are of other tasks and left out.
pub(crate) fn read(set: &Path) -> Result<Vec<GoldPage>, Problem> {
    let file = set.join("gold.jsonl");
    let name = file.display().to_string();
    let text = std::fs::read_to_string(&file)
        .map_err(|error| Problem::new(ProblemKind::Unreadable, name, format!("cannot be read: {error}")))?;
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}
