//! The share of sites for which a wrapper can be learned.

use super::detail::{DetailCoverage, DetailSite};
use super::lists::{ListCoverage, ListSite};
use super::tuples::{TupleCoverage, TupleSite};
use crate::statistics::median;
use chaffinch_core::{Problem, ProblemKind};
use chaffinch_wrapper::{LearnSettings, Sites};
use std::fmt;
use std::path::Path;

/// Learns from the first pages of every site of a gold file and tests on the others.
pub fn coverage(
    gold: &Path,
    root: Option<&Path>,
    options: &CoverageOptions,
    mut problem: impl FnMut(&Problem),
) -> Result<Coverage, Problem> {
    let sites = Sites::read(gold, root)?;
    let counts = options.pages.map_or(DETAIL_PAGES.to_vec(), |count| vec![count]);
    let mut tuples = TupleCoverage::new(options.pages.unwrap_or(TIMED_PAGES));
    let mut detail = DetailCoverage::new(counts, TIMED_PAGES);
    let mut lists = ListCoverage::new(options.pages.unwrap_or(1));
    for site in &sites.sites {
        let pages = site.read_pages(LearnSettings::default().page_bytes)?;
        if site.has_records() {
            lists.sites.push(ListSite::measure(&site.name, &pages, lists.pages));
        } else if pages.len() < 2 {
            let message = "the site has one page, and none is left to test on";
            problem(&Problem::new(ProblemKind::Damaged, &site.name, message));
        } else if site.has_tuples() {
            tuples.sites.push(TupleSite::measure(&site.name, &pages, tuples.pages));
        } else {
            let measured = DetailSite::measure(site, &pages, &detail.pages, TIMED_PAGES);
            detail.sites.push(measured);
        }
    }
    Ok(Coverage { tuples, detail, lists, per_site: options.per_site })
}

/// On sites labelled with values, wrappers are learned from 1 page and from 3.
const DETAIL_PAGES: [usize; 2] = [1, 3];

/// The number of pages that learning is timed with.
const TIMED_PAGES: usize = 5;

/// What is learned from and what is printed.
#[derive(Debug, Clone, Default)]
pub struct CoverageOptions {
    /// How many pages of a site are learned from; by default 5 with tuples, 1 and 3 in turn with values, 1 with lists.
    pub pages: Option<usize>,
    /// Whether every site is printed, with what went wrong.
    pub per_site: bool,
}

/// What was measured.
#[derive(Debug)]
pub struct Coverage {
    /// Sites labelled with byte ranges.
    pub tuples: TupleCoverage,
    /// Sites labelled with values.
    pub detail: DetailCoverage,
    /// Sites whose lists are labelled with values.
    pub lists: ListCoverage,
    per_site: bool,
}

impl Coverage {
    /// How many sites were measured.
    pub fn sites(&self) -> usize {
        self.tuples.sites.len() + self.detail.sites.len() + self.lists.sites.len()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.tuples.sites.is_empty() {
            self.tuples.write(f, self.per_site)?;
        }
        if !self.detail.sites.is_empty() {
            self.detail.write(f, self.per_site)?;
        }
        if !self.lists.sites.is_empty() {
            self.lists.write(f, self.per_site)?;
        }
        Ok(())
    }
}

/// Writes how long learning took.
pub(super) fn write_seconds(f: &mut fmt::Formatter<'_>, pages: usize, seconds: &[f64]) -> fmt::Result {
    let longest = seconds.iter().copied().fold(0.0, f64::max);
    let middle = median(seconds).unwrap_or(0.0);
    writeln!(f, "  learning from up to {pages} pages: median {middle:.3} s, longest {longest:.3} s")
}
