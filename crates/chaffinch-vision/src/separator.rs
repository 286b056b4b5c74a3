//! Step 2, separators: the strips between the pieces of a pool, and their weights.

use crate::extract::Piece;
use crate::facts::{Facts, Font, Kind};
use crate::settings::VisionSettings;
use chaffinch_core::{NodeId, Page, Rect};

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
    pub start: f32,
    pub end: f32,
    /// What the eye makes of it.
    pub weight: u8,
    /// The weight and what markup adds to it: pools are parted by this.
    pub rank: u8,
}

/// Sorts the pool along the axis and returns its separators, in order.
///
/// The paper starts with one separator over everything and splits, shrinks and removes it piece by piece; what remains
/// inside are the gaps in the union of the pieces, which one pass over the sorted pieces finds.
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
    let first = pool.iter().map(|piece| piece.node).min();
    let last = pool.iter().map(|piece| piece.node).max();
    let top = first.zip(last).map_or(0, |(first, last)| common_depth(page, facts, first, last));
    let weighing = Weighing { axis, width, top, page, facts, settings };
    let mut found: Vec<Separator> = Vec::new();
    let mut last = 0;
    for i in 1..pool.len() {
        let (_, reached) = axis.span(&pool[last].rect);
        let (start, end) = axis.span(&pool[i].rect);
        if start >= reached - settings.slack {
            let mut separator =
                Separator { before: i, start: reached.min(start), end: start, weight: 0, rank: 0 };
            separator.weight = weighing.weight(&separator, &pool[last], &pool[i]);
            separator.rank = separator.weight + weighing.markup(pool[last].node, pool[i].node);
            found.push(separator);
        }
        if end > reached {
            last = i;
        }
    }
    found
}

/// What a separator's weight is made of.
struct Weighing<'a> {
    axis: Axis,
    /// From where to where the pool reaches along a separator.
    width: (f32, f32),
    /// How deep the lowest node is that holds the whole pool.
    top: u32,
    page: &'a Page,
    facts: &'a Facts,
    settings: &'a VisionSettings,
}

/// How many levels of markup, from the top of the pool down, make a difference.
const LEVELS: u32 = 3;
/// More than this would change nothing: it outweighs everything else.
const MOST_MARKUP: u8 = 20;

/// Gains and losses of weight. Distance counts up to 8.
const DRAWN_LINE: i32 = 3;
const BACKGROUND: i32 = 2;
const FONT: i32 = 1;
const LARGER_BELOW: i32 = 1;
const SIMILAR_TEXT: i32 = -1;

impl Weighing<'_> {
    /// The weight of a separator between the pieces nearest to it on both sides.
    fn weight(&self, separator: &Separator, before: &Piece, after: &Piece) -> u8 {
        let mut weight = distance(separator.end - separator.start);
        if self.is_drawn(separator) {
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
    fn is_drawn(&self, separator: &Separator) -> bool {
        let (start, end) = self.width;
        let slack = self.settings.slack;
        self.facts.lines(self.axis, separator.start - slack, separator.end + slack).iter().any(|line| {
            let (from, to) = self.axis.cross_span(line);
            let inside = self.axis.span(line).1 <= separator.end + slack + self.settings.line;
            inside && to.min(end) - from.max(start) >= (end - start) / 2.0
        })
    }

    /// What markup adds: most where nothing but the whole pool holds both nodes.
    fn markup(&self, before: NodeId, after: NodeId) -> u8 {
        if self.settings.markup == 0 {
            return 0;
        }
        let below_top = common_depth(self.page, self.facts, before, after).saturating_sub(self.top);
        self.settings.markup.min(MOST_MARKUP) * LEVELS.saturating_sub(below_top) as u8
    }
}

/// How deep the lowest node is that holds both nodes. Very deep markup is looked at only so far up.
fn common_depth(page: &Page, facts: &Facts, a: NodeId, b: NodeId) -> u32 {
    const FAR: usize = 64;
    let common = page.ancestors(a).take(FAR).find(|ancestor| page.contains(*ancestor, b));
    common.map_or(0, |common| facts.of(common).depth)
}

/// Distances that differ little weigh the same, so that the records of a list are separated alike.
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
