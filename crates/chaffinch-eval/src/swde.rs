//! How well models do on sites that they have not seen, by the number of sites that they were learned from: SWDE's usual
//! experiment. Seeds are k consecutive sites of a vertical, in every rotation; the other sites of the vertical are read.

use crate::statistics::mean;
use chaffinch::train::{Condition, GoldPage, TrainOptions, attributes, measure, observe, read_gold, summary};
use chaffinch::{Engine, Problem, Settings};
use chaffinch_label::{LabelModel, LabelledPage, LearnSettings, Trust};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// What is measured.
#[derive(Debug, Clone)]
pub struct Options {
    /// The verticals; all of the file if there are none.
    pub verticals: Vec<String>,
    /// The numbers of seed sites.
    pub seeds: Vec<usize>,
    /// Pages of each site, to learn from and to read.
    pub pages: usize,
    /// Threads.
    pub threads: usize,
}

/// The mean F1 by vertical and number of seeds.
#[derive(Debug)]
pub struct Report {
    seeds: Vec<usize>,
    verticals: Vec<Vertical>,
}

#[derive(Debug)]
struct Vertical {
    name: String,
    pages: usize,
    /// For each number of seeds the mean of all rotations and sites.
    f1: Vec<f64>,
    /// For each number of seeds the F1 of the attributes.
    attributes: Vec<BTreeMap<String, f64>>,
    /// Seconds to learn a model, at most, for each number of seeds.
    seconds: Vec<f64>,
}

/// Runs the experiment on the pages of a gold file.
///
/// # Errors
/// If the file cannot be read.
pub fn measure_seeds(
    gold: &Path,
    root: Option<&Path>,
    options: &Options,
    mut tell: impl FnMut(&Problem),
) -> Result<Report, Problem> {
    let engine = Engine::new(Settings::default())?;
    let pages = read_gold(gold, root, &only(&options.verticals))?;
    let names: BTreeSet<&String> = pages.iter().filter_map(|page| page.said.get("vertical")).collect();
    let mut verticals = Vec::new();
    for name in names {
        let own: Vec<GoldPage> =
            pages.iter().filter(|page| page.said.get("vertical") == Some(name)).cloned().collect();
        let attributes = attributes(&own, &TrainOptions::default());
        let labelled = observe(&engine, &own, &attributes, options.pages, options.threads, |seen| {
            if let Err(problem) = seen {
                tell(&problem);
            }
        });
        verticals.push(measure_vertical(name, &labelled, &attributes, options));
    }
    Ok(Report { seeds: options.seeds.clone(), verticals })
}

fn only(verticals: &[String]) -> Vec<Condition> {
    let condition = || Condition { name: "vertical".into(), words: verticals.to_vec() };
    (!verticals.is_empty()).then(condition).into_iter().collect()
}

fn measure_vertical(
    name: &str,
    pages: &[LabelledPage],
    attributes: &[String],
    options: &Options,
) -> Vertical {
    let sites: Vec<&str> =
        pages.iter().map(|page| page.site.as_str()).collect::<BTreeSet<_>>().into_iter().collect();
    let mut settings = LearnSettings { trust: Trust::LEAVES, ..LearnSettings::default() };
    settings.training.threads = options.threads;
    let mut vertical = Vertical {
        name: name.to_owned(),
        pages: pages.len(),
        f1: Vec::new(),
        attributes: Vec::new(),
        seconds: Vec::new(),
    };
    for count in &options.seeds {
        let mut scores = Vec::new();
        let mut of_attribute: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        let mut seconds: f64 = 0.0;
        for first in 0..sites.len() {
            let is_seed = |page: &LabelledPage| {
                let at = sites.iter().position(|site| *site == page.site).unwrap_or(0);
                (at + sites.len() - first) % sites.len() < *count
            };
            let (seeds, others): (Vec<&LabelledPage>, Vec<&LabelledPage>) =
                pages.iter().partition(|page| is_seed(page));
            let begin = Instant::now();
            let model =
                LabelModel::learn(attributes.to_vec(), &seeds, &settings, |_| ControlFlow::Continue(()));
            seconds = seconds.max(begin.elapsed().as_secs_f64());
            let measured = model.and_then(|model| measure(&model, &others));
            let Ok(measured) = measured else { continue };
            let apart = summary(&measured, attributes);
            scores.push(apart.f1);
            for (attribute, f1) in apart.attributes {
                of_attribute.entry(attribute).or_default().push(f1);
            }
        }
        vertical.f1.push(mean(&scores).unwrap_or(0.0));
        let means = of_attribute.into_iter().map(|(name, f1)| (name, mean(&f1).unwrap_or(0.0)));
        vertical.attributes.push(means.collect());
        vertical.seconds.push(seconds);
    }
    vertical
}

impl Report {
    /// How many verticals were measured.
    pub fn verticals(&self) -> usize {
        self.verticals.len()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<12} {:>6}", "vertical", "pages")?;
        self.seeds.iter().try_for_each(|k| write!(f, " {:>7}", format!("k={k}")))?;
        writeln!(f)?;
        for vertical in &self.verticals {
            write!(f, "{:<12} {:>6}", vertical.name, vertical.pages)?;
            vertical.f1.iter().try_for_each(|f1| write!(f, " {f1:>7.3}"))?;
            writeln!(f)?;
            let names: BTreeSet<&String> = vertical.attributes.iter().flat_map(BTreeMap::keys).collect();
            for name in names {
                write!(f, "  {name:<17}")?;
                let scores = vertical.attributes.iter().map(|of| of.get(name).copied().unwrap_or(0.0));
                scores.into_iter().try_for_each(|f1| write!(f, " {f1:>7.3}"))?;
                writeln!(f)?;
            }
        }
        write!(f, "{:<19}", "mean F1")?;
        for at in 0..self.seeds.len() {
            let all: Vec<f64> = self.verticals.iter().map(|vertical| vertical.f1[at]).collect();
            write!(f, " {:>7.3}", mean(&all).unwrap_or(0.0))?;
        }
        write!(f, "\n{:<19}", "learning, s at most")?;
        for at in 0..self.seeds.len() {
            let most = self.verticals.iter().map(|vertical| vertical.seconds[at]).fold(0.0, f64::max);
            write!(f, " {most:>7.1}")?;
        }
        writeln!(f)
    }
}
