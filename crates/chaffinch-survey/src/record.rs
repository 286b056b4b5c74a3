//! Records as stretches of nodes.

use crate::content::Content;
use crate::survey::Survey;
use chaffinch_core::{NodeId, Page, Rect};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// One record: sibling nodes with everything below them. Most records are one stretch of siblings. Where the page writes the names of several
/// records first and then their prices, each record has several stretches.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Record {
    /// The stretches, each from its first sibling to the end of its last sibling's subtree.
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
    #[inline]
    pub fn new(part: Range<NodeId>) -> Record {
        Record { parts: smallvec![part] }
    }

    /// Its first node.
    #[inline]
    pub fn first(&self) -> NodeId {
        self.parts.first().map_or(NodeId::DOCUMENT, |part| part.start)
    }

    /// One past its last node.
    #[inline]
    pub fn end(&self) -> NodeId {
        self.parts.last().map_or(NodeId::DOCUMENT, |part| part.end)
    }

    /// The topmost nodes it is made of.
    #[inline]
    pub fn roots<'p>(&'p self, page: &'p Page) -> impl Iterator<Item = NodeId> + 'p {
        self.parts.iter().flat_map(|part| page.siblings(part.clone()))
    }

    /// Its nodes that show something of their own, in document order.
    #[inline]
    pub fn inked<'s>(&'s self, survey: &'s Survey) -> impl Iterator<Item = NodeId> + 's {
        self.parts.iter().flat_map(|part| survey.inked_in(part).iter().copied())
    }

    /// How much it holds.
    #[inline]
    pub fn content(&self, survey: &Survey) -> Content {
        let mut content = Content::default();
        for part in &self.parts {
            content += survey.content(part);
        }
        content
    }

    /// The smallest box around everything that it shows.
    #[inline]
    pub fn ink(&self, survey: &Survey) -> Option<Rect> {
        Rect::hull(self.roots(survey.page).filter_map(|root| survey.ink[root.index()]))
    }
}
