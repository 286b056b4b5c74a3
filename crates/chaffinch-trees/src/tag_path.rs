//! Tag paths: the names from the root down to a node.

use chaffinch_core::{NodeId, NodeKind, Page};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The tag path of every node, each distinct path kept once under a number.
///
/// Two nodes have the same path where their names and those of all their ancestors agree. Paths are numbered in
/// document order of their first node, so that nothing depends on hashing.
#[derive(Debug, Clone)]
pub struct TagPaths {
    of_node: Vec<PathId>,
    label_of_node: Vec<Label>,
    parents: Vec<PathId>,
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
    /// The tag and the first class that says what a thing is, not which of its row.
    TagsAndClasses,
    /// The tag and all classes as they are written, without digits: `post-1024` and `post-7` are one.
    TagsAndWholeClasses,
}

impl TagPaths {
    /// The paths of all nodes of `page`.
    pub fn of(page: &Page, naming: Naming) -> TagPaths {
        let mut names: FxHashMap<(&str, Cow<'_, str>), Label> = FxHashMap::default();
        let mut paths: FxHashMap<(PathId, Label), PathId> = FxHashMap::default();
        let mut of_node: Vec<PathId> = Vec::with_capacity(page.len());
        let mut label_of_node = Vec::with_capacity(page.len());
        let mut parents = Vec::new();
        for id in page.ids() {
            let next = Label(names.len() as u32);
            let label = *names.entry(name(page, id, naming)).or_insert(next);
            label_of_node.push(label);
            // The document stands above itself, which gives it a path like any other node.
            let above = page.node(id).parent.map_or(PathId(0), |parent| of_node[parent.index()]);
            let next = PathId(paths.len() as u32);
            let path = *paths.entry((above, label)).or_insert_with(|| {
                parents.push(above);
                next
            });
            of_node.push(path);
        }
        TagPaths { of_node, label_of_node, parents }
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

    /// The path without its last step.
    #[inline]
    pub fn parent(&self, path: PathId) -> PathId {
        self.parents[path.0 as usize]
    }

    /// How many distinct paths there are; they are numbered from 0.
    #[inline]
    pub fn count(&self) -> usize {
        self.parents.len()
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

/// `item-12` and `item-13` are both items.
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

/// Whether a class says what a thing is rather than where it stands among its siblings.
fn says_what(class: &str) -> bool {
    const PLACES: [&str; 12] = [
        "", "odd", "even", "first", "last", "alt", "active", "selected", "current", "left", "right",
        "clearfix",
    ];
    !PLACES.contains(&class)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(page: &Page, name: &str) -> Vec<NodeId> {
        page.ids().filter(|id| page.is(*id, name)).collect()
    }

    #[test]
    fn siblings_of_one_name_share_a_path_and_cousins_too() {
        let page = chaffinch_page::parse_str("<ul><li>a<li>b</ul><ul><li>c</ul><ol><li>d</ol>");
        let paths = TagPaths::of(&page, Naming::Tags);
        let items: Vec<PathId> = nodes(&page, "li").into_iter().map(|li| paths.path(li)).collect();
        assert_eq!(items[0], items[1]);
        assert_eq!(items[0], items[2]);
        assert_ne!(items[0], items[3]);
        assert_eq!(paths.parent(items[0]), paths.path(nodes(&page, "ul")[1]));
    }

    #[test]
    fn classes_tell_lists_apart_but_places_in_a_row_do_not() {
        let page = chaffinch_page::parse_str(
            "<p class='odd item item-1'>a<p class='item item-2'>b<p class='item3'>c<p class=note>d",
        );
        let paths = TagPaths::of(&page, Naming::TagsAndClasses);
        let found: Vec<PathId> = nodes(&page, "p").into_iter().map(|p| paths.path(p)).collect();
        assert!(found[0] == found[1] && found[1] == found[2]);
        assert_ne!(found[0], found[3]);
    }
}
