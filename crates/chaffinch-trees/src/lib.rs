//! Algorithms on trees and sequences that several methods share. They know pages only by their tag paths.
//!
//! - [`TagPaths`]: the names from the root down to each node,
//! - [`simple_tree_matching`] and [`tree_similarity`] of [`LabelTree`]s,
//! - [`edit_distance`] of sequences, within a band,
//! - [`partial_tree_alignment`]: many trees laid over one,
//! - [`leader_clusters`].
//!
//! Whatever multiplies two sizes takes a bound.

mod alignment;
mod cluster;
mod distance;
mod label_tree;
mod matching;
mod tag_path;
#[cfg(test)]
mod test_trees;

pub use alignment::{Alignment, partial_tree_alignment};
pub use cluster::leader_clusters;
pub use distance::{edit_distance, least_distance, normalised_distance};
pub use label_tree::LabelTree;
pub use matching::{matched_nodes, simple_tree_matching, tree_similarity};
pub use tag_path::{Label, Naming, PathId, TagPaths};
