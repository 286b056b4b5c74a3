//! Pages that nobody would write: an answer within the limits, never a crash.

use chaffinch_core::{Limits, Page, Relation};
use chaffinch_page::{Origin, parse};
use chaffinch_records::{Method, RecordsSettings};
use chaffinch_survey::Survey;
use std::time::{Duration, Instant};

/// What is found, as a report has it.
fn records(page: &Page, settings: &RecordsSettings) -> Vec<Relation> {
    let survey = Survey::new(page, &Default::default());
    chaffinch_records::records(&survey, settings, false).into_relations(page)
}

fn page(html: String) -> Page {
    let origin = Origin { name: "made up", content_type: Some("text/html; charset=utf-8"), url: None };
    parse(html.into_bytes(), origin, &Limits::default()).expect("a page").page
}

/// Runs every method, and gives what `auto` finds.
fn rows(html: String) -> Option<usize> {
    let page = page(html);
    let begin = Instant::now();
    let mut found = None;
    for method in Method::ALL.into_iter().rev() {
        let relations = records(&page, &RecordsSettings { method, ..RecordsSettings::default() });
        found = relations.first().map(|relation| relation.rows.len());
    }
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
    found
}

#[test]
fn a_hundred_thousand_siblings() {
    rows((0..100_000).map(|n| format!("<p>{n}")).collect());
}

#[test]
fn twenty_thousand_levels() {
    rows("<div>x".repeat(20_000));
}

#[test]
fn lists_in_lists_in_lists() {
    rows("<ul><li>a<li>b<li>c".repeat(3_000));
}

#[test]
fn an_empty_body_has_no_list() {
    assert_eq!(rows("<body>".into()), None);
    assert_eq!(rows(String::new()), None);
}

#[test]
fn one_giant_text() {
    assert_eq!(rows("word ".repeat(1 << 20)), None);
}

#[test]
fn unclosed_tags_and_duplicate_ids() {
    rows((0..50).map(|n| format!("<div id=a><table><tr><td id=a>{n}<b><i>x")).collect());
}

#[test]
fn other_scripts_are_counted_in_their_characters() {
    let items = |line: &str| {
        (1..=9).map(|n| format!("<li><a href='/{n}'>{line} {n}</a><p>{line}。{line}")).collect::<String>()
    };
    assert_eq!(rows(format!("<body><ul>{}</ul>", items("東京都の天気予報と最新のニュース"))), Some(9));
    assert_eq!(rows(format!("<body dir=rtl><ul>{}</ul>", items("أخبار اليوم من المدينة القديمة"))), Some(9));
}

#[test]
fn the_same_page_gives_the_same_answer() {
    let html: String =
        (1..=30).map(|n| format!("<div class=c{n}><a href={n}>Title {n}</a> text of {n}</div>")).collect();
    let page = page(html);
    let once = records(&page, &RecordsSettings::default());
    assert_eq!(once, records(&page, &RecordsSettings::default()));
}
