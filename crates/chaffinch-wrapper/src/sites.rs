//! The sites of a gold file and their pages.

use crate::gold::{GoldLine, read_gold};
use chaffinch_core::{Limit, Problem, ProblemKind};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// A labelled page in memory.
pub type Labelled = (GoldLine, Vec<u8>);

/// The sites of a gold file, by name.
#[derive(Debug)]
pub struct Sites {
    root: PathBuf,
    /// The sites; pages are not read yet.
    pub sites: Vec<Site>,
}

/// A site: pages made by one program.
#[derive(Debug)]
pub struct Site {
    /// Its name.
    pub name: String,
    /// Its labels, in the order of the gold file.
    pub lines: Vec<GoldLine>,
}

impl Sites {
    /// Reads a gold file. Its pages are looked for under `root`, by default the folder above the gold file's own.
    pub fn read(gold: &Path, root: Option<&Path>) -> Result<Sites, Problem> {
        let name = gold.display().to_string();
        let bytes = std::fs::read(gold)
            .map_err(|error| Problem::new(ProblemKind::Unreadable, &name, error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            Problem::new(
                ProblemKind::Damaged,
                &name,
                format!("labels are UTF-8, and the byte at {at} is not"),
            )
        })?;
        let lines =
            read_gold(&text).map_err(|error| Problem::new(ProblemKind::Damaged, &name, error.to_string()))?;
        if lines.is_empty() {
            return Err(Problem::new(ProblemKind::Damaged, &name, "there is no labelled page in it"));
        }
        let mut sites: BTreeMap<String, Vec<GoldLine>> = BTreeMap::new();
        for line in lines {
            sites.entry(line.site.clone().unwrap_or_default()).or_default().push(line);
        }
        let root = root.map_or_else(|| folder_above(gold), Path::to_path_buf);
        Ok(Sites { root, sites: sites.into_iter().map(|(name, lines)| Site { name, lines }).collect() })
    }

    /// Reads the pages of a site. A page of more than `most` bytes is a problem.
    pub fn pages(&self, site: &Site, most: usize) -> Result<Vec<Labelled>, Problem> {
        site.lines.iter().map(|line| Ok((line.clone(), self.page(&line.page, most)?))).collect()
    }

    fn page(&self, page: &str, most: usize) -> Result<Vec<u8>, Problem> {
        let path = self.root.join(page);
        let problem = |kind, message: String| Problem::new(kind, path.display().to_string(), message);
        // Labels may come from anywhere; they name no file outside of the pages' folder.
        if !Path::new(page).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
        {
            return Err(problem(
                ProblemKind::Unreadable,
                "a label names a page outside of the root folder".into(),
            ));
        }
        let unreadable = |error: std::io::Error| problem(ProblemKind::Unreadable, error.to_string());
        let mut bytes = Vec::new();
        File::open(&path)
            .map_err(unreadable)?
            .take(most as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if bytes.len() > most {
            let message =
                format!("the page has more than the {most} bytes that are learned from; use a smaller one");
            return Err(problem(ProblemKind::Limit(Limit::PageBytes), message));
        }
        Ok(bytes)
    }
}

impl Site {
    /// Whether its labels are byte ranges of tuples.
    pub fn has_tuples(&self) -> bool {
        self.lines.iter().any(|line| line.tuples.is_some())
    }

    /// What it is about.
    pub fn vertical(&self) -> &str {
        self.lines.iter().find_map(|line| line.vertical.as_deref()).unwrap_or_default()
    }
}

fn folder_above(gold: &Path) -> PathBuf {
    let own = gold.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    own.join("..")
}
