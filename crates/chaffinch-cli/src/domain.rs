//! `chaffinch domain`

use crate::args::DomainArgs;
use crate::extract::read_pages_with;
use crate::{Outcome, wrong_use};
use anyhow::Context;
use chaffinch::{Page, Settings};
use chaffinch_domain::{self as domain, DomainSettings, Terms};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

pub fn run(arguments: &DomainArgs) -> anyhow::Result<Outcome> {
    let knowledge = Arc::new(domain::load(&arguments.domain).map_err(wrong_use)?);
    let domain = DomainSettings { domain: Some(knowledge.clone()), ..arguments.settings() };
    let settings = Settings { only: Some("domain"), domain: domain.clone(), ..arguments.page.settings() };
    let facts = match &arguments.facts {
        Some(path) => {
            let file = File::create(path).with_context(|| path.display().to_string())?;
            Some(Mutex::new(BufWriter::new(file)))
        }
        None => None,
    };
    let terms = Mutex::new(Terms::default());
    let look = |name: &str, page: &Page| {
        if let Some(file) = facts.as_ref().and_then(|facts| facts.lock().ok()).as_mut() {
            // A full disk shows when the file is closed.
            let _ = domain::export(page, name, &domain, &mut **file);
        }
        if arguments.learn.is_some()
            && let Ok(mut terms) = terms.lock()
        {
            terms.see(page, &site(name), &knowledge, &domain);
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
