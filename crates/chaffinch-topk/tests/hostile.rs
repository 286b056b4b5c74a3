//! Input that no one means well with.

use chaffinch_core::{Findings, Page};
use chaffinch_survey::Survey;
use chaffinch_topk::{TopkSettings, top_k};
use std::time::{Duration, Instant};

fn with_k(k: usize) -> TopkSettings {
    TopkSettings { k: Some(k), ..TopkSettings::default() }
}

/// The answer, which must come soon.
fn soon(page: &Page, settings: &TopkSettings) -> Findings {
    let start = Instant::now();
    let answer = top_k(&Survey::new(page, &Default::default()), settings, false);
    // A pass that is quadratic in nodes would take minutes; a busy machine may take seconds.
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    answer
}

fn is_none_because(answer: &Findings, part: &str) -> bool {
    answer.absence.as_ref().is_some_and(|reason| reason.contains(part))
}

#[test]
fn numbers_that_are_no_size_of_a_list_get_their_reason() {
    let page = chaffinch_page::parse_str("<title>10 trees</title><ul><li>Oak<li>Elm</ul>");
    assert!(is_none_because(&soon(&page, &with_k(0)), "0 is too few"));
    assert!(is_none_because(&soon(&page, &with_k(1)), "1 is too few"));
    assert!(is_none_because(&soon(&page, &with_k(10_000)), "10000"));
    assert!(is_none_because(&soon(&page, &with_k(usize::MAX)), "more than"));
}

#[test]
fn a_page_whose_every_node_has_the_same_tag_path_is_answered_quickly() {
    let flat = chaffinch_page::parse_str(&format!("<title>10 best</title>{}", "<p>word".repeat(50_000)));
    soon(&flat, &TopkSettings::default());
    for k in [2, 49_999, 50_000, 50_001] {
        soon(&flat, &TopkSettings { k: Some(k), max_k: 100_000, ..TopkSettings::default() });
    }
    let numbered: String = (0..20_000).map(|i| format!("{i}. word<br>")).collect();
    soon(
        &chaffinch_page::parse_str(&format!("<title>10 best</title><p>{numbered}")),
        &TopkSettings::default(),
    );
}

#[test]
fn deep_and_wide_pages_are_answered_quickly() {
    let deep = format!("<title>5 best</title>{}", "<div><b>1. x</b>".repeat(400));
    soon(&chaffinch_page::parse_str(&deep), &TopkSettings::default());
    let rows: String = (0..5_000).map(|i| format!("<tr><td>{i}<td>name {i}<td>x")).collect();
    let table = chaffinch_page::parse_str(&format!("<title>Top 5000 names</title><table>{rows}</table>"));
    assert!(!soon(&table, &TopkSettings::default()).relations.is_empty());
    let classes: String = (0..20_000).map(|i| format!("<div class='a{i} b'><i>x{i}</i></div>")).collect();
    soon(&chaffinch_page::parse_str(&format!("<title>12 things</title>{classes}")), &TopkSettings::default());
}

#[test]
fn many_titles_and_no_body_are_no_trouble() {
    let title = "7 seas and 8 oceans and 9 lakes and 10 rivers and ".repeat(1_000);
    let page = chaffinch_page::parse_str(&format!("<title>{title}</title>"));
    soon(&page, &TopkSettings::default());
    top_k(&Survey::new(&page, &Default::default()), &TopkSettings::default(), true);
    soon(&chaffinch_page::parse_str("<frameset><frame></frameset>"), &with_k(3));
    soon(&chaffinch_page::parse_str(""), &with_k(3));
}
