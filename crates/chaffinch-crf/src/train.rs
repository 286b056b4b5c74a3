//! Training: the weights under which the examples' labels are most probable.

use crate::error::Error;
use crate::junction::JunctionTree;
use crate::lbfgs::{Lbfgs, dot, norm};
use crate::model::Model;
use crate::workspace::Workspace;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

/// Examples are divided into about this many portions of equal work, whatever the number of threads, and the sums of the portions are
/// added in order. So the result is the same to the last bit on any number of cores.
const PORTIONS: usize = 16;

/// Progress is judged over this many iterations, because a single one may gain little.
const JUDGED: usize = 10;

/// Learns the weights of `model` from `examples`, beginning at `start`.
///
/// Maximises the log-likelihood with a spherical Gaussian prior by L-BFGS. `watch` is called after every iteration and can stop the
/// training; to continue later, give the weights reached as `start`.
///
/// # Errors
/// If `start` are not finite weights of the model, an example is of another model, the prior is impossible, or no threads can be
/// started.
pub fn train(
    model: &Model,
    examples: &[Example],
    start: Vec<f64>,
    training: &Training,
    mut watch: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Trained, Error> {
    check(model, examples, &start, training)?;
    let mut likelihood = Likelihood::new(model, examples, training)?;
    let mut function = |weights: &[f64], gradient: &mut [f64]| likelihood.evaluate(weights, gradient);
    let mut search = Lbfgs::new(start, training.history, &mut function);
    let mut losses = VecDeque::from([search.value]);
    let mut iteration = 0;
    let stop = loop {
        let steepness = norm(&search.gradient) / norm(&search.point).max(1.0);
        if steepness <= training.tolerance {
            break Stop::Converged;
        }
        if iteration == training.iterations {
            break Stop::Iterations;
        }
        if !search.step(&mut function) {
            break Stop::Converged;
        }
        iteration += 1;
        let progress = Progress { iteration, loss: search.value, weights: &search.point };
        if watch(&progress).is_break() {
            break Stop::Interrupted;
        }
        losses.push_back(search.value);
        if losses.len() > JUDGED {
            let gain = losses.pop_front().map_or(0.0, |loss| loss - search.value);
            if gain <= training.tolerance * search.value.abs() {
                break Stop::Converged;
            }
        }
    };
    Ok(Trained { weights: search.point, loss: search.value, iterations: iteration, stop })
}

/// What training minimises, at `weights`: the negative logarithm of likelihood and prior. Its gradient is stored in `gradient`. For other
/// optimisers than that of [`train`], and for judging weights on examples that were held out.
///
/// # Errors
/// As [`train`].
///
/// # Panics
/// Panics if `gradient` has not as many places as there are weights.
pub fn loss(
    model: &Model,
    examples: &[Example],
    weights: &[f64],
    training: &Training,
    gradient: &mut [f64],
) -> Result<f64, Error> {
    check(model, examples, weights, training)?;
    assert_eq!(gradient.len(), weights.len(), "a gradient of another model");
    Ok(Likelihood::new(model, examples, training)?.evaluate(weights, gradient))
}

fn check(model: &Model, examples: &[Example], weights: &[f64], training: &Training) -> Result<(), Error> {
    if training.sigma.is_nan() || training.sigma <= 0.0 {
        return Err(Error::Sigma(training.sigma));
    }
    let finite = weights.iter().filter(|weight| weight.is_finite()).count();
    let other = examples.iter().map(|example| example.tree.tables.weights).find(|w| *w != model.weights());
    if finite != model.weights() || weights.len() != finite || other.is_some() {
        return Err(Error::Weights { given: other.unwrap_or(finite), needed: model.weights() });
    }
    Ok(())
}

/// How to train.
#[derive(Debug, Clone, PartialEq)]
pub struct Training {
    /// The standard deviation of the Gaussian prior: the smaller, the nearer weights stay to zero.
    pub sigma: f64,
    /// The most iterations.
    pub iterations: usize,
    /// Training ends when the loss falls by less than this share of itself over ten iterations.
    pub tolerance: f64,
    /// How many past steps L-BFGS remembers.
    pub history: usize,
    /// How many threads to use. The result does not depend on it.
    pub threads: usize,
}

impl Default for Training {
    fn default() -> Training {
        let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        Training { sigma: 1.0, iterations: 200, tolerance: 1e-3, history: 8, threads }
    }
}

/// A graph whose labels are known.
#[derive(Debug, Clone)]
pub struct Example {
    tree: JunctionTree,
    labels: Vec<usize>,
    times: f64,
}

impl Example {
    /// An example.
    ///
    /// # Errors
    /// If a node has no label, or one that is not in its space.
    pub fn new(tree: JunctionTree, labels: Vec<usize>) -> Result<Example, Error> {
        let wrong =
            (0..tree.nodes()).find(|node| labels.get(*node).is_none_or(|label| *label >= tree.labels(*node)));
        match wrong {
            Some(node) => Err(Error::Label { node }),
            None if labels.len() > tree.nodes() => Err(Error::Label { node: tree.nodes() }),
            None => Ok(Example { tree, labels, times: 1.0 }),
        }
    }

    /// The same example, counted this many times, at the cost of one.
    #[must_use]
    pub fn times(self, times: usize) -> Example {
        Example { times: times as f64, ..self }
    }
}

/// Where training stands after an iteration.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'t> {
    /// Iterations done.
    pub iteration: usize,
    /// The negative logarithm of likelihood and prior.
    pub loss: f64,
    /// The weights so far: keep them to continue later.
    pub weights: &'t [f64],
}

