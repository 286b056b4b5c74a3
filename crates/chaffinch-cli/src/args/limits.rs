//! What a page may cost, as arguments.

use chaffinch::Limits;
use clap::Args;
use std::time::Duration;

#[derive(Debug, Clone, Args)]
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
    /// Bytes of the address of a link; a link with a longer one is plain text
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "8K")]
    pub max_address: usize,
    /// Nodes of a page that is laid out; a larger one comes without boxes
    #[arg(long, value_name = "N", default_value_t = Limits::default().layout_nodes)]
    pub max_layout_nodes: usize,
    /// Bytes of text of a page that is laid out
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "4M")]
    pub max_layout_text: usize,
    /// Seconds to lay one page out
    #[arg(long, value_name = "SECONDS", default_value = "8", value_parser = seconds)]
    pub max_seconds: Duration,
    /// Seconds of the processor for one page in all, where pages are read in processes of their own
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub max_page_seconds: Duration,
    /// Memory of the whole program, such as 2G; pages are read in processes of their own then, and one that needs more than
    /// its share is given up [default: 1G for each page at work]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub max_memory: Option<usize>,
    /// Decoded bytes for each byte of a compressed record
    #[arg(long, value_name = "N", default_value_t = Limits::default().inflate_ratio)]
    pub max_ratio: usize,
    /// Entries of one zip or tar archive
    #[arg(long, value_name = "N", default_value_t = Limits::default().archive_entries)]
    pub max_entries: usize,
    /// Bytes of one batch of rows of a table, which is held at a time
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "1G")]
    pub max_table: usize,
    /// Seconds to fetch one address, redirects included
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub fetch_timeout: Duration,
}

impl LimitArgs {
    pub fn limits(&self) -> Limits {
        Limits::default().with(|limits| {
            limits.page_bytes = self.max_bytes;
            limits.nodes = self.max_nodes;
            limits.depth = self.max_depth;
            limits.address_bytes = self.max_address;
            limits.layout_nodes = self.max_layout_nodes;
            limits.layout_text = self.max_layout_text;
            limits.render_time = self.max_seconds;
            limits.page_time = self.max_page_seconds;
            limits.inflate_ratio = self.max_ratio;
            limits.archive_entries = self.max_entries;
            limits.table_bytes = self.max_table;
            limits.fetch_time = self.fetch_timeout;
        })
    }
}

/// Positions in a page are 32 bits wide.
const LARGEST_PAGE: usize = 1 << 30;

/// Reads a number of bytes such as `500K`, `32M` or `1G`.
fn bytes(text: &str) -> Option<usize> {
    let (digits, factor) = match text.trim().to_ascii_uppercase() {
        t if t.ends_with('K') => (t[..t.len() - 1].to_owned(), 1 << 10),
        t if t.ends_with('M') => (t[..t.len() - 1].to_owned(), 1 << 20),
        t if t.ends_with('G') => (t[..t.len() - 1].to_owned(), 1 << 30),
        t => (t, 1),
    };
    digits.parse::<usize>().ok()?.checked_mul(factor)
}

pub fn size(text: &str) -> Result<usize, String> {
    match bytes(text) {
        Some(bytes) if bytes <= LARGEST_PAGE => Ok(bytes),
        Some(_) => Err("a page may have 1G at most".into()),
        None => Err("give a number of bytes such as 500K, 32M or 1G".into()),
    }
}

/// What a program needs that reads one small page at a time.
pub const LEAST_MEMORY: usize = 256 << 20;

fn memory(text: &str) -> Result<usize, String> {
    bytes(text)
        .filter(|bytes| *bytes >= 2 * LEAST_MEMORY)
        .ok_or_else(|| "give 512M or more, such as 2G".into())
}

/// Layout recurses with the depth of the page.
const DEEPEST: usize = 2_000;

fn depth(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(depth) if (16..=DEEPEST).contains(&depth) => Ok(depth),
        _ => Err(format!("give a number from 16 to {DEEPEST}")),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.trim_end_matches('s').parse::<f64>().ok();
    seconds
        .filter(|s| *s > 0.0)
        .and_then(|s| Duration::try_from_secs_f64(s).ok())
        .ok_or_else(|| "give a number of seconds above zero, such as 20 or 0.5".into())
}
