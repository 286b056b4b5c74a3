//! CSV as other programs read it.

mod reports;

use chaffinch_core::{Cell, CellContent, Column, PageReport, RelationKind};
use chaffinch_write::{Format, Selection, WriteOptions, to_bytes, writer_of_files};
use proptest::prelude::*;
use reports::{cell, page, relation, row, text};
use std::io::Write;
use std::sync::{Arc, Mutex};

fn csv(options: WriteOptions, pages: &[PageReport]) -> String {
    String::from_utf8(to_bytes(Format::Csv, options, pages).unwrap()).unwrap()
}

/// A page with one relation of text columns.
fn page_of(input: &str, columns: &[&str], rows: &[&[Option<&str>]]) -> PageReport {
    let columns = columns.iter().map(|name| Column::text(*name)).collect();
    let rows = rows.iter().map(|values| row(values.iter().map(|value| value.map(text)))).collect();
    let mut report = page(input, "T");
    report.relations = vec![relation(RelationKind::Records, "test", columns, rows)];
    report
}

#[test]
fn pages_with_the_same_columns_make_one_table_in_the_first_ones_order() {
    let pages = [
        page_of("a", &["x", "y"], &[&[Some("1"), Some("2")]]),
        PageReport::new("nothing here"),
        page_of("b", &["y", "x"], &[&[Some("4"), Some("3")]]),
    ];
    assert_eq!(
        csv(WriteOptions::default(), &pages),
        "page,relation,score,x,y\na,1,0.750,1,2\nb,1,0.750,3,4\n"
    );
}

/// What a run writes to several files.
fn files(options: WriteOptions, pages: &[PageReport]) -> Vec<String> {
    let written: Vec<Arc<Mutex<Vec<u8>>>> = (0..4).map(|_| Arc::default()).collect();
    let file = |at: usize| Box::new(Shared(written[at].clone())) as Box<dyn Write + Send>;
    let others: Vec<_> = written.clone();
    let more = Box::new(move |number: usize| {
        Ok(Box::new(Shared(others[number - 1].clone())) as Box<dyn Write + Send>)
    });
    let mut writer = writer_of_files(Format::Csv, options, file(0), Some(more)).unwrap();
    pages.iter().for_each(|page| writer.write(page).unwrap());
    writer.finish().unwrap();
    let texts = written.iter().map(|bytes| String::from_utf8(bytes.lock().unwrap().clone()).unwrap());
    texts.filter(|text| !text.is_empty()).collect()
}

struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn several_tables_are_several_files() {
    let pages = [
        page_of("a", &["x"], &[&[Some("1")]]),
        page_of("b", &["x", "z"], &[&[None, Some("2")]]),
        page_of("c", &["x"], &[&[Some("3")]]),
    ];
    let expected =
        ["page,relation,score,x\na,1,0.750,1\nc,1,0.750,3\n", "page,relation,score,x,z\nb,1,0.750,,2\n"];
    assert_eq!(files(WriteOptions::default(), &pages), expected);
    assert_eq!(files(WriteOptions::default(), &pages[..1]), ["x\n1\n"]);
}

#[test]
fn several_tables_are_one_flat_table_where_there_is_one_file() {
    let pages = [page_of("a", &["x"], &[&[Some("1")]]), page_of("b", &["X", "z"], &[&[None, Some("2")]])];
    let flat = "page,table,relation,score,x,z\na,1,1,0.750,1,\nb,2,1,0.750,,2\n";
    assert_eq!(csv(WriteOptions::default(), &pages), flat);
    assert_eq!(files(WriteOptions { flat: true, ..WriteOptions::default() }, &pages), [flat]);
}

#[test]
fn a_column_that_a_later_page_of_the_template_brings_is_a_column_of_all() {
    let of = |input, columns, rows| {
        let mut report = page_of(input, columns, rows);
        report.relations[0].template.rows = "/ul/li".into();
        report
    };
    let pages = [
        of("s/1", &["x", "y"], &[&[Some("1"), Some("2")]]),
        of("s/2", &["z", "x"], &[&[Some("4"), Some("3")]]),
    ];
    let table = "page,relation,score,x,y,z\ns/1,1,0.750,1,2,\ns/2,1,0.750,3,,4\n";
    assert_eq!(files(WriteOptions::default(), &pages), [table]);
}

#[test]
fn the_score_of_a_single_relation_is_there_where_it_is_asked_for() {
    let report = page_of("a", &["x"], &[&[Some("1")]]);
    assert_eq!(
        csv(WriteOptions { scores: true, ..WriteOptions::default() }, &[report]),
        "score,x\n0.750,1\n"
    );
}

