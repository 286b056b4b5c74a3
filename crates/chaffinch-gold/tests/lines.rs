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
fn a_corrected_report_is_a_label() {
    let line = r#"{"chaffinch": 1, "input": "a.html", "renderer": "none", "kind": "detail", "errors": [], "relations": [
        {"kind": "detail", "method": "label", "score": 1.0, "xpath": "/html", "columns": [{"name": "name", "type": "text"}],
         "rows": [{"text": "Ulm", "xpaths": ["/html"], "links": [], "images": [], "cells": [{"text": "Ulm", "xpath": "/html"}]}]}]}"#;
    let page = page(&line.replace('\n', " "));
    assert_eq!((page.note("kind"), page.records()[0].text("name")), ("detail", "Ulm"));
}
