//! The ranker chooses the list that a page is about. It is learned from labelled pages.

mod read;

use crate::features::{Features, Measure};
use rustc_hash::FxHashMap;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt::{self, Formatter};
use std::sync::OnceLock;

/// A sum of small decision trees over the measures of a region.
///
/// A region's score is the logistic function of its sum. It competes with a sum of 0, which stands for "this page has no list".
#[derive(Debug, Clone)]
pub struct Ranker {
    trees: Vec<Tree>,
    /// The trees in a form that is fast to walk, made when they are first needed: the measures are the same for every page.
    forest: OnceLock<Forest>,
}

impl PartialEq for Ranker {
    fn eq(&self, other: &Ranker) -> bool {
        self.trees == other.trees
    }
}

/// A decision tree. In a file: a number, or `{"measure": …, "below": …, "then": …, "else": …}`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Tree {
    /// What is added to the sum.
    Leaf(f32),
    /// A question with two answers.
    Fork {
        /// The name of the measure.
        measure: String,
        /// The value that it is compared with.
        below: f32,
        /// The tree for a smaller or missing value.
        then: Box<Tree>,
        /// The tree for any other value.
        #[serde(rename = "else")]
        otherwise: Box<Tree>,
    },
}

/// Read by hand: what is derived for a type without a tag keeps every part in memory until its shape is known, and reading the trees was
/// most of the time that a small page took.
impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Tree, D::Error> {
        from.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a number, or a question with `measure`, `below`, `then` and `else`")
    }

    fn visit_f64<E>(self, amount: f64) -> Result<Tree, E> {
        Ok(Tree::Leaf(amount as f32))
    }

    fn visit_i64<E>(self, amount: i64) -> Result<Tree, E> {
        Ok(Tree::Leaf(amount as f32))
    }

    fn visit_u64<E>(self, amount: u64) -> Result<Tree, E> {
        Ok(Tree::Leaf(amount as f32))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut parts: A) -> Result<Tree, A::Error> {
        let (mut measure, mut below, mut then, mut otherwise) = (None, None, None, None);
        while let Some(part) = parts.next_key()? {
            match part {
                Part::Measure => measure = Some(parts.next_value()?),
                Part::Below => below = Some(parts.next_value()?),
                Part::Then => then = Some(parts.next_value()?),
                Part::Else => otherwise = Some(parts.next_value()?),
            }
        }
        Ok(Tree::Fork {
            measure: measure.ok_or_else(|| A::Error::missing_field("measure"))?,
            below: below.ok_or_else(|| A::Error::missing_field("below"))?,
            then: then.ok_or_else(|| A::Error::missing_field("then"))?,
            otherwise: otherwise.ok_or_else(|| A::Error::missing_field("else"))?,
        })
    }
}

/// The parts of a question.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Part {
    Measure,
    Below,
    Then,
    Else,
}

/// The trees that come with Chaffinch, one on each line.
const SHIPPED: &str = include_str!("../ranker.jsonl");

impl Ranker {
    /// The ranker that comes with Chaffinch.
    pub fn shipped() -> &'static Ranker {
        static RANKER: OnceLock<Ranker> = OnceLock::new();
        // The file is part of the program, and a test proves that it can be read.
        RANKER.get_or_init(|| Ranker::parse(SHIPPED).unwrap_or(Ranker::new(Vec::new())))
    }

    /// A ranker of these trees.
    pub fn new(trees: Vec<Tree>) -> Ranker {
        Ranker { trees, forest: OnceLock::new() }
    }

    /// Reads a file of trees, one on each line.
    pub fn parse(text: &str) -> Result<Ranker, serde_json::Error> {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let tree = |line| read::tree(line).map_or_else(|| serde_json::from_str(line), Ok);
        Ok(Ranker::new(lines.map(tree).collect::<Result<_, _>>()?))
    }

    /// The file that [`Ranker::parse`] reads.
    pub fn to_text(&self) -> String {
        let lines = self.trees.iter().filter_map(|tree| serde_json::to_string(tree).ok());
        lines.map(|line| line + "\n").collect()
    }

    /// The sum for each region of a page: above 0, the region is more likely the page's list than not.
    pub fn sums(&self, pool: &[Features]) -> Vec<f32> {
        let Some(first) = pool.first() else { return Vec::new() };
        let values: Vec<Vec<f32>> = pool.iter().map(Features::flat).collect();
        self.forest(first).sums(&values)
    }

    /// The score of each region, from 0 to 1: the logistic function of its sum.
    pub fn scores(&self, pool: &[Features]) -> Vec<f32> {
        self.sums(pool).into_iter().map(|sum| 1.0 / (1.0 + (-sum).exp())).collect()
    }

    /// Each measure with what it added to the sum and its value, the largest addition first.
    pub fn reasons(&self, features: &Features) -> Vec<(Measure, f32, Option<f32>)> {
        let mut reasons: Vec<_> = features.iter().map(|(measure, value)| (measure, 0.0, value)).collect();
        self.forest(features).walk(&features.flat(), |measure, amount| {
            if let Some(reason) = reasons.get_mut(measure) {
                reason.1 += amount;
            }
        });
        reasons.retain(|(_, amount, _)| *amount != 0.0);
        reasons.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        reasons
    }

    fn forest(&self, features: &Features) -> &Forest {
        self.forest.get_or_init(|| Forest::new(&self.trees, features))
    }
}

