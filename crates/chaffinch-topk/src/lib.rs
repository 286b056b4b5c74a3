//! Top-k lists.

mod title;

pub use title::{Clarity, Promise, promises, read_title};
