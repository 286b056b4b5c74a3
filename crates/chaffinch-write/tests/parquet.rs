//! Parquet as its own reader finds it.

mod reports;

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Float32Type, Float64Type, Int32Type, TimestampMillisecondType};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, TimeUnit};
use chaffinch_core::{
    Cell, CellContent, Column, ColumnType, InnerRows, PageReport, RelationKind, Row, Value,
};
use chaffinch_write::{Format, Selection, WriteOptions, to_bytes};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use reports::{cell, dated, film, hours, money, number, page, relation, row, shop, text};

/// What a reader finds in the file: all rows in one batch.
fn read(options: WriteOptions, pages: &[PageReport]) -> RecordBatch {
    let bytes = to_bytes(Format::Parquet, options, pages).unwrap();
    let builder = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(bytes)).unwrap();
    let schema = builder.schema().clone();
    let mut reader = builder.with_batch_size(1_000_000).build().unwrap();
    reader.next().map_or_else(|| RecordBatch::new_empty(schema), Result::unwrap)
}

fn page_of(input: &str, columns: Vec<Column>, rows: Vec<Row>) -> PageReport {
    let mut report = page(input, "T");
    report.relations = vec![relation(RelationKind::Records, "test", columns, rows)];
    report
}

fn column(name: &str, kind: ColumnType) -> Column {
    Column::new(Some(name.into()), kind)
}

fn names(batch: &RecordBatch) -> Vec<String> {
    batch.schema().fields().iter().map(|field| field.name().clone()).collect()
}

fn kind(batch: &RecordBatch, name: &str) -> DataType {
    batch.schema().field_with_name(name).unwrap().data_type().clone()
}

fn texts<'b>(batch: &'b RecordBatch, name: &str) -> Vec<Option<&'b str>> {
    batch.column_by_name(name).unwrap().as_string::<i32>().iter().collect()
}

fn numbers(batch: &RecordBatch, name: &str) -> Vec<Option<f64>> {
    batch.column_by_name(name).unwrap().as_primitive::<Float64Type>().iter().collect()
}

fn days(batch: &RecordBatch, name: &str) -> Vec<Option<i32>> {
    batch.column_by_name(name).unwrap().as_primitive::<Date32Type>().iter().collect()
}

const ORIGIN: [&str; 6] = ["_input", "_url", "_relation", "_row", "_xpath", "_score"];

#[test]
fn a_list_of_records_is_a_table_of_typed_columns() {
    let batch = read(WriteOptions::default(), &[shop()]);
    assert_eq!(names(&batch)[..6], ORIGIN);
    assert_eq!(names(&batch)[6..], ["title", "price", "price_unit", "rating", "column4"]);
    assert_eq!(batch.num_rows(), 24);
    assert_eq!(numbers(&batch, "price")[..2], [Some(51.77), Some(54.74)]);
    assert!(texts(&batch, "price_unit").iter().all(|unit| *unit == Some("GBP")));
    assert_eq!(texts(&batch, "rating")[..4], [Some("Three"), Some("One"), None, Some("Five")]);
    assert_eq!(texts(&batch, "_input")[23], Some("books/index.html"));
    assert_eq!(texts(&batch, "_url")[23], Some("https://books.example/catalogue/page-1.html"));
    assert_eq!(texts(&batch, "_xpath")[23], Some("/html/body/div/p[1]"));
    let rows: Vec<i32> = batch["_row"].as_primitive::<Int32Type>().values().to_vec();
    assert_eq!(rows, (1..=24).collect::<Vec<_>>());
}

#[test]
fn different_relations_share_the_union_of_their_columns() {
    let batch = read(WriteOptions { select: Selection::All, ..WriteOptions::default() }, &[shop()]);
    assert_eq!(batch.num_rows(), 24 + hours().rows.len() + film().rows.len());
    assert_eq!(texts(&batch, "day")[23..26], [None, Some("Monday"), Some("Sunday")]);
    // Missing and empty are told apart.
    assert_eq!(texts(&batch, "open")[24..28], [Some("9–17"), None, Some(""), None]);
    assert_eq!(days(&batch, "released")[27], Some(-5263));
    assert_eq!(numbers(&batch, "price")[24..], [None; 4]);
    let ranks = batch["_relation"].as_primitive::<Int32Type>().values().to_vec();
    assert_eq!(ranks[23..], [1, 2, 2, 2, 3]);
    let actors = batch["actor"].as_list::<i32>();
    assert!(actors.is_null(0));
    let both = actors.value(27);
    assert_eq!(both.as_string::<i32>().iter().collect::<Vec<_>>(), [Some("Cary Grant"), Some("Grace Kelly")]);
}

#[test]
fn a_name_with_two_types_becomes_text() {
    let pages = [
        page_of("a", vec![column("size", ColumnType::Number)], vec![row([Some(number("5 kg", 5.0))])]),
        page_of("b", vec![column("size", ColumnType::Text)], vec![row([Some(text("large"))])]),
    ];
    let batch = read(WriteOptions::default(), &pages);
    assert_eq!(texts(&batch, "size"), [Some("5 kg"), Some("large")]);
    assert_eq!(names(&batch).len(), ORIGIN.len() + 1);
}

