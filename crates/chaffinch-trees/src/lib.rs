//! Algorithms on trees and sequences that several methods share.
//!
//! - [`TagPaths`]: the names from the root of a page down to each node,
//! - [`simple_tree_matching`] and [`tree_similarity`] of [`LabelTree`]s,
//! - [`edit_distance`] of sequences, up to a limit,
//! - [`partial_tree_alignment`] of many trees,
//! - [`leader_clusters`].
//!
//! Each function whose cost is a product of two sizes takes a limit.

mod alignment;
mod cluster;
mod distance;
mod label_tree;
mod matching;
mod tag_path;

pub use alignment::{Alignment, partial_tree_alignment};
pub use cluster::leader_clusters;
pub use distance::{edit_distance, least_distance, normalised_distance};
pub use label_tree::LabelTree;
pub use matching::{matched_nodes, simple_tree_matching, tree_similarity};
pub use tag_path::{Label, Naming, PathId, TagPaths};
