//! The command line, as `--help` shows it.

mod batch;
mod domain;
mod eval;
mod filter;
mod label;
mod limits;
mod methods;
mod render;
mod serve;
mod wrapper;

pub use batch::BatchArgs;
pub use domain::DomainArgs;
pub use eval::{
    EvalAmberArgs, EvalChoiceArgs, EvalColumnsArgs, EvalCommand, EvalDriftArgs, EvalExtractArgs,
    EvalHcrfArgs, EvalModels, EvalRecordsArgs, EvalRenderingArgs, EvalReportArgs, EvalSiteArgs, EvalSwdeArgs,
    EvalTablesArgs, EvalTeachingArgs, EvalTopkArgs, EvalWrapperCoverageArgs, EvalWrapperNoiseArgs, GoldArgs,
};
pub use label::{LabelArgs, OtherPages, TrainArgs};
pub use limits::{LEAST_MEMORY, LimitArgs};
pub use methods::{RecordsArgs, TablesArgs, TopkArgs};
pub use render::RenderArgs;
pub use serve::ServeArgs;
pub use wrapper::{
    ApplyArgs, CheckArgs, LearnArgs, RepairArgs, SiteArgs, TeachArgs, Teacher, WrapperCommand,
};

use crate::wrong_use;
use batch::BATCH_EXAMPLES;
use chaffinch::{ReadOptions, RendererChoice, RunOptions, Settings, Want};
use chaffinch_write::{Format, Selection};
use clap::builder::Styles;
use clap::{Args, Parser, Subcommand, ValueHint};
use domain::DOMAIN_EXAMPLES;
use filter::FilterArgs;
use label::{LABEL_EXAMPLES, TRAIN_EXAMPLES};
use methods::{RECORDS_EXAMPLES, TABLES_EXAMPLES, TOPK_EXAMPLES};
use render::RENDER_EXAMPLES;
use serve::SERVE_EXAMPLES;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use wrapper::SITE_EXAMPLES;

/// Turns web pages into records.
///
/// Point it at a saved page, a folder, a WARC archive or a URL and get tables of typed values, each
/// traceable to its node, its bytes and its place on the screen. No labels, no per-site code, no browser.
#[derive(Debug, Parser)]
#[command(name = "chaffinch", version, styles = STYLES, max_term_width = 100, after_long_help = EXAMPLES, after_help = SHORT)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const STYLES: Styles = Styles::styled();

const SHORT: &str = "Try `chaffinch extract page.html`, or `chaffinch --help` for examples.";

/// No line wider than 80 columns: the man page and narrow terminals show it as it is.
pub const EXAMPLES: &str = "\
Examples:
  chaffinch extract page.html                  what is on the page, best first
  chaffinch extract page.html -o rows.csv      .json .md .parquet .xlsx …
  chaffinch extract pages/ > pages.jsonl       a folder, an object a page
  chaffinch extract pages/ -o all.sqlite       a table for each template
  chaffinch extract crawl.warc.gz -o a.parquet an archive, streamed
  curl -s https://example.org/ | chaffinch extract
  chaffinch records page.html                  the list that the page is about
  chaffinch label --model product page.html    named attributes, by a model
  chaffinch render page.html --png page.png    what the program sees, drawn
  chaffinch wrapper learn examples.jsonl --out site.toml   learn a site
  chaffinch wrapper apply site.toml pages/     and read it at memory speed

Exit codes:
  0  something was found          2  wrong use
  1  nothing was found, or a column of --want is missing
  3  an input could not be read; the others were (see standard error)
  4  a wrapper no longer fits a page";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print the records, tables and details on pages, best first
    #[command(after_long_help = EXTRACT_EXAMPLES)]
    Extract(ExtractArgs),
    /// Print the list that a title such as "The 10 best …" promises, and nothing else
    #[command(after_long_help = TOPK_EXAMPLES)]
    Topk(TopkArgs),
    /// Print the tables on pages, whatever their markup
    #[command(after_long_help = TABLES_EXAMPLES)]
    Tables(TablesArgs),
    /// Find the lists of records on pages, such as search results or products, and their columns
    #[command(after_long_help = RECORDS_EXAMPLES)]
    Records(RecordsArgs),
    /// Name records and their attributes with a model that was learned from other sites
    #[command(after_long_help = LABEL_EXAMPLES)]
    Label(LabelArgs),
    /// Learn a model for `label` from labelled pages
    #[command(after_long_help = TRAIN_EXAMPLES)]
    Train(TrainArgs),
    /// Find the records of a domain, such as properties or court opinions, with a file of knowledge
    #[command(after_long_help = DOMAIN_EXAMPLES)]
    Domain(DomainArgs),
    /// Show what the program sees: nodes, bytes, boxes and styles
    #[command(after_long_help = RENDER_EXAMPLES)]
    Render(RenderArgs),
    /// Learn how a site writes its records from a few examples, and read the rest of it
    #[command(subcommand)]
    Wrapper(WrapperCommand),
    /// Read a whole site: understand some pages, learn wrappers from them, read the rest at memory speed
    #[command(after_long_help = SITE_EXAMPLES)]
    Site(SiteArgs),
    /// Read archives and folders of any size; a run that is cut short goes on where it was
    #[command(after_long_help = BATCH_EXAMPLES)]
    Batch(BatchArgs),
    /// Open the workbench: see what is found, correct it, teach it; and serve the HTTP API
    #[command(after_long_help = SERVE_EXAMPLES)]
    Serve(ServeArgs),
    /// Run an experiment and print its table
    #[command(subcommand)]
    Eval(EvalCommand),
    /// Print the JSON Schema of the output
    Schema,
    /// Print completions for a shell, to be put where it looks for them
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the man page: `chaffinch man | man -l -`
    Man,
}

