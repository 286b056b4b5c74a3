//! What of a page counts as shown.

use chaffinch_core::{NodeId, Page};

/// Whose text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// What is on the screen.
    OnScreen,
    /// Also what a script could show: elements that are only styled away.
    ByScript,
}

impl Shown {
    /// Whether an element keeps its content from being read.
    pub fn hides(self, page: &Page, node: NodeId) -> bool {
        match self {
            Shown::OnScreen => page.hides(node),
            Shown::ByScript => page.hides(node) && NEVER.contains(&page.name(node)),
        }
    }
}

/// Whether a text has no place on the screen but is read all the same.
pub fn is_read_unseen(page: &Page, text: NodeId) -> bool {
    page.ancestors(text).any(|node| page.is_read_unseen(node))
}

/// Elements whose text is never for readers, or not a text of the page.
const NEVER: [&str; 13] = [
    "head", "title", "script", "style", "template", "noscript", "svg", "select", "datalist", "textarea",
    "iframe", "object", "audio",
];
