//! Where the answer goes.

use crate::Outcome;
use crate::advice::HINTS;
use crate::args::OutputArgs;
use anyhow::{Context, anyhow};
use chaffinch::PageReport;
use chaffinch_write::{Format, ReportWriter, WriteOptions, writer};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// The writer for reports that the arguments ask for.
pub fn report_writer(arguments: &OutputArgs) -> anyhow::Result<Box<dyn ReportWriter>> {
    let on_terminal = arguments.output.is_none() && io::stdout().is_terminal();
    let format = arguments.chosen_format().unwrap_or(if on_terminal { Format::Text } else { Format::Jsonl });
    if format.is_binary() && on_terminal {
        return Err(anyhow::Error::new(Outcome::WrongUse)
            .context(format!("{format} is not for a terminal; add -o rows.{format}")));
    }
    let width = arguments.width.or_else(terminal_width).unwrap_or(80);
    let color = match arguments.color.as_str() {
        "always" => true,
        "never" => false,
        _ => on_terminal && std::env::var_os("NO_COLOR").is_none(),
    };
    let options = WriteOptions {
        width,
        color,
        select: arguments.select,
        links: arguments.links,
        rows: arguments.rows,
        hints: HINTS,
    };
    let out = open(arguments.output.as_deref())?;
    writer(format, options, out).context("the output could not be begun")
}

/// Reports on their way to whoever reads them, until that fails or nobody listens any more.
pub struct Delivery {
    writer: Box<dyn ReportWriter>,
    failure: Option<io::Error>,
}

impl Delivery {
    /// To where the arguments say.
    pub fn new(arguments: &OutputArgs) -> anyhow::Result<Delivery> {
        Ok(Delivery { writer: report_writer(arguments)?, failure: None })
    }

    /// Writes a report; breaks where there is no use in further ones.
    pub fn write(&mut self, report: &PageReport) -> ControlFlow<()> {
        match self.writer.write(report) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Ends the output. A reader that has had enough is no error.
    pub fn finish(self) -> anyhow::Result<()> {
        match self.failure.map_or_else(|| self.writer.finish(), Err) {
            Err(error) if !is_closed_pipe(&error) => Err(error).context("the output could not be written"),
            _ => Ok(()),
        }
    }
}

/// The file to write to, or standard output.
pub fn open(path: Option<&Path>) -> anyhow::Result<Box<dyn Write + Send>> {
    match path {
        None => Ok(Box::new(io::stdout())),
        Some(path) => {
            let file = File::create(path).map_err(|error| {
                anyhow::Error::new(Outcome::WrongUse)
                    .context(format!("{}: cannot be written: {error}", path.display()))
            })?;
            Ok(Box::new(io::BufWriter::new(file)))
        }
    }
}

/// Writes a file as a whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let failed = |error: io::Error| {
        anyhow::Error::new(Outcome::WrongUse)
            .context(format!("{}: cannot be written: {error}", path.display()))
    };
    let mut name = path.file_name().ok_or_else(|| anyhow!("{}: no file name", path.display()))?.to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).map_err(|error| {
        // What is left of a failed attempt helps nobody; the first error is the one to tell.
        let _ = fs::remove_file(&part);
        failed(error)
    })
}

/// Whoever read our output has had enough: that is no error of anybody's.
pub fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

fn terminal_width() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size()?;
    Some(usize::from(width.0)).filter(|width| *width >= 20)
}
