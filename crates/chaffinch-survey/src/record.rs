//! Records as stretches of nodes.

use crate::content::Content;
use crate::survey::Survey;
use chaffinch_core::{NodeId, Page, Rect};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

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
        self.parts.iter().flat_map(|part| page.siblings(part.clone()))
    }

    /// Its nodes that show something of their own, in document order.
    pub fn inked<'s>(&'s self, survey: &'s Survey) -> impl Iterator<Item = NodeId> + 's {
        self.parts.iter().flat_map(|part| survey.inked_in(part).iter().copied())
    }

    /// What stands in it.
    #[inline]
    pub fn content(&self, survey: &Survey) -> Content {
        let mut content = Content::default();
        for part in &self.parts {
            content += survey.content(part);
        }
        content
    }

    /// The box of what it shows.
    pub fn ink(&self, survey: &Survey) -> Option<Rect> {
        Rect::hull(self.roots(survey.page).filter_map(|root| survey.ink[root.index()]))
    }
}
