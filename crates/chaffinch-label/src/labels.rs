//! The label spaces of section 4 of the paper: what a leaf can be, and what an inner block can be.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of an attribute in its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AttributeId(usize);

impl AttributeId {
    /// The attribute at `index` of the schema.
    pub fn from_index(index: usize) -> AttributeId {
        AttributeId(index)
    }

    /// As an index.
    pub fn index(self) -> usize {
        self.0
    }
}

/// A set of attributes. Model files keep it as a number whose bit `n` stands for attribute `n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AttributeSet(u64);

impl AttributeSet {
    /// Adds an attribute.
    pub fn insert(&mut self, attribute: AttributeId) {
        self.0 |= 1 << attribute.0;
    }

    /// Whether an attribute is in the set.
    pub fn contains(self, attribute: AttributeId) -> bool {
        self.0 >> attribute.0 & 1 == 1
    }

    /// How many attributes there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The attributes of both sets.
    #[must_use]
    pub fn union(self, other: AttributeSet) -> AttributeSet {
        AttributeSet(self.0 | other.0)
    }

    /// Whether all of its attributes are in the other set.
    pub fn is_subset(self, other: AttributeSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether all of its attributes are among the first `count` of the schema.
    pub(crate) fn is_below(self, count: usize) -> bool {
        count >= 64 || self.0 >> count == 0
    }
}

impl FromIterator<AttributeId> for AttributeSet {
    fn from_iter<I: IntoIterator<Item = AttributeId>>(attributes: I) -> AttributeSet {
        let mut set = AttributeSet::default();
        attributes.into_iter().for_each(|attribute| set.insert(attribute));
        set
    }
}

/// The most attributes that a schema can have.
pub const MOST_ATTRIBUTES: usize = 40;

/// What an inner block can be: the labels of Table 1, which do not depend on the kind of object, and `Con_*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Inner {
    /// Nothing of interest.
    NoteBlock,
    /// One record and other things.
    InfoBlock,
    /// Several records. The paper's regions hold nothing else; ours may, so that all blocks between the records and the root say
    /// that the page is a list.
    DataRegion,
    /// All attributes of one record.
    DataRecord,
    /// The head of the page.
    PageHead,
    /// The tail of the page.
    PageTail,
    /// A navigation bar.
    NavBar,
    /// Some attributes of a record: `Con_*`.
    Contains(AttributeSet),
}

/// How many labels of inner blocks do not depend on the kind of object.
const INDEPENDENT: usize = 7;

/// The labels of leaves and of inner blocks for a schema, each numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelSpaces {
    /// The names of the attributes.
    pub attributes: Vec<String>,
    /// The combinations of attributes that have a `Con_*` label, in the order of these labels.
    pub(crate) combinations: Vec<AttributeSet>,
}

impl LabelSpaces {
    /// The label of a leaf that holds nothing of interest.
    pub(crate) const NOTE: usize = 0;

    /// Label spaces for these attributes. `seen` counts the combinations of attributes that blocks inside records hold: single
    /// attributes always have a label, and so do the `most` most frequent other combinations.
    pub(crate) fn new(
        attributes: Vec<String>,
        seen: &BTreeMap<AttributeSet, usize>,
        most: usize,
    ) -> LabelSpaces {
        let single = |index| AttributeSet::from_iter([AttributeId(index)]);
        let mut combinations: Vec<AttributeSet> = (0..attributes.len()).map(single).collect();
        let mut others: Vec<(AttributeSet, usize)> =
            seen.iter().map(|(set, count)| (*set, *count)).filter(|(set, _)| set.len() > 1).collect();
        others.sort_by_key(|(set, count)| (std::cmp::Reverse(*count), *set));
        combinations.extend(others.into_iter().take(most).map(|(set, _)| set));
        LabelSpaces { attributes, combinations }
    }

    /// All attributes.
    pub fn attribute_ids(&self) -> impl Iterator<Item = AttributeId> + use<> {
        (0..self.attributes.len()).map(AttributeId)
    }

