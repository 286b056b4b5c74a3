//! How far a run is: for people on a terminal, and for machines in a file.

use super::causes::cause;
use super::disk::write_whole;
use chaffinch::PageReport;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the line and the file are written anew.
pub const EVERY: Duration = Duration::from_secs(2);

/// What has been done in this run.
pub struct Tally {
    begun: Instant,
    bar: Option<ProgressBar>,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    pages: u64,
    bytes: u64,
    found: u64,
    failed: u64,
    causes: BTreeMap<String, u64>,
    tasks_done: usize,
    tasks: usize,
    /// Bytes of all inputs of this run, of those that were done before it, and of those that are done.
    input: u64,
    input_before: u64,
    input_done: u64,
    /// How far the reader is in the task that it reads, in bytes of the input.
    in_task: u64,
}

impl Tally {
    /// A tally of a run with so many tasks and bytes, some of which are done.
    pub fn new(tasks: usize, tasks_done: usize, input: u64, input_done: u64) -> Tally {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                bar.set_style(style);
            }
            bar
        });
        let counts =
            Counts { tasks, tasks_done, input, input_before: input_done, input_done, ..Counts::default() };
        Tally { begun: Instant::now(), bar, counts: Mutex::new(counts) }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A page of so many bytes is done.
    pub fn page(&self, bytes: u64, report: &PageReport) {
        let mut counts = self.counts();
        counts.pages += 1;
        counts.bytes += bytes;
        counts.found += u64::from(!report.relations.is_empty());
        counts.failed += u64::from(report.relations.is_empty() && !report.errors.is_empty());
        for error in &report.errors {
            *counts.causes.entry(cause(error.kind).to_owned()).or_default() += 1;
        }
    }

    /// The reader is so far in its task.
    pub fn reading(&self, in_task: u64) {
        self.counts().in_task = in_task;
    }

    /// A task is done whose inputs have so many bytes.
    pub fn task(&self, bytes: u64) {
        let mut counts = self.counts();
        counts.tasks_done += 1;
        counts.input_done += bytes;
        counts.in_task = 0;
    }

    /// Shows how far the run is.
    pub fn show(&self) {
        let Some(bar) = &self.bar else { return };
        let seconds = self.begun.elapsed().as_secs_f64().max(0.001);
        let counts = self.counts();
        let left =
            counts.seconds_left(seconds).map_or_else(String::new, |left| format!("  {} left", clock(left)));
        bar.set_message(format!(
            "{} pages  {:.1} pages/s  {:.1} MB/s  {} failed  task {} of {}{left}",
            counts.pages,
            counts.pages as f64 / seconds,
            counts.bytes as f64 / seconds / 1e6,
            counts.failed,
            counts.tasks_done,
            counts.tasks,
        ));
        bar.tick();
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Writes how far the run is to a file.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let text = self.counts().prometheus(self.begun.elapsed().as_secs_f64());
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".tmp");
        write_whole(path, &path.with_file_name(name), |out| out.write_all(text.as_bytes()))
    }
}

impl Counts {
    /// By the share of the input that has been read in this run.
    fn seconds_left(&self, seconds: f64) -> Option<f64> {
        let done = (self.input_done + self.in_task).saturating_sub(self.input_before);
        let left = self.input.saturating_sub(self.input_done + self.in_task);
        (done > 0 && seconds > 5.0).then(|| seconds * left as f64 / done as f64)
    }

    fn prometheus(&self, seconds: f64) -> String {
        let mut text = String::new();
        let mut metric = |name: &str, kind: &str, help: &str, value: f64| {
            let name = format!("chaffinch_batch_{name}");
            let _ = writeln!(text, "# HELP {name} {help}");
            let _ = writeln!(text, "# TYPE {name} {kind}");
            let _ = writeln!(text, "{name} {value}");
        };
        metric("pages_total", "counter", "Pages read in this run.", self.pages as f64);
        metric("page_bytes_total", "counter", "Bytes of these pages.", self.bytes as f64);
        metric("pages_found_total", "counter", "Pages on which something was found.", self.found as f64);
        metric("pages_failed_total", "counter", "Pages of which nothing could be read.", self.failed as f64);
        metric("tasks", "gauge", "Tasks of this run.", self.tasks as f64);
        metric("tasks_done", "gauge", "Tasks that are finished.", self.tasks_done as f64);
        metric("input_bytes", "gauge", "Bytes of all inputs.", self.input as f64);
        metric(
            "input_bytes_done",
            "gauge",
            "Bytes of the inputs that are read.",
            (self.input_done + self.in_task) as f64,
        );
        metric("seconds", "gauge", "Seconds since the run began.", seconds);
        if let Some(left) = self.seconds_left(seconds) {
            metric("seconds_left", "gauge", "Seconds until it ends, if it goes on like this.", left);
        }
        text.push_str("# HELP chaffinch_batch_errors_total Errors by their cause.\n# TYPE chaffinch_batch_errors_total counter\n");
        for (cause, count) in &self.causes {
            let _ = writeln!(text, "chaffinch_batch_errors_total{{cause=\"{cause}\"}} {count}");
        }
        text
    }
}

fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}
