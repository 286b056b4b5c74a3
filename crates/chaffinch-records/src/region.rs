//! Regions of a page and the records in them.

use crate::ground::{Content, Ground};
use crate::settings::Method;
use chaffinch_core::{NodeId, Page, Rect};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// A part of a page that holds records of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The records, in document order.
    pub records: Vec<Record>,
    /// The methods that found it.
    pub found_by: Vec<Method>,
    /// How many independent findings agree on exactly these records.
    pub votes: usize,
}

/// One record: stretches of sibling nodes with everything below them. Most have one; interleaved records have several.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Record {
    /// Each from the first sibling to the end of the last one's subtree.
    pub parts: SmallVec<[Range<NodeId>; 1]>,
}

impl Ord for Record {
    fn cmp(&self, other: &Record) -> std::cmp::Ordering {
        let ends = |part: &Range<NodeId>| (part.start, part.end);
        self.parts.iter().map(ends).cmp(other.parts.iter().map(ends))
    }
}

impl PartialOrd for Record {
    fn partial_cmp(&self, other: &Record) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Record {
    /// A record of one stretch.
    pub fn new(part: Range<NodeId>) -> Record {
        Record { parts: smallvec![part] }
    }

    /// Its first node.
    pub fn first(&self) -> NodeId {
        self.parts.first().map_or(NodeId::DOCUMENT, |part| part.start)
    }

    /// One past its last node.
    pub fn end(&self) -> NodeId {
        self.parts.last().map_or(NodeId::DOCUMENT, |part| part.end)
    }

    /// The topmost nodes it is made of.
    pub fn roots<'p>(&'p self, page: &'p Page) -> impl Iterator<Item = NodeId> + 'p {
        self.parts.iter().flat_map(|part| siblings(page, part.clone()))
    }

    /// Its nodes that show something of their own, in document order.
    pub fn inked<'g>(&'g self, ground: &'g Ground) -> impl Iterator<Item = NodeId> + 'g {
        self.parts.iter().flat_map(|part| ground.inked_in(part).iter().copied())
    }

    /// What stands in it.
    #[inline]
    pub fn content(&self, ground: &Ground) -> Content {
        let mut content = Content::default();
        for part in &self.parts {
            content += ground.content(part);
        }
        content
    }

    /// The box of what it shows.
    pub fn ink(&self, ground: &Ground) -> Option<Rect> {
        Rect::hull(self.roots(ground.page).filter_map(|root| ground.ink[root.index()]))
    }
}

impl Region {
    /// The nearest node that holds all records.
    pub fn root(&self, ground: &Ground) -> NodeId {
        let first = self.records.first().map_or(NodeId::DOCUMENT, Record::first);
        let last = self.records.last().map_or(first, Record::end);
        let last = NodeId::from_index(last.index().saturating_sub(1).max(first.index()));
        let parent = ground.page.node(first).parent.unwrap_or(first);
        ground.common_ancestor(parent, last)
    }
}

/// The siblings in a stretch.
pub fn siblings(page: &Page, part: Range<NodeId>) -> impl Iterator<Item = NodeId> + '_ {
    let inside = move |node: NodeId| (node < part.end).then_some(node);
    std::iter::successors(inside(part.start), move |node| inside(page.node(*node).end))
}
