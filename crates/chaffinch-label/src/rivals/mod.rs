//! The methods that the paper compares with: records first and attributes second, a two-dimensional field, and fields without
//! global features.

mod grid;
mod part;
mod separate;

pub use grid::GridModel;
pub use separate::{Detector, Separate};
