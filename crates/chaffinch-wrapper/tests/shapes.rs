//! The shapes of values.

use chaffinch_wrapper::Shape;

#[test]
fn a_price_without_digits_is_of_another_shape() {
    let shape = Shape::of(["$9.99", "$120.00", "$3.50"]);
    assert_eq!(shape.samples, ["$9.9"]);
    assert_eq!(shape.misfit("$45.00"), None);
    assert!(shape.misfit("sold out").unwrap().contains("no digit"));
    assert!(shape.misfit("<b>$45</b>").unwrap().contains("markup"));
}

#[test]
fn a_number_in_a_name_is_odd_only_after_many_names_without() {
    let names = vec!["Ann"; 20];
    assert_eq!(Shape::of(names[..5].iter().copied()).misfit("Ann 2"), None);
    assert!(Shape::of(names).misfit("Ann 2").unwrap().contains("has a digit"));
    assert!(Shape::of(["12", "13", "14"]).misfit("12 and a half").unwrap().contains("has a letter"));
}

#[test]
fn two_values_are_too_few_for_a_rule() {
    assert_eq!(Shape::of(["42", "17"]).misfit("none"), None);
}
