//! Pages before they are read, and what callers mean by what they give us.

use crate::options::Options;
use crate::problem::{refused, unreadable};
use chaffinch::{ReadOptions, RunOptions};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// One page's bytes and what is known about them.
#[pyclass(frozen, module = "chaffinch")]
pub struct Document {
    pub document: chaffinch::Document,
}

/// The name of a page that came without one. It is not its address: a page that is called by its address is fetched where scripts are to run.
const UNNAMED: &str = "page";

#[pymethods]
impl Document {
    #[new]
    #[pyo3(signature = (html, url=None, *, name=None, content_type=None))]
    fn new(
        html: &Bound<'_, PyAny>,
        url: Option<String>,
        name: Option<String>,
        content_type: Option<String>,
    ) -> PyResult<Document> {
        let Some(mut document) = markup(html)? else {
            return Err(PyTypeError::new_err("html is text or bytes"));
        };
        document.name = name.unwrap_or(document.name);
        document.url = url;
        document.content_type = content_type.or(document.content_type);
        Ok(Document { document })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.document.name
    }

    #[getter]
    fn url(&self) -> Option<&str> {
        self.document.url.as_deref()
    }

    #[getter]
    fn content_type(&self) -> Option<&str> {
        self.document.content_type.as_deref()
    }

    #[getter]
    fn html<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.document.bytes)
    }

    fn __repr__(&self) -> String {
        format!("<Document {} of {} bytes>", self.document.name, self.document.bytes.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.import("chaffinch._page")?.getattr("_document")?;
        let chaffinch::Document { name, url, content_type, .. } = &self.document;
        Ok((make, (self.html(py), url, name, content_type).into_pyobject(py)?))
    }
}

/// The documents of files, folders, archives and addresses.
#[pyclass(frozen, module = "chaffinch")]
pub struct Documents {
    documents: Mutex<chaffinch_input::Documents>,
}

#[pymethods]
impl Documents {
    #[new]
    fn new(inputs: Vec<String>, options: Options) -> PyResult<Documents> {
        let reading = chaffinch_cli::options::reading("extract", &options);
        let RunOptions { read, .. } = reading.map_err(|refusal| refused("documents", refusal))?.run;
        Ok(Documents { documents: Mutex::new(chaffinch_input::read(&inputs, &read)) })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Document>> {
        let next = py.detach(|| self.documents.lock().unwrap_or_else(PoisonError::into_inner).next());
        match next {
            Some(Ok(document)) => Ok(Some(Document { document })),
            Some(Err(problem)) => Err(unreadable(&problem)),
            None => Ok(None),
        }
    }
}

/// What a caller gives us to read.
pub enum Given {
    /// A page.
    Page(Box<chaffinch::Document>),
    /// The name of a file, a folder, an archive, or an address.
    Name(String),
}

impl Given {
    /// What an object means: text with a tag in it and bytes are a page, other text and paths name something.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Given> {
        if let Ok(document) = object.cast::<Document>() {
            return Ok(Given::Page(Box::new(document.get().document.clone())));
        }
        if let Ok(pair) = object.cast::<PyTuple>() {
            let (html, url): (Bound<'_, PyAny>, Option<String>) = pair.extract()?;
            return Ok(Given::of(&html)?.with_address(url));
        }
        if let Ok(text) = object.cast::<PyString>() {
            let text = text.to_string_lossy();
            if !text.contains('<') && !text.trim().is_empty() {
                return Ok(Given::Name(text.into_owned()));
            }
        }
        if let Some(document) = markup(object)? {
            return Ok(Given::Page(Box::new(document)));
        }
        match object.extract::<PathBuf>() {
            Ok(path) => Ok(Given::Name(path.to_string_lossy().into_owned())),
            Err(_) => {
                let kind = object.get_type().name()?;
                let message = format!(
                    "a page is given as text, bytes, a path, a pair of page and address, or a Document, not as {kind}"
                );
                Err(PyTypeError::new_err(message))
            }
        }
    }

    /// The same with the address of the page, where it is known.
    pub fn with_address(self, url: Option<String>) -> Given {
        match (self, url) {
            (Given::Page(mut document), Some(url)) => {
                document.url = Some(url);
                Given::Page(document)
            }
            (given, _) => given,
        }
    }

    /// Its documents, which are read when they are asked for.
    pub fn documents(self, options: &ReadOptions) -> DocumentsOf {
        match self {
            Given::Page(document) => DocumentsOf::Page(Some(document)),
            Given::Name(name) => DocumentsOf::Name(Box::new(chaffinch_input::read(&[name], options))),
        }
    }
}

/// The documents of what a caller gave us.
pub enum DocumentsOf {
    Page(Option<Box<chaffinch::Document>>),
    Name(Box<chaffinch_input::Documents>),
}

impl Iterator for DocumentsOf {
    type Item = Result<chaffinch::Document, chaffinch::Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            DocumentsOf::Page(document) => document.take().map(|document| Ok(*document)),
            DocumentsOf::Name(documents) => documents.next(),
        }
    }
}

/// A page from text or bytes.
fn markup(object: &Bound<'_, PyAny>) -> PyResult<Option<chaffinch::Document>> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Some(chaffinch::Document::from_html(UNNAMED, text.to_string_lossy())));
    }
    let bytes: Vec<u8> = if let Ok(bytes) = object.cast::<PyBytes>() {
        bytes.as_bytes().to_vec()
    } else if object.hasattr("__buffer__")?
        || object.get_type().name()? == "bytearray"
        || object.get_type().name()? == "memoryview"
    {
        let bytes = object.py().import("builtins")?.getattr("bytes")?.call1((object,))?;
        bytes.extract()?
    } else {
        return Ok(None);
    };
    let mut document = chaffinch::Document::from_html(UNNAMED, "");
    (document.bytes, document.content_type) = (bytes, None);
    Ok(Some(document))
}
