//! The label spaces of section 4: what a leaf can be, and what an inner block can be.

use std::collections::BTreeMap;

/// A set of attributes, by their number in the schema: bit `n` is attribute `n`.
pub type Attributes = u64;

/// A schema cannot have more attributes than a set has places.
pub const MOST_ATTRIBUTES: usize = 40;

/// The labels that are independent of the kind of object (Table 1), in the order of their numbers.
pub const INDEPENDENT: [&str; 7] =
    ["Note Block", "Info Block", "Data Region", "Data Record", "Page Head", "Page Tail", "Nav Bar"];

/// What an inner block can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Inner {
    /// Nothing of interest.
    NoteBlock,
    /// One record and other things.
    InfoBlock,
    /// Several records. The paper's regions hold nothing else; ours do, so that what stands between them and the root says that the page is a list.
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
    Contains(Attributes),
}

/// Both label spaces for a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelSpaces {
    /// The names of the attributes.
    pub attributes: Vec<String>,
    /// The combinations that have a `Con_*` label, by number.
    pub combinations: Vec<Attributes>,
}

impl LabelSpaces {
    /// The label of a leaf that holds nothing of interest.
    pub const NOTE: usize = 0;

    /// Spaces for these attributes. `seen` counts the combinations of attributes that blocks inside records hold; single attributes
    /// always have a label, and of the others the `bound` most frequent ones.
    pub fn new(attributes: Vec<String>, seen: &BTreeMap<Attributes, usize>, bound: usize) -> LabelSpaces {
        let mut combinations: Vec<Attributes> = (0..attributes.len()).map(|n| 1 << n).collect();
        let mut others: Vec<(Attributes, usize)> =
            seen.iter().map(|(set, count)| (*set, *count)).filter(|(set, _)| set.count_ones() > 1).collect();
        others.sort_by_key(|(set, count)| (std::cmp::Reverse(*count), *set));
        combinations.extend(others.into_iter().take(bound).map(|(set, _)| set));
        LabelSpaces { attributes, combinations }
    }

    /// How many labels a leaf can have.
    pub fn leaf_labels(&self) -> usize {
        self.attributes.len() + 1
    }

    /// How many labels an inner block can have.
    pub fn inner_labels(&self) -> usize {
        INDEPENDENT.len() + self.combinations.len()
    }

    /// The number of a leaf's label.
    pub fn leaf(&self, attribute: Option<usize>) -> usize {
        attribute.map_or(LabelSpaces::NOTE, |attribute| attribute + 1)
    }

    /// The attribute that a leaf's label stands for.
    pub fn attribute(&self, label: usize) -> Option<usize> {
        label.checked_sub(1)
    }

    /// The number of an inner block's label. A combination without a label of its own has that of the largest one
    /// inside it.
    pub fn inner(&self, label: Inner) -> usize {
        match label {
            Inner::NoteBlock => 0,
            Inner::InfoBlock => 1,
            Inner::DataRegion => 2,
            Inner::DataRecord => 3,
            Inner::PageHead => 4,
            Inner::PageTail => 5,
            Inner::NavBar => 6,
            Inner::Contains(set) => {
                let inside = self.combinations.iter().enumerate().filter(|(_, known)| **known & !set == 0);
                let best = inside.max_by_key(|(at, known)| (known.count_ones(), std::cmp::Reverse(*at)));
                best.map_or(0, |(at, _)| INDEPENDENT.len() + at)
            }
        }
    }

    /// The name of an inner label, as Table 1 writes it.
    pub fn inner_name(&self, label: usize) -> String {
        match label.checked_sub(INDEPENDENT.len()) {
            None => INDEPENDENT[label].to_owned(),
            Some(at) => {
                let held = (0..self.attributes.len()).filter(|n| self.combinations[at] >> n & 1 == 1);
                let names: Vec<&str> = held.map(|n| self.attributes[n].as_str()).collect();
                format!("Con_{}", names.join("+"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spaces(bound: usize) -> LabelSpaces {
        let names = ["image", "name", "price"].map(str::to_owned).to_vec();
        let seen = BTreeMap::from([(0b011, 9), (0b110, 5), (0b111, 2), (0b001, 50)]);
        LabelSpaces::new(names, &seen, bound)
    }

    #[test]
    fn frequent_combinations_get_labels() {
        let spaces = spaces(2);
        assert_eq!(spaces.combinations, [0b001, 0b010, 0b100, 0b011, 0b110]);
        assert_eq!(spaces.inner_labels(), 12);
        assert_eq!(spaces.inner_name(spaces.inner(Inner::Contains(0b011))), "Con_image+name");
    }

    #[test]
    fn a_rare_combination_is_labelled_by_what_it_holds() {
        let spaces = spaces(1);
        assert_eq!(spaces.inner_name(spaces.inner(Inner::Contains(0b111))), "Con_image+name");
        assert_eq!(spaces.inner_name(spaces.inner(Inner::Contains(0b101))), "Con_image");
    }
}
