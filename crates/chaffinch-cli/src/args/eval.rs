//! The arguments of `eval`.

use super::LimitArgs;
use chaffinch::RendererChoice;
use chaffinch_label::Trust;
use chaffinch_records::Method as RecordsMethod;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub enum EvalCommand {
    /// Run every experiment and write one document with all tables and plots
    Report(EvalReportArgs),
    /// Lay pages out with both renderers and print how well they agree
    Rendering(EvalRenderingArgs),
    /// Run plain `extract` on all labelled sets and print how much is right, beside the open tools
    Extract(EvalExtractArgs),
    /// Print how well the list, table or thing that a page is about is chosen, on sites and sets that no model has seen
    Choice(EvalChoiceArgs),
    /// Print how well values are told apart in columns and named as wanted, and whether columns are as sure as they say
    Columns(EvalColumnsArgs),
    /// Print the top-k paper's tables: accuracy, time by stage, and items beside MDR
    Topk(EvalTopkArgs),
    /// Print how well tables are found and read, as they are and made of other elements
    Tables(EvalTablesArgs),
    /// Find records on labelled pages and print how many are right, method by method
    Records(EvalRecordsArgs),
    /// Print the HCRF paper's table for products: records and attributes, all methods side by side
    Hcrf(EvalHcrfArgs),
    /// Print how well models read sites they have not seen, by the number of sites they were learned from
    Swde(EvalSwdeArgs),
    /// Print how well and how fast wrappers read that were taught without labels, beside extracting page by page
    Teaching(EvalTeachingArgs),
    /// Print how well whole sites are read that were learned without labels, and with --want
    Site(EvalSiteArgs),
    /// Print how often wrappers of sites that changed read later versions rightly, or say that they no longer can
    Drift(EvalDriftArgs),
    /// Print AMBER's Table 1 by site, and what each improvement brings
    Amber(EvalAmberArgs),
    /// Print the share of sites that each class of wrappers can wrap
    #[command(name = "wrapper-coverage")]
    WrapperCoverage(EvalWrapperCoverageArgs),
    /// Print how many examples learning needs when recognisers make errors
    #[command(name = "wrapper-noise")]
    WrapperNoise(EvalWrapperNoiseArgs),
}

#[derive(Debug, Args)]
pub struct EvalExtractArgs {
    /// The folder that holds the labelled sets
    #[arg(value_name = "DATA", value_hint = ValueHint::DirPath)]
    pub data: PathBuf,
    /// Print every page
    #[arg(long)]
    pub per_page: bool,
}

#[derive(Debug, Args)]
pub struct EvalChoiceArgs {
    /// The folder that holds the labelled sets
    #[arg(value_name = "DATA", default_value = "target/data", value_hint = ValueHint::DirPath)]
    pub data: PathBuf,
    /// Also leave each set out of learning altogether
    #[arg(long)]
    pub sets_apart: bool,
    /// Learn the models from all pages and write them to these files: the ranker of lists, the choice, and the kinds of pages
    #[arg(long, num_args = 3, value_names = ["RANKER", "CHOICE", "KINDS"], value_hint = ValueHint::FilePath)]
    pub learn: Option<Vec<PathBuf>>,
    /// Print every page
    #[arg(long)]
    pub per_page: bool,
    /// Where the random numbers of learning begin: other numbers show how much is chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

#[derive(Debug, Args)]
pub struct EvalColumnsArgs {
    /// The folder that holds the labelled sets
    #[arg(value_name = "DATA", default_value = "target/data", value_hint = ValueHint::DirPath)]
    pub data: PathBuf,
    /// How many pages of each set to name, worst first
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub worst: usize,
    /// Read pages that carry structured data without it, and hold what is found against it: no labels are needed
    #[arg(long, conflicts_with = "plot")]
    pub hidden: bool,
    /// Write the pages without their structured data into this folder
    #[arg(long, value_name = "DIR", requires = "hidden", value_hint = ValueHint::DirPath)]
    pub keep_pages: Option<PathBuf>,
    /// Draw how right columns are by how sure they are into this file, as PNG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
    /// How many pages to work on at a time [default: all cores]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub struct EvalReportArgs {
    /// The folder that holds the labelled sets
    #[arg(value_name = "DATA", value_hint = ValueHint::DirPath)]
    pub data: PathBuf,
    /// The folder to write report.html, report.md and the plots to
    #[arg(short, long, value_name = "DIR", default_value = "target/report", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    /// A Python with the other tools; scripts/rivals.sh installs them
    #[arg(long, value_name = "PROGRAM", value_hint = ValueHint::ExecutablePath)]
    pub python: Option<PathBuf>,
    /// The script that runs the other tools
    #[arg(long, value_name = "FILE", default_value = "scripts/rivals.py", value_hint = ValueHint::FilePath)]
    pub rivals: PathBuf,
    /// Only every Nth page of the large sets, for a first look
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=50))]
    pub every: u16,
    /// How many threads to learn with [default: all cores]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub struct EvalRecordsArgs {
    /// Folders with a gold.jsonl and the pages it names
    #[arg(value_name = "SET", required = true, value_hint = ValueHint::DirPath)]
    pub sets: Vec<PathBuf>,
    /// The methods to compare
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "mdr,depta,tagpath,visual,auto")]
    pub methods: Vec<RecordsMethod>,
    /// Judge auto with rankers that have seen no page of the site
    #[arg(long)]
    pub apart: bool,
    /// Learn the ranker from all pages and write it to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub learn: Option<PathBuf>,
    /// Print every page
    #[arg(long)]
    pub per_page: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Debug, Args)]
