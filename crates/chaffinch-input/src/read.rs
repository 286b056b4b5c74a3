use crate::document::Document;
use crate::fetch::Fetcher;
use crate::file::{self, Opened, Pages, Source};
use crate::folder::Folder;
use crate::options::ReadOptions;
use crate::pattern::Pattern;
use crate::stream::Stream;
use chaffinch_core::{Problem, ProblemKind};
use std::io::{self, Read};
use std::path::Path;

/// Reads `inputs` one after the other: files, folders, patterns, archives, addresses, or `-` for
/// standard input.
///
/// The iterator is lazy and holds one page at a time. It never stops early: what cannot be read is a
/// problem in its place, and the next input follows.
pub fn read(inputs: &[String], options: &ReadOptions) -> Documents {
    Documents {
        inputs: Vec::from(inputs).into_iter(),
        options: options.clone(),
        opened: None,
        stream: None,
        pattern: None,
        folder: None,
        archive: None,
        fetcher: None,
    }
}

/// Reads what comes through `stream`, called `name`, as standard input is read: a page, a compressed
/// page or an archive.
///
/// ```
/// use chaffinch_input::{ReadOptions, read_stream};
/// let mut documents = read_stream("upload", &b"<p>Hello"[..], &ReadOptions::default());
/// assert_eq!(documents.next().unwrap().unwrap().name, "upload");
/// ```
pub fn read_stream(name: &str, stream: impl Read + Send + 'static, options: &ReadOptions) -> Documents {
    let stream = Some((name.to_owned(), Stream::of_pipe(stream)));
    Documents { stream, ..read(&[], options) }
}

/// The documents of the inputs that [`read`] was given.
pub struct Documents {
    inputs: std::vec::IntoIter<String>,
    options: ReadOptions,
    /// A file that has been opened and not been looked at yet.
    opened: Option<Opening>,
    /// A stream that has not been looked at yet.
    stream: Option<(String, Stream)>,
    /// What is left of the current input, from the outside to the inside: a pattern can match folders,
    /// a folder can hold archives.
    pattern: Option<Pattern>,
    folder: Option<Folder>,
    archive: Option<Pages>,
    /// Made for the first address; it knows which hosts have been visited.
    fetcher: Option<Fetcher>,
}

type Opening = Result<Opened, Problem>;

impl Iterator for Documents {
    type Item = Result<Document, Problem>;

    fn next(&mut self) -> Option<Result<Document, Problem>> {
        loop {
            if let Some(archive) = &mut self.archive {
                match archive.next() {
                    Some(Ok(document)) if !self.options.filter.admits(&document) => continue,
                    Some(item) => return Some(item),
                    None => self.archive = None,
                }
            }
            match self.open_next()? {
                None => {}
                Some(Ok(Opened::Page(document))) if !self.options.filter.admits(&document) => {}
                Some(Ok(Opened::Page(document))) => return Some(Ok(document)),
                Some(Ok(Opened::Pages(pages))) => self.archive = Some(pages),
                Some(Err(problem)) => return Some(Err(problem)),
            }
        }
    }
}

impl Documents {
    /// The documents of a file that is open, or that could not be opened.
    pub(crate) fn of_opened(opened: Opening, options: &ReadOptions) -> Documents {
        Documents { opened: Some(opened), ..read(&[], options) }
    }

    /// Opens the next file of the innermost input that has one. `None` is the end of all inputs;
    /// `Some(None)` says that a folder, pattern or stream was only entered or left, and to ask again.
    fn open_next(&mut self) -> Option<Option<Opening>> {
        if self.opened.is_some() {
            return Some(self.opened.take());
        }
        if let Some(folder) = &mut self.folder {
            let root = folder.root.clone();
            return Some(match folder.next() {
                Some(path) => Some(path.and_then(|path| file::open(&path, Some(&root), &self.options))),
                None => {
                    self.folder = None;
                    None
                }
            });
        }
        if let Some(pattern) = &mut self.pattern {
            return Some(match pattern.next() {
                Some(Ok(path)) => self.open_path(&path),
                Some(Err(problem)) => Some(Err(problem)),
                None => {
                    self.pattern = None;
                    None
                }
            });
        }
        if let Some((name, stream)) = self.stream.take() {
            return Some(Some(file::open_stream(Source::pipe(name, stream), &self.options)));
        }
        let input = self.inputs.next()?;
        Some(self.open_input(input))
    }

    fn open_input(&mut self, input: String) -> Option<Opening> {
        if input == "-" {
            self.stream = Some((input, Stream::of_pipe(io::stdin())));
            return None;
        }
        let scheme = input.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        match scheme.as_deref() {
            Some("http" | "https") => {
                let fetcher = self.fetcher.get_or_insert_with(|| Fetcher::new(&self.options));
                return Some(fetcher.fetch(&input).map(Opened::Page));
            }
            Some(scheme) if !Path::new(&input).exists() && is_scheme(scheme) => {
                let message = format!(
                    "addresses that begin with {scheme}:// cannot be fetched, only http:// and https://; \
                     save the page and give the name of the file"
                );
                return Some(Err(Problem::new(ProblemKind::Unreadable, input, message)));
            }
            _ => {}
        }
        let path = Path::new(&input);
        // A file may well be called `a[1].html`; only what does not exist can be a pattern.
        if Pattern::is_pattern(&input) && path.symlink_metadata().is_err() {
            return match Pattern::new(&input) {
                Ok(pattern) => {
                    self.pattern = Some(pattern);
                    None
                }
                Err(problem) => Some(Err(problem)),
            };
        }
        self.open_path(path)
    }

    fn open_path(&mut self, path: &Path) -> Option<Opening> {
        if path.is_dir() {
            self.folder = Some(Folder::new(path, self.options.follow_links));
            return None;
        }
        Some(file::open(path, None, &self.options))
    }
}

fn is_scheme(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}
