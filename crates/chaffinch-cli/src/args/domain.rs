//! The arguments of `domain`.

use super::{InputArgs, OutputArgs, PageArgs};
use chaffinch_domain::DomainSettings;
use clap::{Args, ValueHint};
use std::path::PathBuf;

pub(super) const DOMAIN_EXAMPLES: &str = "\
Examples:
  chaffinch domain page.html --domain real-estate     properties and their prices
  chaffinch domain page.html --domain my.toml         a domain of your own
  chaffinch domain page.html --domain court --explain the rules behind each value
  chaffinch domain page.html --domain job --facts page.dl  the models as facts
  chaffinch domain pages/ --domain my.toml --learn terms.txt  terms to add

Shipped domains: real-estate, product, job, used-car, event, court, recipe,
person, article, film, restaurant, course.";

#[derive(Debug, Args)]
pub struct DomainArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The domain: the name of a shipped one, or a file
    #[arg(long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    pub domain: String,
    /// Use the published rules without the improvements that the paper proposes
    #[arg(long, help_heading = "Method")]
    pub paper: bool,
    /// Do not find missed attributes from their position in sibling records
    #[arg(long, help_heading = "Method")]
    pub no_positions: bool,
    /// Do not score alternative segmentations; take the clusters of the published rules
    #[arg(long, help_heading = "Method")]
    pub no_alternatives: bool,
    /// Do not look at boxes and fonts
    #[arg(long, help_heading = "Method")]
    pub no_visual: bool,
    /// Do not look for titles
    #[arg(long, help_heading = "Method")]
    pub no_titles: bool,
    /// Where the screen shows no records, do not look for those that a script would show
    #[arg(long, help_heading = "Method")]
    pub no_hidden: bool,
    /// Rules of your own: a folder of files called after their phase; areas.rules takes the place of the shipped file, areas+mine.rules is
    /// added to it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Method")]
    pub rules: Option<PathBuf>,
    /// Fewest records that make a list
    #[arg(long, value_name = "N", help_heading = "Method")]
    pub min_records: Option<usize>,
    /// Write the page, attribute and data area models to this file, as facts of datalog
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub facts: Option<PathBuf>,
    /// Write the terms that stand in the place of an attribute on several sites, and that the domain does not know, to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub learn: Option<PathBuf>,
    /// On how many sites a term must be seen to be proposed; files of one folder with one name up to its last number are a site
    #[arg(long, value_name = "N", default_value_t = 2, requires = "learn", help_heading = "Output")]
    pub sites: usize,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub page: PageArgs,
}

impl DomainArgs {
    /// The settings that the arguments ask for, still without the domain.
    pub fn settings(&self) -> DomainSettings {
        let base = if self.paper { DomainSettings::paper() } else { DomainSettings::default() };
        DomainSettings {
            positions: base.positions && !self.no_positions,
            alternatives: base.alternatives && !self.no_alternatives,
            visual: base.visual && !self.no_visual,
            titles: base.titles && !self.no_titles,
            hidden: base.hidden && !self.no_hidden,
            min_records: self.min_records.unwrap_or(base.min_records).max(1),
            least_probable: self.page.min_score.unwrap_or(base.least_probable),
            ..base
        }
    }
}