pub struct EvalRenderingArgs {
    /// Pages, folders or archives; a folder is a set of its own in the table
    #[arg(value_name = "INPUT", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<String>,
    /// Leave the style sheets beside the pages aside, for both engines
    #[arg(long)]
    pub no_style_sheets: bool,
    /// Print every page, worst first
    #[arg(long)]
    pub per_page: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Debug, Args)]
pub struct EvalTopkArgs {
    /// The folder that holds the labelled sets `lists` and `srr`
    #[arg(value_name = "DATA", value_hint = ValueHint::DirPath)]
    pub data: PathBuf,
    /// Who lays the pages out: embedded or none
    #[arg(long, value_name = "NAME", default_value = "embedded")]
    pub renderer: RendererChoice,
    /// Print the pages that are not right
    #[arg(long)]
    pub per_page: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Debug, Args)]
pub struct EvalAmberArgs {
    /// The folder that holds the labelled sets `lists`, `courts`, `people`, `none` and `wild`
    #[arg(value_name = "DATA", value_hint = ValueHint::DirPath)]
    pub data: PathBuf,
    /// Who lays the pages out: embedded or none
    #[arg(long, value_name = "NAME", default_value = "embedded")]
    pub renderer: RendererChoice,
    /// Print every page
    #[arg(long)]
    pub per_page: bool,
    /// Write what the rules weigh of every data area, however improbable, to this file: a line of JSON each
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub evidence: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Debug, Args)]
pub struct EvalTablesArgs {
    /// The folder with the sets wikitables, testbed, srr and none
    #[arg(value_name = "DATA", value_hint = ValueHint::DirPath)]
    pub data: PathBuf,
    /// A Python that has pandas, to measure its read_html on the same pages
    #[arg(long, value_name = "PROGRAM", value_hint = ValueHint::ExecutablePath)]
    pub python: Option<PathBuf>,
    /// Only every Nth page of a set
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub every: usize,
    /// Name the pages that are not perfect, and the false alarms
    #[arg(long)]
    pub per_page: bool,
    /// How many pages to work on at a time [default: all cores]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub struct GoldArgs {
    /// Labelled pages, an object a line
    #[arg(value_name = "GOLD", value_hint = ValueHint::FilePath)]
    pub gold: PathBuf,
    /// Where the pages are; by default the folder above the gold file's own
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub root: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct EvalWrapperCoverageArgs {
    #[command(flatten)]
    pub gold: GoldArgs,
    /// How many pages of a site to learn from [default: 5 with tuples, 1 and 3 with values]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub pages: Option<u16>,
    /// Print every site, with what went wrong
    #[arg(long)]
    pub per_site: bool,
}

#[derive(Debug, Args)]
pub struct EvalWrapperNoiseArgs {
    #[command(flatten)]
    pub gold: GoldArgs,
    /// Draw the curves into this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
    /// Only this site; may be given several times
    #[arg(long, value_name = "NAME")]
    pub site: Vec<String>,
    /// Runs for each point of a curve
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..))]
    pub trials: u16,
    /// Where random numbers begin
    #[arg(long, value_name = "N", default_value_t = 1997)]
    pub seed: u64,
}

