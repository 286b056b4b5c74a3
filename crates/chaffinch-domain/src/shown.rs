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
        if is_field_title(page, node) || is_folded_cell(page, node) {
            return false;
        }
        match self {
            Shown::OnScreen => page.hides(node),
            Shown::ByScript => page.hides(node) && NEVER.contains(&page.name(node)),
        }
    }
}

/// Whether a text has no place on the screen but is read all the same.
pub(crate) fn is_read_unseen(page: &Page, text: NodeId) -> bool {
    page.ancestors(text).any(|node| is_field_title(page, node) || is_folded_cell(page, node))
}

/// Whether an element is the title of an entry of a feed, which HTML takes for that of a page.
fn is_field_title(page: &Page, node: NodeId) -> bool {
    let parent = || page.node(node).parent.map(|parent| page.name(parent));
    page.is(node, "title") && parent().is_some_and(|parent| matches!(parent, "item" | "entry"))
}

/// Whether an element is a cell that is put away while others of its row are shown: tables for narrow screens fold columns,
/// and show them when the row is opened.
fn is_folded_cell(page: &Page, node: NodeId) -> bool {
    let is_shown = |cell: NodeId| page.is(cell, "td") && !page.hides(cell);
    page.is(node, "td")
        && page.hides(node)
        && page
            .node(node)
            .parent
            .is_some_and(|row| !page.hides(row) && page.element_children(row).any(is_shown))
}

/// Elements whose text is never for readers, or not a text of the page.
const NEVER: [&str; 13] = [
    "head", "title", "script", "style", "template", "noscript", "svg", "select", "datalist", "textarea",
    "iframe", "object", "audio",
];
