//! The sites of a gold file and their pages.

use chaffinch::{Problem, ProblemKind};
use chaffinch_wrapper::{GoldLine, read_gold};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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
        let text = std::fs::read_to_string(gold)
            .map_err(|error| Problem::new(ProblemKind::Unreadable, &name, error.to_string()))?;
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

    /// Reads the pages of a site.
    pub fn pages(&self, site: &Site) -> Result<Vec<Labelled>, Problem> {
        let read = |line: &GoldLine| {
            let path = self.root.join(&line.page);
            let bytes = std::fs::read(&path).map_err(|error| {
                Problem::new(ProblemKind::Unreadable, path.display().to_string(), error.to_string())
            })?;
            Ok((line.clone(), bytes))
        };
        site.lines.iter().map(read).collect()
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
