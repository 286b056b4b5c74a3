//! Sites whose lists are labelled with the values of their records: how many can be wrapped, and how well.

use super::coverage::write_seconds;
use crate::statistics::{mean, share};
use chaffinch_wrapper::{Labelled, LearnSettings, PageBytes, Wrapper, learn};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

/// All sites.
#[derive(Debug)]
pub struct ListCoverage {
    /// How many pages of a site were learned from at most.
    pub pages: usize,
    /// The sites.
    pub sites: Vec<ListSite>,
}

/// One site.
#[derive(Debug)]
pub struct ListSite {
    name: String,
    /// The class of the wrapper, or why there is none.
    class: Result<String, String>,
    /// F1 of the values on the pages learned from.
    own: f64,
    /// F1 of the values on the site's other pages; none where it has none.
    others: Option<f64>,
    seconds: f64,
}

impl ListSite {
    pub(super) fn measure(name: &str, pages: &[Labelled], count: usize) -> ListSite {
        let count = count.min(pages.len().saturating_sub(1)).max(1);
        let (learned_from, others) = pages.split_at(count.min(pages.len()));
        let begin = Instant::now();
        let learned = learn(learned_from, &LearnSettings::default());
        let seconds = begin.elapsed().as_secs_f64();
        let of = |pages: &[Labelled]| learned.as_ref().map_or(0.0, |report| f1(&report.wrapper, pages));
        ListSite {
            name: name.to_owned(),
            own: of(learned_from),
            others: (!others.is_empty()).then(|| of(others)),
            class: learned.map(|report| report.wrapper.class_names()).map_err(|error| error.to_string()),
            seconds,
        }
    }
}

/// F1 of the values that a wrapper reads, each with its attribute, whatever their white space.
fn f1(wrapper: &Wrapper, pages: &[Labelled]) -> f64 {
    let squashed = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    let (mut right, mut found, mut labelled) = (0, 0, 0);
    for (page, bytes) in pages {
        let mut wanted: BTreeMap<(&str, String), usize> = BTreeMap::new();
        for (name, values) in page.records().iter().flat_map(|record| &record.values) {
            for value in values {
                *wanted.entry((name, squashed(value))).or_default() += 1;
                labelled += 1;
            }
        }
        for value in wrapper.apply(&PageBytes::from(&bytes[..])).rows.iter().flatten() {
            found += 1;
            let name = wrapper.attributes[value.attribute].name.as_str();
            if let Some(left) = wanted.get_mut(&(name, squashed(&value.text))).filter(|left| **left > 0) {
                *left -= 1;
                right += 1;
            }
        }
    }
    share(2 * right, found + labelled)
}

impl ListCoverage {
    pub(super) fn new(pages: usize) -> ListCoverage {
        ListCoverage { pages, sites: Vec::new() }
    }

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, per_site: bool) -> fmt::Result {
        let total = self.sites.len();
        let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
        for class in self.sites.iter().filter_map(|site| site.class.as_ref().ok()) {
            *classes.entry(class).or_default() += 1;
        }
        let learned: usize = classes.values().sum();
        let classes: Vec<String> = classes.iter().map(|(class, count)| format!("{class} {count}")).collect();
        writeln!(f, "{total} sites with lists labelled by values, learned from up to {} pages", self.pages)?;
        writeln!(f, "  wrapped: {learned} ({:.2}): {}", share(learned, total), classes.join(", "))?;
        let own: Vec<f64> = self.sites.iter().map(|site| site.own).collect();
        let others: Vec<f64> = self.sites.iter().filter_map(|site| site.others).collect();
        writeln!(f, "  F1 of values on the pages learned from: {:.3}", mean(&own).unwrap_or(0.0))?;
        let (count, f1) = (others.len(), mean(&others).unwrap_or(0.0));
        writeln!(f, "  F1 of values on other pages of {count} sites: {f1:.3}")?;
        let seconds: Vec<f64> = self.sites.iter().map(|site| site.seconds).collect();
        write_seconds(f, self.pages, &seconds)?;
        for site in self.sites.iter().filter(|_| per_site) {
            let class = site.class.as_deref().unwrap_or_else(|error| error);
            let others = site.others.map_or("-".to_owned(), |f1| format!("{f1:.3}"));
            writeln!(f, "  {} {:.3} {others} {class}", site.name, site.own)?;
        }
        Ok(())
    }
}
