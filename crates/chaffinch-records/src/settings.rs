//! What can be set.

/// How records are found.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordsSettings {
    /// Fewest records that make a region.
    pub min_records: usize,
    /// Nodes that the search for anchors may look at, counted each time; beyond it the search ends with what it has.
    pub max_work: usize,
    /// Candidate regions that are ranked; those with fewer visible characters are left out first.
    pub max_candidates: usize,
}

impl Default for RecordsSettings {
    fn default() -> RecordsSettings {
        RecordsSettings { min_records: 3, max_work: 2_000_000, max_candidates: 600 }
    }
}
