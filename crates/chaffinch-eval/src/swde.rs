//! How well models read sites that they have not seen, by the number of sites that they were learned from: the usual experiment on SWDE.
//! A model is learned from k consecutive sites of a vertical, the seeds, and reads the other sites of the vertical; every site is the first
//! seed once.

use crate::statistics::mean;
use crate::table::Table;
use chaffinch::train::{Condition, TrainOptions, attributes, measure, observe, read_gold, summary};
use chaffinch::{Engine, Settings};
use chaffinch_core::Problem;
use chaffinch_gold::GoldPage;
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
    /// How far kinds of features are trusted.
    pub trust: Trust,
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
    /// The longest time of learning a model, in seconds, for each number of seeds.
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
    let mut verticals = Vec::new();
    for (name, own) in by_vertical(gold, root, &options.verticals)? {
        let attributes = attributes(&own, &TrainOptions::default());
        let labelled = observe(&engine, &own, &attributes, options.pages, options.threads, |seen| {
            if let Err(problem) = seen {
                tell(&problem);
            }
        });
        verticals.push(measure_vertical(&name, &labelled, &attributes, options));
    }
    Ok(Report { seeds: options.seeds.clone(), verticals })
}

/// The pages of a gold file by vertical: all, or those that are asked for.
pub(crate) fn by_vertical(
    gold: &Path,
    root: Option<&Path>,
    asked: &[String],
) -> Result<BTreeMap<String, Vec<GoldPage>>, Problem> {
    let condition = || Condition { name: "vertical".into(), values: asked.to_vec() };
    let only: Vec<Condition> = (!asked.is_empty()).then(condition).into_iter().collect();
    let mut verticals: BTreeMap<String, Vec<GoldPage>> = BTreeMap::new();
    for page in read_gold(gold, root, &only)? {
        verticals.entry(page.note("vertical").to_owned()).or_default().push(page);
    }
    Ok(verticals)
}

fn measure_vertical(
    name: &str,
    pages: &[LabelledPage],
    attributes: &[String],
    options: &Options,
) -> Vertical {
    let sites: Vec<&str> =
        pages.iter().map(|page| page.site.as_str()).collect::<BTreeSet<_>>().into_iter().collect();
    let mut settings = LearnSettings { trust: options.trust, ..LearnSettings::default() };
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
        let seeds = self.seeds.iter().map(|k| format!("k={k}"));
        let mut table = Table::new(1, ["vertical".into(), "pages".into()].into_iter().chain(seeds));
        let mut row = |name: String, pages: String, f1: &mut dyn Iterator<Item = f64>| {
            table.row([name, pages].into_iter().chain(f1.map(|f1| format!("{f1:.3}"))));
        };
        for vertical in &self.verticals {
            row(vertical.name.clone(), vertical.pages.to_string(), &mut vertical.f1.iter().copied());
            let names: BTreeSet<&String> = vertical.attributes.iter().flat_map(BTreeMap::keys).collect();
            for name in names {
                let mut scores = vertical.attributes.iter().map(|of| of.get(name).copied().unwrap_or(0.0));
                row(format!("  {name}"), String::new(), &mut scores);
            }
        }
        let seeds = || 0..self.seeds.len();
        let of = |at: usize| self.verticals.iter().map(|vertical| vertical.f1[at]).collect::<Vec<_>>();
        row("mean F1".into(), String::new(), &mut seeds().map(|at| mean(&of(at)).unwrap_or(0.0)));
        let most = |at: usize| self.verticals.iter().map(|vertical| vertical.seconds[at]).fold(0.0, f64::max);
        let seconds = seeds().map(|at| format!("{:.1}", most(at)));
        table.row(["learning, s at most".into(), String::new()].into_iter().chain(seconds));
        write!(f, "{table}")
    }
}
