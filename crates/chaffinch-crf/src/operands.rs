//! What a clique multiplies, and how to walk through it.
//!
//! Every table of a clique has the labels of the eliminated node side by side: a *row*. The rows of a clique are the
//! ways to label its separator; a table that knows only a part of the separator repeats its rows. Rows that differ only in
//! the first node of the separator lie side by side too, in every table that knows this node: a *block*.

use crate::junction::{Clique, JunctionTree, MOST_AXES};
use std::ops::Range;

/// A node of a separator.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Axis {
    pub node: usize,
    pub labels: usize,
}

/// Where an operand's numbers are.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Source {
    /// A table of the model's factors, by number.
    Table(usize),
    /// A message, by where it begins.
    Message(usize),
}

/// A table or message that a clique multiplies.
#[derive(Debug, Clone)]
pub(crate) struct Operand {
    pub source: Source,
    pub strides: Stride,
    /// Which axes of the separator the group knows that it is added to, as bits; at first, which it knows itself.
    pub scope: u32,
}

/// Operands of a clique over the same part of its separator.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// The only operand, read in place.
    pub table: Option<usize>,
    /// Where its entries begin: in a table, or in the scratch room after the tables.
    pub entry: usize,
    /// Where its exponentials begin, and the tops of its rows; a table has one. These are kept from the one phase to the other.
    pub exp: usize,
    pub top: usize,
    pub rows: usize,
    /// Whether its rows differ within a block; otherwise one row serves the whole block.
    pub moves: bool,
    pub strides: Stride,
    pub operands: (u32, u32),
}

impl Group {
    /// Whether the rows of a block differ in it and have tops of their own; in trees only tables move, and these have one top.
    pub fn moves_by_row(&self) -> bool {
        self.moves && self.table.is_none()
    }
}

/// A place in [`Strides`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stride {
    start: u32,
    axes: u32,
}

/// For each operand and each axis of its clique's separator, how many rows further the next label is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Strides {
    strides: Vec<u32>,
    /// The same as differences: how far to go when an axis advances and all before it start again.
    steps: Vec<i32>,
    /// The labels of each axis that a group knows; 1 for the others.
    dims: Vec<u32>,
}

impl Strides {
    /// Records how a table over `scope`, whose first axis lies side by side, is read along `axes`.
    pub fn add(&mut self, axes: &[Axis], scope: &[Axis]) -> Stride {
        let place = Stride { start: self.strides.len() as u32, axes: axes.len() as u32 };
        for axis in axes {
            let mut stride = 1;
            let mut found = 0;
            for known in scope.iter().skip(1) {
                if known.node == axis.node {
                    found = stride;
                }
                stride *= known.labels as u32;
            }
            self.strides.push(found);
            self.steps.push(0);
            self.dims.push(axis.labels as u32);
        }
        place
    }

    /// Which axes matter, as bits.
    pub fn scope(&self, place: &Stride) -> u32 {
        self.strides(place)
            .iter()
            .enumerate()
            .fold(0, |bits, (i, stride)| bits | u32::from(*stride != 0) << i)
    }

    /// Records how a group over the axes of `scope` is read along `axes`, and how `operands` are read along the group.
    pub fn of_group(&mut self, axes: &[Axis], scope: u32, operands: &[Operand]) -> Stride {
        let known = |i: usize| scope >> i & 1 == 1;
        for operand in operands {
            let dims = axes.iter().enumerate().map(|(i, axis)| if known(i) { axis.labels as u32 } else { 1 });
            self.set_steps(operand.strides, dims);
        }
        let place = Stride { start: self.strides.len() as u32, axes: axes.len() as u32 };
        let mut stride = 1;
        for (i, axis) in axes.iter().enumerate() {
            self.strides.push(if known(i) { stride } else { 0 });
            if known(i) {
                stride *= axis.labels as u32;
            }
            self.steps.push(0);
            self.dims.push(1);
        }
        self.set_steps(place, axes.iter().map(|axis| axis.labels as u32));
        place
    }

    fn set_steps(&mut self, place: Stride, dims: impl Iterator<Item = u32>) {
        let mut back = 0;
        for (i, dim) in dims.enumerate() {
            let at = place.start as usize + i;
            let stride = self.strides[at] as i32;
            self.steps[at] = stride - back;
            self.dims[at] = dim;
            back += (dim as i32 - 1) * stride;
        }
    }

    pub fn strides(&self, place: &Stride) -> &[u32] {
        &self.strides[place.start as usize..(place.start + place.axes) as usize]
    }

    pub fn steps(&self, place: &Stride) -> &[i32] {
        &self.steps[place.start as usize..(place.start + place.axes) as usize]
    }

    pub fn dims(&self, place: &Stride) -> &[u32] {
        &self.dims[place.start as usize..(place.start + place.axes) as usize]
    }
}

impl JunctionTree {
    /// Visits the blocks of a clique: the row at which each group stands, and which rows of the clique the block is.
    pub(crate) fn each_block(
        &self,
        clique: &Clique,
        at: &mut [usize],
        mut visit: impl FnMut(&[usize], Range<usize>),
    ) {
        let groups = self.groups_of(clique);
        let at = &mut at[..groups.len()];
        at.fill(0);
        let dims = self.strides.dims(&groups[0].strides);
        if let [_, blocks] = dims {
            for block in 0..*blocks as usize {
                for (at, group) in at.iter_mut().zip(groups) {
                    *at = block * self.strides.strides(&group.strides)[1] as usize;
                }
                visit(at, block * clique.block..(block + 1) * clique.block);
            }
            return;
        }
        let mut walk = Walk::new(dims.get(1..).unwrap_or_default());
        let mut row = 0;
        loop {
            visit(at, row..row + clique.block);
            let Some(axis) = walk.advance() else { return };
            row += clique.block;
            for (at, group) in at.iter_mut().zip(groups) {
                // The first axis stays at its beginning, while a step counts on its being at its end.
                let rest = self.strides.strides(&group.strides)[0] as usize * (clique.block - 1);
                *at = (*at + rest).wrapping_add_signed(self.strides.steps(&group.strides)[axis + 1] as isize);
            }
        }
    }
}

/// Goes through the ways to label some axes, the first axis fastest.
pub(crate) struct Walk<'a> {
    dims: &'a [u32],
    at: [u32; MOST_AXES],
}

impl<'a> Walk<'a> {
    /// Stands at the first row.
    pub fn new(dims: &'a [u32]) -> Walk<'a> {
        Walk { dims, at: [0; MOST_AXES] }
    }

    /// Goes to the next row and says which axis advanced; none at the end.
    pub fn advance(&mut self) -> Option<usize> {
        for (axis, dim) in self.dims.iter().enumerate() {
            self.at[axis] += 1;
            if self.at[axis] < *dim {
                return Some(axis);
            }
            self.at[axis] = 0;
        }
        None
    }
}