/// All trees in one vector, with measures by number instead of name.
#[derive(Debug, Clone)]
struct Forest {
    steps: Vec<Step>,
    /// Where each tree begins.
    roots: Vec<u32>,
    /// The trees in a form in which several regions walk them at once; nothing where one is too deep for that.
    full: Option<Vec<FullTree>>,
    /// How many measures there are.
    measures: usize,
}

/// A question or a leaf.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// The number of the measure; `u32::MAX`, which always counts as missing, for an unknown one.
    measure: u32,
    below: f32,
    /// The step for a smaller or missing value, and the step for any other. A leaf points to itself.
    next: [u32; 2],
    /// What it adds if it is a leaf; for a question the mean of both answers.
    mean: f32,
}

/// How many levels of questions a [`FullTree`] has.
const LEVELS: usize = 4;

/// A tree whose leaves all stand at the same depth: a leaf that stands higher is there several times.
#[derive(Debug, Clone)]
struct FullTree {
    /// Level by level; those below question `n` are `2n + 1` and `2n + 2`.
    questions: [(u32, f32); (1 << LEVELS) - 1],
    leaves: [f32; 1 << LEVELS],
}

/// So many regions are put the same question at once.
const LANES: usize = 8;
type Lanes = [f32; LANES];

impl Forest {
    fn new(trees: &[Tree], features: &Features) -> Forest {
        let places: FxHashMap<String, u32> =
            features.iter().zip(0..).map(|((measure, _), place)| (measure.to_string(), place)).collect();
        let measures = features.iter().count();
        let mut forest =
            Forest { steps: Vec::new(), roots: Vec::with_capacity(trees.len()), full: None, measures };
        for tree in trees {
            let root = forest.plant(tree, &places);
            forest.roots.push(root);
        }
        forest.full = forest.roots.iter().map(|root| forest.full_tree(*root)).collect();
        forest
    }

    fn plant(&mut self, tree: &Tree, places: &FxHashMap<String, u32>) -> u32 {
        let at = self.steps.len() as u32;
        match tree {
            Tree::Leaf(amount) => {
                self.steps.push(Step { measure: u32::MAX, below: 0.0, next: [at, at], mean: *amount });
            }
            Tree::Fork { measure, below, then, otherwise } => {
                let measure = places.get(measure).copied().unwrap_or(u32::MAX);
                self.steps.push(Step { measure, below: *below, next: [at, at], mean: 0.0 });
                let next = [self.plant(then, places), self.plant(otherwise, places)];
                let mean = next.map(|next| self.steps[next as usize].mean).iter().sum::<f32>() / 2.0;
                self.steps[at as usize] = Step { next, mean, ..self.steps[at as usize] };
            }
        }
        at
    }

