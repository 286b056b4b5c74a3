//! What the names of a schema hint at: a value with the caption `Tel` is probably the `phone` of the schema, even if no page has
//! shown it. Each hint is a page of a single leaf of which only the caption, or the type of value, is known.

use crate::labels::{AttributeId, LabelSpaces};
use crate::see::features::{FeatureName, LEAF_FEATURES};
use crate::see::{Observed, ObservedLeaf, concepts, type_of};

/// The attributes of a schema, each with a page that hints at it.
pub fn hints(spaces: &LabelSpaces) -> Vec<(AttributeId, Observed)> {
    let mut hints = Vec::new();
    for attribute in spaces.attribute_ids() {
        for concept in concepts(spaces.name(attribute)) {
            let caption = ("labelled", concept.as_str());
            hints.push((attribute, hint(&[caption])));
            if let Some(value_type) = type_of(&concept) {
                hints.push((attribute, hint(&[caption, ("sort", value_type)])));
            }
        }
    }
    hints
}

/// A page with a leaf that has these features, each given by its template and argument.
fn hint(known: &[(&str, &str)]) -> Observed {
    let mut page = Observed::from_blocks(vec![None], vec![Some(ObservedLeaf::of_text(""))]);
    for (number, template) in LEAF_FEATURES.iter().enumerate() {
        for (_, argument) in known.iter().filter(|(name, _)| *name == template.name) {
            let name = FeatureName { template: template.name, argument: Some(argument) };
            let feature = page.features.leaf_names.number(name, number as u8, template.trust);
            page.features.of_block[0].push(feature);
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_attributes_hint_at_captions_and_values() {
        let names = vec!["title".to_owned(), "phone".to_owned()];
        let hints = hints(&LabelSpaces::new(names, &Default::default(), 0));
        let names = |at: usize| hints[at].1.features.leaf_names.all().collect::<Vec<_>>().join(" ");
        assert_eq!(hints.iter().map(|(attribute, _)| attribute.index()).collect::<Vec<_>>(), [0, 1, 1]);
        assert_eq!(names(0), "labelled=name");
        assert_eq!(names(1), "labelled=phone");
        assert_eq!(names(2), "sort=phone labelled=phone");
    }
}
