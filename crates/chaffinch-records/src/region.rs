//! Regions of a page and the records in them.

use crate::settings::Method;
use chaffinch_core::NodeId;
use chaffinch_survey::{Record, Survey};

/// Records of one kind, which a page shows one after another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The records, in document order.
    pub records: Vec<Record>,
    /// The methods that found it.
    pub found_by: Vec<Method>,
    /// How many searches led to exactly these records: each method, and each group of nodes with the same tag path.
    pub votes: usize,
}

impl Region {
    /// The nearest node that holds all records.
    pub fn root(&self, survey: &Survey) -> NodeId {
        let first = self.records.first().map_or(NodeId::DOCUMENT, Record::first);
        let last = self.records.last().map_or(first, Record::end);
        let last = NodeId::from_index(last.index().saturating_sub(1).max(first.index()));
        let parent = survey.page.node(first).parent.unwrap_or(first);
        survey.page.common_ancestor(parent, last)
    }
}
