//! Table 1 of the paper on our pages: tables found from a keyword, with and without the limit on the words of a cell.

use super::Options;
use super::gold::{Texts, texts, wanted};
use crate::pages::look_at;
use crate::referee::norm;
use crate::statistics::Tally;
use crate::table::Table;
use chaffinch::{Engine, Settings};
use chaffinch_core::{Page, Problem};
use chaffinch_gold::GoldPage;
use chaffinch_input::Document;
use chaffinch_tables::{TableMethod, TableSettings, VisualSettings, certain, tables};
use std::collections::BTreeSet;
use std::fmt;

/// One line of the table.
#[derive(Debug, Clone, Default)]
pub struct KeywordRun {
    /// Its name.
    pub name: String,
    /// Pages.
    pub pages: usize,
    /// Tables of interest: one on each labelled page.
    pub tables: usize,
    /// Pages on which only other tables are given.
    pub false_positives: usize,
    /// Tables of interest not found.
    pub false_negatives: usize,
}

/// The lines.
#[derive(Debug, Clone, Default)]
pub struct Keywords {
    /// The published algorithm, then ours, each without and with the limit; then filtering, and the default.
    pub runs: Vec<KeywordRun>,
}

/// Half of the cells of a labelled table must be found for it to count.
const ENOUGH: f64 = 0.5;

/// Looks for the table of every fourth labelled page by a word of its header, and on every fourth page without a table by a
/// word that stands in a layout table or, where there is none, in the page's title.
pub fn keyword_runs(
    labelled: &[GoldPage],
    without: &[GoldPage],
    options: &Options,
    problem: impl FnMut(&Problem),
) -> Result<Keywords, Problem> {
    let pages = labelled.iter().step_by(4).chain(without.iter().step_by(4));
    let asked = pages.map(|page| (page.clone(), wanted(page))).collect();
    let look = |engine: &Engine, document: Document, _: &GoldPage, want: &Texts| {
        let page = engine.render(document)?.page;
        let keyword = want.first().and_then(|header| header_word(header)).or_else(|| table_word(&page));
        let verdicts = ways().map(|(_, way)| {
            let mut found = tables(&page, &way.settings(keyword.clone()));
            if !matches!(way, Way::Expansion(_)) {
                found = certain(&page, found, &TableSettings::default().certainty);
            }
            let mut found: Vec<Texts> = found.into_relations(&page).iter().map(texts).collect();
            if let (Way::Filtering, Some(keyword)) = (&way, &keyword) {
                found.retain(|table| table.iter().flatten().any(|cell| has_word(cell, keyword)));
            }
            judge(want, &found)
        });
        Ok((!want.is_empty(), verdicts))
    };
    let mut runs = ways().map(|(name, _)| KeywordRun { name: name.into(), ..KeywordRun::default() });
    let engine = Engine::new(Settings::default())?;
    for (has_table, verdicts) in look_at(engine, asked, options.threads, look, problem) {
        for (run, verdict) in runs.iter_mut().zip(verdicts) {
            run.pages += 1;
            run.tables += usize::from(has_table);
            run.false_positives += usize::from(verdict == Verdict::Wrong);
            run.false_negatives += usize::from(has_table && verdict != Verdict::Right);
        }
    }
    Ok(Keywords { runs: runs.into() })
}

/// How tables are looked for by a keyword.
#[derive(Debug, Clone, PartialEq)]
enum Way {
    /// They grow from the boxes around it.
    Expansion(VisualSettings),
    /// Of all tables, those that hold it.
    Filtering,
    /// What the program does by default.
    Default,
}

impl Way {
    fn settings(&self, keyword: Option<String>) -> TableSettings {
        let settings = TableSettings { keyword, ..TableSettings::default() };
        match self {
            Way::Expansion(visual) => {
                TableSettings { method: TableMethod::Visual, visual: visual.clone(), ..settings }
            }
            Way::Filtering => TableSettings { keyword: None, ..settings },
            Way::Default => settings,
        }
    }
}

/// The paper's algorithm and ours, without and with the limit on the words of a cell, which the paper calls a heuristic; all tables with the word in
/// them; and the default, which lets tables grow where these are doubtful.
fn ways() -> [(&'static str, Way); 6] {
    let words =
        |settings: VisualSettings, max_words| Way::Expansion(VisualSettings { max_words, ..settings });
    [
        ("as published, no heuristic", words(VisualSettings::paper(), None)),
        ("as published, heuristic", words(VisualSettings::paper(), Some(20))),
        ("our expansion, no heuristic", words(VisualSettings::default(), None)),
        ("our expansion, heuristic", words(VisualSettings::default(), Some(20))),
        ("filtering", Way::Filtering),
        ("default", Way::Default),
    ]
}

/// Whether a folded text has a word.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|own| own == norm(word))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// The table of interest was found.
    Right,
    /// Other tables were found and not that of interest.
    Wrong,
    /// No table was found.
    Missed,
}

fn judge(want: &Texts, found: &[Texts]) -> Verdict {
    let cells = |table: &Texts| -> BTreeSet<String> { table.iter().flatten().cloned().collect() };
    let wanted = cells(want);
    let is_it = |table: &Texts| {
        let found = cells(table);
        let shared = wanted.intersection(&found).count() as f64;
        shared >= ENOUGH * wanted.len() as f64 && shared >= ENOUGH * found.len() as f64
    };
    match found {
        [] => Verdict::Missed,
        _ if !want.is_empty() && found.iter().any(is_it) => Verdict::Right,
        _ => Verdict::Wrong,
    }
}

/// The longest word of a header, because long words are rare elsewhere on the page.
fn header_word(header: &[String]) -> Option<String> {
    let words = header.iter().flat_map(|name| name.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| !word.is_empty()).max_by_key(|word| word.chars().count()).map(str::to_owned)
}

/// The first long word in a table, else in the title.
fn table_word(page: &Page) -> Option<String> {
    let table =
        page.ids().filter(|id| page.is(*id, "td")).map(|id| page.flat_text(id)).find(|text| !text.is_empty());
    let text = norm(&table.or_else(|| page.title())?);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.find(|word| word.chars().count() > 3).map(str::to_owned)
}

impl KeywordRun {
    /// Tables of interest: found, given and there to be found.
    pub fn tally(&self) -> Tally {
        let right = self.tables - self.false_negatives;
        Tally { right, found: right + self.false_positives, wanted: self.tables }
    }
}

impl fmt::Display for Keywords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "Table 1: from a keyword",
            "Recall",
            "Precision",
            "F",
            "#Pages",
            "#TOIs",
            "#False +",
            "#False -",
        ];
        let mut table = Table::new(1, names);
        for run in &self.runs {
            let tally = run.tally();
            let shares = [tally.recall(), tally.precision(), tally.f1()]
                .map(|share| format!("{:.1} %", 100.0 * share));
            let counts =
                [run.pages, run.tables, run.false_positives, run.false_negatives].map(|n| n.to_string());
            table.row([run.name.clone()].into_iter().chain(shares).chain(counts));
        }
        write!(f, "{table}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_table_on_a_labelled_page_is_wrong_and_not_only_missed() {
        let table = |cells: &[&str]| vec![cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>()];
        let want = table(&["town", "people"]);
        assert_eq!(judge(&want, &[]), Verdict::Missed);
        assert_eq!(judge(&want, &[table(&["menu", "shop"])]), Verdict::Wrong);
        assert_eq!(judge(&want, &[table(&["menu"]), want.clone()]), Verdict::Right);
        assert_eq!(judge(&Texts::new(), &[want]), Verdict::Wrong);
    }
}
