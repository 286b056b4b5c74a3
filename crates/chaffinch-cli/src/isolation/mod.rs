//! Pages are read in processes of their own where there are many: a page that makes one abort, overflow its stack or run out of memory
//! costs that page, and the run goes on with a new process.
//!
//! A worker is this program with the same arguments and a variable in its environment. It gets documents through its standard input, one at
//! a time, and answers with reports. Style sheets stay with the reader of inputs, so it asks for them. A worker ends when its standard input
//! does, so that none outlives us.

mod pool;
mod wire;
mod worker;

pub use pool::Pool;
pub use worker::{is_worker, serve};

use crate::args::{LEAST_MEMORY, PageArgs};
use crate::extract::may_take_long;
use crate::usage::{LOOK, Usage, next_look};
use chaffinch::{
    Document, Engine, Limit, Limits, PageReport, Problem, ProblemKind, RendererChoice, RunOptions,
};
use std::io::{self, BufReader, BufWriter, Write};
use std::num::NonZeroUsize;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use wire::Frame;
use worker::WORKER;

/// Memory that a worker may keep between two pages, in bytes. One that holds more is started again, so that memory stays flat however many
/// pages there are.
const KEPT_MEMORY: usize = 220 << 20;
/// How long a worker may take to say that it is there.
const START_TIME: Duration = Duration::from_secs(60);

/// A report as bytes, for another process. Unlike JSON they keep all of it; only programs of the same version understand them.
pub fn pack(report: PageReport) -> Vec<u8> {
    match wire::sent_report(report) {
        Frame::Report(bytes) => bytes,
        _ => Vec::new(),
    }
}

/// The report that [`pack`] made bytes of.
pub fn unpack(bytes: &[u8]) -> Option<PageReport> {
    wire::report(bytes).map(|(report, _)| report)
}

/// Processes that read pages.
pub struct Workers<'e> {
    /// Reads pages where no process can be started.
    engine: &'e Engine,
    limits: Limits,
    threads: Option<NonZeroUsize>,
    idle: Mutex<Vec<Worker>>,
}

/// Workers for a run over these inputs, if it is to have any.
pub fn begin<'e>(engine: &'e Engine, names: &[String], page: &PageArgs) -> Option<Workers<'e>> {
    match page.isolate.as_str() {
        // What is piped in may be an archive.
        "auto" if !may_take_long(names) && names != ["-"] && page.read.limits.max_memory.is_none() => None,
        _ => begin_for_many(engine, page),
    }
}

/// Workers for a run over many pages, unless the user or the system is against it.
pub fn begin_for_many<'e>(engine: &'e Engine, page: &PageArgs) -> Option<Workers<'e>> {
    let settings = engine.settings();
    let wanted = page.isolate != "never";
    // Chromium is another process already. A model sees pages together. Only Linux says what a process uses.
    let can =
        settings.renderer != RendererChoice::Chromium && settings.model.is_none() && Usage::can_be_known();
    if !wanted || !can {
        return None;
    }
    let mut limits = settings.limits.clone();
    let mut threads = page.read.threads.or_else(|| std::thread::available_parallelism().ok());
    if let Some(memory) = page.read.limits.max_memory {
        // This process reads and writes with one share, each worker works with another.
        let shares = (memory / LEAST_MEMORY).min(1 + threads.map_or(1, NonZeroUsize::get)).max(2);
        threads = NonZeroUsize::new(shares - 1);
        limits.page_memory = memory / shares;
    }
    Some(Workers { engine, limits, threads, idle: Mutex::default() })
}

impl Workers<'_> {
    /// The options of a run whose pages these workers read.
    pub fn options(&self, page: &PageArgs) -> RunOptions {
        page.run_options().with(|options| options.threads = self.threads)
    }

    /// How many pages they are to read at a time.
    pub fn threads(&self) -> Option<NonZeroUsize> {
        self.threads
    }

    /// Reads a document in a worker.
    pub fn read(&self, document: Document) -> PageReport {
        let mut is_second = false;
        loop {
            let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
            let Some(mut worker) = idle.or_else(|| Worker::start(crate::program::again().ok()?).ok()) else {
                return self.engine.read(document);
            };
            match worker.read(&document, &self.limits) {
                Ok((report, fit)) => {
                    let fit = fit && worker.is_small();
                    if let Some(mut idle) = self.idle.lock().ok().filter(|_| fit) {
                        idle.push(worker);
                    }
                    return report;
                }
                // The system may have ended the worker for reasons of its own; a page that is the reason is so twice.
                Err(Death::Gone) if !is_second => {
                    worker.end();
                    is_second = true;
                }
                Err(death) => {
                    let status = worker.end();
                    let mut report = PageReport::failed(death.problem(document.name, status, &self.limits));
                    report.url = document.url;
                    return report;
                }
            }
        }
    }
}

