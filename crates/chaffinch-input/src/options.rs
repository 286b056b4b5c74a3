use chaffinch_core::{Limits, settings};
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
