//! The command line.

use chaffinch_cli::Program;
use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the program with these arguments and gives its exit code. `host` with `before` and the arguments runs it once more, for workers.
#[pyfunction]
pub fn main(py: Python<'_>, host: OsString, before: Vec<OsString>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| chaffinch_cli::run(Program::held_by(host, before), arguments))
}
