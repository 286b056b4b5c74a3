//! Boxes by their four edges, and the relation of two boxes.

use chaffinch_core::{Display, Rect, Style};

/// A box by its border edges, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edges {
    /// Left edge, the paper's x₁.
    pub left: f32,
    /// Top edge, y₁.
    pub top: f32,
    /// Right edge, x₂.
    pub right: f32,
    /// Bottom edge, y₂.
    pub bottom: f32,
}

/// The four cardinal directions of the visual plane, in the order in which the expansion circulates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards greater x.
    Right,
    /// Towards greater y.
    Down,
    /// Towards smaller x.
    Left,
    /// Towards smaller y.
    Up,
}

/// The five neighbour relations of the paper's Figure 2. They compare what two boxes A and B cover across a direction: their heights
/// if B is to the left or right of A, their widths if it is above or below.
///
/// They group Allen's thirteen interval relations: equal; starts, during and finishes; the inverses of these three; overlaps
/// and its inverse; and the four in which the intervals have nothing in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Neighbour {
    /// Both begin and end at the same place: one cell beside another.
    Twin,
    /// B lies within A: A may be a header of B and of others.
    Smaller,
    /// A lies within B: B may be a header of A and of others.
    Bigger,
    /// They overlap, but neither lies within the other.
    Step,
    /// They have nothing in common.
    Apart,
}

impl Direction {
    /// Clockwise, as the expansion circulates.
    pub const CLOCKWISE: [Direction; 4] = [Direction::Right, Direction::Down, Direction::Left, Direction::Up];

    /// Whether boxes in this direction stand side by side.
    pub fn is_horizontal(self) -> bool {
        matches!(self, Direction::Right | Direction::Left)
    }

    /// The direction in which a smaller neighbour grows to become a twin: down along a column, right along a row.
    pub fn along(self) -> Direction {
        if self.is_horizontal() { Direction::Down } else { Direction::Right }
    }
}

impl Edges {
    /// The edges of a rectangle; nothing where it is not finite or has no area.
    pub fn of(rect: Rect) -> Option<Edges> {
        let edges = Edges { left: rect.x, top: rect.y, right: rect.right(), bottom: rect.bottom() };
        let finite = [edges.left, edges.top, edges.right, edges.bottom].iter().all(|e| e.is_finite());
        (finite && edges.left < edges.right && edges.top < edges.bottom).then_some(edges)
    }

    /// The edges of an element's border box. Table cells may share borders, so that a cell's right and bottom border are left to
    /// the next cells.
    pub fn of_element(rect: Rect, style: &Style) -> Option<Edges> {
        let edges = Edges::of(rect)?;
        if style.display != Display::TableCell {
            return Some(edges);
        }
        let [_, right, bottom, _] =
            style.border.map(|width| if width.is_finite() { width.max(0.0) } else { 0.0 });
        let inner = Edges { right: edges.right - right, bottom: edges.bottom - bottom, ..edges };
        Some(if inner.left < inner.right && inner.top < inner.bottom { inner } else { edges })
    }

    /// As a rectangle.
    pub fn rect(&self) -> Rect {
        Rect::new(self.left, self.top, self.right - self.left, self.bottom - self.top)
    }

    /// The smallest box that holds both.
    pub fn union(&self, other: &Edges) -> Edges {
        Edges {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// What the box covers across `direction`: from top to bottom for left and right, from left to right for up and down.
    pub fn across(&self, direction: Direction) -> (f32, f32) {
        if direction.is_horizontal() { (self.top, self.bottom) } else { (self.left, self.right) }
    }

    /// The distance in CSS pixels from this box to `other` in `direction`; negative where they overlap.
    pub fn distance(&self, other: &Edges, direction: Direction) -> f32 {
        match direction {
            Direction::Right => other.left - self.right,
            Direction::Down => other.top - self.bottom,
            Direction::Left => self.left - other.right,
            Direction::Up => self.top - other.bottom,
        }
    }

    /// The relation of `other`, which lies in `direction`, to this box. Edges that differ by at most `tolerance` CSS pixels are the
    /// same.
    pub fn neighbour(&self, other: &Edges, direction: Direction, tolerance: f32) -> Neighbour {
        let (a, b) = (self.across(direction), other.across(direction));
        if b.1 <= a.0 + tolerance || b.0 >= a.1 - tolerance {
            return Neighbour::Apart;
        }
        let begins_with = (a.0 - b.0).abs() <= tolerance;
        let ends_with = (a.1 - b.1).abs() <= tolerance;
        let begins_within = begins_with || b.0 > a.0;
        let ends_within = ends_with || b.1 < a.1;
        match (begins_within, ends_within) {
            _ if begins_with && ends_with => Neighbour::Twin,
            (true, true) => Neighbour::Smaller,
            _ if (begins_with || b.0 < a.0) && (ends_with || b.1 > a.1) => Neighbour::Bigger,
            _ => Neighbour::Step,
        }
    }
}
