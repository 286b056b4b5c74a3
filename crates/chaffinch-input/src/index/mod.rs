//! Indexes: lines that say where the records of archives lie. CDX, CDXJ, and plain lists of file, offset and length.

mod lines;

use crate::document::Document;
use crate::file::{Source, Stretch, unreadable};
use crate::options::ReadOptions;
use crate::sniff;
use crate::stream::Stream;
use crate::unpack::{Packing, unpacked};
use crate::warc;
use chaffinch_core::{Problem, ProblemKind};
use lines::{Capture, Layout};
use std::fs;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

/// No honest line is longer.
const MAX_LINE: u64 = 64 << 10;

/// Wrong lines of one index that are named one by one.
const NAMED: usize = 20;

/// Whether `start` begins an index.
pub(crate) fn begins(start: &[u8]) -> bool {
    Layout::of(start).is_some()
}

/// The pages that an index names, in its order.
pub(crate) struct IndexPages {
    name: String,
    stream: Stream,
    layout: Layout,
    /// The folder that all archives lie in, with all links resolved.
    folder: PathBuf,
    options: ReadOptions,
    line: usize,
    problems: usize,
    pages: usize,
    is_done: bool,
}

impl IndexPages {
    pub fn new(source: Source, options: &ReadOptions) -> Result<IndexPages, Problem> {
        let Source { name, mut stream, path, .. } = source;
        let failed = |error: io::Error| unreadable(&name, &error);
        let packing = Packing::of_file(stream.peek(sniff::SAMPLE).map_err(failed)?);
        let mut stream = unpacked(stream, packing, options.limits.inflate_ratio, None).map_err(failed)?;
        let layout = Layout::of(stream.peek(sniff::SAMPLE).map_err(failed)?).ok_or_else(|| {
            let message =
                "is no index that is known: its lines are neither CDX, CDXJ nor file, offset and length";
            Problem::new(ProblemKind::Damaged, &name, message)
        })?;
        let beside = path.as_deref().and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
        let folder = options.archives.as_deref().or(beside).unwrap_or(Path::new("."));
        let folder =
            fs::canonicalize(folder).map_err(|error| unreadable(&folder.display().to_string(), &error))?;
        Ok(IndexPages {
            stream,
            layout,
            folder,
            options: options.clone(),
            name,
            line: 0,
            problems: 0,
            pages: 0,
            is_done: false,
        })
    }

    /// The next line; none at the end.
    fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        (&mut self.stream).take(MAX_LINE).read_until(b'\n', &mut line)?;
        self.line += 1;
        if line.len() as u64 == MAX_LINE && line.last() != Some(&b'\n') {
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("line {} has no end", self.line)));
        }
        Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).trim().to_owned()))
    }

    /// The page that a line names; nothing where it is none, or not wanted.
    fn page(&self, line: &str) -> Result<Option<Document>, Problem> {
        let Some(capture) = self.layout.capture(line) else {
            let message = format!("line {} does not say where a record lies", self.line);
            return Err(Problem::new(ProblemKind::Damaged, &self.name, message));
        };
        if !self.may_be_wanted(&capture) {
            return Ok(None);
        }
        let archive = Stretch { path: self.archive(&capture.file)?, part: None };
        warc::page_at(&archive, capture.offset, &self.options)
    }

    /// Whether the record may be a page that is wanted, by what the index says of it.
    fn may_be_wanted(&self, capture: &Capture) -> bool {
        let filter = &self.options.filter;
        let kind = capture.kind.as_deref().filter(|kind| kind.contains('/') && *kind != "warc/revisit");
        kind.is_none_or(|kind| sniff::is_html_type(kind) || sniff::is_vague_type(kind))
            && capture
                .status
                .as_deref()
                .is_none_or(|status| !matches!(status.as_bytes(), [b'3'..=b'5', _, _]))
            && capture.url.as_deref().is_none_or(|url| filter.admits_address(url))
            && capture.languages.as_deref().is_none_or(|found| filter.admits_languages(found))
    }

    /// The archive that the index calls `file`: below the folder, by its whole path or by its last name. Nothing outside is ever opened.
    fn archive(&self, file: &str) -> Result<PathBuf, Problem> {
        let last = Path::new(file).file_name().map(Path::new);
        let found = [Some(Path::new(file)), last].into_iter().flatten().find_map(|name| {
            let path = self.folder.join(name);
            let real = fs::canonicalize(&path).ok()?;
            let is_inside = self.options.follow_links || real.starts_with(&self.folder);
            (is_inside && !leads_up(name) && real.is_file()).then_some(path)
        });
        found.ok_or_else(|| {
            let folder = self.folder.display();
            let message =
                format!("line {} names {file:?}, and there is no such archive in {folder}", self.line);
            Problem::new(ProblemKind::Unreadable, &self.name, message)
        })
    }
}

/// Whether a path leads out of where it begins.
fn leads_up(path: &Path) -> bool {
    path.components().any(|step| matches!(step, std::path::Component::ParentDir))
}

impl Iterator for IndexPages {
    type Item = Result<Document, Problem>;

    fn next(&mut self) -> Option<Result<Document, Problem>> {
        while !self.is_done {
            let line = match self.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => {
                    self.is_done = true;
                    break;
                }
                Err(error) => {
                    self.is_done = true;
                    return Some(Err(unreadable(&self.name, &error)));
                }
            };
            if line.is_empty() || self.layout.is_heading(&line) {
                continue;
            }
            match self.page(&line) {
                Ok(Some(page)) => {
                    self.pages += 1;
                    return Some(Ok(page));
                }
                Ok(None) => {}
                Err(problem) => {
                    self.problems += 1;
                    if self.problems <= NAMED {
                        return Some(Err(problem));
                    }
                }
            }
        }
        let more = self.problems.saturating_sub(NAMED);
        self.problems = 0;
        (more > 0).then(|| {
            let message = format!("and {more} more lines could not be followed");
            Err(Problem::new(ProblemKind::Damaged, &self.name, message))
        })
    }
}