const EXTRACT_EXAMPLES: &str = "\
Examples:
  chaffinch extract page.html                       a table on a terminal
  chaffinch extract page.html --select 2            the second best instead
  chaffinch extract page.html --want name,price,image  these columns
  chaffinch extract pages/ --format rows            a flat object a row
  chaffinch extract pages/ -o all.csv               all-2.csv … if needed
  chaffinch extract pages/ -o all.csv --flat        one table, column page
  chaffinch extract page.html --min-score 0.5       only what is likely
  chaffinch extract 'shop/*.html' --format jsonl | jq '.relations[0].title'
  chaffinch extract https://example.org/ --renderer chromium --scripts";

impl Command {
    /// The inputs of commands that default to standard input.
    pub fn input(&self) -> Option<&InputArgs> {
        match self {
            Command::Extract(arguments) => Some(&arguments.input),
            Command::Topk(arguments) => Some(&arguments.input),
            Command::Tables(arguments) => Some(&arguments.input),
            Command::Records(arguments) => Some(&arguments.input),
            Command::Label(arguments) if !arguments.lists_models() => Some(&arguments.input),
            Command::Domain(arguments) => Some(&arguments.input),
            Command::Render(arguments) => Some(&arguments.input),
            Command::Wrapper(WrapperCommand::Apply(arguments)) => Some(&arguments.input),
            Command::Wrapper(WrapperCommand::Check(arguments)) => Some(&arguments.input),
            _ => None,
        }
    }

    /// What commands that read pages may cost.
    pub fn limits(&self) -> Option<&LimitArgs> {
        let read = match self {
            Command::Extract(arguments) => &arguments.page.read,
            Command::Topk(arguments) => &arguments.page.read,
            Command::Tables(arguments) => &arguments.page.read,
            Command::Records(arguments) => &arguments.page.read,
            Command::Label(arguments) => &arguments.page.read,
            Command::Domain(arguments) => &arguments.page.read,
            Command::Render(arguments) => &arguments.page.read,
            Command::Batch(arguments) => &arguments.page.read,
            Command::Site(arguments) => &arguments.read,
            Command::Wrapper(WrapperCommand::Apply(arguments)) => &arguments.read,
            Command::Wrapper(WrapperCommand::Check(arguments)) => &arguments.read,
            Command::Train(arguments) => return Some(&arguments.limits),
            _ => return None,
        };
        Some(&read.limits)
    }
}

#[derive(Debug, Args)]
pub struct ExtractArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub want: WantArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub page: PageArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "What to look for")]
pub struct WantArgs {
    /// The columns to give, found by their name, type, label and content: "name, price, image"
    #[arg(long, value_name = "NAMES", conflicts_with = "schema")]
    want: Option<String>,
    /// The columns to give, with their types: a JSON Schema of a row, or a JSON array of names
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    schema: Option<PathBuf>,
}

impl WantArgs {
    /// What the user wants, if anything in particular.
    pub fn want(&self) -> anyhow::Result<Option<Want>> {
        match (&self.want, &self.schema) {
            (Some(names), _) => {
                Want::names(names).map(Some).map_err(|error| wrong_use(format!("--want: {error}")))
            }
            (None, Some(path)) => {
                let name = path.display();
                let text = std::fs::read_to_string(path)
                    .map_err(|error| wrong_use(format!("{name}: cannot be read: {error}")))?;
                Want::schema(&text).map(Some).map_err(|error| wrong_use(format!("{name}: {error}")))
            }
            (None, None) => Ok(None),
        }
    }
}

#[derive(Debug, Args)]
pub struct InputArgs {
    /// A file, a folder, a pattern, an archive (WARC, WACZ, zip, tar …), an index, a table with a column of HTML, an http(s) address,
    /// or - for standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub files: Vec<String>,
}

impl InputArgs {
    /// What to read; standard input where nothing is named.
    pub fn names(&self) -> Vec<String> {
        if self.files.is_empty() { vec!["-".into()] } else { self.files.clone() }
    }
}

