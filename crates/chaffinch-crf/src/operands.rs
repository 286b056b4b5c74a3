//! What a clique multiplies, and how to walk through it.
//!
//! In every table of a clique the numbers for the labels of the eliminated node are contiguous: they are a *row*. A clique has a row for
//! each way to label its separator; a table that depends on only a part of the separator repeats its rows. Rows that differ only in the
//! label of the separator's first node are a *block*. They are contiguous in every table that depends on this node.

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
    /// A factor table, by number.
    Table(usize),
    /// A message, by where it begins.
    Message(usize),
}

/// A table or message that a clique multiplies.
#[derive(Debug, Clone)]
pub(crate) struct Operand {
    pub source: Source,
    pub strides: Stride,
    /// The axes of the separator that its group depends on, as bits. Before groups are made: those that it depends on itself.
    pub scope: u32,
}

/// Operands of a clique that depend on the same nodes of its separator.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// The table that is its only operand, which is read in place.
    pub table: Option<usize>,
    /// Where its entries begin: those of its table, or in the buffer behind the tables.
    pub entry: usize,
    /// Where its exponentials begin, and the tops of its rows; a table has one top. They are kept from one phase to the other.
    pub exp: usize,
    pub top: usize,
    pub rows: usize,
    /// Whether its rows differ within a block; otherwise all rows of a block use the same one.
    pub moves: bool,
    pub strides: Stride,
    pub operands: (u32, u32),
}

impl Group {
    /// Whether the rows of a block differ and have tops of their own. In trees only tables differ within a block, and these have one top.
    pub fn moves_by_row(&self) -> bool {
        self.moves && self.table.is_none()
    }
}

/// Where the strides of an operand or group are in [`Strides`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stride {
    start: u32,
    axes: u32,
}

/// For each operand and each axis of its clique's separator, how many rows lie between one label and the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Strides {
    strides: Vec<u32>,
    /// How many rows to move when an axis advances and all axes before it start again.
    steps: Vec<i32>,
    /// The number of labels of each axis that a group depends on; 1 for the others.
    dims: Vec<u32>,
}

impl Strides {
    /// Adds the strides of a table over `scope`, whose first axis is contiguous, along `axes`.
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

    /// The axes that a table depends on, as bits.
    pub fn scope(&self, place: &Stride) -> u32 {
        self.strides(place)
            .iter()
            .enumerate()
            .fold(0, |bits, (i, stride)| bits | u32::from(*stride != 0) << i)
    }

    /// Adds the strides of a group over the axes of `scope` along `axes`, and sets the steps of `operands` along the group.
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
    /// Visits the blocks of a clique, with the row at which each group is, and the rows of the clique that are the block.
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
                // Within a block the first axis stays at its beginning, but steps are counted from its end.
                let rest = self.strides.strides(&group.strides)[0] as usize * (clique.block - 1);
                *at = (*at + rest).wrapping_add_signed(self.strides.steps(&group.strides)[axis + 1] as isize);
            }
        }
    }
}

/// Goes through all ways to label some axes; the first axis changes fastest.
pub(crate) struct Walk<'a> {
    dims: &'a [u32],
    at: [u32; MOST_AXES],
}

impl<'a> Walk<'a> {
    /// Starts at the first row.
    pub fn new(dims: &'a [u32]) -> Walk<'a> {
        Walk { dims, at: [0; MOST_AXES] }
    }

    /// Goes to the next row and returns the axis that advanced; `None` at the end.
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
