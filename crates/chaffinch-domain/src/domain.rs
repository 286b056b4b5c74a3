//! A domain: what its annotations look like, which attributes they make, and what a record needs.

use crate::annotate::Recogniser;
use crate::gazetteer::Gazetteer;
use crate::pattern::Pattern;
use chaffinch_core::ColumnType;
use serde::Deserialize;
use std::sync::Arc;

/// The knowledge about one kind of records.
#[derive(Debug)]
pub struct Domain {
    /// Its name.
    pub name: String,
    /// What it is for, in a sentence.
    pub description: String,
    /// Words, in lower case, of which at least one stands on every page about the domain; none where any page may be.
    pub words: Vec<String>,
    /// The types of annotations.
    pub annotations: Vec<AnnotationType>,
    /// The attributes, in the order of columns.
    pub attributes: Vec<Attribute>,
    /// The attribute that a record's title is.
    pub title: String,
    /// Of each group of attributes a record has at least one.
    pub required: Vec<Vec<usize>>,
    /// What has one of these attributes is no record.
    pub forbidden: Vec<usize>,
    /// What every record of a list has where some of them have it.
    pub expected: Vec<usize>,
    /// Characters that most records of a list have at most.
    pub longest: usize,
    /// How a record that is written in several pieces is known.
    pub parts: Option<Parts>,
}

/// Neighbours that are one record: they say the same of an attribute, and one is marked as a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// The attribute that tells records apart.
    pub same: usize,
    /// The attribute that only parts have.
    pub marked: usize,
}

/// How a type of annotations is found.
#[derive(Debug)]
pub struct AnnotationType {
    /// Its name.
    pub name: String,
    /// A recogniser that comes with the program.
    pub recogniser: Option<Recogniser>,
    /// Patterns; the groups `value` and `unit` or `currency` become features.
    pub patterns: Vec<Pattern>,
    /// Lists of terms.
    pub gazetteers: Vec<Arc<Gazetteer>>,
    /// Words by which pages call the elements that hold it.
    pub marked: Vec<String>,
    /// Whether it must begin in upper case.
    pub capitalised: bool,
    /// Whether it must be all there is on its line.
    pub alone: bool,
    /// The longest line it may stand on, in characters.
    pub longest_line: Option<usize>,
}

/// An attribute of records, and the constraint that makes it of annotations.
#[derive(Debug)]
pub struct Attribute {
    /// Its name: that of the column.
    pub name: String,
    /// What its values are.
    pub kind: ColumnType,
    /// The constraints that make it; one that is satisfied is enough.
    pub constraints: Vec<Constraint>,
    /// Whether every record has one: records are looked for around these.
    pub mandatory: bool,
    /// Whether a record may have several.
    pub many: bool,
    /// How much of the text around an annotation is the value.
    pub extent: Extent,
    /// How much it says about a record being one.
    pub weight: i64,
}

/// What must and must not be on one node for an attribute to be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// Annotations that must all be there; the first is the attribute's place.
    pub required: Vec<usize>,
    /// Annotations that must not.
    pub disallowed: Vec<usize>,
}

/// How much of the text around an annotation is an attribute's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// The annotation alone.
    #[default]
    Match,
    /// The line it stands on.
    Line,
    /// That line and those next to it that the attribute stands on too: an address on two lines.
    Lines,
    /// The text node it stands in.
    Node,
}

impl Domain {
    /// The number of an attribute by its name.
    pub fn attribute(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|attribute| attribute.name == name)
    }
}
