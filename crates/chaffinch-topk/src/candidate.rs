//! A list that may be the one that the title promises.

use crate::classes::Likeness;
use crate::items::Extent;
use chaffinch_core::NodeId;

/// A candidate list.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// The components that it was found by, one node for each item.
    pub(crate) anchors: Vec<NodeId>,
    /// The nodes that they grew up to.
    pub(crate) nodes: Vec<NodeId>,
    /// What belongs to each item.
    pub(crate) extents: Vec<Extent>,
    /// Whether items reach from component to component, whatever containers begin or end between them.
    pub(crate) flows: bool,
    /// What made the components alike.
    pub(crate) likeness: Likeness,
    /// Items that were put in or left out to reach k.
    pub(crate) mended: Mended,
    /// Share of the page that the items take.
    pub(crate) importance: f32,
    /// The node that holds each item's title, and the titles' texts.
    pub(crate) titles: Vec<Option<NodeId>>,
    pub(crate) names: Vec<String>,
    /// What it is ranked by.
    pub(crate) rank: f32,
}

impl Candidate {
    /// A list that is neither entitled nor ranked yet.
    pub(crate) fn new(
        anchors: Vec<NodeId>,
        nodes: Vec<NodeId>,
        extents: Vec<Extent>,
        likeness: Likeness,
        mended: Mended,
    ) -> Candidate {
        let (titles, names) = (Vec::new(), Vec::new());
        Candidate {
            anchors,
            nodes,
            extents,
            flows: false,
            likeness,
            mended,
            importance: 0.0,
            titles,
            names,
            rank: 0.0,
        }
    }
}

/// What the k+1 and k−1 rules did to a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mended {
    /// It had k items of itself.
    No,
    /// So many look-alikes were dropped.
    Dropped(usize),
    /// A first or last item of another style was added.
    Added,
}
