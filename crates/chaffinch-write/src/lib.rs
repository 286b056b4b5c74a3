//! Writes what Chaffinch found.
//!
//! [`writer`] turns a [`Format`] and a stream of bytes into a [`ReportWriter`], which takes one
//! [`PageReport`] after the other and never holds more than it must:
//!
//! | format | what it holds back |
//! |---|---|
//! | `text`, `jsonl`, `rows`, `html`, `xml` | nothing |
//! | `json`, `md` | the first page, until it is known whether another one follows |
//! | `csv`, `tsv`, `sqlite` | everything, in a file of the system's own beyond a bounded amount |
//! | `parquet` | a bounded batch of rows, see [`Format::Parquet`] |
//! | `xlsx` | everything |
//!
//! `json` and `jsonl` are the contract that programs read; [`JSON_SCHEMA`] describes it. The other
//! formats write the relations that a [`Selection`] names, the best of each page by default.
//!
//! ```
//! use chaffinch_core::{Cell, CellContent, Column, PageReport, Relation, RelationKind, Row};
//! use chaffinch_write::{Format, WriteOptions, writer};
//!
//! let name = CellContent::One(Cell { text: "Chaffinch".into(), ..Cell::default() });
//! let mut report = PageReport::new("birds.html");
//! report.relations.push(Relation {
//!     template: Default::default(),
//!     kind: RelationKind::Table,
//!     method: "grid".into(),
//!     score: 0.9,
//!     title: None,
//!     facts: Default::default(),
//!     xpath: "/html/body/table".into(),
//!     rect: None,
//!     columns: vec![Column::text("bird"), Column::text("song")],
//!     rows: vec![Row { cells: vec![Some(name), None], ..Row::default() }],
//! });
//!
//! let mut csv = Vec::new();
//! let mut out = writer(Format::Csv, WriteOptions::default(), Box::new(&mut csv))?;
//! out.write(&report)?;
//! out.finish()?;
//! assert_eq!(csv, b"bird,song\nChaffinch,\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod address;
mod csv;
#[cfg(any(feature = "parquet", feature = "xlsx"))]
mod dates;
#[cfg(any(feature = "sqlite", feature = "xlsx"))]
mod fields;
mod format;
mod html;
mod json;
mod markdown;
mod names;
#[cfg(feature = "parquet")]
mod parquet;
mod rows;
mod select;
mod spool;
#[cfg(feature = "sqlite")]
mod sqlite;
mod tables;
mod text;
mod visible;
mod words;
#[cfg(feature = "xlsx")]
mod xlsx;
mod xml;

pub use format::{Format, UnknownFormat};
pub use html::relation_to_html;
pub use names::column_names;
#[cfg(feature = "parquet")]
pub use parquet::{PageFacts, RecordTable, relation_to_arrow};
pub use select::{Selection, UnknownSelection};
pub use visible::visible;

use chaffinch_core::PageReport;
use std::io::{self, BufWriter, Write};

/// The JSON Schema (draft 2020-12) of the contract: what `jsonl` writes on each line.
pub const JSON_SCHEMA: &str = include_str!("../schema/chaffinch-1.schema.json");

/// A writer of `format` to `out`. Where `csv` and `tsv` have several tables, they make one flat table of them.
///
/// Every failure of `out`, a closed pipe included, comes back as the error that `out` gave.
pub fn writer<'w>(
    format: Format,
    options: WriteOptions,
    out: Box<dyn Write + Send + 'w>,
) -> io::Result<Box<dyn ReportWriter + 'w>> {
    writer_of_files(format, options, out, None)
}

/// Opens the second and further files of an output that has several; it gets their number, from 2.
pub type MoreFiles<'w> = Box<dyn FnMut(usize) -> io::Result<Box<dyn Write + Send + 'w>> + Send + 'w>;

