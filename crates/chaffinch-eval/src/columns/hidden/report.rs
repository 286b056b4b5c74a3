//! The tables.

use super::JudgedPage;
use crate::statistics::{Tally, mean};
use crate::table::Table;
use std::collections::BTreeMap;
use std::fmt;

/// The results.
#[derive(Debug)]
pub struct HiddenReport {
    pub(super) pages: Vec<JudgedPage>,
    pub(super) worst: usize,
}

/// The result of the pages about one type of things, or of all.
#[derive(Debug, Clone, PartialEq)]
pub struct HiddenFigure {
    /// The type, such as `Product`, with `list of` in front of lists.
    pub kind: String,
    /// Its pages.
    pub pages: usize,
    /// Plain `extract`: mean F1, each attribute in the column that fits it best.
    pub cells_f1: f64,
    /// Plain `extract`: mean F1, each attribute in the column of its name.
    pub named_f1: f64,
    /// `extract --want`: the same.
    pub want_f1: f64,
    /// Columns of plain `extract`.
    pub columns: f64,
}

impl HiddenReport {
    /// How many pages say what they show.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The results of all lists and of all pages about one thing, each followed by those of its types.
    pub fn figures(&self) -> Vec<HiddenFigure> {
        let mut figures = Vec::new();
        for pages in self.pages.chunk_by(|a, b| a.is_list == b.is_list) {
            figures.push(figure(if pages[0].is_list { "lists" } else { "one thing" }.to_owned(), pages));
            figures.extend(
                pages
                    .chunk_by(|a, b| a.kind == b.kind)
                    .map(|pages| figure(format!("  {}", pages[0].kind), pages)),
            );
        }
        figures
    }

    fn write_attributes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ["subject", "attribute", "pages", "cells", "", "named", "", "--want", ""];
        let mut table = Table::new(2, names);
        for pages in self.pages.chunk_by(|a, b| a.is_list == b.is_list) {
            let mut sums: BTreeMap<&str, (usize, [[f64; 2]; 3])> = BTreeMap::new();
            for page in pages {
                for name in page.want.named.keys() {
                    let (times, sums) = sums.entry(name).or_default();
                    *times += 1;
                    let tallies =
                        [&page.plain.fitting, &page.plain.named, &page.want.named].map(|all| all[name]);
                    for (sum, tally) in sums.iter_mut().zip(tallies) {
                        // A page counts once, however long its list is.
                        let wrong = tally.found.saturating_sub(tally.right);
                        sum[0] += tally.recall();
                        sum[1] += wrong as f64 / tally.wanted.max(1) as f64;
                    }
                }
            }
            let mut sums: Vec<_> = sums.into_iter().collect();
            sums.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
            for (name, (times, sums)) in sums {
                let subject = if pages[0].is_list { "lists" } else { "one thing" };
                let mut row = vec![subject.to_owned(), name.to_owned(), times.to_string()];
                row.extend(sums.as_flattened().iter().map(|sum| format!("{:.3}", sum / times as f64)));
                table.row(row);
            }
        }
        write!(f, "{table}")
    }

    fn write_worst(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for pages in self.pages.chunk_by(|a, b| a.is_list == b.is_list) {
            let mut failed: Vec<(&JudgedPage, f64)> =
                pages.iter().map(|page| (page, f1(&page.want.named))).collect();
            failed.retain(|(_, f1)| *f1 < 1.0);
            failed.sort_by(|(_, a), (_, b)| a.total_cmp(b));
            for (page, f1) in failed.into_iter().take(self.worst) {
                writeln!(f, "{} ({}, {}/{} rows) {f1:.3}", page.id, page.kind, page.want.held, page.records)?;
                for (way, score) in [("extract", &page.plain), ("--want", &page.want)] {
                    for (name, (told, found)) in &score.missed {
                        let Tally { right, wanted, .. } = score.named[name];
                        let fits = score.fitting[name].right;
                        writeln!(
                            f,
                            "  {way} {name} {right}/{wanted} (somewhere {fits}): told {}, found {}",
                            cut(told),
                            cut(found)
                        )?;
                    }
                }
            }
        }
        Ok(())
    }
}

fn figure(kind: String, pages: &[JudgedPage]) -> HiddenFigure {
    let mean_of =
        |of: &dyn Fn(&JudgedPage) -> f64| mean(&pages.iter().map(of).collect::<Vec<_>>()).unwrap_or(0.0);
    HiddenFigure {
        kind,
        pages: pages.len(),
        cells_f1: mean_of(&|page| f1(&page.plain.fitting)),
        named_f1: mean_of(&|page| f1(&page.plain.named)),
        want_f1: mean_of(&|page| f1(&page.want.named)),
        columns: mean_of(&|page| page.plain.columns as f64),
    }
}

/// The F1 of a page: of all its attributes together.
fn f1(tallies: &BTreeMap<String, Tally>) -> f64 {
    tallies.values().copied().sum::<Tally>().f1()
}

/// The beginning of a text, on one line.
fn cut(text: &str) -> String {
    /// In characters.
    const MOST: usize = 90;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("«{}…»", &text[..at]),
        None => format!("«{text}»"),
    }
}

impl fmt::Display for HiddenReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Pages without their structured data, held against it: F1 of cells, in the columns that fit best, in those of the"
        )?;
        writeln!(f, "names, and with --want in those of the names")?;
        let mut table = Table::new(1, ["subject", "pages", "cells F1", "named F1", "--want F1", "columns"]);
        for HiddenFigure { kind, pages, cells_f1, named_f1, want_f1, columns } in self.figures() {
            let mut row = vec![kind, pages.to_string()];
            row.extend([cells_f1, named_f1, want_f1].map(|figure| format!("{figure:.3}")));
            row.push(format!("{columns:.2}"));
            table.row(row);
        }
        writeln!(f, "{table}")?;
        writeln!(
            f,
            "Attributes: the share of right values, then that of wrong ones in their place, as means over pages"
        )?;
        self.write_attributes(f)?;
        if self.worst > 0 {
            writeln!(f, "\nThe worst pages with --want, and one value that each attribute misses")?;
            self.write_worst(f)?;
        }
        Ok(())
    }
}
