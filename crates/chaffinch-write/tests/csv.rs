//! CSV as other programs read it.

mod reports;

use chaffinch_core::{Cell, CellContent, Column, PageReport, RelationKind};
use chaffinch_write::{Format, Selection, WriteOptions, to_bytes};
use proptest::prelude::*;
use reports::{cell, page, relation, row, text};

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
    assert_eq!(csv(WriteOptions::default(), &pages), "input,relation,x,y\na,1,1,2\nb,1,3,4\n");
}

#[test]
fn other_columns_start_a_new_block() {
    let pages = [page_of("a", &["x"], &[&[Some("1")]]), page_of("b", &["x", "z"], &[&[None, Some("2")]])];
    assert_eq!(
        csv(WriteOptions::default(), &pages),
        "input,relation,x\na,1,1\n\ninput,relation,x,z\nb,1,,2\n"
    );
}

#[test]
fn a_page_that_names_a_column_input_keeps_it_beside_ours() {
    let pages = [page_of("a", &["input"], &[&[Some("1")]]), page_of("b", &["input"], &[&[Some("2")]])];
    assert_eq!(csv(WriteOptions::default(), &pages), "input,relation,input2\na,1,1\nb,1,2\n");
    assert_eq!(csv(WriteOptions::default(), &pages[..1]), "input\n1\n");
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
fn a_page_without_links_joins_a_block_that_has_a_column_for_them() {
    let linked = |link: Option<&str>| CellContent::One(Cell { link: link.map(Into::into), ..cell("t") });
    let of = |link| {
        let mut report = page("a", "T");
        let rows = vec![row([Some(linked(link))])];
        report.relations = vec![relation(RelationKind::Records, "test", vec![Column::text("x")], rows)];
        report
    };
    let options = WriteOptions { links: true, ..WriteOptions::default() };
    let with_first = csv(options.clone(), &[of(Some("/1")), of(None)]);
    assert_eq!(with_first, "input,relation,x,x_url\na,1,t,/1\na,1,t,\n");
    let with_last = csv(options, &[of(None), of(Some("/1"))]);
    assert_eq!(with_last, "input,relation,x\na,1,t\n\ninput,relation,x,x_url\na,1,t,/1\n");
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
