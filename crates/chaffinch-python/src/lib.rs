//! The native half of the Python package `chaffinch`; the other half, in `python/`, gives it the shape that people see.
//!
//! Nothing here runs on the threads of Python: pages are read on threads of ours, which have the stacks that deep pages need, while the
//! caller waits without holding the interpreter.

mod document;
mod gate;
mod many;
mod model;
mod options;
mod problem;
mod program;
mod reader;
mod report;
mod site;
mod threads;
mod values;

use pyo3::prelude::*;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The native half of `chaffinch`.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::document::{Document, Documents};
    #[pymodule_export]
    use super::gate::{after_fork_in_child, after_fork_in_parent, before_fork};
    #[pymodule_export]
    use super::many::Many;
    #[pymodule_export]
    use super::model::{Model, models, train};
    #[pymodule_export]
    use super::options::known_options;
    #[pymodule_export]
    use super::program::main;
    #[pymodule_export]
    use super::reader::Reader;
    #[pymodule_export]
    use super::report::{Relation, Report, unpack_report};
    #[pymodule_export]
    use super::site::Site;

    use super::*;

    #[pymodule_init]
    fn begin(module: &Bound<'_, PyModule>) -> PyResult<()> {
        chaffinch_cli::keep_layout_panics_quiet();
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
