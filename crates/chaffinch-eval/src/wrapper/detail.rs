//! Sites whose pages are about one record each, labelled with values: the mean F1 of attributes, as the referee counts it.

use super::coverage::write_seconds;
use crate::attributes::{AttributeTallies, WrongValues};
use crate::statistics::{mean, share};
use crate::table::Table;
use chaffinch_wrapper::{Applied, Labelled, LearnSettings, PageBytes, Site, Wrapper, learn};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

/// All sites.
#[derive(Debug)]
pub struct DetailCoverage {
    /// How many pages of a site were learned from, in turn.
    pub pages: Vec<usize>,
    /// The sites.
    pub sites: Vec<DetailSite>,
    /// The number of pages that learning was timed with.
    timed: usize,
}

/// One site.
#[derive(Debug)]
pub struct DetailSite {
    name: String,
    vertical: String,
    /// By number of pages learned from.
    runs: Vec<Run>,
    seconds: f64,
}

/// A wrapper learned from some pages of a site, tested on the others.
#[derive(Debug, Default)]
struct Run {
    /// The reason why no wrapper was learned, if none was.
    failure: Option<String>,
    attributes: AttributeTallies,
    /// Attributes of pages that are wrong, by attribute.
    wrong: BTreeMap<String, Vec<WrongValues>>,
    /// Pages that the wrapper itself says it does not fit.
    misfits: usize,
    tested: usize,
}

impl DetailSite {
    pub(super) fn measure(site: &Site, pages: &[Labelled], counts: &[usize], timed: usize) -> DetailSite {
        let begin = Instant::now();
        // Only the time counts here; the wrapper itself is measured below.
        let _ = std::hint::black_box(learn(&pages[..timed.min(pages.len())], &LearnSettings::default()));
        let seconds = begin.elapsed().as_secs_f64();
        let run = |count: &usize| Run::measure(pages, (*count).min(pages.len() - 1));
        DetailSite {
            name: site.name.clone(),
            vertical: site.vertical().to_owned(),
            runs: counts.iter().map(run).collect(),
            seconds,
        }
    }
}

impl Run {
    fn measure(pages: &[Labelled], count: usize) -> Run {
        let (learned_from, tested) = pages.split_at(count);
        let wrapper = match learn(learned_from, &LearnSettings::default()) {
            Ok(report) => Some(report.wrapper),
            Err(error) => return Run { failure: Some(error.to_string()), ..Run::scored(None, tested) },
        };
        Run::scored(wrapper.as_ref(), tested)
    }

    fn scored(wrapper: Option<&Wrapper>, tested: &[Labelled]) -> Run {
        let mut run = Run { tested: tested.len(), ..Run::default() };
        let names = tested.first().map_or(&[][..], |(page, _)| &page.attributes);
        for (page, bytes) in tested {
            let applied =
                wrapper.map_or_else(Applied::default, |wrapper| wrapper.apply(&PageBytes::from(&bytes[..])));
            run.misfits += usize::from(!applied.misfits.is_empty());
            for name in names {
                let column = wrapper.and_then(|w| w.attributes.iter().position(|known| known.name == *name));
                let row = applied.rows.first().into_iter().flatten();
                let texts = row.filter(|found| Some(found.attribute) == column).map(|found| &found.text);
                let wrong = run.attributes.add(name, page, texts);
                run.wrong.entry(name.clone()).or_default().extend(wrong);
            }
        }
        run
    }
}

impl DetailCoverage {
    pub(super) fn new(pages: Vec<usize>, timed: usize) -> DetailCoverage {
        DetailCoverage { pages, sites: Vec::new(), timed }
    }

    /// The mean F1 of each vertical when learning from the pages of [`DetailCoverage::pages`] at `at`.
    pub fn by_vertical(&self, at: usize) -> BTreeMap<&str, f64> {
        let mut verticals: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for site in &self.sites {
            verticals.entry(&site.vertical).or_default().push(site.runs[at].attributes.f1());
        }
        verticals.into_iter().map(|(name, scores)| (name, mean(&scores).unwrap_or(0.0))).collect()
    }

