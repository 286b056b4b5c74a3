//! Boxes by their four edges, and how two of them stand to each other.

use chaffinch_core::{Display, Rect, Style};

/// A box by its border edges.
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

/// The five neighbour relations of Figure 2: how the projection of a box B lies to that of a box A.
///
/// They cluster Allen's thirteen interval relations: equal; starts, during and finishes; their three inverses; overlaps
/// and its inverse; and the four in which the intervals share nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Neighbour {
    /// Both begin and end together: one cell beside another.
    Twin,
    /// B lies within A: A heads B among others.
    Smaller,
    /// B reaches over A: A is one of those that B heads.
    Bigger,
    /// They overlap, but neither holds the other: no well-defined relation.
    Step,
    /// They share nothing: B is nobody A looks at.
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
    /// The edges of a rectangle, where it is one: finite and with some room inside.
    pub fn of(rect: Rect) -> Option<Edges> {
        let edges = Edges { left: rect.x, top: rect.y, right: rect.right(), bottom: rect.bottom() };
        let finite = [edges.left, edges.top, edges.right, edges.bottom].iter().all(|e| e.is_finite());
        (finite && edges.left < edges.right && edges.top < edges.bottom).then_some(edges)
    }

    /// The edges of an element's border box. Cells of a table may share a border: it is left to the one behind it.
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

    /// The interval that the box covers across `direction`: from top to bottom for one who looks to the right.
    pub fn across(&self, direction: Direction) -> (f32, f32) {
        if direction.is_horizontal() { (self.top, self.bottom) } else { (self.left, self.right) }
    }

    /// How far `other` begins behind the edge of this box that looks in `direction`; negative where they overlap.
    pub fn distance(&self, other: &Edges, direction: Direction) -> f32 {
        match direction {
            Direction::Right => other.left - self.right,
            Direction::Down => other.top - self.bottom,
            Direction::Left => self.left - other.right,
            Direction::Up => self.top - other.bottom,
        }
    }

    /// How `other` stands to this box for one who looks in `direction`. Edges that differ by `tolerance` or less are
    /// taken as one.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn lower(left: f32, right: f32) -> Neighbour {
        let a = Edges { left: 10.0, top: 0.0, right: 20.0, bottom: 5.0 };
        a.neighbour(&Edges { left, top: 5.0, right, bottom: 9.0 }, Direction::Down, 0.5)
    }

    #[test]
    fn figure_2_the_five_lower_neighbours() {
        assert_eq!(lower(10.0, 20.0), Neighbour::Twin);
        assert_eq!(lower(10.0, 15.0), Neighbour::Smaller);
        assert_eq!(lower(12.0, 18.0), Neighbour::Smaller);
        assert_eq!(lower(10.0, 30.0), Neighbour::Bigger);
        assert_eq!(lower(0.0, 30.0), Neighbour::Bigger);
        assert_eq!(lower(5.0, 15.0), Neighbour::Step);
        assert_eq!(lower(15.0, 25.0), Neighbour::Step);
        assert_eq!(lower(20.0, 30.0), Neighbour::Apart);
        assert_eq!(lower(0.0, 5.0), Neighbour::Apart);
    }

    #[test]
    fn a_box_that_is_not_a_number_is_none() {
        assert!(Edges::of(Rect::new(f32::NAN, 0.0, 1.0, 1.0)).is_none());
        assert!(Edges::of(Rect::new(0.0, 0.0, -1.0, 1.0)).is_none());
        assert!(Edges::of(Rect::new(0.0, 0.0, f32::INFINITY, 1.0)).is_none());
        assert!(Edges::of(Rect::new(-5.0, -5.0, 1.0, 1.0)).is_some());
    }
}