#[test]
fn tabs_stand_between_values_where_they_are_asked_for() {
    let report = page_of("a", &["x", "y"], &[&[Some("1,5"), Some("a\tb")]]);
    let tsv = to_bytes(Format::Tsv, WriteOptions::default(), [&report]).unwrap();
    assert_eq!(String::from_utf8(tsv).unwrap(), "x\ty\n1,5\t\"a\tb\"\n");
}

#[test]
fn a_page_that_names_a_column_page_keeps_it_beside_ours() {
    let pages = [page_of("a", &["page"], &[&[Some("1")]]), page_of("b", &["page"], &[&[Some("2")]])];
    assert_eq!(csv(WriteOptions::default(), &pages), "page,relation,score,page2\na,1,0.750,1\nb,1,0.750,2\n");
    assert_eq!(csv(WriteOptions::default(), &pages[..1]), "page\n1\n");
}

#[test]
fn missing_is_an_empty_field_and_an_empty_text_is_quoted() {
    let report = page_of("a", &["x", "y"], &[&[None, Some("")], &[None, None]]);
    assert_eq!(csv(WriteOptions::default(), &[report]), "x,y\n,\"\"\n,\n");
}

#[test]
fn a_missing_value_in_a_single_column_is_still_a_row() {
    let report = page_of("a", &["x"], &[&[Some("1")], &[None], &[Some("3")]]);
    assert_eq!(csv(WriteOptions::default(), &[report]), "x\n1\n\"\"\n3\n");
}

#[test]
fn pages_with_and_without_links_share_the_column_for_them() {
    let linked = |link: Option<&str>| CellContent::One(Cell { link: link.map(Into::into), ..cell("t") });
    let of = |link| {
        let mut report = page("a", "T");
        let rows = vec![row([Some(linked(link))])];
        report.relations = vec![relation(RelationKind::Records, "test", vec![Column::text("x")], rows)];
        report
    };
    let options = WriteOptions { links: true, ..WriteOptions::default() };
    let with_first = csv(options.clone(), &[of(Some("/1")), of(None)]);
    assert_eq!(with_first, "page,relation,score,x,x_url\na,1,0.750,t,/1\na,1,0.750,t,\n");
    let with_last = csv(options, &[of(None), of(Some("/1"))]);
    assert_eq!(with_last, "page,relation,score,x,x_url\na,1,0.750,t,\na,1,0.750,t,/1\n");
}

#[test]
fn nothing_selected_is_nothing_written() {
    let options = WriteOptions { select: Selection::Nth(2.try_into().unwrap()), ..WriteOptions::default() };
    assert_eq!(csv(options, &[page_of("a", &["x"], &[&[Some("1")]])]), "");
}

#[test]
fn rows_of_the_wrong_length_are_filled_or_cut() {
    let report = page_of("a", &["x", "y"], &[&[Some("1")], &[Some("1"), Some("2"), Some("3")]]);
    assert_eq!(csv(WriteOptions::default(), &[report]), "x,y\n1,\n1,2\n");
}

/// Values of every sort that a page might hold, line breaks and quotes more often than elsewhere.
fn value() -> impl Strategy<Value = Option<String>> {
    prop_oneof![Just(None), any::<String>().prop_map(Some), "[a,\"\n\r; \u{feff}]{0,6}".prop_map(Some),]
}

fn values() -> impl Strategy<Value = Vec<Vec<Option<String>>>> {
    (1usize..5)
        .prop_flat_map(|width| proptest::collection::vec(proptest::collection::vec(value(), width), 0..6))
}

proptest! {
    #[test]
    fn another_reader_finds_the_cells_as_they_were(values in values(), name in any::<String>()) {
        let width = values.first().map_or(1, Vec::len);
        let columns: Vec<Column> = (0..width).map(|i| Column::text(format!("{name}{i}"))).collect();
        let rows = values.iter().map(|row_values| row(row_values.iter().map(|v| v.as_deref().map(text))));
        let mut report = page("a", "T");
        report.relations = vec![relation(RelationKind::Table, "test", columns, rows.collect())];
        let bytes = to_bytes(Format::Csv, WriteOptions::default(), [&report]).unwrap();

        let mut reader = ::csv::Reader::from_reader(bytes.as_slice());
        prop_assert_eq!(reader.headers().unwrap().len(), width);
        let read: Vec<Vec<String>> =
            reader.records().map(|record| record.unwrap().iter().map(String::from).collect()).collect();
        let expected: Vec<Vec<String>> =
            values.into_iter().map(|row| row.into_iter().map(Option::unwrap_or_default).collect()).collect();
        prop_assert_eq!(read, expected);
    }
}
