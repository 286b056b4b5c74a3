//! Pages whose records are known.

use chaffinch::{Problem, ProblemKind};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// A line of a gold file.
#[derive(Debug, Clone, Deserialize)]
pub struct GoldPage {
    /// The page's name.
    pub id: String,
    /// The site it comes from; pages of one site are never both learned from and judged.
    #[serde(default)]
    pub site: String,
    /// What kind of page it is, where a set has several: `real-estate`, `product-list` and others.
    #[serde(default)]
    pub kind: String,
    /// What is asked of the page: `records`, `topk`, `none` and others.
    pub task: String,
    /// The page, relative to the folder that holds the sets.
    pub page: String,
    /// The records: attributes with one value or several.
    #[serde(default)]
    pub records: Vec<Map<String, Value>>,
}

impl GoldPage {
    /// The file of the page; `set` is the folder with the gold file.
    pub fn path(&self, set: &Path) -> PathBuf {
        set.parent().unwrap_or(Path::new("")).join(&self.page)
    }

    /// Whether records are labelled by their whole text and not by values.
    pub fn labels_whole_texts(&self) -> bool {
        self.records.iter().all(|record| record.contains_key("text"))
    }

    /// How many lists the records come from; as many relations are judged.
    pub fn areas(&self) -> usize {
        let mut areas: Vec<String> =
            self.records.iter().map(|r| r.get("area").unwrap_or(&Value::from(0)).to_string()).collect();
        areas.sort();
        areas.dedup();
        areas.len().max(1)
    }
}

/// Reads the gold file of a set.
pub fn read_gold(set: &Path) -> Result<Vec<GoldPage>, Problem> {
    let file = set.join("gold.jsonl");
    let name = file.display().to_string();
    let problem = |message: String| Problem::new(ProblemKind::Unreadable, name.clone(), message);
    let text = std::fs::read_to_string(&file).map_err(|error| problem(format!("cannot be read: {error}")))?;
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            serde_json::from_str(line).map_err(|error| problem(format!("is not a gold file: {error}")))
        })
        .collect()
}
