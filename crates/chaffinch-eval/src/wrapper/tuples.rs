//! Sites labelled with byte ranges: which classes have a wrapper that is exact on all pages not learned from.

use super::coverage::write_seconds;
use crate::statistics::share;
use chaffinch_core::Span;
use chaffinch_wrapper::{Labelled, LearnSettings, PageBytes, Wrapper, WrapperClass, learn};
use std::fmt;
use std::time::Instant;

/// All sites.
#[derive(Debug)]
pub struct TupleCoverage {
    /// How many pages of a site were learned from at most.
    pub pages: usize,
    /// The sites.
    pub sites: Vec<TupleSite>,
}

/// One site.
#[derive(Debug)]
pub struct TupleSite {
    name: String,
    /// By class, in the order of [`WrapperClass::ALL`].
    classes: Vec<Outcome>,
    chosen: Outcome,
    /// The class that `learn` chose.
    class: String,
    tested: usize,
    seconds: f64,
}

/// The result of a class.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Outcome {
    /// No wrapper is consistent with the examples, for this reason.
    Inconsistent(String),
    /// A wrapper was learned, and is exact on this number of the pages not learned from.
    Exact(usize),
}

impl TupleSite {
    pub(super) fn measure(name: &str, pages: &[Labelled], count: usize) -> TupleSite {
        let (learned_from, tested) = pages.split_at(count.min(pages.len() - 1));
        let outcome = |settings: &LearnSettings| match learn(learned_from, settings) {
            Ok(report) => {
                let exact = tested.iter().filter(|page| is_exact(&report.wrapper, page)).count();
                (Outcome::Exact(exact), report.wrapper.class_names())
            }
            Err(error) => (Outcome::Inconsistent(error.to_string()), "nothing".to_owned()),
        };
        let begin = Instant::now();
        let (chosen, name_of_class) = outcome(&LearnSettings::default());
        let seconds = begin.elapsed().as_secs_f64();
        let class = |class| outcome(&LearnSettings { class: Some(class), ..LearnSettings::default() }).0;
        TupleSite {
            name: name.to_owned(),
            classes: WrapperClass::ALL.into_iter().map(class).collect(),
            chosen,
            class: name_of_class,
            tested: tested.len(),
            seconds,
        }
    }

    fn wraps(&self, outcome: &Outcome) -> bool {
        *outcome == Outcome::Exact(self.tested)
    }

    /// Whether a class wraps it.
    pub fn wrapped_by(&self, class: WrapperClass) -> bool {
        WrapperClass::ALL.iter().position(|c| *c == class).is_some_and(|at| self.wraps(&self.classes[at]))
    }

    /// Whether the class that `learn` chooses wraps it.
    pub fn wrapped_by_choice(&self) -> bool {
        self.wraps(&self.chosen)
    }

    /// Whether any class wraps it.
    pub fn wrapped_by_any(&self) -> bool {
        self.classes.iter().chain([&self.chosen]).any(|outcome| self.wraps(outcome))
    }
}

impl TupleCoverage {
    pub(super) fn new(pages: usize) -> TupleCoverage {
        TupleCoverage { pages, sites: Vec::new() }
    }

    fn count(&self, wrapped: impl Fn(&TupleSite) -> bool) -> usize {
        self.sites.iter().filter(|site| wrapped(site)).count()
    }

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, per_site: bool) -> fmt::Result {
        let total = self.sites.len();
        writeln!(
            f,
            "{total} sites with tuples: learned from up to {} pages, exact on all others",
            self.pages
        )?;
        let row = |f: &mut fmt::Formatter<'_>, name: &str, wrapped: usize| {
            let percent = 100.0 * share(wrapped, total);
            writeln!(f, "  {name:<16} {percent:>5.0} %  ({wrapped})")
        };
        for class in WrapperClass::ALL {
            row(f, class.name(), self.count(|site| site.wrapped_by(class)))?;
        }
        row(f, "any", self.count(TupleSite::wrapped_by_any))?;
        row(f, "chosen by learn", self.count(TupleSite::wrapped_by_choice))?;
        let seconds: Vec<f64> = self.sites.iter().map(|site| site.seconds).collect();
        write_seconds(f, self.pages, &seconds)?;
        if per_site {
            self.sites.iter().try_for_each(|site| write!(f, "{site}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for TupleSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TupleSite { name, class, seconds, .. } = self;
        writeln!(f, "  {name}: learn chose {class} in {seconds:.3} s")?;
        for (name, outcome) in WrapperClass::ALL.iter().map(|class| class.name()).zip(&self.classes) {
            match outcome {
                Outcome::Exact(exact) => {
                    writeln!(f, "    {name}: exact on {exact} of {} pages", self.tested)?
                }
                Outcome::Inconsistent(reason) => writeln!(f, "    {name}: {reason}")?,
            }
        }
        Ok(())
    }
}

/// Whether a wrapper finds the labelled byte ranges, tuple by tuple, and nothing else.
fn is_exact(wrapper: &Wrapper, (page, bytes): &Labelled) -> bool {
    let wanted = page.tuples().iter().map(|tuple| tuple.concat());
    let applied = wrapper.apply(&PageBytes::from(&bytes[..]));
    let spans = applied.rows.iter().map(|row| row.iter().filter_map(|found| found.span));
    spans.map(Iterator::collect::<Vec<Span>>).eq(wanted)
}
