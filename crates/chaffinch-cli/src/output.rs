//! Where the answer goes.

use crate::Outcome;
use crate::advice::HINTS;
use crate::args::OutputArgs;
use crate::ended;
use crate::terminal::Shown;
use anyhow::Context;
use chaffinch::PageReport;
use chaffinch_write::{Format, MoreFiles, ReportWriter, WriteOptions, writer_of_files};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Reports on their way to whoever reads them, until that fails or nobody listens any more.
pub struct Delivery {
    writer: Box<dyn ReportWriter>,
    place: Place,
    /// The further files of an output that has several, with their names.
    more: Further,
    /// Whether a report came that has more to say than that nothing could be read.
    begun: bool,
    failure: Option<io::Error>,
}

impl Delivery {
    /// To where the arguments say, which must be none of `inputs`.
    pub fn new(arguments: &OutputArgs, inputs: &[String]) -> anyhow::Result<Delivery> {
        ended::listen();
        let on_terminal = arguments.output.is_none() && io::stdout().is_terminal();
        let format =
            arguments.chosen_format()?.unwrap_or(if on_terminal { Format::Text } else { Format::Jsonl });
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
            select: arguments.select.unwrap_or_default(),
            links: arguments.links,
            flat: arguments.flat,
            scores: arguments.scores,
            safe: arguments.csv_safe,
            rows: arguments.rows,
            hints: HINTS,
        };
        if arguments.append && !matches!(format, Format::Jsonl | Format::Rows) {
            return Err(wrong_use(format!("{format} cannot be added to; use --append with jsonl or rows")));
        }
        let (mut out, place) = open_as_is(arguments.output.as_deref(), inputs, arguments.append)?;
        if on_terminal && format != Format::Text {
            out = Box::new(Shown::on(out));
        }
        let more = Further::default();
        // Beside a pipe or a device there is no second one.
        let path = arguments.output.as_deref().filter(|_| place.0.is_some());
        let files = path.map(|path| further_files(path, inputs, more.clone()));
        let writer = writer_of_files(format, options, out, files).context("the output could not be begun")?;
        Ok(Delivery { writer, place, more, begun: false, failure: None })
    }

    /// Writes a report; breaks where there is no use in further ones. The signal that tells us to end reaches workers, too: what comes
    /// after it may be the report of one that died of it.
    pub fn write(&mut self, report: &PageReport) -> ControlFlow<()> {
        if ended::signal().is_some() {
            return ControlFlow::Break(());
        }
        self.begun |= !report.relations.is_empty() || report.errors.is_empty();
        match self.writer.write(report) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Whether [`Delivery::write_json`] takes reports.
    pub fn takes_json(&self) -> bool {
        self.writer.takes_json()
    }

    /// [`Delivery::write`] for a report that writes itself as JSON.
    pub fn write_json(
        &mut self,
        report: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> ControlFlow<()> {
        if ended::signal().is_some() {
            return ControlFlow::Break(());
        }
        self.begun = true;
        match self.writer.write_json(report) {
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
        if let Some(signal) = ended::signal() {
            return self.end(signal);
        }
        match self.failure.map_or_else(|| self.writer.finish(), Err) {
            Err(error) if !is_closed_pipe(&error) => {
                Err(wrong_use(format!("the output could not be written: {error}")))
            }
            _ => {
                let more = self.more.lock().map(|mut more| std::mem::take(&mut *more)).unwrap_or_default();
                if !more.is_empty() {
                    let first = self.place.0.iter().map(|part| part.target.display().to_string());
                    let others = more.iter().map(|(name, _)| name.display().to_string());
                    let names: Vec<String> = first.chain(others).collect();
                    eprintln!("chaffinch: {} tables: {}", names.len(), names.join(", "));
                }
                self.place.take(self.begun)?;
                more.into_iter().try_for_each(|(_, place)| place.take(self.begun))
            }
        }
    }

    /// Ends the output before its time: a file is left as it was, a pipe gets what a reader of whole records needs.
    fn end(self, signal: i32) -> anyhow::Result<()> {
        let how = match &self.place.0 {
            Some(part) => format!("ended by signal {signal}; {} is as it was", part.target.display()),
            None => {
                let _ = self.failure.map_or_else(|| self.writer.finish(), Err);
                format!("ended by signal {signal}; the output has the pages before it")
            }
        };
        Err(anyhow::Error::new(Outcome::Ended(signal)).context(how))
    }
}

/// Files that were opened while the output was written.
type Further = Arc<Mutex<Vec<(PathBuf, Place)>>>;

/// Opens `rows-2.csv`, `rows-3.csv` … beside `rows.csv`, none of which may be one of `inputs`.
fn further_files(path: &Path, inputs: &[String], opened: Further) -> MoreFiles<'static> {
    let (path, inputs) = (path.to_owned(), inputs.to_vec());
    Box::new(move |number| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let ending =
            path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
        let name = path.with_file_name(format!("{stem}-{number}{ending}"));
        let (out, place) = open(Some(&name), &inputs).map_err(|error| io::Error::other(error.to_string()))?;
        if let Ok(mut opened) = opened.lock() {
            opened.push((name, place));
        }
        Ok(out)
    })
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
/// Control characters do not reach a terminal.
pub fn open(path: Option<&Path>, inputs: &[String]) -> anyhow::Result<(Box<dyn Write + Send>, Place)> {
    let (out, place) = open_as_is(path, inputs, false)?;
    let on_terminal = path.is_none() && io::stdout().is_terminal();
    Ok((if on_terminal { Box::new(Shown::on(out)) } else { out }, place))
}

/// [`open`], for an output that knows itself what is safe on a terminal. With `append`, what is in the file comes first.
fn open_as_is(
    path: Option<&Path>,
    inputs: &[String],
    append: bool,
) -> anyhow::Result<(Box<dyn Write + Send>, Place)> {
    let Some(path) = path else { return Ok((standard_output(), Place(None))) };
    refuse_inputs(path, inputs)?;
    let failed = |error: io::Error| cannot_be_written(path, &error);
    let (mut file, place) = begin(path).map_err(failed)?;
    if let Some(part) = place.0.as_ref().filter(|part| append && part.target.exists()) {
        copy_lines(&part.target, &mut file).map_err(failed)?;
    }
    Ok((Box::new(io::BufWriter::new(file)), place))
}

/// Standard output as it is. The library's own looks for the last line end in everything that is written, and large outputs are lines of
/// megabytes.
fn standard_output() -> Box<dyn Write + Send> {
    #[cfg(unix)]
    if let Ok(own) = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned() {
        return Box::new(File::from(own));
    }
    Box::new(io::stdout())
}

/// Copies a file, which ends with a whole line then.
fn copy_lines(from: &Path, to: &mut File) -> io::Result<()> {
    io::copy(&mut File::open(from)?, to)?;
    let mut former = File::open(from)?;
    let mut last = [b'\n'];
    if former.metadata()?.len() > 0 {
        former.seek(io::SeekFrom::End(-1))?;
        former.read_exact(&mut last)?;
    }
    if last == [b'\n'] { Ok(()) } else { to.write_all(b"\n") }
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
    if let Ok(mut begun) = BEGUN.lock() {
        begun.push(part.clone());
    }
    Ok((file, Place(Some(Part { part, target }))))
}

/// The files that are being written beside their places.
static BEGUN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes what is being written, when the program ends at once: every file is as it was before then.
pub fn give_up() {
    for part in BEGUN.lock().map(|mut begun| std::mem::take(&mut *begun)).unwrap_or_default() {
        let _ = fs::remove_file(part);
    }
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
        if let Ok(mut begun) = BEGUN.lock() {
            begun.retain(|part| *part != self.part);
        }
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

/// The disk or the user's share of it is full.
pub fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge)
}

fn terminal_width() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size()?;
    Some(usize::from(width.0)).filter(|width| *width >= 20)
}
