//! Finds what belongs to each item of a list.

use crate::shown::ShownPage;
use chaffinch_core::NodeId;
use std::collections::HashSet;
use std::ops::Range;

/// An item as a range of node numbers: some siblings and everything below them.
pub(crate) type Extent = Range<usize>;

/// The items that are just `nodes`, each with everything below.
pub(crate) fn own_extents(shown: &ShownPage<'_, '_>, nodes: &[NodeId]) -> Vec<Extent> {
    nodes.iter().map(|node| shown.range(*node)).collect()
}

/// The items that reach from each of `nodes` to the next, as headings and their paragraphs do.
///
/// Where less than two thirds of the nodes are followed by something, what follows is not part of the items (an advertisement, for
/// instance), and each item is just its node.
pub(crate) fn reaching_extents(shown: &ShownPage<'_, '_>, nodes: &[NodeId]) -> Vec<Extent> {
    let own = own_extents(shown, nodes);
    let bounds: Vec<usize> = (0..nodes.len()).map(|i| bound(shown, nodes, i)).collect();
    let filled = |i: &usize| shown.area(own[*i].end..bounds[*i]) > 0.0;
    let inner = nodes.len().saturating_sub(1);
    if (0..inner).filter(filled).count() * 3 < inner * 2 || inner == 0 {
        return own;
    }
    // The last item of a container has no next one to end it. It gets the same kinds of elements as the other items, and no more of
    // them.
    let ends_at_next = |i: usize| nodes.get(i + 1).is_some_and(|next| bounds[i] == next.index());
    let mut seen: HashSet<&str> = HashSet::new();
    let mut longest = 0;
    for i in (0..nodes.len()).filter(|i| ends_at_next(*i)) {
        let siblings = siblings(shown, own[i].end, bounds[i]);
        longest = longest.max(siblings.len());
        seen.extend(siblings.iter().map(|id| shown.page.name(*id)));
    }
    let anything = seen.is_empty();
    let extents = own.into_iter().enumerate().map(|(i, own)| {
        if ends_at_next(i) {
            return own.start..bounds[i];
        }
        let level = shown.page.heading_level(nodes[i]);
        let goes_on = |id: &NodeId| {
            let other = shown.page.heading_level(*id);
            let is_next_heading = level.zip(other).is_some_and(|(own, other)| other <= own);
            !is_next_heading && (anything || seen.contains(shown.page.name(*id)))
        };
        let most = if anything { usize::MAX } else { longest };
        let followers = siblings(shown, own.end, bounds[i]);
        let last = followers.iter().take(most).take_while(|id| goes_on(id)).last();
        own.start..last.map_or(own.end, |id| shown.page.node(*id).end.index())
    });
    extents.collect()
}

/// The items that reach from each of `nodes` to the next, across containers: headings in one block whose text is in the next
/// block.
pub(crate) fn flowing_extents(shown: &ShownPage<'_, '_>, nodes: &[NodeId]) -> Vec<Extent> {
    let mut extents: Vec<Extent> = nodes.windows(2).map(|pair| pair[0].index()..pair[1].index()).collect();
    let longest = extents.iter().map(|extent| extent.len()).max().unwrap_or(0);
    let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { return extents };
    let list = shown.page.ancestors(*first).find(|above| shown.page.contains(*above, *last));
    let end = list.map_or(shown.len(), |list| shown.page.node(list).end.index());
    let level = shown.page.heading_level(*last);
    let own = shown.range(*last);
    let is_next_heading = |i: &usize| {
        let other = shown.page.heading_level(NodeId::from_index(*i));
        level.zip(other).is_some_and(|(own, other)| other <= own)
    };
    let most = end.min(own.start + longest).max(own.end);
    extents.push(own.start..(own.end..most).find(is_next_heading).unwrap_or(most));
    extents
}

/// How far the item of `nodes[i]` may reach: to the next item or to the end of its container.
fn bound(shown: &ShownPage<'_, '_>, nodes: &[NodeId], i: usize) -> usize {
    let end =
        shown.page.node(nodes[i]).parent.map_or(shown.len(), |parent| shown.page.node(parent).end.index());
    nodes.get(i + 1).map_or(end, |next| next.index().min(end))
}

/// The topmost nodes that lie wholly in `from..to`.
fn siblings(shown: &ShownPage<'_, '_>, from: usize, to: usize) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut at = from;
    while at < to {
        let id = NodeId::from_index(at);
        let end = shown.page.node(id).end.index();
        if end <= to {
            found.push(id);
            at = end;
        } else {
            at += 1;
        }
    }
    found
}

/// The topmost nodes of an extent.
pub(crate) fn roots(shown: &ShownPage<'_, '_>, extent: &Extent) -> Vec<NodeId> {
    siblings(shown, extent.start, extent.end)
}
