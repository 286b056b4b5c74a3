//! The tables.

use super::calibration::Calibration;
use super::score::PageScore;
use super::{JudgedPage, Subject};

use crate::plot;
use crate::statistics::{Tally, mean, share};
use crate::table::Table;
use chaffinch_core::Problem;
use chaffinch_render::{Drawing, draw_png};
use std::collections::BTreeMap;
use std::fmt;

/// The results.
#[derive(Debug)]
pub struct Report {
    pub(super) pages: Vec<JudgedPage>,
    pub(super) worst: usize,
}

/// The result of a set's lists.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecordsFigure {
    /// The set.
    pub set: &'static str,
    /// Its pages.
    pub pages: usize,
    /// Plain `extract`: mean F1 of cells, each attribute in the one column that fits it best.
    pub cells_f1: f64,
    /// Its columns.
    pub columns_a_page: f64,
    /// The share of them without a name.
    pub unnamed: f64,
    /// The share of them with a name that another has too.
    pub repeated_names: f64,
    /// `extract --want`: mean F1 of cells, each attribute in the column of its name.
    pub named_f1: f64,
}

/// The result of a set's pages about one thing.
#[derive(Debug, Clone, PartialEq)]
pub struct DetailFigure {
    /// The set, or a vertical of it.
    pub name: String,
    /// Its pages.
    pub pages: usize,
    /// Plain `extract`: F1 of attributes, the mean over sites and verticals.
    pub plain_f1: f64,
    /// The same of `extract --want`.
    pub want_f1: f64,
}

impl Report {
    /// How many pages were read.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The results of sets of lists.
    pub fn records(&self) -> Vec<RecordsFigure> {
        self.groups(Subject::Records).map(records_figure).collect()
    }

    /// The results of sets of pages about one thing, each followed by its verticals.
    pub fn details(&self) -> Vec<DetailFigure> {
        self.groups(Subject::Detail).flat_map(detail_figures).collect()
    }

    /// How right columns are by how sure they are, drawn as PNG.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn plot(&self) -> Result<Vec<u8>, Problem> {
        let svg = plot::svg(&[vec![self.calibration().plot()]]);
        draw_png("plot", &Drawing { svg, size: plot::SIZE, cut: false })
    }

    fn calibration(&self) -> Calibration {
        Calibration::of(self.pages.iter().flat_map(|page| page.want.sure.iter().chain(&page.absent).copied()))
    }

    /// The pages of each set that have this subject.
    fn groups(&self, subject: Subject) -> impl Iterator<Item = &[JudgedPage]> {
        let groups = self.pages.chunk_by(|a, b| (a.set, a.subject) == (b.set, b.subject));
        groups.filter(move |pages| pages[0].subject == subject)
    }

    fn write_attributes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(2, ["set", "attribute", "wanted", "extract", "", "--want", ""]);
        for subject in [Subject::Records, Subject::Detail] {
            for pages in self.groups(subject) {
                let (plain, want) =
                    (sums(pages, |page| &page.plain.fitting), sums(pages, |page| &page.want.named));
                for (name, tally) in want {
                    let share = |tally: Tally| [tally.right.to_string(), format!("{:.3}", tally.recall())];
                    let mut row = vec![group_name(&pages[0]), name.to_owned(), tally.wanted.to_string()];
                    row.extend(share(plain.get(name).copied().unwrap_or_default()));
                    row.extend(share(tally));
                    table.row(row);
                }
            }
        }
        write!(f, "{table}")
    }

    fn write_worst(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(4, ["page", "records", "F1", "failed (right/wanted)"]);
        for subject in [Subject::Records, Subject::Detail] {
            for pages in self.groups(subject) {
                let mut failed: Vec<(&JudgedPage, Tally)> =
                    pages.iter().map(|page| (page, page.want.named.values().copied().sum())).collect();
                failed.retain(|(_, tally): &(_, Tally)| tally.right < tally.wanted);
                // Of pages that are equally wrong the one with the most missing values comes first.
                failed.sort_by(|(_, a), (_, b)| {
                    a.f1().total_cmp(&b.f1()).then((b.wanted - b.right).cmp(&(a.wanted - a.right)))
                });
                for (page, tally) in failed.into_iter().take(self.worst) {
                    let held = format!("{}/{}", page.want.held, page.records);
                    table.row([page.id.clone(), held, format!("{:.3}", tally.f1()), failures(&page.want)]);
                }
            }
        }
        write!(f, "{table}")
    }
}

fn records_figure(pages: &[JudgedPage]) -> RecordsFigure {
    let mean_of = |figure: &dyn Fn(&JudgedPage) -> f64| {
        mean(&pages.iter().map(figure).collect::<Vec<_>>()).unwrap_or(0.0)
    };
    let f1 = |tallies: &BTreeMap<String, Tally>| tallies.values().copied().sum::<Tally>().f1();
    RecordsFigure {
        set: pages[0].set,
        pages: pages.len(),
        cells_f1: mean_of(&|page| f1(&page.plain.fitting)),
        columns_a_page: mean_of(&|page| page.plain.columns as f64),
        unnamed: mean_of(&|page| share(page.plain.unnamed, page.plain.columns)),
        repeated_names: mean_of(&|page| share(page.plain.repeated, page.plain.columns)),
        named_f1: mean_of(&|page| f1(&page.want.named)),
    }
}

