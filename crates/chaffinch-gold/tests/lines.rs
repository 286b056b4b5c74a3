//! Lines of gold files.

use chaffinch_core::Span;
use chaffinch_gold::{GoldPage, Labels, parse};

fn page(line: &str) -> GoldPage {
    parse(line).unwrap().remove(0)
}

#[test]
fn a_line_is_labelled_by_what_it_has() {
    assert!(matches!(page(r#"{"page": "a", "records": [{"name": "Ulm"}]}"#).labels, Labels::Records(_)));
    let topk = page(r#"{"page": "a", "task": "topk", "records": [{"name": "Ulm"}]}"#);
    assert!(matches!(topk.labels, Labels::TopK(_)));
    assert!(matches!(page(r#"{"page": "a", "record": {"name": "Ulm"}}"#).labels, Labels::Detail(_)));
    assert!(matches!(page(r#"{"page": "a", "grid": [["Ulm"]]}"#).labels, Labels::Table(_)));
    assert!(matches!(page(r#"{"page": "a", "kinds": ["list"]}"#).labels, Labels::Kinds(_)));
    assert_eq!(page(r#"{"page": "a", "task": "none"}"#).labels, Labels::Nothing);
}

#[test]
fn values_are_texts_numbers_or_lists_and_blank_ones_are_none() {
    let line = r#"{"page": "a", "kind": "shop", "records": [{"area": 2, "size": 7, "name": ["Ulm", " "], "image": null}, {}]}"#;
    let page = page(line);
    let record = &page.records()[0];
    assert_eq!((record.text("size"), record.values("name")), ("7", &["Ulm".to_owned()][..]));
    assert_eq!(record.attributes().collect::<Vec<_>>(), ["name", "size"]);
    assert!(record.values.contains_key("image") && record.values("image").is_empty());
    assert_eq!((page.areas(), page.note("kind"), page.note("vertical")), (2, "shop", ""));
}

#[test]
fn a_null_is_a_missing_range_and_a_list_several() {
    let page = page(r#"{"page": "a", "tuples": [[[0, 1], null, [[4, 5], [6, 7]]]]}"#);
    let [span, four, six] = [(0, 1), (4, 5), (6, 7)].map(|(start, end)| Span::new(start, end));
    assert_eq!(page.labels, Labels::Tuples(vec![vec![vec![span], vec![], vec![four, six]]]));
}

#[test]
fn a_line_that_is_no_label_is_named() {
    let said = |text: &str| parse(text).unwrap_err().to_string();
    assert!(said("\n{\"page\": \"a.html\"}").starts_with("line 2: a labelled page has `page`"));
    assert!(said("{\"page\": 3}").starts_with("line 1: invalid type"));
    assert!(said(r#"{"page": "a", "record": {"name": {}}}"#).contains("the value of `name` is a text"));
    assert!(said("[]").contains("a labelled page"));
}

#[test]
fn mistakes_name_the_line_the_tuple_and_the_attribute() {
    let said = |text: &str| parse(text).unwrap_err().to_string();
    let tuples =
        r#"{"page": "a", "attributes": ["name", "price"], "tuples": [[[1, 2], [3, 4]], [[5, 6], [7]]]}"#;
    assert!(said(tuples).starts_with("line 1: tuple 2, `price`: bytes are [start, end]"), "{}", said(tuples));
    let records = r#"{"page": "a", "records": [{"name": "Ulm"}, {"name": true}]}"#;
    assert!(said(records).contains("record 2: the value of `name` is a text"), "{}", said(records));
    assert_eq!(said("\n{\"page\": \"a"), "line 2: EOF while parsing a string, at column 11");
    assert!(said("name,price\nUlm,3\n").starts_with("line 1: a table of examples needs a column `page`"));
}

#[test]
fn a_byte_order_mark_in_front_is_no_mistake() {
    assert_eq!(
        page("\u{feff}{\"page\": \"a\", \"record\": {\"name\": \"Ulm\"}}").records()[0].text("name"),
        "Ulm"
    );
}

#[test]
fn a_row_corrects_what_a_report_or_an_earlier_row_says() {
    let rows = r#"{"_page": "a", "_row": 1, "name": "Ulm", "size": 3}
        {"_page": "a", "_row": 2, "name": "Bonn"}
        {"_page": "a", "_row": 1, "size": null}"#;
    let page = page(rows);
    assert_eq!(page.records().len(), 2);
    assert_eq!((page.records()[0].text("name"), page.records()[0].values("size").len()), ("Ulm", 0));
    assert!(
        parse(r#"{"_page": "a", "_row": 3, "name": "Ulm"}"#)
            .unwrap_err()
            .to_string()
            .contains("only 0 rows of a are known")
    );
}

#[test]
fn a_corrected_report_is_a_label() {
    let line = r#"{"chaffinch": 1, "input": "a.html", "renderer": "none", "kind": "detail", "errors": [], "relations": [
        {"kind": "detail", "method": "label", "score": 1.0, "xpath": "/html", "columns": [{"name": "name", "type": "text"}],
         "rows": [{"text": "Ulm", "xpaths": ["/html"], "links": [], "images": [], "cells": [{"text": "Ulm", "xpath": "/html"}]}]}]}"#;
    let page = page(&line.replace('\n', " "));
    assert_eq!((page.note("kind"), page.records()[0].text("name")), ("detail", "Ulm"));
}

#[test]
fn values_of_rows_within_a_row_are_labels_of_the_record() {
    let of_rows = r#"{"_page": "a", "_row": 1, "book": "Owls", "chapter": [{"chapter": "Night", "page": 7}, {"chapter": "Prey", "page": 9}]}"#;
    let cell = |text: &str| format!(r#"{{"text": "{text}", "xpath": null}}"#);
    let row = |cells: &[String]| {
        format!(r#"{{"text": "", "xpaths": [], "links": [], "images": [], "cells": [{}]}}"#, cells.join(", "))
    };
    let column = |name: &str| format!(r#"{{"name": "{name}", "type": "text"}}"#);
    let inner = format!(
        r#"{{"columns": [{}, {}], "rows": [{}, {}]}}"#,
        column("chapter"),
        column("page"),
        row(&[cell("Night"), cell("7")]),
        row(&[cell("Prey"), cell("9")])
    );
    let of_report = format!(
        r#"{{"chaffinch": 1, "input": "a", "renderer": "none", "errors": [], "relations": [{{"kind": "records", "method": "wrapper",
        "score": 1.0, "xpath": "", "columns": [{}, {}], "rows": [{}]}}]}}"#,
        column("book"),
        column("chapter"),
        row(&[cell("Owls"), inner])
    );
    for line in [of_rows.to_owned(), of_report.replace('\n', " ")] {
        let page = page(&line);
        assert_eq!(page.attributes, ["book", "chapter", "page"]);
        let record = &page.records()[0];
        assert_eq!(
            (record.values("chapter"), record.values("page")),
            (&["Night", "Prey"].map(String::from)[..], &["7", "9"].map(String::from)[..])
        );
    }
}
