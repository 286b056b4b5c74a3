//! Everything a user names, on all cores, with the answers in input order.

use crate::Engine;
use crate::parallel::{pool, threads};
use crate::together::read_together;
use chaffinch_core::{PageReport, Problem, ProblemKind, RemarkKind, settings};
use chaffinch_domain::Understanding;
use chaffinch_input::{Document, ReadOptions, read};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::thread;

settings! {
    /// How a run goes over its inputs.
    #[derive(Debug, Clone)]
    #[non_exhaustive]
    pub struct RunOptions {
        /// How inputs are read.
        pub read: ReadOptions = ReadOptions::default(),
        /// How many pages are worked on at a time; all cores if not given.
        pub threads: Option<NonZeroUsize> = None,
    }
}

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Summary {
    /// Pages that were read.
    pub pages: usize,
    /// Pages on which something was found.
    pub found: usize,
    /// Inputs, records and pages that could not be read.
    pub failed: usize,
    /// Pages that lack a wanted column.
    pub incomplete: usize,
}

impl Engine {
    /// Reads everything in `inputs` and hands the reports to `deliver` in input order, until that breaks. What cannot be
    /// read gets a report too, with an error and nothing else. A page's report is the same whatever is read beside it, except where a
    /// model of the settings sees the pages of a site together.
    ///
    /// Memory is bounded by the number of threads, whatever the number of pages.
    ///
    /// ```
    /// use chaffinch::{Engine, RunOptions, Settings};
    /// use std::ops::ControlFlow;
    ///
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let page = "<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>";
    /// # std::fs::write(folder.path().join("cities.html"), page).unwrap();
    /// # let inputs = [folder.path().display().to_string()];
    /// let engine = Engine::new(Settings::default()).unwrap();
    /// // Files, folders, patterns, archives and addresses: `let inputs = ["pages/".to_owned()];`
    /// let summary = engine.read_all(&inputs, &RunOptions::default(), |report| {
    ///     println!("{}: {} relations", report.input, report.relations.len());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((summary.pages, summary.failed), (1, 0));
    /// ```
    pub fn read_all(
        &self,
        inputs: &[String],
        options: &RunOptions,
        deliver: impl FnMut(PageReport) -> ControlFlow<()>,
    ) -> Summary {
        self.read_all_with(inputs, options, |_, _| {}, deliver)
    }

    /// [`Engine::read_all`], with a look at how a domain understood each page, under its name, where the settings ask for a domain
    /// alone.
    pub fn read_all_with(
        &self,
        inputs: &[String],
        options: &RunOptions,
        look: impl Fn(&str, &Understanding) + Sync,
        mut deliver: impl FnMut(PageReport) -> ControlFlow<()>,
    ) -> Summary {
        if self.settings().model.is_none() {
            return read_each(inputs, options, |document| Ok(self.read_with(document, &look)), deliver);
        }
        let mut summary = Summary::default();
        // A model sees more when it sees the pages of a site together.
        read_together(self, inputs, options, |report: PageReport| {
            summary.count(&report);
            deliver(report)
        });
        summary
    }
}

/// [`Engine::read_all`] for whoever reads documents in another way, as in another process.
pub fn read_each(
    inputs: &[String],
    options: &RunOptions,
    read: impl Fn(Document) -> Result<PageReport, Problem> + Sync,
    mut deliver: impl FnMut(PageReport) -> ControlFlow<()>,
) -> Summary {
    let mut summary = Summary::default();
    run(inputs, options, read, |result| {
        let report = result.unwrap_or_else(PageReport::failed);
        summary.count(&report);
        deliver(report)
    });
    summary
}

impl Summary {
    fn count(&mut self, report: &PageReport) {
        self.pages += 1;
        self.found += usize::from(!report.relations.is_empty());
        self.failed += usize::from(report.relations.is_empty() && !report.errors.is_empty());
        self.incomplete +=
            usize::from(report.remarks.iter().any(|remark| remark.kind == RemarkKind::Missing));
    }
}

/// Pages in flight for each thread: enough to keep all busy, few enough to keep memory flat.
const IN_FLIGHT: usize = 4;

/// What is said of a page that found a mistake of ours.
pub(crate) const FAILED: &str = "this page made the program fail; please report it with the page";

/// Reads everything in `inputs`, lets `work` turn each document into something, and hands the
/// results to `deliver` in input order. What cannot be read is delivered as a problem.
///
/// Stops as soon as `deliver` breaks, as it does when nobody listens any more. Memory is bounded by
/// the number of threads, whatever the number of pages.
pub fn run<T: Send + 'static>(
    inputs: &[String],
    options: &RunOptions,
    work: impl Fn(Document) -> Result<T, Problem> + Sync,
    mut deliver: impl FnMut(Result<T, Problem>) -> ControlFlow<()>,
) {
    let threads = threads(options.threads);
    let pool = match pool(threads) {
        Ok(pool) => pool,
        Err(problem) => {
            let _ = deliver(Err(problem));
            return;
        }
    };
    let (events, inbox) = channel::<Event<T>>();
    // A token for each page in flight: taken by the reader, given back on delivery.
    let (tokens, token_returns) = sync_channel::<()>(threads * IN_FLIGHT);
    spawn_reader(inputs.to_vec(), options.read.clone(), events, tokens);
    let (work, stopped) = (&work, &AtomicBool::new(false));
    pool.in_place_scope(|scope| {
        // Results wait here until all before them have been delivered.
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for event in inbox {
            let (number, result) = match event {
                Event::Read(number, Ok(document), done) => {
                    scope.spawn(move |_| {
                        if !stopped.load(Ordering::Relaxed) {
                            let _ = done.send(Event::Done(number, attempt(work, document)));
                        }
                    });
                    continue;
                }
                Event::Read(number, Err(problem), _) => (number, Err(problem)),
                Event::Done(number, result) => (number, result),
            };
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                let _ = token_returns.recv();
                if deliver(result).is_break() {
                    stopped.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    });
}

/// What happens to the document of a number. The run is over when nobody can send one any more.
enum Event<T> {
    /// It was read, or could not be; and where to send what becomes of it.
    Read(usize, Result<Document, Problem>, Sender<Event<T>>),
    /// It was worked on.
    Done(usize, Result<T, Problem>),
}

/// A thread apart, because a read may wait for the network or for standard input when nobody wants its page any more.
fn spawn_reader<T: Send + 'static>(
    inputs: Vec<String>,
    options: ReadOptions,
    events: Sender<Event<T>>,
    tokens: SyncSender<()>,
) {
    thread::spawn(move || {
        for (number, document) in read(&inputs, &options).enumerate() {
            let event = Event::Read(number, document, events.clone());
            if tokens.send(()).is_err() || events.send(event).is_err() {
                return;
            }
        }
    });
}

/// What `work` makes of a document; a panic is a problem of that page alone.
pub(crate) fn attempt<T>(
    work: impl Fn(Document) -> Result<T, Problem>,
    document: Document,
) -> Result<T, Problem> {
    let name = document.name.clone();
    catch_unwind(AssertUnwindSafe(|| work(document)))
        .unwrap_or_else(|_| Err(Problem::new(ProblemKind::Damaged, name, FAILED)))
}
