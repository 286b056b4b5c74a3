//! Every experiment in one document: tables, plots, and the figures of the papers and of other tools beside ours.

mod bars;
mod machine;
mod write;

pub use bars::{Bar, Bars};

use crate::wrapper::noise::{NoiseOptions, noise};
use crate::wrapper::{CoverageOptions, coverage};
use crate::{amber, extract, hcrf, records, rendering, swde, tables, teaching, topk};
use chaffinch::RendererChoice;
use chaffinch_core::{Limits, Problem, ProblemKind};
use chaffinch_input::ReadOptions;
use chaffinch_label::Trust;
use chaffinch_records::Method;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is run.
#[derive(Debug, Clone)]
pub struct Options {
    /// A Python that has the rivals of `scripts/rivals.sh`; without it they are left out.
    pub python: Option<PathBuf>,
    /// The script that runs them.
    pub rivals: PathBuf,
    /// Only every Nth page of large sets, for a first look.
    pub every: usize,
    /// Threads for learning.
    pub threads: usize,
}

/// All experiments.
#[derive(Debug, Clone)]
pub struct Report {
    /// Machine and versions, a line each.
    pub machine: Vec<String>,
    /// The experiments.
    pub sections: Vec<Section>,
}

/// One experiment.
#[derive(Debug, Clone)]
pub struct Section {
    /// What is measured.
    pub title: &'static str,
    /// The command that repeats it alone.
    pub command: &'static str,
    /// The figures of others, published or measured by us.
    pub beside: &'static str,
    /// Our table, in letters of one width, or the reason why there is none.
    pub table: String,
    /// Plots as SVG.
    pub plots: Vec<String>,
}

/// Runs all experiments on the sets below `data`; `progress` hears the title of each before it begins.
pub fn report(data: &Path, options: &Options, mut progress: impl FnMut(&str)) -> Report {
    let mut sections = Vec::new();
    for (title, command, beside, run) in EXPERIMENTS {
        progress(title);
        let (table, plots) = match run(data, options) {
            Ok(done) => (done.table, done.plots),
            Err(problem) => (format!("not measured: {problem}"), Vec::new()),
        };
        sections.push(Section { title, command, beside, table, plots });
    }
    Report { machine: machine::described(options.python.as_deref()), sections }
}

/// What an experiment gives.
struct Done {
    table: String,
    plots: Vec<String>,
}

impl Done {
    fn table(table: impl ToString) -> Done {
        Done { table: table.to_string(), plots: Vec::new() }
    }
}

