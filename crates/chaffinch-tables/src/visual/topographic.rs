//! The paper's double topographical grid: the boxes of a page, sorted by each of their four edges.

use super::edges::{Direction, Edges};

/// The number of a box on the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoxId(pub u32);

/// All boxes of a page, to be found by the edge that comes first in a direction.
#[derive(Debug, Default)]
pub struct TopographicGrid {
    boxes: Vec<Edges>,
    /// The boxes by the edge that comes first when going right, down, left and up: x₁, y₁, x₂ and y₂.
    right: Lines,
    down: Lines,
    left: Lines,
    up: Lines,
}

/// The boxes on each line of the grid.
#[derive(Debug, Default)]
struct Lines {
    /// The positions of the lines in CSS pixels, in ascending order.
    at: Vec<f32>,
    /// For each line its boxes, ordered by where they begin along the line.
    boxes: Vec<Vec<BoxId>>,
}

impl TopographicGrid {
    /// The minimal grid that covers each edge of `boxes`.
    pub fn new(boxes: Vec<Edges>) -> TopographicGrid {
        let lines = |direction| Lines::new(&boxes, direction);
        let [right, down, left, up] = Direction::CLOCKWISE.map(lines);
        TopographicGrid { right, down, left, up, boxes }
    }

    /// The edges of a box.
    pub fn edges(&self, id: BoxId) -> &Edges {
        &self.boxes[id.0 as usize]
    }

    /// The boxes at most `reach` pixels from `from` in `direction` that begin at the same place across it, smallest first. For
    /// the right these are the paper's "upper aligned and right adjacent boxes".
    pub fn aligned_and_adjacent(
        &self,
        from: &Edges,
        direction: Direction,
        tolerance: f32,
        reach: f32,
    ) -> Vec<BoxId> {
        let lines = self.lines(direction);
        let begin = from.across(direction).0;
        let (near, far) = match direction {
            Direction::Right => (from.right - tolerance, from.right + reach),
            Direction::Down => (from.bottom - tolerance, from.bottom + reach),
            Direction::Left => (from.left - reach, from.left + tolerance),
            Direction::Up => (from.top - reach, from.top + tolerance),
        };
        let first = lines.at.partition_point(|at| *at < near);
        let last = lines.at.partition_point(|at| *at <= far);
        let mut found: Vec<BoxId> = Vec::new();
        for line in &lines.boxes[first..last.max(first)] {
            let begins = |id: &BoxId| self.edges(*id).across(direction).0;
            let start = line.partition_point(|id| begins(id) < begin - tolerance);
            found.extend(line[start..].iter().take_while(|id| begins(id) <= begin + tolerance));
        }
        let extent = |id: &BoxId| {
            let (begin, end) = self.edges(*id).across(direction);
            end - begin
        };
        found.sort_by(|a, b| extent(a).total_cmp(&extent(b)).then(a.cmp(b)));
        found
    }

    fn lines(&self, direction: Direction) -> &Lines {
        match direction {
            Direction::Right => &self.right,
            Direction::Down => &self.down,
            Direction::Left => &self.left,
            Direction::Up => &self.up,
        }
    }
}

impl Lines {
    fn new(boxes: &[Edges], direction: Direction) -> Lines {
        let first_edge = |id: BoxId| {
            let edges = &boxes[id.0 as usize];
            match direction {
                Direction::Right => edges.left,
                Direction::Down => edges.top,
                Direction::Left => edges.right,
                Direction::Up => edges.bottom,
            }
        };
        let begins = |id: BoxId| boxes[id.0 as usize].across(direction).0;
        let mut order: Vec<BoxId> = (0..boxes.len() as u32).map(BoxId).collect();
        order.sort_by(|a, b| {
            first_edge(*a).total_cmp(&first_edge(*b)).then(begins(*a).total_cmp(&begins(*b))).then(a.cmp(b))
        });
        let mut lines = Lines::default();
        for id in order {
            if lines.at.last() != Some(&first_edge(id)) {
                lines.at.push(first_edge(id));
                lines.boxes.push(Vec::new());
            }
            if let Some(line) = lines.boxes.last_mut() {
                line.push(id);
            }
        }
        lines
    }
}
