//! Factor tables: the summed weights of what was observed, for every way to label the nodes it was observed on.
//!
//! Observations on edges and triangles are often the same: a page of a thousand blocks has only a few different ones. Equal observations
//! share a table, so that its weights are added up, and its exponentials computed, only once.

use crate::graph::{Factor, Feature, Graph};
use crate::model::Family;
use crate::operands::{Axis, Walk};
use crate::rows::{self, for_length};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// All factor tables of a junction tree.
#[derive(Debug, Clone)]
pub(crate) struct Tables {
    /// How many weights the model has.
    pub weights: usize,
    pub entries: usize,
    list: Vec<Table>,
    features: Vec<Feature>,
    /// Tables that others may be equal to, while the junction tree is made.
    known: HashTable<usize>,
}

/// The axes of a factor in the order of elimination.
pub(crate) struct Scope {
    axes: [Axis; 3],
    arity: usize,
}

impl Scope {
    pub fn axes(&self) -> &[Axis] {
        &self.axes[..self.arity]
    }
}

/// A table. Its axes are its nodes in the order of elimination; the labels of the first are contiguous.
#[derive(Debug, Clone)]
struct Table {
    family: Family,
    /// Where its entries begin.
    entry: usize,
    size: usize,
    dims: [u32; 3],
    /// How far apart in the weights of a feature the labels of each axis are.
    strides: [u32; 3],
    features: (u32, u32),
    /// Where the weights of its family begin.
    weights: usize,
    /// Some clique reads it in place, so its exponentials are needed.
    shared: bool,
}

impl Tables {
    pub fn new(weights: usize) -> Tables {
        Tables { weights, entries: 0, list: Vec::new(), features: Vec::new(), known: HashTable::new() }
    }

    /// The number of the table for `factor`, which is made if there is no equal one, and the axes of this factor.
    pub fn intern(&mut self, graph: &Graph, factor: &Factor) -> (usize, Scope) {
        let features = &graph.features[factor.features.0 as usize..factor.features.1 as usize];
        // A family of the model, or it could not have been observed.
        let family = graph.model.family(factor.family).expect("a factor's family is in its model");
        let arity = factor.nodes().len();
        let mut axes = [(Axis { node: 0, labels: 1 }, 0); 3];
        let mut stride = 1;
        for (axis, (node, space)) in axes.iter_mut().zip(factor.nodes().iter().zip(&family.scope).rev()) {
            let labels = graph.model.labels(*space);
            *axis = (Axis { node: *node as usize, labels }, stride);
            stride *= labels as u32;
        }
        axes[..arity].sort_unstable_by_key(|(axis, _)| std::cmp::Reverse(axis.node));
        let dims = axes.map(|(axis, _)| axis.labels as u32);
        let strides = axes.map(|(_, stride)| stride);
        let scope = Scope { axes: axes.map(|(axis, _)| axis), arity };

        let next = self.list.len();
        // What is observed on a single node is hardly ever the same as on another, so those tables are not compared.
        if arity > 1 {
            let Tables { list, features: all, known, .. } = self;
            let hash = key(factor.family, dims, strides, features);
            let equal = |table: &Table| {
                let own = &all[table.features.0 as usize..table.features.1 as usize];
                (table.family, table.dims, table.strides) == (factor.family, dims, strides) && own == features
            };
            if let Some(number) = known.find(hash, |number| equal(&list[*number])) {
                return (*number, scope);
            }
            known.insert_unique(hash, next, |number| {
                let table = &list[*number];
                let own = &all[table.features.0 as usize..table.features.1 as usize];
                key(table.family, table.dims, table.strides, own)
            });
        }
        let start = self.features.len() as u32;
        self.features.extend_from_slice(features);
        self.list.push(Table {
            family: factor.family,
            entry: self.entries,
            size: family.size,
            dims,
            strides,
            features: (start, self.features.len() as u32),
            weights: family.start,
            shared: false,
        });
        self.entries += family.size;
        (next, scope)
    }