type Experiment = (&'static str, &'static str, &'static str, fn(&Path, &Options) -> Result<Done, Problem>);

/// The experiments, with the figures of others.
const EXPERIMENTS: [Experiment; 13] = [
    (
        "Plain extract on all sets",
        "chaffinch eval extract DATA",
        "mdr and pydepta: their own first region, macro F1, measured once on the same pages.",
        run_extract,
    ),
    (
        "Lists of records, method by method",
        "chaffinch eval records DATA/testbed DATA/srr DATA/courts DATA/lists DATA/none --apart",
        "mdr 0.468 / 0.474 / 0.384 and pydepta 0.529 / 0.657 / 0.561 on testbed / srr / courts; median time a page 124 and 85 ms. \
         `auto, apart` has seen no page of the site in learning.",
        run_records,
    ),
    (
        "Tables",
        "chaffinch eval tables DATA --python PYTHON",
        "Gatterbauer and Bohunsky 2006: F 90.2, with heuristics 92.8. pandas.read_html keeps values as they are written here \
         (thousands=None), and finds nothing where the tables are made of div.",
        run_tables,
    ),
    (
        "Top-k lists",
        "chaffinch eval topk DATA",
        "Zhang et al. 2012: precision 90.3, recall 70.9; on TBDW 90.4 and 73.2, where MDR has 54.4 and 56.4.",
        run_topk,
    ),
    (
        "Products: records and attributes together",
        "chaffinch eval hcrf DATA/lists",
        "Zhu et al. 2006: records 94.4, BLK_IA 89.0 on lists and 81.7 on details.",
        run_hcrf,
    ),
    (
        "Records of a domain, by site",
        "chaffinch eval amber DATA",
        "Furche et al. 2011, 50 British sites of properties: records 99.7, price 99.7, location 97.6, all attributes 99.0.",
        run_amber,
    ),
    (
        "Pages of unseen sites, by the number of sites learned from",
        "chaffinch eval swde DATA/swde/gold.jsonl",
        "From 1 and from 5 sites: Render-Full 0.843 and 0.886, FreeDOM 0.823 and 0.926, SimpDOM 0.831 and 0.938, MarkupLM-large 0.857 and 0.974.",
        run_swde,
    ),
    (
        "Wrappers taught without labels, on sites that no model has seen",
        "chaffinch eval teaching DATA/swde/gold.jsonl --pages 8",
        "Asked: 3 points of F1 more than extracting pages one by one, in a hundredth of the time.",
        run_teaching,
    ),
    (
        "Wrappers: sites that each class can wrap",
        "chaffinch eval wrapper-coverage DATA/wien/gold.jsonl",
        "Kushmerick 1997: HLRT 48 % of sites, all six classes 70 %.",
        |data, _| run_coverage(&data.join("wien/gold.jsonl")),
    ),
    (
        "Wrappers: values after one and three pages",
        "chaffinch eval wrapper-coverage DATA/swde/gold.jsonl",
        "autoscraper 0.794 from one page and 0.798 from three; scrapely 0.521 and 0.532 (80 sites).",
        |data, _| run_coverage(&data.join("swde/gold.jsonl")),
    ),
    (
        "Wrappers: pages needed when recognisers err",
        "chaffinch eval wrapper-noise DATA/wien/gold.jsonl --svg FILE",
        "Kushmerick, Weld and Doorenbos 1997, section 7.",
        run_noise,
    ),
    (
        "The embedded renderer beside Chromium",
        "chaffinch eval rendering DATA/testbed/pages DATA/lists/pages",
        "Near texts in the right row and column relation, and processor time a page. Needs an installed Chromium.",
        run_rendering,
    ),
    (
        "Other tools on the same pages",
        "scripts/rivals.sh && target/rivals/bin/python scripts/rivals.py DATA",
        "Installed with pinned versions; what each can be asked for.",
        run_rivals,
    ),
];

fn run_extract(data: &Path, _: &Options) -> Result<Done, Problem> {
    let report = extract::extract(data, false, |_| {})?;
    let bars = report.figures().into_iter().map(|figure| Bar {
        name: format!("{}, {}", figure.set, figure.measure),
        values: vec![
            Some(figure.ours),
            figure.rivals.map(|rivals| rivals.0),
            figure.rivals.map(|rivals| rivals.1),
        ],
    });
    let bars = Bars { names: vec!["Chaffinch", "mdr", "pydepta"], bars: bars.collect() };
    Ok(Done { table: report.to_string(), plots: vec![bars.svg()] })
}

fn run_records(data: &Path, _: &Options) -> Result<Done, Problem> {
    let sets = ["testbed", "srr", "courts", "lists", "none"].map(|set| data.join(set));
    let methods = vec![Method::Mdr, Method::Depta, Method::TagPath, Method::Visual, Method::Auto];
    let options =
        records::Options { methods, limits: Limits::default(), apart: true, learn: false, per_page: false };
    Ok(Done::table(records::judge(&sets, &options)?))
}

fn run_tables(data: &Path, options: &Options) -> Result<Done, Problem> {
    let asked = tables::Options {
        python: options.python.clone(),
        every: options.every,
        per_page: false,
        threads: None,
    };
    Ok(Done::table(tables::tables(data, &asked, |_| {})?))
}

fn run_topk(data: &Path, _: &Options) -> Result<Done, Problem> {
    let asked =
        topk::Options { renderer: RendererChoice::Embedded, per_page: false, limits: Limits::default() };
    Ok(Done::table(topk::measure(data, &asked, |_| {})?))
}

fn run_hcrf(data: &Path, options: &Options) -> Result<Done, Problem> {
    let asked = hcrf::Options {
        methods: hcrf::Method::ALL.to_vec(),
        parts: 4,
        trust: Trust::of_lists(),
        threads: options.threads,
    };
    Ok(Done::table(hcrf::products(&data.join("lists"), &asked, |_| {})?))
}

fn run_amber(data: &Path, _: &Options) -> Result<Done, Problem> {
    let asked = amber::Options {
        renderer: RendererChoice::Embedded,
        limits: Limits::default(),
        per_page: false,
        evidence: false,
    };
    Ok(Done::table(amber::measure(data, &asked, |_| {})?))
}

fn run_swde(data: &Path, options: &Options) -> Result<Done, Problem> {
    /// Pages of a site: more change the figures little and take long.
    const PAGES: usize = 20;
    let asked = swde::Options {
        verticals: Vec::new(),
        trust: Trust::LEAVES,
        seeds: vec![1, 2, 3, 5],
        pages: (PAGES / options.every).max(3),
        threads: options.threads,
    };
    Ok(Done::table(swde::measure_seeds(&data.join("swde/gold.jsonl"), None, &asked, |_| {})?))
}

fn run_teaching(data: &Path, options: &Options) -> Result<Done, Problem> {
    /// Pages of a site that are read, beside those that teach.
    const PAGES: usize = 8;
    let asked = teaching::Options {
        verticals: Vec::new(),
        label_alone: false,
        parts: 2,
        lessons: 10,
        pages: (PAGES / options.every).max(2),
        threads: options.threads,
        per_site: false,
    };
    Ok(Done::table(teaching::measure_teaching(&data.join("swde/gold.jsonl"), None, &asked, |_| {})?))
}

fn run_coverage(gold: &Path) -> Result<Done, Problem> {
    Ok(Done::table(coverage(gold, None, &CoverageOptions { pages: None, per_site: false }, |_| {})?))
}

fn run_noise(data: &Path, options: &Options) -> Result<Done, Problem> {
    let asked = NoiseOptions { trials: (20 / options.every).max(2), seed: 1997, ..NoiseOptions::default() };
    let noise = noise(&data.join("wien/gold.jsonl"), None, &asked, |_| {})?;
    Ok(Done { table: noise.to_string(), plots: vec![noise.svg()] })
}

fn run_rivals(data: &Path, options: &Options) -> Result<Done, Problem> {
    let name = options.rivals.display().to_string();
    let problem = |message: String| Problem::new(ProblemKind::Unreadable, name.clone(), message);
    let python = options.python.as_ref().ok_or_else(|| problem("needs --python".into()))?;
    let ran = Command::new(python)
        .arg(&options.rivals)
        .arg(data)
        .output()
        .map_err(|error| problem(format!("cannot be run: {error}")))?;
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        return Err(problem(said.lines().last().unwrap_or("failed").to_owned()));
    }
    Ok(Done::table(String::from_utf8_lossy(&ran.stdout)))
}

fn run_rendering(data: &Path, _: &Options) -> Result<Done, Problem> {
    let options = rendering::Options { read: ReadOptions::default(), style_sheets: true, per_page: false };
    let inputs = ["testbed/pages", "lists/pages"].map(|set| data.join(set).display().to_string());
    Ok(Done::table(rendering::compare(&inputs, &options, |_| {})?))
}
