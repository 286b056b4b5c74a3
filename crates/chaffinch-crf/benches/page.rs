//! A rendered page of a thousand blocks: finding the best labels, their probabilities, and one evaluation of the
//! gradient in training.

use chaffinch_crf::{
    Chain, Example, Family, Feature, Graph, Grid, JunctionTree, Model, Space, TABLE_LIMIT, Training, Tree,
    Workspace, loss,
};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// As many labels as a schema of five attributes gives, and features as a page has them.
const INNER: usize = 17;
const LEAF: usize = 6;
const FEATURES: usize = 2000;

struct Page {
    model: Model,
    /// Inner and leaf.
    spaces: [Space; 2],
    /// By kind of the nodes: two for nodes, four for edges, four for triangles.
    families: Vec<Family>,
    parents: Vec<Option<usize>>,
    leaf: Vec<bool>,
}

/// A region of records, each a few groups of a few elements: as vision trees look.
fn page(blocks: usize) -> Page {
    let mut model = Model::new();
    let spaces @ [inner, leaf] = [model.add_space(INNER), model.add_space(LEAF)];
    let mut families: Vec<Family> = spaces.map(|space| model.add_family(&[space], FEATURES).unwrap()).into();
    let pairs = [[inner, inner], [inner, leaf], [leaf, inner], [leaf, leaf]];
    families.extend(pairs.map(|pair| model.add_family(&pair, 8).unwrap()));
    families.extend(pairs.map(|[left, right]| model.add_family(&[inner, left, right], 4).unwrap()));
    let mut parents = vec![None];
    let mut leaf = vec![false];
    let mut record = 0;
    while parents.len() < blocks {
        if (parents.len() / 10) % 20 == 0 || record == 0 {
            record = parents.len();
            parents.push(Some(0));
            leaf.push(false);
        }
        let parent = parents.len();
        parents.push(Some(record));
        leaf.push(false);
        for child in 0..3 + parent % 3 {
            parents.push(Some(parent));
            leaf.push(true);
            if child == 1 {
                parents.push(Some(record));
                leaf.push(true);
            }
        }
    }
    Page { model, spaces, families, parents, leaf }
}

impl Page {
    fn junction_tree(&self) -> JunctionTree {
        let tree = Tree::new(&self.parents).unwrap();
        let families = &self.families;
        let spaces: Vec<Space> = self.leaf.iter().map(|leaf| self.spaces[usize::from(*leaf)]).collect();
        let kind = |node: usize| usize::from(self.leaf[node]);
        let mut graph = Graph::new(&self.model, &spaces);
        for node in 0..spaces.len() {
            let features: Vec<Feature> =
                (0..60).map(|f| Feature::on((node * 31 + f * 17) % FEATURES)).collect();
            graph.observe(families[kind(node)], &[node], &features).unwrap();
        }
        for [parent, child] in tree.edges() {
            graph.observe(families[2 + kind(child)], &[parent, child], &[Feature::on(child % 3)]).unwrap();
        }
        for [left, right] in tree.siblings() {
            let family = families[2 + 2 * kind(left) + kind(right)];
            graph.observe(family, &[left, right], &[Feature::on(3), Feature::on(4 + left % 4)]).unwrap();
        }
        for [parent, left, right] in tree.triangles() {
            let family = families[6 + 2 * kind(left) + kind(right)];
            graph.observe(family, &[parent, left, right], &[Feature::on(0)]).unwrap();
        }
        graph.junction_tree(TABLE_LIMIT).unwrap()
    }
}

fn spread(weights: usize) -> Vec<f64> {
    (0..weights).map(|i| ((i * 7919 % 1000) as f64 - 500.0) / 500.0).collect()
}

fn thousand_blocks(c: &mut Criterion) {
    let page = page(1000);
    let weights = spread(page.model.weights());
    let tree = page.junction_tree();
    let mut workspace = Workspace::new();
    let mut group = c.benchmark_group("a page of 1,000 blocks");
    group.bench_function("junction tree", |b| b.iter(|| black_box(page.junction_tree().nodes())));
    group.bench_function("best", |b| b.iter(|| black_box(tree.best(&weights, &mut workspace).score)));
    group.bench_function("marginals", |b| {
        b.iter(|| black_box(tree.marginals(&weights, &mut workspace).log_z))
    });
    let examples = [Example::new(tree.clone(), vec![0; tree.nodes()]).unwrap()];
    let training = Training { threads: 1, ..Training::default() };
    let mut gradient = vec![0.0; weights.len()];
    group.bench_function("gradient", |b| {
        b.iter(|| black_box(loss(&page.model, &examples, &weights, &training, &mut gradient).unwrap()));
    });
    group.finish();
}

fn small_graphs(c: &mut Criterion) {
    let mut model = Model::new();
    let space = model.add_space(LEAF);
    let vertex = model.add_family(&[space], 100).unwrap();
    let edge = model.add_family(&[space, space], 2).unwrap();
    let weights = spread(model.weights());
    let mut workspace = Workspace::new();
    let mut bench = |name: &str, nodes: usize, edges: Vec<[usize; 2]>| {
        let mut graph = Graph::new(&model, &vec![space; nodes]);
        for node in 0..nodes {
            graph.observe(vertex, &[node], &[Feature::on(node % 100)]).unwrap();
        }
        for (i, pair) in edges.iter().enumerate() {
            graph.observe(edge, pair, &[Feature::on(i % 2)]).unwrap();
        }
        let tree = graph.junction_tree(TABLE_LIMIT).unwrap();
        c.bench_function(name, |b| b.iter(|| black_box(tree.marginals(&weights, &mut workspace).log_z)));
    };
    bench("a chain of 100", 100, Chain::new(100).edges().collect());
    let grid = Grid::new((0..8).flat_map(|row| (0..4).map(move |column| (row, column))));
    bench("a grid of 8 by 4", 32, grid.across().chain(grid.down()).collect());
}

criterion_group!(benches, thousand_blocks, small_graphs);
criterion_main!(benches);
