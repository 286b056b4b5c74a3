mod arrays;
mod batch;
mod layout;

use crate::names::column_names;
use crate::{Out, ReportWriter, Selection};
use ::parquet::arrow::ArrowWriter;
use ::parquet::basic::Compression;
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use arrays::record_batch;
use batch::Batch;
use chaffinch_core::PageReport;
use layout::{Layout, Tail};
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
                self.batch.push(rank, i + 1, row, &places);
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
