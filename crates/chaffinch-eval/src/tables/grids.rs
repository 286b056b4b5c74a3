//! Labelled tables: how many each method finds cell for cell, as they are and made of `<div>`s.

use super::calibration::{Lesson, labelled};
use super::divs::{Divs, as_divs};
use super::gold::{GridScore, Texts, score, texts, wanted};
use super::{Options, read_html};
use crate::pages::look_at;
use crate::statistics::{Tally, median, share};
use crate::table::Table;
use chaffinch::{Engine, Settings};
use chaffinch_core::{Page, Problem};
use chaffinch_gold::GoldPage;
use chaffinch_input::Document;
use chaffinch_tables::{TableMethod, TableSettings, certain, tables};
use std::fmt;
use std::time::Instant;

/// What was measured on labelled grids.
#[derive(Debug, Default)]
pub struct Grids {
    /// How many pages there are.
    pub pages: usize,
    /// A line for each method on the pages as they are, then for each way of making tables of `<div>`s.
    pub lines: Vec<Line>,
    /// For each page the time of finding tables, divided by the time of laying it out.
    pub shares: Vec<f64>,
    /// Pages that are not perfect, with the line they belong to.
    pub imperfect: Vec<(String, String)>,
    /// The labelled tables, whole and cut down.
    pub lessons: Vec<Lesson>,
    per_page: bool,
}

/// One line of the table.
#[derive(Debug, Clone)]
pub struct Line {
    /// The markup and the method.
    pub name: String,
    /// Pages whose grid is perfect.
    pub perfect: usize,
    /// Cells over all pages.
    pub cells: Tally,
}

struct PageScores {
    name: String,
    scores: Vec<(String, GridScore)>,
    share: f64,
    lessons: Vec<Lesson>,
}

/// Measures the pages. If pandas cannot be run, that is told and its lines are missing.
pub fn labelled_grids(
    pages: &[GoldPage],
    options: &Options,
    mut problem: impl FnMut(&Problem),
) -> Result<Grids, Problem> {
    let engine = Engine::new(Settings::default())?;
    let asked = pages.iter().map(|page| (page.clone(), wanted(page))).collect();
    let look =
        |engine: &Engine, document: Document, _: &GoldPage, want: &Texts| measure(engine, document, want);
    let mut grids = Grids { per_page: options.per_page, ..Grids::default() };
    for page in look_at(engine, asked, options.threads, look, &mut problem) {
        grids.add(page);
    }
    if let Some(python) = &options.python {
        let names: Vec<String> = pages.iter().map(GoldPage::input).collect();
        match read_html(python, &names) {
            Ok(answers) => {
                for (gold, (name, answered, written)) in pages.iter().zip(answers) {
                    let want = wanted(gold);
                    grids.count("pandas.read_html", &name, score(&want, &answered));
                    grids.count("pandas.read_html, equal headers as written", &name, score(&want, &written));
                }
            }
            Err(reason) => problem(&reason),
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
    let mut lessons = labelled(&page, &name, &tables(&page, &TableSettings::default()).relations, want);
    let mut reasoning = rendering;
    for method in [TableMethod::Grid, TableMethod::WebTables, TableMethod::Visual, TableMethod::Auto] {
        let begin = Instant::now();
        let found = found(&page, method);
        if method == TableMethod::Visual {
            reasoning = begin.elapsed();
        }
        scores.push((format!("as they are, {}", method.name()), score(want, &found)));
    }
    if let Some(layout) = page.layout() {
        for divs in Divs::ALL {
            let html = as_divs(&page, layout, divs);
            let seen = engine.render(Document::from_html(&name, html))?.page;
            scores.push((format!("{}, auto", divs.name()), score(want, &found(&seen, TableMethod::Auto))));
            if divs == Divs::Grid {
                lessons.extend(labelled(
                    &seen,
                    &name,
                    &tables(&seen, &TableSettings::default()).relations,
                    want,
                ));
            }
        }
    }
    let share = reasoning.as_secs_f64() / rendering.as_secs_f64().max(1e-9);
    Ok(PageScores { name, scores, share, lessons })
}

fn found(page: &Page, method: TableMethod) -> Vec<Texts> {
    let settings = TableSettings { method, ..TableSettings::default() };
    let found = certain(page, tables(page, &settings), &settings.certainty);
    found.into_relations(page).iter().map(texts).collect()
}

impl Grids {
    fn add(&mut self, page: PageScores) {
        self.pages += 1;
        self.shares.push(page.share);
        self.lessons.extend(page.lessons);
        for (line, score) in page.scores {
            self.count(&line, &page.name, score);
        }
    }

    fn count(&mut self, line: &str, page: &str, score: GridScore) {
        let at = self.lines.iter().position(|l| l.name == line).unwrap_or_else(|| {
            self.lines.push(Line { name: line.to_owned(), perfect: 0, cells: Tally::default() });
            self.lines.len() - 1
        });
        let line = &mut self.lines[at];
        line.perfect += usize::from(score.perfect);
        line.cells += score.cells;
        if !score.perfect {
            self.imperfect.push((line.name.clone(), page.to_owned()));
        }
    }
}

impl fmt::Display for Grids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pages = format!("{} labelled grids", self.pages);
        let mut table = Table::new(1, [pages.as_str(), "perfect", "cell F1"]);
        for line in &self.lines {
            let perfect = 100.0 * share(line.perfect, self.pages);
            table.row([line.name.clone(), format!("{perfect:.1} %"), format!("{:.4}", line.cells.f1())]);
        }
        write!(f, "{table}")?;
        if let Some(share) = median(&self.shares) {
            writeln!(f, "reasoning takes {:.1} % of the time of rendering (median)", 100.0 * share)?;
        }
        for (line, page) in self.imperfect.iter().filter(|_| self.per_page) {
            writeln!(f, "not perfect: {line}: {page}")?;
        }
        Ok(())
    }
}
