//! Experiments that can be repeated: what is measured, on which pages, and how it is printed.

mod cpu;
mod folded;
pub mod plot;
pub mod records;
pub mod rendering;
pub mod statistics;
pub mod wrapper;