/// The set, whose F1 is the mean of its verticals', and these if there are several.
fn detail_figures(pages: &[JudgedPage]) -> Vec<DetailFigure> {
    let mut verticals: BTreeMap<&str, BTreeMap<&str, Vec<&JudgedPage>>> = BTreeMap::new();
    for page in pages {
        verticals.entry(&page.vertical).or_default().entry(&page.site).or_default().push(page);
    }
    let figure = |(vertical, sites): (&&str, &BTreeMap<&str, Vec<&JudgedPage>>)| {
        let f1 = |named: fn(&JudgedPage) -> &BTreeMap<String, Tally>| {
            let of_site = |pages: &Vec<&JudgedPage>| {
                let tallies = sums(pages.iter().copied(), named);
                let labelled = tallies.values().filter(|tally| tally.wanted > 0);
                mean(&labelled.map(|tally| tally.f1()).collect::<Vec<_>>()).unwrap_or(0.0)
            };
            mean(&sites.values().map(of_site).collect::<Vec<_>>()).unwrap_or(0.0)
        };
        DetailFigure {
            name: format!("  {vertical}"),
            pages: sites.values().map(Vec::len).sum(),
            plain_f1: f1(|page| &page.plain.named),
            want_f1: f1(|page| &page.want.named),
        }
    };
    let parts: Vec<DetailFigure> = verticals.iter().map(figure).collect();
    let mean_of =
        |f1: fn(&DetailFigure) -> f64| mean(&parts.iter().map(f1).collect::<Vec<_>>()).unwrap_or(0.0);
    let whole = DetailFigure {
        name: pages[0].set.to_owned(),
        pages: pages.len(),
        plain_f1: mean_of(|part| part.plain_f1),
        want_f1: mean_of(|part| part.want_f1),
    };
    let several = parts.len() > 1;
    std::iter::once(whole).chain(parts.into_iter().filter(|_| several)).collect()
}

/// The tallies of all pages, by attribute.
fn sums<'p>(
    pages: impl IntoIterator<Item = &'p JudgedPage>,
    of: fn(&JudgedPage) -> &BTreeMap<String, Tally>,
) -> BTreeMap<&'p str, Tally> {
    let mut sums: BTreeMap<&str, Tally> = BTreeMap::new();
    for (name, tally) in pages.into_iter().flat_map(of) {
        *sums.entry(name).or_default() += *tally;
    }
    sums
}

/// The attributes that are not wholly right, and those that have no value at all.
fn failures(score: &PageScore) -> String {
    let failed = score.named.iter().filter(|(_, tally)| tally.right < tally.wanted);
    let tell = |(name, tally): (&String, &Tally)| {
        let empty = if tally.found == 0 { " empty" } else { "" };
        format!("{name} {}/{}{empty}", tally.right, tally.wanted)
    };
    failed.map(tell).collect::<Vec<_>>().join(", ")
}

fn group_name(page: &JudgedPage) -> String {
    match page.subject {
        Subject::Records => page.set.to_owned(),
        Subject::Detail => format!("{} (detail)", page.set),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Lists: F1 of cells, in the columns that fit best and, with --want, in those of the names"
        )?;
        let names = ["set", "pages", "cells F1", "columns", "unnamed", "repeated", "--want F1"];
        let mut table = Table::new(1, names);
        for figure in self.records() {
            let figures = [figure.unnamed, figure.repeated_names, figure.named_f1];
            let mut row =
                vec![figure.set.to_owned(), figure.pages.to_string(), format!("{:.3}", figure.cells_f1)];
            row.push(format!("{:.2}", figure.columns_a_page));
            row.extend(figures.map(|figure| format!("{figure:.3}")));
            table.row(row);
        }
        writeln!(f, "{table}")?;
        writeln!(f, "Pages about one thing: F1 of attributes")?;
        let mut table = Table::new(1, ["set", "pages", "extract F1", "--want F1"]);
        for DetailFigure { name, pages, plain_f1, want_f1 } in self.details() {
            table.row([name, pages.to_string(), format!("{plain_f1:.3}"), format!("{want_f1:.3}")]);
        }
        writeln!(f, "{table}")?;
        writeln!(f, "Attributes: right values and their share of those wanted")?;
        self.write_attributes(f)?;
        if self.worst > 0 {
            writeln!(f, "\nThe worst pages of each set with --want")?;
            self.write_worst(f)?;
        }
        let given = self.pages.iter().map(|page| page.absent.len()).sum::<usize>();
        writeln!(
            f,
            "\nHow right columns of --want are by how sure they are; {given} are given for what the page does not have"
        )?;
        write!(f, "{}", self.calibration())
    }
}
