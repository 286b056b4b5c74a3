//! `chaffinch domain`

use crate::Outcome;
use crate::args::DomainArgs;
use crate::extract::read_pages_with;
use anyhow::Context;
use chaffinch::domain::{self, DomainSettings, Terms, Understanding};
use chaffinch::{Extraction, Settings};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

pub fn run(arguments: &DomainArgs) -> anyhow::Result<Outcome> {
    let wrong = |problem: String| anyhow::Error::new(Outcome::WrongUse).context(problem);
    let knowledge = domain::load(&arguments.domain).map_err(|problem| wrong(problem.to_string()))?;
    let knowledge = Arc::new(knowledge);
    let mut domain = DomainSettings { domain: Some(knowledge.clone()), ..arguments.settings() };
    // Terms are learned from what stands where sibling records have an attribute.
    domain.positions |= arguments.learn.is_some();
    let settings = Settings { only: Some(Extraction::Domain), domain, ..arguments.page.settings() };
    let facts = match &arguments.facts {
        Some(path) => {
            let file = File::create(path).with_context(|| path.display().to_string())?;
            Some(Arc::new(Mutex::new(BufWriter::new(file))))
        }
        None => None,
    };
    let terms = Arc::new(Mutex::new(Terms::default()));
    let learns = arguments.learn.is_some();
    let look = {
        let (facts, terms) = (facts.clone(), terms.clone());
        move |name: &str, understanding: &Understanding| {
            if let Some(file) = facts.as_ref().and_then(|facts| facts.lock().ok()).as_mut() {
                // A full disk shows when the file is closed.
                let _ = domain::export(understanding, name, &knowledge, &mut **file);
            }
            if learns && let Ok(mut terms) = terms.lock() {
                terms.see(understanding, &site(name), &knowledge);
            }
        }
    };
    let outcome = read_pages_with(&arguments.input, &arguments.output, &arguments.page, settings, look)?;
    if let Some(mut file) = facts.as_ref().and_then(|facts| facts.lock().ok()) {
        file.flush().context("the facts could not be written")?;
    }
    if let (Some(path), Ok(terms)) = (&arguments.learn, terms.lock()) {
        let lines: String =
            terms.proposals(arguments.sites).iter().map(|proposal| format!("{proposal}\n")).collect();
        std::fs::write(path, lines).with_context(|| path.display().to_string())?;
    }
    Ok(outcome)
}

/// The host of an address; of a file its name without the number behind it.
fn site(name: &str) -> String {
    if let Some((_, rest)) = name.split_once("://") {
        return rest.split('/').next().unwrap_or_default().to_owned();
    }
    let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    stem.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['-', '_']).to_owned()
}
