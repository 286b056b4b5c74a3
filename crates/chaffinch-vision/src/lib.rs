//! The vision tree: a rendered page as nested blocks, as a reader sees it.
//!
//! Made by VIPS (Cai, Yu, Wen and Ma 2003), in rounds. A round takes a block through three steps:
//!
//! 1. *Block extraction* (`rules`): walk down the page from the block's node and decide by thirteen rules what is
//!    divided, kept or dropped. The pieces that are kept are the pool; each has a degree of coherence (DoC) from 1 to 10.
//! 2. *Separators* (`separator`): the horizontal and vertical strips between pieces, with weights.
//! 3. *Construction* (`construct`): pieces are merged across the lightest separators first and across the heaviest last.
//!
//! Pieces less coherent than the permitted DoC go through another round. A block with a single child is replaced by the child, so every
//! inner block has at least two children. With the default settings the leaves are single texts, images and controls: the elements
//! that carry values.
//!
//! The rectangle of a piece is what can be seen of it: a box with neither background nor border is only as large as its content.
//!
//! Three settings go beyond the paper; [`VisionSettings::paper`] turns them off. Separators between different parts of the markup weigh
//! more, because the gaps between records are often no wider than those inside. Siblings of one make are blocks of their own (`cards`),
//! however they are aligned. And texts of one font in one line are separate leaves, because one may be the caption and the other its value.

mod amount;
#[cfg(test)]
#[path = "../tests/boxes/mod.rs"]
mod boxes;
mod cards;
mod construct;
mod extract;
mod facts;
mod markup;
mod rules;
mod separator;
mod settings;
mod tree;

pub use settings::VisionSettings;
pub use tree::{Block, BlockId, VisionTree};
