//! Where the answer goes.

use crate::Outcome;
use crate::advice::HINTS;
use crate::args::OutputArgs;
use anyhow::Context;
use chaffinch::PageReport;
use chaffinch_write::{Format, ReportWriter, WriteOptions, writer};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Reports on their way to whoever reads them, until that fails or nobody listens any more.
pub struct Delivery {
    writer: Box<dyn ReportWriter>,
    place: Place,
    /// Whether a report came that has more to say than that nothing could be read.
    begun: bool,
    failure: Option<io::Error>,
}

impl Delivery {
    /// To where the arguments say, which must be none of `inputs`.
    pub fn new(arguments: &OutputArgs, inputs: &[String]) -> anyhow::Result<Delivery> {
        let on_terminal = arguments.output.is_none() && io::stdout().is_terminal();
        let format =
            arguments.chosen_format().unwrap_or(if on_terminal { Format::Text } else { Format::Jsonl });
        if format.is_binary() && on_terminal {
            return Err(wrong_use(format!("{format} is not for a terminal; add -o rows.{format}")));
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
        let (out, place) = open(arguments.output.as_deref(), inputs)?;
        let writer = writer(format, options, out).context("the output could not be begun")?;
        Ok(Delivery { writer, place, begun: false, failure: None })
    }

    /// Writes a report; breaks where there is no use in further ones.
    pub fn write(&mut self, report: &PageReport) -> ControlFlow<()> {
        self.begun |= !report.relations.is_empty() || report.errors.is_empty();
        match self.writer.write(report) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Ends the output. A reader that has had enough is no error. If nothing could be read, what was in the file
    /// before is worth more than a file without rows.
    pub fn finish(self) -> anyhow::Result<()> {
        match self.failure.map_or_else(|| self.writer.finish(), Err) {
            Err(error) if !is_closed_pipe(&error) => Err(error).context("the output could not be written"),
            _ => self.place.take(self.begun),
        }
    }
}

/// Writes a file as a whole or not at all. It must be none of `inputs`.
pub fn write_whole(path: &Path, inputs: &[String], bytes: &[u8]) -> anyhow::Result<()> {
    let (mut out, place) = open(Some(path), inputs)?;
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| cannot_be_written(path, &error))?;
    // Some systems rename no file that is open.
    drop(out);
    place.take(true)
}

/// A writer to `path`, which must be none of `inputs`, or to standard output. A file is written beside its place, which
/// it takes at the end: until then, and if there never is an end, what was there before stays as it was.
pub fn open(path: Option<&Path>, inputs: &[String]) -> anyhow::Result<(Box<dyn Write + Send>, Place)> {
    let Some(path) = path else { return Ok((Box::new(io::stdout()), Place(None))) };
    refuse_inputs(path, inputs)?;
    let (file, place) = begin(path).map_err(|error| cannot_be_written(path, &error))?;
    Ok((Box::new(io::BufWriter::new(file)), place))
}

/// Refuses to write to what is read.
pub fn refuse_inputs(path: &Path, inputs: &[String]) -> anyhow::Result<()> {
    if !chaffinch_input::would_read(inputs, path) {
        return Ok(());
    }
    let message = "is one of the inputs, which would be lost; give the output a name that is none of them";
    Err(wrong_use(format!("{}: {message}", path.display())))
}

fn begin(path: &Path) -> io::Result<(File, Place)> {
    let is_file = match fs::metadata(path) {
        // A device that is redirected to a file says that it is that file.
        Ok(metadata) => metadata.is_file() && !path.starts_with("/dev") && !path.starts_with("/proc"),
        // A link to nothing is followed.
        Err(_) => path.symlink_metadata().is_err(),
    };
    if !is_file {
        // Pipes and devices hold nothing that could be lost. Appending leaves alone what `>>` was to leave alone.
        return Ok((File::options().append(true).create(true).open(path)?, Place(None)));
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.exists() {
        // Whether it may be written to: renaming would not ask.
        File::options().append(true).open(&target)?;
    }
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let beside = target.with_file_name(&name);
    let (part, file) = match File::create(&beside) {
        Ok(file) => (beside, file),
        // A file that may be written to in a folder that may not.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && target.exists() => {
            let elsewhere = std::env::temp_dir().join(&name);
            let file = File::create(&elsewhere)?;
            (elsewhere, file)
        }
        Err(error) => return Err(error),
    };
    Ok((file, Place(Some(Part { part, target }))))
}

/// Where an output belongs once it is whole.
pub struct Place(Option<Part>);

impl Place {
    /// Puts the output in its place if it is `worth` it; leaves what is there otherwise. All of it must have been written.
    pub fn take(self, worth: bool) -> anyhow::Result<()> {
        let Some(part) = &self.0 else { return Ok(()) };
        if !worth {
            eprintln!("chaffinch: {}: not written, because nothing could be read", part.target.display());
            return Ok(());
        }
        part.put_in_place().map_err(|error| cannot_be_written(&part.target, &error))
    }
}

/// A file that is being written, and the one that it is to become.
struct Part {
    part: PathBuf,
    target: PathBuf,
}

impl Part {
    fn put_in_place(&self) -> io::Result<()> {
        if let Ok(former) = fs::metadata(&self.target) {
            fs::set_permissions(&self.part, former.permissions())?;
        }
        // Only a copy reaches another disk, or a folder that may not be changed.
        fs::rename(&self.part, &self.target).or_else(|_| fs::copy(&self.part, &self.target).map(drop))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // What has taken its place is no longer here; what is left of a failed attempt helps nobody.
        let _ = fs::remove_file(&self.part);
    }
}

fn cannot_be_written(path: &Path, error: &io::Error) -> anyhow::Error {
    wrong_use(format!("{}: cannot be written: {error}", path.display()))
}

fn wrong_use(message: String) -> anyhow::Error {
    anyhow::Error::new(Outcome::WrongUse).context(message)
}

/// Whoever read our output has had enough: that is no error of anybody's.
pub fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

fn terminal_width() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size()?;
    Some(usize::from(width.0)).filter(|width| *width >= 20)
}
