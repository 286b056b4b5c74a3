//! Tag paths: the names from the root down to a node.

use chaffinch_core::{NodeId, NodeKind, Page, TextMap};
use std::borrow::Cow;

/// The tag path of every node, as a number.
///
/// Two nodes have the same path if their names and those of all their ancestors are the same. Paths are numbered in
/// the order of their first node, so that the numbers do not depend on hashing.
#[derive(Debug, Clone)]
pub struct TagPaths {
    of_node: Vec<PathId>,
    label_of_node: Vec<Label>,
    count: usize,
}

/// The number of a tag path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PathId(pub u32);

/// The number of a name: the last step of a tag path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(pub u32);

/// What makes the name of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Naming {
    /// The tag alone.
    Tags,
    /// The tag and the first class that says what a thing is; `first`, `odd` and the like do not.
    TagsAndClasses,
    /// The tag and all classes as they are written, without digits: `post-1024` and `post-7` are the same.
    TagsAndWholeClasses,
}

impl TagPaths {
    /// The paths of all nodes of `page`.
    pub fn of(page: &Page, naming: Naming) -> TagPaths {
        let mut names: TextMap<(&str, Cow<'_, str>), Label> = TextMap::default();
        let mut paths: TextMap<(PathId, Label), PathId> = TextMap::default();
        // For each path the last one that goes on from it: most nodes are alike to the one before them.
        let mut latest: Vec<(Label, PathId)> = Vec::new();
        let mut of_node: Vec<PathId> = Vec::with_capacity(page.len());
        let mut label_of_node = Vec::with_capacity(page.len());
        let mut of_texts = None;
        for id in page.ids() {
            let is_text = page.node(id).kind == NodeKind::Text;
            let label = of_texts.filter(|_| is_text).unwrap_or_else(|| {
                let next = Label(names.len() as u32);
                *names.entry(name(page, id, naming)).or_insert(next)
            });
            if is_text {
                of_texts = Some(label);
            }
            label_of_node.push(label);
            // The document has no parent; path 0, its own, stands for one.
            let above = page.node(id).parent.map_or(PathId(0), |parent| of_node[parent.index()]);
            let known = latest.get(above.0 as usize).filter(|(last, _)| *last == label);
            let new = || {
                let next = PathId(paths.len() as u32);
                *paths.entry((above, label)).or_insert(next)
            };
            let path = known.map_or_else(new, |(_, path)| *path);
            latest.resize(latest.len().max(paths.len()), (Label(u32::MAX), PathId(0)));
            latest[above.0 as usize] = (label, path);
            of_node.push(path);
        }
        TagPaths { of_node, label_of_node, count: paths.len() }
    }

    /// The path of a node.
    #[inline]
    pub fn path(&self, node: NodeId) -> PathId {
        self.of_node[node.index()]
    }

    /// The last step of a node's path.
    #[inline]
    pub fn label(&self, node: NodeId) -> Label {
        self.label_of_node[node.index()]
    }

    /// How many distinct paths there are; they are numbered from 0.
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }
}

fn name(page: &Page, id: NodeId, naming: Naming) -> (&str, Cow<'_, str>) {
    let tag = match page.node(id).kind {
        NodeKind::Element => page.name(id),
        NodeKind::Text => "#text",
        NodeKind::Comment => "#comment",
        NodeKind::Document | NodeKind::Doctype | NodeKind::Fragment => "#other",
    };
    let class = match naming {
        Naming::Tags => Cow::Borrowed(""),
        Naming::TagsAndClasses => {
            Cow::Borrowed(page.classes(id).map(without_number).find(|c| says_what(c)).unwrap_or(""))
        }
        Naming::TagsAndWholeClasses => without_digits(page.attribute(id, "class").unwrap_or("")),
    };
    (tag, class)
}

/// A class without a number at its end: `item` for `item-12`.
fn without_number(class: &str) -> &str {
    class.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['-', '_'])
}

fn without_digits(class: &str) -> Cow<'_, str> {
    if class.bytes().any(|b| b.is_ascii_digit()) {
        Cow::Owned(class.chars().filter(|c| !c.is_ascii_digit()).collect())
    } else {
        Cow::Borrowed(class)
    }
}

/// Whether a class says what a thing is, and not where it stands among its siblings or in what state it is.
fn says_what(class: &str) -> bool {
    const PLACES: [&str; 12] = [
        "", "odd", "even", "first", "last", "alt", "active", "selected", "current", "left", "right",
        "clearfix",
    ];
    !PLACES.contains(&class)
}
