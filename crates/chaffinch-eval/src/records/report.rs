//! The table of figures.

use super::{Counts, Judged, JudgedPage};
use chaffinch::Problem;
use chaffinch_records::{Method, Ranker};
use std::io::{self, Write};
use std::time::Duration;

/// What the methods came to on all sets.
pub struct Report {
    /// The methods, in the order of each page's results.
    pub methods: Vec<Method>,
    /// All pages.
    pub pages: Vec<JudgedPage>,
    /// What could not be read.
    pub problems: Vec<Problem>,
    /// The ranker learned from all pages.
    pub ranker: Option<Ranker>,
}

impl Report {
    /// Prints the table; with `per_page`, every page before it.
    pub fn print(&self, per_page: bool, out: &mut dyn Write) -> io::Result<()> {
        for problem in &self.problems {
            writeln!(out, "{problem}")?;
        }
        if per_page {
            for page in &self.pages {
                let last = page.apart.as_ref().or(page.methods.last());
                let Counts { right, found, gold } = last.map_or(Counts::default(), |judged| judged.counts);
                let (score, best) = (last.map_or(0.0, |judged| judged.score), page.best.f1());
                writeln!(out, "{}\t{right}/{found}/{gold}\tscore {score:.2}\tbest {best:.2}", page.gold.id)?;
            }
        }
        let mut sets: Vec<&str> = self.pages.iter().map(|page| page.set.as_str()).collect();
        sets.dedup();
        writeln!(
            out,
            "{:<10} {:<14} {:>5} {:>9} {:>7} {:>7} {:>8} {:>8}",
            "set", "method", "pages", "precision", "recall", "F1", "macro F1", "median"
        )?;
        for set in sets {
            let pages: Vec<&JudgedPage> = self.pages.iter().filter(|page| page.set == set).collect();
            for (at, method) in self.methods.iter().enumerate() {
                line(
                    out,
                    set,
                    method.name(),
                    &pages.iter().map(|page| page.methods[at]).collect::<Vec<_>>(),
                )?;
            }
            let apart: Vec<Judged> = pages.iter().filter_map(|page| page.apart).collect();
            if !apart.is_empty() {
                line(out, set, "auto, apart", &apart)?;
                let best =
                    |page: &&JudgedPage| Judged { counts: page.best, score: 0.0, time: Duration::ZERO };
                line(out, set, "best candidate", &pages.iter().map(best).collect::<Vec<_>>())?;
            }
        }
        let mut rendering: Vec<Duration> = self.pages.iter().map(|page| page.rendering).collect();
        writeln!(out, "rendering took {} (median)", milliseconds(median(&mut rendering)))
    }
}

fn line(out: &mut dyn Write, set: &str, method: &str, judged: &[Judged]) -> io::Result<()> {
    let mut times: Vec<Duration> = judged.iter().map(|judged| judged.time).collect();
    let time = milliseconds(median(&mut times));
    let sum = |f: fn(&Counts) -> usize| judged.iter().map(|judged| f(&judged.counts)).sum::<usize>();
    let total = Counts { right: sum(|c| c.right), found: sum(|c| c.found), gold: sum(|c| c.gold) };
    let pages = judged.len();
    if total.gold == 0 {
        let alarms = judged.iter().filter(|judged| judged.score >= 0.5).count();
        return writeln!(out, "{set:<10} {method:<14} {pages:>5} false alarms on {alarms} pages {time:>30}");
    }
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    let macro_f1 = judged.iter().map(|judged| judged.counts.f1()).sum::<f64>() / pages.max(1) as f64;
    writeln!(
        out,
        "{set:<10} {method:<14} {pages:>5} {:>9.3} {:>7.3} {:>7.3} {macro_f1:>8.3} {time:>8}",
        share(total.right, total.found),
        share(total.right, total.gold),
        total.f1(),
    )
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
