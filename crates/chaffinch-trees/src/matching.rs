//! Simple tree matching (Yang 1991), as DEPTA uses it.

use crate::label_tree::LabelTree;

/// The number of nodes in the largest matching of two trees that keeps parents, order and labels; 0 where the roots do not match.
///
/// Of two different trees whose sizes multiply to more than `budget`, only the roots are matched.
pub fn simple_tree_matching(a: &LabelTree, b: &LabelTree, budget: usize) -> usize {
    if a == b {
        return a.len();
    }
    if a.is_empty() || b.is_empty() {
        return 0;
    }
    // Each pair of nodes is looked at once, so that no sizes need to be remembered.
    Matching { a, b, fits: fits(a, b, budget), known: Vec::new() }.size(0, 0) as usize
}

/// [`simple_tree_matching`] as a share of the mean size of both trees, 0 to 1: 1 for equal trees.
pub fn tree_similarity(a: &LabelTree, b: &LabelTree, budget: usize) -> f32 {
    let mean = (a.len() + b.len()) as f32 / 2.0;
    if mean == 0.0 { 1.0 } else { simple_tree_matching(a, b, budget) as f32 / mean }
}

/// The pairs of nodes in a largest matching, in document order.
pub fn matched_nodes(a: &LabelTree, b: &LabelTree, budget: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    if !a.is_empty() && !b.is_empty() && a.label(0) == b.label(0) {
        let fits = fits(a, b, budget);
        let known = if fits { vec![UNKNOWN; a.len() * b.len()] } else { Vec::new() };
        let mut matching = Matching { a, b, fits, known };
        let mut open = vec![(0, 0)];
        while let Some((x, y)) = open.pop() {
            pairs.push((x, y));
            open.extend(matching.matched_children(x, y));
        }
        pairs.sort_unstable();
    }
    pairs
}

fn fits(a: &LabelTree, b: &LabelTree, budget: usize) -> bool {
    a.len().saturating_mul(b.len()) <= budget
}

struct Matching<'t> {
    a: &'t LabelTree,
    b: &'t LabelTree,
    /// Whether the trees are small enough to look below their roots.
    fits: bool,
    /// The sizes of matchings of two subtrees that were computed before; empty where they are not remembered.
    known: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl Matching<'_> {
    fn size(&mut self, x: usize, y: usize) -> u32 {
        if self.a.label(x) != self.b.label(y) {
            return 0;
        }
        let (left, right) = (self.a.end(x) - x, self.b.end(y) - y);
        if !self.fits || left == 1 || right == 1 {
            return 1;
        }
        if left == right && self.a.is_same(x, self.b, y) {
            return left as u32;
        }
        let at = x * self.b.len() + y;
        if let Some(known) = self.known.get(at).filter(|known| **known != UNKNOWN) {
            return *known;
        }
        let size = 1 + self.table(x, y).last().copied().unwrap_or(0);
        if let Some(known) = self.known.get_mut(at) {
            *known = size;
        }
        size
    }

    /// `M[i][j]`, the size of the best matching of the first i children of x and the first j children of y, row by row.
    fn table(&mut self, x: usize, y: usize) -> Vec<u32> {
        let (a, b) = (self.a, self.b);
        let width = b.children(y).count() + 1;
        let mut table = vec![0; (a.children(x).count() + 1) * width];
        for (i, left) in a.children(x).enumerate() {
            for (j, right) in b.children(y).enumerate() {
                let at = (i + 1) * width + j + 1;
                let both = table[at - width - 1] + self.size(left, right);
                table[at] = both.max(table[at - 1]).max(table[at - width]);
            }
        }
        table
    }

    fn matched_children(&mut self, x: usize, y: usize) -> Vec<(usize, usize)> {
        if !self.fits {
            return Vec::new();
        }
        let table = self.table(x, y);
        let left: Vec<usize> = self.a.children(x).collect();
        let right: Vec<usize> = self.b.children(y).collect();
        let best = |i: usize, j: usize| table[i * (right.len() + 1) + j];
        let (mut i, mut j) = (left.len(), right.len());
        let mut pairs = Vec::new();
        while i > 0 && j > 0 {
            if best(i, j) == best(i - 1, j) {
                i -= 1;
            } else if best(i, j) == best(i, j - 1) {
                j -= 1;
            } else {
                i -= 1;
                j -= 1;
                pairs.push((left[i], right[j]));
            }
        }
        pairs
    }
}
