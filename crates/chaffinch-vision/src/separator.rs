//! Step 2, separators: the strips between the pieces of a pool, and their weights.

use crate::extract::Piece;
use crate::facts::{Facts, Font, Kind};
use crate::markup;
use crate::settings::VisionSettings;
use chaffinch_core::{Page, Rect};

/// The direction in which separators follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Axis {
    /// Horizontal strips, from the top down.
    Down,
    /// Vertical strips, from left to right.
    Across,
}

impl Axis {
    pub fn span(self, rect: &Rect) -> (f32, f32) {
        match self {
            Axis::Down => (rect.y, rect.bottom()),
            Axis::Across => (rect.x, rect.right()),
        }
    }

    /// The part of the other direction that a rectangle takes.
    fn cross_span(self, rect: &Rect) -> (f32, f32) {
        match self {
            Axis::Down => Axis::Across.span(rect),
            Axis::Across => Axis::Down.span(rect),
        }
    }
}

/// A strip that no piece of the pool crosses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Separator {
    /// How many of the sorted pieces lie before it.
    pub before: usize,
    /// How much it separates to the eye.
    pub weight: u8,
    /// The weight and what the markup adds to it. Pools are parted where this is highest.
    pub rank: u8,
}

/// Sorts the pool along the axis and returns its separators, in order.
///
/// The paper starts with one separator over everything and splits, shrinks and removes it piece by piece. What remains are the gaps
/// between the pieces, which one pass over the sorted pieces finds.
pub(crate) fn separators(
    axis: Axis,
    pool: &mut [Piece],
    page: &Page,
    facts: &Facts,
    settings: &VisionSettings,
) -> Vec<Separator> {
    pool.sort_by(|a, b| {
        let (a_span, b_span) = (axis.span(&a.rect), axis.span(&b.rect));
        a_span.0.total_cmp(&b_span.0).then(a.node.cmp(&b.node))
    });
    let across = pool.iter().map(|piece| axis.cross_span(&piece.rect));
    let width = across.reduce(|(a, b), (from, to)| (a.min(from), b.max(to))).unwrap_or_default();
    let weighing = Weighing { axis, width, facts, settings };
    let mut found: Vec<Separator> = Vec::new();
    let mut last = 0;
    for i in 1..pool.len() {
        let (_, reached) = axis.span(&pool[last].rect);
        let (start, end) = axis.span(&pool[i].rect);
        if start >= reached - settings.slack {
            let (start, end) = (reached.min(start), start);
            let weight = weighing.weight((start, end), &pool[last], &pool[i]);
            found.push(Separator { before: i, weight, rank: weight });
        }
        if end > reached {
            last = i;
        }
    }
    markup::rank(&mut found, pool, settings.markup, page, facts);
    found
}

/// What a separator's weight is made of.
struct Weighing<'a> {
    axis: Axis,
    /// The extent of the pool along a separator, in pixels.
    width: (f32, f32),
    facts: &'a Facts,
    settings: &'a VisionSettings,
}

/// What is added to the weight of a separator, beside its width, which counts up to 8: for a line drawn in it, for different
/// backgrounds or fonts on both sides, for a larger font below, and for texts of the same font on both sides.
const DRAWN_LINE: i32 = 3;
const BACKGROUND: i32 = 2;
const FONT: i32 = 1;
const LARGER_BELOW: i32 = 1;
const SIMILAR_TEXT: i32 = -1;

impl Weighing<'_> {
    /// The weight of the strip from `start` to `end` between the pieces nearest to it on both sides.
    fn weight(&self, (start, end): (f32, f32), before: &Piece, after: &Piece) -> u8 {
        let mut weight = distance(end - start);
        if self.is_drawn(start - self.settings.slack, end + self.settings.slack) {
            weight += DRAWN_LINE;
        }
        let (above, below) = (self.facts.of(before.node), self.facts.of(after.node));
        if above.background != below.background {
            weight += BACKGROUND;
        }
        match (above.font, below.font) {
            (a, b) if a == b => {
                if above.kind == Kind::Text && below.kind == Kind::Text {
                    weight += SIMILAR_TEXT;
                }
            }
            (Font::One(a, _), Font::One(b, _)) if b > a && self.axis == Axis::Down => {
                weight += FONT + LARGER_BELOW
            }
            _ => weight += FONT,
        }
        weight.max(0) as u8
    }

    /// Whether a drawn line lies in the strip, over at least half of the pool's width.
    fn is_drawn(&self, start: f32, end: f32) -> bool {
        let (left, right) = self.width;
        self.facts.lines(self.axis, start, end).iter().any(|line| {
            let (from, to) = self.axis.cross_span(line);
            let inside = self.axis.span(line).1 <= end + self.settings.line;
            inside && to.min(right) - from.max(left) >= (right - left) / 2.0
        })
    }
}

/// The weight of a distance in pixels. Distances that differ little weigh the same, so that the records of a list have the same
/// separators.
fn distance(pixels: f32) -> i32 {
    (1.5 * (1.0 + pixels.max(0.0) / 4.0).log2()).floor().min(8.0) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wider_gaps_weigh_more() {
        let weights: Vec<i32> = [0.0, 4.0, 10.0, 30.0, 60.0, 1000.0].map(distance).into();
        assert!(weights.is_sorted() && weights[0] == 0 && weights[5] == 8, "{weights:?}");
    }
}
