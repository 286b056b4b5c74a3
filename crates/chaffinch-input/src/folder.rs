//! The pages and archives of a folder, in the order of their paths.

use crate::file::unreadable;
use crate::kind::{Kind, kind_of_name};
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
/// folder or goes round in a circle; or all of them, if the user says so, and a circle is named.
pub(crate) struct Folder {
    /// The folder as the user named it.
    pub root: Arc<Path>,
    /// The folder itself; none where it could not be found out.
    real_root: Option<PathBuf>,
    walk: walkdir::IntoIter,
    follow_links: bool,
    /// Whether a file or a problem was found in the folder.
    said_something: bool,
    ended: bool,
}

impl Folder {
    pub fn new(root: &Path, follow_links: bool) -> Folder {
        Folder {
            root: root.into(),
            real_root: fs::canonicalize(root).ok(),
            walk: WalkDir::new(root).follow_links(follow_links).sort_by_file_name().into_iter(),
            follow_links,
            said_something: false,
            ended: false,
        }
    }

    fn is_wanted(&self, entry: &DirEntry) -> bool {
        let kind = entry.file_type();
        let is_file =
            kind.is_file() || (kind.is_symlink() && !self.follow_links && self.leads_inside(entry.path()));
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
                       pages are files that end in .html, .htm, .xhtml, .php and the like, archives in .warc.gz, .wacz, .zip and others";
        Some(Err(Problem::new(ProblemKind::Unreadable, self.root.display().to_string(), message)))
    }
}

/// Whether a file of a folder is read. An index is not: the archives that it points into may well lie beside it.
pub(crate) fn is_page_or_archive(path: &Path) -> bool {
    match kind_of_name(path) {
        Some(kind) => kind != Kind::Index,
        None => has_page_name(path),
    }
}

/// Whether a name has the extension of a page, perhaps in front of `.gz`.
pub(crate) fn has_page_extension(path: &Path) -> bool {
    let Some(extension) = path.extension() else { return false };
    match extension.eq_ignore_ascii_case("gz") || extension.eq_ignore_ascii_case("zst") {
        true => {
            let inner = Path::new(path.file_stem().unwrap_or_default());
            inner.extension().is_some_and(is_page_extension)
        }
        false => is_page_extension(extension),
    }
}

fn is_page_extension(extension: &std::ffi::OsStr) -> bool {
    PAGE_EXTENSIONS.iter().any(|page| extension.eq_ignore_ascii_case(page))
}

/// Whether a file is a page by its name or, where that has no extension, by its first bytes.
fn has_page_name(path: &Path) -> bool {
    if path.extension().is_some() {
        return has_page_extension(path);
    }
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(1024).read_to_end(&mut start));
    read.is_ok() && sniff::looks_like_html(&start)
}
