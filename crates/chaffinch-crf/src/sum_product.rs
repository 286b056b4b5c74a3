//! Sum-product: the partition function, marginal probabilities, expected counts.

use crate::junction::{Clique, JunctionTree};
use crate::max_product::Labelling;
use crate::operands::Group;
use crate::parts::Product;
use crate::rows::{self, MOST_USUAL, RowsAndSums, Sums, Weighted, for_length, length};
use crate::workspace::Workspace;
use std::ops::Range;

/// A product of scaled rows whose sum is below this is computed again with logarithms. In sums above it, what was lost to underflow is
/// too small to matter: each such factor was below 1e-308 of the largest in its row.
const UNDERFLOW: f64 = 1e-200;

/// Graphs with at least this many table entries are worked on by two threads at a time.
const LARGE: usize = 1 << 18;

/// Ways to label a separator that are less probable than this are skipped: probabilities add up to one, and nothing so small changes
/// such a sum.
const NEGLIGIBLE: f64 = 1e-25;

/// How probable the labels of each node are.
#[derive(Debug, Clone, PartialEq)]
pub struct Marginals {
    /// The logarithm of the partition function.
    pub log_z: f64,
    starts: Vec<usize>,
    probabilities: Vec<f64>,
}

impl Marginals {
    /// The probability of each label of `node`.
    ///
    /// # Panics
    /// Panics if there is no such node.
    pub fn node(&self, node: usize) -> &[f64] {
        &self.probabilities[self.starts[node]..self.starts[node + 1]]
    }
}

/// What the distribution phase computes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Nodes,
    Counts,
}

impl JunctionTree {
    /// How probable the labels of each node are.
    ///
    /// # Panics
    /// Panics if `weights` are not as many as the model has.
    pub fn marginals(&self, weights: &[f64], workspace: &mut Workspace) -> Marginals {
        workspace.start(self, weights);
        self.marginals_of_scores(workspace)
    }

    /// How probable the labels of each node are, and the most probable labelling. On a large graph both are found at the same time.
    ///
    /// # Panics
    /// Panics if `weights` are not as many as the model has.
    pub fn marginals_and_best(&self, weights: &[f64], workspace: &mut Workspace) -> (Marginals, Labelling) {
        if self.work() < LARGE {
            workspace.start(self, weights);
            return (self.marginals_of_scores(workspace), self.best_of_scores(workspace));
        }
        let mut other = workspace.other.take().unwrap_or_default();
        let found = rayon::join(|| self.marginals(weights, workspace), || self.best(weights, &mut other));
        workspace.other = Some(other);
        found
    }

    fn marginals_of_scores(&self, workspace: &mut Workspace) -> Marginals {
        workspace.start_sums(self);
        let log_z = self.collect(workspace);
        self.distribute(workspace, Keep::Nodes);
        let probabilities = workspace.nodes[..self.node_starts.last().copied().unwrap_or(0)].to_vec();
        Marginals { log_z, starts: self.node_starts.clone(), probabilities }
    }

    /// Adds the expected value of every feature to `gradient` and returns the logarithm of the partition function, both `times` over.
    pub(crate) fn expect(
        &self,
        weights: &[f64],
        times: f64,
        workspace: &mut Workspace,
        gradient: &mut [f64],
    ) -> f64 {
        workspace.start(self, weights);
        workspace.start_sums(self);
        let log_z = self.collect(workspace);
        workspace.counts[..self.tables.entries].fill(0.0);
        self.distribute(workspace, Keep::Counts);
        self.tables.scatter(&workspace.counts, times, gradient);
        times * log_z
    }

    /// The collection phase: each clique sums over the labels of its node and sends the result over its separator.
    fn collect(&self, workspace: &mut Workspace) -> f64 {
        let mut log_z = 0.0;
        let mut at = std::mem::take(&mut workspace.at);
        for clique in &self.cliques {
            workspace.add_groups(self, clique);
            workspace.exponentiate_groups(self, clique);
            for_length!(clique.labels, N => self.collect_over::<N>(clique, &mut at, workspace));
            if clique.is_root() {
                log_z += workspace.messages[clique.message];
            }
        }
        workspace.at = at;
        log_z
    }

