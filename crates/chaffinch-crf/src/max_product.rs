//! Max-product: the most probable labelling.

use crate::junction::{Clique, JunctionTree};
use crate::operands::{Source, Walk};
use crate::workspace::{Workspace, operands};

/// A labelling of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Labelling {
    /// The label of each node.
    pub labels: Vec<usize>,
    /// The sum of its weights: the logarithm of its probability, but for the partition function.
    pub score: f64,
}

impl JunctionTree {
    /// The most probable labelling. Of labels equally good the first is taken.
    ///
    /// # Panics
    /// Panics if `weights` are not as many as the model has.
    pub fn best(&self, weights: &[f64], workspace: &mut Workspace) -> Labelling {
        workspace.start(self, weights);
        let mut score = 0.0;
        for clique in &self.cliques {
            workspace.add_groups(self, clique);
            self.send_best(clique, workspace);
            if clique.axes.0 == clique.axes.1 {
                score += workspace.messages[clique.message];
            }
        }
        let mut labels = vec![0; self.nodes()];
        for clique in self.cliques.iter().rev() {
            labels[clique.node] = self.best_label(clique, &labels, workspace);
        }
        Labelling { labels, score }
    }

    /// The score of a labelling.
    ///
    /// # Panics
    /// Panics if `weights` are not as many as the model has, or a label is not of its node.
    pub fn score(&self, weights: &[f64], labels: &[usize], workspace: &mut Workspace) -> f64 {
        workspace.start(self, weights);
        let mut score = 0.0;
        for clique in &self.cliques {
            for (table, entry) in self.tables_at(clique, labels) {
                score += workspace.scores[self.tables.place(table).0 + entry];
            }
        }
        score
    }

    /// Adds the value of every feature to `counts`, if the graph is labelled so.
    pub(crate) fn observe(&self, labels: &[usize], workspace: &mut Workspace, counts: &mut [f64]) {
        workspace.counts.resize(workspace.counts.len().max(self.tables.entries), 0.0);
        workspace.counts[..self.tables.entries].fill(0.0);
        for clique in &self.cliques {
            for (table, entry) in self.tables_at(clique, labels) {
                workspace.counts[self.tables.place(table).0 + entry] += 1.0;
            }
        }
        self.tables.scatter(&workspace.counts, counts);
    }

    /// The tables of a clique and the entry of each for a labelling.
    fn tables_at<'t>(
        &'t self,
        clique: &'t Clique,
        labels: &'t [usize],
    ) -> impl Iterator<Item = (usize, usize)> + 't {
        self.operand_rows(clique, labels).filter_map(move |(source, row)| match source {
            Source::Table(table) => Some((table, row * clique.labels + labels[clique.node])),
            Source::Message(_) => None,
        })
    }

    /// The operands of a clique and the row of each for a labelling of the separator.
    fn operand_rows<'t>(
        &'t self,
        clique: &'t Clique,
        labels: &'t [usize],
    ) -> impl Iterator<Item = (Source, usize)> + 't {
        self.groups_of(clique).iter().flat_map(|group| operands(self, group)).map(move |operand| {
            let strides = self.strides.strides(&operand.strides).iter();
            let row = strides
                .zip(self.axes_of(clique))
                .map(|(stride, axis)| *stride as usize * labels[axis.node])
                .sum();
            (operand.source, row)
        })
    }

    /// Sends the best score over a clique's node for each way to label the separator.
    fn send_best(&self, clique: &Clique, workspace: &mut Workspace) {
        let groups = self.groups_of(clique);
        let Workspace { scores, messages, row, at, .. } = workspace;
        let (row, at) = (&mut row[..clique.labels], &mut at[..groups.len()]);
        at.fill(0);
        let mut walk = Walk::new(self.strides.dims(&groups[0].strides));
        for message in &mut messages[clique.message..][..clique.rows] {
            for (i, (group, at)) in groups.iter().zip(at.iter()).enumerate() {
                let scores = &scores[group.entry + at * clique.labels..][..clique.labels];
                if i == 0 {
                    row.copy_from_slice(scores);
                } else {
                    for (total, score) in row.iter_mut().zip(scores) {
                        *total += score;
                    }
                }
            }
            *message = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let Some(axis) = walk.advance() else { return };
            for (at, group) in at.iter_mut().zip(groups) {
                *at = at.wrapping_add_signed(self.strides.steps(&group.strides)[axis] as isize);
            }
        }
    }

    /// The best label of a clique's node, when those of the separator are known.
    fn best_label(&self, clique: &Clique, labels: &[usize], workspace: &mut Workspace) -> usize {
        let Workspace { scores, messages, row, .. } = workspace;
        let row = &mut row[..clique.labels];
        row.fill(0.0);
        for (source, at) in self.operand_rows(clique, labels) {
            let from = match source {
                Source::Table(table) => &scores[self.tables.place(table).0..],
                Source::Message(start) => &messages[start..],
            };
            for (total, score) in row.iter_mut().zip(&from[at * clique.labels..]) {
                *total += score;
            }
        }
        let mut best = 0;
        for (label, score) in row.iter().enumerate() {
            if *score > row[best] {
                best = label;
            }
        }
        best
    }
}
