use crate::filter::Filter;
use chaffinch_core::{Limits, settings};
use std::path::PathBuf;
use std::time::Duration;

const USER_AGENT: &str =
    concat!("chaffinch/", env!("CARGO_PKG_VERSION"), " (+", env!("CARGO_PKG_REPOSITORY"), ")");

settings! {
    /// How inputs are read.
    #[derive(Debug, Clone, PartialEq)]
    #[non_exhaustive]
    pub struct ReadOptions {
        /// What one page and one fetch may cost.
        pub limits: Limits = Limits::default(),
        /// How Chaffinch introduces itself to web servers.
        pub user_agent: String = USER_AGENT.to_owned(),
        /// Fetch even what a site's robots.txt asks robots to leave alone.
        pub ignore_robots: bool = false,
        /// The time between two requests to the same host; a site's own `Crawl-delay` may lengthen it to
        /// ten seconds.
        pub pause: Duration = Duration::from_secs(1),
        /// Which pages are wanted; the others are passed over before they are parsed.
        pub filter: Filter = Filter::default(),
        /// Follow links of a folder that lead out of it or to other folders, too.
        pub follow_links: bool = false,
        /// Where the archives lie that an index names; the folder of the index if not given. Nothing outside is read.
        pub archives: Option<PathBuf> = None,
        /// The column of a table that holds the pages; one that is called like HTML if not given.
        pub html_column: Option<String> = None,
        /// The column of a table that holds the addresses of the pages; one that is called like it if not given.
        pub url_column: Option<String> = None,
        /// Which network addresses may be fetched from.
        pub addresses: Addresses = Addresses::Any,
    }
}

/// Which network addresses may be fetched from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Addresses {
    /// Whatever the user names.
    #[default]
    Any,
    /// Only those of the public internet: for programs that fetch on behalf of strangers.
    Public,
}
