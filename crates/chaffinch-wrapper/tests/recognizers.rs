//! What recognizers find on a page.

use chaffinch_core::{Cell, CellContent, Column, PageReport, Relation, Row, Span};
use chaffinch_wrapper::{ErrorKind, Pattern, Recognizer};

fn texts(pattern: Pattern, page: &str) -> Vec<String> {
    let recognizer = Recognizer::new("a", ErrorKind::Perfect, &pattern).unwrap();
    recognizer.instances("a", page.as_bytes()).iter().map(|span| page[span.range()].to_owned()).collect()
}

#[test]
fn a_gazetteer_finds_whole_words_only() {
    let names = Pattern::Gazetteer(vec!["Niger".into(), "Nigeria".into(), "Oman".into()]);
    assert_eq!(texts(names, "Nigeria, NIGER; woman"), ["Nigeria", "NIGER"]);
}

#[test]
fn values_stand_between_tags_as_a_whole() {
    let values = Pattern::Values(vec!["Spain".into()]);
    assert_eq!(texts(values, "<b>Spain</b><i>Spain now</i><p>Spain"), ["Spain", "Spain"]);
}

#[test]
fn a_group_of_an_expression_is_the_instance() {
    assert_eq!(texts(Pattern::Regex("<i>(.*?)</i>".into()), "<i>20</i><i>34</i>"), ["20", "34"]);
}

#[test]
fn what_an_extractor_found_is_recognised_on_its_page() {
    let text =
        "[[recognizer]]\nattribute = \"x\"\nerrors = \"unreliable\"\noutput = \"rows.jsonl\"\ncolumn = \"y\"";
    let cell = |start: u32| Cell { span: Some(Span::new(start, start + 2)), ..Cell::default() };
    let rows =
        [7, 3].map(|at| Row { cells: vec![CellContent::from_cells(vec![cell(at)])], ..Row::default() });
    let mut report = PageReport::new("a.html");
    report.relations.push(Relation {
        template: Default::default(),
        kind: chaffinch_core::RelationKind::Records,
        method: "any".into(),
        score: 1.0,
        title: None,
        facts: Default::default(),
        xpath: String::new(),
        rect: None,
        columns: vec![Column::text("y")],
        rows: rows.to_vec(),
    });
    let line = serde_json::to_string(&report).unwrap();
    let read =
        Recognizer::read(text, |file| if file == "rows.jsonl" { Ok(line.clone()) } else { Err(file.into()) });
    let recognizer = &read.unwrap()[0];
    assert_eq!(recognizer.instances("a.html", b""), [Span::new(3, 5), Span::new(7, 9)]);
    assert_eq!(recognizer.instances("b.html", b""), []);
    let broken = Recognizer::read(text, |_| Ok("\n{}".into())).unwrap_err().to_string();
    assert!(broken.contains("rows.jsonl, line 2"), "{broken}");
}

#[test]
fn a_recogniser_that_says_two_things_is_named() {
    let text = "[[recognizer]]\nattribute = \"x\"\nerrors = \"perfect\"\nregex = \"a\"\nvalues = []";
    assert!(
        Recognizer::read(text, |_| Err("no file".into()))
            .unwrap_err()
            .to_string()
            .contains("recogniser of `x` needs one of")
    );
}
