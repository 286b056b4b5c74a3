//! The arguments of `wrapper`.

use super::{InputArgs, OutputArgs, ReadArgs};
use chaffinch::wrapper::WrapperClass;
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
