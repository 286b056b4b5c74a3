//! HyperBoxes: rectangles that boxes fill without gap or overlap.

use super::edges::{Direction, Edges};
use super::topographic::{BoxId, TopographicGrid};
use std::collections::BTreeSet;

/// A rectangle and the boxes that fill it: together they cover it, and none overlaps another.
#[derive(Debug, Clone, PartialEq)]
pub struct HyperBox {
    /// The edges of the rectangle.
    pub edges: Edges,
    /// The boxes, in the order in which they were found.
    pub boxes: Vec<BoxId>,
    /// The distinct intervals that boxes cover from left to right, in tenths of CSS pixels.
    columns: BTreeSet<(i32, i32)>,
    /// The distinct intervals that boxes cover from top to bottom, in tenths of CSS pixels.
    rows: BTreeSet<(i32, i32)>,
}

impl HyperBox {
    /// The hyperBox of a single box.
    pub fn of(grid: &TopographicGrid, id: BoxId) -> HyperBox {
        let edges = *grid.edges(id);
        let columns = BTreeSet::from([tenths(edges.across(Direction::Down))]);
        let rows = BTreeSet::from([tenths(edges.across(Direction::Right))]);
        HyperBox { edges, boxes: vec![id], columns, rows }
    }

    /// Whether the union with a twin in `direction` would have boxes that are step neighbours, adjacent or not: what they cover overlaps,
    /// and neither covers the other.
    ///
    /// Only what they cover across the direction matters: along it the two hyperBoxes do not overlap.
    pub fn steps_with(&self, twin: &HyperBox, direction: Direction, tolerance: f32) -> bool {
        let (own, new) =
            if direction.is_horizontal() { (&self.rows, &twin.rows) } else { (&self.columns, &twin.columns) };
        // Mostly the twin has the same columns or rows, so that there is nothing to compare.
        !new.is_subset(own) && cross(own.union(new).copied(), (tolerance * 10.0) as i32)
    }

    /// Joins two hyperBoxes that are twins beside each other.
    pub fn union(mut self, twin: HyperBox) -> HyperBox {
        self.edges = self.edges.union(&twin.edges);
        self.boxes.extend(twin.boxes);
        self.columns.extend(twin.columns);
        self.rows.extend(twin.rows);
        self
    }
}

fn tenths((begin, end): (f32, f32)) -> (i32, i32) {
    ((begin * 10.0).round() as i32, (end * 10.0).round() as i32)
}

/// Whether two of the intervals, given in order, overlap without one holding the other.
fn cross(intervals: impl Iterator<Item = (i32, i32)>, tolerance: i32) -> bool {
    let mut spans: Vec<(i32, i32)> = intervals.collect();
    // Where no two cross, each interval lies within the last one that has not ended yet.
    spans.sort_by_key(|(begin, end)| (*begin, std::cmp::Reverse(*end)));
    let mut open: Vec<(i32, i32)> = Vec::new();
    spans.into_iter().any(|span| {
        while open.last().is_some_and(|outer| outer.1 <= span.0 + tolerance) {
            open.pop();
        }
        let crosses =
            open.last().is_some_and(|outer| span.1 > outer.1 + tolerance && span.0 > outer.0 + tolerance);
        open.push(span);
        crosses
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_cross_where_they_overlap_and_neither_holds_the_other() {
        assert!(!cross([(0, 200), (0, 100), (100, 200)].into_iter(), 5));
        assert!(cross([(0, 200), (0, 100), (100, 300)].into_iter(), 5));
        // Edges within the tolerance are one.
        assert!(!cross([(0, 100), (98, 300)].into_iter(), 5));
    }
}
