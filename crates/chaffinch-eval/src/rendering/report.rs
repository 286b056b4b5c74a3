//! The table that `chaffinch eval rendering` prints.

use super::{Agreement, ComparedPage};
use crate::statistics::{median, milliseconds, share};
use std::fmt;
use std::time::Duration;

/// All sets of pages.
#[derive(Debug)]
pub struct Report {
    sets: Vec<Set>,
    per_page: bool,
}

/// The pages of one input.
#[derive(Debug)]
pub(super) struct Set {
    name: String,
    pages: Vec<(String, Agreement)>,
    total: Agreement,
    embedded: Duration,
    extracting: Duration,
    chromium: Duration,
}

impl Report {
    pub(super) fn new(per_page: bool) -> Report {
        Report { sets: Vec::new(), per_page }
    }

    pub(super) fn add(&mut self, set: Set) {
        self.sets.push(set);
    }

    /// How many pages were compared.
    pub fn pages(&self) -> usize {
        self.sets.iter().map(|set| set.pages.len()).sum()
    }
}

impl Set {
    pub(super) fn new(name: &str) -> Set {
        Set {
            name: name.to_owned(),
            pages: Vec::new(),
            total: Agreement::default(),
            embedded: Duration::ZERO,
            extracting: Duration::ZERO,
            chromium: Duration::ZERO,
        }
    }

    pub(super) fn add(&mut self, page: ComparedPage) {
        self.total.add(&page.agreement);
        self.embedded += page.embedded;
        self.extracting += page.extracting;
        self.chromium += page.chromium;
        self.pages.push((page.name, page.agreement));
    }

    /// The rows of the table: what is measured, and the value.
    fn rows(&self) -> Vec<(&'static str, String)> {
        let shares: Vec<f64> = self.pages.iter().map(|(_, page)| page.pair_share()).collect();
        let median = median(&shares).unwrap_or(0.0);
        let good = shares.iter().filter(|share| **share >= 0.95).count();
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        let part = |part: usize, whole: usize| percent(share(part, whole));
        let pages = self.pages.len().max(1) as u32;
        let times = |ours: Duration| self.chromium.as_secs_f64() / ours.as_secs_f64().max(1e-9);
        let with_extractors = self.embedded + self.extracting;
        let against = |ours: Duration| {
            format!("{:.1} ms (Chromium: {:.1} times)", milliseconds(ours / pages), times(ours))
        };
        let total = &self.total;
        vec![
            ("pages", self.pages.len().to_string()),
            ("near text pairs: row and column relation both right", percent(total.pair_share())),
            ("median page / pages of 0.95 and more", format!("{median:.4} / {good}")),
            ("same-row F1", format!("{:.4}", total.row_f1())),
            ("table cells: same-row and same-column both right", percent(total.cell_share())),
            ("text leaves without a box", percent(total.missing_share())),
            ("left edge and width within 10 px", part(total.edges_right, total.leaves - total.missing)),
            ("font size, weight, colours and display all right", part(total.styled_right, total.styled)),
            ("processor time a page, embedded", against(self.embedded)),
            ("processor time a page, embedded and all extractors", against(with_extractors)),
            ("processor time a page, Chromium", format!("{:.1} ms", milliseconds(self.chromium / pages))),
        ]
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for set in &self.sets {
            writeln!(f, "{}", set.name)?;
            for (label, value) in set.rows() {
                writeln!(f, "  {label:<54} {value}")?;
            }
            if self.per_page {
                let mut pages: Vec<&(String, Agreement)> = set.pages.iter().collect();
                pages.sort_by(|a, b| a.1.pair_share().total_cmp(&b.1.pair_share()));
                for (name, page) in pages {
                    writeln!(
                        f,
                        "    {:.4}  cells {:.4}  {} of {} leaves without a box  {name}",
                        page.pair_share(),
                        page.cell_share(),
                        page.missing,
                        page.leaves
                    )?;
                }
            }
        }
        Ok(())
    }
}
