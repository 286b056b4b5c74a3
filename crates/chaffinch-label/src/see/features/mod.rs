//! What is observed on a page: the features of section 5 of the paper, and others that modern pages offer.
//!
//! Each module is a table of templates. A template has a name, says what it observes, and writes any number of features: `left`
//! writes the text to the left, and where that is `Price` the feature is `left=price`, the template `left` with the argument
//! `price`. A model learns which features speak for which label. Model files keep features by their names: a name that changes
//! is a feature lost.

mod block;
mod distance;
mod leaf;
mod pair;

pub use block::{BLOCK_FEATURES, PAGE_FEATURES};
pub use leaf::{LEAF_FEATURES, LIST_FEATURES};
pub use pair::PAIR_FEATURES;

use super::words::each_name_part;
use super::{BOLD, SAME_SIZE, SeenPage, join};
use chaffinch_core::{NodeId, Page};
use chaffinch_vision::BlockId;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Trust in what the whole page tells: it does not depend on how a site writes.
const GLOBAL: f32 = 4.0;
/// Trust in what holds everywhere on the web.
const SURE: f32 = 2.0;
/// Trust in what holds on many sites.
const FAIR: f32 = 1.0;
/// Trust in what is a site's own way of doing things.
const WEAK: f32 = 0.4;

/// Vertical distances are counted in steps of this many pixels.
const STEP_DOWN: f32 = 50.0;
/// Classes and ids: so many of an element are read, and so many parts of each.
const MOST_NAMES: usize = 16;
const MOST_NAME_PARTS: usize = 16;

/// A row of a table of features.
pub struct FeatureTemplate<F> {
    /// Its name.
    pub name: &'static str,
    /// What it observes.
    pub about: &'static str,
    /// How far it holds on sites that a model has not seen: the value of its features. The prior keeps weights of features with small
    /// values small.
    pub trust: f32,
    /// Writes its features.
    pub write: F,
}

/// Takes the features of one template.
pub struct FeatureWriter<'n> {
    names: &'n mut FeatureNames,
    /// The template's number in its table.
    template: u8,
    template_name: &'static str,
    trust: f32,
    /// The features found so far, by number, and where those of this template begin.
    found: &'n mut Vec<u32>,
    start: usize,
    /// A buffer for arguments that are put together.
    buffer: &'n mut String,
}

impl FeatureWriter<'_> {
    /// The feature with this argument is true.
    pub fn put(&mut self, argument: &str) {
        self.find(Some(argument));
    }

    /// The feature with the argument that `write` appends is true.
    pub fn put_with(&mut self, write: impl FnOnce(&mut String)) {
        let mut buffer = std::mem::take(self.buffer);
        buffer.clear();
        write(&mut buffer);
        self.put(&buffer);
        *self.buffer = buffer;
    }

    /// The feature whose argument is these parts, joined by `-`, is true.
    pub fn put_joined<const N: usize>(&mut self, parts: [&str; N]) {
        self.put_with(|argument| {
            for (at, part) in parts.into_iter().enumerate() {
                if at > 0 {
                    argument.push('-');
                }
                argument.push_str(part);
            }
        });
    }

    /// The feature without an argument is true if `holds`.
    pub fn put_if(&mut self, holds: bool) {
        if holds {
            self.find(None);
        }
    }

    fn find(&mut self, argument: Option<&str>) {
        let name = FeatureName { template: self.template_name, argument };
        let number = self.names.number(name, self.template, self.trust);
        if !self.found[self.start..].contains(&number) {
            self.found.push(number);
        }
    }
}

/// The name of a feature: `template=argument`, or the template alone.
#[derive(Clone, Copy)]
pub(crate) struct FeatureName<'n> {
    pub template: &'n str,
    pub argument: Option<&'n str>,
}

impl<'n> FeatureName<'n> {
    /// From the whole name.
    pub fn new(name: &'n str) -> FeatureName<'n> {
        match name.split_once('=') {
            Some((template, argument)) => FeatureName { template, argument: Some(argument) },
            None => FeatureName { template: name, argument: None },
        }
    }

    /// Whether a whole name of the same template is this one.
    fn is(self, name: &str) -> bool {
        match self.argument {
            Some(argument) => {
                name.len() == self.template.len() + 1 + argument.len() && name.ends_with(argument)
            }
            None => name.len() == self.template.len(),
        }
    }

    fn hash(self, template: u8) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write(self.argument.unwrap_or_default().as_bytes());
        hasher.write_u8(template);
        hasher.finish()
    }
}

/// The template of a feature, given by its whole name.
pub(crate) fn template_of(name: &str) -> &str {
    FeatureName::new(name).template
}

/// The names of features of one table, numbered in the order in which they are found.
#[derive(Debug, Clone, Default)]
pub struct FeatureNames {
    /// All names, one after another, and where each ends.
    text: String,
    ends: Vec<u32>,
    templates: Vec<u8>,
    trust: Vec<f32>,
    numbers: HashTable<u32>,
}

impl FeatureNames {
    /// The number of a name; a new name gets a new number.
    pub(crate) fn number(&mut self, name: FeatureName<'_>, template: u8, trust: f32) -> u32 {
        let FeatureNames { text, ends, templates, numbers, .. } = self;
        let known = |number: &u32| (templates[*number as usize], slice(text, ends, *number as usize));
        let hash = name.hash(template);
        let is = |(of, known_name): (u8, &str)| of == template && name.is(known_name);
        if let Some(number) = numbers.find(hash, |number| is(known(number))) {
            return *number;
        }
        let number = ends.len() as u32;
        numbers.insert_unique(hash, number, |number| {
            let (template, name) = known(number);
            FeatureName::new(name).hash(template)
        });
        text.push_str(name.template);
        if let Some(argument) = name.argument {
            text.push('=');
            text.push_str(argument);
        }
        ends.push(text.len() as u32);
        self.templates.push(template);
        self.trust.push(trust);
        number
    }