/// What training gives.
#[derive(Debug, Clone, PartialEq)]
pub struct Trained {
    /// The weights.
    pub weights: Vec<f64>,
    /// The negative logarithm of likelihood and prior.
    pub loss: f64,
    /// Iterations done.
    pub iterations: usize,
    /// Why it ended.
    pub stop: Stop,
}

/// Why training ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// There was no more to gain.
    Converged,
    /// The number of iterations was reached.
    Iterations,
    /// The watcher stopped it.
    Interrupted,
}

/// The negative log-likelihood of the examples with its prior.
struct Likelihood<'e> {
    examples: &'e [Example],
    portions: Vec<Portion>,
    /// The summed values of all features under the examples' labels.
    observed: Vec<f64>,
    variance: f64,
    threads: ThreadPool,
    /// Those that no thread is using.
    workspaces: Mutex<Vec<Workspace>>,
}

/// Consecutive examples and the sums over them.
struct Portion {
    examples: Range<usize>,
    log_z: f64,
    expected: Vec<f64>,
}

impl<'e> Likelihood<'e> {
    fn new(model: &Model, examples: &'e [Example], training: &Training) -> Result<Likelihood<'e>, Error> {
        let mut observed = vec![0.0; model.weights()];
        let mut workspace = Workspace::new();
        for example in examples {
            example.tree.observe(&example.labels, example.times, &mut workspace, &mut observed);
        }
        let portion = |examples| Portion { examples, log_z: 0.0, expected: vec![0.0; model.weights()] };
        let portions: Vec<Portion> = divide(examples).into_iter().map(portion).collect();
        let threads = ThreadPoolBuilder::new().num_threads(training.threads.clamp(1, portions.len().max(1)));
        Ok(Likelihood {
            examples,
            portions,
            observed,
            variance: training.sigma * training.sigma,
            threads: threads.build().map_err(|error| Error::Threads(error.to_string()))?,
            workspaces: Mutex::new(vec![workspace]),
        })
    }

    fn evaluate(&mut self, weights: &[f64], gradient: &mut [f64]) -> f64 {
        let (examples, unused) = (self.examples, &self.workspaces);
        let workspaces = || unused.lock().unwrap_or_else(PoisonError::into_inner);
        self.threads.install(|| {
            self.portions.par_iter_mut().with_max_len(1).for_each(|portion| {
                let mut workspace = workspaces().pop().unwrap_or_default();
                portion.sum(examples, weights, &mut workspace);
                workspaces().push(workspace);
            });
        });
        for ((gradient, weight), observed) in gradient.iter_mut().zip(weights).zip(&self.observed) {
            *gradient = weight / self.variance - observed;
        }
        let mut loss = dot(weights, weights) / (2.0 * self.variance) - dot(weights, &self.observed);
        for portion in &self.portions {
            loss += portion.log_z;
            for (gradient, expected) in gradient.iter_mut().zip(&portion.expected) {
                *gradient += expected;
            }
        }
        loss
    }
}

impl Portion {
    fn sum(&mut self, examples: &[Example], weights: &[f64], workspace: &mut Workspace) {
        self.log_z = 0.0;
        self.expected.fill(0.0);
        for example in &examples[self.examples.clone()] {
            self.log_z += example.tree.expect(weights, example.times, workspace, &mut self.expected);
        }
    }
}

/// Divides the examples into portions of about the same work.
fn divide(examples: &[Example]) -> Vec<Range<usize>> {
    let whole: usize = examples.iter().map(|example| example.tree.work()).sum();
    let share = whole.div_ceil(PORTIONS).max(1);
    let mut portions = Vec::new();
    let (mut start, mut work) = (0, 0);
    for (i, example) in examples.iter().enumerate() {
        work += example.tree.work();
        if work >= share || i + 1 == examples.len() {
            portions.push(start..i + 1);
            (start, work) = (i + 1, 0);
        }
    }
    portions
}