/// [`writer`] for a format that may need several files: where `csv` and `tsv` have several tables, the first goes to `out` and each
/// other to one of `more`.
pub fn writer_of_files<'w>(
    format: Format,
    options: WriteOptions,
    out: Box<dyn Write + Send + 'w>,
    more: Option<MoreFiles<'w>>,
) -> io::Result<Box<dyn ReportWriter + 'w>> {
    let out = BufWriter::new(out);
    Ok(match format {
        Format::Text => Box::new(text::TextWriter::new(options, out)),
        Format::Json => Box::new(json::JsonWriter::new(options.select, out)),
        Format::Jsonl => Box::new(json::JsonlWriter::new(options.select, out)),
        Format::Rows => Box::new(rows::RowsWriter::new(&options, out)),
        Format::Csv => Box::new(csv::CsvWriter::new(csv::Separator::Comma, &options, out, more)),
        Format::Tsv => Box::new(csv::CsvWriter::new(csv::Separator::Tab, &options, out, more)),
        Format::Md => Box::new(markdown::MarkdownWriter::new(options.select, out)),
        Format::Html => Box::new(html::HtmlWriter::new(options.select, out)?),
        Format::Xml => Box::new(xml::XmlWriter::new(options.select, out)?),
        #[cfg(feature = "parquet")]
        Format::Parquet => Box::new(parquet::ParquetWriter::new(options.select, out)),
        #[cfg(feature = "sqlite")]
        Format::Sqlite => Box::new(sqlite::SqliteWriter::new(&options, out)?),
        #[cfg(feature = "xlsx")]
        Format::Xlsx => Box::new(xlsx::XlsxWriter::new(&options, out)),
        #[cfg(not(all(feature = "parquet", feature = "sqlite", feature = "xlsx")))]
        other => {
            let message = format!("this build writes no {other} (feature `{other}`)");
            return Err(io::Error::new(io::ErrorKind::Unsupported, message));
        }
    })
}

/// All of `reports` in `format`, for callers that want the whole output at once.
pub fn to_bytes<'r>(
    format: Format,
    options: WriteOptions,
    reports: impl IntoIterator<Item = &'r PageReport>,
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut out = writer(format, options, Box::new(&mut bytes))?;
    for report in reports {
        out.write(report)?;
    }
    out.finish()?;
    Ok(bytes)
}

/// Takes reports one at a time, in the order in which they are to be written.
pub trait ReportWriter: Send {
    /// Writes `report`, or holds it back until the format can be sure of its shape.
    fn write(&mut self, report: &PageReport) -> io::Result<()>;

    /// Whether [`ReportWriter::write_json`] takes reports.
    fn takes_json(&self) -> bool {
        false
    }

    /// Writes a report that is JSON already: `report` writes one line, without its end.
    ///
    /// # Errors
    /// If it cannot be written, or the format is another.
    fn write_json(&mut self, _report: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "this format takes no JSON"))
    }

    /// Writes what was held back and closes the document. Without it the output is incomplete.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Options of writers; each format uses those that concern it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteOptions {
    /// Columns of the terminal that `text` may fill.
    pub width: usize,
    /// Whether `text` may use bold and dim type.
    pub color: bool,
    /// Which relations of a page are written.
    pub select: Selection,
    /// Whether formats of rows add a column `<name>_url` after each column whose cells have links.
    pub links: bool,
    /// Whether `csv` and `tsv` make one table of all relations even where they could write several files.
    pub flat: bool,
    /// Whether `csv` and `tsv` have a column with the score of a single relation too.
    pub scores: bool,
    /// Whether `csv` and `tsv` put an apostrophe before values that a spreadsheet would take for a formula.
    pub safe: bool,
    /// Rows of one relation that `text` shows before it says how many more there are.
    pub rows: usize,
    /// What `text` says to a reader who wants the rest.
    pub hints: Hints,
}

/// How a reader of `text` gets at what is not shown, in the words of the program that prints it. Empty says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hints {
    /// At all rows and columns of a table.
    pub all_rows: &'static str,
    /// At all values of a detail.
    pub all_values: &'static str,
    /// At the second relation of a page.
    pub second_relation: &'static str,
    /// At all relations of a page.
    pub all_relations: &'static str,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions {
            width: 80,
            color: false,
            select: Selection::Best,
            links: false,
            flat: false,
            scores: false,
            safe: false,
            rows: 20,
            hints: Hints::default(),
        }
    }
}

/// Where writers write: buffered, and flushed after each report so that a reader of a pipe sees a
/// page as soon as it is done.
type Out<'w> = BufWriter<Box<dyn Write + Send + 'w>>;
