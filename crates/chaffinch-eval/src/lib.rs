//! Experiments that can be repeated: what is measured, on which pages, and how it is printed.

pub mod rendering;
