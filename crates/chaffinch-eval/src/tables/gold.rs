//! How the tables found on a page compare with its labelled grid.

use crate::referee::norm;
use crate::statistics::Tally;
use chaffinch_core::{CellContent, Relation};
use chaffinch_gold::{GoldPage, Labels};

/// A table as texts that can be compared.
pub type Texts = Vec<Vec<String>>;

/// The texts of the labelled grid; none on a page that is labelled otherwise.
pub fn wanted(gold: &GoldPage) -> Texts {
    match &gold.labels {
        Labels::Table(grid) => folded(grid),
        _ => Texts::new(),
    }
}

/// A table with its texts as they are compared.
pub(super) fn folded(table: &[Vec<String>]) -> Texts {
    table.iter().map(|row| row.iter().map(|text| norm(text)).collect()).collect()
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
    /// Cells.
    pub cells: Tally,
    /// Whether every cell is in its place and none is missing.
    pub perfect: bool,
}

/// Compares the tables found on a page with its gold grid, and answers with the best. The gold grid may or may not
/// count the header.
pub fn score(want: &Texts, found: &[Texts]) -> GridScore {
    let count = |grid: &[Vec<String>]| grid.iter().map(Vec::len).sum::<usize>();
    let mut best = GridScore { cells: Tally { wanted: count(want), ..Tally::default() }, perfect: false };
    let mut best_f1 = -1.0;
    for table in found {
        for candidate in [&table[..], table.get(1..).unwrap_or_default()] {
            let pairs = want.iter().zip(candidate).flat_map(|(a, b)| a.iter().zip(b));
            let right = pairs.filter(|(a, b)| a == b).count();
            let cells = Tally { right, found: count(candidate), ..best.cells };
            if cells.f1() > best_f1 {
                best_f1 = cells.f1();
                best = GridScore { cells, perfect: candidate == &want[..] };
            }
        }
    }
    best
}
