//! One file, pipe or standard input: a page, a compressed page, or something that holds pages.

use crate::decode::{self, Coding};
use crate::document::Document;
use crate::index::IndexPages;
use crate::kind::{Kind, kind};
use crate::options::ReadOptions;
use crate::resources::Resources;
use crate::stream::Stream;
use crate::tar::TarPages;
use crate::unpack::Growth;
use crate::warc::Archive;
use crate::zip::ZipPages;
use crate::{mhtml, saved, sniff, table};
use chaffinch_core::{Problem, ProblemKind};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a file holds.
pub(crate) enum Opened {
    Page(Document),
    Pages(Pages),
}

/// The pages of an archive, an index or a table, one at a time.
pub(crate) type Pages = Box<dyn Iterator<Item = Result<Document, Problem>> + Send>;

/// Something to be read.
pub(crate) struct Source {
    /// What it is called in the output.
    pub name: String,
    pub stream: Stream,
    /// What it is called where it lies: the ending may tell what it is.
    pub path: Option<PathBuf>,
    /// Where it can be opened again, for what needs to go to and fro in it.
    pub again: Option<Stretch>,
    pub resources: Resources,
    /// Whether it lies in an archive: archives in archives in archives would have no end.
    pub is_inside: bool,
}

impl Source {
    /// What comes through a pipe.
    pub fn pipe(name: String, stream: Stream) -> Source {
        Source { name, stream, path: None, again: None, resources: Resources::none(), is_inside: false }
    }
}

/// A file, or a stretch of one that is like a file of its own.
#[derive(Debug, Clone)]
pub(crate) struct Stretch {
    pub path: PathBuf,
    /// Where it begins and how long it is, where it is not the whole file.
    pub part: Option<(u64, u64)>,
}

impl Stretch {
    pub fn open(&self) -> io::Result<Stream> {
        let file = File::open(&self.path)?;
        match self.part {
            Some((start, length)) => Stream::of_stretch(file, start, length),
            None => Stream::of_file(file),
        }
    }
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
    let again = path.is_file().then(|| Stretch { path: path.to_owned(), part: None });
    let source = Source { name, stream, path: Some(path.to_owned()), again, resources, is_inside: false };
    open_stream(source, options)
}

/// Reads what comes from a source.
pub(crate) fn open_stream(mut source: Source, options: &ReadOptions) -> Result<Opened, Problem> {
    let start = source.stream.peek(sniff::SAMPLE).map_err(|e| unreadable(&source.name, &e))?;
    if start.is_empty() {
        return Err(Problem::new(
            ProblemKind::Damaged,
            source.name,
            "is empty; there is nothing to read in it",
        ));
    }
    let kind = kind(source.path.as_deref(), start);
    if source.is_inside && !matches!(kind, Kind::Page | Kind::Records | Kind::Mhtml) {
        let message = "is an archive within an archive, which is not read; unpack the outer one";
        return Err(Problem::new(ProblemKind::Damaged, source.name, message));
    }
    Ok(match kind {
        Kind::Page => Opened::Page(page(source, options)?),
        Kind::Mhtml => Opened::Page(mhtml::page(source, options)?),
        Kind::Records => Opened::Pages(Box::new(Archive::new(source, options))),
        Kind::Zip => Opened::Pages(Box::new(ZipPages::new(source, options)?)),
        Kind::Tar => Opened::Pages(Box::new(TarPages::new(source, options)?)),
        Kind::Index => Opened::Pages(Box::new(IndexPages::new(source, options)?)),
        Kind::Parquet => Opened::Pages(table::parquet(source, options)?),
        Kind::Arrow => Opened::Pages(table::arrow(source, options)?),
    })
}

/// One page, perhaps compressed.
fn page(source: Source, options: &ReadOptions) -> Result<Document, Problem> {
    let Source { name, mut stream, resources, .. } = source;
    let start = stream.peek(sniff::SAMPLE).map_err(|e| unreadable(&name, &e))?;
    let codings: &[Coding] = match start {
        start if sniff::is_gzip(start) => &[Coding::GzipFile],
        start if sniff::is_zstd(start) => &[Coding::ZstdFile],
        _ => &[],
    };
    let bytes = decode::decoded(&mut stream, codings, &options.limits).map_err(|error| match error {
        decode::DecodeError::Broken(e) if codings.is_empty() => unreadable(&name, &e),
        error => error.problem(&name, &options.limits),
    })?;
    if bytes.is_empty() {
        return Err(Problem::new(ProblemKind::Damaged, name, "is empty once it is decompressed"));
    }
    if let Some(what) = sniff::foreign(&bytes) {
        return Err(not_a_page(&name, what));
    }
    Ok(Document { name, url: saved::address(&bytes), content_type: None, bytes, resources })
}

/// The problem of bytes that are `what` and no page.
pub(crate) fn not_a_page(input: &str, what: &str) -> Problem {
    Problem::new(ProblemKind::Damaged, input, format!("is not a web page (it looks like {what})"))
}

/// The problem of an archive whose `count` `entries` hold no page.
pub(crate) fn no_page(input: &str, count: usize, entries: &str) -> Problem {
    let message = format!("holds no web page: none of its {count} {entries} is one");
    Problem::new(ProblemKind::Damaged, input, message)
}

/// The problem of an input that can only be read where one can go to and fro in it.
pub(crate) fn needs_file(input: &str, what: &str) -> Problem {
    let message = format!("{what} cannot be read from a pipe; save it, and give the name of the file");
    Problem::new(ProblemKind::Unreadable, input, message)
}

/// The problem of an input that cannot be opened or read.
pub(crate) fn unreadable(input: &str, error: &io::Error) -> Problem {
    if let Some(growth) = error.get_ref().and_then(|inner| inner.downcast_ref::<Growth>()) {
        return decode::bomb(input, growth.ratio);
    }
    let message = match error.kind() {
        io::ErrorKind::NotFound => {
            "there is no such file or folder; check the spelling, and write addresses with http:// or https://"
                .to_owned()
        }
        io::ErrorKind::PermissionDenied => {
            "may not be read by this user; change its permissions or copy it".to_owned()
        }
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
            let message = format!("could not be read ({error}); it is damaged or cut off");
            return Problem::new(ProblemKind::Damaged, input, message);
        }
        _ => format!("could not be read ({error})"),
    };
    Problem::new(ProblemKind::Unreadable, input, message)
}
