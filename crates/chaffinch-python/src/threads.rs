//! Threads that read pages for callers who wait: deep stacks, and pools of their own, so that no work goes to a pool of the whole
//! process, whose threads a forked child would not have.

use crate::gate;
use crate::problem::failed;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Text and paths recurse with the depth of the page.
const STACK: usize = 64 << 20;
/// How often somebody who waits looks whether the user wants to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Threads that wait for a page. Touched only with the interpreter held, so that no fork finds it locked.
static IDLE: Mutex<Vec<Pool>> = Mutex::new(Vec::new());

/// Some threads of this process. In a forked child they are not there, and must not be waited for.
pub struct Pool {
    /// There until it is dropped.
    threads: Option<ThreadPool>,
    process: u32,
}

impl Pool {
    pub fn new(threads: usize) -> PyResult<Pool> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        let pool = pool.map_err(|error| failed(format!("no thread could be started: {error}")))?;
        Ok(Pool { threads: Some(pool), process: std::process::id() })
    }

    /// Whether its threads are of this process.
    pub fn is_here(&self) -> bool {
        self.process == std::process::id()
    }

    /// Lets a thread do something, and tell.
    pub fn begin(&self, work: impl FnOnce() + Send + 'static) {
        if let Some(threads) = &self.threads {
            threads.spawn(move || {
                // Whoever waits for a thread that panicked sees that it will tell nothing.
                let _ = catch_unwind(AssertUnwindSafe(|| gate::reading(work)));
            });
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if !self.is_here() {
            std::mem::forget(self.threads.take());
        }
    }
}

/// Does some work on a thread with a deep stack. The interpreter is free meanwhile, and a signal such as Ctrl-C ends the waiting.
pub fn apart<T: Send + 'static>(py: Python<'_>, work: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
    let idle = IDLE.lock().ok().and_then(|mut idle| {
        idle.retain(Pool::is_here);
        idle.pop()
    });
    let pool = match idle {
        Some(pool) => pool,
        None => Pool::new(1)?,
    };
    let (tell, told) = channel();
    pool.begin(move || {
        let _ = tell.send(work());
    });
    let result = py.detach(|| Waiting(told).next(py_signals))?;
    if let Ok(mut idle) = IDLE.lock() {
        idle.push(pool);
    }
    result.ok_or_else(|| failed("the program failed; please report it with the page".to_owned()))
}

/// Whether the user wants to stop.
pub fn py_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Somebody who waits for what threads tell.
pub struct Waiting<T>(pub Receiver<T>);

impl<T> Waiting<T> {
    /// The next thing that is told, or nothing where there is nobody left to tell anything. To be called without the interpreter.
    pub fn next(&mut self, signals: impl Fn() -> PyResult<()>) -> PyResult<Option<T>> {
        loop {
            match self.0.recv_timeout(LOOK) {
                Ok(told) => return Ok(Some(told)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => signals()?,
            }
        }
    }
}
