//! Values as Python has them.

use chaffinch::{Bounds, Cell, CellContent, ColumnType, Rect, Relation, Value, write::column_names};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyTuple};
use std::collections::HashSet;

/// Types of Python's own library.
struct Types {
    decimal: Py<PyAny>,
    date: Py<PyAny>,
    datetime: Py<PyAny>,
}

static TYPES: PyOnceLock<Types> = PyOnceLock::new();

fn types(py: Python<'_>) -> PyResult<&Types> {
    TYPES.get_or_try_init(py, || {
        let datetime = py.import("datetime")?;
        Ok(Types {
            decimal: py.import("decimal")?.getattr("Decimal")?.unbind(),
            date: datetime.getattr("date")?.getattr("fromisoformat")?.unbind(),
            datetime: datetime.getattr("datetime")?.getattr("fromisoformat")?.unbind(),
        })
    })
}

/// What is told of a column's values beside them.
#[derive(Clone, Copy)]
pub struct Beside {
    /// Units and ranges.
    pub units: bool,
    /// Where they link to.
    pub links: bool,
}

/// The fields of a relation: for each column what of its cells makes a field, and what the field is called.
pub struct Fields {
    fields: Vec<(String, usize, Part)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Value,
    Unit,
    Range,
    Link,
}

impl Fields {
    /// Units, ranges and links get a field behind their column's where the relation has any. Every row has the same fields.
    pub fn of(relation: &Relation, beside: Beside) -> Fields {
        let names = column_names(&relation.columns);
        let taken: HashSet<&String> = names.iter().collect();
        let mut fields = Vec::new();
        for (at, name) in names.iter().enumerate() {
            let contents = || relation.rows.iter().filter_map(move |row| row.cells.get(at)?.as_ref());
            let has = [
                ("unit", Part::Unit, beside.units && contents().any(|content| unit(content).is_some())),
                ("range", Part::Range, beside.units && contents().any(|content| range(content).is_some())),
                ("url", Part::Link, beside.links && contents().any(|content| link(content).is_some())),
            ];
            fields.push((name.clone(), at, Part::Value));
            for (what, part, _) in has.into_iter().filter(|(_, _, has)| *has) {
                let field = format!("{name}_{what}");
                // The columns' own names come first.
                if !taken.contains(&field) {
                    fields.push((field, at, part));
                }
            }
        }
        Fields { fields }
    }

    /// A row as a dictionary.
    pub fn row<'py>(
        &self,
        py: Python<'py>,
        relation: &Relation,
        row: &chaffinch::Row,
    ) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, at, part) in &self.fields {
            let content = row.cells.get(*at).and_then(Option::as_ref);
            dict.set_item(name, part.of(py, content, relation.columns[*at].kind)?)?;
        }
        Ok(dict)
    }

    /// All columns, as a dictionary of lists.
    pub fn columns<'py>(&self, py: Python<'py>, relation: &Relation) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, at, part) in &self.fields {
            let kind = relation.columns[*at].kind;
            let values = relation
                .rows
                .iter()
                .map(|row| part.of(py, row.cells.get(*at).and_then(Option::as_ref), kind));
            dict.set_item(name, PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)?)?;
        }
        Ok(dict)
    }
}

impl Part {
    fn of(self, py: Python<'_>, content: Option<&CellContent>, kind: ColumnType) -> PyResult<Py<PyAny>> {
        let Some(content) = content else { return Ok(py.None()) };
        match self {
            Part::Value => content_value(py, content, kind),
            Part::Unit => unit(content).into_py_any(py),
            Part::Range => range(content).map(bounds).into_py_any(py),
            Part::Link => link(content).into_py_any(py),
        }
    }
}

/// The value of a cell, the list of them where it has several, or the list of dictionaries of its rows.
fn content_value(py: Python<'_>, content: &CellContent, kind: ColumnType) -> PyResult<Py<PyAny>> {
    match content {
        CellContent::One(cell) => value(py, cell, kind),
        CellContent::Many(cells) => {
            let values = cells.iter().map(|cell| value(py, cell, kind)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, values)?.into_py_any(py)
        }
        CellContent::Rows(inner) => {
            let names = column_names(&inner.columns);
            let row = |row: &chaffinch::Row| {
                let dict = PyDict::new(py);
                for (at, (name, column)) in names.iter().zip(&inner.columns).enumerate() {
                    let content = row.cells.get(at).and_then(Option::as_ref);
                    dict.set_item(name, Part::Value.of(py, content, column.kind)?)?;
                }
                dict.into_py_any(py)
            };
            let rows = inner.rows.iter().map(row).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, rows)?.into_py_any(py)
        }
    }
}

/// Money is a `Decimal`, other numbers are `int` where whole and `float` where not, days are `date`, moments `datetime`. What has no typed
/// value is the page's text.
pub fn value(py: Python<'_>, cell: &Cell, kind: ColumnType) -> PyResult<Py<PyAny>> {
    match &cell.value {
        None => cell.text.as_str().into_py_any(py),
        Some(Value::Bool(yes)) => yes.into_py_any(py),
        Some(Value::Number(number)) if kind == ColumnType::Money => {
            types(py)?.decimal.call1(py, (number.to_string(),))
        }
        // Whole numbers up to here are exact.
        Some(Value::Number(number)) if number.fract() == 0.0 && number.abs() < 9e15 => {
            (*number as i64).into_py_any(py)
        }
        Some(Value::Number(number)) => number.into_py_any(py),
        Some(Value::Text(text)) if kind == ColumnType::Date => day_or_moment(py, text),
        Some(Value::Text(text)) => text.as_str().into_py_any(py),
    }
}

/// A day, a moment, or what is less than a day, such as a month, as its text.
fn day_or_moment(py: Python<'_>, text: &str) -> PyResult<Py<PyAny>> {
    let types = types(py)?;
    let read = match text.len() {
        10 => types.date.call1(py, (text,)),
        11.. => types.datetime.call1(py, (text.replace(['Z', 'z'], "+00:00"),)),
        _ => return text.into_py_any(py),
    };
    read.or_else(|_| text.into_py_any(py))
}

/// A cell as the tuple that `Cell` in Python is made of.
pub fn cell<'py>(py: Python<'py>, cell: &Cell, kind: ColumnType) -> PyResult<Bound<'py, PyTuple>> {
    let span = cell.span.map(|span| (span.start, span.end));
    (
        cell.text.as_str(),
        value(py, cell, kind)?,
        cell.unit.as_deref(),
        cell.range.map(bounds),
        cell.link.as_deref(),
        cell.xpath.as_deref(),
        span,
        cell.rect.map(rect),
        cell.confidence,
    )
        .into_pyobject(py)
}

/// A rectangle as `(x, y, width, height)`.
pub fn rect(rect: Rect) -> (f32, f32, f32, f32) {
    (rect.x, rect.y, rect.w, rect.h)
}

fn bounds(range: Bounds) -> (Option<f64>, Option<f64>) {
    (range.least, range.most)
}

/// The unit of a cell's values, where all have the same.
fn unit(content: &CellContent) -> Option<&str> {
    let unit = content.cells().first()?.unit.as_deref()?;
    content.cells().iter().all(|cell| cell.unit.as_deref() == Some(unit)).then_some(unit)
}

/// The range of a cell with one value.
fn range(content: &CellContent) -> Option<Bounds> {
    match content {
        CellContent::One(cell) => cell.range,
        CellContent::Many(_) | CellContent::Rows(_) => None,
    }
}

/// Where the first value that links anywhere links to.
fn link(content: &CellContent) -> Option<&str> {
    content.cells().iter().find_map(|cell| cell.link.as_deref())
}
