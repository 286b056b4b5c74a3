//! Means, medians, errors and F1.

use chaffinch_eval::statistics::{Tally, median, standard_error};

#[test]
fn the_median_of_an_even_number_lies_between_the_two_in_the_middle() {
    assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&[9.0, 1.0, 2.0, 4.0]), Some(3.0));
    assert_eq!(median(&[]), None);
}

#[test]
fn the_standard_error_is_the_deviation_over_the_root_of_the_count() {
    assert_eq!(standard_error(&[1.0, 3.0]), Some(1.0));
    assert_eq!(standard_error(&[2.0, 2.0, 2.0]), Some(0.0));
    assert_eq!(standard_error(&[2.0]), None);
}

#[test]
fn f1_is_the_harmonic_mean_of_precision_and_recall() {
    let tally = Tally { right: 3, found: 4, wanted: 6 };
    let (precision, recall) = (tally.precision(), tally.recall());
    assert_eq!((precision, recall), (0.75, 0.5));
    assert!((tally.f1() - 2.0 * precision * recall / (precision + recall)).abs() < 1e-12);
    assert_eq!(Tally { right: 0, found: 0, wanted: 2 }.f1(), 0.0);
}
