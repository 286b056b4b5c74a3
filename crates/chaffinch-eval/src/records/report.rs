//! The table of figures.

use super::{Judged, JudgedPage};
use crate::statistics::{Tally, mean, median_milliseconds};
use crate::table::Table;
use chaffinch_core::Problem;
use chaffinch_records::{Method, Ranker};
use std::fmt;
use std::time::Duration;

/// The results of the methods on all sets.
pub struct Report {
    /// The methods, in the order of each page's results.
    pub methods: Vec<Method>,
    /// All pages.
    pub pages: Vec<JudgedPage>,
    /// The pages that could not be read.
    pub problems: Vec<Problem>,
    /// The ranker learned from all pages.
    pub ranker: Option<Ranker>,
    pub(super) per_page: bool,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problems.iter().try_for_each(|problem| writeln!(f, "{problem}"))?;
        for page in self.pages.iter().filter(|_| self.per_page) {
            let last = page.apart.as_ref().or(page.methods.last());
            let Tally { right, found, wanted } = last.map_or(Tally::default(), |judged| judged.counts);
            let (score, best) = (last.map_or(0.0, |judged| judged.score), page.best.f1());
            writeln!(f, "{}\t{right}/{found}/{wanted}\tscore {score:.2}\tbest {best:.2}", page.gold.id)?;
        }
        let names = ["set", "method", "pages", "precision", "recall", "F1", "macro F1", "median"];
        let mut table = Table::new(2, names);
        for pages in self.pages.chunk_by(|a, b| a.set == b.set) {
            let set = pages[0].set.as_str();
            for (at, method) in self.methods.iter().enumerate() {
                let judged: Vec<Judged> = pages.iter().map(|page| page.methods[at]).collect();
                table.row(row(set, method.name(), &judged));
            }
            let apart: Vec<Judged> = pages.iter().filter_map(|page| page.apart).collect();
            if !apart.is_empty() {
                table.row(row(set, "auto, apart", &apart));
                let best = |page: &JudgedPage| Judged { counts: page.best, score: 0.0, time: Duration::ZERO };
                table.row(row(set, "best candidate", &pages.iter().map(best).collect::<Vec<_>>()));
            }
        }
        let rendering = median_milliseconds(self.pages.iter().map(|page| page.rendering));
        writeln!(f, "{table}rendering took {rendering:.1} ms (median)")
    }
}

/// Pages without records have false alarms in place of shares.
fn row(set: &str, method: &str, judged: &[Judged]) -> Vec<String> {
    let total: Tally = judged.iter().map(|judged| judged.counts).sum();
    let mut row = vec![set.to_owned(), method.to_owned(), judged.len().to_string()];
    if total.wanted == 0 {
        let alarms = judged.iter().filter(|judged| judged.score >= 0.5).count();
        row.extend([format!("{alarms} false alarms"), String::new(), String::new(), String::new()]);
    } else {
        let f1: Vec<f64> = judged.iter().map(|judged| judged.counts.f1()).collect();
        let shares = [total.precision(), total.recall(), total.f1(), mean(&f1).unwrap_or(0.0)];
        row.extend(shares.map(|share| format!("{share:.3}")));
    }
    row.push(format!("{:.1} ms", median_milliseconds(judged.iter().map(|judged| judged.time))));
    row
}
