//! A domain: what its annotations look like, which attributes they make, and what a record needs.

use crate::annotate::Recogniser;
use crate::gazetteer::Gazetteer;
use crate::ids::{AnnotationKind, AttributeKind};
use crate::pattern::Pattern;
use chaffinch_core::ColumnType;
use serde::Deserialize;
use std::ops::Index;
use std::sync::Arc;

/// The knowledge about one kind of record.
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
    /// The name of the column that holds a record's title: an attribute, or a column of its own.
    pub title: String,
    /// A record has at least one attribute of each group.
    pub required: Vec<Vec<AttributeKind>>,
    /// A stretch with one of these attributes is no record.
    pub forbidden: Vec<AttributeKind>,
    /// If several records of a list have one of these attributes, those without it are no records.
    pub expected: Vec<AttributeKind>,
    /// The longest that the median record of a list may be, in characters.
    pub longest: usize,
    /// How much of what a record can hold the records of a list have where it is as likely a list as not, from 0 to 1.
    pub fullness: f32,
    /// How to recognise a record that a page writes in several pieces.
    pub split_records: Option<SplitRecords>,
}

/// Neighbours that are one record: they have the same value of one attribute, and another attribute marks the secondary piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SplitRecords {
    /// The attribute whose value tells records apart: the pieces of one record have the same.
    pub same: AttributeKind,
    /// The attribute that marks a secondary piece, such as a dissent.
    pub marked: AttributeKind,
}

/// How a type of annotation is found.
#[derive(Debug)]
pub struct AnnotationType {
    /// Its name.
    pub name: String,
    /// A recogniser that comes with the program.
    pub recogniser: Option<Recogniser>,
    /// Patterns; their group `value` becomes the value, `unit` or `currency` the unit, and `whole`, if there is one, the stretch.
    pub patterns: Vec<Pattern>,
    /// Lists of terms.
    pub gazetteers: Vec<Arc<Gazetteer>>,
    /// Words in classes and ids of the elements that hold it.
    pub marked: Vec<String>,
    /// Words by which a page calls the numbers that it is: in heads of tables, labels, classes and ids.
    pub called: Vec<String>,
    /// Whether its first letter must not be in lower case.
    pub capitalised: bool,
    /// Whether it must fill its line.
    pub alone: bool,
    /// The longest line it may stand on, in characters.
    pub longest_line: Option<usize>,
}

/// An attribute of records, and the constraints under which annotations become one.
#[derive(Debug)]
pub struct Attribute {
    /// Its name, which is that of the column.
    pub name: String,
    /// The type of its values.
    pub column_type: ColumnType,
    /// The constraints; an annotation that satisfies one of them becomes the attribute.
    pub constraints: Vec<Constraint>,
    /// Whether records are looked for around this attribute.
    pub mandatory: bool,
    /// Whether a record may have several.
    pub many: bool,
    /// How much of the text around an annotation is the value.
    pub extent: Extent,
    /// How much it speaks for a stretch being a record, from 0 to 1000.
    pub weight: i64,
}

impl Attribute {
    /// Whether its values are elements, links or images, and not text.
    pub(crate) fn is_element(&self) -> bool {
        matches!(self.column_type, ColumnType::Url | ColumnType::Image)
    }
}

/// What must and must not be on one node for an attribute to be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// Annotations that must all be there; the attribute stands where the first of them does.
    pub required: Vec<AnnotationKind>,
    /// Annotations that must not be there.
    pub disallowed: Vec<AnnotationKind>,
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
    /// That line and its neighbours that hold the attribute too: an address on two lines.
    Lines,
    /// The text node it stands in.
    Node,
}

impl Domain {
    /// The attribute of a name.
    pub fn attribute(&self, name: &str) -> Option<AttributeKind> {
        self.kinds().find(|(_, attribute)| attribute.name == name).map(|(kind, _)| kind)
    }

    /// The attributes with the ids by which they are known.
    pub fn kinds(&self) -> impl Iterator<Item = (AttributeKind, &Attribute)> {
        self.attributes.iter().enumerate().map(|(at, attribute)| (AttributeKind::from_index(at), attribute))
    }
}

impl Index<AttributeKind> for Domain {
    type Output = Attribute;

    fn index(&self, kind: AttributeKind) -> &Attribute {
        &self.attributes[kind.index()]
    }
}

impl Index<AnnotationKind> for Domain {
    type Output = AnnotationType;

    fn index(&self, kind: AnnotationKind) -> &AnnotationType {
        &self.annotations[kind.index()]
    }
}
