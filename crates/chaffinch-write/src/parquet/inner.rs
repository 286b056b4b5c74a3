//! Rows within a cell, as a list of structures.

use super::arrays::for_each_row;
use super::batch::BatchColumn;
use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, ListArray, StringArray, StructArray, new_null_array,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields};
use serde_json::{Map, Value};
use std::sync::Arc;

/// What the rows of a column hold: names and kinds, in the order in which they come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Inner {
    fields: Vec<(String, Kind)>,
}

/// What a field of an inner row holds.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Number,
    Boolean,
    Text,
    Texts,
    Rows(Inner),
}

impl Inner {
    /// What the rows of a column hold.
    pub(super) fn of(column: &BatchColumn) -> Inner {
        let rows: Vec<Value> = column.entries().filter_map(|entry| parsed(entry.text)).collect();
        Inner::of_rows(rows.iter().filter_map(Value::as_array).flatten().filter_map(Value::as_object))
    }

    fn of_rows<'v>(rows: impl Iterator<Item = &'v Map<String, Value>>) -> Inner {
        let mut inner = Inner::default();
        // Inner rows of each field, which have fields of their own.
        let mut below: Vec<Vec<&Map<String, Value>>> = Vec::new();
        for (name, value) in rows.flatten() {
            let at = inner.fields.iter().position(|(known, _)| known == name);
            let is_rows = |values: &Vec<Value>| values.iter().all(Value::is_object) && !values.is_empty();
            let kind = match value {
                Value::Null => continue,
                Value::Number(_) => Kind::Number,
                Value::Bool(_) => Kind::Boolean,
                Value::Array(values) if is_rows(values) => Kind::Rows(Inner::default()),
                Value::Array(_) => Kind::Texts,
                _ => Kind::Text,
            };
            let at = at.unwrap_or_else(|| {
                inner.fields.push((name.clone(), kind.clone()));
                below.push(Vec::new());
                inner.fields.len() - 1
            });
            below[at].extend(value.as_array().into_iter().flatten().filter_map(Value::as_object));
            let known = &mut inner.fields[at].1;
            if *known != kind {
                *known = if matches!((&*known, &kind), (Kind::Texts, _) | (_, Kind::Texts)) {
                    Kind::Texts
                } else {
                    Kind::Text
                };
            }
        }
        for ((_, kind), rows) in inner.fields.iter_mut().zip(below) {
            if let Kind::Rows(inner) = kind {
                *inner = Inner::of_rows(rows.into_iter());
            }
        }
        inner
    }

    pub(super) fn data_type(&self) -> DataType {
        DataType::List(self.item())
    }

    fn item(&self) -> Arc<Field> {
        Arc::new(Field::new("item", DataType::Struct(self.schema()), true))
    }

    fn schema(&self) -> Fields {
        self.fields.iter().map(|(name, kind)| Field::new(name, kind.data_type(), true)).collect()
    }

    /// Whether rows written as JSON have nothing that these fields do not hold.
    pub(super) fn fits(&self, rows: &str) -> bool {
        parsed(rows).as_ref().and_then(Value::as_array).is_some_and(|rows| self.holds(rows))
    }

    fn holds(&self, rows: &[Value]) -> bool {
        rows.iter().filter_map(Value::as_object).flatten().all(|(name, value)| {
            value.is_null() || self.fields.iter().any(|(known, kind)| known == name && kind.holds(value))
        })
    }

    /// The rows of a column's cells.
    pub(super) fn array(&self, column: &BatchColumn, rows: usize) -> ArrayRef {
        let mut cells: Vec<Option<Value>> = Vec::with_capacity(rows);
        for_each_row(column, rows, |cell| {
            let cell = cell.and_then(|cell| parsed(column.entry(cell.start).text));
            cells.push(cell.filter(|cell| cell.as_array().is_some_and(|rows| self.holds(rows))));
        });
        self.list(&cells.iter().map(Option::as_ref).collect::<Vec<_>>())
    }

    fn list(&self, cells: &[Option<&Value>]) -> ArrayRef {
        let cells: Vec<Option<&Vec<Value>>> =
            cells.iter().map(|cell| cell.and_then(Value::as_array)).collect();
        let lengths = cells.iter().map(|cell| cell.map_or(0, Vec::len));
        let nulls: NullBuffer = cells.iter().map(Option::is_some).collect();
        let all: Vec<Option<&Map<String, Value>>> =
            cells.iter().copied().flatten().flatten().map(Value::as_object).collect();
        let arrays: Vec<ArrayRef> = self
            .fields
            .iter()
            .map(|(name, kind)| {
                let values: Vec<Option<&Value>> =
                    all.iter().map(|row| row.and_then(|row| row.get(name))).collect();
                kind.array(&values)
            })
            .collect();
        let made = match self.fields.is_empty() {
            true => Ok(StructArray::new_empty_fields(all.len(), None)),
            false => StructArray::try_new(self.schema(), arrays, None),
        };
        let list = made.and_then(|rows| {
            ListArray::try_new(self.item(), OffsetBuffer::from_lengths(lengths), Arc::new(rows), Some(nulls))
        });
        match list {
            Ok(list) => Arc::new(list),
            // Only where there are more rows than an array can have.
            Err(_) => new_null_array(&self.data_type(), cells.len()),
        }
    }
}

impl Kind {
    fn data_type(&self) -> DataType {
        match self {
            Kind::Number => DataType::Float64,
            Kind::Boolean => DataType::Boolean,
            Kind::Text => DataType::Utf8,
            Kind::Texts => DataType::new_list(DataType::Utf8, true),
            Kind::Rows(inner) => inner.data_type(),
        }
    }

    fn holds(&self, value: &Value) -> bool {
        match self {
            Kind::Number => value.is_number(),
            Kind::Boolean => value.is_boolean(),
            Kind::Text | Kind::Texts => true,
            Kind::Rows(inner) => value.as_array().is_some_and(|rows| inner.holds(rows)),
        }
    }

    fn array(&self, values: &[Option<&Value>]) -> ArrayRef {
        match self {
            Kind::Number => {
                Arc::new(values.iter().map(|value| value.and_then(Value::as_f64)).collect::<Float64Array>())
            }
            Kind::Boolean => {
                Arc::new(values.iter().map(|value| value.and_then(Value::as_bool)).collect::<BooleanArray>())
            }
            Kind::Text => Arc::new(values.iter().map(|value| text(*value)).collect::<StringArray>()),
            Kind::Texts => {
                let mut builder = ListBuilder::new(StringBuilder::new());
                for value in values {
                    match value.filter(|value| !value.is_null()) {
                        None => builder.append_null(),
                        Some(Value::Array(several)) => {
                            builder.append_value(several.iter().map(|value| text(Some(value))));
                        }
                        one => builder.append_value([text(one)]),
                    }
                }
                Arc::new(builder.finish())
            }
            Kind::Rows(inner) => inner.list(values),
        }
    }
}

fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

fn parsed(rows: &str) -> Option<Value> {
    serde_json::from_str(rows).ok()
}
