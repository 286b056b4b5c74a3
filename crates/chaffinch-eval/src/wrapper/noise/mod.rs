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

use chaffinch::{Problem, ProblemKind};
use chaffinch_wrapper::Pac;
use chaffinch_wrapper::{LearnSettings, Sites};
use fastrand::Rng;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use trial::{Split, Trial, Truth};

/// What is tried.
#[derive(Debug, Clone)]
pub struct NoiseOptions {
    /// The sites; empty for all whose tuples have every attribute once, and more than one.
    pub sites: Vec<String>,
    /// Rates of errors.
    pub rates: Vec<f64>,
    /// Runs for each point of a curve.
    pub trials: usize,
    /// Pages after which a run is given up.
    pub most_pages: usize,
    /// What is asked of the PAC bound.
    pub pac: Pac,
    /// Where random numbers begin.
    pub seed: u64,
}

impl Default for NoiseOptions {
    fn default() -> NoiseOptions {
        NoiseOptions {
            sites: Vec::new(),
            rates: vec![0.1, 0.2, 0.3, 0.4],
            trials: 50,
            most_pages: 40,
            pac: Pac::default(),
            seed: 1997,
        }
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
        let read = all
            .pages(site, LearnSettings::default().page_bytes)?
            .iter()
            .map(Truth::read)
            .collect::<Option<Vec<Truth>>>();
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

/// A point of the study: how many recognisers are imperfect, and how much.
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
    let jobs = settings.len() * options.trials;
    let next = AtomicUsize::new(0);
    let done = Mutex::new(vec![None; jobs]);
    let work = || {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let Some(setting) = settings.get(job / options.trials) else { break };
            let trial = || {
                let Setting { imperfect, rate } = *setting;
                let own = [imperfect as u64, rate.to_bits(), (job % options.trials) as u64];
                let random = own.into_iter().fold(seed(options.seed, name), mixed);
                Trial::new(split, imperfect, rate, options.most_pages, random)
            };
            let needed = report::Needed {
                until_right: trial().pages_until_right(),
                until_sure: trial().pages_until_sure(options.pac),
            };
            if let Ok(mut done) = done.lock() {
                done[job] = Some(needed);
            }
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        (0..threads).for_each(|_| {
            scope.spawn(work);
        });
    });
    let done: Vec<report::Needed> = done.into_inner().unwrap_or_default().into_iter().flatten().collect();
    settings
        .iter()
        .zip(done.chunks(options.trials.max(1)))
        .map(|(setting, trials)| report::Point {
            imperfect: setting.imperfect,
            rate: setting.rate,
            trials: trials.to_vec(),
        })
        .collect()
}

/// Random numbers of a site's own.
fn seed(seed: u64, name: &str) -> Rng {
    name.bytes().map(u64::from).fold(Rng::with_seed(seed), mixed)
}

fn mixed(mut random: Rng, part: u64) -> Rng {
    Rng::with_seed(random.u64(..) ^ part)
}
