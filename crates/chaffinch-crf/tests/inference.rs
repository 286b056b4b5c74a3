//! Inference against brute force: every labelling of small random fields is enumerated.

use chaffinch_crf::{Chain, Error, Feature, Graph, Grid, Model, Space, TABLE_LIMIT, Tree, Workspace};
use proptest::prelude::*;

/// A random field: two label spaces, and families for all nodes, edges and triangles that a shape may need.
#[derive(Debug, Clone)]
struct Field {
    shape: Shape,
    /// The space of each node: 0 or 1.
    kinds: Vec<usize>,
    labels: [usize; 2],
    /// Random numbers from which features and weights are drawn.
    features: Vec<u8>,
    weights: Vec<f64>,
    scale: f64,
}

#[derive(Debug, Clone)]
enum Shape {
    Chain,
    Tree(Vec<usize>),
    Grid(Vec<bool>, usize),
    /// Any pairs at all.
    Pairs(Vec<(usize, usize)>),
}

const FEATURES: usize = 3;

fn field(shape: impl Strategy<Value = (Shape, usize)>) -> impl Strategy<Value = Field> {
    let parts = (
        shape,
        proptest::collection::vec(0..2usize, 9),
        [1..4usize, 1..4usize],
        proptest::collection::vec(any::<u8>(), 64),
        proptest::collection::vec(-1.0..1.0f64, 400),
        prop_oneof![Just(1.0), Just(5.0), Just(2000.0)],
    );
    parts.prop_map(|((shape, nodes), mut kinds, labels, features, weights, scale)| {
        kinds.truncate(nodes);
        Field { shape, kinds, labels, features, weights, scale }
    })
}

fn chain() -> impl Strategy<Value = (Shape, usize)> {
    (1..8usize).prop_map(|nodes| (Shape::Chain, nodes))
}

fn tree() -> impl Strategy<Value = (Shape, usize)> {
    proptest::collection::vec(0..100usize, 1..8).prop_map(|picks| {
        let nodes = picks.len();
        (Shape::Tree(picks), nodes)
    })
}

fn grid() -> impl Strategy<Value = (Shape, usize)> {
    (1..4usize, proptest::collection::vec(any::<bool>(), 1..9)).prop_map(|(columns, cells)| {
        let nodes = cells.iter().filter(|full| **full).count();
        (Shape::Grid(cells, columns), nodes)
    })
}

fn tangle() -> impl Strategy<Value = (Shape, usize)> {
    (2..6usize, proptest::collection::vec((0..100usize, 0..100usize), 0..8)).prop_map(|(nodes, pairs)| {
        let pairs = pairs.into_iter().map(|(a, b)| (a % nodes, b % nodes)).filter(|(a, b)| a != b);
        (Shape::Pairs(pairs.collect()), nodes)
    })
}

/// A field laid out for enumeration: the model, its weights and each observation.
struct Laid {
    model: Model,
    spaces: Vec<Space>,
    weights: Vec<f64>,
    observed: Vec<(chaffinch_crf::Family, Vec<usize>, Vec<Feature>)>,
}

impl Field {
    fn lay(&self) -> Laid {
        let mut model = Model::new();
        let both = self.labels.map(|labels| model.add_space(labels));
        let spaces: Vec<Space> = self.kinds.iter().map(|kind| both[*kind]).collect();
        let mut cliques: Vec<Vec<usize>> = (0..spaces.len()).map(|node| vec![node]).collect();
        match &self.shape {
            Shape::Chain => cliques.extend(Chain::new(spaces.len()).edges().map(Vec::from)),
            Shape::Tree(picks) => {
                let parents: Vec<Option<usize>> = picks
                    .iter()
                    .enumerate()
                    .map(|(node, pick)| (node > 0).then(|| pick % node.max(1)))
                    .collect();
                let tree = Tree::new(&parents).unwrap();
                cliques.extend(tree.edges().map(Vec::from));
                cliques.extend(tree.siblings().map(Vec::from));
                cliques.extend(tree.triangles().map(Vec::from));
            }
            Shape::Grid(cells, columns) => {
                let full = cells.iter().enumerate().filter(|(_, full)| **full);
                let grid = Grid::new(full.map(|(i, _)| (i / columns, i % columns)));
                cliques.extend(grid.across().map(Vec::from));
                // Upwards, so that weights do not lie in the order of the tables.
                cliques.extend(grid.down().map(|[above, below]| vec![below, above]));
            }
            Shape::Pairs(pairs) => cliques.extend(pairs.iter().map(|(a, b)| vec![*a, *b])),
        }
        let mut families = std::collections::BTreeMap::new();
        let mut observed = Vec::new();
        for (i, nodes) in cliques.into_iter().enumerate() {
            let scope: Vec<Space> = nodes.iter().map(|node| spaces[*node]).collect();
            let family =
                *families.entry(scope.clone()).or_insert_with(|| model.add_family(&scope, FEATURES).unwrap());
            let bits = self.features[i % self.features.len()];
            let features = (0..FEATURES).filter(|f| bits >> f & 1 == 1);
            let features = features
                .map(|f| Feature { index: f as u32, value: 0.5 + f32::from(bits >> 5 & 1) })
                .collect();
            observed.push((family, nodes, features));
        }
        let weights =
            (0..model.weights()).map(|i| self.scale * self.weights[i * 7 % self.weights.len()]).collect();
        Laid { model, spaces, weights, observed }
    }
}

