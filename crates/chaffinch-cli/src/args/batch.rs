//! The arguments of `chaffinch batch`.

use super::{PageArgs, WantArgs};
use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

pub const BATCH_EXAMPLES: &str = "\
Examples:
  chaffinch batch crawl/ --out records              resumable: the same again
  chaffinch batch 'cc/*.warc.gz' --out r --format parquet
  chaffinch batch crawl/ --out records --shard 2/3  on the second machine
  chaffinch batch crawl/ --out records --retry-failed
  chaffinch batch list.cdxj --archives /mnt/cc --out records --language en";

#[derive(Debug, Args)]
pub struct BatchArgs {
    /// Files, folders, patterns, archives, indexes, tables or addresses
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath, required = true)]
    pub files: Vec<String>,
    /// The folder of the output; a run that was cut short goes on with what is there
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    /// How to write: jsonl is an object a page, parquet a row a record
    #[arg(long, value_name = "FORMAT", value_parser = ["jsonl", "parquet"], default_value = "jsonl")]
    pub format: String,
    /// Do only every Nth task, beginning with the Ith: for several machines
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    pub shard: Shard,
    /// Read the pages again that failed in former runs
    #[arg(long)]
    pub retry_failed: bool,
    /// Write how far the run is to this file, in Prometheus' text format, every few seconds
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub metrics: Option<PathBuf>,
    /// How many single pages make a task; an archive is always one
    #[arg(long, value_name = "N", default_value = "200")]
    pub bundle: NonZeroUsize,
    #[command(flatten)]
    pub want: WantArgs,
    #[command(flatten)]
    pub page: PageArgs,
}

/// Every `of`th task, beginning with the `number`th.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// Whether a task, counted from 0, belongs to this shard.
    pub fn has(self, task: usize) -> bool {
        task % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if number >= 1 && number <= of => Ok(Shard { number, of }),
            _ => Err("give a number and how many there are, such as 2/3".to_owned()),
        }
    }
}
