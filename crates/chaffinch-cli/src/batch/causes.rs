//! What errors are counted as.

use chaffinch::{Limit, ProblemKind};

/// The cause of an error, in a few words.
pub fn cause(kind: ProblemKind) -> &'static str {
    match kind {
        ProblemKind::Unreadable => "cannot be read",
        ProblemKind::Damaged => "damaged or no page",
        ProblemKind::Renderer => "renderer",
        ProblemKind::Forbidden => "address not public",
        ProblemKind::Robots => "robots.txt",
        ProblemKind::Misfit => "wrapper does not fit",
        ProblemKind::Crash => "made the program fail",
        ProblemKind::Limit(limit) => match limit {
            Limit::PageBytes => "limit of bytes",
            Limit::Nodes => "limit of nodes",
            Limit::LayoutNodes => "limit of nodes to lay out",
            Limit::LayoutText => "limit of text to lay out",
            Limit::RenderTime => "limit of time to lay out",
            Limit::PageTime => "limit of time",
            Limit::PageMemory => "limit of memory",
            Limit::InflateRatio => "limit of growth",
            Limit::ArchiveEntries => "limit of entries",
            Limit::TableBytes => "limit of a table",
            Limit::FetchTime => "limit of time to fetch",
            _ => "other limit",
        },
        _ => "other",
    }
}
