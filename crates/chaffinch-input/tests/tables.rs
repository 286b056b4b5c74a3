//! Tables with a column of HTML.

mod made;

use arrow_array::{ArrayRef, BinaryArray, Int64Array, RecordBatch, StringArray};
use chaffinch_input::ReadOptions;
use made::{documents, outcome};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::path::Path;
use std::sync::Arc;

fn rows() -> RecordBatch {
    let html = StringArray::from(vec![Some("<p>one"), None, Some(""), Some("<p>zw\u{f6}lf")]);
    let url = StringArray::from(vec!["http://a.example/1", "b", "c", "http://a.example/4"]);
    let id = Int64Array::from(vec![1, 2, 3, 4]);
    RecordBatch::try_from_iter([
        ("id", Arc::new(id) as ArrayRef),
        ("URL", Arc::new(url)),
        ("html", Arc::new(html)),
    ])
    .unwrap()
}

fn parquet(path: &Path, rows: &RecordBatch, compression: Compression) {
    let properties = WriterProperties::builder().set_compression(compression).build();
    let file = std::fs::File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, rows.schema(), Some(properties)).unwrap();
    writer.write(rows).unwrap();
    writer.close().unwrap();
}

#[test]
fn the_pages_of_a_parquet_table_are_read_with_their_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pages.parquet");
    let codecs = [
        Compression::SNAPPY,
        Compression::ZSTD(ZstdLevel::default()),
        Compression::GZIP(Default::default()),
        Compression::LZ4_RAW,
    ];
    for codec in codecs {
        parquet(&path, &rows(), codec);
        let found = documents(&path, &ReadOptions::default());
        assert_eq!(outcome(&found), ["<p>one", "<p>zw\u{f6}lf"], "{codec}");
        let last = found[1].as_ref().unwrap();
        assert!(last.name.ends_with("pages.parquet#3"));
        assert_eq!(last.url.as_deref(), Some("http://a.example/4"));
        assert_eq!(last.content_type.as_deref(), Some("text/html; charset=utf-8"));
    }
}

#[test]
fn the_columns_can_be_named_and_bytes_are_pages_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pages.parquet");
    let stored = BinaryArray::from_vec(vec![b"<p>caf\xe9"]);
    let rows = RecordBatch::try_from_iter([
        ("name", Arc::new(StringArray::from(vec!["a"])) as ArrayRef),
        ("stored", Arc::new(stored)),
    ])
    .unwrap();
    parquet(&path, &rows, Compression::SNAPPY);
    let said = outcome(&documents(&path, &ReadOptions::default()));
    assert!(said[0].ends_with("say which it is with --html-column (its columns: name, stored)"), "{said:?}");
    let options = ReadOptions::default().with(|options| options.html_column = Some("stored".into()));
    let found = documents(&path, &options);
    assert_eq!(found[0].as_ref().unwrap().bytes, b"<p>caf\xe9");
    assert_eq!(found[0].as_ref().unwrap().content_type, None);
    let wrong = ReadOptions::default().with(|options| options.html_column = Some("gone".into()));
    assert!(outcome(&documents(&path, &wrong))[0].contains("has no column \"gone\""));
}

#[test]
fn arrow_files_and_streams_are_read() {
    use arrow_ipc::CompressionType;
    use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
    let folder = tempfile::tempdir().unwrap();
    let rows = rows();
    for compression in [None, Some(CompressionType::LZ4_FRAME), Some(CompressionType::ZSTD)] {
        let options = || IpcWriteOptions::default().try_with_compression(compression).unwrap();
        let file = folder.path().join("a.feather");
        let mut writer = FileWriter::try_new_with_options(
            std::fs::File::create(&file).unwrap(),
            &rows.schema(),
            options(),
        )
        .unwrap();
        writer.write(&rows).unwrap();
        writer.write(&rows).unwrap();
        writer.finish().unwrap();
        let twice = ["<p>one", "<p>zw\u{f6}lf", "<p>one", "<p>zw\u{f6}lf"];
        assert_eq!(outcome(&documents(&file, &ReadOptions::default())), twice, "{compression:?}");
        let stream = folder.path().join("a.arrows");
        let mut writer = StreamWriter::try_new_with_options(
            std::fs::File::create(&stream).unwrap(),
            &rows.schema(),
            options(),
        )
        .unwrap();
        writer.write(&rows).unwrap();
        writer.finish().unwrap();
        assert_eq!(outcome(&documents(&stream, &ReadOptions::default())), ["<p>one", "<p>zw\u{f6}lf"]);
    }
    let small = ReadOptions::default().with(|options| options.limits.table_bytes = 100);
    let said = outcome(&documents(folder.path().join("a.feather"), &small));
    assert!(said[0].contains("of rows in one piece"), "{said:?}");
}

#[test]
fn a_damaged_table_is_an_error_wherever_it_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pages.parquet");
    parquet(&path, &rows(), Compression::SNAPPY);
    let whole = std::fs::read(&path).unwrap();
    for at in (4..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        std::fs::write(&path, &damaged).unwrap();
        // Whatever it gives, it gives: nothing may panic, hang or have no end.
        assert!(documents(&path, &ReadOptions::default()).len() < 50);
        std::fs::write(&path, &whole[..at]).unwrap();
        assert!(documents(&path, &ReadOptions::default()).iter().any(Result::is_err));
    }
}
