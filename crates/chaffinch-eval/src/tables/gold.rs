//! Pages with the grid of one of their tables, and how a page's answer is compared with it.

use crate::referee::norm;
use chaffinch::{CellContent, Problem, ProblemKind, Relation};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A labelled page: the line of a gold file.
#[derive(Debug, Clone, Deserialize)]
pub struct GoldPage {
    /// Its name.
    pub id: String,
    /// The page, relative to the folder that holds the sets.
    pub page: String,
    /// The rows of the one table that is labelled, where one is.
    #[serde(default)]
    pub grid: Vec<Vec<String>>,
    /// The records that are labelled, where some are.
    #[serde(default)]
    pub records: Vec<serde_json::Map<String, serde_json::Value>>,
}

/// Reads a gold file; the pages' paths are made absolute.
pub fn read_gold(gold: &Path) -> Result<Vec<GoldPage>, Problem> {
    let name = gold.display().to_string();
    let text = std::fs::read_to_string(gold)
        .map_err(|error| Problem::new(ProblemKind::Unreadable, &name, error.to_string()))?;
    let root: PathBuf = gold.ancestors().nth(2).unwrap_or(Path::new("")).to_path_buf();
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let mut page: GoldPage = serde_json::from_str(line)
                .map_err(|error| Problem::new(ProblemKind::Damaged, &name, error.to_string()))?;
            page.page = root.join(&page.page).display().to_string();
            Ok(page)
        })
        .collect()
}

/// A table as texts that can be compared.
pub type Texts = Vec<Vec<String>>;

/// The texts of a labelled grid.
pub fn wanted(grid: &[Vec<String>]) -> Texts {
    grid.iter().map(|row| row.iter().map(|text| norm(text)).collect()).collect()
}

/// The texts of a relation, its header first where it has one.
pub fn texts(relation: &Relation) -> Texts {
    let names = relation.columns.iter().map(|column| norm(column.name.as_deref().unwrap_or_default()));
    let header = relation.columns.iter().any(|column| column.name.is_some()).then(|| names.collect());
    let text = |cell: &Option<CellContent>| norm(&cell.as_ref().map(|c| c.text(" ")).unwrap_or_default());
    let rows = relation.rows.iter().map(|row| row.cells.iter().map(text).collect());
    header.into_iter().chain(rows).collect()
}

/// How the best answer for a page compares with its gold grid.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GridScore {
    /// Cells that are right.
    pub right: usize,
    /// Cells of the answer.
    pub found: usize,
    /// Cells of the gold grid.
    pub wanted: usize,
    /// Whether every cell is in its place and none is missing.
    pub perfect: bool,
}

/// Compares the tables found on a page with its gold grid, and answers with the best. The gold grid may or may not
/// count the header.
pub fn score(want: &Texts, found: &[Texts]) -> GridScore {
    let cells = |grid: &[Vec<String>]| grid.iter().map(Vec::len).sum::<usize>();
    let mut best = GridScore { wanted: cells(want), ..GridScore::default() };
    let mut best_f1 = -1.0;
    for table in found {
        for candidate in [&table[..], table.get(1..).unwrap_or_default()] {
            let pairs = want.iter().zip(candidate).flat_map(|(a, b)| a.iter().zip(b));
            let right = pairs.filter(|(a, b)| a == b).count();
            let found = cells(candidate);
            let f1 = 2.0 * right as f64 / (found + best.wanted).max(1) as f64;
            if f1 > best_f1 {
                best_f1 = f1;
                best = GridScore { right, found, perfect: candidate == &want[..], ..best };
            }
        }
    }
    best
}
