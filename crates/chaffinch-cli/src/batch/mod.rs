//! `chaffinch batch`: archives and folders of any size, to files that appear as a whole, by a program that may be ended at any instant.
//!
//! The plan says what the tasks are. A task's finished pages go to its spool, in the order in which they are finished, and from there to the task's
//! part in their own order; when the last one is there, the part is put in its place and the task is marked as done. The spool is on the disk, so
//! whoever starts the program again goes on where it was, writes the part anew, and the parts have the same bytes.

mod causes;
mod disk;
mod done;
mod line;
mod part;
mod plan;
mod spool;
mod tally;

use crate::advice::advise;
use crate::args::BatchArgs;
use crate::extract::start_engine;
use crate::isolation::{self, Workers};
use crate::{Outcome, wrong_use};
use chaffinch::{Document, Engine, PageReport, Problem, ProblemKind, ReadOptions};
use chaffinch_input::read_listed;
use disk::sweep;
use done::{Done, Totals, forget, is_done, write_manifest};
use line::Added;
use part::Part;
use plan::{Plan, Task};
use spool::Spool;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tally::Tally;

pub fn run(arguments: &BatchArgs) -> anyhow::Result<Outcome> {
    let want = arguments.want.want()?;
    let engine = start_engine(arguments.page.settings().with(|settings| settings.want = want))?;
    if isolation::is_worker() {
        return Ok(isolation::serve(engine));
    }
    if arguments.files.iter().any(|input| input == "-") {
        return Err(wrong_use("standard input cannot be read again; save it to a file"));
    }
    let folder = &arguments.out;
    for part in ["parts", "tasks", "work"] {
        fs::create_dir_all(folder.join(part)).map_err(|error| unwritable(folder, &error))?;
    }
    let options = arguments.page.run_options().read;
    let plan = Plan::open(
        folder,
        &command(arguments, &options),
        &arguments.files,
        &options,
        arguments.bundle.get(),
    )?;
    let batch = Batch::new(arguments, &engine, plan, options);
    if arguments.retry_failed {
        batch.forget_failures().map_err(|error| unwritable(folder, &error))?;
    }
    batch.work();
    batch.tally.finish();
    if let Some(path) = &arguments.metrics {
        batch.tally.write(path).map_err(|error| unwritable(path, &error))?;
    }
    let failure = lock(&batch.failure).take();
    let totals = write_manifest(folder, &batch.plan).map_err(|error| unwritable(folder, &error));
    if let Some(error) = failure {
        return Err(unwritable(folder, &error));
    }
    let totals = totals?;
    if totals.tasks == batch.plan.len() {
        sweep(&folder.join("work"));
    }
    Ok(batch.tell(&totals))
}

/// All that the output depends on: not how many threads or machines there are.
fn command(arguments: &BatchArgs, options: &ReadOptions) -> String {
    let BatchArgs { files, format, bundle, want, page, .. } = arguments;
    let settings = page.settings();
    format!(
        "{files:?} {format} {bundle} {want:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        settings.renderer, settings.scripts, settings.base_url, settings.min_score, settings.limits, options
    )
}

fn unwritable(path: &Path, error: &io::Error) -> anyhow::Error {
    let advice = match crate::output::is_full(error) {
        true => "; make room and start the same command again, which goes on where it was",
        false => "",
    };
    wrong_use(format!("{}: cannot be written: {error}{advice}", path.display()))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Threads that read pages may be deep in them.
const STACK: usize = 64 << 20;

/// How long a run that has nothing else to do waits for tasks that are locked. A run that was killed while it started a worker leaves a process
/// behind that holds its locks until it has become that worker: a moment, or longer where the machine is busy.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it looks whether they are free.
const LOOK: Duration = Duration::from_millis(50);

/// A run.
struct Batch<'b> {
    arguments: &'b BatchArgs,
    engine: &'b Engine,
    workers: Option<Workers<'b>>,
    threads: usize,
    plan: Plan,
    options: ReadOptions,
    source: Mutex<Source>,
    tally: Tally,
    /// Why the run had to stop.
    failure: Mutex<Option<io::Error>>,
    is_stopped: AtomicBool,
    /// Tasks that another process works on.
    elsewhere: Mutex<Vec<usize>>,
}

/// Where pages come from.
struct Source {
    /// The tasks that come next.
    tasks: std::vec::IntoIter<usize>,
    current: Option<Reading>,
}

/// What a thread is to do next.
enum Next {
    /// Work on the page of this number.
    Page(Arc<Job>, u64, Result<Document, Problem>),
    /// Finish a task.
    Whole(Arc<Job>),
    /// Everything is done or being done.
    Nothing,
}

/// A task that is being read.
struct Reading {
    job: Arc<Job>,
    documents: Box<dyn Iterator<Item = Result<Document, Problem>> + Send>,
    /// The number of the next page.
    page: u64,
}

/// A task whose pages are being worked on.
struct Job {
    number: usize,
    task: Task,
    spool: Mutex<Spool>,
    /// There until the task is finished, or until it could not be written.
    part: Mutex<Option<Part>>,
}

