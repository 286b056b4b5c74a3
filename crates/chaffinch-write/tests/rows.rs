//! Flat rows, databases and workbooks.

mod reports;

use chaffinch_core::{
    Bounds, Cell, CellContent, Column, ColumnType, InnerRows, PageReport, RelationKind, Value,
};
use chaffinch_write::{Format, WriteOptions, to_bytes};
use reports::{cell, page, relation, row, text};

/// A product with a price, a range of prices, tags and a day.
fn product() -> PageReport {
    let columns = vec![
        Column::text("name"),
        Column::new(Some("price".into()), ColumnType::Money),
        Column::text("tag"),
        Column::new(Some("date".into()), ColumnType::Date),
        Column::new(Some("stock".into()), ColumnType::Number),
    ];
    let money = |written: &str, value: f64, range| {
        let value = Some(Value::Number(value));
        Some(CellContent::One(Cell { value, unit: Some("USD".into()), range, ..cell(written) }))
    };
    let day = Cell { value: Some(Value::Text("2006-03-12".into())), ..cell("12 March 2006") };
    let number = Cell { value: Some(Value::Number(3.0)), ..cell("3") };
    let tags = CellContent::Many(vec![cell("oak"), cell("new")]);
    let range = Some(Bounds { least: Some(32.0), most: None });
    let rows = vec![
        row([
            Some(text("=Feeder")),
            money("$9.99", 9.99, None),
            Some(tags),
            Some(CellContent::One(day)),
            None,
        ]),
        row([Some(text("Box")), money("From $32", 32.0, range), None, None, Some(CellContent::One(number))]),
    ];
    let mut report = page("a.html", "T");
    report.relations = vec![relation(RelationKind::Records, "test", columns, rows)];
    report
}

#[test]
fn a_row_is_a_flat_object_of_typed_values() {
    let bytes = to_bytes(Format::Rows, WriteOptions::default(), [&product()]).unwrap();
    let lines: Vec<serde_json::Value> =
        String::from_utf8(bytes).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let origin = |row: u32| serde_json::json!({"_page": "a.html", "_url": null, "_relation": 1, "_row": row, "_score": 0.75});
    let with = |mut object: serde_json::Value, more: serde_json::Value| {
        object.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        object
    };
    let first = serde_json::json!({"name": "=Feeder", "price": 9.99, "price_unit": "USD", "tag": ["oak", "new"],
        "date": "2006-03-12", "stock": null});
    let second = serde_json::json!({"name": "Box", "price": 32, "price_unit": "USD", "price_range": [32.0, null], "tag": null,
        "date": null, "stock": 3});
    assert_eq!(lines, [with(origin(1), first), with(origin(2), second)]);
}

#[cfg(feature = "sqlite")]
#[test]
fn a_database_has_a_table_for_each_table_and_one_of_the_pages() {
    let mut other = product();
    other.input = "b.html".into();
    other.relations[0].columns[0].name = Some("song\"; DROP TABLE pages; --".into());
    let mut same = product();
    same.input = "c.html".into();
    let bytes = to_bytes(Format::Sqlite, WriteOptions::default(), [&product(), &other, &same]).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    let database = rusqlite::Connection::open(file.path()).unwrap();
    let count = |table: &str| -> i64 {
        database.query_row(&format!("SELECT count(*) FROM {table}"), (), |row| row.get(0)).unwrap()
    };
    assert_eq!((count("pages"), count("records"), count("records_2")), (3, 4, 2));
    let query =
        "SELECT name, price, price_unit, price_range, tag, date, _score FROM records WHERE _page = 'c.html'";
    let mut statement = database.prepare(query).unwrap();
    type Text = Option<String>;
    type Product = (String, f64, String, Text, Text, Text, f64);
    let rows: Vec<Product> = statement
        .query_map((), |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?))
        })
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let usd = || "USD".to_owned();
    let first = (
        "=Feeder".to_owned(),
        9.99,
        usd(),
        None,
        Some("[\"oak\",\"new\"]".to_owned()),
        Some("2006-03-12".to_owned()),
        0.75,
    );
    assert_eq!(
        rows,
        [first, ("Box".to_owned(), 32.0, usd(), Some("[32.0,null]".to_owned()), None, None, 0.75)]
    );
}

#[cfg(feature = "xlsx")]
#[test]
fn a_workbook_begins_as_one_and_takes_any_text() {
    let mut report = product();
    let long = "é".repeat(40_000);
    report.relations[0].rows[0].cells[0] = Some(text(&long));
    let bytes =
        to_bytes(Format::Xlsx, WriteOptions::default(), [&report, &PageReport::new("nothing")]).unwrap();
    assert!(bytes.starts_with(b"PK"), "a ZIP archive");
}

/// A book with two chapters.
fn book() -> PageReport {
    let page_number = |number: f64| {
        Some(CellContent::One(Cell { value: Some(Value::Number(number)), ..cell(&number.to_string()) }))
    };
    let inner = InnerRows {
        columns: vec![Column::text("chapter"), Column::new(Some("page".into()), ColumnType::Number)],
        rows: vec![row([Some(text("Song")), page_number(3.0)]), row([Some(text("Nest")), page_number(40.0)])],
    };
    let rows =
        vec![row([Some(text("Finches")), Some(CellContent::Rows(inner))]), row([Some(text("Owls")), None])];
    let mut report = page("a.html", "T");
    let columns = vec![Column::text("book"), Column::text("chapter")];
    report.relations = vec![relation(RelationKind::Records, "test", columns, rows)];
    report
}

#[test]
fn rows_within_a_row_are_objects_within_its_object() {
    let bytes = to_bytes(Format::Rows, WriteOptions::default(), [&book()]).unwrap();
    let first: serde_json::Value =
        serde_json::from_slice(bytes.split(|byte| *byte == b'\n').next().unwrap()).unwrap();
    assert_eq!(
        first["chapter"],
        serde_json::json!([{"chapter": "Song", "page": 3}, {"chapter": "Nest", "page": 40}])
    );
}

#[test]
fn rows_within_a_row_come_back_from_the_contract() {
    let bytes = to_bytes(Format::Jsonl, WriteOptions::default(), [&book()]).unwrap();
    let back: PageReport = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(back.relations[0].rows, book().relations[0].rows);
}

#[test]
fn a_flat_table_has_a_line_for_each_row_within_a_row() {
    let bytes = to_bytes(Format::Csv, WriteOptions::default(), [&book()]).unwrap();
    assert_eq!(
        String::from_utf8(bytes).unwrap(),
        "book,chapter,page\nFinches,Song,3\nFinches,Nest,40\nOwls,,\n"
    );
}
