//! Hostile input of all kinds, and what must survive it.
//!
//! A target takes bytes and makes of them what its room reads: pages with styles, archives, files. The same bytes make the same input, so
//! that libFuzzer (`fuzz/`) can steer what is made and the driver here (`cargo run -p chaffinch-fuzz`) can make it at random on any
//! toolchain. A target panics where something that must hold does not.

mod archives;
mod choices;
mod containers;
mod files;
mod pages;
mod reference;
mod targets;

pub use choices::Choices;
pub use pages::page;
pub use targets::{TARGETS, Target, run};
