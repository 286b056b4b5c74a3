//! The same tables made of `<div>`s: a page made for it, and real ones where they are at hand.

use chaffinch::{Engine, Settings};
use chaffinch_core::{CellContent, Page};
use chaffinch_eval::tables::divs::{Divs, as_divs};
use chaffinch_eval::tables::{Options, labelled_grids};
use chaffinch_input::Document;
use chaffinch_tables::{TableSettings, tables};
use std::path::{Path, PathBuf};

const SPANS: &str = "<table border=1><caption>Results</caption>\
    <tr><th rowspan=2>Team<th colspan=2>Goals<th rowspan=2>Points\
    <tr><th>For<th>Against\
    <tr><td rowspan=2>Graz<td width=70>3<td width=70>1<td>7\
    <tr><td>2<td>2<td>1\
    <tr><td>Linz<td colspan=2>none<td>0\
    <tr><td>Wels<td>4<td>5<td rowspan=2>2\
    <tr><td>Steyr<td>1<td>1</table>";

#[test]
fn a_table_with_spans_comes_out_of_divs_as_it_went_in() {
    let engine = Engine::new(Settings::default()).unwrap();
    let page = engine.render(Document::from_html("spans.html", SPANS)).unwrap().page;
    let read = |page: &Page| {
        let table =
            tables(page, &TableSettings::default()).into_relations(page).into_iter().next().expect("a table");
        let names: Vec<String> = table.columns.iter().map(|c| c.name.clone().unwrap_or_default()).collect();
        let text = |cell: &Option<CellContent>| cell.as_ref().map(|c| c.text(" ")).unwrap_or_default();
        let rows: Vec<Vec<String>> =
            table.rows.iter().map(|row| row.cells.iter().map(text).collect()).collect();
        (names, rows)
    };
    let written = read(&page);
    assert_eq!(written.0, ["Team", "Goals For", "Goals Against", "Points"]);
    for divs in Divs::ALL {
        let html = as_divs(&page, page.layout().unwrap(), divs);
        assert!(!html.contains("<table") && !html.contains("<td"), "{html}");
        let seen = engine.render(Document::from_html("divs.html", html)).unwrap().page;
        assert_eq!(read(&seen), written, "{}", divs.name());
    }
}

fn data() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/data");
    std::env::var_os("CHAFFINCH_DATA").map(PathBuf::from).or(Some(target)).filter(|folder| folder.is_dir())
}

#[test]
fn real_tables_come_out_of_divs_as_they_went_in() {
    let Some(data) = data() else {
        println!("skipped: there are no real pages in CHAFFINCH_DATA or target/data");
        return;
    };
    let pages = chaffinch_gold::read(&data.join("wikitables/gold.jsonl"), None).unwrap();
    let sample: Vec<_> = pages.into_iter().step_by(12).collect();
    let options = Options { python: None, every: 1, per_page: true, threads: None };
    let grids = labelled_grids(&sample, &options, |problem| panic!("{problem}")).unwrap();
    for line in &grids.lines {
        assert!(100 * line.perfect >= 94 * grids.pages, "{grids}");
    }
}
