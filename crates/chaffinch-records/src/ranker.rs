//! The ranker: what a person goes by when choosing the list that a page is about, learned from labelled pages.

use crate::features::{Features, Measure};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// A sum of small decision trees over the measures of a region.
///
/// The sum is set against 0, which stands for "this page has no list": the logistic function of it is the region's
/// score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ranker {
    trees: Vec<Tree>,
}

/// A decision tree. In a file: a number, or `{"measure": …, "below": …, "then": …, "else": …}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tree {
    /// What is added to the sum.
    Leaf(f32),
    /// A question.
    Fork {
        /// The measure that is asked for.
        measure: String,
        /// Smaller ones go one way, and missing ones too.
        below: f32,
        /// The tree for smaller ones.
        then: Box<Tree>,
        /// The tree for the others.
        #[serde(rename = "else")]
        otherwise: Box<Tree>,
    },
}

/// The weights that ship with Chaffinch: a tree a line.
const SHIPPED: &str = include_str!("../ranker.jsonl");

impl Ranker {
    /// The ranker that ships with Chaffinch.
    pub fn shipped() -> &'static Ranker {
        static RANKER: OnceLock<Ranker> = OnceLock::new();
        // The file is part of the program and a test reads it.
        RANKER.get_or_init(|| Ranker::parse(SHIPPED).unwrap_or(Ranker { trees: Vec::new() }))
    }

    /// A ranker of these trees.
    pub fn new(trees: Vec<Tree>) -> Ranker {
        Ranker { trees }
    }

    /// Reads a file of trees, one a line.
    pub fn parse(text: &str) -> Result<Ranker, serde_json::Error> {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        Ok(Ranker { trees: lines.map(serde_json::from_str).collect::<Result<_, _>>()? })
    }

    /// The file that [`Ranker::parse`] reads.
    pub fn to_text(&self) -> String {
        let lines = self.trees.iter().filter_map(|tree| serde_json::to_string(tree).ok());
        lines.map(|line| line + "\n").collect()
    }

    /// The sum for each region of a pool: above 0 it is more likely the page's list than not.
    pub fn sums(&self, pool: &[Features]) -> Vec<f32> {
        let Some(first) = pool.first() else { return Vec::new() };
        // Names are looked up once a page, not once a question.
        let places = places(first);
        let trees: Vec<Placed> = self.trees.iter().map(|tree| Placed::new(tree, &places)).collect();
        pool.iter().map(|features| trees.iter().map(|tree| tree.leaf(features)).sum()).collect()
    }

    /// What each measure added to the sum and its value, the largest addition first.
    pub fn reasons(&self, features: &Features) -> Vec<(Measure, f32, Option<f32>)> {
        let mut reasons: Vec<_> = features.iter().map(|(measure, value)| (measure, 0.0, value)).collect();
        let places = places(features);
        for tree in &self.trees {
            Placed::new(tree, &places).walk(features, |measure, amount| {
                if let Some(reason) = reasons.get_mut(measure) {
                    reason.1 += amount;
                }
            });
        }
        reasons.retain(|(_, amount, _)| *amount != 0.0);
        reasons.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        reasons
    }
}

/// The score of a sum, from 0 to 1.
pub(crate) fn score(sum: f32) -> f32 {
    1.0 / (1.0 + (-sum).exp())
}

/// A tree whose measures are known by their place.
enum Placed {
    Leaf(f32),
    Fork { measure: usize, below: f32, children: Box<[Placed; 2]> },
}

/// The place of each measure, by the name it is written with.
fn places(features: &Features) -> FxHashMap<String, usize> {
    features.iter().enumerate().map(|(place, (measure, _))| (measure.to_string(), place)).collect()
}

impl Placed {
    fn new(tree: &Tree, places: &FxHashMap<String, usize>) -> Placed {
        match tree {
            Tree::Leaf(amount) => Placed::Leaf(*amount),
            Tree::Fork { measure, below, then, otherwise } => Placed::Fork {
                // A measure that is not taken counts as missing.
                measure: places.get(measure).copied().unwrap_or(usize::MAX),
                below: *below,
                children: Box::new([Placed::new(then, places), Placed::new(otherwise, places)]),
            },
        }
    }

    fn leaf(&self, features: &Features) -> f32 {
        let mut at = self;
        loop {
            match at {
                Placed::Leaf(amount) => return *amount,
                Placed::Fork { measure, below, children } => {
                    let above = features.at(*measure).is_some_and(|value| value >= *below);
                    at = &children[usize::from(above)];
                }
            }
        }
    }

    /// Goes to the leaf for a region; `step` is told what each question changed against not knowing its answer.
    fn walk(&self, features: &Features, mut step: impl FnMut(usize, f32)) {
        let mut at = self;
        while let Placed::Fork { measure, below, children } = at {
            let above = features.at(*measure).is_some_and(|value| value >= *below);
            let next = &children[usize::from(above)];
            step(*measure, next.mean() - at.mean());
            at = next;
        }
    }

    fn mean(&self) -> f32 {
        match self {
            Placed::Leaf(amount) => *amount,
            Placed::Fork { children, .. } => children.iter().map(Placed::mean).sum::<f32>() / 2.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_can_be_read_and_says_something() {
        let ranker = Ranker::parse(SHIPPED).unwrap();
        assert!(ranker.trees.len() > 20);
        assert_eq!(Ranker::parse(&ranker.to_text()).unwrap(), ranker);
    }
}
