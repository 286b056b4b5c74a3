//! The second engine: where an attribute stands in the tree, for what delimiters cannot say.

mod evidence;
mod learn;
mod records;
mod step;
mod texts;

pub use evidence::{CharKind, Look, NodePath, PathStep, Step};
pub use learn::{NodeRule, ValuePage, keeps_references, learn_node_rules};
pub use records::{NodeRecords, learn_node_records};
pub(crate) use texts::Texts;
