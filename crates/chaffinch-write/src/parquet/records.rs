//! A table whose columns are the same whatever the pages hold: one row a record, with the record as JSON.

use super::{ROW_GROUP_BYTES, io_error};
use crate::names::column_names;
use crate::rows::fill;
use ::parquet::arrow::ArrowWriter;
use ::parquet::basic::Compression;
use ::parquet::file::properties::WriterProperties;
use arrow_array::builder::{Float32Builder, Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use chaffinch_core::{PageReport, Relation, RelationKind, Row};
use serde_json::Map;
use std::io::{self, Write};
use std::sync::Arc;

/// Rows that are held until they are written.
const ROWS: usize = 4_096;
/// Bytes of text that are held until they are written.
const BYTES: usize = 16 << 20;

/// What is known of a page beside its report.
#[derive(Debug, Clone, Copy, Default)]
pub struct PageFacts<'f> {
    /// A sum of its bytes.
    pub digest: Option<&'f str>,
    /// Where it lies in its archive.
    pub offset: Option<u64>,
    /// What the relations of the report share with those of other pages of one template.
    pub templates: &'f [String],
}

/// Writes records to a Parquet file, all of them with the same columns, so that the files of many runs make one table.
pub struct RecordTable<W: Write + Send> {
    schema: SchemaRef,
    writer: ArrowWriter<W>,
    columns: Columns,
    rows: usize,
    bytes: usize,
}

#[derive(Default)]
struct Columns {
    input: StringBuilder,
    url: StringBuilder,
    digest: StringBuilder,
    offset: Int64Builder,
    title: StringBuilder,
    relation: Int32Builder,
    kind: StringBuilder,
    method: StringBuilder,
    score: Float32Builder,
    template: StringBuilder,
    row: Int32Builder,
    text: StringBuilder,
    record: StringBuilder,
}

impl<W: Write + Send> RecordTable<W> {
    /// A table that is written to `out`.
    pub fn new(out: W) -> io::Result<RecordTable<W>> {
        let schema = Arc::new(schema());
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_max_row_group_bytes(Some(ROW_GROUP_BYTES))
            .set_created_by(concat!("chaffinch ", env!("CARGO_PKG_VERSION")).into())
            .build();
        let writer = ArrowWriter::try_new(out, schema.clone(), Some(properties)).map_err(io_error)?;
        Ok(RecordTable { schema, writer, columns: Columns::default(), rows: 0, bytes: 0 })
    }

    /// Writes the records of all relations of a page.
    pub fn write(&mut self, report: &PageReport, facts: &PageFacts<'_>) -> io::Result<()> {
        for (rank, relation) in report.relations.iter().enumerate() {
            let names = column_names(&relation.columns);
            for (number, row) in relation.rows.iter().enumerate() {
                let record = record_of(&names, row)?;
                self.bytes += record.len() + row.text.len();
                self.columns.push_page(report, facts);
                self.columns.push_relation(rank, relation, facts);
                self.columns.push_row(number, row, &record);
                self.rows += 1;
                if self.rows >= ROWS || self.bytes >= BYTES {
                    self.flush()?;
                }
            }
        }
        Ok(())
    }

    /// Ends the table and gives back where it was written to.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        self.writer.into_inner().map_err(io_error)
    }

    fn flush(&mut self) -> io::Result<()> {
        (self.rows, self.bytes) = (0, 0);
        let batch =
            RecordBatch::try_new(self.schema.clone(), self.columns.finish()).map_err(io::Error::other)?;
        self.writer.write(&batch).map_err(io_error)
    }
}

impl Columns {
    fn push_page(&mut self, report: &PageReport, facts: &PageFacts<'_>) {
        self.input.append_value(&report.input);
        self.url.append_option(report.url.as_deref());
        self.digest.append_option(facts.digest);
        self.offset.append_option(facts.offset.and_then(|offset| i64::try_from(offset).ok()));
        self.title.append_option(report.title.as_deref());
    }

    fn push_relation(&mut self, rank: usize, relation: &Relation, facts: &PageFacts<'_>) {
        self.relation.append_value(i32::try_from(rank + 1).unwrap_or(i32::MAX));
        self.kind.append_value(match relation.kind {
            RelationKind::Records => "records",
            RelationKind::Table => "table",
            RelationKind::Topk => "topk",
            RelationKind::Detail => "detail",
        });
        self.method.append_value(&relation.method);
        self.score.append_value(relation.score);
        self.template.append_option(facts.templates.get(rank));
    }

    fn push_row(&mut self, number: usize, row: &Row, record: &str) {
        self.row.append_value(i32::try_from(number + 1).unwrap_or(i32::MAX));
        self.text.append_value(&row.text);
        self.record.append_value(record);
    }

    /// In the order of the schema.
    fn finish(&mut self) -> Vec<ArrayRef> {
        vec![
            Arc::new(self.input.finish()),
            Arc::new(self.url.finish()),
            Arc::new(self.digest.finish()),
            Arc::new(self.offset.finish()),
            Arc::new(self.title.finish()),
            Arc::new(self.relation.finish()),
            Arc::new(self.kind.finish()),
            Arc::new(self.method.finish()),
            Arc::new(self.score.finish()),
            Arc::new(self.template.finish()),
            Arc::new(self.row.finish()),
            Arc::new(self.text.finish()),
            Arc::new(self.record.finish()),
        ]
    }
}

fn schema() -> Schema {
    let field = |name: &str, kind: DataType, nullable: bool| Field::new(name, kind, nullable);
    Schema::new(vec![
        field("input", DataType::Utf8, false),
        field("url", DataType::Utf8, true),
        field("digest", DataType::Utf8, true),
        field("offset", DataType::Int64, true),
        field("title", DataType::Utf8, true),
        field("relation", DataType::Int32, false),
        field("kind", DataType::Utf8, false),
        field("method", DataType::Utf8, false),
        field("score", DataType::Float32, false),
        field("template", DataType::Utf8, true),
        field("row", DataType::Int32, false),
        field("text", DataType::Utf8, false),
        field("record", DataType::Utf8, false),
    ])
}

/// A record as `rows` writes it, without where it came from.
fn record_of(names: &[String], row: &Row) -> io::Result<String> {
    let mut object = Map::new();
    fill(&mut object, names, row, true);
    Ok(serde_json::to_string(&object)?)
}
