//! The tables and plots of `chaffinch eval wrapper-noise`.

use super::NoiseOptions;
use crate::plot::{Curve, Plot};
use crate::statistics::{mean, standard_error};
use crate::table::Table;
use std::fmt;

/// What was measured.
#[derive(Debug)]
pub struct Noise {
    /// The sites.
    pub sites: Vec<SiteNoise>,
    pub(super) options: NoiseOptions,
}

/// What was measured on one site.
#[derive(Debug)]
pub struct SiteNoise {
    name: String,
    attributes: usize,
    pages: usize,
    pub(super) points: Vec<Point>,
}

/// A point of a curve.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Point {
    pub imperfect: usize,
    pub rate: f64,
    pub trials: Vec<Needed>,
}

/// The pages that one run needed; none where it was given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Needed {
    pub until_right: Option<usize>,
    pub until_sure: Option<usize>,
}

/// When learning ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// When the PAC bound holds: Figure 7(a).
    Sure,
    /// When the wrapper is right on all tested pages: Figure 7(b).
    Right,
}

impl Point {
    fn needed(&self, condition: Condition) -> Vec<Option<usize>> {
        let needed = |trial: &Needed| match condition {
            Condition::Sure => trial.until_sure,
            Condition::Right => trial.until_right,
        };
        self.trials.iter().map(needed).collect()
    }

    /// The pages that runs needed until the condition held.
    fn pages(&self, condition: Condition) -> Vec<f64> {
        self.needed(condition).into_iter().flatten().map(|pages| pages as f64).collect()
    }

    fn given_up(&self, condition: Condition) -> usize {
        self.needed(condition).iter().filter(|pages| pages.is_none()).count()
    }
}

impl SiteNoise {
    pub(super) fn new(name: &str, attributes: usize, pages: usize) -> SiteNoise {
        SiteNoise { name: name.to_owned(), attributes, pages, points: Vec::new() }
    }

    /// Whether a right wrapper is learned from perfect recognisers.
    pub(super) fn is_learnable(&self) -> bool {
        let perfect = self.points.iter().find(|point| point.imperfect == 0);
        perfect.is_some_and(|point| !point.trials.is_empty() && point.given_up(Condition::Right) == 0)
    }

    /// The mean number of pages needed with so many imperfect recognisers of this rate; none where every run was
    /// given up.
    pub fn mean_pages(&self, imperfect: usize, rate: f64, condition: Condition) -> Option<f64> {
        let at = |point: &&Point| point.imperfect == imperfect && (imperfect == 0 || point.rate == rate);
        mean(&self.points.iter().find(at)?.pages(condition))
    }

    fn plot(&self, condition: Condition) -> Plot {
        let title = match condition {
            Condition::Sure => format!("{}: until the PAC bound holds", self.name),
            Condition::Right => format!("{}: until right on the tested pages", self.name),
        };
        let perfect = self.mean_pages(0, 0.0, condition).map(|pages| (0.0, pages));
        let curve = |imperfect: usize| {
            let of_curve = self.points.iter().filter(|point| point.imperfect == imperfect);
            let points = of_curve.filter_map(|p| Some((100.0 * p.rate, mean(&p.pages(condition))?)));
            Curve {
                name: format!("{imperfect} imperfect"),
                points: perfect.into_iter().chain(points).collect(),
            }
        };
        Plot {
            title,
            x_label: "error rate of each imperfect recogniser, %".into(),
            y_label: "pages needed".into(),
            curves: (1..self.attributes).map(curve).collect(),
        }
    }

    fn table(&self, condition: Condition, rates: &[f64]) -> Table {
        let rates = rates.iter().map(|rate| format!("{:.0} %", 100.0 * rate));
        let mut table =
            Table::new(1, ["imperfect".into(), "perfect".into()].into_iter().chain(rates)).indented("    ");
        for imperfect in 0..self.attributes {
            // Without imperfect recognisers there is one point, with them one for each rate.
            let blank = (imperfect > 0).then(String::new);
            let points = self.points.iter().filter(|point| point.imperfect == imperfect);
            let cells = points.map(|point| cell(point, condition));
            table.row([imperfect.to_string()].into_iter().chain(blank).chain(cells));
        }
        table
    }
}

/// Mean and standard error, and in brackets how many runs were given up.
fn cell(point: &Point, condition: Condition) -> String {
    let pages = point.pages(condition);
    let mut cell = match (mean(&pages), standard_error(&pages)) {
        (Some(mean), Some(error)) => format!("{mean:.1}±{error:.1}"),
        (Some(mean), None) => format!("{mean:.1}"),
        (None, _) => "–".into(),
    };
    let given_up = point.given_up(condition);
    if given_up > 0 {
        cell += &format!(" ({given_up})");
    }
    cell
}

impl Noise {
    /// Figure 7: a row of plots for each site, one for each condition.
    pub fn svg(&self) -> String {
        let row = |site: &SiteNoise| [Condition::Sure, Condition::Right].map(|c| site.plot(c)).to_vec();
        crate::plot::svg(&self.sites.iter().map(row).collect::<Vec<_>>())
    }

    /// The mean of pages needed over all points of all curves of all sites.
    pub fn mean_pages(&self, condition: Condition) -> Option<f64> {
        let points = self.sites.iter().flat_map(|site| &site.points);
        mean(&points.filter_map(|point| mean(&point.pages(condition))).collect::<Vec<_>>())
    }
}

impl fmt::Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoiseOptions { trials, most_pages, pac, rates, .. } = &self.options;
        writeln!(
            f,
            "pages needed against the rate of errors, by number of imperfect recognisers: mean ± standard error of \
             {trials} runs;\nin brackets the runs given up after {most_pages} pages, which the mean leaves out"
        )?;
        for site in &self.sites {
            let (drawn, tested) = (site.pages.div_ceil(2), site.pages / 2);
            writeln!(
                f,
                "{}: {} attributes, {drawn} pages drawn from, {tested} tested",
                site.name, site.attributes
            )?;
            let (right, sure) = (site.table(Condition::Right, rates), site.table(Condition::Sure, rates));
            write!(f, "  until the wrapper is right on the tested pages\n{right}")?;
            write!(f, "  until the PAC bound holds (ε = {}, δ = {})\n{sure}", pac.epsilon, pac.delta)?;
        }
        let overall = |condition| self.mean_pages(condition).unwrap_or(0.0);
        writeln!(
            f,
            "across all conditions: {:.1} pages until right, {:.1} until the PAC bound holds",
            overall(Condition::Right),
            overall(Condition::Sure)
        )
    }
}
