//! The experiments of section 7 of Kushmerick, Weld and Doorenbos (1997): which sites the classes wrap, and how many
//! examples learning needs when recognisers make errors.

mod coverage;
mod detail;
mod lists;
pub mod noise;
mod tuples;

pub use coverage::{Coverage, CoverageOptions, coverage};
pub use detail::DetailCoverage;
pub use lists::ListCoverage;
pub use tuples::TupleCoverage;
