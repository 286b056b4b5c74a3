//! The arguments of `wrapper`.

use super::{InputArgs, OutputArgs, ReadArgs};
use chaffinch::{Extraction, ReadOptions, TeachOptions};
use chaffinch_wrapper::WrapperClass;
use clap::{Args, Subcommand, ValueHint};
use std::path::PathBuf;

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
    /// Mend a wrapper whose site has changed, without labels
    #[command(after_long_help = REPAIR_EXAMPLES)]
    Repair(RepairArgs),
    /// Print a wrapper for a reader: its marks, and selectors that pick the same nodes
    Show {
        /// The wrapper file, or a folder of them as `site --keep` writes it
        #[arg(value_name = "WRAPPER", value_hint = ValueHint::FilePath)]
        wrapper: PathBuf,
    },
}

const LEARN_EXAMPLES: &str = "\
Examples:
  chaffinch wrapper learn examples.jsonl --out site.toml
  chaffinch wrapper learn gold.jsonl --site shop --epsilon 0.05 --out shop.toml
  chaffinch wrapper learn --recognizers rec.toml pages/ --out site.toml
  chaffinch wrapper learn --from extract pages/ --out site.toml
  chaffinch wrapper learn --from label:book pages/ --out site.toml

An example is a line of JSON: {\"page\": \"site/a.html\", \"records\": [{\"name\":
\"...\", \"price\": \"...\"}, ...]} with the values of each record, \"record\": {...}
where a page is about one thing, or \"attributes\": [\"name\", \"price\"], \"tuples\":
[[[10, 14], [20, 25]], ...] with the bytes of each value. Reports, rows and tables
that chaffinch wrote are examples too; a line {\"_page\": \"a.html\", \"_row\": 3,
\"price\": \"$9\"} corrects a value of theirs.";

const APPLY_EXAMPLES: &str = "\
Examples:
  chaffinch wrapper apply site.toml pages/ > rows.jsonl
  chaffinch wrapper apply site.toml crawl.warc.gz -o rows.parquet

Exit codes:
  4  a page no longer fits the wrapper (standard error says which and why)";

const REPAIR_EXAMPLES: &str = "\
Examples:
  chaffinch wrapper repair site.toml pages/ --out site.toml
  chaffinch wrapper check site.toml pages/ || chaffinch wrapper repair site.toml pages/ --out site.toml
  chaffinch wrapper repair wrappers/ pages/ --out wrappers/    a folder, as `site --keep` writes it

The records that the wrapper knows from its examples are looked for on the pages
that no longer fit, and a wrapper is learned from where they stand now. Pages that
still fit are read with both, and what differs is said. The file keeps its history.
Of a folder each wrapper is repaired on the pages that fit none and show what it
knows; one that needs or finds no repair is written as it was.

Exit codes:
  0  the wrapper was repaired, or all pages fit it
  4  pages do not fit, and it could not be repaired";

#[derive(Debug, Args)]
pub struct RepairArgs {
    /// The wrapper file, or a folder of them as `site --keep` writes it
    #[arg(value_name = "WRAPPER", value_hint = ValueHint::FilePath)]
    pub wrapper: PathBuf,
    /// Pages of the site as they are now
    #[arg(value_name = "PAGES", required = true, value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<String>,
    /// Write the repaired wrapper to this file instead of standard output, or those of a folder into this one; it may be the old one
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub out: Option<PathBuf>,
    /// Pages from before the change, which the repaired wrapper is held against
    #[arg(long, value_name = "PAGES", value_hint = ValueHint::AnyPath)]
    pub old: Vec<String>,
}

#[derive(Debug, Args)]
pub struct LearnArgs {
    /// Examples, an object a line; with --recognizers or --from the pages themselves
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
    /// Learn without labels, from what a method finds: extract, records, tables, label:MODEL or domain:NAME
    #[arg(long, value_name = "METHOD", conflicts_with_all = ["recognizers", "root", "site"])]
    pub from: Option<Teacher>,
    #[command(flatten)]
    pub teach: TeachArgs,
    /// The share of pages that may be read wrongly; examples are used until this can be promised [default: 0.1, of all examples]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub epsilon: Option<f64>,
    /// The probability with which the promise may fail [default: 0.1, of all examples]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub delta: Option<f64>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Learning without labels")]
pub struct TeachArgs {
    /// Learn from this many pages, taken from all over the input, and check on as many others
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub sample: u16,
    /// Learn these columns alone: "name, price, image"
    #[arg(long, value_name = "NAMES")]
    pub want: Option<String>,
}

impl TeachArgs {
    /// How wrappers are learned, from inputs that are read in this way.
    pub fn options(&self, read: ReadOptions) -> TeachOptions {
        let mut options = TeachOptions::default();
        (options.sample, options.read) = (self.sample.into(), read);
        options
    }
}

pub(super) const SITE_EXAMPLES: &str = "\
Examples:
  chaffinch site shop/ -o rows.csv             all pages of a folder
  chaffinch site crawl.warc.gz --keep wrappers/ > rows.jsonl
  chaffinch site books/ --want title,author,isbn_13 -o books.parquet
  chaffinch site books/ --from label:book -o books.parquet

Pages are sampled from all over the input and understood with every method. Pages
of one template teach one wrapper; every page is then read by the wrapper that
fits it. Standard error says how much was covered and which pages fit none.";

#[derive(Debug, Args)]
pub struct SiteArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The method that teaches: extract, records, tables, label:MODEL or domain:NAME
    #[arg(long, value_name = "METHOD", default_value = "extract")]
    pub from: Teacher,
    #[command(flatten)]
    pub teach: TeachArgs,
    /// Write the wrappers into this folder, to be used again with `wrapper apply`
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub keep: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// The method whose findings a wrapper is learned from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Teacher {
    /// All methods.
    Extract,
    /// One that needs no knowledge.
    Method(Extraction),
    /// A learned model.
    Label(String),
    /// The knowledge of a domain.
    Domain(String),
}

impl std::str::FromStr for Teacher {
    type Err = String;

    fn from_str(text: &str) -> Result<Teacher, String> {
        match text.split_once(':') {
            None if text == "extract" => Ok(Teacher::Extract),
            None if text == "records" => Ok(Teacher::Method(Extraction::Records)),
            None if text == "tables" => Ok(Teacher::Method(Extraction::Tables)),
            Some(("label", model)) if !model.is_empty() => Ok(Teacher::Label(model.to_owned())),
            Some(("domain", name)) if !name.is_empty() => Ok(Teacher::Domain(name.to_owned())),
            _ => Err("give extract, records, tables, label:MODEL or domain:NAME".into()),
        }
    }
}

/// A class, or the one that fits best.
#[derive(Debug, Clone, Copy)]
pub struct ClassChoice(pub Option<WrapperClass>);

#[derive(Debug, Args)]
pub struct ApplyArgs {
    /// The wrapper file, or a folder of them as `site --keep` writes it
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
    /// The wrapper file, or a folder of them as `site --keep` writes it
    #[arg(value_name = "WRAPPER", value_hint = ValueHint::FilePath)]
    pub wrapper: PathBuf,
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub read: ReadArgs,
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
