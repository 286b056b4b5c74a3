//! What a schema's own names tell: a value labelled `Tel` is probably the `phone` of the schema. No page need have shown it. Each
//! hint is a page of a single leaf, of which only the label or the sort of its value is known.

use crate::concepts::{concepts, sort_of};
use crate::features::{Features, LEAF_FEATURES, Name};
use crate::observed::{Observed, ObservedLeaf};
use chaffinch_core::Rect;

/// The attributes of a schema, and what their values may look like.
pub fn hints(attributes: &[String]) -> Vec<(usize, Observed)> {
    let mut hints = Vec::new();
    for (number, name) in attributes.iter().enumerate() {
        for concept in concepts(name) {
            let label = ("labelled", concept.as_str());
            hints.push((number, hint(&[label])));
            if let Some(sort) = sort_of(&concept) {
                hints.push((number, hint(&[label, ("sort", sort)])));
            }
        }
    }
    hints
}

fn hint(known: &[(&str, &str)]) -> Observed {
    let leaf = ObservedLeaf::blank();
    let mut features = Features { of_pair: vec![Vec::new()], ..Features::default() };
    let mut found = Vec::new();
    for (at, row) in LEAF_FEATURES.iter().enumerate() {
        for (_, detail) in known.iter().filter(|(name, _)| *name == row.name) {
            let name = Name { template: row.name, detail: Some(detail) };
            found.push(features.leaf_names.number(name, at as u8, row.trust));
        }
    }
    features.of_block = vec![found];
    Observed {
        parents: vec![None],
        rects: vec![Rect::default()],
        holders: vec![None],
        units: vec![false],
        heading: None,
        price: None,
        leaves: vec![Some(leaf)],
        features,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_attributes_hint_at_labels_and_values() {
        let hints = hints(&["title".to_owned(), "phone".to_owned()]);
        let names = |at: usize| hints[at].1.features.leaf_names.all().collect::<Vec<_>>().join(" ");
        assert_eq!(hints.iter().map(|(attribute, _)| *attribute).collect::<Vec<_>>(), [0, 1, 1]);
        assert_eq!(names(0), "labelled=name");
        assert_eq!(names(1), "labelled=phone");
        assert_eq!(names(2), "sort=phone labelled=phone");
    }
}
