//! A line on the terminal that says how far the run is. Nothing where there is no terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

pub struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    /// A progress line, if the run may take long and nothing else is printed on the terminal.
    pub fn new(may_take_long: bool) -> Progress {
        let quiet = !may_take_long || !std::io::stderr().is_terminal() || std::io::stdout().is_terminal();
        let bar = (!quiet).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} pages  {per_sec}  {msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Progress { bar }
    }

    /// One more page is done.
    pub fn step(&self, name: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(chaffinch_write::visible(name).replace('\n', " "));
            bar.inc(1);
        }
    }

    /// A line for standard error that does not get in the way of the progress line.
    pub fn print(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }

    /// A message, printed so that people see whose it is.
    pub fn say(&self, message: &str) {
        self.print(&format!("chaffinch: {message}"));
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
