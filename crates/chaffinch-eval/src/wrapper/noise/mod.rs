//! How many examples learning needs when recognisers make errors: Figure 7.
//!
//! For each site, each number of imperfect recognisers from none to all but one, and each rate of errors, runs are
//! repeated with other errors each time: which attributes have the imperfect recognisers, and whether one is incomplete
//! or unsound, is drawn anew for every run. All random numbers come from one seed.

mod recognizer;
mod report;
mod trial;

pub use recognizer::Simulated;
pub use report::{Condition, Noise, SiteNoise};

use chaffinch_core::{Problem, ProblemKind, settings};
use chaffinch_wrapper::{LearnSettings, Pac, Sites};
use fastrand::Rng;
use rayon::prelude::*;
use std::path::Path;
use trial::{Split, Trial, Truth};

settings! {
    /// What is tried.
    #[derive(Debug, Clone)]
    pub struct NoiseOptions {
        /// The sites; empty for all whose tuples have every attribute once, and more than one.
        pub sites: Vec<String> = Vec::new(),
        /// Rates of errors.
        pub rates: Vec<f64> = vec![0.1, 0.2, 0.3, 0.4],
        /// Runs for each point of a curve.
        pub trials: usize = 50,
        /// Pages after which a run is given up.
        pub most_pages: usize = 40,
        /// The error and the confidence that the PAC bound is asked for.
        pub pac: Pac = Pac::default(),
        /// The seed of all random numbers.
        pub seed: u64 = 1997,
    }
}

/// Runs the study on the sites of a gold file with tuples. Sites that cannot be learned even with perfect recognisers
/// are told to `problem` and left out.
pub fn noise(
    gold: &Path,
    root: Option<&Path>,
    options: &NoiseOptions,
    mut problem: impl FnMut(&Problem),
) -> Result<Noise, Problem> {
    let all = Sites::read(gold, root)?;
    let unknown = options.sites.iter().find(|name| !all.sites.iter().any(|site| site.name == **name));
    if let Some(name) = unknown {
        return Err(Problem::new(
            ProblemKind::Damaged,
            gold.display().to_string(),
            format!("there is no site `{name}` in it"),
        ));
    }
    let mut sites = Vec::new();
    for site in &all.sites {
        let is_named = options.sites.contains(&site.name);
        if !is_named && !options.sites.is_empty() {
            continue;
        }
        let pages = site.read_pages(LearnSettings::default().page_bytes)?;
        let read = pages.iter().map(Truth::read).collect::<Option<Vec<Truth>>>();
        let truths = read.filter(|pages| pages.len() > 1 && pages[0].attributes() > 1);
        match truths.map(|pages| measure(&site.name, &pages, options)) {
            Some(measured) if measured.is_learnable() => sites.push(measured),
            Some(_) => {
                let message = "the pages drawn do not teach HLRT what the others have, even without errors";
                problem(&Problem::new(ProblemKind::Damaged, &site.name, message));
            }
            None => {
                let message = "the study needs tuples of two or more attributes, each once, on several pages";
                problem(&Problem::new(ProblemKind::Damaged, &site.name, message));
            }
        }
    }
    Ok(Noise { sites, options: options.clone() })
}

/// A point of the study: how many recognisers are imperfect, and their rate of errors.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Setting {
    imperfect: usize,
    rate: f64,
}

fn measure(name: &str, pages: &[Truth], options: &NoiseOptions) -> SiteNoise {
    let split = Split::new(pages);
    let attributes = pages[0].attributes();
    let perfect = Setting { imperfect: 0, rate: 0.0 };
    let mut site = SiteNoise::new(name, attributes, pages.len());
    site.points.push(run_all(name, &split, &[perfect], options).remove(0));
    if !site.is_learnable() {
        return site;
    }
    let imperfect = (1..attributes)
        .flat_map(|imperfect| options.rates.iter().map(move |rate| Setting { imperfect, rate: *rate }));
    site.points.extend(run_all(name, &split, &imperfect.collect::<Vec<_>>(), options));
    site
}

/// Runs all trials of all settings, on all cores; what a trial does depends on its own seed only.
fn run_all(
    name: &str,
    split: &Split<'_>,
    settings: &[Setting],
    options: &NoiseOptions,
) -> Vec<report::Point> {
    let run = |Setting { imperfect, rate }: Setting, number: usize| {
        let trial = || {
            let own = [imperfect as u64, rate.to_bits(), number as u64];
            let random = own.into_iter().fold(seed(options.seed, name), mixed);
            Trial::new(split, imperfect, rate, options.most_pages, random)
        };
        report::Needed {
            until_right: trial().pages_until_right(),
            until_sure: trial().pages_until_sure(options.pac),
        }
    };
    let point = |setting: &Setting| report::Point {
        imperfect: setting.imperfect,
        rate: setting.rate,
        trials: (0..options.trials).into_par_iter().map(|number| run(*setting, number)).collect(),
    };
    settings.par_iter().map(point).collect()
}

/// Random numbers that depend on the seed and the site.
fn seed(seed: u64, name: &str) -> Rng {
    name.bytes().map(u64::from).fold(Rng::with_seed(seed), mixed)
}

fn mixed(mut random: Rng, part: u64) -> Rng {
    Rng::with_seed(random.u64(..) ^ part)
}
