use crate::error::Error;
use crate::junction::JunctionTree;
use crate::model::{Family, Model, Space};

/// One instance: nodes, and the features observed on them, their edges and triangles.
///
/// Two nodes are tied only by an observation on both; ties that are never observed cost nothing.
#[derive(Debug, Clone)]
pub struct Graph<'m> {
    pub(crate) model: &'m Model,
    pub(crate) spaces: Vec<Space>,
    pub(crate) factors: Vec<Factor>,
    pub(crate) features: Vec<Feature>,
}

/// An observed feature of a family and its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Feature {
    /// Its number in the family.
    pub index: u32,
    /// Its value; 1 for a Boolean feature that is true.
    pub value: f32,
}

impl Feature {
    /// A Boolean feature that is true.
    pub fn on(index: usize) -> Feature {
        Feature { index: index as u32, value: 1.0 }
    }
}

/// The features of one family on one node, edge or triangle.
#[derive(Debug, Clone)]
pub(crate) struct Factor {
    pub family: Family,
    /// As many as the family's scope is long.
    pub nodes: [u32; 3],
    pub arity: u8,
    /// From where to where its features are in those of the graph.
    pub features: (u32, u32),
}

impl Factor {
    pub fn nodes(&self) -> &[u32] {
        &self.nodes[..self.arity as usize]
    }
}

impl<'m> Graph<'m> {
    /// A graph with a node for each of `spaces` and nothing observed.
    ///
    /// Nodes are eliminated from the last to the first, so number parents before children and a grid as [`Grid`](crate::Grid) does.
    ///
    /// # Panics
    /// Panics if a space is of another model.
    pub fn new(model: &'m Model, spaces: &[Space]) -> Graph<'m> {
        assert!(spaces.iter().all(|space| model.labels(*space) > 0));
        Graph { model, spaces: spaces.to_vec(), factors: Vec::new(), features: Vec::new() }
    }

    /// Records what was observed on `nodes`, which are in the order of the family's spaces.
    ///
    /// # Errors
    /// If the family is not for such nodes, or a feature is not in it, or its value is not finite.
    pub fn observe(&mut self, family: Family, nodes: &[usize], features: &[Feature]) -> Result<(), Error> {
        let number = family.0 as usize;
        let shape = self.model.family(family).ok_or(Error::Feature { family: number, feature: 0 })?;
        let fits = nodes.len() == shape.scope.len()
            && nodes.iter().zip(&shape.scope).all(|(node, space)| self.spaces.get(*node) == Some(space))
            && (1..nodes.len()).all(|i| !nodes[..i].contains(&nodes[i]));
        if !fits {
            return Err(Error::Nodes { family: number, nodes: nodes.to_vec() });
        }
        for feature in features {
            let index = feature.index as usize;
            if index >= shape.features {
                return Err(Error::Feature { family: number, feature: index });
            }
            if !feature.value.is_finite() {
                return Err(Error::Value { family: number, feature: index, value: feature.value });
            }
        }
        let start = self.features.len() as u32;
        self.features.extend_from_slice(features);
        let mut kept = [0; 3];
        for (kept, node) in kept.iter_mut().zip(nodes) {
            *kept = *node as u32;
        }
        let features = (start, self.features.len() as u32);
        self.factors.push(Factor { family, nodes: kept, arity: nodes.len() as u8, features });
        Ok(())
    }

    /// Prepares the graph for inference with any weights.
    ///
    /// # Errors
    /// If a table would have more than `limit` entries; [`TABLE_LIMIT`](crate::TABLE_LIMIT) is a sensible one.
    pub fn junction_tree(&self, limit: usize) -> Result<JunctionTree, Error> {
        JunctionTree::new(self, limit)
    }
}
