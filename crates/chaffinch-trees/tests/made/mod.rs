//! Trees for tests.

use chaffinch_trees::LabelTree;
use proptest::prelude::*;

/// Reads `r(a b(c))`: a letter is a node, brackets hold its children.
pub fn tree(text: &str) -> LabelTree {
    let mut tree = LabelTree::new();
    let mut open: Vec<usize> = Vec::new();
    let mut last = None;
    for c in text.chars() {
        match c {
            '(' => open.extend(last),
            ')' => {
                if let Some(node) = open.pop() {
                    tree.close(node);
                }
            }
            ' ' => {}
            letter => last = Some(tree.open(letter as u32)),
        }
    }
    tree
}

/// Any small tree with the root label 0.
pub fn random_tree() -> impl Strategy<Value = LabelTree> {
    prop::collection::vec((0usize..4, 1u32..4), 0..10).prop_map(|steps| {
        let mut tree = LabelTree::new();
        let mut open = vec![tree.open(0)];
        for (ups, label) in steps {
            for _ in 0..ups.min(open.len() - 1) {
                if let Some(node) = open.pop() {
                    tree.close(node);
                }
            }
            open.push(tree.open(label));
        }
        while let Some(node) = open.pop() {
            tree.close(node);
        }
        tree
    })
}