#[test]
fn a_text_among_numbers_is_kept_in_extra() {
    let rows = vec![row([Some(money(9.5, "$", "USD"))]), row([Some(text("call us"))]), row([None])];
    let batch =
        read(WriteOptions::default(), &[page_of("a", vec![column("price", ColumnType::Money)], rows)]);
    assert_eq!(numbers(&batch, "price"), [Some(9.5), None, None]);
    assert_eq!(texts(&batch, "price_unit"), [Some("USD"), None, None]);
    assert_eq!(texts(&batch, "_extra"), [None, Some(r#"{"price":"call us"}"#), None]);
}

#[test]
fn numbers_that_nobody_understood_are_text() {
    let rows = vec![row([Some(text("some"))]), row([Some(text("many"))])];
    let batch = read(WriteOptions::default(), &[page_of("a", vec![column("n", ColumnType::Number)], rows)]);
    assert_eq!(texts(&batch, "n"), [Some("some"), Some("many")]);
}

#[test]
fn several_values_make_a_list_of_every_cell_in_the_column() {
    let several = CellContent::Many(vec![cell("x"), cell("y")]);
    let rows = vec![row([Some(several)]), row([None]), row([Some(text("z"))])];
    let batch = read(WriteOptions::default(), &[page_of("a", vec![Column::text("tag")], rows)]);
    assert_eq!(kind(&batch, "tag"), DataType::new_list(DataType::Utf8, true));
    let lists: Vec<Option<Vec<String>>> = batch["tag"]
        .as_list::<i32>()
        .iter()
        .map(|list| Some(list?.as_string::<i32>().iter().map(|v| v.unwrap().into()).collect()))
        .collect();
    assert_eq!(lists, [Some(vec!["x".into(), "y".into()]), None, Some(vec!["z".into()])]);
}

#[test]
fn names_that_spark_would_confuse_are_told_apart() {
    let columns = ["Price", "price", "_input", "Price_unit"].map(|n| column(n, ColumnType::Money)).to_vec();
    let rows = vec![row([1.0, 2.0, 3.0, 4.0].map(|v| Some(money(v, "$", "USD"))))];
    let batch = read(WriteOptions::default(), &[page_of("a", columns, rows)]);
    let mut folded: Vec<String> = names(&batch).iter().map(|name| name.to_lowercase()).collect();
    folded.sort();
    folded.dedup();
    assert_eq!(folded.len(), names(&batch).len(), "{:?}", names(&batch));
    assert_eq!(numbers(&batch, "Price"), [Some(1.0)]);
    assert_eq!(numbers(&batch, "Price_unit"), [Some(4.0)]);
}

#[test]
fn what_comes_after_the_columns_are_fixed_is_kept_in_extra() {
    let plain = |i: u32| row([Some(number(&i.to_string(), f64::from(i)))]);
    let early = page_of("a", vec![column("n", ColumnType::Number)], (0..65_536).map(plain).collect());
    let late_columns = vec![column("n", ColumnType::Number), Column::text("song"), Column::text("tag")];
    let several = CellContent::Many(vec![cell("x"), cell("y")]);
    let late_rows = vec![
        row([Some(number("7", 7.0)), Some(text("tu-tu")), None]),
        row([Some(text("none")), None, Some(several)]),
        row([Some(money(8.0, "£", "GBP")), None, None]),
    ];
    let batch = read(WriteOptions::default(), &[early, page_of("b", late_columns, late_rows)]);
    assert_eq!(batch.num_rows(), 65_539);
    assert_eq!(names(&batch)[6..], ["n", "_extra"]);
    assert_eq!(numbers(&batch, "n")[65_535..], [Some(65_535.0), Some(7.0), None, Some(8.0)]);
    let extra = [
        None,
        Some(r#"{"song":"tu-tu"}"#),
        Some(r#"{"n":"none","tag":["x","y"]}"#),
        Some(r#"{"n_unit":"GBP"}"#),
    ];
    assert_eq!(texts(&batch, "_extra")[65_535..], extra);
    assert!(texts(&batch, "_extra")[..65_535].iter().all(Option::is_none));
    assert_eq!(texts(&batch, "_input")[65_535..65_537], [Some("a"), Some("b")]);
}

#[test]
fn pages_that_name_ever_new_columns_do_not_widen_the_file_without_end() {
    let of = |i: usize| {
        let columns = (0..50).map(|c| Column::text(format!("c{i}_{c}"))).collect();
        page_of("a", columns, vec![row((0..50).map(|c| Some(text(&c.to_string()))))])
    };
    let pages: Vec<PageReport> = (0..60).map(of).collect();
    let batch = read(WriteOptions::default(), &pages);
    assert_eq!(batch.num_rows(), 60);
    assert_eq!(batch.num_columns(), ORIGIN.len() + 1_000 + 1);
    let last = texts(&batch, "_extra")[59].unwrap();
    let last: serde_json::Value = serde_json::from_str(last).unwrap();
    assert_eq!(last["c59_49"], "49");
}

#[test]
fn days_and_moments_are_dates_and_what_is_neither_is_text() {
    let of = |values: &[&str]| {
        let rows = values.iter().map(|iso| row([Some(dated("then", iso))])).collect();
        read(WriteOptions::default(), &[page_of("a", vec![column("d", ColumnType::Date)], rows)])
    };
    assert_eq!(kind(&of(&["1970-01-02"]), "d"), DataType::Date32);
    let zoned = of(&["1970-01-01T01:00+01:00", "1970-01-01T00:00:01Z"]);
    assert_eq!(kind(&zoned, "d"), DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into())));
    assert_eq!(zoned["d"].as_primitive::<TimestampMillisecondType>().values().to_vec(), [0, 1000]);
    assert_eq!(kind(&of(&["1970-01-01T01:00"]), "d"), DataType::Timestamp(TimeUnit::Millisecond, None));
    assert_eq!(
        texts(&of(&["1970-01-01", "1970-01-01T01:00"]), "d"),
        [Some("1970-01-01"), Some("1970-01-01T01:00")]
    );
    let months = of(&["1970-01-01", "2024-01"]);
    assert_eq!(
        (days(&months, "d"), texts(&months, "_extra")),
        (vec![Some(0), None], vec![None, Some(r#"{"d":"2024-01"}"#)])
    );
}

#[test]
fn several_numbers_make_a_list_of_numbers() {
    let one = |n: f64| Cell { value: Some(Value::Number(n)), ..cell(&n.to_string()) };
    let rows = vec![
        row([Some(CellContent::Many(vec![one(1.0), one(2.0)]))]),
        row([Some(CellContent::One(one(3.0)))]),
    ];
    let batch = read(WriteOptions::default(), &[page_of("a", vec![column("n", ColumnType::Number)], rows)]);
    assert_eq!(kind(&batch, "n"), DataType::new_list(DataType::Float64, true));
    let second = batch["n"].as_list::<i32>().value(1);
    assert_eq!(second.as_primitive::<Float64Type>().values().to_vec(), [3.0]);
}

#[test]
fn every_row_has_the_score_of_its_relation() {
    let batch = read(WriteOptions::default(), &[shop()]);
    let scores = batch["_score"].as_primitive::<Float32Type>();
    assert!(scores.iter().all(|score| score == Some(shop().relations[0].score)));
}

#[test]
fn nothing_found_is_a_file_without_rows() {
    let batch = read(WriteOptions::default(), &[PageReport::new("empty.html")]);
    assert_eq!(batch.num_rows(), 0);
    assert_eq!(names(&batch), ORIGIN);
}

#[test]
fn a_record_of_several_nodes_has_one_xpath_for_all() {
    let mut two = row([Some(dated("today", "2026-11-15"))]);
    two.xpaths.push("/html/body/div/p[2]".into());
    let batch =
        read(WriteOptions::default(), &[page_of("a", vec![column("d", ColumnType::Date)], vec![two])]);
    assert_eq!(texts(&batch, "_xpath"), [Some("/html/body/div/p[1] | /html/body/div/p[2]")]);
    assert_eq!(days(&batch, "d"), [Some(20_772)]);
}

#[test]
fn rows_within_a_row_are_a_list_of_structures() {
    let chapters = |chapters: &[(&str, f64)]| {
        let chapter =
            |(title, page): &(&str, f64)| row([Some(text(title)), Some(number(&page.to_string(), *page))]);
        CellContent::Rows(InnerRows {
            columns: vec![Column::text("chapter"), column("page", ColumnType::Number)],
            rows: chapters.iter().map(chapter).collect(),
        })
    };
    let rows = vec![
        row([Some(text("Finches")), Some(chapters(&[("Song", 3.0), ("Nest", 40.0)]))]),
        row([Some(text("Wrens")), None]),
        row([Some(text("Owls")), Some(chapters(&[("Night", 7.0)]))]),
    ];
    let columns = vec![Column::text("book"), Column::text("chapter")];
    let batch = read(WriteOptions::default(), &[page_of("a.html", columns, rows)]);
    assert_eq!(texts(&batch, "book"), [Some("Finches"), Some("Wrens"), Some("Owls")]);
    let lists = batch.column_by_name("chapter").unwrap().as_list::<i32>();
    assert_eq!(
        (0..3).map(|row| (lists.is_null(row), lists.value_length(row))).collect::<Vec<_>>(),
        [(false, 2), (true, 0), (false, 1)]
    );
    let all = lists.values().as_struct();
    let titles: Vec<_> = all.column_by_name("chapter").unwrap().as_string::<i32>().iter().collect();
    assert_eq!(titles, [Some("Song"), Some("Nest"), Some("Night")]);
    let pages = all.column_by_name("page").unwrap().as_primitive::<Float64Type>();
    assert_eq!(pages.values(), &[3.0, 40.0, 7.0]);
}
