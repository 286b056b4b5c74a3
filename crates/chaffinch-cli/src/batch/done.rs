//! What a finished task came to: a small file of its own, so that many machines can finish tasks at a time; and the manifest made of all.

use super::disk::{own_name, write_whole};
use super::line::Counted;
use super::plan::Plan;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// What a task came to.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Done {
    pub task: usize,
    /// What was read.
    pub input: String,
    /// The file with what was found, seen from the folder of the output.
    pub part: String,
    /// The length of that file.
    pub part_bytes: u64,
    pub pages: u64,
    /// Pages on which something was found.
    pub found: u64,
    pub rows: u64,
    /// Bytes of all pages.
    pub bytes: u64,
    /// How many errors have which cause, those of pages on which something was found all the same included.
    pub errors: BTreeMap<String, u64>,
    /// Pages of which nothing could be read.
    pub failed: Vec<Failed>,
}

/// A page of which nothing could be read.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Failed {
    /// Its number in the task, from 0.
    pub page: u64,
    pub input: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    pub cause: String,
    pub error: String,
}

impl Done {
    /// Counts the next page.
    pub fn count(&mut self, page: Counted) {
        let number = self.pages;
        self.pages += 1;
        self.bytes += page.added.bytes;
        self.found += u64::from(!page.relations.is_empty());
        self.rows += page.relations.iter().map(|relation| relation.rows.len() as u64).sum::<u64>();
        for cause in &page.added.causes {
            *self.errors.entry(cause.clone()).or_default() += 1;
        }
        if page.is_failed() {
            self.failed.push(Failed {
                page: number,
                cause: page.added.causes.into_iter().next().unwrap_or_default(),
                error: page.errors.into_iter().next().unwrap_or_default(),
                input: page.input,
                url: page.url,
            });
        }
    }

    pub fn read(folder: &Path, task: usize) -> Option<Done> {
        serde_json::from_slice(&fs::read(folder.join(name(task))).ok()?).ok()
    }

    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let beside = folder.join(format!("work/{:05}.done", self.task));
        write_whole(&folder.join(name(self.task)), &beside, |out| {
            serde_json::to_writer(&mut *out, self)?;
            out.write_all(b"\n")
        })
    }
}

/// Whether a task is finished.
pub fn is_done(folder: &Path, task: usize) -> bool {
    folder.join(name(task)).exists()
}

/// Forgets that a task is finished.
pub fn forget(folder: &Path, task: usize) -> io::Result<()> {
    fs::remove_file(folder.join(name(task)))
}

fn name(task: usize) -> String {
    format!("tasks/{task:05}.json")
}

/// All finished tasks together.
#[derive(Debug, Default)]
pub struct Totals {
    pub tasks: usize,
    pub pages: u64,
    pub found: u64,
    pub rows: u64,
    pub failed: u64,
    pub errors: BTreeMap<String, (u64, String)>,
}

/// Writes the manifest: a line for each task of the plan, finished or not. Gives what they came to together.
pub fn write_manifest(folder: &Path, plan: &Plan) -> io::Result<Totals> {
    let finished = || (0..plan.len()).filter(|task| is_done(folder, *task)).count();
    loop {
        let before = finished();
        match write_manifest_once(folder, plan) {
            // Another run that found everything finished has swept the file before it was locked.
            Err(error) if error.kind() == io::ErrorKind::NotFound && folder.join("work").exists() => {}
            // A task may have been finished by another run, whose manifest this one has just replaced. Whoever writes last looks last.
            Ok(_) if finished() != before => {}
            totals => return totals,
        }
    }
}

fn write_manifest_once(folder: &Path, plan: &Plan) -> io::Result<Totals> {
    let mut totals = Totals::default();
    let beside = folder.join("work").join(own_name("manifest"));
    write_whole(&folder.join("manifest.jsonl"), &beside, |out| {
        for task in 0..plan.len() {
            match Done::read(folder, task) {
                Some(done) => {
                    totals.add(&done);
                    let state = if done.failed.is_empty() { "done" } else { "failed" };
                    let line = Line { state, done };
                    serde_json::to_writer(&mut *out, &line)?;
                }
                None => write!(out, r#"{{"state":"open","task":{task}}}"#)?,
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    })?;
    Ok(totals)
}

#[derive(Serialize)]
struct Line {
    /// `done`, `failed` where pages failed, `open` where it is not finished.
    state: &'static str,
    #[serde(flatten)]
    done: Done,
}

impl Totals {
    fn add(&mut self, done: &Done) {
        self.tasks += 1;
        self.pages += done.pages;
        self.found += done.found;
        self.rows += done.rows;
        self.failed += done.failed.len() as u64;
        for (cause, count) in &done.errors {
            let example = done.failed.iter().find(|failed| failed.cause == *cause);
            let entry = self.errors.entry(cause.clone()).or_default();
            entry.0 += count;
            if entry.1.is_empty() {
                entry.1 = example.map_or_else(|| done.input.clone(), |failed| failed.input.clone());
            }
        }
    }

    /// A table of the errors by their cause, the most common first.
    pub fn table(&self) -> String {
        let mut errors: Vec<_> = self.errors.iter().collect();
        errors.sort_by_key(|(cause, (count, _))| (std::cmp::Reverse(*count), (*cause).clone()));
        let width = errors.iter().map(|(cause, _)| cause.chars().count()).max().unwrap_or(0);
        let lines = errors
            .iter()
            .map(|(cause, (count, example))| format!("  {count:>8}  {cause:<width$}  such as {example}\n"));
        lines.collect()
    }
}