    /// The name of an attribute.
    ///
    /// # Panics
    /// Panics if the schema has no such attribute.
    pub fn name(&self, attribute: AttributeId) -> &str {
        &self.attributes[attribute.0]
    }

    /// How many labels a leaf can have.
    pub(crate) fn leaf_labels(&self) -> usize {
        self.attributes.len() + 1
    }

    /// How many labels an inner block can have.
    pub fn inner_labels(&self) -> usize {
        INDEPENDENT + self.combinations.len()
    }

    /// The number of a leaf's label.
    pub(crate) fn leaf(&self, attribute: Option<AttributeId>) -> usize {
        attribute.map_or(LabelSpaces::NOTE, |attribute| attribute.0 + 1)
    }

    /// The attribute that a leaf's label stands for.
    pub(crate) fn attribute(&self, label: usize) -> Option<AttributeId> {
        label.checked_sub(1).map(AttributeId)
    }

    /// What an inner block's label is called, in the words of the paper.
    pub(crate) fn inner_name(&self, label: usize) -> String {
        const NAMES: [&str; INDEPENDENT] =
            ["Note Block", "Info Block", "Data Region", "Data Record", "Page Head", "Page Tail", "Nav Bar"];
        if let Some(name) = NAMES.get(label) {
            return (*name).to_owned();
        }
        let set = self.combinations.get(label - INDEPENDENT).copied().unwrap_or_default();
        let names: Vec<&str> =
            self.attribute_ids().filter(|id| set.contains(*id)).map(|id| self.name(id)).collect();
        format!("Con_{}", names.join("_"))
    }

    /// What a leaf's label is called.
    pub(crate) fn leaf_name(&self, label: usize) -> String {
        self.attribute(label).map_or_else(|| "Note".to_owned(), |attribute| self.name(attribute).to_owned())
    }

    /// The number of an inner block's label. A combination without a label of its own gets that of the largest labelled
    /// combination inside it.
    pub(crate) fn inner(&self, label: Inner) -> usize {
        match label {
            Inner::NoteBlock => 0,
            Inner::InfoBlock => 1,
            Inner::DataRegion => 2,
            Inner::DataRecord => 3,
            Inner::PageHead => 4,
            Inner::PageTail => 5,
            Inner::NavBar => 6,
            Inner::Contains(set) => {
                let inside = self.combinations.iter().enumerate().filter(|(_, known)| known.is_subset(set));
                let best = inside.max_by_key(|(number, known)| (known.len(), std::cmp::Reverse(*number)));
                best.map_or(0, |(number, _)| INDEPENDENT + number)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMAGE: AttributeSet = AttributeSet(0b001);
    const IMAGE_AND_NAME: AttributeSet = AttributeSet(0b011);

    fn spaces(most: usize) -> LabelSpaces {
        let names = ["image", "name", "price"].map(str::to_owned).to_vec();
        let seen = [(0b011, 9), (0b110, 5), (0b111, 2), (0b001, 50)];
        LabelSpaces::new(names, &seen.map(|(set, count)| (AttributeSet(set), count)).into(), most)
    }

    #[test]
    fn frequent_combinations_get_labels() {
        let spaces = spaces(2);
        assert_eq!(spaces.combinations, [0b001, 0b010, 0b100, 0b011, 0b110].map(AttributeSet));
        assert_eq!(spaces.inner_labels(), 12);
        assert_eq!(spaces.inner(Inner::Contains(IMAGE_AND_NAME)), 10);
    }

    #[test]
    fn a_rare_combination_is_labelled_by_what_it_holds() {
        let spaces = spaces(1);
        let label = |set| spaces.inner(Inner::Contains(set));
        assert_eq!(label(AttributeSet(0b111)), label(IMAGE_AND_NAME));
        assert_eq!(label(AttributeSet(0b101)), label(IMAGE));
    }
}
