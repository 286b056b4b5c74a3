use super::batch::{Batch, BatchColumn, Scalar};
use super::layout::{FileColumn, FileType, Layout};
use arrow_array::builder::{BooleanBuilder, Float64Builder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray, new_null_array};
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
            Some(values) => column_array(column.kind, values, batch.rows()),
            None => new_null_array(&column.kind.data_type(), batch.rows()),
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
        FileType::Text => {
            let mut builder = StringBuilder::new();
            for_each_row(column, rows, |cell| builder.append_option(cell.map(|c| joined(column, c))));
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
fn for_each_row(column: &BatchColumn, rows: usize, mut take: impl FnMut(Option<Range<usize>>)) {
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
        FileType::Text | FileType::Texts => true,
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
