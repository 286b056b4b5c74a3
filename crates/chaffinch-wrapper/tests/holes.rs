//! Section 6: recognisers that miss values, judged by brute force.

use chaffinch_core::Span;
use chaffinch_wrapper::{
    Body, Column, Delimiters, ErrorKind, Executor, LearnSettings, OracleError, Order, StringWrapper,
    WrapperClass, learn_from_columns,
};
use proptest::prelude::*;

/// A page of two attributes; the first of them is missed where the flag says so.
#[derive(Debug, Clone)]
struct HoledPage {
    bytes: Vec<u8>,
    tuples: Vec<[Span; 2]>,
    missed: Vec<bool>,
}

type Part = (String, String);

fn holed_page(tuples: Vec<(Part, Part, bool)>, tail: &str) -> HoledPage {
    let mut page = HoledPage { bytes: Vec::new(), tuples: Vec::new(), missed: Vec::new() };
    for (first, second, missed) in tuples {
        let spans = [first, second].map(|(separator, value)| {
            page.bytes.extend_from_slice(separator.as_bytes());
            let start = page.bytes.len() as u32;
            page.bytes.extend_from_slice(value.as_bytes());
            Span { start, end: page.bytes.len() as u32 }
        });
        page.tuples.push(spans);
        page.missed.push(missed);
    }
    page.bytes.extend_from_slice(tail.as_bytes());
    page
}

/// Two pages with two or three tuples each, of which two in five lack their first value.
fn holed_pages() -> impl Strategy<Value = Vec<HoledPage>> {
    let separator =
        prop_oneof!["[ab]{1,3}", Just("ab".to_owned()), Just("bba".to_owned()), Just("b".to_owned())];
    let part = (separator, prop_oneof![Just("c".to_owned()), Just("cc".to_owned())]);
    let tuple = (part.clone(), part, prop::bool::weighted(0.4));
    let one = (prop::collection::vec(tuple, 2..=3), "[ab]{0,2}");
    prop::collection::vec(one, 2)
        .prop_map(|pages| pages.into_iter().map(|(tuples, tail)| holed_page(tuples, &tail)).collect())
}

fn columns(page: &HoledPage) -> Vec<Column> {
    let known = page.tuples.iter().zip(&page.missed).filter(|(_, missed)| !**missed);
    vec![
        Column { errors: ErrorKind::Incomplete, instances: known.map(|(tuple, _)| tuple[0]).collect() },
        Column { errors: ErrorKind::Perfect, instances: page.tuples.iter().map(|tuple| tuple[1]).collect() },
    ]
}

/// Whether a wrapper gives all that is known: as many tuples, every second value, and the first values that were not missed.
fn agrees(wrapper: &StringWrapper, page: &HoledPage) -> bool {
    let found = Executor::new(wrapper).execute(&page.bytes);
    found.fault.is_none()
        && found.tuples.len() == page.tuples.len()
        && found.tuples.iter().zip(&page.tuples).zip(&page.missed).all(|((found, wanted), missed)| {
            let spans: Vec<Span> = found.instances.iter().map(|instance| instance.span).collect();
            matches!(spans[..], [first, second] if second == wanted[1] && (*missed || first == wanted[0]))
        })
}

/// A wrapper of the class, with marks of up to two bytes, that gives all that is known.
fn brute_force(class: WrapperClass, pages: &[HoledPage]) -> Option<StringWrapper> {
    let marks: Vec<Vec<u8>> =
        ["a", "b", "aa", "ab", "ba", "bb"].iter().map(|mark| mark.as_bytes().to_vec()).collect();
    let count = 4 + if class.has_body() { 2 } else { 0 };
    let mut at = vec![0; count];
    loop {
        let mark = |n: usize| marks[at[n]].clone();
        let delimiters = |n: usize| Delimiters { left: mark(n), right: mark(n + 1) };
        let body = class.has_body().then(|| Body { head: mark(4), tail: mark(5) });
        let wrapper =
            StringWrapper { body, order: Order::Flat, attributes: vec![delimiters(0), delimiters(2)] };
        if pages.iter().all(|page| agrees(&wrapper, page)) {
            return Some(wrapper);
        }
        let place = at.iter().position(|n| n + 1 < marks.len())?;
        at[place] += 1;
        at[..place].fill(0);
    }
}

fn agrees_with_brute_force(class: WrapperClass, pages: &[HoledPage]) -> Result<(), TestCaseError> {
    let settings = LearnSettings { class: Some(class), ..LearnSettings::default() };
    let columns: Vec<Vec<Column>> = pages.iter().map(columns).collect();
    prop_assume!(columns.iter().any(|columns| !columns[0].instances.is_empty()));
    let named: Vec<(String, Vec<u8>)> =
        pages.iter().enumerate().map(|(at, page)| (format!("page {at}"), page.bytes.clone())).collect();
    match learn_from_columns(&named, &["first", "second"], &columns, &settings) {
        // The other order of the two attributes may fit as well.
        Ok(learned) if learned.examples.attributes[0] == "first" => {
            prop_assert!(pages.iter().all(|page| agrees(&learned.wrapper, page)), "{:?}", learned.wrapper);
        }
        Ok(_) => {}
        Err(OracleError::Inconsistent { .. }) => {
            let missed = brute_force(class, pages);
            prop_assert!(missed.is_none(), "{:?}", missed);
        }
        Err(error) => return Err(TestCaseError::fail(error.to_string())),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn whenever_brute_force_fills_the_holes_with_an_lr_wrapper_so_does_learning(pages in holed_pages()) {
        agrees_with_brute_force(WrapperClass::Lr, &pages)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whenever_brute_force_fills_the_holes_with_an_hlrt_wrapper_so_does_learning(pages in holed_pages()) {
        agrees_with_brute_force(WrapperClass::Hlrt, &pages)?;
    }
}
