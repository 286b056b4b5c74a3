use super::batch::{Batch, BatchColumn, Scalar};
use super::layout::{FileColumn, FileType, Layout};
use arrow_array::builder::{
    BooleanBuilder, Date32Builder, Float64Builder, ListBuilder, StringBuilder, TimestampMillisecondBuilder,
};
use arrow_array::{ArrayRef, Float32Array, Int32Array, RecordBatch, StringArray, new_null_array};
use arrow_schema::ArrowError;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// `batch` in the columns of the file.
pub(super) fn record_batch(layout: &Layout, batch: &Batch) -> Result<RecordBatch, ArrowError> {
    let mut arrays = origin(batch);
    let columns: HashMap<&str, &BatchColumn> = batch.columns.iter().map(|c| (c.name.as_str(), c)).collect();
    for column in &layout.columns {
        let values = columns.get(column.name.as_str());
        arrays.push(match values {
            Some(values) if column.kind == FileType::Rows => column.inner.array(values, batch.rows()),
            Some(values) => column_array(column.kind, values, batch.rows()),
            None => new_null_array(&column.data_type(), batch.rows()),
        });
        if column.unit.is_some() {
            arrays.push(match values {
                Some(values) => unit_array(values, batch),
                None => new_null_array(&FileType::Text.data_type(), batch.rows()),
            });
        }
    }
    if layout.extra {
        let extra = leftovers(layout, batch);
        let texts =
            (0..batch.rows()).map(|row| extra.get(&row).map(|map| Value::from(map.clone()).to_string()));
        arrays.push(Arc::new(texts.collect::<StringArray>()));
    }
    RecordBatch::try_new(layout.schema.clone(), arrays)
}

/// Whether `_extra` would have anything in it.
pub(super) fn has_leftovers(layout: &Layout, batch: &Batch) -> bool {
    !leftovers(layout, batch).is_empty()
}

fn origin(batch: &Batch) -> Vec<ArrayRef> {
    let number = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
    let pages = || batch.origins.iter().map(|origin| &batch.pages[origin.page]);
    let xpaths = (0..batch.rows()).map(|row| Some(batch.xpaths.get(row)));
    vec![
        Arc::new(pages().map(|(input, _)| Some(input)).collect::<StringArray>()),
        Arc::new(pages().map(|(_, url)| url.as_ref()).collect::<StringArray>()),
        Arc::new(batch.origins.iter().map(|origin| number(origin.rank)).collect::<Int32Array>()),
        Arc::new(batch.origins.iter().map(|origin| number(origin.row)).collect::<Int32Array>()),
        Arc::new(xpaths.collect::<StringArray>()),
        Arc::new(batch.origins.iter().map(|origin| origin.score).collect::<Float32Array>()),
    ]
}

fn column_array(kind: FileType, column: &BatchColumn, rows: usize) -> ArrayRef {
    match kind {
        FileType::Number => {
            let mut builder = Float64Builder::with_capacity(rows);
            for_each_row(column, rows, |cell| builder.append_option(cell.and_then(|c| number(column, c))));
            Arc::new(builder.finish())
        }
        FileType::Boolean => {
            let mut builder = BooleanBuilder::with_capacity(rows);
            for_each_row(column, rows, |cell| builder.append_option(cell.and_then(|c| boolean(column, c))));
            Arc::new(builder.finish())
        }
        FileType::Day => {
            let mut builder = Date32Builder::with_capacity(rows);
            for_each_row(column, rows, |cell| builder.append_option(cell.and_then(|c| day(column, c))));
            Arc::new(builder.finish())
        }
        FileType::Moment | FileType::LocalMoment => {
            let mut builder =
                TimestampMillisecondBuilder::with_capacity(rows).with_data_type(kind.data_type());
            for_each_row(column, rows, |cell| {
                builder.append_option(cell.and_then(|c| moment(kind, column, c)))
            });
            Arc::new(builder.finish())
        }
        FileType::Text | FileType::Rows => {
            let mut builder = StringBuilder::new();
            for_each_row(column, rows, |cell| builder.append_option(cell.map(|c| joined(column, c))));
            Arc::new(builder.finish())
        }
        FileType::Numbers => {
            let mut builder = ListBuilder::new(Float64Builder::new());
            for_each_row(column, rows, |cell| match cell.filter(|cell| all_numbers(column, cell.clone())) {
                Some(cell) => builder.append_value(cell.map(|i| scalar_number(column.entry(i).scalar))),
                None => builder.append_null(),
            });
            Arc::new(builder.finish())
        }
        FileType::Texts => {
            let mut builder = ListBuilder::new(StringBuilder::new());
            for_each_row(column, rows, |cell| match cell {
                Some(cell) => builder.append_value(cell.map(|i| Some(column.entry(i).text))),
                None => builder.append_null(),
            });
            Arc::new(builder.finish())
        }
    }
}

