//! Conditional random fields with exact inference.
//!
//! A field gives every node of a graph a label. How well a labelling fits is a sum of weights: each observed feature of a
//! node, of an edge or of a triangle has a weight for every way to label what it was observed on. The probability of a
//! labelling is the exponential of that sum, normalised over all labellings.
//!
//! Four steps:
//!
//! 1. A [`Model`] names the label [`Space`]s and the [`Family`]s of features: what each is observed on and how many there are.
//! 2. A [`Graph`] is one instance: its nodes and what was observed on them. [`Chain`], [`Grid`] and [`Tree`] know the edges
//!    and triangles of the three usual shapes. A graph may have any other shape, as long as it is not too tangled.
//! 3. [`Graph::junction_tree`] prepares the graph once; the [`JunctionTree`] gives [`best`](JunctionTree::best) labellings
//!    and [`marginals`](JunctionTree::marginals) for any weights.
//! 4. [`train`] learns the weights from [`Example`]s.
//!
//! ```
//! use chaffinch_crf::*;
//!
//! // Two labels, features of nodes and of neighbours.
//! let mut model = Model::new();
//! let weather = model.add_space(2);
//! let seen = model.add_family(&[weather], 3)?;
//! let turns = model.add_family(&[weather, weather], 1)?;
//!
//! // Three days. On each we saw one of three things: a hat, an umbrella, nothing.
//! let chain = Chain::new(3);
//! let mut graph = Graph::new(&model, &[weather; 3]);
//! for (day, thing) in [0, 2, 0].into_iter().enumerate() {
//!     graph.observe(seen, &[day], &[Feature::on(thing)])?;
//! }
//! for [today, tomorrow] in chain.edges() {
//!     graph.observe(turns, &[today, tomorrow], &[Feature::on(0)])?;
//! }
//! let tree = graph.junction_tree(TABLE_LIMIT)?;
//!
//! // A hat speaks for sun (label 0), and the weather seldom turns.
//! let mut weights = vec![0.0; model.weights()];
//! weights[model.weight(seen, 0, &[0])] = 2.0;
//! weights[model.weight(turns, 0, &[0, 0])] = 1.0;
//! weights[model.weight(turns, 0, &[1, 1])] = 1.0;
//! let mut workspace = Workspace::new();
//! assert_eq!(tree.best(&weights, &mut workspace).labels, [0, 0, 0]);
//! let marginals = tree.marginals(&weights, &mut workspace);
//! assert!(marginals.node(1)[0] > 0.8);
//! # Ok::<(), Error>(())
//! ```
//!
//! # Exactness and cost
//! Inference is exact: it follows the two-phase schedule of the junction tree algorithm. Nodes are eliminated from the last to the
//! first. A step costs the number of ways to label a node together with all nodes that it is still tied to. On a tree whose siblings
//! form a chain these are triangles, and a step costs the product of the numbers of labels of the parent, the child and its neighbour.
//! On a grid it costs the number of labels to the power of the shorter side plus one. [`Graph::junction_tree`] refuses tables above a
//! limit instead of running for hours.
//!
//! Sums of exponentials are scaled row by row. A row that underflows all the same is computed again with logarithms, so answers are
//! finite as long as sums of weights are. Ways to label a separator that are less probable than 1e-25 are skipped when probabilities
//! are distributed.

mod error;
mod graph;
mod junction;
mod lbfgs;
mod max_product;
mod model;
mod operands;
mod parts;
mod rows;
mod shape;
mod sum_product;
mod table;
mod train;
mod workspace;

pub use error::Error;
pub use graph::{Feature, Graph};
pub use junction::{JunctionTree, TABLE_LIMIT};
pub use max_product::Labelling;
pub use model::{Family, Model, Space};
pub use shape::{Chain, Grid, Tree};
pub use sum_product::Marginals;
pub use train::{Example, Progress, Stop, Trained, Training, loss, train};
pub use workspace::Workspace;

/// The README's program runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
