//! The tables as they are printed.

use super::score::{ItemScore, ListScore};
use crate::statistics::{mean, median, milliseconds, share};
use crate::table::Table;
use chaffinch_topk::TopkSettings;
use std::fmt;
use std::time::Duration;

/// The measurements of all versions.
#[derive(Debug)]
pub struct Report {
    pub(super) versions: Vec<Version>,
    /// MDR on the pages of Table III.
    pub(super) mdr: Vec<ItemScore>,
    ids: Vec<String>,
    io: Vec<f64>,
    parsing: Vec<f64>,
    layout: Vec<f64>,
    per_page: bool,
}

/// The algorithm with some of its optimisations.
#[derive(Debug)]
pub(super) struct Version {
    name: String,
    pub(super) settings: TopkSettings,
    pub(super) lists: Vec<ListScore>,
    pub(super) algorithm: Vec<Duration>,
    pub(super) items: Vec<ItemScore>,
}

impl Version {
    pub(super) fn new(name: String, settings: TopkSettings) -> Version {
        Version { name, settings, lists: Vec::new(), algorithm: Vec::new(), items: Vec::new() }
    }

    fn algorithm(&self) -> Vec<f64> {
        self.algorithm.iter().copied().map(milliseconds).collect()
    }
}

impl Report {
    pub(super) fn new(versions: Vec<Version>, per_page: bool) -> Report {
        Report {
            versions,
            mdr: Vec::new(),
            ids: Vec::new(),
            io: Vec::new(),
            parsing: Vec::new(),
            layout: Vec::new(),
            per_page,
        }
    }

    pub(super) fn add_stages(&mut self, id: &str, io: Duration, parsing: Duration, layout: Duration) {
        self.ids.push(id.to_owned());
        self.io.push(milliseconds(io));
        self.parsing.push(milliseconds(parsing));
        self.layout.push(milliseconds(layout));
    }

    /// How many pages were measured.
    pub fn pages(&self) -> usize {
        self.ids.len()
    }

    fn accuracy(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Table I. Accuracy on {} pages, % (published: Basic 87.3 and 59.5, Optimized 90.3 and 70.9)",
            self.pages()
        )?;
        let mut table = Table::new(1, ["Version", "P", "R", "strict P", "strict R", "names"]).indented("  ");
        for version in &self.versions {
            let count = |test: fn(&ListScore) -> bool| version.lists.iter().filter(|list| test(list)).count();
            let (returned, all) = (count(|list| list.returned), version.lists.len());
            let (paper, strict) = (count(|list| list.paper), count(|list| list.strict));
            let names: usize = version.lists.iter().map(|list| list.names).sum();
            let labels: usize = version.lists.iter().map(|list| list.labels).sum();
            let of = [(paper, returned), (paper, all), (strict, returned), (strict, all), (names, labels)];
            let shares = of.map(|(part, whole)| format!("{:.1}", percent(part, whole)));
            table.row([version.name.clone()].into_iter().chain(shares));
        }
        write!(f, "{table}")
    }

    fn time(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Table II. Average time of the stages in ms; the median of pages in parentheses")?;
        let stage = |times: &[f64]| {
            format!("{:.2} ({:.2})", mean(times).unwrap_or_default(), median(times).unwrap_or_default())
        };
        let names = ["Version", "I/O", "Parsing", "Layout", "Algorithm", "Optimization"];
        let mut table = Table::new(1, names).indented("  ");
        let basic = self.versions[0].algorithm();
        for version in self.versions.iter().take(3) {
            let all = version.algorithm();
            let more: Vec<f64> = all.iter().zip(&basic).map(|(all, basic)| (all - basic).max(0.0)).collect();
            let own: Vec<f64> = all.iter().zip(&more).map(|(all, more)| all - more).collect();
            let stages = [&self.io, &self.parsing, &self.layout, &own, &more].map(|times| stage(times));
            table.row([version.name.clone()].into_iter().chain(stages));
        }
        write!(f, "{table}")?;
        let full = self.versions[2].algorithm();
        let ratios: Vec<f64> =
            full.iter().zip(&self.parsing).map(|(all, parsing)| all / parsing.max(1e-6)).collect();
        writeln!(
            f,
            "  algorithm and optimizations against parsing, median page: {:.2}",
            median(&ratios).unwrap_or_default()
        )
    }

    fn peers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pages = self.versions[2].items.len();
        writeln!(
            f,
            "Table III. Items of {pages} TBDW pages, k given, % (published: Optimized 90.4 and 73.2, MDR 54.4 and 56.4)"
        )?;
        let names = ["Version", "P*", "R*", "P* (same text)", "R* (same text)", "time"];
        let mut table = Table::new(1, names).indented("  ");
        let optimised = self.versions.iter().take(3).map(|version| (version.name.as_str(), &version.items));
        for (name, items) in optimised.chain([("MDR", &self.mdr)]) {
            let average = |value: &dyn Fn(&ItemScore) -> f64| {
                mean(&items.iter().map(value).collect::<Vec<f64>>()).unwrap_or_default()
            };
            let shares: [f64; 4] = [
                average(&|page| percent(page.holding, page.found)),
                average(&|page| percent(page.holding, page.wanted)),
                average(&|page| percent(page.same, page.found)),
                average(&|page| percent(page.same, page.wanted)),
            ];
            let time = format!("{:.1} ms", average(&|page| milliseconds(page.time)));
            let shares = shares.map(|share| format!("{share:.1}"));
            table.row([name.to_owned()].into_iter().chain(shares).chain([time]));
        }
        write!(f, "{table}")
    }

    fn wrong_pages(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let full = &self.versions[2];
        for (id, list) in
            self.ids.iter().zip(&full.lists).filter(|(_, list)| !list.strict || list.names < list.labels)
        {
            let what = if list.strict {
                "names"
            } else if list.returned {
                "items"
            } else {
                "nothing returned"
            };
            writeln!(f, "  {id}: {what}, {} of {} names", list.names, list.labels)?;
        }
        for page in full.items.iter().filter(|page| page.holding < page.wanted) {
            writeln!(f, "  {}: {} of {} items", page.id, page.holding, page.wanted)?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.accuracy(f)?;
        writeln!(f)?;
        self.time(f)?;
        writeln!(f)?;
        self.peers(f)?;
        if self.per_page {
            writeln!(f, "\nPages that are not right")?;
            self.wrong_pages(f)?;
        }
        Ok(())
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * share(part, whole)
}
