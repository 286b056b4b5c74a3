//! The second engine: where an attribute stands in the tree, for what delimiters cannot say.

mod evidence;
mod glance;
mod learn;
mod records;
mod scan;
mod step;
mod surroundings;
mod texts;

pub use evidence::{CharKind, Look, NodePath, PathStep, Step};
pub(crate) use glance::Glance;
pub use learn::{NodeRule, TrialPages, ValuePage, keeps_references, learn_node_rules};
pub(crate) use records::learn_node_records_of_some;
pub use records::{NodeRecords, learn_node_records};
pub(crate) use step::as_texts;
pub(crate) use surroundings::Surroundings;
pub(crate) use texts::{Texts, label_of};