    /// The number of each feature's template in its table.
    pub fn templates(&self) -> &[u8] {
        &self.templates
    }

    /// How far each feature is trusted.
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

/// The features of a page. Each table numbers its features from 0.
#[derive(Debug, Clone, Default)]
pub struct Features {
    /// The names of leaf features.
    pub leaf_names: FeatureNames,
    /// The names of block features.
    pub block_names: FeatureNames,
    /// The names of pair features.
    pub pair_names: FeatureNames,
    /// For each block its features: leaf features of a leaf, block features of an inner block.
    pub of_block: Vec<Vec<u32>>,
    /// For each block the features of the pair that it makes with the sibling before it.
    pub of_pair: Vec<Vec<u32>>,
}

/// Goes through all tables for all blocks. There are many leaves, and inner blocks cost much: on a large page both are done at the
/// same time.
pub(super) fn features(seen: &SeenPage<'_>) -> Features {
    let (mut features, (leaf_names, leaves)) =
        join(seen.tree.len(), || block_features(seen), || leaf_features(seen));
    features.leaf_names = leaf_names;
    for (element, found) in seen.elements.iter().zip(leaves) {
        features.of_block[element.block.index()] = found;
    }
    features
}

/// The features of elements, in their order, and the names of these features.
fn leaf_features(seen: &SeenPage<'_>) -> (FeatureNames, Vec<Vec<u32>>) {
    let (mut names, mut scratch) = (FeatureNames::default(), Scratch::default());
    let mut observe = |at: usize| {
        let leaf = leaf::Leaf { seen, at };
        scratch.observe(LEAF_FEATURES, |write, out| write(&leaf, out), &mut names)
    };
    let found = (0..seen.elements.len()).map(&mut observe).collect();
    (names, found)
}

/// The features of inner blocks and of pairs.
fn block_features(seen: &SeenPage<'_>) -> Features {
    let none = vec![Vec::new(); seen.tree.len()];
    let mut features = Features { of_block: none.clone(), of_pair: none, ..Features::default() };
    let mut scratch = Scratch::default();
    let inside = block::Inside::all(seen);
    let codes = distance::Codes::all(seen);
    let alike = block::siblings_alike(seen);
    for id in seen.tree.ids().filter(|id| seen.element_of(*id).is_none()) {
        let block = block::InnerBlock { seen, id, inside: &inside, alike: alike[id.index()] };
        features.of_block[id.index()] =
            scratch.observe(BLOCK_FEATURES, |write, out| write(&block, out), &mut features.block_names);
    }
    for parent in seen.tree.ids() {
        let mut before: Option<BlockId> = None;
        for after in seen.tree.children(parent) {
            if let Some(before) = before.replace(after) {
                let pair = pair::Pair { seen, before, after, codes: &codes };
                features.of_pair[after.index()] =
                    scratch.observe(PAIR_FEATURES, |write, out| write(&pair, out), &mut features.pair_names);
            }
        }
    }
    features
}

/// Buffers that are used again for every block.
#[derive(Default)]
struct Scratch {
    found: Vec<u32>,
    argument: String,
}

impl Scratch {
    /// Goes through a table and returns the features found, by number.
    fn observe<F>(
        &mut self,
        table: &[FeatureTemplate<F>],
        write: impl Fn(&F, &mut FeatureWriter<'_>),
        names: &mut FeatureNames,
    ) -> Vec<u32> {
        self.found.clear();
        for (number, template) in table.iter().enumerate() {
            let mut writer = FeatureWriter {
                names,
                template: number as u8,
                template_name: template.name,
                trust: template.trust,
                start: self.found.len(),
                found: &mut self.found,
                buffer: &mut self.argument,
            };
            write(&template.write, &mut writer);
        }
        self.found.clone()
    }
}

/// The parts of an element's classes and id.
fn put_names(page: &Page, node: NodeId, out: &mut FeatureWriter<'_>) {
    for name in page.classes(node).chain(page.attribute(node, "id")).take(MOST_NAMES) {
        let mut left = MOST_NAME_PARTS;
        put_parts(name, &mut left, out);
    }
}

/// The parts of a name, until `left` of them have been written.
fn put_parts(name: &str, left: &mut usize, out: &mut FeatureWriter<'_>) {
    each_name_part(name, &mut |part| {
        if *left > 0 {
            *left -= 1;
            out.put(part);
        }
    });
}

/// A number rounded to a power of two, given by its exponent, so that numbers of about the same size share a feature.
fn size(number: f32) -> &'static str {
    if number < 1.0 { "0" } else { numeral(number.log2().round() as usize) }
}

/// A number up to 64 as it is written; larger ones are all `64`.
fn numeral(number: usize) -> &'static str {
    const NUMERALS: [&str; 65] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17",
        "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34",
        "35", "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "50", "51",
        "52", "53", "54", "55", "56", "57", "58", "59", "60", "61", "62", "63", "64",
    ];
    NUMERALS[number.min(NUMERALS.len() - 1)]
}

/// How many there are, coarsely.
fn few(number: usize) -> &'static str {
    match number {
        0 => "0",
        1 => "1",
        2 => "2",
        3..=8 => "some",
        _ => "many",
    }
}

/// A share in quarters, rounded up.
fn quarter(part: usize, whole: usize) -> &'static str {
    numeral((4 * part).div_ceil(whole.max(1)).min(4))
}
