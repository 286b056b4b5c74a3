//! Zip archives of pages, and WACZ files, which are zip archives of WARC files. Nothing is ever unpacked to a disk.

mod directory;
mod styles;

use crate::document::Document;
use crate::file::{self, Opened, Pages, Source, Stretch, needs_file, no_page, unreadable};
use crate::folder::has_page_extension;
use crate::kind::{Kind, kind_of_name};
use crate::options::ReadOptions;
use crate::resources::Resources;
use crate::sniff;
use crate::stream::Stream;
use crate::unpack::{Packing, unpacked};
use chaffinch_core::{Limit, Problem, ProblemKind};
use directory::{Directory, Entry};
use std::io;
use std::path::Path;
use std::sync::Arc;
use styles::ZipStyles;

/// The pages of a zip archive, one at a time.
pub(crate) struct ZipPages {
    name: String,
    archive: Stretch,
    directory: Directory,
    styles: Arc<ZipStyles>,
    options: ReadOptions,
    /// What is left of the entry that is being read.
    entry: Option<Pages>,
    entries: usize,
    /// Packed bytes of all entries so far. Entries that lie over one another have more than the archive.
    packed: u64,
    said_something: bool,
    is_done: bool,
}

impl ZipPages {
    pub fn new(source: Source, options: &ReadOptions) -> Result<ZipPages, Problem> {
        let Source { name, again, .. } = source;
        let archive = again.ok_or_else(|| needs_file(&name, "a zip archive"))?;
        let directory = Directory::open(&archive).map_err(|error| unreadable(&name, &error))?;
        Ok(ZipPages {
            name,
            styles: Arc::new(ZipStyles::new(archive.clone(), options.limits.clone())),
            archive,
            directory,
            options: options.clone(),
            entry: None,
            entries: 0,
            packed: 0,
            said_something: false,
            is_done: false,
        })
    }

    /// The next entry that is worth reading, opened; `None` at the end of the archive.
    fn next_entry(&mut self) -> Option<Result<Opened, Problem>> {
        loop {
            let entry = match self.directory.next()? {
                Ok(entry) => entry,
                Err(error) => {
                    self.is_done = true;
                    return Some(Err(unreadable(&self.name, &error)));
                }
            };
            self.entries += 1;
            if self.entries > self.options.limits.archive_entries {
                self.is_done = true;
                return Some(Err(too_many_entries(&self.name, self.options.limits.archive_entries)));
            }
            if !is_wanted(&entry.name) {
                continue;
            }
            self.packed = self.packed.saturating_add(entry.packed);
            if self.packed > self.directory.length() {
                self.is_done = true;
                let message =
                    "its entries lie over one another, as in no honest archive; the rest was not read";
                return Some(Err(Problem::new(ProblemKind::Damaged, &self.name, message)));
            }
            if let Some(opened) = self.open(entry) {
                return Some(opened);
            }
        }
    }

    /// Opens an entry; nothing where it turns out to be no page.
    fn open(&self, entry: Entry) -> Option<Result<Opened, Problem>> {
        let name = format!("{}/{}", self.name, entry.name);
        let path = Path::new(&entry.name).to_owned();
        let (mut stream, again) = match self.stream(&entry) {
            Ok(found) => found,
            Err(error) => return Some(Err(unreadable(&name, &error))),
        };
        // A name without an ending says nothing; the first bytes have to.
        if !is_named_page(&path) && !stream.peek(sniff::SAMPLE).is_ok_and(sniff::looks_like_html) {
            return None;
        }
        let resources = self.styles_of(&entry.name);
        let source = Source { name, stream, path: Some(path), again, resources, is_inside: true };
        Some(file::open_stream(source, &self.options))
    }

    /// The bytes of an entry, and where they can be found again if they lie there as they are.
    fn stream(&self, entry: &Entry) -> io::Result<(Stream, Option<Stretch>)> {
        let stretch = entry.stretch(&self.archive)?;
        let packing = entry.packing()?;
        let is_archive = kind_of_name(Path::new(&entry.name)) == Some(Kind::Records);
        if packing == Packing::None && is_archive {
            return Ok((stretch.open()?, Some(stretch)));
        }
        let stream =
            unpacked(stretch.open()?, packing, self.options.limits.inflate_ratio, Some(entry.checksum))?;
        Ok((stream, None))
    }

    fn styles_of(&self, page: &str) -> Resources {
        let (styles, page) = (self.styles.clone(), page.to_owned());
        Resources::asking(move |href, base| styles.style_sheet(&page, href, base))
    }
}

impl Iterator for ZipPages {
    type Item = Result<Document, Problem>;

    fn next(&mut self) -> Option<Result<Document, Problem>> {
        loop {
            if let Some(page) = self.entry.as_mut().and_then(Iterator::next) {
                self.said_something = true;
                return Some(page);
            }
            self.entry = None;
            if self.is_done {
                return None;
            }
            let Some(opened) = self.next_entry() else {
                self.is_done = true;
                return (!self.said_something).then(|| Err(no_page(&self.name, self.entries, "files")));
            };
            self.said_something = true;
            match opened {
                Ok(Opened::Pages(pages)) => self.entry = Some(pages),
                Ok(Opened::Page(page)) => return Some(Ok(page)),
                Err(problem) => return Some(Err(problem)),
            }
        }
    }
}

/// Whether an entry may be a page, by its name.
pub(crate) fn is_wanted(name: &str) -> bool {
    let path = Path::new(name);
    let file_name = path.file_name().unwrap_or_default().to_string_lossy();
    // What macOS puts beside each file is called like the file.
    let is_shadow = name.starts_with("__MACOSX/") || file_name.starts_with("._");
    !name.ends_with('/') && !is_shadow && (is_named_page(path) || path.extension().is_none())
}

/// Whether a name is that of a page or an archive.
pub(crate) fn is_named_page(path: &Path) -> bool {
    has_page_extension(path) || kind_of_name(path).is_some_and(|kind| kind != Kind::Index)
}

/// The problem of an archive with more than `most` entries.
pub(crate) fn too_many_entries(input: &str, most: usize) -> Problem {
    let message = format!("has more than {most} entries; the rest was not read");
    Problem::limit(input, message, Limit::ArchiveEntries)
}
