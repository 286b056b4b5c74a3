//! The command line, as `--help` shows it.

use chaffinch::records::{Method as RecordsMethod, RecordsSettings};
use chaffinch::tables::{
    Method as TablesMethod, Orientation, Spanning, SubHeadings, TableSettings, VisualSettings,
};
use chaffinch::wrapper::WrapperClass;
use chaffinch::write::{Format, Selection};
use chaffinch::{Limits, ReadOptions, RendererChoice, RunOptions, Settings, TopkSettings};
use clap::builder::Styles;
use clap::{Args, Parser, Subcommand, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

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
  chaffinch extract page.html -o rows.csv      or .json .md .html .parquet
  chaffinch extract pages/ > rows.jsonl        a folder, an object a page
  chaffinch extract crawl.warc.gz -o a.parquet an archive, streamed
  curl -s https://example.org/ | chaffinch extract
  chaffinch records page.html                  the list that the page is about
  chaffinch render page.html --png page.png    what the program sees, drawn
  chaffinch wrapper learn examples.jsonl --out site.toml   learn a site
  chaffinch wrapper apply site.toml pages/     and read it at memory speed

Exit codes:
  0  something was found          1  nothing was found        2  wrong use
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
    /// Show what the program sees: nodes, bytes, boxes and styles
    #[command(after_long_help = RENDER_EXAMPLES)]
    Render(RenderArgs),
    /// Learn how a site writes its records from a few examples, and read the rest of it
    #[command(subcommand)]
    Wrapper(WrapperCommand),
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
  chaffinch extract pages/ --select all -o all.csv  every relation, all pages
  chaffinch extract 'shop/*.html' --format jsonl | jq '.relations[0].title'
  chaffinch extract https://example.org/ --renderer chromium --scripts";

const TOPK_EXAMPLES: &str = "\
Examples:
  chaffinch topk page.html                    the list, its items in order
  chaffinch topk page.html --k 25             whatever the title says
  chaffinch topk page.html --explain          the candidates and their ranks
  chaffinch topk page.html --basic            none of the optimisations";
const TABLES_EXAMPLES: &str = "\
Examples:
  chaffinch tables page.html                        every table, best first
  chaffinch tables page.html --keyword resolution   those that hold a word
  chaffinch tables page.html --method visual        by their boxes alone
  chaffinch tables page.html --format xml           cells and their places";
const RECORDS_EXAMPLES: &str = "\
Examples:
  chaffinch records page.html                 the list that the page is about
  chaffinch records page.html --explain       and why this one
  chaffinch records page.html --method depta  by one published method alone
  chaffinch records pages/ --format jsonl     every page, all its lists
  chaffinch render page.html --records --png out.png   drawn over the page";

const RENDER_EXAMPLES: &str = "\
Examples:
  chaffinch render page.html                  the page as an indented tree
  chaffinch render page.html --format json    all that is known of every node
  chaffinch render page.html --png out.png    the boxes drawn over the page
  chaffinch render page.html --blocks --png out.png
  chaffinch render page.html --renderer chromium --png out.png";

impl Command {
    /// The inputs of commands that default to standard input.
    pub fn input(&self) -> Option<&InputArgs> {
        match self {
            Command::Extract(arguments) => Some(&arguments.input),
            Command::Topk(arguments) => Some(&arguments.input),
            Command::Tables(arguments) => Some(&arguments.input),
            Command::Records(arguments) => Some(&arguments.input),
            Command::Render(arguments) => Some(&arguments.input),
            Command::Wrapper(WrapperCommand::Apply(arguments)) => Some(&arguments.input),
            Command::Wrapper(WrapperCommand::Check(arguments)) => Some(&arguments.input),
            _ => None,
        }
    }
}

#[derive(Debug, Args)]
pub struct ExtractArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub page: PageArgs,
}

