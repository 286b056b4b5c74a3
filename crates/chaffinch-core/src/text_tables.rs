//! Hash tables whose keys a page chooses.

use ahash::RandomState;
use std::collections::{HashMap, HashSet};

/// A table whose keys are texts of a page, or numbers that a page chooses: made of its texts or written in it. Each table mixes a seed of
/// its own into its hashes, so that no page can be written whose keys all fall into one place of the table. The order of its entries
/// changes from run to run: nothing that is reported may depend on it.
pub type TextMap<K, V> = HashMap<K, V, RandomState>;

/// A set of what a page chooses; see [`TextMap`].
pub type TextSet<K> = HashSet<K, RandomState>;