    fn collect_over<const N: usize>(&self, clique: &Clique, at: &mut [usize], workspace: &mut Workspace) {
        self.each_block(clique, at, |at, block| {
            let message = clique.message + block.start..clique.message + block.end;
            let Workspace { exps, join_buffers, message_sums, .. } = workspace;
            let sums = &mut message_sums[message.clone()];
            self.join::<N, Product>(clique, at, exps, join_buffers, Sums(&mut *sums));
            let exact = least(sums) >= UNDERFLOW;
            self.add_tops(clique, at, workspace);
            if !exact {
                workspace.sums[..block.len()].copy_from_slice(&workspace.message_sums[message.clone()]);
                self.multiply_logarithms(clique, at, workspace);
            }
            let Workspace { messages, message_sums, sums, block_tops, .. } = workspace;
            let sums = if exact { &message_sums[message.clone()] } else { &sums[..block.len()] };
            let messages = messages[message].iter_mut();
            for (message, (sum, top)) in messages.zip(sums.iter().zip(block_tops.iter())) {
                *message = top + sum.ln();
            }
        });
    }

    /// The distribution phase: from the probabilities of its separator a clique knows those of all its labellings, and
    /// so those of the separators below it.
    fn distribute(&self, workspace: &mut Workspace, keep: Keep) {
        workspace.separators[..self.sizes.messages].fill(0.0);
        let mut at = std::mem::take(&mut workspace.at);
        for clique in self.cliques.iter().rev() {
            if clique.is_root() {
                workspace.separators[clique.message] = 1.0;
            }
            for group in self.groups_of(clique).iter().filter(|group| group.table.is_none()) {
                workspace.counts[group.entry..][..group.rows * clique.labels].fill(0.0);
            }
            for_length!(clique.labels, N => self.distribute_over::<N>(clique, &mut at, workspace, keep));
            workspace.hand_on_counts(self, clique);
        }
        workspace.at = at;
    }

    fn distribute_over<const N: usize>(
        &self,
        clique: &Clique,
        at: &mut [usize],
        workspace: &mut Workspace,
        keep: Keep,
    ) {
        let only_nodes =
            N > 0 && keep == Keep::Nodes && !self.groups_of(clique).iter().any(Group::moves_by_row);
        self.each_block(clique, at, |at, block| {
            let separator = clique.message + block.start..clique.message + block.end;
            if workspace.separators[separator.clone()].iter().all(|probability| *probability < NEGLIGIBLE) {
                return;
            }
            if only_nodes && least(&workspace.message_sums[separator.clone()]) >= UNDERFLOW {
                return self.count_nodes::<N>(clique, at, separator, workspace);
            }
            let Workspace { exps, join_buffers, block, sums, .. } = workspace;
            let rows = &mut block[..clique.block * length::<N>(clique.labels)];
            let sums = &mut sums[..clique.block];
            let visit = RowsAndSums { rows, sums: &mut *sums };
            self.join::<N, Product>(clique, at, exps, join_buffers, visit);
            if least(sums) < UNDERFLOW {
                self.multiply_logarithms(clique, at, workspace);
            }
            self.count::<N>(clique, at, separator, workspace, keep);
        });
    }

    /// The logarithms of what each row of a block was divided by.
    #[inline(always)]
    fn add_tops(&self, clique: &Clique, at: &[usize], workspace: &mut Workspace) {
        let Workspace { tops, block_tops, .. } = workspace;
        let groups = || self.groups_of(clique).iter().zip(at);
        let of_all =
            groups().filter(|(group, _)| !group.moves_by_row()).map(|(group, at)| match group.table {
                Some(table) => tops[table],
                None => tops[group.top + at],
            });
        let block_tops = &mut block_tops[..clique.block];
        block_tops.fill(of_all.sum());
        for (group, at) in groups().filter(|(group, _)| group.moves_by_row()) {
            block_tops.iter_mut().zip(&tops[group.top + at..]).for_each(|(sum, top)| *sum += top);
        }
    }