#[derive(Debug, Args)]
pub struct TopkArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// How many items the list has, whatever the title says
    #[arg(long, value_name = "N", help_heading = "Method")]
    pub k: Option<usize>,
    /// Use the published algorithm without its optimisations
    #[arg(long, conflicts_with = "paper", help_heading = "Method")]
    pub basic: bool,
    /// Use the published algorithm with its four optimisations and nothing beyond
    #[arg(long, help_heading = "Method")]
    pub paper: bool,
    /// Rank lists by their characters instead of their visual area
    #[arg(long, help_heading = "Method")]
    pub no_visual_area: bool,
    /// Do not join two lists that alternate
    #[arg(long, help_heading = "Method")]
    pub no_interleaving: bool,
    /// Do not mend lists with a few items too many or one too few
    #[arg(long, help_heading = "Method")]
    pub no_boundaries: bool,
    /// Do not look for the titles of items; their first text is their name
    #[arg(long, help_heading = "Method")]
    pub no_item_titles: bool,
    /// Do not look at numbers in the items
    #[arg(long, help_heading = "Method")]
    pub no_numbering: bool,
    /// Take only nodes with the same tag path as alike, and items as they stand in the tree
    #[arg(long, help_heading = "Method")]
    pub no_likeness: bool,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub page: PageArgs,
}

#[derive(Debug, Args)]
pub struct TablesArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub finding: TableArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub page: PageArgs,
}

impl TopkArgs {
    /// The settings that the arguments ask for.
    pub fn settings(&self) -> Settings {
        let base = if self.basic {
            TopkSettings::basic()
        } else if self.paper {
            TopkSettings::paper()
        } else {
            TopkSettings::default()
        };
        let topk = TopkSettings {
            k: self.k,
            visual_area: base.visual_area && !self.no_visual_area,
            interleaving: base.interleaving && !self.no_interleaving,
            boundaries: base.boundaries && !self.no_boundaries,
            item_titles: base.item_titles && !self.no_item_titles,
            numbering: base.numbering && !self.no_numbering,
            likeness: base.likeness && !self.no_likeness,
            ..base
        };
        Settings { only: Some("topk"), topk, ..self.page.settings() }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Tables")]
pub struct TableArgs {
    /// Only tables that hold this word; the visual method expands from the boxes it stands in
    #[arg(long, value_name = "WORD")]
    pub keyword: Option<String>,
    /// Where to look: table markup (grid, webtables), boxes on the screen (visual), or both
    #[arg(long, value_name = "METHOD", default_value = "auto")]
    pub method: TablesMethod,
    /// Use the published values of every threshold
    #[arg(long)]
    pub paper: bool,
    /// With a keyword, refuse tables with more words than this in a cell; 0 refuses none
    #[arg(long, value_name = "N")]
    pub max_words: Option<usize>,
    /// What stands in the further places of a cell that spans several
    #[arg(long, value_name = "WHAT", value_parser = ["repeat", "null"], default_value = "repeat")]
    pub spanning: String,
    /// What becomes of headings between rows: they stay rows, or become a column of the rows below
    #[arg(long, value_name = "WHAT", value_parser = ["row", "column"], default_value = "row")]
    pub sub_headings: String,
    /// Leave tables whose records are columns as they are written
    #[arg(long)]
    pub as_written: bool,
}

impl TableArgs {
    pub fn apply(&self, settings: &mut TableSettings) {
        settings.keyword.clone_from(&self.keyword);
        settings.method = self.method;
        if self.paper {
            settings.visual = VisualSettings::paper();
        }
        if let Some(most) = self.max_words {
            settings.visual.max_words = Some(most).filter(|most| *most > 0);
        }
        if self.spanning == "null" {
            settings.grid.spanning = Spanning::Null;
        }
        if self.sub_headings == "column" {
            settings.grid.sub_headings = SubHeadings::Column;
        }
        if self.as_written {
            settings.grid.orientation = Orientation::AsWritten;
        }
    }
}

#[derive(Debug, Args)]
pub struct RecordsArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// How to find them: auto uses all methods and chooses; mdr, depta, tagpath and visual run alone
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub method: RecordsMethod,
    /// Fewest records that make a list
    #[arg(long, value_name = "N", default_value_t = RecordsSettings::default().min_records, value_parser = at_least_two)]
    pub min_records: usize,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub page: PageArgs,
}

impl RecordsArgs {
    pub fn settings(&self) -> Settings {
        let records = RecordsSettings {
            method: self.method,
            min_records: self.min_records,
            ..RecordsSettings::default()
        };
        Settings { only: Some("records"), records, ..self.page.settings() }
    }
}

#[derive(Debug, Args)]
pub struct RenderArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// How to print the page: an indented tree, or JSON with all that is known of every node
    #[arg(long, value_name = "FORMAT", value_parser = ["tree", "json"], default_value = "tree")]
    pub format: String,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Draw the page and its boxes as PNG into this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub png: Option<PathBuf>,
    /// Draw the page and its boxes as SVG into this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
    /// Draw what `extract` finds, rows and cells, instead of every box
    #[arg(long)]
    pub relations: bool,
    /// Draw the blocks of the vision tree instead of every box
    #[arg(long, conflicts_with = "relations")]
    pub blocks: bool,
    /// Draw what looks like a table: hyperBoxes, header cells filled, and how neighbours to the right and below stand
    #[arg(long, conflicts_with = "relations")]
    pub tables: bool,
    /// Draw what `records` finds: lists, records and columns
    #[arg(long, conflicts_with = "relations")]
    pub records: bool,
    #[command(flatten)]
    pub page: PageArgs,
}

