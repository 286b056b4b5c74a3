//! What `site` and `wrapper learn --from` have in common: the engine that teaches.

use crate::args::{TeachArgs, Teacher};
use crate::extract::start_engine;
use crate::label::open;
use crate::{Outcome, advice, wrong_use};
use chaffinch::{Engine, Extraction, ReadOptions, Settings, TeachError, Want};
use chaffinch_domain::{self as domain, DomainSettings};
use std::sync::Arc;

/// The engine whose findings wrappers are learned from.
pub fn engine(teacher: &Teacher, arguments: &TeachArgs, read: &ReadOptions) -> anyhow::Result<Engine> {
    start_engine(settings_of(teacher, arguments, read)?)
}

/// The settings of that engine.
pub fn settings_of(teacher: &Teacher, arguments: &TeachArgs, read: &ReadOptions) -> anyhow::Result<Settings> {
    let want = arguments.want.as_deref().map(Want::names).transpose();
    let want = want.map_err(|error| wrong_use(format!("--want: {error}")))?;
    Ok(settings(teacher)?.with(|settings| {
        settings.limits = read.limits.clone();
        settings.want = want;
    }))
}

fn settings(teacher: &Teacher) -> anyhow::Result<Settings> {
    Ok(match teacher {
        Teacher::Extract => Settings::default(),
        Teacher::Method(name) => Settings::default().with(|settings| settings.only = Some(*name)),
        Teacher::Label(name) => {
            let model = Some(Arc::new(open(name)?.model));
            Settings::default().with(|settings| {
                settings.only = Some(Extraction::Label);
                settings.model = model;
            })
        }
        Teacher::Domain(name) => {
            let domain = Some(Arc::new(domain::load(name).map_err(wrong_use)?));
            let domain = DomainSettings { domain, ..DomainSettings::default() };
            Settings::default().with(|settings| {
                settings.only = Some(Extraction::Domain);
                settings.domain = domain;
            })
        }
    })
}

/// Why nothing could be learned; naming standard input is wrong use.
pub fn failure(error: TeachError) -> anyhow::Error {
    match error {
        TeachError::StandardInput => anyhow::Error::new(Outcome::WrongUse).context(error),
        TeachError::Unreadable(problem) => advice::advised(problem).into(),
        error => error.into(),
    }
}
