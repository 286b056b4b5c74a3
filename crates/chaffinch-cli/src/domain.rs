//! `chaffinch domain`

use crate::args::DomainArgs;
use crate::extract::{read_pages, read_pages_with};
use crate::{Outcome, output, wrong_use};
use anyhow::Context;
use chaffinch::Extraction;
use chaffinch_domain::{self as domain, DomainSettings, Rulebook, Terms, Understanding};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

pub fn run(arguments: &DomainArgs) -> anyhow::Result<Outcome> {
    let knowledge = Arc::new(domain::load(&arguments.domain).map_err(wrong_use)?);
    let mut domain = DomainSettings { domain: Some(knowledge.clone()), ..arguments.settings() };
    add_rules(&mut domain, arguments)?;
    // Terms are learned from what stands where sibling records have an attribute.
    domain.positions |= arguments.learn.is_some();
    let settings = arguments.page.settings().with(|settings| {
        settings.only = Some(Extraction::Domain);
        settings.domain = domain;
    });
    if arguments.facts.is_none() && arguments.learn.is_none() {
        return read_pages(&arguments.input, &arguments.output, &arguments.page, settings);
    }
    let names = arguments.input.names();
    let (facts, place) = match &arguments.facts {
        Some(path) => {
            let (out, place) = output::open(Some(path), &names)?;
            (Some(Mutex::new(out)), Some(place))
        }
        None => (None, None),
    };
    let pages = AtomicUsize::new(0);
    let terms = Mutex::new(Terms::default());
    let look = |name: &str, understanding: &Understanding| {
        let number = pages.fetch_add(1, Ordering::Relaxed);
        if let Some(file) = facts.as_ref().and_then(|facts| facts.lock().ok()).as_mut() {
            // A full disk shows when the file is closed.
            let _ = domain::export(understanding, name, number, &knowledge, &mut **file);
        }
        if arguments.learn.is_some()
            && let Ok(mut terms) = terms.lock()
        {
            terms.see(understanding, &site(name), &knowledge);
        }
    };
    let mut page = arguments.page.clone();
    // Facts come in the order of the pages, on any machine.
    page.read.threads = NonZeroUsize::new(1);
    let outcome = read_pages_with(&arguments.input, &arguments.output, &page, settings, look)?;
    if let Some(mut file) = facts.as_ref().and_then(|facts| facts.lock().ok()) {
        file.flush().context("the facts could not be written")?;
    }
    let seen = pages.load(Ordering::Relaxed) > 0;
    place.map_or(Ok(()), |place| place.take(seen))?;
    if let (Some(path), Ok(terms), true) = (&arguments.learn, terms.lock(), seen) {
        let lines: String =
            terms.proposals(arguments.sites).iter().map(|proposal| format!("{proposal}\n")).collect();
        output::write_whole(path, &names, lines.as_bytes())?;
    }
    Ok(outcome)
}

/// Takes the rules that the arguments name into the settings.
pub fn add_rules(domain: &mut DomainSettings, arguments: &DomainArgs) -> anyhow::Result<()> {
    if let Some(folder) = &arguments.rules {
        domain.rules = rules(folder)?;
    }
    Ok(())
}

/// The rules that come with the program and those of a folder.
fn rules(folder: &Path) -> anyhow::Result<Rulebook> {
    let name = folder.display().to_string();
    let entries = std::fs::read_dir(folder).map_err(|error| wrong_use(format!("{name}: {error}")))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "rules"));
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path)
            .map_err(|error| wrong_use(format!("{}: {error}", path.display())))?;
        files.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text));
    }
    if files.is_empty() {
        return Err(wrong_use(format!("{name}: there is no file that ends in .rules")));
    }
    Rulebook::with(&files).map_err(wrong_use)
}

/// The host of an address; of a file its folder and its name without the number behind it.
fn site(name: &str) -> String {
    if let Some((_, rest)) = name.split_once("://") {
        return rest.split('/').next().unwrap_or_default().to_owned();
    }
    let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['-', '_']);
    let folder = Path::new(name).parent().unwrap_or(Path::new("")).to_string_lossy();
    format!("{folder}/{stem}")
}