#[derive(Debug, Subcommand)]
pub enum WrapperCommand {
    /// Learn a wrapper from labelled pages, or from pages and recognisers
    #[command(after_long_help = LEARN_EXAMPLES)]
    Learn(LearnArgs),
    /// Read pages with a wrapper
    #[command(after_long_help = APPLY_EXAMPLES)]
    Apply(ApplyArgs),
    /// Say which pages a wrapper no longer fits, and why
    Check(CheckArgs),
    /// Print a wrapper for a reader: its marks, and selectors that pick the same nodes
    Show {
        /// The wrapper file
        #[arg(value_name = "WRAPPER", value_hint = ValueHint::FilePath)]
        wrapper: PathBuf,
    },
}

const LEARN_EXAMPLES: &str = "\
Examples:
  chaffinch wrapper learn examples.jsonl --out site.toml
  chaffinch wrapper learn gold.jsonl --site shop --epsilon 0.05 --out shop.toml
  chaffinch wrapper learn --recognizers rec.toml pages/ --out site.toml

An example is a line of JSON: {\"page\": \"site/a.html\", \"attributes\": [\"name\",
\"price\"], \"tuples\": [[[10, 14], [20, 25]], ...]} with the bytes of each value,
or with \"record\": {\"name\": \"...\", \"price\": \"...\"} where a page is about one
thing.";

const APPLY_EXAMPLES: &str = "\
Examples:
  chaffinch wrapper apply site.toml pages/ > rows.jsonl
  chaffinch wrapper apply site.toml crawl.warc.gz -o rows.parquet

Exit codes:
  4  a page no longer fits the wrapper (standard error says which and why)";

#[derive(Debug, Args)]
pub struct LearnArgs {
    /// Examples, an object a line; with --recognizers the pages themselves
    #[arg(value_name = "EXAMPLES", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<String>,
    /// Write the wrapper to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// Where the examples' pages are; by default the folder above the examples' own
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub root: Option<PathBuf>,
    /// The site to learn, where the examples are of several
    #[arg(long, value_name = "NAME")]
    pub site: Option<String>,
    /// The class: auto, LR, HLRT, OCLR, HOCLRT, N-LR, N-HLRT, X-LR, X-HLRT or node
    #[arg(long, value_name = "CLASS", default_value = "auto", value_parser = wrapper_class, ignore_case = true)]
    pub class: ClassChoice,
    /// Learn without labels, from these recognisers
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub recognizers: Option<PathBuf>,
    /// The share of pages that may be read wrongly; examples are used until this can be promised [default: 0.1, of all examples]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub epsilon: Option<f64>,
    /// The probability with which the promise may fail [default: 0.1, of all examples]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub delta: Option<f64>,
}

/// A class, or the one that fits best.
#[derive(Debug, Clone, Copy)]
pub struct ClassChoice(pub Option<WrapperClass>);

#[derive(Debug, Args)]
pub struct ApplyArgs {
    /// The wrapper file
    #[arg(value_name = "WRAPPER", value_hint = ValueHint::FilePath)]
    pub wrapper: PathBuf,
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The wrapper file
    #[arg(value_name = "WRAPPER", value_hint = ValueHint::FilePath)]
    pub wrapper: PathBuf,
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

#[derive(Debug, Subcommand)]
pub enum EvalCommand {
    /// Lay pages out with both renderers and print how well they agree
    Rendering(EvalRenderingArgs),
    /// Print the top-k paper's tables: accuracy, time by stage, and items beside MDR
    Topk(EvalTopkArgs),
    /// Print how well tables are found and read, as they are and made of other elements
    Tables(EvalTablesArgs),
    /// Find records on labelled pages and print how many are right, method by method
    Records(EvalRecordsArgs),
    /// Print the share of sites that each class of wrappers can wrap
    #[command(name = "wrapper-coverage")]
    WrapperCoverage(EvalWrapperCoverageArgs),
    /// Print how many examples learning needs when recognisers make errors
    #[command(name = "wrapper-noise")]
    WrapperNoise(EvalWrapperNoiseArgs),
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
pub struct InputArgs {
    /// A file, a folder, a pattern, a .warc or .warc.gz, an http(s) address, or - for standard input
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub files: Vec<String>,
}

impl InputArgs {
    /// What to read; standard input where nothing is named.
    pub fn names(&self) -> Vec<String> {
        if self.files.is_empty() { vec!["-".into()] } else { self.files.clone() }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// How to print: text on a terminal, jsonl in a pipe, by the ending of --output otherwise
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json", "jsonl", "csv", "md", "html", "xml", "parquet"])]
    pub format: Option<String>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Which relation of a page to write: best, all, or its number from 1
    #[arg(long, value_name = "WHICH", default_value = "best")]
    pub select: Selection,
    /// Add a column with the address beside each column of links (csv)
    #[arg(long)]
    pub links: bool,
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
    /// The format that was asked for by name or by the ending of the output file.
    pub fn chosen_format(&self) -> Option<Format> {
        let named = self.format.as_deref().and_then(|name| name.parse().ok());
        named.or_else(|| self.output.as_ref().and_then(Format::of_path))
    }
}

#[derive(Debug, Args)]
pub struct PageArgs {
    /// Who lays the page out: embedded needs nothing, chromium an installed Chromium, none gives no boxes
    #[arg(long, value_name = "NAME", default_value = "embedded", help_heading = "Reading")]
    pub renderer: RendererChoice,
    /// Run the scripts of pages named by their address, and load what they ask for (chromium only)
    #[arg(long, help_heading = "Reading")]
    pub scripts: bool,
    /// Say on standard error why the methods chose what they chose
    #[arg(long, help_heading = "Output")]
    pub explain: bool,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// How inputs are read, whoever works on them.
#[derive(Debug, Args)]
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
    pub limits: LimitArgs,
}

impl PageArgs {
    pub fn settings(&self) -> Settings {
        Settings {
            renderer: self.renderer,
            scripts: self.scripts,
            explain: self.explain,
            limits: self.read.limits.limits(),
            ..Settings::default()
        }
    }

    pub fn run_options(&self) -> RunOptions {
        self.read.run_options()
    }
}

impl ReadArgs {
    pub fn run_options(&self) -> RunOptions {
        let mut read = ReadOptions {
            limits: self.limits.limits(),
            ignore_robots: self.ignore_robots,
            ..ReadOptions::default()
        };
        if let Some(user_agent) = &self.user_agent {
            read.user_agent.clone_from(user_agent);
        }
        RunOptions { read, threads: self.threads }
    }
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Bytes of one page, such as 500K, 32M or 1G
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "32M")]
    pub max_bytes: usize,
    /// Nodes of one page
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes)]
    pub max_nodes: usize,
    /// Nesting of tags; deeper ones are ignored, as browsers do
    #[arg(long, value_name = "N", default_value_t = Limits::default().depth, value_parser = depth)]
    pub max_depth: usize,
    /// Nodes of a page that is laid out; a larger one comes without boxes
    #[arg(long, value_name = "N", default_value_t = Limits::default().layout_nodes)]
    pub max_layout_nodes: usize,
    /// Bytes of text of a page that is laid out
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "4M")]
    pub max_layout_text: usize,
    /// Seconds to lay one page out
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub max_seconds: Duration,
    /// Decoded bytes for each byte of a compressed record
    #[arg(long, value_name = "N", default_value_t = Limits::default().inflate_ratio)]
    pub max_ratio: usize,
    /// Seconds to fetch one address, redirects included
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub fetch_timeout: Duration,
}

