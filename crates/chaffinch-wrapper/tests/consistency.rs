//! Learned wrappers against Appendix A, against their own examples and against brute force.

use chaffinch_core::Span;
use chaffinch_wrapper::{
    Body, Delimiters, Example, Examples, Executor, Instance, LearnSettings, Occurs, Order, Preference,
    StringWrapper, Tuple, WrapperClass, broken_conditions, learn_class,
};
use proptest::prelude::*;

/// A page from its parts: separators and values in turn, beginning and ending with a separator.
fn page(name: usize, parts: &[String], attributes: usize) -> Example {
    let mut bytes = Vec::new();
    let mut spans = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let start = bytes.len();
        bytes.extend_from_slice(part.as_bytes());
        if at % 2 == 1 {
            spans.push(start..bytes.len());
        }
    }
    let tuples = spans.chunks_exact(attributes).map(|spans| Tuple::flat(spans.to_vec())).collect();
    Example { name: format!("page {name}"), bytes, tuples }
}

/// One to three small pages with one to three tuples each. Separators come from a few words, so that a good share
/// of the examples can be wrapped.
fn examples(attributes: usize) -> impl Strategy<Value = Examples> {
    let separator =
        prop_oneof!["[ab]{1,3}", Just("ab".to_owned()), Just("bba".to_owned()), Just("b".to_owned())];
    let part = (separator, prop_oneof!["[abc]{0,2}", Just("c".to_owned())]);
    let tuples = prop::collection::vec(prop::collection::vec(part, attributes), 1..=3);
    let one = (tuples, "[ab]{0,3}");
    prop::collection::vec(one, 1..=3).prop_map(move |pages| {
        let parts = |(tuples, tail): (Vec<Vec<(String, String)>>, String)| -> Vec<String> {
            let values = tuples.into_iter().flatten().flat_map(|(separator, value)| [separator, value]);
            values.chain([tail]).collect()
        };
        let pages = pages.into_iter().enumerate().map(|(at, p)| page(at, &parts(p), attributes)).collect();
        Examples { attributes: (1..=attributes).map(|k| format!("a{k}")).collect(), pages }
    })
}

/// A page whose tuples have each attribute as often as the lists say.
fn loose_page(name: usize, tuples: &[Vec<Vec<(String, String)>>], tail: &str) -> Example {
    let mut bytes = Vec::new();
    let mut found = Vec::new();
    for tuple in tuples {
        let mut instances = Vec::new();
        for (attribute, values) in tuple.iter().enumerate() {
            for (separator, value) in values {
                bytes.extend_from_slice(separator.as_bytes());
                let start = bytes.len() as u32;
                bytes.extend_from_slice(value.as_bytes());
                instances.push(Instance { attribute, span: Span { start, end: bytes.len() as u32 } });
            }
        }
        found.push(Tuple { instances });
    }
    bytes.extend_from_slice(tail.as_bytes());
    Example { name: format!("page {name}"), bytes, tuples: found }
}

/// A text before a value, and the value.
type Part = (String, String);
/// The tuples of a page, each with one first and any number of second values, and what follows them.
type LoosePage = (Vec<(Part, Vec<Part>)>, String);

/// One or two small pages with one to three tuples, in which the second of two attributes may be missing or come twice.
fn loose_examples() -> impl Strategy<Value = Examples> {
    let separator = prop_oneof![Just("ab".to_owned()), Just("ba".to_owned()), Just("b".to_owned())];
    let part = (separator, prop_oneof![Just("c".to_owned()), Just("cc".to_owned())]);
    let tuple = (part.clone(), prop::collection::vec(part, 0..=2));
    let one = (prop::collection::vec(tuple, 1..=3), "[ab]{0,2}");
    prop::collection::vec(one, 1..=2).prop_map(|pages| {
        let page = |(at, (tuples, tail)): (usize, LoosePage)| {
            let tuples: Vec<_> =
                tuples.into_iter().map(|(first, second)| vec![vec![first], second]).collect();
            loose_page(at, &tuples, &tail)
        };
        let pages = pages.into_iter().enumerate().map(page).collect();
        Examples { attributes: vec!["a1".into(), "a2".into()], pages }
    })
}

/// How often each attribute stands in the tuples of the examples.
fn occurrences(examples: &Examples) -> Vec<Occurs> {
    let tuples = || examples.pages.iter().flat_map(|page| &page.tuples);
    let count = |tuple: &Tuple, k: usize| tuple.instances.iter().filter(|i| i.attribute == k).count();
    let of = |k: usize| {
        let counts = || tuples().map(|tuple| count(tuple, k));
        Occurs::of(counts().min().unwrap_or(0), counts().max().unwrap_or(0))
    };
    (0..examples.attributes.len()).map(of).collect()
}

/// Whether an attribute has a value anywhere; one that has none is a mistake of the label.
fn occurs_at_all(examples: &Examples, attribute: usize) -> bool {
    let mut instances =
        examples.pages.iter().flat_map(|page| &page.tuples).flat_map(|tuple| &tuple.instances);
    instances.any(|instance| instance.attribute == attribute)
}

fn is_consistent(wrapper: &StringWrapper, examples: &Examples) -> bool {
    let executor = Executor::new(wrapper);
    examples.pages.iter().all(|page| {
        let found = executor.execute(&page.bytes);
        found.fault.is_none() && found.tuples == page.tuples
    })
}

/// All strings over the alphabet of separators up to a length.
fn strings(longest: u32) -> Vec<Vec<u8>> {
    let of_length =
        |n: u32| (0..1u32 << n).map(move |bits| (0..n).map(|i| b"ab"[(bits >> i & 1) as usize]).collect());
    (1..=longest).flat_map(of_length).collect()
}

