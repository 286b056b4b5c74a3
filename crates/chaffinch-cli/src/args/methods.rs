//! The arguments of the commands of single methods.

use super::{InputArgs, OutputArgs, PageArgs};
use chaffinch::{Extraction, Settings, TopkSettings};
use chaffinch_records::{Method as RecordsMethod, RecordsSettings};
use chaffinch_tables::{
    Orientation, Spanning, SubHeadings, TableMethod as TablesMethod, TableSettings, VisualSettings,
};
use clap::Args;
use std::str::FromStr;

pub(super) const TOPK_EXAMPLES: &str = "\
Examples:
  chaffinch topk page.html                    the list, its items in order
  chaffinch topk page.html --k 25             whatever the title says
  chaffinch topk page.html --explain          the candidates and their ranks
  chaffinch topk page.html --basic            none of the optimisations";

pub(super) const TABLES_EXAMPLES: &str = "\
Examples:
  chaffinch tables page.html                        every table, best first
  chaffinch tables page.html --keyword resolution   those that hold a word
  chaffinch tables page.html --method visual        by their boxes alone
  chaffinch tables page.html --format xml           cells and their places";

pub(super) const RECORDS_EXAMPLES: &str = "\
Examples:
  chaffinch records page.html                 the list that the page is about
  chaffinch records page.html --explain       and why this one
  chaffinch records page.html --method depta  by one published method alone
  chaffinch records pages/ --format jsonl     every page, all its lists
  chaffinch render page.html --records --png out.png   drawn over the page";

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
        self.page.settings().with(|settings| {
            settings.only = Some(Extraction::Topk);
            settings.topk = topk;
        })
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
    /// How to find them: auto uses all methods and chooses; mdr, depta, tagpath and visual run alone; state reads what pages carry for
    /// their scripts
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub method: ListMethod,
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
        let (only, method) = match self.method {
            ListMethod::Repetition(method) => (Extraction::Records, method),
            ListMethod::State => (Extraction::State, RecordsMethod::default()),
        };
        let records = RecordsSettings { method, min_records: self.min_records, ..RecordsSettings::default() };
        self.page.settings().with(|settings| {
            settings.only = Some(only);
            settings.records = records;
        })
    }
}

/// The ways to find lists.
#[derive(Debug, Clone, Copy)]
pub enum ListMethod {
    /// In what the page shows.
    Repetition(RecordsMethod),
    /// In what the page carries for its scripts.
    State,
}

impl FromStr for ListMethod {
    type Err = String;

    fn from_str(name: &str) -> Result<ListMethod, String> {
        match name {
            "state" => Ok(ListMethod::State),
            _ => {
                name.parse().map(ListMethod::Repetition).map_err(|known: String| format!("{known}, or state"))
            }
        }
    }
}

fn at_least_two(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n >= 2).ok_or_else(|| "give a number from 2".into())
}
