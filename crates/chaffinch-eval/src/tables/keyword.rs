//! The shape of the paper's Table 1: tables found from a keyword, with and without the heuristic on words.

use super::Options;
use super::gold::{GoldPage, texts, wanted};
use crate::referee::norm;
use chaffinch::{Document, Engine, Problem, RunOptions, Settings, run};
use chaffinch_tables::{Method, TableSettings, VisualSettings, tables};
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// One line of the table.
#[derive(Debug, Clone, Default)]
pub struct KeywordRun {
    /// What was run.
    pub name: String,
    /// Pages.
    pub pages: usize,
    /// Tables of interest: one on each labelled page.
    pub tables: usize,
    /// Tables given where there is none of interest.
    pub false_positives: usize,
    /// Tables of interest not found.
    pub false_negatives: usize,
}

/// The lines.
#[derive(Debug, Clone, Default)]
pub struct Keywords {
    /// The published algorithm, then ours, each without and with the heuristic.
    pub runs: Vec<KeywordRun>,
}

/// Half of the cells of a labelled table must be found for it to count.
const ENOUGH: f64 = 0.5;

/// Looks for the table of each labelled page by a word of its header, and on every tenth page without a table by a
/// word that stands in a layout table or, where there is none, in the page's title.
pub fn keyword_runs(
    labelled: &[GoldPage],
    without: &[GoldPage],
    options: &Options,
    mut problem: impl FnMut(&Problem),
) -> Result<Keywords, Problem> {
    let mut pages: Vec<&GoldPage> = labelled.iter().step_by(4).collect();
    pages.extend(without.iter().step_by(4));
    let gold: Arc<HashMap<String, Vec<Vec<String>>>> =
        Arc::new(pages.iter().map(|page| (page.page.clone(), wanted(&page.grid))).collect());
    let names: Vec<String> = pages.iter().map(|page| page.page.clone()).collect();
    let engine = Engine::new(Settings::default())?;
    let work = |document: Document| {
        let want = gold.get(&document.name).cloned().unwrap_or_default();
        let page = engine.render(document)?.page;
        let keyword = want.first().and_then(|header| header_word(header)).or_else(|| table_word(&page));
        let found = ways().into_iter().map(|(_, visual)| {
            let settings = TableSettings {
                method: Method::Visual,
                keyword: keyword.clone(),
                visual,
                ..TableSettings::default()
            };
            tables(&page, &settings).iter().map(texts).collect::<Vec<_>>()
        });
        let judged: Vec<Verdict> = found.map(|found| judge(&want, &found)).collect();
        Ok((!want.is_empty(), judged))
    };
    let runs = ways().into_iter().map(|(name, _)| KeywordRun { name: name.into(), ..KeywordRun::default() });
    let mut keywords = Keywords { runs: runs.collect() };
    let run_options = RunOptions { threads: options.threads, ..RunOptions::default() };
    run(&names, &run_options, work, |result| {
        match result {
            Ok((has_table, verdicts)) => {
                for (line, verdict) in keywords.runs.iter_mut().zip(verdicts) {
                    line.pages += 1;
                    line.tables += usize::from(has_table);
                    match verdict {
                        Verdict::Right => {}
                        Verdict::Wrong => line.false_positives += 1,
                        Verdict::Missed => line.false_negatives += usize::from(has_table),
                    }
                }
            }
            Err(error) => problem(&error),
        }
        ControlFlow::Continue(())
    });
    Ok(keywords)
}

/// What is compared: the paper's algorithm and ours, without and with the heuristic on words.
fn ways() -> [(&'static str, VisualSettings); 4] {
    let words = |settings: VisualSettings, max_words| VisualSettings { max_words, ..settings };
    [
        ("as published, no heuristic", words(VisualSettings::paper(), None)),
        ("as published, heuristic", words(VisualSettings::paper(), Some(20))),
        ("default, no heuristic", words(VisualSettings::default(), None)),
        ("default, heuristic", words(VisualSettings::default(), Some(20))),
    ]
}

enum Verdict {
    /// The table of interest was found.
    Right,
    /// Only something else was.
    Wrong,
    /// Nothing was.
    Missed,
}

fn judge(want: &[Vec<String>], found: &[Vec<Vec<String>>]) -> Verdict {
    let cells = |table: &[Vec<String>]| -> BTreeSet<String> { table.iter().flatten().cloned().collect() };
    let wanted = cells(want);
    let is_it = |table: &Vec<Vec<String>>| {
        let found = cells(table);
        let shared = wanted.intersection(&found).count() as f64;
        shared >= ENOUGH * wanted.len() as f64 && shared >= ENOUGH * found.len() as f64
    };
    match found {
        [] => Verdict::Missed,
        _ if !want.is_empty() && found.iter().any(is_it) => Verdict::Right,
        _ if want.is_empty() => Verdict::Wrong,
        _ => Verdict::Missed,
    }
}

/// The longest word of a header: the one that is rarest elsewhere.
fn header_word(header: &[String]) -> Option<String> {
    let words = header.iter().flat_map(|name| name.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| !word.is_empty()).max_by_key(|word| word.chars().count()).map(str::to_owned)
}

/// The first long word in a table, else in the title.
fn table_word(page: &chaffinch::Page) -> Option<String> {
    let table =
        page.ids().filter(|id| page.is(*id, "td")).map(|id| page.flat_text(id)).find(|text| !text.is_empty());
    let text = norm(&table.or_else(|| page.title())?);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.find(|word| word.chars().count() > 3).map(str::to_owned)
}

impl KeywordRun {
    /// Recall, precision and their harmonic mean.
    pub fn measures(&self) -> (f64, f64, f64) {
        let right = (self.tables - self.false_negatives) as f64;
        let recall = right / self.tables.max(1) as f64;
        let precision = right / (right + self.false_positives as f64).max(1.0);
        (recall, precision, 2.0 * recall * precision / (recall + precision).max(1e-9))
    }
}

impl fmt::Display for Keywords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<28} {:>7} {:>9} {:>7} {:>6} {:>6} {:>9} {:>9}",
            "Table 1: from a keyword", "Recall", "Precision", "F", "#Pages", "#TOIs", "#False +", "#False -"
        )?;
        for run in &self.runs {
            let (recall, precision, f1) = run.measures();
            writeln!(
                f,
                "{:<28} {:>5.1} % {:>7.1} % {:>5.1} % {:>6} {:>6} {:>9} {:>9}",
                run.name,
                100.0 * recall,
                100.0 * precision,
                100.0 * f1,
                run.pages,
                run.tables,
                run.false_positives,
                run.false_negatives
            )?;
        }
        Ok(())
    }
}
