mod arrays;
mod batch;
mod inner;
mod layout;
mod records;

pub use records::{PageFacts, RecordTable};

use crate::names::column_names;
use crate::{Out, ReportWriter, Selection};
use ::parquet::arrow::ArrowWriter;
use ::parquet::basic::Compression;
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use arrays::record_batch;
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use batch::Batch;
use chaffinch_core::{PageReport, Relation};
use layout::{Layout, ORIGIN, Tail};
use std::io::{self, Write};

/// Collects rows in batches; the first batch decides which columns the file has.
pub(crate) struct ParquetWriter<'w> {
    select: Selection,
    batch: Batch,
    bounds: Bounds,
    /// Where the file will go, until the first batch is full.
    out: Option<Out<'w>>,
    /// The file, after that.
    file: Option<File<'w>>,
}

struct File<'w> {
    layout: Layout,
    writer: ArrowWriter<Out<'w>>,
}

/// When a batch is full.
struct Bounds {
    rows: usize,
    bytes: usize,
    columns: usize,
    /// Rows times columns: what a sparse batch costs once it is laid out.
    cells: usize,
}

const BOUNDS: Bounds = Bounds { rows: 1 << 16, bytes: 64 << 20, columns: 1_000, cells: 4_000_000 };

/// Encoded bytes that the Parquet library may gather before it writes a row group.
const ROW_GROUP_BYTES: usize = 64 << 20;

/// The rows of one relation in the columns that its Parquet file would have, without those that say where a row came from.
///
/// # Errors
/// If the relation has more rows or text than Arrow's arrays can hold.
pub fn relation_to_arrow(report: &PageReport, relation: &Relation) -> Result<RecordBatch, ArrowError> {
    let mut batch = Batch::default();
    let places = batch.start(report, &column_names(&relation.columns), &relation.columns);
    for (number, row) in relation.rows.iter().enumerate() {
        batch.push((1, number + 1, relation.score), row, &places);
    }
    let layout = Layout::of(&batch, BOUNDS.columns, Tail::Complete);
    let whole = record_batch(&layout, &batch)?;
    let own: Vec<usize> = (ORIGIN.len()..whole.num_columns()).collect();
    whole.project(&own)
}