    /// The mean of the verticals.
    pub fn f1(&self, at: usize) -> f64 {
        let means: Vec<f64> = self.by_vertical(at).into_values().collect();
        mean(&means).unwrap_or(0.0)
    }

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, per_site: bool) -> fmt::Result {
        let total = self.sites.len();
        writeln!(
            f,
            "{total} sites with one record a page: exact values, mean of attribute F1, tested on the others"
        )?;
        let pages = self.pages.iter().map(|n| format!("{n} page{}", if *n == 1 { "" } else { "s" }));
        let mut table = Table::new(1, ["learned from".to_owned()].into_iter().chain(pages)).indented("  ");
        let mut row = |name: &str, value: &dyn Fn(usize) -> String| {
            table.row([name.to_owned()].into_iter().chain((0..self.pages.len()).map(value)));
        };
        let verticals: Vec<BTreeMap<&str, f64>> =
            (0..self.pages.len()).map(|at| self.by_vertical(at)).collect();
        for name in verticals[0].keys() {
            row(name, &|at| format!("{:.4}", verticals[at][name]));
        }
        row("all", &|at| format!("{:.4}", self.f1(at)));
        row("pages said not to fit", &|at| {
            let sum = |part: fn(&Run) -> usize| self.sites.iter().map(|s| part(&s.runs[at])).sum::<usize>();
            format!("{:.1} %", 100.0 * share(sum(|r| r.misfits), sum(|r| r.tested)))
        });
        write!(f, "{table}")?;
        let seconds: Vec<f64> = self.sites.iter().map(|site| site.seconds).collect();
        write_seconds(f, self.timed, &seconds)?;
        if per_site {
            for site in &self.sites {
                self.pages.iter().zip(&site.runs).try_for_each(|(pages, run)| site.write(f, *pages, run))?;
            }
        }
        Ok(())
    }
}

impl DetailSite {
    /// A site's score, and the first pages on which a weak attribute is wrong.
    fn write(&self, f: &mut fmt::Formatter<'_>, pages: usize, run: &Run) -> fmt::Result {
        const WEAK: f64 = 0.95;
        const SHOWN: usize = 3;
        writeln!(f, "  {} from {pages}: {:.4}", self.name, run.attributes.f1())?;
        if let Some(failure) = &run.failure {
            writeln!(f, "    {failure}")?;
        }
        for (name, tally) in run.attributes.labelled().filter(|(_, tally)| tally.f1() < WEAK) {
            writeln!(f, "    {name}: {:.3}", tally.f1())?;
            for WrongValues { page, found, wanted } in run.wrong.get(name).into_iter().flatten().take(SHOWN) {
                writeln!(f, "      {page}: {found:.60?} for {wanted:.60?}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Tally;

    fn labelled(page: &str, bytes: &str, record: &str) -> Labelled {
        let line = format!(
            r#"{{"page": "{page}", "site": "s", "vertical": "v", "attributes": ["name", "isbn"], "record": {record}}}"#
        );
        (chaffinch_gold::parse(&line).unwrap().remove(0), bytes.into())
    }

    fn book(name: &str) -> String {
        format!("<html><body><h1>{name}</h1><p>Written by hand</p></body></html>")
    }

    #[test]
    fn an_attribute_that_no_tested_page_has_does_not_count() {
        let pages = [
            labelled("1", &book("Ulm"), r#"{"name": "Ulm"}"#),
            labelled("2", &book("Trier"), r#"{"name": "Trier"}"#),
            labelled("3", &book("Bonn"), r#"{"name": "Köln"}"#),
        ];
        let run = Run::measure(&pages, 1);
        assert_eq!(run.attributes.0["name"], Tally { right: 1, found: 2, wanted: 2 });
        assert_eq!(run.attributes.0["isbn"].wanted, 0);
        assert_eq!(run.attributes.f1(), 0.5);
        assert_eq!(run.wrong["name"][0].page, "3");
    }

    #[test]
    fn where_nothing_can_be_learned_everything_is_missed() {
        let pages = [
            labelled("1", &book("Ulm"), r#"{"name": "Wien"}"#),
            labelled("2", &book("Trier"), r#"{"name": "Trier"}"#),
        ];
        let run = Run::measure(&pages, 1);
        assert!(run.failure.is_some());
        assert_eq!((run.attributes.f1(), run.tested), (0.0, 1));
    }
}
