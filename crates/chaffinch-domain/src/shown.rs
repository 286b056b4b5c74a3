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
    pub(crate) fn hides(self, page: &Page, node: NodeId) -> bool {
        if is_field_title(page, node) {
            return false;
        }
        match self {
            Shown::OnScreen => page.hides(node),
            Shown::ByScript => page.hides(node) && NEVER.contains(&page.name(node)),
        }
    }
}

/// Whether an element is the title of an entry of a feed, which HTML takes for that of a page.
pub(crate) fn is_field_title(page: &Page, node: NodeId) -> bool {
    let parent = || page.node(node).parent.map(|parent| page.name(parent));
    page.is(node, "title") && parent().is_some_and(|parent| matches!(parent, "item" | "entry"))
}

/// Elements whose text is never for readers, or not a text of the page.
const NEVER: [&str; 13] = [
    "head", "title", "script", "style", "template", "noscript", "svg", "select", "datalist", "textarea",
    "iframe", "object", "audio",
];
