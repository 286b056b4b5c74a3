//! GrowUp: from nodes inside items to the items.

use crate::shown::ShownPage;
use chaffinch_core::NodeId;

/// The highest ancestors of `nodes`, each of which holds only one of them: the items of the list.
///
/// All nodes climb the same number of levels, so that the items of a list are on one level.
pub(crate) fn grow_up(shown: &ShownPage<'_, '_>, nodes: &[NodeId]) -> Vec<NodeId> {
    let mut grown = nodes.to_vec();
    while let Some(parents) = parents(shown, &grown) {
        grown = parents;
    }
    grown
}

/// The parents of `nodes`, if they are still apart from each other.
fn parents(shown: &ShownPage<'_, '_>, nodes: &[NodeId]) -> Option<Vec<NodeId>> {
    let page = shown.page;
    let mut parents = Vec::with_capacity(nodes.len());
    let mut end = NodeId::DOCUMENT;
    for node in nodes {
        let parent = page.node(*node).parent.filter(|parent| shown.is_shown(*parent) && *parent >= end)?;
        end = page.node(parent).end;
        parents.push(parent);
    }
    // A single node would climb up to the root.
    (nodes.len() > 1).then_some(parents)
}

/// Whether no node lies in another.
pub(crate) fn are_apart(shown: &ShownPage<'_, '_>, nodes: &[NodeId]) -> bool {
    nodes.windows(2).all(|pair| shown.page.node(pair[0]).end <= pair[1])
}
