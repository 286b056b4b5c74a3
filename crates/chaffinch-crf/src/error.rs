/// Why a model, a graph or an example cannot be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A family must be observed on one to three nodes.
    #[error("a family has {0} nodes; it can have one, two or three")]
    Scope(usize),
    /// A family or feature is not of this model.
    #[error("feature {feature} of family {family} is not in the model")]
    Feature {
        /// The family's number.
        family: usize,
        /// The feature's number in it.
        feature: usize,
    },
    /// The nodes of an observation are not those its family is for.
    #[error("family {family} cannot be observed on nodes {nodes:?}: their number or label spaces differ")]
    Nodes {
        /// The family's number.
        family: usize,
        /// The nodes given.
        nodes: Vec<usize>,
    },
    /// A feature's value is infinite or not a number.
    #[error("feature {feature} of family {family} has the value {value}; values must be finite")]
    Value {
        /// The family's number.
        family: usize,
        /// The feature's number in it.
        feature: usize,
        /// The value given.
        value: f32,
    },
    /// A parent that does not come before its child.
    #[error("the parent of node {0} does not come before it")]
    Parent(usize),
    /// The nodes tied together are too many for exact inference.
    #[error(
        "exact inference needs a table of {entries} entries, more than {limit}: the graph is too tangled"
    )]
    TooWide {
        /// How many entries the table would have.
        entries: usize,
        /// How many are allowed.
        limit: usize,
    },
    /// An example's labels do not fit its graph.
    #[error("node {node} cannot have the label given in the example, or has none")]
    Label {
        /// The first such node.
        node: usize,
    },
    /// Weights of another model, or not finite.
    #[error("{given} finite weights were given for a model of {needed}")]
    Weights {
        /// How many finite weights were given.
        given: usize,
        /// How many the model has.
        needed: usize,
    },
    /// A prior without a width.
    #[error("the prior's standard deviation is {0}; it must be above zero")]
    Sigma(f64),
    /// The system gave no threads.
    #[error("no threads could be started for training: {0}")]
    Threads(String),
}
