//! Experiments that can be repeated: what is measured, on which pages, and how it is printed.

pub mod amber;
mod cpu;
pub mod plot;
pub mod records;
mod referee;
pub mod rendering;
pub mod statistics;
pub mod tables;
pub mod topk;
pub mod wrapper;
