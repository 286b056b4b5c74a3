//! Which pages are read, as arguments.

use super::limits::size;
use chaffinch::{AddressPattern, ReadOptions};
use clap::{Args, ValueHint};
use std::path::PathBuf;

#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Which pages")]
pub struct FilterArgs {
    /// Read only pages of these types: "text/html" or "text/*,application/xhtml+xml"
    #[arg(long, value_name = "TYPES", value_delimiter = ',')]
    pub mime: Vec<String>,
    /// Read only pages whose address matches this regular expression; the name counts where there is no address
    #[arg(long, value_name = "PATTERN")]
    pub url_pattern: Option<AddressPattern>,
    /// Read only pages in these languages, as they say of themselves or as their text seems to be: "en,de"
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub language: Vec<String>,
    /// Read only pages of so many bytes or more
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub min_length: Option<usize>,
    /// Read only pages of so many bytes or fewer
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub max_length: Option<usize>,
    /// Follow links of a folder that lead out of it or to other folders
    #[arg(long)]
    pub follow_links: bool,
    /// Where the archives lie that an index names [default: the folder of the index]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub archives: Option<PathBuf>,
    /// The column of a table that holds the pages [default: html, content, …]
    #[arg(long, value_name = "NAME")]
    pub html_column: Option<String>,
    /// The column of a table that holds the addresses of the pages [default: url, …]
    #[arg(long, value_name = "NAME")]
    pub url_column: Option<String>,
}

impl FilterArgs {
    /// Puts these arguments into the options of reading.
    pub fn apply(&self, options: &mut ReadOptions) {
        options.filter.types.clone_from(&self.mime);
        options.filter.address.clone_from(&self.url_pattern);
        options.filter.languages.clone_from(&self.language);
        options.filter.least_bytes = self.min_length.unwrap_or(0);
        options.filter.most_bytes = self.max_length.unwrap_or(usize::MAX);
        options.follow_links = self.follow_links;
        options.archives.clone_from(&self.archives);
        options.html_column.clone_from(&self.html_column);
        options.url_column.clone_from(&self.url_column);
    }
}
