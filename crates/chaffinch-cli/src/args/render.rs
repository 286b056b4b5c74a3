//! The arguments of `render`.

use super::{InputArgs, PageArgs};
use clap::{Args, ValueHint};
use std::path::PathBuf;

pub(super) const RENDER_EXAMPLES: &str = "\
Examples:
  chaffinch render page.html                  the page as an indented tree
  chaffinch render page.html --format json    all that is known of every node
  chaffinch render page.html --png out.png    the boxes drawn over the page
  chaffinch render page.html --blocks --png out.png
  chaffinch render page.html --renderer chromium --png out.png";

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
    /// Draw what a model takes each block for: its name as with `label --model`, or a file
    #[arg(long, value_name = "MODEL", conflicts_with_all = ["relations", "blocks", "tables", "records"])]
    pub labels: Option<String>,
    #[command(flatten)]
    pub page: PageArgs,
}
