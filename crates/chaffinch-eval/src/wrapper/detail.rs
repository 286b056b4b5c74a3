//! Sites whose pages are about one record each, labelled with values: the mean F1 of attributes, as the referee counts
//! it. An attribute of a page is right where one value found equals one value labelled.

use super::coverage::write_seconds;
use crate::referee::norm;
use crate::statistics::{Tally, mean};
use chaffinch_wrapper::{Applied, GoldLine, LearnSettings, PageBytes, Wrapper, learn};
use chaffinch_wrapper::{Labelled, Site};
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
    /// Learning was timed with so many pages.
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
    /// Why nothing was learned, if nothing was.
    failure: Option<String>,
    attributes: Vec<AttributeScore>,
    /// Pages that the wrapper itself says it does not fit.
    misfits: usize,
    tested: usize,
}

#[derive(Debug)]
struct AttributeScore {
    name: String,
    tally: Tally,
    /// Pages where it is wrong: found, and wanted.
    wrong: Vec<(String, Vec<String>, Vec<String>)>,
}

impl DetailSite {
    pub(super) fn measure(site: &Site, pages: &[Labelled], counts: &[usize], timed: usize) -> DetailSite {
        let begin = Instant::now();
        // What comes of it is measured below; here only the time counts.
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
        let applied: Vec<Applied> = tested
            .iter()
            .map(|(_, bytes)| match wrapper {
                Some(wrapper) => wrapper.apply(&PageBytes::from(&bytes[..])),
                None => Applied::default(),
            })
            .collect();
        let names = tested.first().map_or(&[][..], |(line, _)| &line.attributes);
        Run {
            failure: None,
            attributes: names
                .iter()
                .map(|name| AttributeScore::of(name, wrapper, tested, &applied))
                .collect(),
            misfits: applied.iter().filter(|applied| !applied.misfits.is_empty()).count(),
            tested: tested.len(),
        }
    }

    /// The mean over the attributes that any page has.
    fn f1(&self) -> f64 {
        let scores: Vec<f64> =
            self.attributes.iter().filter(|a| a.tally.wanted > 0).map(|a| a.tally.f1()).collect();
        mean(&scores).unwrap_or(0.0)
    }
}

impl AttributeScore {
    fn of(name: &str, wrapper: Option<&Wrapper>, tested: &[Labelled], applied: &[Applied]) -> AttributeScore {
        let column = wrapper.and_then(|w| w.attributes.iter().position(|known| known.name == name));
        let mut score = AttributeScore { name: name.to_owned(), tally: Tally::default(), wrong: Vec::new() };
        for ((line, _), applied) in tested.iter().zip(applied) {
            let row = applied.rows.first().into_iter().flatten();
            let texts = row.filter(|found| Some(found.attribute) == column).map(|found| &found.text);
            let found: Vec<String> = texts.map(|text| norm(text)).filter(|text| !text.is_empty()).collect();
            let wanted = wanted(line, name);
            let right = found.iter().any(|text| wanted.contains(text));
            score.tally.right += usize::from(right);
            score.tally.found += usize::from(!found.is_empty());
            score.tally.wanted += usize::from(!wanted.is_empty());
            if !right && (!found.is_empty() || !wanted.is_empty()) {
                score.wrong.push((line.page.clone(), found, wanted));
            }
        }
        score
    }
}

fn wanted(line: &GoldLine, attribute: &str) -> Vec<String> {
    let values = line.record.as_ref().and_then(|record| record.get(attribute));
    values.map_or(&[][..], |values| values.values()).iter().map(|value| norm(value)).collect()
}

impl DetailCoverage {
    pub(super) fn new(pages: Vec<usize>, timed: usize) -> DetailCoverage {
        DetailCoverage { pages, sites: Vec::new(), timed }
    }

    /// The mean F1 of each vertical when learning from the pages of [`DetailCoverage::pages`] at `at`.
    pub fn by_vertical(&self, at: usize) -> BTreeMap<&str, f64> {
        let mut verticals: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for site in &self.sites {
            verticals.entry(&site.vertical).or_default().push(site.runs[at].f1());
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
        let heads: Vec<String> =
            self.pages.iter().map(|n| format!("{n} page{}", if *n == 1 { "" } else { "s" })).collect();
        let line = |f: &mut fmt::Formatter<'_>, name: &str, values: &[String]| {
            writeln!(f, "  {name:<24} {}", values.iter().map(|v| format!("{v:>8}")).collect::<String>())
        };
        line(f, "learned from", &heads)?;
        let turns = 0..self.pages.len();
        let verticals: Vec<BTreeMap<&str, f64>> = turns.clone().map(|at| self.by_vertical(at)).collect();
        for name in verticals[0].keys() {
            let scores: Vec<String> = verticals.iter().map(|means| format!("{:.4}", means[name])).collect();
            line(f, name, &scores)?;
        }
        line(f, "all", &turns.clone().map(|at| format!("{:.4}", self.f1(at))).collect::<Vec<_>>())?;
        let unfit = |at: usize| {
            let sum = |part: fn(&Run) -> usize| self.sites.iter().map(|s| part(&s.runs[at])).sum::<usize>();
            format!("{:.1} %", 100.0 * sum(|r| r.misfits) as f64 / sum(|r| r.tested).max(1) as f64)
        };
        line(f, "pages said not to fit", &turns.map(unfit).collect::<Vec<_>>())?;
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
        writeln!(f, "  {} from {pages}: {:.4}", self.name, run.f1())?;
        if let Some(failure) = &run.failure {
            writeln!(f, "    {failure}")?;
        }
        for score in run.attributes.iter().filter(|a| a.tally.wanted > 0 && a.tally.f1() < WEAK) {
            writeln!(f, "    {}: {:.3}", score.name, score.tally.f1())?;
            for (page, found, wanted) in score.wrong.iter().take(SHOWN) {
                writeln!(f, "      {page}: {found:.60?} for {wanted:.60?}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_as_the_referee_does() {
        assert_eq!(norm(" \u{fb01}sh\u{a0}&  Chips\n"), "fish & chips");
        assert_eq!(norm("STRASSE"), norm("Stra\u{df}e"));
        assert_ne!(norm("$9.99"), norm("$9.98"));
    }

    fn labelled(page: &str, bytes: &str, record: &str) -> Labelled {
        let line = format!(
            r#"{{"page": "{page}", "site": "s", "vertical": "v", "attributes": ["name", "isbn"], "record": {record}}}"#
        );
        (chaffinch_wrapper::read_gold(&line).unwrap().remove(0), bytes.into())
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
        assert_eq!(run.attributes[0].tally, Tally { right: 1, found: 2, wanted: 2 });
        assert_eq!(run.attributes[1].tally.wanted, 0);
        assert_eq!(run.f1(), 0.5);
        assert_eq!(run.attributes[0].wrong[0].0, "3");
    }

    #[test]
    fn where_nothing_can_be_learned_everything_is_missed() {
        let pages = [
            labelled("1", &book("Ulm"), r#"{"name": "Wien"}"#),
            labelled("2", &book("Trier"), r#"{"name": "Trier"}"#),
        ];
        let run = Run::measure(&pages, 1);
        assert!(run.failure.is_some());
        assert_eq!((run.f1(), run.tested), (0.0, 1));
    }
}
