//! How many rows and columns a cell of a `<table>` spans, as the HTML standard reads and clamps it.

use crate::page::{NodeId, Page};
use crate::text::is_space;

impl Page {
    /// How many columns a cell spans: 1 to 1,000.
    pub fn colspan(&self, cell: NodeId) -> usize {
        self.spanned(cell, "colspan").clamp(1, 1_000)
    }

    /// How many rows a cell spans: at most 65,534; 0 means all rows to the end of its row group.
    pub fn rowspan(&self, cell: NodeId) -> usize {
        self.spanned(cell, "rowspan").min(65_534)
    }

    /// How many columns a `<col>` stands for: 1 to 1,000.
    pub fn col_span(&self, col: NodeId) -> usize {
        self.spanned(col, "span").clamp(1, 1_000)
    }

    /// Reads an attribute by the standard's rules for non-negative integers; 1 where there is none.
    fn spanned(&self, id: NodeId, attribute: &str) -> usize {
        let Some(value) = self.attribute(id, attribute) else { return 1 };
        let value = value.trim_start_matches(is_space);
        let value = value.strip_prefix('+').unwrap_or(value);
        let digits = &value[..value.bytes().take_while(u8::is_ascii_digit).count()];
        if digits.is_empty() {
            return 1;
        }
        // Only a number too long for the machine fails here, and it is clamped like any large one.
        digits.parse().unwrap_or(usize::MAX)
    }
}
