//! A list that may be the one that the title promises.

use crate::classes::Likeness;
use crate::items::Extent;
use chaffinch_core::NodeId;

/// A candidate list.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// The nodes by which it was found, one for each item (the paper's components).
    pub(crate) anchors: Vec<NodeId>,
    /// The nodes that they grew up to.
    pub(crate) nodes: Vec<NodeId>,
    /// What belongs to each item.
    pub(crate) extents: Vec<Extent>,
    /// Whether each item reaches from its own anchor to the next, across containers.
    pub(crate) flows: bool,
    /// What makes the anchors alike.
    pub(crate) likeness: Likeness,
    /// Whether items were added or dropped to reach k.
    pub(crate) correction: Correction,
    /// The share of the page that the items take, 0 to 1.
    pub(crate) importance: f32,
    /// For each item the node of its title.
    pub(crate) titles: Vec<Option<NodeId>>,
    /// For each item the text of its title.
    pub(crate) names: Vec<String>,
    /// What lists are compared by; about 1 for a good list.
    pub(crate) rank: f32,
}

impl Candidate {
    /// A list without titles and rank yet.
    pub(crate) fn new(
        anchors: Vec<NodeId>,
        nodes: Vec<NodeId>,
        extents: Vec<Extent>,
        likeness: Likeness,
        correction: Correction,
    ) -> Candidate {
        let (titles, names) = (Vec::new(), Vec::new());
        Candidate {
            anchors,
            nodes,
            extents,
            flows: false,
            likeness,
            correction,
            importance: 0.0,
            titles,
            names,
            rank: 0.0,
        }
    }
}

/// How a list was brought to k items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Correction {
    /// It was not changed.
    None,
    /// So many nodes that only look like items were dropped.
    Dropped(usize),
    /// So many further items were left out: the list is longer than promised.
    Cut(usize),
    /// A first or last item of another style was added.
    Added,
}
