//! Tuples of gold files as examples.

use chaffinch_wrapper::{Examples, Tuple, tuple_examples};

fn reading(tuples: &str) -> Vec<Examples> {
    let line = format!(r#"{{"page": "a.html", "tuples": {tuples}}}"#);
    let page = chaffinch_gold::parse(&line).unwrap().remove(0);
    tuple_examples(&[(page, vec![b' '; 100])])
}

fn attributes(examples: &Examples) -> Vec<Vec<usize>> {
    let of = |tuple: &Tuple| tuple.instances.iter().map(|i| i.attribute).collect();
    examples.pages[0].tuples.iter().map(of).collect()
}

#[test]
fn a_null_is_a_missing_value_and_a_list_several() {
    let examples = reading("[[[0, 1], null], [[2, 3], [[4, 5], [6, 7]]]]");
    assert_eq!(attributes(&examples[0]), [vec![0], vec![0, 1, 1]]);
}

#[test]
fn tuples_of_different_lengths_are_nested() {
    let examples = reading("[[[0,1],[2,3],[4,5]], [[6,7],[8,9],[10,11],[12,13],[14,15]]]");
    assert_eq!(examples.len(), 2);
    assert_eq!(attributes(&examples[1]), [vec![0, 1, 2], vec![0, 1, 2, 1, 2]]);
}
