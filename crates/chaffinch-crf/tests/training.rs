//! Training: the gradient against differences, threads, stopping and going on, and that it learns.

use chaffinch_crf::{
    Error, Example, Feature, Graph, Model, Stop, TABLE_LIMIT, Trained, Training, Tree, Workspace, train,
};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// Small trees whose leaves and inner nodes have their own labels; `seed` draws features and labels.
fn examples(model: &mut Model, seed: u64, trees: usize) -> Vec<Example> {
    let mut state = seed | 1;
    let mut draw = move |below: usize| {
        // Xorshift: any spread of numbers will do.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % below
    };
    let (inner, leaf) = (model.add_space(3), model.add_space(2));
    let at_leaf = model.add_family(&[leaf], 4).unwrap();
    let at_inner = model.add_family(&[inner], 2).unwrap();
    let below = model.add_family(&[inner, leaf], 1).unwrap();
    let beside = model.add_family(&[leaf, leaf], 2).unwrap();
    let triangle = model.add_family(&[inner, leaf, leaf], 1).unwrap();
    let tree = Tree::new(&[None, Some(0), Some(0), Some(0)]).unwrap();
    let mut all = Vec::new();
    for _ in 0..trees {
        let mut graph = Graph::new(model, &[inner, leaf, leaf, leaf]);
        graph.observe(at_inner, &[0], &[Feature::on(draw(2))]).unwrap();
        let mut labels = vec![draw(3)];
        for node in 1..4 {
            let label = draw(2);
            let seen = if draw(5) == 0 { draw(2) } else { label };
            let strength = Feature { index: 2 + draw(2) as u32, value: draw(8) as f32 / 4.0 };
            graph.observe(at_leaf, &[node], &[Feature::on(seen), strength]).unwrap();
            labels.push(label);
        }
        for pair in tree.edges() {
            graph.observe(below, &pair, &[Feature::on(0)]).unwrap();
        }
        for pair in tree.siblings() {
            graph.observe(beside, &pair, &[Feature::on(draw(2))]).unwrap();
        }
        for three in tree.triangles() {
            graph.observe(triangle, &three, &[Feature::on(0)]).unwrap();
        }
        all.push(Example::new(graph.junction_tree(TABLE_LIMIT).unwrap(), labels).unwrap());
    }
    all
}

