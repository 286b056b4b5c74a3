//! Algorithms on trees and sequences that several methods share.

mod tag_path;

pub use tag_path::{Label, Naming, PathId, TagPaths};
