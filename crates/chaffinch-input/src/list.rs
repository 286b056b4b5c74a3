use crate::document::Document;
use crate::file;
use crate::folder::Folder;
use crate::kind::kind_of_name;
use crate::options::ReadOptions;
use crate::pattern::Pattern;
use crate::read::{Documents, read};
use chaffinch_core::Problem;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A file, a pipe or an address that an input stands for, not opened yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its path or address.
    pub name: String,
    /// The folder that the user named, if it was found in one: its style sheets may lie anywhere in it.
    pub root: Option<String>,
    /// Its size; zero where that is not known.
    pub bytes: u64,
    /// Whether it is an archive, an index or a table by its name.
    pub is_archive: bool,
}

/// What `inputs` stand for, in the order in which [`read`] reads it: folders and patterns are gone through, but nothing is opened.
///
/// ```
/// use chaffinch_input::{ReadOptions, list, read_listed};
/// # let folder = tempfile::tempdir().unwrap();
/// # std::fs::write(folder.path().join("a.html"), "<p>first").unwrap();
/// let options = ReadOptions::default();
/// let files: Vec<_> = list(&[folder.path().display().to_string()], &options).filter_map(Result::ok).collect();
/// assert_eq!(files[0].bytes, 8);
/// assert_eq!(read_listed(&files, &options).next().unwrap().unwrap().bytes, b"<p>first");
/// ```
pub fn list<'a>(
    inputs: &'a [String],
    options: &'a ReadOptions,
) -> impl Iterator<Item = Result<Listed, Problem>> + 'a {
    inputs.iter().flat_map(move |input| of_input(input, options))
}

/// Reads files that were listed, one after the other, as [`read`] does.
pub fn read_listed(
    files: &[Listed],
    options: &ReadOptions,
) -> impl Iterator<Item = Result<Document, Problem>> + Send + use<> {
    let options = options.clone();
    Vec::from(files).into_iter().flat_map(move |listed| one(&listed, &options))
}

fn one(listed: &Listed, options: &ReadOptions) -> Documents {
    match &listed.root {
        Some(root) => {
            let root: Arc<Path> = Path::new(root).into();
            Documents::of_opened(file::open(Path::new(&listed.name), Some(&root), options), options)
        }
        None => read(std::slice::from_ref(&listed.name), options),
    }
}

type Items = Box<dyn Iterator<Item = Result<Listed, Problem>>>;

fn of_input(input: &str, options: &ReadOptions) -> Items {
    let path = Path::new(input);
    if Pattern::is_pattern(input) && path.symlink_metadata().is_err() && !input.contains("://") {
        let follow_links = options.follow_links;
        return match Pattern::new(input) {
            Ok(pattern) => Box::new(pattern.flat_map(move |path| match path {
                Ok(path) => of_path(&path, follow_links),
                Err(problem) => Box::new(std::iter::once(Err(problem))),
            })),
            Err(problem) => Box::new(std::iter::once(Err(problem))),
        };
    }
    of_path(path, options.follow_links)
}

fn of_path(path: &Path, follow_links: bool) -> Items {
    if !path.is_dir() {
        return Box::new(std::iter::once(Ok(listed(path, None))));
    }
    let root = path.display().to_string();
    Box::new(Folder::new(path, follow_links).map(move |path| Ok(listed(&path?, Some(&root)))))
}

fn listed(path: &Path, root: Option<&str>) -> Listed {
    Listed {
        name: path.display().to_string(),
        root: root.map(str::to_owned),
        bytes: fs::metadata(path).map_or(0, |about| about.len()),
        is_archive: kind_of_name(path).is_some(),
    }
}
