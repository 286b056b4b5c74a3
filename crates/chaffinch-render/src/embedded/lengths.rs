//! Computed lengths in pixels. A percentage counts as nothing: what it is a percentage of is not known yet.

use style::values::computed::{BorderStyle, LengthPercentage, Margin};
use style::values::generics::length::GenericMargin;

pub fn pixels(length: &LengthPercentage) -> f32 {
    length.to_length().map_or(0.0, |length| length.px())
}

pub fn margin(margin: &Margin) -> f32 {
    match margin {
        GenericMargin::LengthPercentage(length) => pixels(length),
        _ => 0.0,
    }
}

/// A border has a computed width even where it is not drawn.
pub fn border(width: app_units::Au, style: BorderStyle) -> f32 {
    if style.none_or_hidden() { 0.0 } else { width.to_f32_px() }
}
