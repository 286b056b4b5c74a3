use chaffinch_core::Limits;
use std::time::Duration;

/// How inputs are read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadOptions {
    /// What one page and one fetch may cost.
    pub limits: Limits,
    /// How Chaffinch introduces itself to web servers.
    pub user_agent: String,
    /// Fetch even what a site's robots.txt asks robots to leave alone.
    pub ignore_robots: bool,
    /// The time between two requests to the same host; a site's own `Crawl-delay` may lengthen it to
    /// ten seconds.
    pub pause: Duration,
    /// Which network addresses may be fetched from.
    pub addresses: Addresses,
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

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            limits: Limits::default(),
            user_agent: concat!(
                "chaffinch/",
                env!("CARGO_PKG_VERSION"),
                " (+",
                env!("CARGO_PKG_REPOSITORY"),
                ")"
            )
            .to_owned(),
            ignore_robots: false,
            pause: Duration::from_secs(1),
            addresses: Addresses::Any,
        }
    }
}
