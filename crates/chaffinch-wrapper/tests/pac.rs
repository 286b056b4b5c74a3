//! How many examples are enough.

use chaffinch_wrapper::{
    Evidence, Example, Examples, Pac, Tuple, WrapperClass, confidence, examples_wanted, is_enough,
};

fn evidence(pages: usize, tuples_a_page: usize, attributes: usize) -> Evidence {
    let values = vec![pages * tuples_a_page; attributes];
    Evidence { values, heads: pages, tails: pages, ..Evidence::default() }
}

#[test]
fn theorem_1_asks_for_72_examples_of_four_attributes_and_five_tuples_a_page() {
    assert!(!is_enough(&evidence(71, 5, 4), Pac::default()));
    assert!(is_enough(&evidence(72, 5, 4), Pac::default()));
}

#[test]
fn the_examples_wanted_are_those_that_make_the_bound_hold() {
    assert_eq!(examples_wanted(&evidence(10, 5, 4), 10, Pac::default()), Some(62));
    assert_eq!(examples_wanted(&evidence(72, 5, 4), 72, Pac::default()), Some(0));
}

#[test]
fn a_missing_first_attribute_takes_the_heads_examples_away() {
    let seen = Evidence { heads: 0, ..evidence(100, 5, 4) };
    assert_eq!(confidence(&seen, 0.1), 0.0);
}

#[test]
fn ambiguities_that_alone_exceed_delta_cannot_be_outweighed() {
    let seen = Evidence { ambiguities: 20, mistake: 0.01, ..evidence(10, 5, 4) };
    assert_eq!(examples_wanted(&seen, 10, Pac::default()), None);
    let seen = Evidence { ambiguities: 20, mistake: 1e-6, ..seen };
    assert_eq!(examples_wanted(&seen, 10, Pac::default()), Some(62));
}

#[test]
fn an_attribute_never_seen_is_never_learned() {
    let mut seen = evidence(10, 5, 4);
    seen.values[2] = 0;
    assert_eq!(examples_wanted(&seen, 10, Pac::default()), None);
}

#[test]
fn every_class_counts_its_own_delimiters_and_a_class_without_a_theorem_promises_nothing() {
    let seen = Evidence { tuples: 500, ..evidence(100, 5, 4) };
    let of = |class| confidence(&Evidence { class: Some(class), ..seen.clone() }, 0.1);
    let hlrt = confidence(&seen, 0.1);
    assert_eq!(of(WrapperClass::Hlrt), hlrt);
    assert!(of(WrapperClass::Lr) > hlrt && hlrt > of(WrapperClass::Hoclrt));
    assert_eq!((of(WrapperClass::XLr), of(WrapperClass::NHlrt), of(WrapperClass::Node)), (0.0, 0.0, 0.0));
}

#[test]
fn equal_pages_are_one_example() {
    let page = |name: &str| Example {
        name: name.into(),
        bytes: b"<b>Oak</b>".to_vec(),
        tuples: vec![Tuple::flat(std::iter::once(3..6))],
    };
    let examples = Examples { attributes: vec!["name".into()], pages: vec![page("a"), page("b")] };
    let seen = Evidence::of(&examples);
    assert_eq!((seen.values, seen.heads, seen.tails, seen.tuples), (vec![1], 1, 1, 1));
}
