//! What is to be done: made once, so that a run that goes on does what the first one would have done.

use super::disk::{own_name, read_lines, write_once};
use crate::wrong_use;
use anyhow::Context;
use chaffinch::ReadOptions;
use chaffinch_input::{Listed, list};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes of single pages that make a task, however few they are.
const BUNDLE_BYTES: u64 = 64 << 20;

/// The first line of a plan.
#[derive(Serialize, Deserialize, PartialEq)]
struct Heading {
    chaffinch: String,
    /// All that the output depends on.
    command: String,
}

/// A task: an archive, or some single pages.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Task {
    pub files: Vec<File>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct File {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    root: Option<String>,
    bytes: u64,
}

impl Task {
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    pub fn listed(&self) -> Vec<Listed> {
        let listed = |file: &File| Listed {
            name: file.name.clone(),
            root: file.root.clone(),
            bytes: file.bytes,
            is_archive: false,
        };
        self.files.iter().map(listed).collect()
    }

    /// What it is called: the name of its file, or of its first and how many more there are.
    pub fn name(&self) -> String {
        match self.files.as_slice() {
            [] => String::new(),
            [only] => only.name.clone(),
            [first, rest @ ..] => format!("{} and {} more", first.name, rest.len()),
        }
    }
}

/// The tasks of a run. They stay on the disk: there may be millions of pages.
pub struct Plan {
    path: PathBuf,
    /// Where each task is written, and how many bytes its files have.
    tasks: Vec<(u64, u64)>,
}

impl Plan {
    /// The plan in `folder`, which is made if there is none, by whoever is first; `command` is all that the output depends on.
    pub fn open(
        folder: &Path,
        command: &str,
        inputs: &[String],
        options: &ReadOptions,
        bundle: usize,
    ) -> anyhow::Result<Plan> {
        let path = folder.join("plan.jsonl");
        let heading =
            Heading { chaffinch: env!("CARGO_PKG_VERSION").to_owned(), command: command.to_owned() };
        if !path.exists() {
            let made = make(&path, &heading, inputs, options, bundle);
            // Another run may have made it meanwhile, and swept what this one wrote.
            if !path.exists() {
                made.with_context(|| format!("{}: cannot be written", path.display()))?;
            }
        }
        let mut tasks = Vec::new();
        let mut known = None;
        read_lines(&path, |at, line| {
            match known {
                None => known = serde_json::from_slice::<Heading>(line).ok(),
                Some(_) => {
                    let task: Task = serde_json::from_slice(line)?;
                    tasks.push((at, task.bytes()));
                }
            }
            Ok(())
        })
        .with_context(|| format!("{}: cannot be read", path.display()))?;
        if known != Some(heading) {
            let message = "holds the output of another command or version; give this one another folder, or remove that one";
            return Err(wrong_use(format!("{}: {message}", folder.display())));
        }
        Ok(Plan { path, tasks })
    }

    /// How many tasks there are.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// The bytes of the files of a task.
    pub fn bytes(&self, task: usize) -> u64 {
        self.tasks.get(task).map_or(0, |(_, bytes)| *bytes)
    }

    pub fn task(&self, number: usize) -> std::io::Result<Task> {
        let (at, _) = self.tasks.get(number).copied().unwrap_or_default();
        let mut file = std::fs::File::open(&self.path)?;
        file.seek(SeekFrom::Start(at))?;
        let mut line = Vec::new();
        BufReader::new(file).read_until(b'\n', &mut line)?;
        Ok(serde_json::from_slice(&line)?)
    }
}

fn make(
    path: &Path,
    heading: &Heading,
    inputs: &[String],
    options: &ReadOptions,
    bundle: usize,
) -> std::io::Result<()> {
    let beside = path.with_file_name("work").join(own_name("plan"));
    write_once(path, &beside, |out| {
        let write = |out: &mut dyn Write, task: &[File]| -> std::io::Result<()> {
            serde_json::to_writer(&mut *out, &Task { files: task.to_vec() })?;
            out.write_all(b"\n")
        };
        serde_json::to_writer(&mut *out, heading)?;
        out.write_all(b"\n")?;
        let mut pages: Vec<File> = Vec::new();
        for listed in list(inputs, options) {
            // What cannot be listed cannot be read either, and says so again when it is its turn.
            let listed = listed.unwrap_or_else(|problem| Listed {
                name: problem.input,
                root: None,
                bytes: 0,
                is_archive: false,
            });
            let file = File { name: listed.name, root: listed.root, bytes: listed.bytes };
            if listed.is_archive {
                write(out, &[file])?;
                continue;
            }
            pages.push(file);
            if pages.len() >= bundle || pages.iter().map(|page| page.bytes).sum::<u64>() >= BUNDLE_BYTES {
                write(out, &std::mem::take(&mut pages))?;
            }
        }
        if !pages.is_empty() {
            write(out, &pages)?;
        }
        Ok(())
    })
}