impl Job {
    /// Writes what can be written of the part, unless another thread is doing so.
    fn follow(&self) -> io::Result<()> {
        let Ok(mut slot) = self.part.try_lock() else { return Ok(()) };
        let Some(part) = slot.as_mut() else { return Ok(()) };
        let written = part.follow(&self.spool);
        if written.is_err() {
            // Half a page may have been written, so that this part must not be finished.
            *slot = None;
        }
        written
    }
}

impl<'b> Batch<'b> {
    fn new(arguments: &'b BatchArgs, engine: &'b Engine, plan: Plan, options: ReadOptions) -> Batch<'b> {
        let workers = isolation::begin_for_many(engine, &arguments.page);
        let threads = workers.as_ref().and_then(Workers::threads).or(arguments.page.read.threads);
        let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let folder = &arguments.out;
        let mine: Vec<usize> = (0..plan.len()).filter(|task| arguments.shard.has(*task)).collect();
        let finished: Vec<usize> = mine.iter().copied().filter(|task| is_done(folder, *task)).collect();
        let bytes = |tasks: &[usize]| tasks.iter().map(|task| plan.bytes(*task)).sum();
        let tally = Tally::new(mine.len(), finished.len(), bytes(&mine), bytes(&finished));
        let source = Source { tasks: mine.into_iter(), current: None };
        Batch {
            arguments,
            engine,
            workers,
            threads,
            options,
            source: Mutex::new(source),
            tally,
            failure: Mutex::new(None),
            is_stopped: AtomicBool::new(false),
            elsewhere: Mutex::default(),
            plan,
        }
    }

    fn folder(&self) -> &Path {
        &self.arguments.out
    }

    /// Reads everything.
    fn work(&self) {
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            let watch = scope.spawn(|| self.watch(&is_over));
            self.work_together();
            let mut waiting_since = Instant::now();
            while !self.is_stopped.load(Ordering::Relaxed) && waiting_since.elapsed() < PATIENCE {
                let elsewhere = std::mem::take(&mut *lock(&self.elsewhere));
                if elsewhere.is_empty() {
                    break;
                }
                let before = elsewhere.len();
                lock(&self.source).tasks = elsewhere.into_iter();
                self.work_together();
                match lock(&self.elsewhere).len() < before {
                    true => waiting_since = Instant::now(),
                    false => thread::sleep(LOOK),
                }
            }
            is_over.store(true, Ordering::Relaxed);
            watch.thread().unpark();
        });
    }

    /// Reads the tasks that are at hand, on all threads.
    fn work_together(&self) {
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads)
                .filter_map(|_| {
                    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || self.work_alone()).ok()
                })
                .collect();
            if threads.is_empty() {
                self.work_alone();
            }
        });
    }

    /// Says how far the run is until it is over.
    fn watch(&self, is_over: &AtomicBool) {
        while !is_over.load(Ordering::Relaxed) {
            self.tally.show();
            if let Some(path) = &self.arguments.metrics {
                // The last word is written when the run is over, and failing then is an error.
                let _ = self.tally.write(path);
            }
            thread::park_timeout(tally::EVERY);
        }
    }

    fn work_alone(&self) {
        while !self.is_stopped.load(Ordering::Relaxed) {
            match self.step() {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    lock(&self.failure).get_or_insert(error);
                    self.is_stopped.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Takes one step: works on a page or finishes a task; false where nothing is left to do.
    fn step(&self) -> io::Result<bool> {
        match self.next()? {
            Next::Page(job, number, document) => self.work_on(&job, number, document)?,
            Next::Whole(job) => self.finish(&job)?,
            Next::Nothing => return Ok(false),
        }
        Ok(true)
    }

    fn work_on(&self, job: &Job, number: u64, document: Result<Document, Problem>) -> io::Result<()> {
        let (mut report, added) = match document {
            Ok(document) => {
                let added = Added::of(&document);
                (self.read(document), added)
            }
            Err(problem) => (PageReport::failed(problem), Added::default()),
        };
        advise(&mut report.errors, &mut report.remarks);
        self.tally.page(added.bytes, &report);
        let line = added.line(&report)?;
        let mut spool = lock(&job.spool);
        spool.add(number, &line)?;
        let is_whole = spool.is_whole();
        drop(spool);
        match is_whole {
            true => self.finish(job),
            false => job.follow(),
        }
    }

    fn read(&self, document: Document) -> PageReport {
        match &self.workers {
            Some(workers) => workers.read(document),
            None => {
                let (name, url) = (document.name.clone(), document.url.clone());
                catch_unwind(AssertUnwindSafe(|| self.engine.read(document))).unwrap_or_else(|_| {
                    let message = "this page made the program fail; please report it with the page";
                    let mut report = PageReport::failed(Problem::new(ProblemKind::Crash, name, message));
                    report.url = url;
                    report
                })
            }
        }
    }

    /// What comes next: a page that is not done, or a task that turns out to have all its pages.
    fn next(&self) -> io::Result<Next> {
        let mut source = lock(&self.source);
        loop {
            let Some(reading) = &mut source.current else {
                match self.next_job(&mut source.tasks)? {
                    Some(reading) => source.current = Some(reading),
                    None => return Ok(Next::Nothing),
                }
                continue;
            };
            let number = reading.page;
            let Some(document) = reading.documents.next() else {
                let job = reading.job.clone();
                source.current = None;
                let mut spool = lock(&job.spool);
                spool.end_with(number)?;
                if spool.is_whole() {
                    drop(spool);
                    return Ok(Next::Whole(job));
                }
                continue;
            };
            reading.page += 1;
            let name = document.as_ref().map_or_else(|problem| &problem.input, |document| &document.name);
            if let Some(offset) = line::offset(name).filter(|_| reading.job.task.files.len() == 1) {
                self.tally.reading(offset);
            }
            if !lock(&reading.job.spool).has(number) {
                return Ok(Next::Page(reading.job.clone(), number, document));
            }
        }
    }

    /// The next task that is to be done.
    fn next_job(&self, tasks: &mut std::vec::IntoIter<usize>) -> io::Result<Option<Reading>> {
        for number in tasks {
            if is_done(self.folder(), number) {
                continue;
            }
            let Some(spool) = Spool::open(&self.folder().join(spool_name(number)))? else {
                lock(&self.elsewhere).push(number);
                continue;
            };
            // Another process may have finished it a moment ago.
            if is_done(self.folder(), number) {
                let _ = fs::remove_file(self.folder().join(spool_name(number)));
                continue;
            }
            let task = self.plan.task(number)?;
            let documents = Box::new(read_listed(&task.listed(), &self.options));
            let part = Part::begin(self.folder(), number, task.name(), &self.arguments.format)?;
            let job = Job { number, task, spool: Mutex::new(spool), part: Mutex::new(Some(part)) };
            return Ok(Some(Reading { job: Arc::new(job), documents, page: 0 }));
        }
        Ok(None)
    }

    /// Puts the pages of a task together and marks it as done. Two threads may find that it is whole; one of them is enough.
    fn finish(&self, job: &Job) -> io::Result<()> {
        let Some(mut part) = lock(&job.part).take() else { return Ok(()) };
        part.follow(&job.spool)?;
        part.finish(self.folder())?;
        let _ = fs::remove_file(self.folder().join(spool_name(job.number)));
        self.tally.task(self.plan.bytes(job.number));
        Ok(())
    }

    /// Makes tasks open again in which pages failed.
    fn forget_failures(&self) -> io::Result<()> {
        let begun = Instant::now();
        let mut tasks: Vec<usize> =
            (0..self.plan.len()).filter(|task| self.arguments.shard.has(*task)).collect();
        loop {
            let mut locked = Vec::new();
            for task in tasks {
                if !self.forget_failures_of(task)? {
                    locked.push(task);
                }
            }
            if locked.is_empty() || begun.elapsed() > PATIENCE {
                return Ok(());
            }
            tasks = locked;
            thread::sleep(LOOK);
        }
    }

    /// Makes a task open again if pages of it failed. What was read of the others is kept where the part tells it. False where another process
    /// has the task.
    fn forget_failures_of(&self, task: usize) -> io::Result<bool> {
        let Some(done) = Done::read(self.folder(), task).filter(|done| !done.failed.is_empty()) else {
            return Ok(true);
        };
        let Some(mut spool) = Spool::open(&self.folder().join(spool_name(task)))? else { return Ok(false) };
        // A run that was killed when the task was done has left all its pages there, and the failed ones among them.
        spool.clear()?;
        if self.arguments.format == "jsonl" {
            let failed: Vec<u64> = done.failed.iter().map(|failed| failed.page).collect();
            let mut page = 0;
            disk::read_lines(&self.folder().join(&done.part), |_, line| {
                if failed.binary_search(&page).is_err() {
                    spool.add(page, line)?;
                }
                page += 1;
                Ok(())
            })?;
        }
        forget(self.folder(), task)?;
        Ok(true)
    }

    /// Says what the run came to.
    fn tell(&self, totals: &Totals) -> Outcome {
        let Totals { tasks, pages, found, rows, failed, .. } = totals;
        let all = self.plan.len();
        eprintln!(
            "chaffinch: {tasks} of {all} tasks done: {pages} pages, {found} with records, {rows} rows, {failed} pages failed"
        );
        let elsewhere = lock(&self.elsewhere).len();
        if elsewhere > 0 {
            eprintln!("chaffinch: {elsewhere} tasks are being done by another run");
        }
        if !totals.errors.is_empty() {
            eprintln!("chaffinch: errors by cause:");
            eprint!("{}", totals.table());
        }
        match (*found, *failed == *pages && *pages > 0) {
            (_, true) => Outcome::BadInput,
            (0, _) => Outcome::NothingFound,
            _ => Outcome::Found,
        }
    }
}

fn spool_name(task: usize) -> String {
    format!("work/{task:05}.spool")
}
