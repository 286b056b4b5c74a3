use crate::folder::is_page_or_archive;
use crate::pattern::Pattern;
use std::fs;
use std::path::{Path, PathBuf};

/// Whether reading `inputs` would read `file`, which need not exist yet: because it is named, is in a folder that is
/// named and called like a page or an archive, or matches a pattern.
/// Writing to such a file would destroy an input, or make the next run read its own output.
pub fn would_read(inputs: &[String], file: &Path) -> bool {
    let Some(file) = real_path(file) else { return false };
    inputs.iter().any(|input| match Pattern::is_pattern(input) && !Path::new(input).exists() {
        true => {
            glob::glob(input).is_ok_and(|mut paths| paths.any(|path| path.is_ok_and(|p| covers(&p, &file))))
        }
        false => covers(Path::new(input), &file),
    })
}

fn covers(input: &Path, file: &Path) -> bool {
    fs::canonicalize(input).is_ok_and(|input| {
        input == file || (input.is_dir() && file.starts_with(&input) && is_page_or_archive(file))
    })
}

/// The path of a file with all links resolved. If the file does not exist, its folder must.
fn real_path(file: &Path) -> Option<PathBuf> {
    fs::canonicalize(file).ok().or_else(|| {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        Some(fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?.join(file.file_name()?))
    })
}
