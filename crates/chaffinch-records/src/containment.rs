//! The tree of boxes within boxes that DEPTA works on: how the page looks, which may differ from how its markup nests.

use chaffinch_core::{NodeId, Rect};
use chaffinch_survey::Survey;

/// Elements by the boxes that hold them, in document order.
///
/// An element is a node of this tree if its box holds what it shows. Some boxes do not: a wrapper of floats has no height, an inline element
/// may have blocks inside, content may be positioned elsewhere. These are not nodes, and their children belong to the next box
/// outwards. On a page without boxes every element is a node, and the tree is that of the HTML.
pub(crate) struct Containment {
    /// The children of all nodes, parent by parent.
    children: Vec<NodeId>,
    /// Where in `children` those of each node begin; the last item is where they all end.
    begins: Vec<u32>,
}

impl Containment {
    /// The tree of a page's markup: the elements that show something.
    pub fn of_markup(survey: &Survey) -> Containment {
        Containment::new(survey, |_| true)
    }

    /// The tree of a page's boxes. A box holds its content if at least the share `holds`, 0 to 1, of the content's area lies in it.
    pub fn of_boxes(survey: &Survey, holds: f32) -> Containment {
        Containment::new(survey, |id| holds_ink(survey.page.rect(id), survey.ink[id.index()], holds))
    }

    fn new(survey: &Survey, holds: impl Fn(NodeId) -> bool) -> Containment {
        let page = survey.page;
        let body = page.body();
        // For each element the nearest node of this tree at or above it; parents come before their children.
        let mut nearest: Vec<NodeId> = Vec::with_capacity(page.len());
        let mut parents: Vec<(NodeId, NodeId)> = Vec::new();
        for id in page.ids() {
            let above = page.node(id).parent.map_or(NodeId::DOCUMENT, |parent| nearest[parent.index()]);
            let is_node =
                page.is_element(id) && survey.shows(&survey.subtree(id)) && (id == body || holds(id));
            if is_node && id != above {
                parents.push((above, id));
            }
            nearest.push(if is_node { id } else { above });
        }
        parents.sort_unstable();
        let mut begins = vec![0; page.len() + 1];
        for (parent, _) in &parents {
            begins[parent.index() + 1] += 1;
        }
        for at in 0..page.len() {
            begins[at + 1] += begins[at];
        }
        Containment { children: parents.into_iter().map(|(_, child)| child).collect(), begins }
    }

    /// The boxes directly inside that of `node`, in document order.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        let at = node.index();
        &self.children[self.begins[at] as usize..self.begins[at + 1] as usize]
    }
}

/// Whether a box holds at least the share `least` of what its element shows; always where nothing shown has a box.
fn holds_ink(rect: Option<Rect>, ink: Option<Rect>, least: f32) -> bool {
    let Some(ink) = ink else { return true };
    let Some(rect) = rect else { return false };
    let shared = rect.overlap_x(&ink) * rect.overlap_y(&ink);
    shared >= least * ink.area()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_without_height_holds_nothing() {
        let ink = Some(Rect::new(0.0, 0.0, 100.0, 50.0));
        assert!(holds_ink(Some(Rect::new(0.0, 0.0, 100.0, 60.0)), ink, 0.5));
        assert!(!holds_ink(Some(Rect::new(0.0, 0.0, 100.0, 0.0)), ink, 0.5));
        assert!(!holds_ink(Some(Rect::new(0.0, 0.0, 100.0, 20.0)), ink, 0.5));
        assert!(!holds_ink(None, ink, 0.5));
    }

    #[test]
    fn without_boxes_the_tree_is_that_of_the_html() {
        let page = chaffinch_page::parse_str("<body><ul><li>a<li><b>b</b><li></ul><p>c");
        let survey = Survey::new(&page, &Default::default());
        let tree = Containment::of_boxes(&survey, 0.5);
        let names = |node| tree.children(node).iter().map(|id| page.name(*id)).collect::<Vec<_>>();
        assert_eq!(names(page.body()), ["ul", "p"]);
        let list = tree.children(page.body())[0];
        assert_eq!(names(list), ["li", "li"], "an empty item shows nothing");
        assert_eq!(names(tree.children(list)[1]), ["b"]);
    }
}