#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// How to print: text on a terminal, jsonl in a pipe, by the ending of --output otherwise; report is one HTML file with a page and what
    /// was found on it, to send around
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json", "jsonl", "rows", "csv", "tsv", "md", "html", "xml", "parquet", "sqlite", "xlsx", "report"])]
    pub format: Option<String>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Which relation of a page to write: best, all, or its number from 1 [default: best; all for tables]
    #[arg(long, value_name = "WHICH")]
    pub select: Option<Selection>,
    /// Add a column with the address beside each column of links (rows, csv, tsv, sqlite, xlsx)
    #[arg(long)]
    pub links: bool,
    /// Make one table of all relations, with a column `page`, instead of a file for each table (csv, tsv)
    #[arg(long)]
    pub flat: bool,
    /// Add a column with the score where there is only one relation, too (csv, tsv)
    #[arg(long)]
    pub scores: bool,
    /// Put an apostrophe before values that a spreadsheet would run as a formula (csv, tsv)
    #[arg(long)]
    pub csv_safe: bool,
    /// Add to the file that --output names instead of replacing it (jsonl, rows)
    #[arg(long, requires = "output")]
    pub append: bool,
    /// How many rows of a table to show (text)
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub rows: usize,
    /// How many columns of the screen to use (text); by default those of the terminal, or 80
    #[arg(long, value_name = "N")]
    pub width: Option<usize>,
    /// When to use colour (text)
    #[arg(long, value_name = "WHEN", value_parser = ["auto", "always", "never"], default_value = "auto")]
    pub color: String,
}

impl OutputArgs {
    /// The format that was asked for by name or by the ending of the output file. An ending that stands for none is a mistake.
    pub fn chosen_format(&self) -> anyhow::Result<Option<Format>> {
        if let Some(name) = &self.format {
            return name.parse().map(Some).map_err(wrong_use);
        }
        let Some(path) = &self.output else { return Ok(None) };
        let format = Format::of_path(path);
        if format.is_none() && path.extension().is_some() && !path.starts_with("/dev") {
            let known: Vec<String> = Format::ALL.iter().map(|format| format!(".{format}")).collect();
            let message = "its ending stands for no format; add --format, or use one of";
            return Err(wrong_use(format!("{}: {message} {}", path.display(), known.join(" "))));
        }
        Ok(format)
    }
}

#[derive(Debug, Clone, Args)]
pub struct PageArgs {
    /// Who lays the page out: embedded needs nothing, chromium an installed Chromium, none gives no boxes
    #[arg(long, value_name = "NAME", default_value = "embedded", help_heading = "Reading")]
    pub renderer: RendererChoice,
    /// Run the scripts of pages named by their address, and load what they ask for (chromium only)
    #[arg(long, help_heading = "Reading")]
    pub scripts: bool,
    /// The address from which to see links on pages whose own address is not known
    #[arg(long, value_name = "URL", value_parser = web_address, help_heading = "Reading")]
    pub base_url: Option<String>,
    /// Leave out relations with a lower score, and columns with a lower confidence: 0 to 1; the tables command leaves out tables
    /// below 0.5 unless told otherwise
    #[arg(long, value_name = "SCORE", value_parser = share, help_heading = "Output")]
    pub min_score: Option<f32>,
    /// Whether pages are read in processes of their own, so that one that fails costs no other: auto does so for many pages
    #[arg(long, value_name = "WHEN", value_parser = ["auto", "always", "never"], default_value = "auto", help_heading = "Reading")]
    pub isolate: String,
    /// Say on standard error why the methods chose what they chose
    #[arg(long, help_heading = "Output")]
    pub explain: bool,
    #[command(flatten)]
    pub read: ReadArgs,
}

fn web_address(text: &str) -> Result<String, String> {
    let is_address = text.starts_with("http://") || text.starts_with("https://");
    is_address.then(|| text.to_owned()).ok_or_else(|| "an address begins with http:// or https://".to_owned())
}

fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it is a number from 0 to 1".to_owned())
}

/// How inputs are read, whoever works on them.
#[derive(Debug, Clone, Args)]
pub struct ReadArgs {
    /// Fetch even what a site's robots.txt asks robots to leave alone
    #[arg(long, help_heading = "Reading")]
    pub ignore_robots: bool,
    /// How to introduce ourselves to web servers
    #[arg(long, value_name = "TEXT", help_heading = "Reading")]
    pub user_agent: Option<String>,
    /// How many pages to work on at a time [default: all cores]
    #[arg(short = 'j', long, value_name = "N", help_heading = "Reading")]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub filter: FilterArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
}

impl PageArgs {
    pub fn settings(&self) -> Settings {
        Settings::default().with(|settings| {
            settings.renderer = self.renderer;
            settings.scripts = self.scripts;
            settings.explain = self.explain;
            settings.base_url.clone_from(&self.base_url);
            settings.min_score = self.min_score.unwrap_or(0.0);
            settings.tables.certainty.least = self.min_score.unwrap_or(settings.tables.certainty.least);
            settings.limits = self.read.limits.limits();
        })
    }

    pub fn run_options(&self) -> RunOptions {
        self.read.run_options()
    }
}

impl ReadArgs {
    pub fn run_options(&self) -> RunOptions {
        let mut read = ReadOptions::default().with(|options| {
            options.limits = self.limits.limits();
            options.ignore_robots = self.ignore_robots;
            self.filter.apply(options);
        });
        if let Some(user_agent) = &self.user_agent {
            read.user_agent.clone_from(user_agent);
        }
        RunOptions::default().with(|options| {
            options.read = read;
            options.threads = self.threads;
        })
    }
}