    /// The tree that begins at `root`, unless it has more levels than [`LEVELS`].
    fn full_tree(&self, root: u32) -> Option<FullTree> {
        let mut level = vec![root];
        let mut questions = Vec::with_capacity((1 << LEVELS) - 1);
        for _ in 0..LEVELS {
            // Unknown measures are missing everywhere, and so is the one behind the last.
            let question = |at: &u32| {
                let Step { measure, below, .. } = self.steps[*at as usize];
                (measure.min(self.measures as u32), below)
            };
            questions.extend(level.iter().map(question));
            level = level.iter().flat_map(|at| self.steps[*at as usize].next).collect();
        }
        let all_leaves = level.iter().all(|at| self.is_leaf(*at));
        let leaves: Vec<f32> = level.iter().map(|at| self.steps[*at as usize].mean).collect();
        Some(FullTree {
            questions: questions.try_into().ok().filter(|_| all_leaves)?,
            leaves: leaves.try_into().ok()?,
        })
    }

    /// For each region the sum of the leaves that it comes to; `values` has its measures.
    fn sums(&self, values: &[Vec<f32>]) -> Vec<f32> {
        let Some(full) = &self.full else { return values.iter().map(|values| self.sum(values)).collect() };
        let mut sums = Vec::with_capacity(values.len());
        // Measure by measure, the last of them missing.
        let mut columns = vec![[f32::NAN; LANES]; self.measures + 1];
        for regions in values.chunks(LANES) {
            for (lane, values) in regions.iter().enumerate() {
                columns.iter_mut().zip(values).for_each(|(column, value)| column[lane] = *value);
            }
            let mut lanes = [0.0; LANES];
            full.iter().for_each(|tree| tree.add(&columns, &mut lanes));
            sums.extend_from_slice(&lanes[..regions.len()]);
        }
        sums
    }

    fn sum(&self, values: &[f32]) -> f32 {
        let leaf = |root: &u32| {
            let mut at = *root;
            while let Some(next) = self.next(at, |measure| values.get(measure).copied()) {
                at = next;
            }
            self.steps[at as usize].mean
        };
        self.roots.iter().map(leaf).fold(0.0, |sum, leaf| sum + leaf)
    }

    fn is_leaf(&self, at: u32) -> bool {
        self.steps[at as usize].next == [at, at]
    }

    /// Walks all trees. For each question, `step` gets its measure and how much the answer changed the expected sum.
    fn walk(&self, values: &[f32], mut step: impl FnMut(usize, f32)) {
        for root in &self.roots {
            let mut at = *root;
            while let Some(next) = self.next(at, |measure| values.get(measure).copied()) {
                let Step { measure, mean, .. } = self.steps[at as usize];
                step(measure as usize, self.steps[next as usize].mean - mean);
                at = next;
            }
        }
    }

    /// The step after a question; nothing after a leaf.
    #[inline]
    fn next(&self, at: u32, value: impl Fn(usize) -> Option<f32>) -> Option<u32> {
        let Step { measure, below, next, .. } = self.steps[at as usize];
        // A missing value is NaN, which is not above anything.
        let above = value(measure as usize).is_some_and(|value| value >= below);
        Some(next[usize::from(above)]).filter(|_| !self.is_leaf(at))
    }
}

impl FullTree {
    /// Adds the leaf that each region comes to. All questions are put to every region, without branches, because a processor answers
    /// several regions at once that way.
    fn add(&self, columns: &[Lanes], sums: &mut Lanes) {
        // From the last level up, each question keeps one of two leaves.
        let mut kept: [Lanes; 1 << (LEVELS - 1)] = Default::default();
        let last = (1 << (LEVELS - 1)) - 1;
        for (at, kept) in kept.iter_mut().enumerate() {
            let [low, high] = [self.leaves[2 * at], self.leaves[2 * at + 1]];
            *kept = self.answer(last + at, columns, &[low; LANES], &[high; LANES]);
        }
        for level in (0..LEVELS - 1).rev() {
            for at in 0..1 << level {
                let (low, high) = (kept[2 * at], kept[2 * at + 1]);
                kept[at] = self.answer((1 << level) - 1 + at, columns, &low, &high);
            }
        }
        sums.iter_mut().zip(kept[0]).for_each(|(sum, leaf)| *sum += leaf);
    }

    /// What question `at` keeps: a missing value is NaN, which is not above anything.
    #[inline(always)]
    fn answer(&self, at: usize, columns: &[Lanes], low: &Lanes, high: &Lanes) -> Lanes {
        let (measure, below) = self.questions[at];
        let values = &columns[measure as usize];
        std::array::from_fn(|lane| if values[lane] >= below { high[lane] } else { low[lane] })
    }
}
