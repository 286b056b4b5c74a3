use crate::Engine;
use chaffinch_core::{PageReport, Problem, ProblemKind};
use chaffinch_input::{Document, ReadOptions, read};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How a run goes over its inputs.
#[derive(Debug, Clone, Default)]
pub struct RunOptions {
    /// How inputs are read.
    pub read: ReadOptions,
    /// How many pages are worked on at a time; all cores if not given.
    pub threads: Option<NonZeroUsize>,
}

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Pages that were read.
    pub pages: usize,
    /// Pages on which something was found.
    pub found: usize,
    /// Inputs, records and pages that could not be read.
    pub failed: usize,
}

/// Pages in flight for each thread: enough to keep all busy, few enough to keep memory flat.
const IN_FLIGHT: usize = 4;

/// Reads everything in `inputs`, lets `work` turn each document into something, and hands the
/// results to `deliver` in input order. What cannot be read is delivered as a problem.
///
/// Stops as soon as `deliver` breaks, as it does when nobody listens any more. Memory is bounded by
/// the number of threads, whatever the number of pages.
pub fn run<T: Send + 'static>(
    engine: Arc<Engine>,
    inputs: &[String],
    options: &RunOptions,
    work: impl Fn(&Engine, Document) -> Result<T, Problem> + Send + Sync + 'static,
    mut deliver: impl FnMut(Result<T, Problem>) -> ControlFlow<()>,
) {
    let threads =
        options.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let (jobs, inbox) = channel::<Job>();
    let (results, outbox) = channel::<Done<T>>();
    // A token for each page in flight: taken by the reader, given back on delivery.
    let (tokens, token_returns) = sync_channel::<()>(threads * IN_FLIGHT);
    spawn_reader(inputs.to_vec(), options.read.clone(), jobs, tokens);
    let inbox = Arc::new(Mutex::new(inbox));
    let work = Arc::new(work);
    for _ in 0..threads {
        spawn_worker(engine.clone(), inbox.clone(), results.clone(), work.clone());
    }
    drop(results);
    // Results wait here until all before them have been delivered.
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for Done { number, result } in outbox {
        waiting.insert(number, result);
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            let _ = token_returns.recv();
            if deliver(result).is_break() {
                return;
            }
        }
    }
}

struct Job {
    number: usize,
    document: Result<Document, Problem>,
}

struct Done<T> {
    number: usize,
    result: Result<T, Problem>,
}

fn spawn_reader(inputs: Vec<String>, options: ReadOptions, jobs: Sender<Job>, tokens: SyncSender<()>) {
    thread::spawn(move || {
        for (number, document) in read(&inputs, &options).enumerate() {
            if tokens.send(()).is_err() || jobs.send(Job { number, document }).is_err() {
                return;
            }
        }
    });
}

/// Text and paths recurse with the depth of the page.
pub(crate) const STACK: usize = 64 << 20;

fn spawn_worker<T: Send + 'static>(
    engine: Arc<Engine>,
    inbox: Arc<Mutex<Receiver<Job>>>,
    results: Sender<Done<T>>,
    work: Arc<impl Fn(&Engine, Document) -> Result<T, Problem> + Send + Sync + 'static>,
) {
    let body = move || {
        loop {
            let job = inbox.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(Job { number, document }) = job else { return };
            let result = document.and_then(|document| {
                let name = document.name.clone();
                catch_unwind(AssertUnwindSafe(|| work(&engine, document))).unwrap_or_else(|_| {
                    let message = "this page made the program fail; please report it with the page";
                    Err(Problem::new(ProblemKind::Damaged, name, message))
                })
            });
            if results.send(Done { number, result }).is_err() {
                return;
            }
        }
    };
    // Without a thread the results channel closes and the run ends; there is nothing else to do.
    let _ = thread::Builder::new().stack_size(STACK).spawn(body);
}

impl Summary {
    /// Counts one report.
    pub fn count(&mut self, report: &PageReport) {
        self.pages += 1;
        self.found += usize::from(!report.relations.is_empty());
        self.failed += usize::from(report.relations.is_empty() && !report.errors.is_empty());
    }
}
