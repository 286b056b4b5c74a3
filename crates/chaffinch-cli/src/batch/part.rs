//! The part of a task: its pages in their own order. It is written beside its place while later pages are still being worked on, so that little is
//! left to do, by one thread, when the last page is done.

use super::disk::{create_locked, put_in_place};
use super::done::Done;
use super::line::Counted;
use super::lock;
use super::spool::Spool;
use chaffinch::PageReport;
use chaffinch_write::{PageFacts, RecordTable};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A part that is being written.
pub struct Part {
    pages: Pages,
    /// What its pages came to so far.
    done: Done,
    /// Where it is written.
    beside: PathBuf,
}

enum Pages {
    /// A line for each page.
    Lines(BufWriter<File>),
    /// A row for each record.
    Records(Box<RecordTable<BufWriter<File>>>),
}

impl Part {
    /// Begins the part of a task; `input` is what the task reads.
    pub fn begin(folder: &Path, task: usize, input: String, format: &str) -> io::Result<Part> {
        let beside = folder.join(format!("work/{task:05}.part"));
        let out = create_locked(&beside)?;
        let pages = match format {
            "parquet" => Pages::Records(Box::new(RecordTable::new(out)?)),
            _ => Pages::Lines(out),
        };
        let part = format!("parts/part-{task:05}.{format}");
        Ok(Part { pages, done: Done { task, input, part, ..Done::default() }, beside })
    }

    /// Writes the pages that come next, as far as they are in the spool.
    pub fn follow(&mut self, spool: &Mutex<Spool>) -> io::Result<()> {
        // The spool is free while a page is written.
        let content = |page| lock(spool).content(page);
        while let Some(line) = content(self.done.pages)? {
            self.write(&line)?;
        }
        Ok(())
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        let counted: Counted = serde_json::from_slice(line)?;
        match &mut self.pages {
            Pages::Lines(out) => {
                out.write_all(line)?;
                out.write_all(b"\n")?;
            }
            Pages::Records(table) => {
                let report: PageReport = serde_json::from_slice(line)?;
                let facts = PageFacts {
                    digest: counted.added.digest.as_deref(),
                    offset: counted.added.offset,
                    templates: &counted.added.templates,
                };
                table.write(&report, &facts)?;
            }
        }
        self.done.count(counted);
        Ok(())
    }

    /// Puts the part into its place and marks the task as done.
    pub fn finish(self, folder: &Path) -> io::Result<()> {
        let Part { pages, mut done, beside } = self;
        let out = match pages {
            Pages::Lines(out) => out,
            Pages::Records(table) => table.finish()?,
        };
        let path = folder.join(&done.part);
        put_in_place(out, &beside, &path)?;
        done.part_bytes = fs::metadata(&path)?.len();
        done.write(folder)
    }
}
