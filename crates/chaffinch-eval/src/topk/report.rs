//! The tables as they are printed.

use super::score::{ItemScore, ListScore};
use crate::statistics::{mean, median, milliseconds, share};
use crate::table::Table;
use chaffinch_core::Relation;
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
    /// The sizes of the pages of Table I in bytes.
    sizes: Vec<usize>,
    /// For each way of writing pages again, their lists.
    rewritten: Vec<(&'static str, Vec<(String, ListScore)>)>,
    /// Pages of other kinds: how many there are, and how many of them promise a list.
    other: usize,
    promising: usize,
    /// Pages whose title promises nothing and that got an answer all the same.
    unpromised: Vec<String>,
    /// Answers on other pages whose titles promise a list, with the title: to be judged by eye.
    promised: Vec<String>,
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
            sizes: Vec::new(),
            rewritten: Vec::new(),
            other: 0,
            promising: 0,
            unpromised: Vec::new(),
            promised: Vec::new(),
            io: Vec::new(),
            parsing: Vec::new(),
            layout: Vec::new(),
            per_page,
        }
    }

    /// Counts a page whose list was written again in a `shape`.
    pub(super) fn add_rewritten(&mut self, shape: &'static str, id: &str, list: ListScore) {
        let known = self.rewritten.iter().position(|(name, _)| *name == shape);
        let at = known.unwrap_or(self.rewritten.len());
        if known.is_none() {
            self.rewritten.push((shape, Vec::new()));
        }
        self.rewritten[at].1.push((id.to_owned(), list));
    }

    /// Counts a page that is not labelled as one with a top-k list.
    pub(super) fn add_unpromised(&mut self, id: &str, promises: bool, answer: &[Relation]) {
        self.other += 1;
        self.promising += usize::from(promises);
        if !promises && !answer.is_empty() {
            self.unpromised.push(id.to_owned());
        }
        if promises && !answer.is_empty() {
            self.promised.push(format!("{id}: {}", answer[0].title.as_deref().unwrap_or_default()));
        }
    }

    pub(super) fn add_stages(
        &mut self,
        id: &str,
        size: usize,
        io: Duration,
        parsing: Duration,
        layout: Duration,
    ) {
        self.ids.push(id.to_owned());
        self.sizes.push(size);
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

    /// Figure 3: how the time of parsing and of the whole algorithm grows with the size of the file.
    fn growth(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Upper ends of the classes of sizes, in bytes.
        const CLASSES: [usize; 5] = [50_000, 100_000, 200_000, 400_000, usize::MAX];
        writeln!(f, "Figure 3. Time by file size, medians in ms")?;
        let names = ["File size", "Pages", "KB", "Parsing", "Algorithm and optimizations"];
        let mut table = Table::new(1, names).indented("  ");
        let full = self.versions[2].algorithm();
        let mut from = 0;
        for to in CLASSES {
            let within: Vec<usize> =
                (0..self.sizes.len()).filter(|i| (from..to).contains(&self.sizes[*i])).collect();
            let middle = |value: &dyn Fn(usize) -> f64| {
                format!(
                    "{:.2}",
                    median(&within.iter().map(|i| value(*i)).collect::<Vec<f64>>()).unwrap_or_default()
                )
            };
            let name = if to == usize::MAX {
                format!("over {} KB", from / 1000)
            } else {
                format!("under {} KB", to / 1000)
            };
            table.row([
                name,
                within.len().to_string(),
                middle(&|i| self.sizes[i] as f64 / 1000.0),
                middle(&|i| self.parsing[i]),
                middle(&|i| full[i]),
            ]);
            from = to;
        }
        write!(f, "{table}")
    }

    /// The labelled pages with their lists in other markup.
    fn rewritings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "The same lists in other markup, % of the pages whose list is found whole as it is")?;
        let names = ["Written as", "Pages", "strict P", "strict R", "names"];
        let mut table = Table::new(1, names).indented("  ");
        let all = || self.rewritten.iter().flat_map(|(_, lists)| lists);
        let mut line = |name: &str, lists: Vec<&ListScore>| {
            let count = |test: fn(&ListScore) -> bool| lists.iter().filter(|list| test(list)).count();
            let strict = count(|list| list.strict);
            let sum = |of: fn(&ListScore) -> usize| lists.iter().map(|list| of(list)).sum::<usize>();
            let named = percent(sum(|list| list.names), sum(|list| list.labels));
            let shares = [percent(strict, count(|list| list.returned)), percent(strict, lists.len()), named];
            let shares = shares.map(|share| format!("{share:.1}"));
            table.row([name.to_owned(), lists.len().to_string()].into_iter().chain(shares));
        };
        for (name, lists) in &self.rewritten {
            line(name, lists.iter().map(|(_, list)| list).collect());
        }
        line("all", all().map(|(_, list)| list).collect());
        write!(f, "{table}")?;
        for (name, lists) in self.rewritten.iter().filter(|_| self.per_page) {
            for (id, list) in lists.iter().filter(|(_, list)| !list.strict || list.names < list.labels) {
                let what = if list.strict {
                    "names"
                } else if list.returned {
                    "items"
                } else {
                    "nothing returned"
                };
                writeln!(f, "  {name}: {id}: {what}, {} of {} names", list.names, list.labels)?;
            }
        }
        Ok(())
    }

    /// Answers on pages that are not labelled as top-k pages.
    fn others(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let without = self.other - self.promising;
        writeln!(
            f,
            "Other pages: {} of {without} whose titles promise nothing got a list ({:.1} %); {} of {} whose titles count something",
            self.unpromised.len(),
            percent(self.unpromised.len(), without),
            self.promised.len(),
            self.promising
        )?;
        for line in self.unpromised.iter().chain(&self.promised).filter(|_| self.per_page) {
            writeln!(f, "  {line}")?;
        }
        Ok(())
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
        self.rewritings(f)?;
        writeln!(f)?;
        self.time(f)?;
        writeln!(f)?;
        self.growth(f)?;
        writeln!(f)?;
        self.peers(f)?;
        if self.other > 0 {
            writeln!(f)?;
            self.others(f)?;
        }
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
