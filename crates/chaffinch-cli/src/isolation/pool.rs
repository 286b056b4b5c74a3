//! Workers for a server, each of whose requests may want other options.

use super::{Death, Worker};
use crate::usage::Usage;
use chaffinch::{Document, Limits, PageReport};
use std::sync::{Mutex, PoisonError};

/// Workers that wait, each for pages to be read with the arguments that it was started with.
pub struct Pool {
    /// The one that has waited for longest is the first.
    idle: Mutex<Vec<(Vec<String>, Worker)>>,
    most: usize,
}

impl Pool {
    /// A pool that keeps at most so many workers waiting; nothing where this system does not tell what a process uses.
    pub fn new(most: usize) -> Option<Pool> {
        Usage::can_be_known().then(|| Pool { idle: Mutex::default(), most })
    }

    /// Reads a document in a worker that was started with these arguments; nothing where none can be started.
    pub fn read(&self, arguments: &[String], document: &Document, limits: &Limits) -> Option<PageReport> {
        let mut is_second = false;
        loop {
            let mut worker = match self.take(arguments) {
                Some(worker) => worker,
                None => Worker::start(crate::program::with(arguments).ok()?).ok()?,
            };
            match worker.read(document, limits) {
                Ok((report, fit)) => {
                    if fit && worker.is_small() {
                        self.put(arguments, worker);
                    }
                    return Some(report);
                }
                Err(Death::Gone) if !is_second => {
                    worker.end();
                    is_second = true;
                }
                Err(death) => {
                    let status = worker.end();
                    let mut report = PageReport::failed(death.problem(document.name.clone(), status, limits));
                    report.url.clone_from(&document.url);
                    return Some(report);
                }
            }
        }
    }

    fn take(&self, arguments: &[String]) -> Option<Worker> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let at = idle.iter().rposition(|(own, _)| own == arguments)?;
        Some(idle.remove(at).1)
    }

    fn put(&self, arguments: &[String], worker: Worker) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push((arguments.to_vec(), worker));
        if idle.len() > self.most {
            idle.remove(0);
        }
    }
}