/// One process that reads pages.
struct Worker {
    child: Child,
    stdin: BufWriter<ChildStdin>,
    frames: Receiver<Frame>,
}

/// Why there is no report.
enum Death {
    /// The worker is gone.
    Gone,
    /// It took too much time, and was ended.
    Time,
    /// It took too much memory, and was ended.
    Memory,
}

impl Worker {
    fn start(mut command: Command) -> io::Result<Worker> {
        command.env(WORKER, "1");
        // What it says of a page is in the report; what it says when it dies is for nobody.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        let (tell, frames) = channel();
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(frame) = Frame::read(&mut stdout) {
                if tell.send(frame).is_err() {
                    break;
                }
            }
        });
        let mut worker = Worker { child, stdin: BufWriter::new(stdin), frames };
        match worker.frames.recv_timeout(START_TIME) {
            Ok(Frame::Ready) => Ok(worker),
            _ => {
                worker.end();
                Err(io::Error::other("the worker did not start"))
            }
        }
    }

    /// The report on a document, and whether the worker may read another one.
    fn read(&mut self, document: &Document, limits: &Limits) -> Result<(PageReport, bool), Death> {
        let begun = Usage::of(self.child.id());
        self.send(&wire::page(document))?;
        let mut wait = LOOK;
        loop {
            match self.frames.recv_timeout(wait) {
                Ok(Frame::Report(bytes)) => return wire::report(&bytes).ok_or(Death::Gone),
                Ok(Frame::Ask(bytes)) => {
                    let asked = wire::asked(&bytes).ok_or(Death::Gone)?;
                    let sheet = document.resources.style_sheet(&asked.0, asked.1.as_deref());
                    self.send(&wire::sheet(sheet))?;
                }
                Ok(_) | Err(RecvTimeoutError::Disconnected) => return Err(Death::Gone),
                Err(RecvTimeoutError::Timeout) => {
                    let Some((now, begun)) = Usage::of(self.child.id()).zip(begun.as_ref()) else { continue };
                    if now.memory > limits.page_memory {
                        return Err(Death::Memory);
                    }
                    if now.time.saturating_sub(begun.time) > limits.page_time {
                        return Err(Death::Time);
                    }
                    wait = next_look(limits.page_memory - now.memory);
                }
            }
        }
    }

    /// Whether it holds little enough memory to read another page.
    fn is_small(&self) -> bool {
        Usage::of(self.child.id()).is_none_or(|usage| usage.memory <= KEPT_MEMORY)
    }

    fn send(&mut self, frame: &Frame) -> Result<(), Death> {
        frame.write(&mut self.stdin).and_then(|()| self.stdin.flush()).map_err(|_| Death::Gone)
    }

    /// Ends the worker, if it has not ended.
    fn end(&mut self) -> Option<ExitStatus> {
        // One that died a moment ago is given the time to tell how.
        for _ in 0..20 {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                _ => std::thread::sleep(Duration::from_millis(5)),
            }
        }
        let _ = self.child.kill();
        self.child.wait().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Death {
    fn problem(&self, name: String, status: Option<ExitStatus>, limits: &Limits) -> Problem {
        match self {
            Death::Time => {
                let what =
                    format!("the page took more than {} s of the processor", limits.page_time.as_secs_f32());
                Problem::limit(name, what, Limit::PageTime)
            }
            Death::Memory => {
                let what = format!("the page needed more than {} MB of memory", limits.page_memory >> 20);
                Problem::limit(name, what, Limit::PageMemory)
            }
            Death::Gone => {
                let how =
                    status.and_then(signal).map_or_else(String::new, |signal| format!(" (signal {signal})"));
                let what = format!("this page made the program fail{how}; please report it with the page");
                Problem::new(ProblemKind::Crash, name, what)
            }
        }
    }
}

/// The signal that ended a process.
fn signal(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        status.signal()
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        None
    }
}
