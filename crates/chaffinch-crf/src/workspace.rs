use crate::junction::{Clique, JunctionTree};
use crate::operands::{Group, Operand, Source, Walk};
use crate::parts::JoinBuffers;
use crate::rows::{self, for_length};
use crate::table::exponentiate;

/// The buffers of inference. Use one workspace for many graphs: it grows to the size that the largest needs.
#[derive(Debug, Clone, Default)]
pub struct Workspace {
    /// The logarithms of factor tables, followed by those of the groups of the current clique.
    pub(crate) scores: Vec<f64>,
    /// The exponentials of each table, divided by the largest; followed by those of the groups of all cliques, each row divided by its
    /// largest.
    pub(crate) exps: Vec<f64>,
    /// The logarithms of what each table and each row was divided by.
    pub(crate) tops: Vec<f64>,
    /// The expected counts of tables, followed by those of the groups of the current clique.
    pub(crate) counts: Vec<f64>,
    /// The messages of the collection phase, as logarithms.
    pub(crate) messages: Vec<f64>,
    /// The sum of exponentials that each message is the logarithm of.
    pub(crate) message_sums: Vec<f64>,
    /// The probabilities of the ways to label each separator.
    pub(crate) separators: Vec<f64>,
    /// The probabilities of each node's labels.
    pub(crate) nodes: Vec<f64>,
    /// One block of a clique, and the sum and top of each of its rows.
    pub(crate) block: Vec<f64>,
    pub(crate) sums: Vec<f64>,
    pub(crate) block_tops: Vec<f64>,
    /// The sum of all rows of a block.
    pub(crate) all: Vec<f64>,
    pub(crate) join_buffers: JoinBuffers,
    /// The row at which each group of the current clique is.
    pub(crate) at: Vec<usize>,
    /// The buffers of a second thread.
    pub(crate) other: Option<Box<Workspace>>,
}

impl Workspace {
    /// Empty buffers.
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// Makes the buffers large enough for `tree` and adds up its tables.
    pub(crate) fn start(&mut self, tree: &JunctionTree, weights: &[f64]) {
        assert_eq!(weights.len(), tree.tables.weights, "weights of another model");
        grow(&mut self.scores, tree.sizes.entries);
        grow(&mut self.messages, tree.sizes.messages);
        grow(&mut self.block, tree.sizes.block);
        grow(&mut self.join_buffers.rows, tree.sizes.block);
        grow(&mut self.join_buffers.fixed, tree.sizes.labels);
        grow(&mut self.all, tree.sizes.labels);
        self.at.resize(self.at.len().max(tree.sizes.groups), 0);
        tree.tables.score(weights, &mut self.scores);
    }

    /// Makes the buffers of sums large enough for `tree` and computes the exponentials of its tables.
    pub(crate) fn start_sums(&mut self, tree: &JunctionTree) {
        grow(&mut self.exps, tree.sizes.exps);
        grow(&mut self.counts, tree.sizes.entries);
        grow(&mut self.tops, tree.sizes.tops);
        grow(&mut self.message_sums, tree.sizes.messages);
        grow(&mut self.separators, tree.sizes.messages);
        grow(&mut self.sums, tree.sizes.block);
        grow(&mut self.block_tops, tree.sizes.block);
        let labels = tree.node_starts.last().copied().unwrap_or(0);
        grow(&mut self.nodes, labels);
        self.nodes[..labels].fill(0.0);
        tree.tables.exponentiate(&self.scores, &mut self.exps, &mut self.tops);
    }

    /// Adds up the groups of a clique that are not read in place.
    pub(crate) fn add_groups(&mut self, tree: &JunctionTree, clique: &Clique) {
        for group in tree.groups_of(clique).iter().filter(|group| group.table.is_none()) {
            let size = group.rows * clique.labels;
            // Tables come before groups, so both can be borrowed.
            let (tables, sums) = self.scores.split_at_mut(group.entry);
            let sums = &mut sums[..size];
            sums.fill(0.0);
            for operand in operands(tree, group) {
                let from = match operand.source {
                    Source::Table(table) => &tables[tree.tables.entry(table)..],
                    Source::Message(start) => &self.messages[start..],
                };
                for_length!(clique.labels, N => each_row(tree, operand, clique.labels, |group_row, row| {
                    rows::add::<N>(clique.labels, &mut sums[group_row..], &from[row..]);
                }));
            }
        }
    }

    /// Computes the exponentials of the groups that were just added up.
    pub(crate) fn exponentiate_groups(&mut self, tree: &JunctionTree, clique: &Clique) {
        for group in tree.groups_of(clique).iter().filter(|group| group.table.is_none()) {
            let size = group.rows * clique.labels;
            let (scores, exps) = (&self.scores[group.entry..][..size], &mut self.exps[group.exp..][..size]);
            let rows = scores.chunks_exact(clique.labels).zip(exps.chunks_exact_mut(clique.labels));
            for ((scores, exps), top) in rows.zip(&mut self.tops[group.top..]) {
                exponentiate(scores, exps, top);
            }
        }
    }

    /// Adds the counts of a clique's groups to those of the tables and separators that they were made of.
    pub(crate) fn hand_on_counts(&mut self, tree: &JunctionTree, clique: &Clique) {
        for group in tree.groups_of(clique).iter().filter(|group| group.table.is_none()) {
            let (tables, counts) = self.counts.split_at_mut(group.entry);
            for operand in operands(tree, group) {
                let to = match operand.source {
                    Source::Table(table) => &mut tables[tree.tables.entry(table)..],
                    Source::Message(start) => &mut self.separators[start..],
                };
                for_length!(clique.labels, N => each_row(tree, operand, clique.labels, |group_row, row| {
                    rows::add::<N>(clique.labels, &mut to[row..], &counts[group_row..]);
                }));
            }
        }
    }
}

/// The operands of a group.
pub(crate) fn operands<'t>(tree: &'t JunctionTree, group: &Group) -> &'t [Operand] {
    &tree.operands[group.operands.0 as usize..group.operands.1 as usize]
}

/// Visits the rows of a group in order: where each begins in the group and in the operand.
fn each_row(tree: &JunctionTree, operand: &Operand, labels: usize, mut visit: impl FnMut(usize, usize)) {
    let steps = tree.strides.steps(&operand.strides);
    let mut walk = Walk::new(tree.strides.dims(&operand.strides));
    let (mut group_row, mut row) = (0, 0);
    loop {
        visit(group_row, row);
        let Some(axis) = walk.advance() else { return };
        group_row += labels;
        row = row.wrapping_add_signed(steps[axis] as isize * labels as isize);
    }
}

fn grow(buffer: &mut Vec<f64>, size: usize) {
    if buffer.len() < size {
        buffer.resize(size, 0.0);
    }
}
