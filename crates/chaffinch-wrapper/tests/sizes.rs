//! Learning on pages as large as real ones.

use chaffinch_wrapper::{Example, Examples, LearnSettings, Preference, Tuple, WrapperClass, learn_class};
use std::fmt::Write;

/// A page whose head and tail are full of rows that look like tuples.
fn page(number: usize, head: usize, tuples: usize) -> Example {
    let row =
        |n: usize| format!("<li><b>word {}</b> <i>{}</i></li>\n", (n * 7919 + number) % 1009, (n * 31) % 997);
    let rows = |bytes: usize| -> String { (0..bytes / 32).map(row).collect() };
    let mut html = format!("<html><b>Top {number}</b><ul>{}</ul><h2>Results</h2><p>", rows(head));
    let mut found = Vec::new();
    for n in 0..tuples {
        let name = html.len() + 3..html.len() + 3 + format!("name {n}").len();
        let code = name.end + 8..name.end + 8 + n.to_string().len();
        let _ = writeln!(html, "<b>name {n}</b> <i>{n}</i><br>");
        found.push(Tuple::flat([name, code]));
    }
    let _ = write!(html, "<hr><ul>{}</ul>", rows(head / 2));
    Example { name: format!("page {number}"), bytes: html.into_bytes(), tuples: found }
}

fn examples(pages: usize, head: usize, tuples: usize) -> Examples {
    let attributes = vec!["name".to_owned(), "code".to_owned()];
    Examples { attributes, pages: (0..pages).map(|number| page(number, head, tuples)).collect() }
}

#[test]
fn long_heads_and_many_tuples_are_learned_from() {
    for examples in [examples(5, 600_000, 50), examples(75, 3_000, 100), examples(2, 4_500_000, 20)] {
        let settings = LearnSettings::default();
        let learned = learn_class(&examples, WrapperClass::Hlrt, Preference::Aligned, &settings).unwrap();
        let body = learned.body.unwrap();
        assert_eq!((body.head.as_slice(), body.tail.as_slice()), (&b"<p>"[..], &b"<hr>"[..]));
    }
}

#[test]
fn a_search_that_runs_out_says_so_and_not_that_there_is_no_wrapper() {
    let settings = LearnSettings { search_bytes: 1_000, ..LearnSettings::default() };
    let examples = examples(3, 20_000, 10);
    let error = learn_class(&examples, WrapperClass::Hlrt, Preference::Aligned, &settings).unwrap_err();
    assert!(error.to_string().contains("is not complete: a wrapper may exist"), "{error}");
}
