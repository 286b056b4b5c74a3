//! How well tables are found and read.
pub mod divs;
pub mod gold;
