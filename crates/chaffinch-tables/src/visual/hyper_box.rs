//! HyperBoxes: rectangles on the grid that boxes tile.

use super::edges::{Direction, Edges};
use super::topographic::{BoxId, TopographicGrid};

/// A rectangle and the boxes that tile it: together they cover it, and none overlaps another.
#[derive(Debug, Clone, PartialEq)]
pub struct HyperBox {
    /// The circumference.
    pub edges: Edges,
    /// The boxes, in the order in which they were found.
    pub boxes: Vec<BoxId>,
}

impl HyperBox {
    /// A box alone is a hyperBox.
    pub fn of(grid: &TopographicGrid, id: BoxId) -> HyperBox {
        HyperBox { edges: *grid.edges(id), boxes: vec![id] }
    }

    /// Two hyperBoxes that are twins beside each other make one.
    pub fn union(mut self, other: &HyperBox) -> HyperBox {
        self.edges = self.edges.union(&other.edges);
        self.boxes.extend(&other.boxes);
        self
    }
}

/// Whether two of `boxes` are step neighbours, adjacent or not: their projections overlap and neither holds the other.
pub fn has_step_neighbours(boxes: &[Edges], tolerance: f32) -> bool {
    [Direction::Right, Direction::Down].into_iter().any(|direction| {
        let mut spans: Vec<(f32, f32)> = boxes.iter().map(|b| b.across(direction)).collect();
        // Where no two cross, intervals nest: from the outermost inwards each fits into the last that is still open.
        spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
        let mut open: Vec<(f32, f32)> = Vec::new();
        spans.into_iter().any(|span| {
            while open.last().is_some_and(|outer| outer.1 <= span.0 + tolerance) {
                open.pop();
            }
            let crosses = open.last().is_some_and(|outer| {
                span.1 > outer.1 + tolerance && span.0 > outer.0 + tolerance
            });
            open.push(span);
            crosses
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxed(left: f32, top: f32, right: f32, bottom: f32) -> Edges {
        Edges { left, top, right, bottom }
    }

    #[test]
    fn steps_are_seen_between_boxes_that_do_not_touch() {
        let head = boxed(0.0, 0.0, 20.0, 10.0);
        let below = boxed(0.0, 10.0, 10.0, 20.0);
        let step = boxed(10.0, 90.0, 30.0, 99.0);
        assert!(!has_step_neighbours(&[head, below], 0.5));
        assert!(has_step_neighbours(&[head, below, step], 0.5));
    }
}
