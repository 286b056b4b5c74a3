//! The parts of a record that may be values.

use chaffinch_core::{FoundCell, NodeId, Page, Place, collapse_space};
use chaffinch_survey::{LONGEST_VALUE, Record, Survey, is_look};
use chaffinch_trees::LabelTree;

/// A record as a tree whose leaves are values.
pub(super) struct Leaves {
    pub tree: LabelTree,
    /// The leaves, each with its node in the tree.
    pub all: Vec<(usize, Leaf)>,
}

/// A possible value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leaf {
    pub node: NodeId,
    /// One past its last node: a sentence with words in bold is several siblings.
    pub end: NodeId,
    pub kind: LeafKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LeafKind {
    /// The text of a node.
    Text,
    /// The address of a link.
    Link,
    /// The address of an image.
    Image,
}

/// Makes the tree of a record. A sentence with words in bold or italics is one leaf.
pub(super) fn leaves(survey: &Survey, record: &Record) -> Leaves {
    let page = survey.page;
    let mut tree = LabelTree::new();
    let mut all = Vec::new();
    let root = tree.open(u32::MAX);
    let mut open: Vec<(usize, NodeId)> = Vec::new();
    for part in &record.parts {
        let mut at = part.start;
        while at < part.end {
            while let Some((node, _)) = open.pop_if(|(_, end)| *end <= at) {
                tree.close(node);
            }
            let next = NodeId::from_index(at.index() + 1);
            if !survey.shows(&survey.subtree(at)) {
                at = page.node(at).end;
                continue;
            }
            let node = tree.open(survey.classes.label(at).0);
            if page.is(at, "a") && page.attribute(at, "href").is_some_and(|href| !href.trim().is_empty()) {
                all.push((node, Leaf::new(page, at, LeafKind::Link)));
            }
            if page.is(at, "img") {
                all.push((node, Leaf::new(page, at, LeafKind::Image)));
            } else if is_text(survey, at) {
                let end = sentence_end(survey, at, part.end);
                all.push((node, Leaf { node: at, end, kind: LeafKind::Text }));
                at = end;
                continue;
            }
            open.push((node, page.node(at).end));
            at = next;
        }
        while let Some((node, _)) = open.pop() {
            tree.close(node);
        }
    }
    tree.close(root);
    Leaves { tree, all }
}

/// Whether a reader sees a node as one text: a text node, or an element with text of its own in which all other elements
/// only change how the text looks.
fn is_text(survey: &Survey, node: NodeId) -> bool {
    let page = survey.page;
    if !page.is_element(node) {
        return true;
    }
    let has_own = page.children(node).any(|kid| !page.is_element(kid) && survey.inked[kid.index()]);
    has_own && page.descendants(node).all(|id| !page.is_element(id) || is_look(page.name(id)))
}

/// Where the text that begins at `node` ends. In running prose, bold or italic words and what follows them belong to it; in a
/// short text a change of look separates two values.
fn sentence_end(survey: &Survey, node: NodeId, limit: NodeId) -> NodeId {
    let page = survey.page;
    let beside = |at: NodeId| at < limit && page.node(at).parent == page.node(node).parent;
    let is_emphasis = |at: NodeId| beside(at) && is_look(page.name(at)) && is_text(survey, at);
    let continues = |at: NodeId| {
        // `at` may be one past the last node of the page, so `beside` comes first.
        let is_text = beside(at) && !page.is_element(at);
        let first = || page.own_text(at).trim_start().chars().next();
        is_text && first().is_some_and(|c| c.is_alphabetic() && !c.is_uppercase() || ".,;!?)".contains(c))
    };
    let alone = page.node(node).end;
    let mut end = alone;
    if is_emphasis(node) && continues(end) {
        end = page.node(end).end;
    }
    let is_open =
        |text: &str| text.trim_end().ends_with(|c: char| c.is_alphanumeric() || c == ',' || c == '(');
    let last = |end: NodeId| NodeId::from_index(end.index() - 1);
    while !page.is_element(last(end)) && is_open(page.own_text(last(end))) && is_emphasis(end) {
        let after = page.node(end).end;
        if !continues(after) {
            break;
        }
        end = page.node(after).end;
    }
    if survey.content(&(node..end)).chars > LONGEST_VALUE { end } else { alone }
}

/// How many levels, the text itself included, are searched for the link that a text is in. Alignment has already
/// found the record, so a link further up is not this value's own.
const LINK_LEVELS: usize = 6;

impl Leaf {
    /// The leaf that is the whole of `node`.
    pub fn new(page: &Page, node: NodeId, kind: LeafKind) -> Leaf {
        Leaf { node, end: page.node(node).end, kind }
    }

    /// The value as a cell; nothing where it is empty.
    pub fn cell(&self, page: &Page) -> Option<FoundCell> {
        match self.kind {
            LeafKind::Text => {
                let nodes = self.node..self.end;
                let text = collapse_space(&page.text_of(page.siblings(nodes.clone())));
                let above = std::iter::once(self.node).chain(page.ancestors(self.node)).take(LINK_LEVELS);
                let link = above.filter(|id| page.is(*id, "a")).find_map(|id| page.attribute(id, "href"));
                (!text.is_empty()).then(|| FoundCell {
                    text,
                    link: link.map(|href| href.trim().to_owned()),
                    place: Some(Place::Shown(nodes)),
                    ..FoundCell::default()
                })
            }
            LeafKind::Link => {
                let href = page.attribute(self.node, "href")?.trim().to_owned();
                Some(FoundCell { link: Some(href.clone()), ..FoundCell::address(self.node, href) })
            }
            LeafKind::Image => {
                Some(FoundCell::address(self.node, page.images(self.node).into_iter().next()?))
            }
        }
    }
}
