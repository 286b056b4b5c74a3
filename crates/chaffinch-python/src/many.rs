//! Many pages on all cores, in order, with a bounded number of them in memory.

use crate::document::{DocumentsOf, Given};
use crate::problem::failed;
use crate::report::Report;
use crate::threads::{Pool, Waiting, py_signals};
use chaffinch::{
    Document, Engine, Limits, PageReport, Problem, ProblemKind, ReadOptions, RunOptions, Site, read_batch,
};
use chaffinch_cli::options::advise;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyIterator, PyString};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Pages in flight for each thread: enough to keep all busy, few enough to keep memory flat.
const IN_FLIGHT: usize = 4;
/// Where a model sees the pages of a site together, so many pages or bytes are a batch.
const TOGETHER: usize = 128;
const TOGETHER_BYTES: usize = 64 << 20;

/// The reports on many pages, in the order of the pages.
#[pyclass(frozen, module = "chaffinch._native")]
pub struct Many(Mutex<State>);

/// What reads pages.
#[derive(Clone)]
pub enum Work {
    /// All methods that its settings name.
    Engine(Arc<Engine>),
    /// Wrappers.
    Site(Arc<Site>),
}

struct State {
    work: Work,
    pool: Pool,
    threads: usize,
    source: Source,
    tell: Sender<(usize, PageReport)>,
    told: Waiting<(usize, PageReport)>,
    /// Reports that came before their turn.
    early: BTreeMap<usize, PageReport>,
    /// How many pages were begun, and how many delivered.
    begun: usize,
    delivered: usize,
    /// An exception of the caller's own iterator, which is raised after the reports on what came before it.
    broken: Option<PyErr>,
}

/// Where pages come from.
struct Source {
    items: Option<Py<PyIterator>>,
    /// What is left of the item that was taken last.
    current: Option<DocumentsOf>,
    options: ReadOptions,
}

impl Many {
    pub fn new(work: Work, run: &RunOptions, pages: &Bound<'_, PyAny>) -> PyResult<Many> {
        let available = || std::thread::available_parallelism().ok();
        let threads = run.threads.or_else(available).map_or(1, NonZeroUsize::get);
        let (tell, told) = channel();
        let is_one = pages.is_instance_of::<PyString>()
            || pages.is_instance_of::<PyBytes>()
            || pages.hasattr("__fspath__")?;
        let items = if is_one {
            pyo3::types::PyList::new(pages.py(), [pages])?.try_iter()?
        } else {
            pages.try_iter()?
        };
        Ok(Many(Mutex::new(State {
            work,
            pool: Pool::new(threads)?,
            threads,
            source: Source { items: Some(items.unbind()), current: None, options: run.read.clone() },
            tell,
            told: Waiting(told),
            early: BTreeMap::new(),
            begun: 0,
            delivered: 0,
            broken: None,
        })))
    }
}

#[pymethods]
impl Many {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        // Another thread may hold it while it waits for the interpreter.
        self.0.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner).next(py)
    }
}

impl State {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Report>> {
        if !self.pool.is_here() {
            return Err(failed(
                "this iterator belongs to the process that forked; begin a new one".to_owned(),
            ));
        }
        self.fill(py);
        if self.delivered == self.begun {
            return self.broken.take().map_or(Ok(None), Err);
        }
        while !self.early.contains_key(&self.delivered) {
            let told = &mut self.told;
            if let Some((number, report)) = py.detach(|| told.next(py_signals))? {
                self.early.insert(number, report);
            }
        }
        let report = self.early.remove(&self.delivered);
        self.delivered += 1;
        Ok(report.map(Report::new))
    }

    /// Begins pages until there are enough.
    fn fill(&mut self, py: Python<'_>) {
        if let Work::Engine(engine) = &self.work
            && engine.settings().model.is_some()
        {
            if self.begun == self.delivered {
                self.begin_together(py, engine.clone());
            }
            return;
        }
        while self.begun < self.delivered + self.threads * IN_FLIGHT {
            let Some(document) = self.take(py) else { return };
            let (work, tell, number, limits) =
                (self.work.clone(), self.tell.clone(), self.begun, self.source.options.limits.clone());
            self.begun += 1;
            self.pool.begin(move || {
                let _ = tell.send((number, report_on(&work, document, &limits)));
            });
        }
    }

    /// A model sees more when it sees the pages of a site together.
    fn begin_together(&mut self, py: Python<'_>, engine: Arc<Engine>) {
        let (mut documents, mut bytes) = (Vec::new(), 0);
        while documents.len() < TOGETHER && bytes < TOGETHER_BYTES {
            let Some(document) = self.take(py) else { break };
            bytes += document.as_ref().map_or(0, |document| document.bytes.len());
            documents.push(document);
        }
        let (tell, first, threads) = (self.tell.clone(), self.begun, self.threads);
        self.begun += documents.len();
        let name = |document: &Result<Document, Problem>| match document {
            Ok(document) => document.name.clone(),
            Err(problem) => problem.input.clone(),
        };
        let names: Vec<String> = documents.iter().map(name).collect();
        self.pool.begin(move || {
            let reports = catch_unwind(AssertUnwindSafe(|| read_batch(&engine, documents, threads)));
            let reports = reports.unwrap_or_else(|_| names.into_iter().map(broken).collect());
            for (at, mut report) in reports.into_iter().enumerate() {
                advise(&mut report);
                let _ = tell.send((first + at, report));
            }
        });
    }

    /// The next document of the caller's items. What cannot be read is a problem in its place; a broken iterator is kept for later.
    fn take(&mut self, py: Python<'_>) -> Option<Result<Document, Problem>> {
        self.source.next(py).unwrap_or_else(|error| {
            self.source.items = None;
            self.broken = Some(error);
            None
        })
    }
}

impl Source {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Result<Document, Problem>>> {
        loop {
            if let Some(current) = &mut self.current {
                if let Some(document) = py.detach(|| current.next()) {
                    return Ok(Some(document));
                }
                self.current = None;
            }
            let Some(items) = &self.items else { return Ok(None) };
            match items.bind(py).clone().next() {
                Some(item) => self.current = Some(Given::of(&item?)?.documents(&self.options)),
                None => self.items = None,
            }
        }
    }
}

/// The report on a document, with advice in the names of keyword arguments. A page that finds a mistake of ours costs that page alone.
pub fn report_on(work: &Work, document: Result<Document, Problem>, limits: &Limits) -> PageReport {
    let mut report = match document {
        Ok(document) => {
            let name = document.name.clone();
            let read = AssertUnwindSafe(|| match work {
                Work::Engine(engine) => engine.read(document),
                Work::Site(site) => site.read_page(&document, limits),
            });
            catch_unwind(read).unwrap_or_else(|_| broken(name))
        }
        Err(problem) => PageReport::failed(problem),
    };
    advise(&mut report);
    report
}

/// The report on a page that found a mistake of ours.
fn broken(name: String) -> PageReport {
    let message = "this page made the program fail; please report it with the page";
    PageReport::failed(Problem::new(ProblemKind::Damaged, name, message))
}