/// A wrapper of a class from as many marks as it has.
fn wrapper_of(class: WrapperClass, attributes: usize, marks: &[&Vec<u8>]) -> StringWrapper {
    let mut marks = marks.iter().map(|mark| (*mark).clone());
    let mut next = || marks.next().unwrap_or_default();
    let body = class.has_body().then(|| Body { head: next(), tail: next() });
    let order = match class {
        WrapperClass::Oclr | WrapperClass::Hoclrt => Order::Marked { open: next(), close: next() },
        WrapperClass::NLr | WrapperClass::NHlrt => Order::Nested,
        _ => Order::Flat,
    };
    let attributes = (0..attributes).map(|_| Delimiters { left: next(), right: next() }).collect();
    StringWrapper { body, order, attributes }
}

/// Whether any wrapper of the class with marks up to a length is consistent.
fn brute_force(class: WrapperClass, examples: &Examples, longest: u32) -> Option<StringWrapper> {
    let strings = strings(longest);
    let count = examples.attributes.len();
    let marked = matches!(class, WrapperClass::Oclr | WrapperClass::Hoclrt);
    let marks = 2 * (count + usize::from(class.has_body()) + usize::from(marked));
    let mut at = vec![0; marks];
    loop {
        let chosen: Vec<&Vec<u8>> = at.iter().map(|i| &strings[*i]).collect();
        let mut wrapper = wrapper_of(class, count, &chosen);
        if matches!(class, WrapperClass::XLr | WrapperClass::XHlrt) {
            wrapper.order = Order::Loose(occurrences(examples));
        }
        if is_consistent(&wrapper, examples) {
            return Some(wrapper);
        }
        let place = at.iter().position(|i| i + 1 < strings.len())?;
        at[place] += 1;
        at[..place].fill(0);
    }
}

fn agrees_with_brute_force(
    class: WrapperClass,
    examples: &Examples,
    longest: u32,
) -> Result<(), TestCaseError> {
    let settings = LearnSettings::default();
    for preference in Preference::ALL {
        match learn_class(examples, class, preference, &settings) {
            Ok(wrapper) => {
                prop_assert_eq!(wrapper.class(), class);
                prop_assert!(is_consistent(&wrapper, examples), "{:?}", wrapper);
            }
            Err(error) => {
                let missed = brute_force(class, examples, longest);
                prop_assert!(missed.is_none(), "{} {:?}: {}; {:?}", class, preference, error, missed);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn whenever_brute_force_finds_an_lr_wrapper_so_does_learning(examples in examples(2)) {
        agrees_with_brute_force(WrapperClass::Lr, &examples, 2)?;
    }

    #[test]
    fn whenever_brute_force_finds_an_hlrt_wrapper_so_does_learning(examples in examples(1)) {
        agrees_with_brute_force(WrapperClass::Hlrt, &examples, 2)?;
    }

    #[test]
    fn whenever_brute_force_finds_an_oclr_wrapper_so_does_learning(examples in examples(1)) {
        agrees_with_brute_force(WrapperClass::Oclr, &examples, 2)?;
    }

    #[test]
    fn whenever_brute_force_finds_an_x_lr_wrapper_so_does_learning(examples in loose_examples()) {
        prop_assume!(occurs_at_all(&examples, 1));
        agrees_with_brute_force(WrapperClass::XLr, &examples, 2)?;
    }

    #[test]
    fn whenever_brute_force_finds_an_n_lr_wrapper_so_does_learning(examples in examples(2)) {
        agrees_with_brute_force(WrapperClass::NLr, &examples, 2)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whenever_brute_force_finds_an_hlrt_wrapper_of_two_attributes_so_does_learning(examples in examples(2)) {
        agrees_with_brute_force(WrapperClass::Hlrt, &examples, 2)?;
    }

    #[test]
    fn whenever_brute_force_finds_an_x_hlrt_wrapper_so_does_learning(examples in loose_examples()) {
        prop_assume!(occurs_at_all(&examples, 1));
        agrees_with_brute_force(WrapperClass::XHlrt, &examples, 2)?;
    }

    #[test]
    fn whenever_brute_force_finds_a_hoclrt_wrapper_so_does_learning(examples in examples(1)) {
        agrees_with_brute_force(WrapperClass::Hoclrt, &examples, 2)?;
    }

    #[test]
    fn whenever_brute_force_finds_an_n_hlrt_wrapper_so_does_learning(examples in examples(2)) {
        agrees_with_brute_force(WrapperClass::NHlrt, &examples, 2)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_hlrt_learning_returns_satisfies_appendix_a(examples in examples(2)) {
        for preference in Preference::ALL {
            let learned = learn_class(&examples, WrapperClass::Hlrt, preference, &LearnSettings::default());
            if let Ok(StringWrapper { body: Some(body), attributes, .. }) = learned {
                for page in &examples.pages {
                    prop_assert_eq!(broken_conditions(&page.bytes, &page.tuples, &body, &attributes), []);
                }
            }
        }
    }

    #[test]
    fn the_six_conditions_hold_exactly_when_running_the_wrapper_gives_the_label(
        examples in examples(1),
        marks in prop::collection::vec("[ab]{1,3}", 4),
    ) {
        let marks: Vec<Vec<u8>> = marks.into_iter().map(String::into_bytes).collect();
        let wrapper = wrapper_of(WrapperClass::Hlrt, 1, &marks.iter().collect::<Vec<_>>());
        let body = wrapper.body.clone().unwrap();
        for page in &examples.pages {
            let one = examples.with_pages(vec![page.clone()]);
            let broken = broken_conditions(&page.bytes, &page.tuples, &body, &wrapper.attributes);
            prop_assert_eq!(broken.is_empty(), is_consistent(&wrapper, &one), "{:?}", broken);
        }
    }
}
