//! Max-product: the most probable labelling.

use crate::junction::{Clique, JunctionTree};
use crate::operands::Source;
use crate::parts::Total;
use crate::rows::{Largest, for_length};
use crate::workspace::{Workspace, operands};

/// A labelling of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Labelling {
    /// The label of each node.
    pub labels: Vec<usize>,
    /// The sum of its weights: the logarithm of its probability plus that of the partition function.
    pub score: f64,
}

impl JunctionTree {
    /// The most probable labelling. Of equally good labels the first is taken.
    ///
    /// # Panics
    /// Panics if `weights` are not as many as the model has.
    pub fn best(&self, weights: &[f64], workspace: &mut Workspace) -> Labelling {
        workspace.start(self, weights);
        self.best_of_scores(workspace)
    }

    pub(crate) fn best_of_scores(&self, workspace: &mut Workspace) -> Labelling {
        let mut score = 0.0;
        let mut at = std::mem::take(&mut workspace.at);
        for clique in &self.cliques {
            workspace.add_groups(self, clique);
            for_length!(clique.labels, N => self.send_best::<N>(clique, &mut at, workspace));
            if clique.is_root() {
                score += workspace.messages[clique.message];
            }
        }
        workspace.at = at;
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
                score += workspace.scores[self.tables.entry(table) + entry];
            }
        }
        score
    }

    /// Adds to `counts`, `times` over, the value that every feature has if the graph is labelled so.
    pub(crate) fn observe(
        &self,
        labels: &[usize],
        times: f64,
        workspace: &mut Workspace,
        counts: &mut [f64],
    ) {
        workspace.counts.resize(workspace.counts.len().max(self.tables.entries), 0.0);
        workspace.counts[..self.tables.entries].fill(0.0);
        for clique in &self.cliques {
            for (table, entry) in self.tables_at(clique, labels) {
                workspace.counts[self.tables.entry(table) + entry] += 1.0;
            }
        }
        self.tables.scatter(&workspace.counts, times, counts);
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
    fn send_best<const N: usize>(&self, clique: &Clique, at: &mut [usize], workspace: &mut Workspace) {
        let Workspace { scores, messages, join_buffers, .. } = workspace;
        self.each_block(clique, at, |at, rows| {
            let messages = &mut messages[clique.message + rows.start..][..rows.len()];
            self.join::<N, Total>(clique, at, scores, join_buffers, Largest(messages));
        });
    }

    /// The best label of a clique's node, when those of the separator are known.
    fn best_label(&self, clique: &Clique, labels: &[usize], workspace: &mut Workspace) -> usize {
        let Workspace { scores, messages, all, .. } = workspace;
        let row = &mut all[..clique.labels];
        row.fill(0.0);
        for (source, at) in self.operand_rows(clique, labels) {
            let from = match source {
                Source::Table(table) => &scores[self.tables.entry(table)..],
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
