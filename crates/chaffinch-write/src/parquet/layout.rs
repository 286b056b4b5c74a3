use super::arrays::has_leftovers;
use super::batch::{Batch, BatchColumn, Entry, Family, Scalar};
use super::inner::Inner;
use crate::names::distinct;
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use std::collections::HashMap;
use std::mem::discriminant;
use std::sync::Arc;

/// The columns of the file, fixed by the first batch: the Parquet library must know them before the first
/// row.
pub(super) struct Layout {
    pub(super) schema: SchemaRef,
    /// The columns that relations have.
    pub(super) columns: Vec<FileColumn>,
    /// Whether `_extra` takes what the columns do not.
    pub(super) extra: bool,
    places: HashMap<String, usize>,
}

/// A column of the file.
pub(super) struct FileColumn {
    /// Its name in the relations.
    pub(super) name: String,
    /// Its name in the file; different where two names differ only in case.
    pub(super) header: String,
    pub(super) kind: FileType,
    /// What the rows in its cells hold, where it has rows.
    pub(super) inner: Inner,
    /// The name of the column beside it that holds the units.
    pub(super) unit: Option<String>,
}

/// The types that columns of the file have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileType {
    Number,
    Boolean,
    Day,
    /// A moment whose zone is known.
    Moment,
    /// A moment of a clock somewhere.
    LocalMoment,
    Text,
    Numbers,
    Texts,
    /// Rows within the row.
    Rows,
}

/// Whether the batch that decides is all there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    Complete,
    MoreMayCome,
}

/// The columns that every file has in front.
pub(super) const ORIGIN: [(&str, DataType, bool); 6] = [
    ("_input", DataType::Utf8, false),
    ("_url", DataType::Utf8, true),
    ("_relation", DataType::Int32, false),
    ("_row", DataType::Int32, false),
    ("_xpath", DataType::Utf8, false),
    ("_score", DataType::Float32, false),
];
const EXTRA: &str = "_extra";

impl Layout {
    /// The columns that suit `batch`, the first `most` of them.
    pub(super) fn of(batch: &Batch, most: usize, tail: Tail) -> Layout {
        let columns = file_columns(&batch.columns[..batch.columns.len().min(most)]);
        let places = columns.iter().enumerate().map(|(i, column)| (column.name.clone(), i)).collect();
        let mut layout = Layout { schema: Arc::new(Schema::empty()), columns, extra: false, places };
        layout.extra = tail == Tail::MoreMayCome || has_leftovers(&layout, batch);
        layout.schema = layout.schema();
        layout
    }

    /// The column that the relations call `name`.
    pub(super) fn column(&self, name: &str) -> Option<&FileColumn> {
        self.places.get(name).map(|i| &self.columns[*i])
    }

    fn schema(&self) -> SchemaRef {
        let mut fields: Vec<Field> =
            ORIGIN.iter().map(|(name, kind, nullable)| Field::new(*name, kind.clone(), *nullable)).collect();
        for column in &self.columns {
            fields.push(Field::new(&column.header, column.data_type(), true));
            fields.extend(column.unit.iter().map(|unit| Field::new(unit, DataType::Utf8, true)));
        }
        if self.extra {
            fields.push(Field::new(EXTRA, DataType::Utf8, true));
        }
        Arc::new(Schema::new(fields))
    }
}

fn file_columns(columns: &[BatchColumn]) -> Vec<FileColumn> {
    let kinds: Vec<FileType> = columns.iter().map(FileType::of).collect();
    let has_unit = |(column, kind): (&BatchColumn, &FileType)| {
        *kind == FileType::Number && column.entries().any(|entry| entry.unit.is_some())
    };
    let units: Vec<bool> = columns.iter().zip(&kinds).map(has_unit).collect();
    // The relations' own names come first, so that a unit's column gives way to them.
    let mut wanted: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    wanted
        .extend(columns.iter().zip(&units).filter(|(_, has)| **has).map(|(c, _)| format!("{}_unit", c.name)));
    let mut reserved: Vec<&str> = ORIGIN.iter().map(|(name, ..)| *name).collect();
    reserved.push(EXTRA);
    let mut headers = distinct(&reserved, wanted);
    let mut unit_headers = headers.split_off(columns.len()).into_iter();
    std::iter::zip(columns, headers)
        .zip(kinds.into_iter().zip(units))
        .map(|((column, header), (kind, has_unit))| FileColumn {
            name: column.name.clone(),
            header,
            kind,
            inner: if kind == FileType::Rows { Inner::of(column) } else { Inner::default() },
            unit: if has_unit { unit_headers.next() } else { None },
        })
        .collect()
}

impl FileColumn {
    pub(super) fn data_type(&self) -> DataType {
        match self.kind {
            FileType::Rows => self.inner.data_type(),
            kind => kind.data_type(),
        }
    }
}

impl FileType {
    fn of(column: &BatchColumn) -> FileType {
        if column.inner {
            return FileType::Rows;
        }
        if column.several {
            let number = |entry: Entry<'_>| matches!(entry.scalar, Scalar::Number(_)) && entry.unit.is_none();
            let numbers = column.family == Family::Number && column.entries().all(number);
            return if numbers { FileType::Numbers } else { FileType::Texts };
        }
        // A column may be called one of numbers although no value was understood as one.
        let mut understood =
            column.entries().filter(|entry| entry.scalar.family() == column.family).peekable();
        let Some(first) = understood.peek().map(|entry| entry.scalar) else { return FileType::Text };
        match (column.family, first) {
            (Family::Number, _) => FileType::Number,
            (Family::Boolean, _) => FileType::Boolean,
            // A column of days and moments is neither.
            (Family::Date, first)
                if understood.all(|entry| discriminant(&entry.scalar) == discriminant(&first)) =>
            {
                match first {
                    Scalar::Day(_) => FileType::Day,
                    Scalar::Moment(_) => FileType::Moment,
                    _ => FileType::LocalMoment,
                }
            }
            _ => FileType::Text,
        }
    }

    pub(super) fn data_type(self) -> DataType {
        match self {
            FileType::Number => DataType::Float64,
            FileType::Boolean => DataType::Boolean,
            FileType::Day => DataType::Date32,
            FileType::Moment => DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into())),
            FileType::LocalMoment => DataType::Timestamp(TimeUnit::Millisecond, None),
            FileType::Text | FileType::Rows => DataType::Utf8,
            FileType::Numbers => DataType::new_list(DataType::Float64, true),
            FileType::Texts => DataType::new_list(DataType::Utf8, true),
        }
    }
}
