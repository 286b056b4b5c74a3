//! Sum-product: the partition function, marginal probabilities, expected counts.

use crate::junction::{Clique, JunctionTree};
use crate::operands::Walk;
use crate::workspace::Workspace;

/// A product of scaled rows whose sum is below this is computed again with logarithms. Each factor lost to underflow
/// was below 1e-308 of its row's largest, so what is kept is exact to many more digits than it has.
const UNDERFLOW: f64 = 1e-200;

/// Ways to label a separator that are less probable than this are passed over: probabilities add up to one, and
/// nothing so small changes a sum of that size.
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

/// What the distribution phase keeps.
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
        workspace.start_sums(self);
        let log_z = self.collect(workspace);
        self.distribute(workspace, Keep::Nodes);
        let probabilities = workspace.nodes[..self.node_starts.last().copied().unwrap_or(0)].to_vec();
        Marginals { log_z, starts: self.node_starts.clone(), probabilities }
    }

    /// Adds the expected value of every feature to `gradient` and returns the logarithm of the partition function.
    pub(crate) fn expect(&self, weights: &[f64], workspace: &mut Workspace, gradient: &mut [f64]) -> f64 {
        workspace.start(self, weights);
        workspace.start_sums(self);
        let log_z = self.collect(workspace);
        workspace.counts[..self.tables.entries].fill(0.0);
        self.distribute(workspace, Keep::Counts);
        self.tables.scatter(&workspace.counts, gradient);
        log_z
    }

    /// The collection phase: each clique sums out its node and sends what is left over its separator.
    fn collect(&self, workspace: &mut Workspace) -> f64 {
        let mut log_z = 0.0;
        for clique in &self.cliques {
            workspace.add_groups(self, clique);
            workspace.exponentiate_groups(self, clique);
            self.each_row(clique, workspace, |workspace, row| {
                let (sum, top) = self.multiply(clique, workspace);
                workspace.messages[clique.message + row] = top + sum.ln();
            });
            if clique.axes.0 == clique.axes.1 {
                log_z += workspace.messages[clique.message];
            }
        }
        log_z
    }

    /// The distribution phase: from the probabilities of its separator a clique knows those of all its labellings, and
    /// so those of the separators below it.
    fn distribute(&self, workspace: &mut Workspace, keep: Keep) {
        workspace.separators[..self.sizes.messages].fill(0.0);
        for clique in self.cliques.iter().rev() {
            if clique.axes.0 == clique.axes.1 {
                workspace.separators[clique.message] = 1.0;
            }
            workspace.add_groups(self, clique);
            workspace.exponentiate_groups(self, clique);
            for group in self.groups_of(clique).iter().filter(|group| group.table.is_none()) {
                workspace.counts[group.entry..][..group.rows * clique.labels].fill(0.0);
            }
            self.each_row(clique, workspace, |workspace, row| {
                let probability = workspace.separators[clique.message + row];
                if probability < NEGLIGIBLE {
                    return;
                }
                let (sum, _) = self.multiply(clique, workspace);
                self.count(clique, workspace, probability / sum, keep);
            });
            workspace.hand_on_counts(self, clique);
        }
    }

    /// Visits the rows of a clique, with every group at its place.
    fn each_row(
        &self,
        clique: &Clique,
        workspace: &mut Workspace,
        mut visit: impl FnMut(&mut Workspace, usize),
    ) {
        let groups = self.groups_of(clique);
        workspace.at[..groups.len()].fill(0);
        let mut walk = Walk::new(self.strides.dims(&groups[0].strides));
        let mut row = 0;
        loop {
            visit(workspace, row);
            let Some(axis) = walk.advance() else { return };
            row += 1;
            for (at, group) in workspace.at.iter_mut().zip(groups) {
                *at = at.wrapping_add_signed(self.strides.steps(&group.strides)[axis] as isize);
            }
        }
    }

    /// Multiplies one row of all groups; gives the sum of what is then in the workspace's row, and the logarithm of
    /// what it was divided by.
    fn multiply(&self, clique: &Clique, workspace: &mut Workspace) -> (f64, f64) {
        let labels = clique.labels;
        let Workspace { row, exps, tops, at, scores, .. } = workspace;
        let row = &mut row[..labels];
        let mut top = 0.0;
        for (i, (group, at)) in self.groups_of(clique).iter().zip(at.iter()).enumerate() {
            let exps = &exps[group.entry + at * labels..][..labels];
            top += tops[group.row + at];
            if i == 0 {
                row.copy_from_slice(exps);
            } else {
                for (product, exp) in row.iter_mut().zip(exps) {
                    *product *= exp;
                }
            }
        }
        let sum: f64 = row.iter().sum();
        if sum > UNDERFLOW {
            return (sum, top);
        }
        row.fill(0.0);
        for (group, at) in self.groups_of(clique).iter().zip(at.iter()) {
            for (total, score) in row.iter_mut().zip(&scores[group.entry + at * labels..][..labels]) {
                *total += score;
            }
        }
        let top = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut sum = 0.0;
        for entry in row {
            *entry = (*entry - top).exp();
            sum += *entry;
        }
        (sum, top)
    }

    /// Counts the row that was just multiplied, `scale` times.
    fn count(&self, clique: &Clique, workspace: &mut Workspace, scale: f64, keep: Keep) {
        let labels = clique.labels;
        let Workspace { row, counts, nodes, at, .. } = workspace;
        let row = &mut row[..labels];
        for (entry, node) in row.iter_mut().zip(&mut nodes[self.node_starts[clique.node]..]) {
            *entry *= scale;
            *node += *entry;
        }
        for (group, at) in self.groups_of(clique).iter().zip(at.iter()) {
            if keep == Keep::Nodes && group.table.is_some() {
                continue;
            }
            for (count, entry) in counts[group.entry + at * labels..][..labels].iter_mut().zip(row.iter()) {
                *count += entry;
            }
        }
    }
}
