//! What is observed on a page: the features of section 5 of the paper, and what modern pages offer beside them.
//!
//! Each module is a table. A row has a name, says what it observes, and gives any number of details: `left` gives the words of
//! the text to the left, and the feature `left=price` is a name and a detail. A model learns which details speak for which label.

mod block;
mod distance;
mod leaf;
mod pair;

pub use block::{BLOCK_FEATURES, PAGE_FEATURES};
pub use leaf::LEAF_FEATURES;
pub use pair::PAIR_FEATURES;

use crate::seen::Seen;
use chaffinch_vision::BlockId;
use rustc_hash::FxHashMap;

/// What the whole page tells holds most of all: it does not depend on how a site writes.
const GLOBAL: f32 = 4.0;
/// Holds everywhere on the web.
const SURE: f32 = 2.0;
/// Holds on many sites.
const FAIR: f32 = 1.0;
/// A site's own way of doing things.
const WEAK: f32 = 0.4;

/// A row of a table of features.
pub struct Template<F> {
    /// Its name.
    pub name: &'static str,
    /// What it observes.
    pub about: &'static str,
    /// How far it holds on other sites: the value of its features. The prior keeps the weights of small values small.
    pub trust: f32,
    /// Gives the details.
    pub details: F,
}

/// Takes the details of one template.
pub struct Details<'n> {
    names: &'n mut Names,
    template: &'static str,
    row: u8,
    trust: f32,
    found: &'n mut Vec<u32>,
    text: String,
}

impl Details<'_> {
    /// The feature with this detail is true.
    pub fn put(&mut self, detail: &str) {
        self.text.clear();
        self.text.push_str(self.template);
        self.text.push('=');
        self.text.push_str(detail);
        self.found.push(self.names.number(&self.text, self.row, self.trust));
    }

    /// The feature without any detail is true.
    pub fn put_if(&mut self, holds: bool) {
        if holds {
            self.found.push(self.names.number(self.template, self.row, self.trust));
        }
    }
}

/// The names of features, numbered as they come.
#[derive(Debug, Clone, Default)]
pub struct Names {
    names: Vec<Box<str>>,
    rows: Vec<u8>,
    trust: Vec<f32>,
    numbers: FxHashMap<Box<str>, u32>,
}

impl Names {
    /// The number of a name, a new one for a new name.
    pub(crate) fn number(&mut self, name: &str, row: u8, trust: f32) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.into());
        self.rows.push(row);
        self.trust.push(trust);
        self.numbers.insert(name.into(), number);
        number
    }

    /// The row of the table that each is of, by number.
    pub fn rows(&self) -> &[u8] {
        &self.rows
    }

    /// How far each is trusted, by number.
    pub fn trust(&self) -> &[f32] {
        &self.trust
    }

    /// All names, by number.
    pub fn all(&self) -> &[Box<str>] {
        &self.names
    }
}

/// The features of a page, by number; each table has numbers of its own.
#[derive(Debug, Clone, Default)]
pub struct Features {
    /// The names of leaf features.
    pub leaf_names: Names,
    /// The names of block features.
    pub block_names: Names,
    /// The names of pair features.
    pub pair_names: Names,
    /// For each block its own: leaf features of a leaf, block features of an inner block.
    pub of_block: Vec<Vec<u32>>,
    /// For each block those of the pair that it makes with the sibling before it.
    pub of_pair: Vec<Vec<u32>>,
}

/// Goes through all tables for all blocks.
pub fn features(seen: &Seen<'_>) -> Features {
    let mut features = Features::default();
    let inside = block::Inside::all(seen);
    let codes = distance::Codes::all(seen);
    let likes = block::Likes::all(seen);
    for id in seen.tree.ids() {
        let own = match seen.element_of(id) {
            Some(at) => {
                let leaf = leaf::Leaf { seen, at };
                observe(LEAF_FEATURES, |row, out| row(&leaf, out), &mut features.leaf_names)
            }
            None => {
                let block = block::InnerBlock { seen, id, inside: &inside, likes: likes[id.index()] };
                observe(BLOCK_FEATURES, |row, out| row(&block, out), &mut features.block_names)
            }
        };
        features.of_block.push(own);
        features.of_pair.push(Vec::new());
    }
    for parent in seen.tree.ids() {
        let children: Vec<BlockId> = seen.tree.children(parent).collect();
        for pair in children.windows(2) {
            let both = pair::Pair { seen, before: pair[0], after: pair[1], codes: &codes };
            features.of_pair[pair[1].index()] =
                observe(PAIR_FEATURES, |row, out| row(&both, out), &mut features.pair_names);
        }
    }
    features
}

fn observe<F>(table: &[Template<F>], ask: impl Fn(&F, &mut Details<'_>), names: &mut Names) -> Vec<u32> {
    let mut found = Vec::new();
    for (number, row) in table.iter().enumerate() {
        let mut details = Details {
            names,
            template: row.name,
            row: number as u8,
            trust: row.trust,
            found: &mut found,
            text: String::new(),
        };
        ask(&row.details, &mut details);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// A number, coarsely.
fn few(number: usize) -> &'static str {
    match number {
        0 => "0",
        1 => "1",
        2 => "2",
        3..=8 => "some",
        _ => "many",
    }
}

/// A share, in quarters.
fn quarter(part: usize, whole: usize) -> String {
    (4 * part).div_ceil(whole.max(1)).min(4).to_string()
}
