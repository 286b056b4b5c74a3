//! Experiments that can be repeated: what is measured, on which pages, and how it is printed.

pub mod amber;
mod attributes;
pub mod choice;
pub mod columns;
mod cpu;
pub mod drift;
mod edits;
pub mod extract;
pub mod hcrf;
mod markup;
mod outlines;
mod pages;
pub mod plot;
pub mod records;
mod referee;
pub mod rendering;
pub mod report;
pub mod site;
pub mod statistics;
pub mod swde;
mod table;
pub mod tables;
pub mod teaching;
pub mod topk;
pub mod wrapper;