#[derive(Debug, Args)]
pub struct EvalSwdeArgs {
    #[command(flatten)]
    pub gold: GoldArgs,
    /// The verticals [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub verticals: Vec<String>,
    /// The numbers of sites to learn from
    #[arg(long, value_name = "K", value_delimiter = ',', default_value = "1,2,3,5")]
    pub seeds: Vec<usize>,
    /// How far features of leaves, of inner blocks, of pairs, of edges and of triangles are trusted to hold on other sites
    #[arg(long, value_name = "L,I,P,E,T", default_value = "1,0,0,0,0")]
    pub trust: Trust,
    /// Pages of each site, to learn from and to read
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..))]
    pub pages: u16,
    /// How many threads to use [default: all cores]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum EvalModels {
    Shipped,
    Apart,
    None,
}

#[derive(Debug, Args)]
pub struct EvalSiteArgs {
    #[command(flatten)]
    pub gold: GoldArgs,
    /// The verticals [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub verticals: Vec<String>,
    /// Only every Nth site
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub every: usize,
    /// The models that may read the pages that teach: those that come with the program, which have seen pages of these sites; for each
    /// site one that has not; or none
    #[arg(long, value_enum, default_value_t = EvalModels::Shipped)]
    pub models: EvalModels,
    /// Print every site and attribute
    #[arg(long)]
    pub per_site: bool,
    /// How many threads to use [default: all cores]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub struct EvalDriftArgs {
    #[command(flatten)]
    pub gold: GoldArgs,
    /// The F1 of values from which on a page counts as read rightly
    #[arg(long, value_name = "F1", default_value_t = 0.98)]
    pub right: f64,
    /// Make the later versions: every labelled list in other markup, with some records gone and some new
    #[arg(long)]
    pub made: bool,
    /// Print every version, with what the wrapper says against it
    #[arg(long)]
    pub per_page: bool,
}

#[derive(Debug, Args)]
pub struct EvalTeachingArgs {
    #[command(flatten)]
    pub gold: GoldArgs,
    /// The verticals [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub verticals: Vec<String>,
    /// Teach with the model alone, as `label` reads, instead of all that `extract --want` does
    #[arg(long)]
    pub label: bool,
    /// Learn and read in so many parts, no site in two of them
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(2..))]
    pub parts: u16,
    /// Pages of a site that teach its wrapper
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pub lessons: u16,
    /// Other pages of a site to read, at most
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u16).range(1..))]
    pub pages: u16,
    /// Print every site and attribute
    #[arg(long)]
    pub per_site: bool,
    /// How many threads to use [default: all cores]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub struct EvalHcrfArgs {
    /// The folder with the gold.jsonl of lists and the pages it names
    #[arg(value_name = "SET", value_hint = ValueHint::DirPath)]
    pub set: PathBuf,
    /// Learn and read in so many parts, no site in two of them
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(2..))]
    pub parts: u16,
    /// How far features of leaves, of inner blocks, of pairs, of edges and of triangles are trusted to hold on other sites
    #[arg(long, value_name = "L,I,P,E,T", default_value = "1,1,0.1,0.1,0.1")]
    pub trust: Trust,
    /// HCRF with more and more of its parts: leaves only, then blocks, edges, triangles, global features
    #[arg(long, conflicts_with = "alone")]
    pub ablation: bool,
    /// Only HCRF, not its variants and rivals
    #[arg(long)]
    pub alone: bool,
    /// Print every page
    #[arg(long)]
    pub per_page: bool,
    /// How many threads to use [default: all cores]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}
