//! What of a page counts as shown.

use chaffinch_core::{NodeId, Page};

/// Which text of a page is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Only what is on the screen.
    OnScreen,
    /// Also elements that style sheets hide, because a script could show them.
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

/// Whether a text is not on the screen but meant for readers; see [`Page::is_read_unseen`].
pub fn is_read_unseen(page: &Page, text: NodeId) -> bool {
    page.ancestors(text).any(|node| page.is_read_unseen(node))
}

/// Elements whose text no script would show as text of the page.
const NEVER: [&str; 13] = [
    "head", "title", "script", "style", "template", "noscript", "svg", "select", "datalist", "textarea",
    "iframe", "object", "audio",
];
