//! Forks wait until no page is being read. A child has only the thread that forked; a lock that another thread held at that moment would
//! stay locked in it for ever.
//!
//! The gate itself is two numbers, because a lock of its own would have the same fault.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

static FORKING: AtomicBool = AtomicBool::new(false);
static READING: AtomicUsize = AtomicUsize::new(0);

/// How often somebody who waits at the gate looks again.
const LOOK: Duration = Duration::from_micros(200);
/// A fork waits so long for pages that are being read. A page that takes longer is stuck, and so may the child be.
const PATIENCE: Duration = Duration::from_secs(30);

/// Does what may take locks: reads a page.
pub fn reading<T>(work: impl FnOnce() -> T) -> T {
    let _inside = Inside::enter();
    work()
}

struct Inside;

impl Inside {
    fn enter() -> Inside {
        loop {
            READING.fetch_add(1, Ordering::SeqCst);
            if !FORKING.load(Ordering::SeqCst) {
                return Inside;
            }
            READING.fetch_sub(1, Ordering::SeqCst);
            while FORKING.load(Ordering::SeqCst) {
                std::thread::sleep(LOOK);
            }
        }
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        READING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Called before a fork, by the thread that forks.
#[pyfunction]
pub fn before_fork(py: Python<'_>) {
    FORKING.store(true, Ordering::SeqCst);
    // Whoever reads a page needs nothing of the interpreter to finish it.
    py.detach(|| {
        let begun = Instant::now();
        while READING.load(Ordering::SeqCst) > 0 && begun.elapsed() < PATIENCE {
            std::thread::sleep(LOOK);
        }
    });
}

/// Called after a fork, in the process that forked.
#[pyfunction]
pub fn after_fork_in_parent() {
    FORKING.store(false, Ordering::SeqCst);
}

/// Called after a fork, in the new process.
#[pyfunction]
pub fn after_fork_in_child() {
    // Those who were at the gate are not in this process.
    READING.store(0, Ordering::SeqCst);
    FORKING.store(false, Ordering::SeqCst);
}
