//! The pages and archives of a folder, in the order of their paths.

use crate::file::{is_archive_name, unreadable};
use crate::sniff;
use chaffinch_core::{Problem, ProblemKind};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walkdir::{DirEntry, WalkDir};

/// What web servers call their pages.
const PAGE_EXTENSIONS: [&str; 9] = ["html", "htm", "xhtml", "xht", "shtml", "php", "asp", "aspx", "jsp"];

/// Walks through a folder. Links are followed only to files inside it, so that no walk leaves the
/// folder or goes round in a circle.
pub(crate) struct Folder {
    /// The folder as the user named it.
    pub root: Arc<Path>,
    /// The folder itself; none where it could not be found out.
    real_root: Option<PathBuf>,
    walk: walkdir::IntoIter,
    /// Whether a file or a problem was found in the folder.
    said_something: bool,
    ended: bool,
}

impl Folder {
    pub fn new(root: &Path) -> Folder {
        Folder {
            root: root.into(),
            real_root: fs::canonicalize(root).ok(),
            walk: WalkDir::new(root).sort_by_file_name().into_iter(),
            said_something: false,
            ended: false,
        }
    }

    fn is_wanted(&self, entry: &DirEntry) -> bool {
        let kind = entry.file_type();
        let is_file = kind.is_file() || (kind.is_symlink() && self.leads_inside(entry.path()));
        is_file && is_page_or_archive(entry.path())
    }

    fn leads_inside(&self, link: &Path) -> bool {
        let Some(root) = &self.real_root else { return false };
        fs::canonicalize(link).is_ok_and(|target| target.starts_with(root) && target.is_file())
    }
}

impl Iterator for Folder {
    type Item = Result<PathBuf, Problem>;

    fn next(&mut self) -> Option<Result<PathBuf, Problem>> {
        while !self.ended {
            match self.walk.next() {
                Some(Ok(entry)) if self.is_wanted(&entry) => {
                    self.said_something = true;
                    return Some(Ok(entry.into_path()));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => {
                    self.said_something = true;
                    let path = error.path().unwrap_or(&self.root).display().to_string();
                    let error =
                        error.into_io_error().unwrap_or_else(|| io::Error::other("a circle of links"));
                    return Some(Err(unreadable(&path, &error)));
                }
                None => self.ended = true,
            }
        }
        if self.said_something {
            return None;
        }
        self.said_something = true;
        let message = "holds no web pages and no archives; \
                       pages are files that end in .html, .htm, .xhtml, .php and the like, archives in .warc or .warc.gz";
        Some(Err(Problem::new(ProblemKind::Unreadable, self.root.display().to_string(), message)))
    }
}

/// Whether a file of a folder is read.
pub(crate) fn is_page_or_archive(path: &Path) -> bool {
    has_page_name(path) || is_archive_name(path)
}

/// Whether a file is a page by its name or, where that has no extension, by its first bytes. A
/// compressed page has the name of a page in front of `.gz`.
fn has_page_name(path: &Path) -> bool {
    let Some(extension) = path.extension() else {
        let mut start = Vec::new();
        let read = File::open(path).and_then(|file| file.take(1024).read_to_end(&mut start));
        return read.is_ok() && sniff::looks_like_html(&start);
    };
    if extension.eq_ignore_ascii_case("gz") {
        let inner = Path::new(path.file_stem().unwrap_or_default());
        return inner.extension().is_some() && has_page_name(inner);
    }
    PAGE_EXTENSIONS.iter().any(|page| extension.eq_ignore_ascii_case(page))
}
