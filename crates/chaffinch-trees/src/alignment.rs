//! Partial tree alignment (Zhai & Liu 2005): finds which nodes of many trees belong together, by matching all to one tree that grows.

use crate::label_tree::LabelTree;
use crate::matching::matched_nodes;
use chaffinch_core::TextMap;

/// Many trees matched to one, the seed.
#[derive(Debug, Clone)]
pub struct Alignment {
    /// The seed with all nodes that were added to it.
    pub seed: LabelTree,
    /// For each tree and each of its nodes, the matching node of the seed, if any.
    pub places: Vec<Vec<Option<usize>>>,
}

/// Aligns trees.
///
/// The largest tree is the seed. Each other tree is matched to it. A run of its nodes without a match is added to the
/// seed where there is only one possible place for it: between two nodes that match neighbours in the seed, or
/// at an end. Trees with nodes left over are matched again, at most `rounds` times and only while the seed grows. Two trees whose
/// sizes multiply to more than `budget` are matched by their roots alone.
pub fn partial_tree_alignment(trees: &[LabelTree], budget: usize, rounds: usize) -> Alignment {
    let Some(largest) = (0..trees.len()).max_by_key(|tree| (trees[*tree].len(), usize::MAX - *tree)) else {
        return Alignment { seed: LabelTree::new(), places: Vec::new() };
    };
    let mut seed = trees[largest].clone();
    let mut kinds: TextMap<&LabelTree, usize> = TextMap::default();
    let mut distinct: Vec<&LabelTree> = Vec::new();
    let kind_of: Vec<usize> = trees
        .iter()
        .map(|tree| {
            *kinds.entry(tree).or_insert_with(|| {
                distinct.push(tree);
                distinct.len() - 1
            })
        })
        .collect();
    let mut waiting: Vec<&LabelTree> = distinct.clone();
    waiting.sort_by_key(|tree| std::cmp::Reverse(tree.len()));
    for _ in 0..rounds {
        let mut grew = false;
        waiting.retain(|tree| {
            let (grown, complete) = add_unmatched(&seed, tree, budget);
            if let Some(grown) = grown {
                seed = grown;
                grew = true;
            }
            !complete
        });
        if !grew || waiting.is_empty() {
            break;
        }
    }
    let placed: Vec<Vec<Option<usize>>> = distinct.iter().map(|tree| places(&seed, tree, budget)).collect();
    Alignment { places: kind_of.into_iter().map(|kind| placed[kind].clone()).collect(), seed }
}

fn places(seed: &LabelTree, tree: &LabelTree, budget: usize) -> Vec<Option<usize>> {
    let mut places = vec![None; tree.len()];
    for (in_seed, node) in matched_nodes(seed, tree, budget) {
        places[node] = Some(in_seed);
    }
    places
}

/// The seed with those runs of `tree` added that have only one possible place, if there are any; and whether that is all of `tree`.
fn add_unmatched(seed: &LabelTree, tree: &LabelTree, budget: usize) -> (Option<LabelTree>, bool) {
    let places = places(seed, tree, budget);
    // By parent and child of the seed, what is inserted before that child; `None` is the end of the children.
    let mut insertions: TextMap<(usize, Option<usize>), Vec<usize>> = TextMap::default();
    let mut complete = true;
    for parent in (0..tree.len()).filter(|node| places[*node].is_some()) {
        let Some(in_seed) = places[parent] else { continue };
        let kids: Vec<usize> = tree.children(parent).collect();
        let seed_kids: Vec<usize> = seed.children(in_seed).collect();
        let mut at = 0;
        while at < kids.len() {
            if places[kids[at]].is_some() {
                at += 1;
                continue;
            }
            let run_end = (at..kids.len()).find(|i| places[kids[*i]].is_some()).unwrap_or(kids.len());
            let position = |kid: usize| seed_kids.iter().position(|s| Some(*s) == places[kid]);
            let before = if at == 0 { Some(0) } else { position(kids[at - 1]).map(|p| p + 1) };
            let after = if run_end == kids.len() { Some(seed_kids.len()) } else { position(kids[run_end]) };
            match (before, after) {
                (Some(before), Some(after)) if before == after => {
                    let place = (in_seed, seed_kids.get(before).copied());
                    insertions.entry(place).or_default().extend(&kids[at..run_end]);
                }
                _ => complete = false,
            }
            at = run_end;
        }
    }
    if insertions.is_empty() {
        return (None, complete);
    }
    let mut grown = LabelTree::new();
    copy(seed, 0, tree, &insertions, &mut grown);
    (Some(grown), complete)
}

/// Copies the subtree of `node` of the seed to `out`, with the insertions.
fn copy(
    seed: &LabelTree,
    node: usize,
    tree: &LabelTree,
    insertions: &TextMap<(usize, Option<usize>), Vec<usize>>,
    out: &mut LabelTree,
) {
    let copied = out.open(seed.label(node));
    for before in seed.children(node).map(Some).chain([None]) {
        for added in insertions.get(&(node, before)).into_iter().flatten() {
            out.append(tree, *added..tree.end(*added));
        }
        if let Some(child) = before {
            copy(seed, child, tree, insertions, out);
        }
    }
    out.close(copied);
}
