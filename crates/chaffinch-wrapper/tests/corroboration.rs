//! Labels from recognizers that err.

use chaffinch_core::Span;
use chaffinch_wrapper::{Column, CorrobError, ErrorKind, LabelCell, corrob};

fn column(errors: ErrorKind, instances: &[(u32, u32)]) -> Column {
    Column { errors, instances: instances.iter().map(|(start, end)| Span::new(*start, *end)).collect() }
}

fn one(start: u32, end: u32) -> LabelCell {
    LabelCell::One(Span::new(start, end))
}

/// Figure 5. The text of section 6 names all instances but the countries, the second code and the last
/// capital, which it passes over as plain.
fn figure_5() -> Vec<Column> {
    vec![
        column(ErrorKind::Incomplete, &[(10, 15), (52, 56)]),
        column(ErrorKind::Perfect, &[(18, 20), (38, 40), (58, 60)]),
        column(ErrorKind::Unsound, &[(5, 7), (19, 25), (22, 28), (42, 48), (44, 49), (59, 65), (62, 68)]),
    ]
}

#[test]
fn figure_5_has_a_hole_and_an_ambiguity() {
    let arrays = corrob(&figure_5()).unwrap();
    let array = arrays.iter().find(|array| array.order == [0, 1, 2]).unwrap();
    let ambiguous = LabelCell::OneOf(vec![Span::new(42, 48), Span::new(44, 49)]);
    assert_eq!(array.rows[0], [one(10, 15), one(18, 20), one(22, 28)]);
    assert_eq!(array.rows[1], [LabelCell::Hole, one(38, 40), ambiguous]);
    assert_eq!(array.rows[2], [one(52, 56), one(58, 60), one(62, 68)]);
}

#[test]
fn figure_5_allows_the_capital_first_as_well() {
    let orders: Vec<Vec<usize>> = corrob(&figure_5()).unwrap().into_iter().map(|a| a.order).collect();
    assert_eq!(orders, [vec![0, 1, 2], vec![2, 0, 1]]);
}

#[test]
fn an_unreliable_recogniser_may_leave_its_cell_open() {
    let columns =
        [column(ErrorKind::Perfect, &[(0, 2), (10, 12)]), column(ErrorKind::Unreliable, &[(1, 4), (5, 6)])];
    let array = &corrob(&columns).unwrap()[0];
    assert_eq!(array.rows[0][1], LabelCell::OneOfOrHole(vec![Span::new(5, 6)]));
    assert_eq!(array.rows[1][1], LabelCell::Hole);
}

#[test]
fn without_a_perfect_recogniser_there_are_no_rows() {
    assert_eq!(corrob(&[column(ErrorKind::Unsound, &[(0, 1)])]), Err(CorrobError::NoPerfect));
}

#[test]
fn two_true_values_in_one_tuple_contradict_an_order() {
    let columns = [column(ErrorKind::Perfect, &[(10, 12)]), column(ErrorKind::Incomplete, &[(0, 2), (4, 6)])];
    assert_eq!(corrob(&columns), Ok(vec![]));
}
