//! HyperBoxes: rectangles on the grid that boxes tile.

use super::edges::{Direction, Edges};
use super::topographic::{BoxId, TopographicGrid};
use std::collections::BTreeSet;

/// A rectangle and the boxes that tile it: together they cover it, and none overlaps another.
#[derive(Debug, Clone, PartialEq)]
pub struct HyperBox {
    /// The circumference.
    pub edges: Edges,
    /// The boxes, in the order in which they were found.
    pub boxes: Vec<BoxId>,
    /// The distinct projections of the boxes, in tenths of pixels: what they cover from left to right, and from top to
    /// bottom.
    columns: BTreeSet<(i32, i32)>,
    rows: BTreeSet<(i32, i32)>,
}

impl HyperBox {
    /// A box alone is a hyperBox.
    pub fn of(grid: &TopographicGrid, id: BoxId) -> HyperBox {
        let edges = *grid.edges(id);
        let columns = BTreeSet::from([tenths(edges.across(Direction::Down))]);
        let rows = BTreeSet::from([tenths(edges.across(Direction::Right))]);
        HyperBox { edges, boxes: vec![id], columns, rows }
    }

    /// Whether the union with a twin in `direction` would hold boxes that are step neighbours, adjacent or not: their
    /// projections overlap and neither holds the other.
    ///
    /// Only the projections across the direction can cross: along it the two lie behind one another.
    pub fn steps_with(&self, twin: &HyperBox, direction: Direction, tolerance: f32) -> bool {
        let (own, new) =
            if direction.is_horizontal() { (&self.rows, &twin.rows) } else { (&self.columns, &twin.columns) };
        // Mostly a row has the columns of the row before: there is nothing new to compare.
        !new.is_subset(own) && cross(own.union(new).copied(), (tolerance * 10.0) as i32)
    }

    /// Two hyperBoxes that are twins beside each other make one.
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
    // Where no two cross, intervals nest: from the outermost inwards each fits into the last that is still open.
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
