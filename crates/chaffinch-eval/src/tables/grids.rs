//! Labelled grids: how many tables come out perfect, by each method, and with the same tables made of `<div>`s.

use super::divs::{Divs, as_divs};
use super::gold::{GoldPage, GridScore, Texts, score, texts, wanted};
use super::{Options, read_html};
use crate::statistics::median;
use chaffinch::{Document, Engine, Page, Problem, RunOptions, Settings, run};
use chaffinch_tables::{Method, TableSettings, tables};
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// What was measured on labelled grids.
#[derive(Debug, Default)]
pub struct Grids {
    /// How many pages there are.
    pub pages: usize,
    /// A line for each method on the pages as they are, then for each way of making tables of `<div>`s.
    pub lines: Vec<Line>,
    /// For each page the time of finding tables over that of laying it out.
    pub shares: Vec<f64>,
    /// Pages that are not perfect, with the line they belong to.
    pub imperfect: Vec<(String, String)>,
    per_page: bool,
}

/// One line of the table.
#[derive(Debug, Clone)]
pub struct Line {
    /// What was run on what.
    pub name: String,
    /// Pages whose grid is perfect.
    pub perfect: usize,
    /// Cells.
    pub cells: GridScore,
}

struct PageScores {
    name: String,
    scores: Vec<(String, GridScore)>,
    share: f64,
}

/// Measures the pages, one after the other.
pub fn labelled_grids(
    pages: &[GoldPage],
    options: &Options,
    mut problem: impl FnMut(&Problem),
) -> Result<Grids, Problem> {
    let engine = Engine::new(Settings::default())?;
    let gold: Arc<HashMap<String, Texts>> =
        Arc::new(pages.iter().map(|page| (page.page.clone(), wanted(&page.grid))).collect());
    let names: Vec<String> = pages.iter().map(|page| page.page.clone()).collect();
    let labels = gold.clone();
    let work = |document: Document| {
        let want = labels.get(&document.name).cloned().unwrap_or_default();
        measure(&engine, document, &want)
    };
    let mut grids = Grids { per_page: options.per_page, ..Grids::default() };
    let run_options = RunOptions { threads: options.threads, ..RunOptions::default() };
    run(&names, &run_options, work, |result| {
        match result {
            Ok(page) => grids.add(page),
            Err(error) => problem(&error),
        }
        ControlFlow::Continue(())
    });
    if let Some(python) = &options.python {
        for (name, found) in read_html(python, &names)? {
            let want = gold.get(&name).cloned().unwrap_or_default();
            grids.count("pandas.read_html", &name, score(&want, &found));
        }
    }
    Ok(grids)
}

fn measure(engine: &Engine, document: Document, want: &Texts) -> Result<PageScores, Problem> {
    let name = document.name.clone();
    let begin = Instant::now();
    let page = engine.render(document)?.page;
    let rendering = begin.elapsed();
    let mut scores = Vec::new();
    let mut reasoning = rendering;
    for method in [Method::Grid, Method::WebTables, Method::Visual, Method::Auto] {
        let begin = Instant::now();
        let found = found(&page, method);
        if method == Method::Visual {
            reasoning = begin.elapsed();
        }
        scores.push((format!("as they are, {}", method.name()), score(want, &found)));
    }
    if let Some(layout) = page.layout() {
        for divs in Divs::ALL {
            let html = as_divs(&page, layout, divs);
            let seen = engine.render(Document::from_html(&name, html))?.page;
            scores.push((format!("{}, auto", divs.name()), score(want, &found(&seen, Method::Auto))));
        }
    }
    Ok(PageScores { name, scores, share: reasoning.as_secs_f64() / rendering.as_secs_f64().max(1e-9) })
}

fn found(page: &Page, method: Method) -> Vec<Texts> {
    let settings = TableSettings { method, ..TableSettings::default() };
    tables(page, &settings).iter().map(texts).collect()
}

impl Grids {
    fn add(&mut self, page: PageScores) {
        self.pages += 1;
        self.shares.push(page.share);
        for (line, score) in page.scores {
            self.count(&line, &page.name, score);
        }
    }

    fn count(&mut self, line: &str, page: &str, score: GridScore) {
        let at = self.lines.iter().position(|l| l.name == line).unwrap_or_else(|| {
            self.lines.push(Line { name: line.to_owned(), perfect: 0, cells: GridScore::default() });
            self.lines.len() - 1
        });
        let line = &mut self.lines[at];
        line.perfect += usize::from(score.perfect);
        line.cells.right += score.right;
        line.cells.found += score.found;
        line.cells.wanted += score.wanted;
        if !score.perfect {
            self.imperfect.push((line.name.clone(), page.to_owned()));
        }
    }
}

impl Line {
    /// The F1 of cells over all pages.
    pub fn f1(&self) -> f64 {
        2.0 * self.cells.right as f64 / (self.cells.found + self.cells.wanted).max(1) as f64
    }
}

impl fmt::Display for Grids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<32} {:>9} {:>9}", format!("{} labelled grids", self.pages), "perfect", "cell F1")?;
        for line in &self.lines {
            let share = 100.0 * line.perfect as f64 / self.pages.max(1) as f64;
            writeln!(f, "{:<32} {share:>7.1} % {:>9.4}", line.name, line.f1())?;
        }
        if let Some(share) = median(&self.shares) {
            writeln!(f, "reasoning takes {:.1} % of the time of rendering (median)", 100.0 * share)?;
        }
        for (line, page) in self.imperfect.iter().filter(|_| self.per_page) {
            writeln!(f, "not perfect: {line}: {page}")?;
        }
        Ok(())
    }
}
