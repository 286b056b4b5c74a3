//! `chaffinch domain`

use crate::args::DomainArgs;
use crate::extract::read_pages_with;
use crate::{Outcome, output, wrong_use};
use anyhow::Context;
use chaffinch::Extraction;
use chaffinch_domain::{self as domain, DomainSettings, Terms, Understanding};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

pub fn run(arguments: &DomainArgs) -> anyhow::Result<Outcome> {
    let knowledge = Arc::new(domain::load(&arguments.domain).map_err(wrong_use)?);
    let mut domain = DomainSettings { domain: Some(knowledge.clone()), ..arguments.settings() };
    // Terms are learned from what stands where sibling records have an attribute.
    domain.positions |= arguments.learn.is_some();
    let settings = arguments.page.settings().with(|settings| {
        settings.only = Some(Extraction::Domain);
        settings.domain = domain;
    });
    let names = arguments.input.names();
    let (facts, place) = match &arguments.facts {
        Some(path) => {
            let (out, place) = output::open(Some(path), &names)?;
            (Some(Mutex::new(out)), Some(place))
        }
        None => (None, None),
    };
    let seen = AtomicBool::new(false);
    let terms = Mutex::new(Terms::default());
    let look = |name: &str, understanding: &Understanding| {
        seen.store(true, Ordering::Relaxed);
        if let Some(file) = facts.as_ref().and_then(|facts| facts.lock().ok()).as_mut() {
            // A full disk shows when the file is closed.
            let _ = domain::export(understanding, name, &knowledge, &mut **file);
        }
        if arguments.learn.is_some()
            && let Ok(mut terms) = terms.lock()
        {
            terms.see(understanding, &site(name), &knowledge);
        }
    };
    let outcome = read_pages_with(&arguments.input, &arguments.output, &arguments.page, settings, look)?;
    if let Some(mut file) = facts.as_ref().and_then(|facts| facts.lock().ok()) {
        file.flush().context("the facts could not be written")?;
    }
    let seen = seen.load(Ordering::Relaxed);
    place.map_or(Ok(()), |place| place.take(seen))?;
    if let (Some(path), Ok(terms), true) = (&arguments.learn, terms.lock(), seen) {
        let lines: String =
            terms.proposals(arguments.sites).iter().map(|proposal| format!("{proposal}\n")).collect();
        output::write_whole(path, &names, lines.as_bytes())?;
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
