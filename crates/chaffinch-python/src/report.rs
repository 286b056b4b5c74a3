//! What was found on a page.

use crate::problem::failed;
use crate::values::{self, Beside, Fields};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use chaffinch::write::{Format, Selection, WriteOptions, relation_to_arrow, relation_to_html, to_bytes};
use chaffinch::{PageReport, ProblemKind};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList, PyTuple};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What was found on a page.
#[pyclass(frozen, module = "chaffinch._native")]
pub struct Report {
    report: Arc<PageReport>,
}

impl Report {
    pub fn new(report: PageReport) -> Report {
        Report { report: Arc::new(report) }
    }
}

/// A report from the bytes that pickling made of it.
#[pyfunction]
pub fn unpack_report(packed: &[u8]) -> PyResult<Report> {
    let report = chaffinch_cli::unpack(packed);
    report.map(Report::new).ok_or_else(|| failed("this page was pickled by another version".to_owned()))
}

#[pymethods]
impl Report {
    #[getter]
    fn input(&self) -> &str {
        &self.report.input
    }

    #[getter]
    fn url(&self) -> Option<&str> {
        self.report.url.as_deref()
    }

    #[getter]
    fn title(&self) -> Option<&str> {
        self.report.title.as_deref()
    }

    #[getter]
    fn renderer(&self) -> &str {
        &self.report.renderer
    }

    #[getter]
    fn kind(&self) -> Option<String> {
        self.report.kind.map(lower_case)
    }

    #[getter]
    fn errors(&self) -> Vec<&str> {
        self.report.errors.iter().map(|error| error.message.as_str()).collect()
    }

    #[getter]
    fn remarks(&self) -> Vec<&str> {
        self.report.remarks.iter().map(|remark| remark.message.as_str()).collect()
    }

    #[getter]
    fn explanation(&self) -> Vec<&str> {
        self.report.explanation.iter().map(String::as_str).collect()
    }

    /// Whether the page does not fit the wrapper that read it.
    #[getter]
    fn misfit(&self) -> bool {
        self.report.errors.iter().any(|error| error.kind == ProblemKind::Misfit)
    }

    fn relations(&self) -> Vec<Relation> {
        (0..self.report.relations.len()).map(|at| Relation { report: self.report.clone(), at }).collect()
    }

    /// The object of the contract, as JSON.
    fn json(&self) -> PyResult<String> {
        serde_json::to_string(&*self.report).map_err(|error| failed(error.to_string()))
    }

    /// What a format makes of the page.
    fn write<'py>(&self, py: Python<'py>, format: &str, select: &str) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| {
            let format: Format = format.parse().map_err(|error| crate::problem::wrong(format!("{error}")))?;
            let select: Selection =
                select.parse().map_err(|error| crate::problem::wrong(format!("{error}")))?;
            let options = WriteOptions { select, ..WriteOptions::default() };
            to_bytes(format, options, [&*self.report]).map_err(|error| failed(error.to_string()))
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The first error as an exception.
    fn raise_error(&self) -> PyResult<()> {
        self.report.errors.first().map_or(Ok(()), |problem| Err(crate::problem::unreadable(problem)))
    }

    fn pack<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &chaffinch_cli::pack((*self.report).clone()))
    }
}

/// Rows with the same columns.
#[pyclass(frozen, module = "chaffinch._native")]
pub struct Relation {
    report: Arc<PageReport>,
    at: usize,
}

impl Relation {
    fn relation(&self) -> &chaffinch::Relation {
        &self.report.relations[self.at]
    }

    fn batch(&self) -> PyResult<RecordBatch> {
        relation_to_arrow(&self.report, self.relation()).map_err(|error| failed(error.to_string()))
    }
}

#[pymethods]
impl Relation {
    #[getter]
    fn kind(&self) -> String {
        lower_case(self.relation().kind)
    }

    #[getter]
    fn method(&self) -> &str {
        &self.relation().method
    }

    #[getter]
    fn score(&self) -> f64 {
        (f64::from(self.relation().score) * 1000.0).round() / 1000.0
    }

    #[getter]
    fn title(&self) -> Option<&str> {
        self.relation().title.as_deref()
    }

    #[getter]
    fn facts(&self) -> BTreeMap<String, String> {
        self.relation().facts.clone()
    }

    #[getter]
    fn xpath(&self) -> &str {
        &self.relation().xpath
    }

    #[getter]
    fn r#box(&self) -> Option<(f32, f32, f32, f32)> {
        self.relation().rect.map(values::rect)
    }

    /// Name, type and confidence of each column.
    fn columns(&self) -> Vec<(String, String, Option<f64>)> {
        let columns = &self.relation().columns;
        let names = chaffinch::write::column_names(columns);
        names
            .into_iter()
            .zip(columns)
            .map(|(name, column)| (name, lower_case(column.kind), column.confidence))
            .collect()
    }

    fn __len__(&self) -> usize {
        self.relation().rows.len()
    }

    /// The rows as dictionaries.
    fn rows<'py>(&self, py: Python<'py>, units: bool, links: bool) -> PyResult<Bound<'py, PyList>> {
        let relation = self.relation();
        let fields = Fields::of(relation, Beside { units, links });
        let rows = relation.rows.iter().map(|row| fields.row(py, relation, row));
        PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
    }

    /// The columns as a dictionary of lists.
    fn lists<'py>(&self, py: Python<'py>, units: bool, links: bool) -> PyResult<Bound<'py, PyDict>> {
        Fields::of(self.relation(), Beside { units, links }).columns(py, self.relation())
    }

    /// A row: its nodes, place, text, links and images, and for each column a list of cells, or nothing.
    fn row<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyTuple>> {
        let relation = self.relation();
        let row = relation.rows.get(at).ok_or_else(|| PyIndexError::new_err("there is no such row"))?;
        let mut cells = Vec::new();
        for (content, column) in row.cells.iter().zip(&relation.columns) {
            let content = content.as_ref().map(|content| {
                content
                    .cells()
                    .iter()
                    .map(|cell| values::cell(py, cell, column.kind))
                    .collect::<PyResult<Vec<_>>>()
            });
            cells.push(content.transpose()?);
        }
        (&row.xpaths, row.rect.map(values::rect), &row.text, &row.links, &row.images, cells).into_pyobject(py)
    }

    /// The nodes of each row, as one XPath.
    fn xpaths(&self) -> Vec<String> {
        self.relation().rows.iter().map(|row| row.xpaths.join(" | ")).collect()
    }

    /// The places of the rows on the screen.
    fn places(&self) -> Vec<(f32, f32, f32, f32)> {
        self.relation().rows.iter().filter_map(|row| row.rect).map(values::rect).collect()
    }

    fn html(&self) -> String {
        relation_to_html(&self.report, self.relation())
    }

    /// The rows as a stream of Arrow's C interface, in a capsule.
    fn arrow_stream<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let batch = self.batch()?;
        let schema = batch.schema();
        let batches = RecordBatchIterator::new([Ok(batch)], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The columns as a schema of Arrow's C interface, in a capsule.
    fn arrow_schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = arrow_array::ffi::FFI_ArrowSchema::try_from(&*self.batch()?.schema());
        let schema = schema.map_err(|error| failed(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}

/// The name of a variant, as the contract writes it.
fn lower_case(variant: impl std::fmt::Debug) -> String {
    format!("{variant:?}").to_lowercase()
}
