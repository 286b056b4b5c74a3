use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A rectangle in CSS pixels, from the top left corner of the page.
///
/// Written as `[x, y, width, height]`, rounded to a tenth of a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
}

impl Rect {
    /// A rectangle from its top left corner and its size.
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Rect {
        Rect { x, y, w, h }
    }

    /// The right edge.
    pub fn right(&self) -> f32 {
        self.x + self.w
    }

    /// The bottom edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.h
    }

    /// The area in square pixels; 0 where a side is not positive.
    pub fn area(&self) -> f32 {
        self.w.max(0.0) * self.h.max(0.0)
    }

    /// Whether it has no area.
    pub fn is_empty(&self) -> bool {
        self.w <= 0.0 || self.h <= 0.0
    }

    /// The smallest rectangle that holds both.
    pub fn union(&self, other: &Rect) -> Rect {
        let x = self.x.min(other.x);
        let y = self.y.min(other.y);
        Rect { x, y, w: self.right().max(other.right()) - x, h: self.bottom().max(other.bottom()) - y }
    }

    /// The smallest rectangle that holds all of `rects`, if there are any.
    pub fn hull(rects: impl IntoIterator<Item = Rect>) -> Option<Rect> {
        rects.into_iter().reduce(|a, b| a.union(&b))
    }

    /// The height that both share, in pixels.
    pub fn overlap_y(&self, other: &Rect) -> f32 {
        (self.bottom().min(other.bottom()) - self.y.max(other.y)).max(0.0)
    }

    /// The width that both share, in pixels.
    pub fn overlap_x(&self, other: &Rect) -> f32 {
        (self.right().min(other.right()) - self.x.max(other.x)).max(0.0)
    }

    /// Whether `other` lies inside or on the edges; half a pixel outside still counts.
    pub fn contains(&self, other: &Rect) -> bool {
        const SLACK: f32 = 0.5;
        self.x <= other.x + SLACK
            && self.y <= other.y + SLACK
            && self.right() + SLACK >= other.right()
            && self.bottom() + SLACK >= other.bottom()
    }
}

fn tenth(v: f32) -> f64 {
    (f64::from(v) * 10.0).round() / 10.0
}

impl Serialize for Rect {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [tenth(self.x), tenth(self.y), tenth(self.w), tenth(self.h)].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rect, D::Error> {
        let [x, y, w, h] = <[f32; 4]>::deserialize(deserializer)?;
        Ok(Rect { x, y, w, h })
    }
}