fn unit_array(column: &BatchColumn, batch: &Batch) -> ArrayRef {
    let mut builder = StringBuilder::new();
    for_each_row(column, batch.rows(), |cell| {
        // The unit of what stands in the column beside; a value in `_extra` shows its unit there.
        let cell = cell.filter(|cell| number(column, cell.clone()).is_some());
        let unit = cell.and_then(|cell| column.entry(cell.start).unit);
        builder.append_option(unit.map(|unit| batch.units[unit as usize].as_str()));
    });
    Arc::new(builder.finish())
}

/// Calls `take` for every row in order, with the entries of its cell.
pub(super) fn for_each_row(column: &BatchColumn, rows: usize, mut take: impl FnMut(Option<Range<usize>>)) {
    let mut next = 0;
    for (row, cell) in column.cells() {
        (next..row).for_each(|_| take(None));
        take(Some(cell));
        next = row + 1;
    }
    (next..rows).for_each(|_| take(None));
}

/// What finds no place in the columns of the file, by row.
fn leftovers(layout: &Layout, batch: &Batch) -> HashMap<usize, Map<String, Value>> {
    let mut extra: HashMap<usize, Map<String, Value>> = HashMap::new();
    for column in &batch.columns {
        let target = layout.column(&column.name);
        let header = target.map_or(&column.name, |target| &target.header);
        for (row, cell) in column.cells() {
            if !target.is_some_and(|target| fits(target, column, cell.clone())) {
                extra.entry(row).or_default().insert(header.clone(), texts(column, cell));
            } else if let Some(unit) = unplaced_unit(target, column, cell) {
                let unit = Value::from(batch.units[unit as usize].as_str());
                extra.entry(row).or_default().insert(format!("{header}_unit"), unit);
            }
        }
    }
    extra
}

fn fits(target: &FileColumn, column: &BatchColumn, cell: Range<usize>) -> bool {
    match target.kind {
        FileType::Number => number(column, cell).is_some(),
        FileType::Boolean => boolean(column, cell).is_some(),
        FileType::Day => day(column, cell).is_some(),
        FileType::Moment | FileType::LocalMoment => moment(target.kind, column, cell).is_some(),
        FileType::Numbers => all_numbers(column, cell),
        FileType::Text | FileType::Texts => true,
        FileType::Rows => target.inner.fits(column.entry(cell.start).text),
    }
}

/// The unit of a number that came when the file already had no column for units.
fn unplaced_unit(target: Option<&FileColumn>, column: &BatchColumn, cell: Range<usize>) -> Option<u32> {
    target.filter(|t| t.kind == FileType::Number && t.unit.is_none())?;
    column.entry(cell.start).unit
}

fn number(column: &BatchColumn, cell: Range<usize>) -> Option<f64> {
    match column.entry(cell.start).scalar {
        Scalar::Number(number) if cell.len() == 1 => Some(number),
        _ => None,
    }
}

fn day(column: &BatchColumn, cell: Range<usize>) -> Option<i32> {
    match column.entry(cell.start).scalar {
        Scalar::Day(day) if cell.len() == 1 => Some(day),
        _ => None,
    }
}

fn moment(kind: FileType, column: &BatchColumn, cell: Range<usize>) -> Option<i64> {
    match (column.entry(cell.start).scalar, kind) {
        (Scalar::Moment(moment), FileType::Moment) if cell.len() == 1 => Some(moment),
        (Scalar::LocalMoment(moment), FileType::LocalMoment) if cell.len() == 1 => Some(moment),
        _ => None,
    }
}

fn scalar_number(scalar: Scalar) -> Option<f64> {
    match scalar {
        Scalar::Number(number) => Some(number),
        _ => None,
    }
}

/// Whether all values of a cell are numbers without a unit, for which a list has no place.
fn all_numbers(column: &BatchColumn, mut cell: Range<usize>) -> bool {
    cell.all(|i| scalar_number(column.entry(i).scalar).is_some() && column.entry(i).unit.is_none())
}

fn boolean(column: &BatchColumn, cell: Range<usize>) -> Option<bool> {
    match column.entry(cell.start).scalar {
        Scalar::Boolean(yes) if cell.len() == 1 => Some(yes),
        _ => None,
    }
}

fn joined(column: &BatchColumn, cell: Range<usize>) -> String {
    cell.map(|i| column.entry(i).text).collect::<Vec<_>>().join("; ")
}

fn texts(column: &BatchColumn, cell: Range<usize>) -> Value {
    if cell.len() == 1 {
        return Value::from(column.entry(cell.start).text);
    }
    cell.map(|i| Value::from(column.entry(i).text)).collect()
}
