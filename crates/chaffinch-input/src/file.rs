//! One file, pipe or standard input: a page, a compressed page or an archive.

use crate::decode::{self, Coding};
use crate::document::Document;
use crate::options::ReadOptions;
use crate::resources::Resources;
use crate::sniff;
use crate::stream::Stream;
use crate::warc::Archive;
use chaffinch_core::{Problem, ProblemKind};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// What a file holds.
pub(crate) enum Opened {
    Page(Document),
    Archive(Box<Archive>),
}

/// Opens the file at `path`; `root` is the folder that the user named, if any.
pub(crate) fn open(path: &Path, root: Option<&Arc<Path>>, options: &ReadOptions) -> Result<Opened, Problem> {
    let name = path.display().to_string();
    let stream = File::open(path).and_then(Stream::of_file).map_err(|e| unreadable(&name, &e))?;
    let folder = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => path,
    };
    let root = root.cloned().unwrap_or_else(|| folder.into());
    let resources = Resources::beside(folder.to_owned(), root, options.limits.style_bytes);
    open_stream(name, stream, Some(path), resources, options)
}

/// Reads what comes through `stream`; `path` is where it can be opened again, if it can.
pub(crate) fn open_stream(
    name: String,
    mut stream: Stream,
    path: Option<&Path>,
    resources: Resources,
    options: &ReadOptions,
) -> Result<Opened, Problem> {
    let start = stream.peek(sniff::SAMPLE).map_err(|e| unreadable(&name, &e))?;
    if start.is_empty() {
        return Err(Problem::new(ProblemKind::Damaged, name, "is empty; there is nothing to read in it"));
    }
    let is_gzip = sniff::is_gzip(start);
    if path.is_some_and(is_archive_name) || begins_archive(start) {
        let again = path.filter(|path| path.is_file()).map(Path::to_owned);
        return Ok(Opened::Archive(Box::new(Archive::new(name, stream, again, options))));
    }
    let codings: &[Coding] = if is_gzip { &[Coding::GzipFile] } else { &[] };
    let bytes = decode::decoded(&mut stream, codings, &options.limits).map_err(|error| match error {
        decode::DecodeError::Broken(e) if !is_gzip => unreadable(&name, &e),
        error => error.problem(&name, &options.limits),
    })?;
    if bytes.is_empty() {
        return Err(Problem::new(ProblemKind::Damaged, name, "is empty once it is decompressed"));
    }
    if let Some(what) = sniff::foreign(&bytes) {
        return Err(not_a_page(&name, what));
    }
    Ok(Opened::Page(Document { name, url: None, content_type: None, bytes, resources }))
}

/// Whether a file is an archive by its name.
pub(crate) fn is_archive_name(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    name.ends_with(".warc") || name.ends_with(".warc.gz")
}

fn begins_archive(start: &[u8]) -> bool {
    if !sniff::is_gzip(start) {
        return start.starts_with(b"WARC/");
    }
    let mut first = [0; 5];
    flate2::bufread::GzDecoder::new(start).read_exact(&mut first).is_ok() && &first == b"WARC/"
}

/// The problem of bytes that are `what` and no page.
pub(crate) fn not_a_page(input: &str, what: &str) -> Problem {
    Problem::new(ProblemKind::Damaged, input, format!("is not a web page (it looks like {what})"))
}

/// The problem of an input that cannot be opened or read.
pub(crate) fn unreadable(input: &str, error: &io::Error) -> Problem {
    let message = match error.kind() {
        io::ErrorKind::NotFound => {
            "there is no such file or folder; check the spelling, and write addresses with http:// or https://"
                .to_owned()
        }
        io::ErrorKind::PermissionDenied => {
            "may not be read by this user; change its permissions or copy it".to_owned()
        }
        _ => format!("could not be read ({error})"),
    };
    Problem::new(ProblemKind::Unreadable, input, message)
}
