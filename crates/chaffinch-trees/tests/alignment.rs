//! Partial tree alignment.

mod made;

use chaffinch_trees::partial_tree_alignment;
use made::{random_tree, tree};
use proptest::prelude::*;

const ENOUGH: usize = 1 << 20;

#[test]
fn a_node_between_neighbours_is_added_to_the_seed() {
    let trees = [tree("r(a c d(x y))"), tree("r(a b c)"), tree("r(a b c d)")];
    let alignment = partial_tree_alignment(&trees, ENOUGH, 4);
    assert_eq!(alignment.seed, tree("r(a b c d(x y))"));
    assert_eq!(alignment.places[1], [Some(0), Some(1), Some(2), Some(3)]);
}

#[test]
fn a_node_without_a_certain_place_stays_out() {
    // Whether x stands before or after b and c cannot be told.
    let trees = [tree("r(a b c d)"), tree("r(a x d)")];
    let alignment = partial_tree_alignment(&trees, ENOUGH, 4);
    assert_eq!(alignment.seed, trees[0]);
    assert_eq!(alignment.places[1], [Some(0), Some(1), None, Some(4)]);
}

proptest! {
    #[test]
    fn every_node_lies_on_one_of_its_own_label_and_no_two_on_the_same(
        trees in prop::collection::vec(random_tree(), 1..6),
    ) {
        let alignment = partial_tree_alignment(&trees, ENOUGH, 4);
        for (tree, places) in trees.iter().zip(&alignment.places) {
            let mut used: Vec<usize> = places.iter().flatten().copied().collect();
            prop_assert!(used.windows(2).all(|pair| pair[0] < pair[1]));
            used.dedup();
            prop_assert_eq!(used.len(), places.iter().flatten().count());
            for (node, place) in places.iter().enumerate() {
                prop_assert!(place.is_none_or(|place| alignment.seed.label(place) == tree.label(node)));
            }
        }
    }
}
