//! The entries of a clique's block, joined from those of its groups.

use crate::junction::{Clique, JunctionTree};
use crate::operands::Group;
use crate::rows::{VisitRow, length};

/// How the numbers of groups are joined.
pub(crate) trait Join {
    /// What joins with a number to give the same number.
    const UNIT: f64;
    /// Where the numbers of a group begin.
    fn start(group: &Group) -> usize;
    fn join(a: f64, b: f64) -> f64;
}

/// Exponentials are multiplied.
pub(crate) struct Product;

impl Join for Product {
    const UNIT: f64 = 1.0;

    #[inline(always)]
    fn start(group: &Group) -> usize {
        group.exp
    }

    #[inline(always)]
    fn join(a: f64, b: f64) -> f64 {
        a * b
    }
}

/// Logarithms are added.
pub(crate) struct Total;

impl Join for Total {
    const UNIT: f64 = 0.0;

    #[inline(always)]
    fn start(group: &Group) -> usize {
        group.entry
    }

    #[inline(always)]
    fn join(a: f64, b: f64) -> f64 {
        a + b
    }
}

/// Buffers to join the parts of a block in.
#[derive(Debug, Clone, Default)]
pub(crate) struct JoinBuffers {
    /// A row that all rows of a block share.
    pub fixed: Vec<f64>,
    /// All rows.
    pub rows: Vec<f64>,
}

/// The parts that the entries of a block are joined from: one or two with a number for each entry, and a row that all rows share.
#[derive(Clone, Copy)]
struct Parts<'p> {
    first: &'p [f64],
    second: Option<&'p [f64]>,
    fixed: &'p [f64],
}

impl JunctionTree {
    /// Joins the groups of a clique at the rows `at`, from the numbers in `from`, and visits the rows of the block.
    #[inline(always)]
    pub(crate) fn join<const N: usize, J: Join>(
        &self,
        clique: &Clique,
        at: &[usize],
        from: &[f64],
        buffers: &mut JoinBuffers,
        visit: impl VisitRow,
    ) {
        let labels = length::<N>(clique.labels);
        self.parts::<N, J>(clique, at, from, buffers).each_row::<N, J>(labels, visit);
    }

    /// In trees at most two groups have rows that differ within a block. If there are more, and if several groups have none that differ,
    /// they are joined in `buffers` first.
    #[inline(always)]
    fn parts<'p, const N: usize, J: Join>(
        &self,
        clique: &Clique,
        at: &[usize],
        from: &'p [f64],
        buffers: &'p mut JoinBuffers,
    ) -> Parts<'p> {
        let labels = length::<N>(clique.labels);
        let size = clique.block * labels;
        let (mut moving, mut fixed): ([&[f64]; 2], [&[f64]; 2]) = Default::default();
        let (mut movers, mut stayers) = (0, 0);
        for (group, at) in self.groups_of(clique).iter().zip(at) {
            let part = &from[J::start(group) + at * labels..];
            let (places, count, size) = match group.moves {
                true => (&mut moving, &mut movers, size),
                false => (&mut fixed, &mut stayers, labels),
            };
            if let Some(place) = places.get_mut(*count) {
                *place = &part[..size];
            }
            *count += 1;
        }
        if movers > 2 {
            self.join_all::<J>(clique, at, from, true, &mut buffers.rows[..size]);
        }
        let shared = &mut buffers.fixed[..labels];
        match stayers {
            0 => shared.fill(J::UNIT),
            1 => {}
            2 => (0..labels).for_each(|label| shared[label] = J::join(fixed[0][label], fixed[1][label])),
            _ => self.join_all::<J>(clique, at, from, false, shared),
        }
        Parts {
            first: if movers > 2 { &buffers.rows[..size] } else { moving[0] },
            second: (movers == 2).then_some(moving[1]),
            fixed: if stayers == 1 { fixed[0] } else { &buffers.fixed[..labels] },
        }
    }

    /// Joins all groups whose rows differ within a block, or all others.
    #[cold]
    fn join_all<J: Join>(&self, clique: &Clique, at: &[usize], from: &[f64], movers: bool, to: &mut [f64]) {
        to.fill(J::UNIT);
        for (group, at) in self.groups_of(clique).iter().zip(at).filter(|(group, _)| group.moves == movers) {
            let part = &from[J::start(group) + at * clique.labels..];
            to.iter_mut().zip(part).for_each(|(to, part)| *to = J::join(*to, *part));
        }
    }
}

impl Parts<'_> {
    #[inline(always)]
    fn each_row<const N: usize, J: Join>(self, labels: usize, mut visit: impl VisitRow) {
        let labels = length::<N>(labels);
        let fixed = &self.fixed[..labels];
        let first = self.first.chunks_exact(labels);
        match self.second {
            Some(second) => {
                for (at, (first, second)) in first.zip(second.chunks_exact(labels)).enumerate() {
                    let entry = |label| J::join(J::join(first[label], second[label]), fixed[label]);
                    visit.row::<N>(at, labels, entry);
                }
            }
            None => {
                for (at, first) in first.enumerate() {
                    visit.row::<N>(at, labels, |label| J::join(first[label], fixed[label]));
                }
            }
        }
    }
}