impl Laid {
    fn graph(&self) -> Graph<'_> {
        let mut graph = Graph::new(&self.model, &self.spaces);
        for (family, nodes, features) in &self.observed {
            graph.observe(*family, nodes, features).unwrap();
        }
        graph
    }

    fn labels(&self, node: usize) -> usize {
        self.model.labels(self.spaces[node])
    }

    fn score(&self, labels: &[usize]) -> f64 {
        let mut score = 0.0;
        for (family, nodes, features) in &self.observed {
            let labels: Vec<usize> = nodes.iter().map(|node| labels[*node]).collect();
            for feature in features {
                let weight = self.model.weight(*family, feature.index as usize, &labels);
                score += f64::from(feature.value) * self.weights[weight];
            }
        }
        score
    }

    /// All labellings with their scores.
    fn all(&self) -> Vec<(Vec<usize>, f64)> {
        let mut all = vec![Vec::new()];
        for node in 0..self.spaces.len() {
            let longer = |labels: &Vec<usize>| {
                let labels = labels.clone();
                (0..self.labels(node)).map(move |label| [&labels[..], &[label]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        all.into_iter().map(|labels| (labels.clone(), self.score(&labels))).collect()
    }
}

fn check(field: &Field) -> Result<(), TestCaseError> {
    let laid = field.lay();
    let tree = laid.graph().junction_tree(TABLE_LIMIT).unwrap();
    let mut workspace = Workspace::new();
    let all = laid.all();
    let top = all.iter().map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    let z: f64 = all.iter().map(|(_, score)| (score - top).exp()).sum();
    let tolerance = 1e-9 * field.scale;

    let marginals = tree.marginals(&laid.weights, &mut workspace);
    prop_assert!((marginals.log_z - top - z.ln()).abs() < tolerance, "{} {}", marginals.log_z, top + z.ln());
    for node in 0..laid.spaces.len() {
        for label in 0..laid.labels(node) {
            let with = all.iter().filter(|(labels, _)| labels[node] == label);
            let expected = with.map(|(_, score)| (score - top).exp()).sum::<f64>() / z;
            let got = marginals.node(node)[label];
            prop_assert!((got - expected).abs() < tolerance, "node {node} label {label}: {got} {expected}");
        }
    }

    let best = tree.best(&laid.weights, &mut workspace);
    prop_assert!((best.score - top).abs() < tolerance);
    prop_assert!((laid.score(&best.labels) - top).abs() < tolerance);
    prop_assert!((tree.score(&laid.weights, &best.labels, &mut workspace) - top).abs() < tolerance);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn chains_agree_with_brute_force(field in field(chain())) {
        check(&field)?;
    }

    #[test]
    fn trees_agree_with_brute_force(field in field(tree())) {
        check(&field)?;
    }

    #[test]
    fn grids_agree_with_brute_force(field in field(grid())) {
        check(&field)?;
    }

    #[test]
    fn graphs_of_no_shape_agree_with_brute_force(field in field(tangle())) {
        check(&field)?;
    }
}

#[test]
fn labels_that_rule_each_other_out_do_not_underflow() {
    // Every node wants label 0 by far, and every edge forbids it to its second node by far more.
    let mut model = Model::new();
    let space = model.add_space(2);
    let node = model.add_family(&[space], 1).unwrap();
    let edge = model.add_family(&[space, space], 1).unwrap();
    let mut graph = Graph::new(&model, &[space; 200]);
    for i in 0..200 {
        graph.observe(node, &[i], &[Feature::on(0)]).unwrap();
    }
    for pair in Chain::new(200).edges() {
        graph.observe(edge, &pair, &[Feature::on(0)]).unwrap();
    }
    let mut weights = vec![0.0; model.weights()];
    weights[model.weight(node, 0, &[0])] = 1e4;
    weights[model.weight(edge, 0, &[0, 0])] = -3e4;
    weights[model.weight(edge, 0, &[1, 0])] = -2e4;
    let tree = graph.junction_tree(TABLE_LIMIT).unwrap();
    let mut workspace = Workspace::new();
    let marginals = tree.marginals(&weights, &mut workspace);
    assert!((marginals.log_z - 1e4).abs() < 1e-6, "{}", marginals.log_z);
    assert!(marginals.node(0)[0] > 0.999 && marginals.node(199)[1] > 0.999);
    let best = tree.best(&weights, &mut workspace).labels;
    assert!(best[0] == 0 && best[1..].iter().all(|label| *label == 1));
}

#[test]
fn a_workspace_serves_graphs_of_any_size_in_turn() {
    let mut model = Model::new();
    let space = model.add_space(3);
    let node = model.add_family(&[space], 2).unwrap();
    let weights = [0.3, -0.2, 0.9, 1.0, 0.0, -1.0];
    let mut workspace = Workspace::new();
    let mut marginals = |nodes: usize| {
        let mut graph = Graph::new(&model, &vec![space; nodes]);
        graph.observe(node, &[0], &[Feature::on(1)]).unwrap();
        graph.junction_tree(TABLE_LIMIT).unwrap().marginals(&weights, &mut workspace)
    };
    let (small, large, again) = (marginals(1), marginals(5), marginals(1));
    assert_eq!(small, again);
    assert_eq!(large.node(0), small.node(0));
    assert!(large.node(4).iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-12));
}

#[test]
fn a_graph_that_is_too_tangled_is_refused() {
    let mut model = Model::new();
    let space = model.add_space(10);
    let edge = model.add_family(&[space, space], 1).unwrap();
    let mut graph = Graph::new(&model, &[space; 12]);
    for a in 0..12 {
        for b in 0..a {
            graph.observe(edge, &[b, a], &[]).unwrap();
        }
    }
    assert_eq!(
        graph.junction_tree(TABLE_LIMIT).unwrap_err(),
        Error::TooWide { entries: 1_000_000_000_000, limit: TABLE_LIMIT }
    );
}

#[test]
fn wrong_observations_are_refused() {
    let mut model = Model::new();
    let (a, b) = (model.add_space(2), model.add_space(3));
    let edge = model.add_family(&[a, b], 2).unwrap();
    assert_eq!(model.add_family(&[a, a, b, b], 1), Err(Error::Scope(4)));
    let mut graph = Graph::new(&model, &[a, b]);
    assert_eq!(graph.observe(edge, &[1, 0], &[]), Err(Error::Nodes { family: 0, nodes: vec![1, 0] }));
    assert_eq!(graph.observe(edge, &[0, 2], &[]), Err(Error::Nodes { family: 0, nodes: vec![0, 2] }));
    assert_eq!(
        graph.observe(edge, &[0, 1], &[Feature::on(2)]),
        Err(Error::Feature { family: 0, feature: 2 })
    );
    let nan = Feature { index: 0, value: f32::NAN };
    assert!(matches!(graph.observe(edge, &[0, 1], &[nan]), Err(Error::Value { .. })));
}

#[test]
fn fifty_thousand_leaves_under_one_parent_are_no_trouble() {
    let mut model = Model::new();
    let (inner, leaf) = (model.add_space(5), model.add_space(4));
    let vertex = model.add_family(&[leaf], 4).unwrap();
    let triangle = model.add_family(&[inner, leaf, leaf], 1).unwrap();
    let leaves = 50_000;
    let mut spaces = vec![leaf; leaves + 1];
    spaces[0] = inner;
    let mut parents = vec![Some(0); leaves + 1];
    parents[0] = None;
    let tree = Tree::new(&parents).unwrap();
    let mut graph = Graph::new(&model, &spaces);
    for node in 1..=leaves {
        graph.observe(vertex, &[node], &[Feature::on(node % 4)]).unwrap();
    }
    for nodes in tree.triangles() {
        graph.observe(triangle, &nodes, &[Feature::on(0)]).unwrap();
    }
    let junction = graph.junction_tree(TABLE_LIMIT).unwrap();
    let mut weights = vec![0.0; model.weights()];
    for label in 0..4 {
        weights[model.weight(vertex, label, &[label])] = 1.0;
    }
    let best = junction.best(&weights, &mut Workspace::new());
    assert!((1..=leaves).all(|node| best.labels[node] == node % 4));
    assert_eq!(best.score, leaves as f64);
}
