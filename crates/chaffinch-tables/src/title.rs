//! What a table is called by the text around it.

use chaffinch_core::{NodeId, Page};

/// The title that stands beside a table: its `<caption>`, the `<figcaption>` of the figure that it stands in, or the heading right before its cells
/// or before it as a whole.
pub(crate) fn title_beside(page: &Page, table: NodeId, first: Option<NodeId>) -> Option<String> {
    let caption = page.element_children(table).find(|child| page.is(*child, "caption"));
    let beside = caption
        .or_else(|| figure_caption(page, table))
        .or_else(|| heading_before_cells(page, table, first?))
        .or_else(|| heading_before(page, table))?;
    Some(page.flat_text(beside)).filter(|title| !title.is_empty())
}

/// The heading right before the `first` cell of a table whose element holds other things, too.
fn heading_before_cells(page: &Page, table: NodeId, first: NodeId) -> Option<NodeId> {
    let begins = page.element_children(table).find(|child| page.contains(*child, first))?;
    let mut before = page.element_children(table).take_while(|child| *child < begins);
    before.any(|child| page.is_heading(child)).then(|| heading_before(page, begins)).flatten()
}

/// Elements around a table that are looked at: more lie between it and what belongs to other things.
const LEVELS: usize = 4;

fn figure_caption(page: &Page, table: NodeId) -> Option<NodeId> {
    let figure = page.ancestors(table).take(LEVELS).find(|around| page.is(*around, "figure"))?;
    page.element_children(figure).find(|child| page.is(*child, "figcaption"))
}

/// The heading before a table with no other text between them.
fn heading_before(page: &Page, table: NodeId) -> Option<NodeId> {
    /// Empty elements between them that are passed over.
    const EMPTY: usize = 4;
    let mut below = table;
    for around in page.ancestors(table).take(LEVELS) {
        let before: Vec<NodeId> = page.children(around).take_while(|child| *child < below).collect();
        let shows = |id: &&NodeId| !page.flat_text(**id).is_empty();
        if let Some(last) = before.iter().rev().take(EMPTY).find(shows) {
            return heading_at_the_end(page, *last);
        }
        below = around;
    }
    None
}

/// The heading that an element is, or that it holds and nothing else: a heading by its markup, or a short line that is bold as a whole or that its
/// author calls a caption.
fn heading_at_the_end(page: &Page, node: NodeId) -> Option<NodeId> {
    /// Nodes of an element that is only a frame around a heading.
    const FRAME: usize = 12;
    let within = || page.subtree(node).take(FRAME);
    let text = page.flat_text(node);
    // A button beside a heading is about the table.
    let buttons: usize =
        within().filter(|id| page.is(*id, "button")).map(|id| page.flat_text(id).len() + 1).sum();
    let is_all = |id: &NodeId| {
        let own = page.flat_text(*id);
        own == text || (text.starts_with(&own) && own.len() + buttons == text.len())
    };
    if let Some(heading) = within().find(|id| page.is_heading(*id)) {
        return is_all(&heading).then_some(heading);
    }
    is_short_line(&text).then(|| within().find(|id| is_caption(page, *id) && is_all(id))).flatten()
}

/// Whether an element is a line in bold, or is called a caption in its class.
fn is_caption(page: &Page, id: NodeId) -> bool {
    let class = page.attribute(id, "class").unwrap_or_default().to_ascii_lowercase();
    let mut words = class.split(|c: char| !c.is_ascii_alphanumeric());
    matches!(page.name(id), "b" | "strong" | "caption") || words.any(|word| word == "caption")
}

/// Whether a text is as short as titles are, and no sentence.
fn is_short_line(text: &str) -> bool {
    /// Most characters of a title.
    const LONGEST: usize = 120;
    text.chars().any(char::is_alphabetic)
        && text.chars().count() <= LONGEST
        && !text.ends_with(['.', '!', '?', ':', ';', ',', '…', '。', '：'])
}