    /// Some clique reads the table in place.
    pub fn share(&mut self, table: usize) {
        self.list[table].shared = true;
    }

    /// No more tables will be made.
    pub fn seal(&mut self) {
        self.known = HashTable::new();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Where the entries of a table begin.
    pub fn entry(&self, table: usize) -> usize {
        self.list[table].entry
    }

    /// Adds up the weights of all tables.
    pub fn score(&self, weights: &[f64], scores: &mut [f64]) {
        for table in &self.list {
            let scores = &mut scores[table.entry..][..table.size];
            scores.fill(0.0);
            for feature in self.features(table) {
                let weights = &weights[table.weights + feature.index as usize * table.size..][..table.size];
                let value = f64::from(feature.value);
                if table.is_straight() {
                    for_length!(table.size, N => rows::add_scaled::<N>(table.size, scores, value, weights));
                } else {
                    table.each_place(|entry, weight| scores[entry] += value * weights[weight]);
                }
            }
        }
    }

    /// Computes the exponentials of tables that are read in place, divided by the largest. The logarithm of the largest is the table's top.
    pub fn exponentiate(&self, scores: &[f64], exps: &mut [f64], tops: &mut [f64]) {
        for (table, top) in self.list.iter().zip(tops).filter(|(table, _)| table.shared) {
            let range = table.entry..table.entry + table.size;
            exponentiate(&scores[range.clone()], &mut exps[range], top);
        }
    }

    /// Adds to `gradient` each feature's value times how often each labelling of its table occurs, `times` over.
    pub fn scatter(&self, counts: &[f64], times: f64, gradient: &mut [f64]) {
        for table in &self.list {
            let counts = &counts[table.entry..][..table.size];
            for feature in self.features(table) {
                let start = table.weights + feature.index as usize * table.size;
                let gradient = &mut gradient[start..][..table.size];
                let value = times * f64::from(feature.value);
                if table.is_straight() {
                    for (gradient, count) in gradient.iter_mut().zip(counts) {
                        *gradient += value * count;
                    }
                } else {
                    table.each_place(|entry, weight| gradient[weight] += value * counts[entry]);
                }
            }
        }
    }

    fn features(&self, table: &Table) -> &[Feature] {
        &self.features[table.features.0 as usize..table.features.1 as usize]
    }
}

impl Table {
    /// Whether the weights of a feature are in the order of the table's entries.
    fn is_straight(&self) -> bool {
        let [a, b, c] = self.strides;
        a == 1 && (b == 0 || b == self.dims[0]) && (c == 0 || c == self.dims[0] * self.dims[1])
    }

    /// Visits each entry and the place of its weight among those of a feature.
    fn each_place(&self, mut visit: impl FnMut(usize, usize)) {
        let mut at = [0; 3];
        let mut walk = Walk::new(&self.dims);
        for entry in 0..self.size {
            visit(entry, (0..3).map(|i| at[i] * self.strides[i] as usize).sum());
            if let Some(axis) = walk.advance() {
                at[..axis].fill(0);
                at[axis] += 1;
            }
        }
    }
}

/// The hash of what makes two tables equal: the family, the axes and their order, and the features.
fn key(family: Family, dims: [u32; 3], strides: [u32; 3], features: &[Feature]) -> u64 {
    let mut hasher = FxHasher::default();
    (family, dims, strides).hash(&mut hasher);
    features.iter().for_each(|feature| (feature.index, feature.value.to_bits()).hash(&mut hasher));
    hasher.finish()
}

/// Stores `exp(score − top)` of each score, where `top` is the largest score.
pub(crate) fn exponentiate(scores: &[f64], exps: &mut [f64], top: &mut f64) {
    *top = scores.iter().copied().fold(f64::NEG_INFINITY, |top, score| if score > top { score } else { top });
    for (exp, score) in exps.iter_mut().zip(scores) {
        *exp = (score - *top).exp();
    }
}
