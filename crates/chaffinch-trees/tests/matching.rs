//! Simple tree matching.

mod made;

use chaffinch_trees::{matched_nodes, simple_tree_matching};
use made::{random_tree, tree};
use proptest::prelude::*;

const ENOUGH: usize = 1 << 20;

#[test]
fn a_missing_child_costs_one() {
    let (a, b) = (tree("r(a b(c d) e)"), tree("r(a b(c) e)"));
    assert_eq!(simple_tree_matching(&a, &b, ENOUGH), 5);
    assert_eq!(matched_nodes(&a, &b, ENOUGH), [(0, 0), (1, 1), (2, 2), (3, 3), (5, 4)]);
}

#[test]
fn different_roots_do_not_match() {
    assert_eq!(simple_tree_matching(&tree("r(a)"), &tree("s(a)"), ENOUGH), 0);
}

#[test]
fn order_is_kept() {
    assert_eq!(simple_tree_matching(&tree("r(a b)"), &tree("r(b a)"), ENOUGH), 2);
}

proptest! {
    #[test]
    fn matching_is_symmetric_and_bounded_by_the_smaller_tree(a in random_tree(), b in random_tree()) {
        let size = simple_tree_matching(&a, &b, ENOUGH);
        prop_assert_eq!(size, simple_tree_matching(&b, &a, ENOUGH));
        prop_assert!(size <= a.len().min(b.len()));
        prop_assert_eq!(simple_tree_matching(&a, &a, ENOUGH), a.len());
        prop_assert_eq!(matched_nodes(&a, &b, ENOUGH).len(), size);
    }

    #[test]
    fn a_small_budget_never_claims_more(a in random_tree(), b in random_tree()) {
        prop_assert!(simple_tree_matching(&a, &b, 1) <= simple_tree_matching(&a, &b, ENOUGH));
    }
}
