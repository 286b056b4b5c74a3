//! The arguments of `label` and `train`.

use super::{InputArgs, LimitArgs, OutputArgs, PageArgs};
use chaffinch::train::Condition;
use chaffinch_label::Trust;
use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(super) const LABEL_EXAMPLES: &str = "\
Examples:
  chaffinch label --model list                 the models that there are
  chaffinch label --model product page.html    name, image, price, description
  chaffinch label --model job site/ > j.jsonl  pages of a site, read together
  chaffinch label --model my.model page.html --explain

Pages of one host, or of one folder where no address is known, are read together:
what all of them have is a label or noise, what one alone has is a value.";

pub(super) const TRAIN_EXAMPLES: &str = "\
Examples:
  chaffinch train gold.jsonl --out cars.model
  chaffinch train gold.jsonl --only vertical=auto --attributes model,price --out cars.model

A labelled page is a line of JSON: {\"page\": \"site/a.html\", \"site\": \"a\",
\"record\": {\"name\": \"...\", \"price\": [\"...\"]}} or with \"records\": [{...}, ...]
where a page has many; or a line of chaffinch's own output, put right by hand.

Training can be stopped at any moment. The same command goes on where it was.";

#[derive(Debug, Args)]
pub struct LabelArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The model: the name of one that comes with the program, a file, or `list` to see them
    #[arg(long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    pub model: String,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub page: PageArgs,
}

impl LabelArgs {
    /// Whether only the models are asked for.
    pub fn lists_models(&self) -> bool {
        self.model == "list"
    }
}

#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Labelled pages, an object a line
    #[arg(value_name = "GOLD", required = true, value_hint = ValueHint::FilePath)]
    pub gold: Vec<PathBuf>,
    /// The file to write the model to
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: PathBuf,
    /// Where the pages are; by default the folder above the gold file's own
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub root: Option<PathBuf>,
    /// The attributes to learn [default: all that the labels name]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub attributes: Vec<String>,
    /// Only lines that say so, such as vertical=auto or kind=list,detail; may be given several times
    #[arg(long, value_name = "KEY=VALUE", value_parser = condition)]
    pub only: Vec<Condition>,
    /// Labelled pages of other kinds, from which the model learns where to answer nothing; FILE:KEY=VALUE takes only lines that say
    /// so; may be given several times
    #[arg(long, value_name = "GOLD", value_parser = others)]
    pub against: Vec<OtherPages>,
    /// Learn from so many pages of a site
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..))]
    pub per_site: u16,
    /// Measure in so many parts, each by a model that has not seen its sites; 0 or 1 measures nothing
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub parts: usize,
    /// How far features of leaves, of inner blocks, of pairs, of edges and of triangles are trusted to hold on other sites
    /// [default: leaves alone, which did best on other sites]
    #[arg(long, value_name = "L,I,P,E,T")]
    pub trust: Option<Trust>,
    /// How many threads to use [default: all cores]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// A file of labelled pages, or some of its lines.
#[derive(Debug, Clone)]
pub struct OtherPages {
    pub file: PathBuf,
    pub only: Vec<Condition>,
}

fn others(text: &str) -> Result<OtherPages, String> {
    match text.rsplit_once(':') {
        Some((file, only)) if only.contains('=') => {
            Ok(OtherPages { file: file.into(), only: vec![condition(only)?] })
        }
        _ => Ok(OtherPages { file: text.into(), only: Vec::new() }),
    }
}

fn condition(text: &str) -> Result<Condition, String> {
    let (name, values) = text.split_once('=').ok_or("give a name and a value, such as vertical=auto")?;
    Ok(Condition { name: name.to_owned(), values: values.split(',').map(str::to_owned).collect() })
}