    /// Computes the rows of a block that underflowed again, with logarithms.
    #[cold]
    fn multiply_logarithms(&self, clique: &Clique, at: &[usize], workspace: &mut Workspace) {
        let labels = clique.labels;
        workspace.add_groups(self, clique);
        let Workspace { scores, block, sums, block_tops, .. } = workspace;
        let rows = block.chunks_exact_mut(labels).zip(sums).zip(block_tops).take(clique.block);
        for (i, ((row, sum), block_top)) in rows.enumerate().filter(|(_, ((_, sum), _))| **sum < UNDERFLOW) {
            row.fill(0.0);
            for (group, at) in self.groups_of(clique).iter().zip(at) {
                let at = if group.moves { at + i } else { *at };
                let scores = &scores[group.entry + at * labels..];
                row.iter_mut().zip(scores).for_each(|(total, score)| *total += score);
            }
            let top = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            row.iter_mut().for_each(|entry| *entry = (*entry - top).exp());
            *sum = row.iter().sum();
            *block_top = top;
        }
    }

    /// Counts the rows of a block without storing them. This is enough if only the node's labels are wanted, the sums of the rows are known,
    /// and no group has rows of its own that differ within the block.
    #[inline(always)]
    fn count_nodes<const N: usize>(
        &self,
        clique: &Clique,
        at: &[usize],
        separator: Range<usize>,
        workspace: &mut Workspace,
    ) {
        let Workspace { exps, join_buffers, sums, message_sums, separators, nodes, counts, .. } = workspace;
        let weights = &mut sums[..separator.len()];
        let shares = separators[separator.clone()].iter().zip(&message_sums[separator]);
        weights.iter_mut().zip(shares).for_each(|(weight, (probability, sum))| *weight = probability / sum);
        let mut all = [0.0; MOST_USUAL];
        self.join::<N, Product>(clique, at, exps, join_buffers, Weighted { weights, all: &mut all });
        rows::add::<N>(N, &mut nodes[self.node_starts[clique.node]..], &all);
        for (group, at) in self.groups_of(clique).iter().zip(at).filter(|(group, _)| group.table.is_none()) {
            rows::add::<N>(N, &mut counts[group.entry + at * N..], &all);
        }
    }

    /// Counts the block that was just multiplied, each row as often as its way to label the separator occurs.
    #[inline(always)]
    fn count<const N: usize>(
        &self,
        clique: &Clique,
        at: &[usize],
        separator: Range<usize>,
        workspace: &mut Workspace,
        keep: Keep,
    ) {
        let labels = length::<N>(clique.labels);
        let Workspace { block, all, sums, counts, nodes, separators, .. } = workspace;
        let (block, all) = (&mut block[..clique.block * labels], &mut all[..labels]);
        all.fill(0.0);
        let scales =
            separators[separator].iter().zip(sums.iter()).map(|(probability, sum)| probability / sum);
        rows::scale::<N>(labels, block, scales, all);
        let node = &mut nodes[self.node_starts[clique.node]..];
        node.iter_mut().zip(all.iter()).for_each(|(node, all)| *node += all);
        for (group, at) in self.groups_of(clique).iter().zip(at) {
            if keep == Keep::Nodes && group.table.is_some() {
                continue;
            }
            let from: &[f64] = if group.moves { block } else { all };
            let counts = &mut counts[group.entry + at * labels..];
            counts.iter_mut().zip(from).for_each(|(count, entry)| *count += entry);
        }
    }
}

fn least(sums: &[f64]) -> f64 {
    sums.iter().copied().fold(f64::INFINITY, |least, sum| if sum < least { sum } else { least })
}
