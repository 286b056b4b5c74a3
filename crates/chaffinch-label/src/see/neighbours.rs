//! Which element stands to the left of another, and which above it: a caption is often found there.

use chaffinch_core::Rect;

/// Boxes that overlap by no more than this still stand beside or above one another, in pixels.
const SLACK: f32 = 3.0;
/// Elements are looked up in horizontal bands of this height and vertical bands of this width, in pixels.
const ROW: f32 = 8.0;
const COLUMN: f32 = 32.0;
/// A tall or wide element is entered in at most this many bands.
const BANDS: usize = 32;
/// What lies further away is no caption, in pixels.
const FAR_LEFT: f32 = 500.0;
const FAR_ABOVE: f32 = 80.0;

/// For each box the nearest one to the left of its middle, and the nearest one above its left edge.
pub fn neighbours(rects: &[Rect]) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
    let rows = Bands::new(rects, |r| (r.y, r.bottom(), r.right()), ROW);
    let columns = Bands::new(rects, |r| (r.x, r.right(), r.bottom()), COLUMN);
    let left = rects.iter().map(|r| rows.before(r.y + r.h / 2.0, r.x + SLACK, FAR_LEFT));
    let above = rects.iter().map(|r| columns.before(r.x + SLACK, r.y + SLACK, FAR_ABOVE));
    (left.collect(), above.collect())
}

/// Boxes by the bands that they cross. Those of a band are ordered by where they end along it.
struct Bands {
    /// The height or width of a band, in pixels.
    size: f32,
    /// The number of the band, where the box ends along it, and the number of the box.
    boxes: Vec<(i32, f32, usize)>,
}

impl Bands {
    /// `extent` gives the first and last coordinate that say which bands a box crosses, and where it ends along them.
    fn new(rects: &[Rect], extent: impl Fn(&Rect) -> (f32, f32, f32), size: f32) -> Bands {
        let mut boxes = Vec::new();
        for (at, rect) in rects.iter().enumerate() {
            let (start, end, along) = extent(rect);
            let (first, last) = ((start / size) as i32, (end / size) as i32);
            boxes.extend((first..=last).take(BANDS).map(|band| (band, along, at)));
        }
        boxes.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        Bands { size, boxes }
    }

    /// In the band at coordinate `across`, the box that ends last before `limit`, if it is no further away than `far`.
    fn before(&self, across: f32, limit: f32, far: f32) -> Option<usize> {
        let band = (across / self.size) as i32;
        let after = self.boxes.partition_point(|(own, end, _)| *own < band || *own == band && *end <= limit);
        let (_, _, at) =
            self.boxes[..after].last().filter(|(own, end, _)| *own == band && limit - end <= far)?;
        Some(*at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_knows_what_stands_left_and_above() {
        let rects = [
            Rect::new(0.0, 0.0, 100.0, 20.0),
            Rect::new(0.0, 40.0, 60.0, 20.0),
            Rect::new(70.0, 40.0, 60.0, 20.0),
            Rect::new(0.0, 400.0, 60.0, 20.0),
        ];
        let (left, above) = neighbours(&rects);
        assert_eq!(left, [None, None, Some(1), None]);
        assert_eq!(above, [None, Some(0), Some(0), None]);
    }
}
