//! Experiments that can be repeated: what is measured, on which pages, and how it is printed.

mod cpu;
pub mod records;
pub mod rendering;