fn go_on(_: &chaffinch_crf::Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn the_gradient_equals_finite_differences(seed in any::<u64>(), at in proptest::collection::vec(-2.0..2.0f64, 64)) {
        let mut model = Model::new();
        let examples = examples(&mut model, seed, 5);
        let weights: Vec<f64> = (0..model.weights()).map(|i| at[i % at.len()]).collect();
        let training = Training { sigma: 2.0, ..Training::default() };
        let mut gradient = vec![0.0; weights.len()];
        chaffinch_crf::loss(&model, &examples, &weights, &training, &mut gradient).unwrap();
        let mut unused = gradient.clone();
        let mut loss = |weights: &[f64]| {
            chaffinch_crf::loss(&model, &examples, weights, &training, &mut unused).unwrap()
        };
        for i in 0..weights.len() {
            let step = 1e-5;
            let mut moved = weights.clone();
            moved[i] = weights[i] + step;
            let above = loss(&moved);
            moved[i] = weights[i] - step;
            let difference = (above - loss(&moved)) / (2.0 * step);
            prop_assert!((gradient[i] - difference).abs() < 1e-6, "weight {i}: {} {difference}", gradient[i]);
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let mut model = Model::new();
    let examples = examples(&mut model, 7, 300);
    let on = |threads| {
        let training = Training { threads, iterations: 25, ..Training::default() };
        train(&model, &examples, vec![0.0; model.weights()], &training, go_on).unwrap()
    };
    let bits = |trained: &Trained| trained.weights.iter().map(|weight| weight.to_bits()).collect::<Vec<_>>();
    let alone = on(1);
    for threads in [2, 3, 8, 100] {
        assert_eq!(bits(&alone), bits(&on(threads)));
    }
}

#[test]
fn an_example_counts_as_often_as_it_says() {
    let mut model = Model::new();
    let examples = examples(&mut model, 5, 3);
    let weights = vec![0.3; model.weights()];
    let loss = |examples: &[Example]| {
        let mut gradient = vec![0.0; weights.len()];
        let loss =
            chaffinch_crf::loss(&model, examples, &weights, &Training::default(), &mut gradient).unwrap();
        (loss, gradient)
    };
    let (whole, gradient) = loss(&[examples[0].clone(), examples[1].clone().times(3)]);
    let repeated = [&examples[0], &examples[1], &examples[1], &examples[1]].map(Clone::clone);
    let (expected, slopes) = loss(&repeated);
    assert!((whole - expected).abs() < 1e-9);
    assert!(gradient.iter().zip(&slopes).all(|(own, other)| (own - other).abs() < 1e-9));
}

#[test]
fn training_can_be_stopped_and_resumed() {
    let mut model = Model::new();
    let examples = examples(&mut model, 11, 100);
    let training = Training { tolerance: 1e-9, ..Training::default() };
    let start = vec![0.0; model.weights()];
    let whole = train(&model, &examples, start.clone(), &training, go_on).unwrap();
    assert_eq!(whole.stop, Stop::Converged);

    let mut kept = Vec::new();
    let stopped = train(&model, &examples, start, &training, |progress| {
        kept = progress.weights.to_vec();
        if progress.iteration == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let stopped = stopped.unwrap();
    assert_eq!((stopped.stop, stopped.iterations), (Stop::Interrupted, 3));
    assert_eq!(stopped.weights, kept);
    assert!(stopped.loss > whole.loss);

    let resumed = train(&model, &examples, kept, &training, go_on).unwrap();
    assert!((resumed.loss - whole.loss).abs() < 1e-4, "{} {}", resumed.loss, whole.loss);
}

#[test]
fn a_narrow_prior_keeps_weights_small() {
    let mut model = Model::new();
    let examples = examples(&mut model, 5, 60);
    let size = |sigma| {
        let training = Training { sigma, ..Training::default() };
        let trained = train(&model, &examples, vec![0.0; model.weights()], &training, go_on).unwrap();
        trained.weights.iter().map(|weight| weight * weight).sum::<f64>()
    };
    assert!(size(0.1) < size(1.0) && size(1.0) < size(10.0));
}

#[test]
fn what_was_learned_labels_new_graphs() {
    // The label of a node shows in its own feature only half the time; else its parent tells.
    let mut model = Model::new();
    let (inner, leaf) = (model.add_space(2), model.add_space(2));
    let shows = model.add_family(&[leaf], 3).unwrap();
    let below = model.add_family(&[inner, leaf], 1).unwrap();
    let build = |label: usize, shown: [bool; 4]| {
        let tree = Tree::new(&[None, Some(0), Some(0), Some(0), Some(0)]).unwrap();
        let mut graph = Graph::new(&model, &[inner, leaf, leaf, leaf, leaf]);
        for (i, shown) in shown.into_iter().enumerate() {
            graph.observe(shows, &[i + 1], &[Feature::on(if shown { label } else { 2 })]).unwrap();
        }
        for pair in tree.edges() {
            graph.observe(below, &pair, &[Feature::on(0)]).unwrap();
        }
        graph.junction_tree(TABLE_LIMIT).unwrap()
    };
    let all = [[true, false, true, false], [false, true, true, false], [true, true, false, true]];
    let examples: Vec<Example> = all
        .iter()
        .flat_map(|shown| [0, 1].map(|label| Example::new(build(label, *shown), vec![label; 5]).unwrap()))
        .collect();
    let training = Training { sigma: 3.0, ..Training::default() };
    let trained = train(&model, &examples, vec![0.0; model.weights()], &training, go_on).unwrap();
    let mut workspace = Workspace::new();
    for label in 0..2 {
        let unseen = build(label, [false, false, false, true]);
        assert_eq!(unseen.best(&trained.weights, &mut workspace).labels, [label; 5]);
    }
}

#[test]
fn wrong_labels_and_weights_are_refused() {
    let mut model = Model::new();
    let space = model.add_space(2);
    let family = model.add_family(&[space], 1).unwrap();
    let mut graph = Graph::new(&model, &[space; 2]);
    graph.observe(family, &[0], &[Feature::on(0)]).unwrap();
    let tree = graph.junction_tree(TABLE_LIMIT).unwrap();
    for labels in [vec![0], vec![0, 2], vec![0, 0, 0]] {
        assert!(Example::new(tree.clone(), labels).is_err());
    }
    let example = Example::new(tree, vec![0, 1]).unwrap();
    let examples = [example];
    for start in [vec![], vec![0.0, f64::NAN], vec![0.0; 3]] {
        assert!(matches!(
            train(&model, &examples, start, &Training::default(), go_on),
            Err(Error::Weights { needed: 2, .. })
        ));
    }
    let flat = Training { sigma: 0.0, ..Training::default() };
    assert_eq!(train(&model, &examples, vec![0.0; 2], &flat, go_on), Err(Error::Sigma(0.0)));
}