impl<'w> ParquetWriter<'w> {
    pub(crate) fn new(select: Selection, out: Out<'w>) -> ParquetWriter<'w> {
        ParquetWriter { select, batch: Batch::default(), bounds: BOUNDS, out: Some(out), file: None }
    }

    fn is_full(&self) -> bool {
        let columns = self.file.as_ref().map_or(0, |f| f.layout.columns.len()).max(self.batch.columns.len());
        self.batch.rows() >= self.bounds.rows
            || self.batch.bytes() >= self.bounds.bytes
            || self.batch.rows() * columns >= self.bounds.cells
    }

    /// Writes the batch and starts an empty one.
    fn flush(&mut self, tail: Tail) -> io::Result<()> {
        if let Some(out) = self.out.take() {
            let layout = Layout::of(&self.batch, self.bounds.columns, tail);
            let properties = WriterProperties::builder()
                .set_compression(Compression::SNAPPY)
                .set_max_row_group_bytes(Some(ROW_GROUP_BYTES))
                .set_created_by(concat!("chaffinch ", env!("CARGO_PKG_VERSION")).into())
                .build();
            let writer = ArrowWriter::try_new(out, layout.schema.clone(), Some(properties));
            self.file = Some(File { layout, writer: writer.map_err(io_error)? });
        }
        let file =
            self.file.as_mut().ok_or_else(|| io::Error::other("the output could not be opened before"))?;
        let batch = std::mem::take(&mut self.batch);
        if batch.rows() > 0 {
            let rows = record_batch(&file.layout, &batch).map_err(io::Error::other)?;
            file.writer.write(&rows).map_err(io_error)?;
        }
        Ok(())
    }
}

impl ReportWriter for ParquetWriter<'_> {
    fn write(&mut self, report: &PageReport) -> io::Result<()> {
        for (rank, relation) in self.select.of(report) {
            let names = column_names(&relation.columns);
            // Where the relation's columns are in the batch; asked again after each flush.
            let mut places = Vec::new();
            for (i, row) in relation.rows.iter().enumerate() {
                if i == 0 || self.batch.rows() == 0 {
                    places = self.batch.start(report, &names, &relation.columns);
                }
                self.batch.push((rank, i + 1, relation.score), row, &places);
                if self.is_full() {
                    self.flush(Tail::MoreMayCome)?;
                }
            }
            // Not asked for each row: a relation may have more columns by itself.
            if self.batch.columns.len() >= self.bounds.columns {
                self.flush(Tail::MoreMayCome)?;
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.flush(Tail::Complete)?;
        match self.file {
            Some(file) => file.writer.into_inner().map_err(io_error)?.flush(),
            None => Ok(()),
        }
    }
}

/// The error that the output gave, not a description of it.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(inner) => *inner,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use chaffinch_core::{Cell, CellContent, Column, ColumnType, Relation, RelationKind, Row, Value};
    use std::io::BufWriter;

    /// Eight pages of three rows; the odd ones have text where the even ones have numbers, and a
    /// column of their own.
    fn pages() -> Vec<PageReport> {
        let page = |i: usize| {
            let kind = if i.is_multiple_of(2) { ColumnType::Number } else { ColumnType::Text };
            let mut columns = vec![Column::new(Some("n".into()), kind)];
            if i % 2 == 1 {
                columns.push(Column::text(format!("own{i}")));
            }
            let cell = |text: String| {
                let value = text.parse().ok().map(Value::Number);
                Some(CellContent::One(Cell { text, value, ..Cell::default() }))
            };
            let row = |r: usize| {
                let number = if i.is_multiple_of(2) { format!("{i}{r}") } else { format!("text {i}{r}") };
                let cells = columns.iter().map(|c| match c.name.as_deref() {
                    Some("n") => cell(number.clone()),
                    _ => cell(format!("own {i}{r}")),
                });
                Row { cells: cells.collect(), ..Row::default() }
            };
            let relation = Relation {
                template: Default::default(),
                kind: RelationKind::Records,
                method: "test".into(),
                score: 1.0,
                title: None,
                facts: Default::default(),
                xpath: String::new(),
                rect: None,
                rows: (0..3).map(row).collect(),
                columns: columns.clone(),
            };
            PageReport { relations: vec![relation], ..PageReport::new(format!("page {i}")) }
        };
        (0..8).map(page).collect()
    }

    /// Every row of the file as text, its columns in order.
    fn rows_under(bounds: Bounds) -> Vec<String> {
        let mut bytes = Vec::new();
        let out: Out = BufWriter::new(Box::new(&mut bytes));
        let mut writer = ParquetWriter::new(Selection::Best, out);
        writer.bounds = bounds;
        for page in pages() {
            writer.write(&page).unwrap();
        }
        Box::new(writer).finish().unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect()
    }

    #[test]
    fn no_value_is_lost_wherever_a_batch_ends() {
        let mut tried = Vec::new();
        tried.extend((1..8).map(|rows| Bounds { rows, ..BOUNDS }));
        tried.extend((1..60).step_by(7).map(|bytes| Bounds { bytes, ..BOUNDS }));
        tried.extend((1..6).map(|columns| Bounds { columns, ..BOUNDS }));
        tried.extend((1..30).step_by(4).map(|cells| Bounds { cells, ..BOUNDS }));
        tried.push(BOUNDS);
        for bounds in tried {
            let rows = rows_under(bounds);
            assert_eq!(rows.len(), 24);
            for (at, row) in rows.iter().enumerate() {
                let (i, r) = (at / 3, at % 3);
                assert!(row.contains(&format!("page {i}")), "{row}");
                let values = match i % 2 {
                    0 => vec![format!("{i}{r}").trim_start_matches('0').to_owned()],
                    _ => vec![format!("text {i}{r}"), format!("own {i}{r}")],
                };
                assert!(values.iter().all(|value| row.contains(value.as_str())), "{values:?} in {row}");
            }
        }
    }
}
