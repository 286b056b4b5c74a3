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

use crate::both::both;
use crate::seen::Seen;
use crate::words::{each_name_part, numeral};
use chaffinch_core::{NodeId, Page};
use chaffinch_vision::BlockId;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

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
    row: u8,
    template: &'static str,
    trust: f32,
    /// What was found, and where that of this template begins.
    found: &'n mut Vec<u32>,
    start: usize,
    /// Room for a detail that is put together.
    room: &'n mut String,
}

impl Details<'_> {
    /// The feature with this detail is true.
    pub fn put(&mut self, detail: &str) {
        self.find(Some(detail));
    }

    /// The feature with the detail that is written is true.
    pub fn put_with(&mut self, write: impl FnOnce(&mut String)) {
        let mut room = std::mem::take(self.room);
        room.clear();
        write(&mut room);
        self.put(&room);
        *self.room = room;
    }

    /// The feature with a detail of these parts, joined by `-`, is true.
    pub fn put_joined<const N: usize>(&mut self, parts: [&str; N]) {
        self.put_with(|detail| {
            for (at, part) in parts.into_iter().enumerate() {
                if at > 0 {
                    detail.push('-');
                }
                detail.push_str(part);
            }
        });
    }

    /// The feature without any detail is true.
    pub fn put_if(&mut self, holds: bool) {
        if holds {
            self.find(None);
        }
    }

    fn find(&mut self, detail: Option<&str>) {
        let number = self.names.number(Name { template: self.template, detail }, self.row, self.trust);
        if !self.found[self.start..].contains(&number) {
            self.found.push(number);
        }
    }
}

/// The name of a feature: `template=detail`, or the template alone.
#[derive(Clone, Copy)]
pub(crate) struct Name<'n> {
    pub template: &'n str,
    pub detail: Option<&'n str>,
}

impl<'n> Name<'n> {
    /// From the whole name.
    pub fn new(name: &'n str) -> Name<'n> {
        match name.split_once('=') {
            Some((template, detail)) => Name { template, detail: Some(detail) },
            None => Name { template: name, detail: None },
        }
    }

    /// Whether a name of the same template is this one.
    fn is(self, name: &str) -> bool {
        match self.detail {
            Some(detail) => name.len() == self.template.len() + 1 + detail.len() && name.ends_with(detail),
            None => name.len() == self.template.len(),
        }
    }

    fn hash(self, row: u8) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write(self.detail.unwrap_or_default().as_bytes());
        hasher.write_u8(row);
        hasher.finish()
    }
}

/// The names of features, numbered as they come.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// One after another.
    text: String,
    ends: Vec<u32>,
    rows: Vec<u8>,
    trust: Vec<f32>,
    numbers: HashTable<u32>,
}

impl Names {
    /// The number of a name, a new one for a new name.
    pub(crate) fn number(&mut self, name: Name<'_>, row: u8, trust: f32) -> u32 {
        let Names { text, ends, rows, numbers, .. } = self;
        let known = |number: &u32| (rows[*number as usize], slice(text, ends, *number as usize));
        let hash = name.hash(row);
        let is = |(known_row, known_name): (u8, &str)| known_row == row && name.is(known_name);
        if let Some(number) = numbers.find(hash, |number| is(known(number))) {
            return *number;
        }
        let number = ends.len() as u32;
        numbers.insert_unique(hash, number, |number| {
            let (row, name) = known(number);
            Name::new(name).hash(row)
        });
        text.push_str(name.template);
        if let Some(detail) = name.detail {
            text.push('=');
            text.push_str(detail);
        }
        ends.push(text.len() as u32);
        self.rows.push(row);
        self.trust.push(trust);
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

    /// The name with a number.
    ///
    /// # Panics
    /// Panics if there is none.
    pub fn get(&self, number: usize) -> &str {
        slice(&self.text, &self.ends, number)
    }

    /// All names, by number.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|number| self.get(number))
    }
}

fn slice<'t>(text: &'t str, ends: &[u32], number: usize) -> &'t str {
    let start = number.checked_sub(1).map_or(0, |before| ends[before] as usize);
    &text[start..ends[number] as usize]
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

/// Goes through all tables for all blocks. Elements are many and blocks dear: of a large page both are seen to at the same time.
pub fn features(seen: &Seen<'_>) -> Features {
    let (mut features, (leaf_names, leaves)) = both(seen.tree.len(), || of_blocks(seen), || of_leaves(seen));
    features.leaf_names = leaf_names;
    for (element, found) in seen.elements.iter().zip(leaves) {
        features.of_block[element.block.index()] = found;
    }
    features
}

/// The features of elements, in their order, and the names of these.
fn of_leaves(seen: &Seen<'_>) -> (Names, Vec<Vec<u32>>) {
    let (mut names, mut room) = (Names::default(), Room::default());
    let mut observe = |at: usize| {
        let leaf = leaf::Leaf { seen, at };
        room.observe(LEAF_FEATURES, |row, out| row(&leaf, out), &mut names)
    };
    let found = (0..seen.elements.len()).map(&mut observe).collect();
    (names, found)
}

/// The features of inner blocks and of pairs.
fn of_blocks(seen: &Seen<'_>) -> Features {
    let none = vec![Vec::new(); seen.tree.len()];
    let mut features = Features { of_block: none.clone(), of_pair: none, ..Features::default() };
    let mut room = Room::default();
    let inside = block::Inside::all(seen);
    let codes = distance::Codes::all(seen);
    let likes = block::Likes::all(seen);
    for id in seen.tree.ids().filter(|id| seen.element_of(*id).is_none()) {
        let block = block::InnerBlock { seen, id, inside: &inside, likes: likes[id.index()] };
        features.of_block[id.index()] =
            room.observe(BLOCK_FEATURES, |row, out| row(&block, out), &mut features.block_names);
    }
    for parent in seen.tree.ids() {
        let mut before: Option<BlockId> = None;
        for after in seen.tree.children(parent) {
            if let Some(before) = before.replace(after) {
                let both = pair::Pair { seen, before, after, codes: &codes };
                features.of_pair[after.index()] =
                    room.observe(PAIR_FEATURES, |row, out| row(&both, out), &mut features.pair_names);
            }
        }
    }
    features
}

/// What was found of one block, to be used again for the next.
#[derive(Default)]
struct Room {
    found: Vec<u32>,
    detail: String,
}

impl Room {
    /// Goes through a table.
    fn observe<F>(
        &mut self,
        table: &[Template<F>],
        ask: impl Fn(&F, &mut Details<'_>),
        names: &mut Names,
    ) -> Vec<u32> {
        self.found.clear();
        for (number, row) in table.iter().enumerate() {
            let mut details = Details {
                names,
                row: number as u8,
                template: row.name,
                trust: row.trust,
                start: self.found.len(),
                found: &mut self.found,
                room: &mut self.detail,
            };
            ask(&row.details, &mut details);
        }
        self.found.clone()
    }
}

/// The parts of an element's classes and id.
fn put_names(page: &Page, node: NodeId, out: &mut Details<'_>) {
    for name in page.classes(node).chain(page.attribute(node, "id")).take(16) {
        put_parts(name, &mut 16, out);
    }
}

/// The parts of a name, as long as some are `left`.
fn put_parts(name: &str, left: &mut usize, out: &mut Details<'_>) {
    each_name_part(name, &mut |part| {
        if *left > 0 {
            *left -= 1;
            out.put(part);
        }
    });
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
fn quarter(part: usize, whole: usize) -> &'static str {
    numeral((4 * part).div_ceil(whole.max(1)).min(4))
}
