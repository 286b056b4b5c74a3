//! The arguments of `serve`.

use clap::{Args, ValueHint};
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(super) const SERVE_EXAMPLES: &str = "\
Examples:
  chaffinch serve                             the workbench on this machine
  chaffinch serve --port 0                    on any port that is free
  chaffinch serve --data target/data          with labelled sets to measure on
  chaffinch serve --host 0.0.0.0              for others; prints their address
  CHAFFINCH_TOKEN=secret chaffinch serve      with a token of your own";

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port to listen at; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 7878)]
    pub port: u16,
    /// The address to listen at; anything but this machine's own shows the workbench to others
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: String,
    /// Fetch addresses although others can reach the server
    #[arg(long)]
    pub allow_fetch: bool,
    /// The folder with labelled sets [default: CHAFFINCH_DATA, or target/data]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// The folder that work is saved in, as plain files
    #[arg(long, value_name = "FOLDER", default_value = "chaffinch-project", value_hint = ValueHint::DirPath)]
    pub project: PathBuf,
    /// How many pages to work on at a time [default: all cores]
    #[arg(short = 'j', long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Bytes of one request, such as 64M
    #[arg(long, value_name = "SIZE", value_parser = super::limits::size, default_value = "64M")]
    pub max_upload: usize,
}