impl LimitArgs {
    pub fn limits(&self) -> Limits {
        Limits {
            page_bytes: self.max_bytes,
            nodes: self.max_nodes,
            depth: self.max_depth,
            layout_nodes: self.max_layout_nodes,
            layout_text: self.max_layout_text,
            render_time: self.max_seconds,
            inflate_ratio: self.max_ratio,
            fetch_time: self.fetch_timeout,
            ..Limits::default()
        }
    }
}

/// Positions in a page are 32 bits wide.
const LARGEST_PAGE: usize = 1 << 30;

fn size(text: &str) -> Result<usize, String> {
    let (digits, factor) = match text.trim().to_ascii_uppercase() {
        t if t.ends_with('K') => (t[..t.len() - 1].to_owned(), 1 << 10),
        t if t.ends_with('M') => (t[..t.len() - 1].to_owned(), 1 << 20),
        t if t.ends_with('G') => (t[..t.len() - 1].to_owned(), 1 << 30),
        t => (t, 1),
    };
    let bytes = digits.parse::<usize>().ok().and_then(|n| n.checked_mul(factor));
    match bytes {
        Some(bytes) if bytes <= LARGEST_PAGE => Ok(bytes),
        Some(_) => Err("a page may have 1G at most".into()),
        None => Err("give a number of bytes such as 500K, 32M or 1G".into()),
    }
}

/// Layout recurses with the depth of the page.
const DEEPEST: usize = 2_000;

fn depth(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(depth) if (16..=DEEPEST).contains(&depth) => Ok(depth),
        _ => Err(format!("give a number from 16 to {DEEPEST}")),
    }
}

fn at_least_two(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n >= 2).ok_or_else(|| "give a number from 2".into())
}

fn wrapper_class(name: &str) -> Result<ClassChoice, String> {
    match name {
        _ if name.eq_ignore_ascii_case("auto") => Ok(ClassChoice(None)),
        _ => name.parse().map(|class| ClassChoice(Some(class))),
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| *share > 0.0 && *share < 1.0);
    share.ok_or_else(|| "give a number between 0 and 1, such as 0.1".into())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.trim_end_matches('s').parse::<f64>().ok();
    seconds
        .filter(|s| *s > 0.0)
        .and_then(|s| Duration::try_from_secs_f64(s).ok())
        .ok_or_else(|| "give a number of seconds above zero, such as 20 or 0.5".into())
}
