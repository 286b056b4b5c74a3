//! Tables with a column of HTML: Parquet files, Arrow files and Arrow streams. A few rows are held at a time.

mod columns;
mod messages;

use crate::decode::{allowed_growth, bomb, too_large};
use crate::document::Document;
use crate::file::{Pages, Source, needs_file, not_a_page};
use crate::options::ReadOptions;
use crate::resources::Resources;
use crate::sniff;
use arrow_array::RecordBatch;
use chaffinch_core::{Problem, ProblemKind};
use columns::{Columns, text_of};
use messages::Messages;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Rows of a Parquet file that are held at a time: a page may be large.
const ROWS: usize = 8;

/// The pages of a Parquet file.
pub(crate) fn parquet(source: Source, options: &ReadOptions) -> Result<Pages, Problem> {
    let name = source.name;
    let file = source.again.ok_or_else(|| needs_file(&name, "a Parquet table"))?;
    let file = File::open(&file.path).map_err(|error| crate::file::unreadable(&name, &error))?;
    let opened = guarded(&name, || {
        let settings = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        ParquetRecordBatchReaderBuilder::try_new_with_options(file, settings)
            .map_err(|error| damaged(&name, &error.to_string()))
    })?;
    let columns = Columns::of(opened.schema(), options).map_err(|what| unsuited(&name, what))?;
    for group in opened.metadata().row_groups() {
        let (packed, plain) = (group.compressed_size(), group.total_byte_size());
        let packed = u64::try_from(packed).unwrap_or(0);
        if u64::try_from(plain).unwrap_or(u64::MAX) > allowed_growth(packed, options.limits.inflate_ratio) {
            return Err(bomb(&name, options.limits.inflate_ratio));
        }
    }
    let mask = ProjectionMask::roots(opened.parquet_schema(), columns.places());
    let batches = guarded(&name, || {
        let opened = opened.with_batch_size(ROWS).with_projection(mask);
        opened.build().map_err(|error| damaged(&name, &error.to_string()))
    })?;
    // What is not asked for is left out, so the columns have other places now.
    let columns = Columns::of(&arrow_array::RecordBatchReader::schema(&batches), options)
        .map_err(|what| unsuited(&name, what))?;
    let (named, mut batches) = (name.clone(), batches);
    let next = move || batches.next().map(|batch| batch.map_err(|error| damaged(&named, &error.to_string())));
    Ok(Box::new(TablePages::new(name, Box::new(next), columns, options)))
}

/// The pages of an Arrow file or stream.
pub(crate) fn arrow(source: Source, options: &ReadOptions) -> Result<Pages, Problem> {
    let name = source.name;
    let mut messages = Messages::new(name.clone(), source.stream, options.limits.table_bytes);
    let schema = guarded(&name, || messages.schema())?;
    let columns = Columns::of(&schema, options).map_err(|what| unsuited(&name, what))?;
    Ok(Box::new(TablePages::new(name, Box::new(move || messages.next_batch()), columns, options)))
}

/// Gives the next rows.
type Next = Box<dyn FnMut() -> Option<Result<RecordBatch, Problem>> + Send>;

/// The pages of a table, one at a time.
struct TablePages {
    name: String,
    next: Next,
    columns: Columns,
    options: ReadOptions,
    batch: Option<RecordBatch>,
    /// The next row of the batch, and of the table.
    in_batch: usize,
    row: u64,
    is_done: bool,
}

impl TablePages {
    fn new(name: String, next: Next, columns: Columns, options: &ReadOptions) -> TablePages {
        let options = options.clone();
        TablePages { name, next, columns, options, batch: None, in_batch: 0, row: 0, is_done: false }
    }

    /// The page of the next row of the batch; nothing where that has none.
    fn page(&mut self, batch: &RecordBatch) -> Option<Result<Document, Problem>> {
        let (at, row) = (self.in_batch, self.row);
        let name = format!("{}#{row}", self.name);
        let bytes =
            text_of(batch.column(self.columns.html).as_ref(), at).filter(|bytes| !bytes.is_empty())?;
        if bytes.len() > self.options.limits.page_bytes {
            return Some(Err(too_large(&name, self.options.limits.page_bytes)));
        }
        if let Some(what) = sniff::foreign(bytes) {
            return Some(Err(not_a_page(&name, what)));
        }
        let text = |column: Option<usize>| {
            let bytes = text_of(batch.column(column?).as_ref(), at)?;
            Some(String::from_utf8_lossy(bytes).into_owned()).filter(|text| !text.is_empty())
        };
        // Text in a table is UTF-8, whatever the page says; bytes are as they were served.
        let content_type = text(self.columns.content_type);
        let is_text = columns::is_text(batch.column(self.columns.html).data_type());
        let content_type = match is_text {
            true => Some(format!(
                "{}; charset=utf-8",
                content_type.as_deref().map_or("text/html".into(), sniff::essence)
            )),
            false => content_type,
        };
        Some(Ok(Document {
            name,
            url: text(self.columns.url),
            content_type,
            bytes: bytes.to_vec(),
            resources: Resources::none(),
        }))
    }
}

impl Iterator for TablePages {
    type Item = Result<Document, Problem>;

    fn next(&mut self) -> Option<Result<Document, Problem>> {
        while !self.is_done {
            if let Some(batch) = self.batch.take() {
                while self.in_batch < batch.num_rows() {
                    let page = self.page(&batch);
                    self.in_batch += 1;
                    self.row += 1;
                    if page.is_some() {
                        self.batch = Some(batch);
                        return page;
                    }
                }
            }
            self.in_batch = 0;
            let name = self.name.clone();
            match guarded(&name, || (self.next)().transpose()) {
                Ok(Some(batch)) => self.batch = Some(batch),
                Ok(None) => self.is_done = true,
                Err(problem) => {
                    self.is_done = true;
                    return Some(Err(problem));
                }
            }
        }
        None
    }
}

/// What `read` gives. The readers of tables promise errors for damaged files, but not that none of them is a panic.
fn guarded<T>(name: &str, read: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(damaged(name, "its data contradicts itself")))
}

fn damaged(name: &str, what: &str) -> Problem {
    let message = format!(
        "could not be read any further ({what}); the table is damaged, or of a kind that is not known"
    );
    Problem::new(ProblemKind::Damaged, name, message)
}

fn unsuited(name: &str, what: String) -> Problem {
    Problem::new(ProblemKind::Damaged, name, what)
}
