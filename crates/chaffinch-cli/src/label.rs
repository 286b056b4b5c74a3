//! `chaffinch label`

use crate::args::LabelArgs;
use crate::extract::read_pages;
use crate::{Outcome, wrong_use};
use anyhow::Context;
use chaffinch::{Extraction, OpenModelError, open_model};
use chaffinch_label::{HeldOutScores, LabelModel, ModelCard, ModelFile, Told, shipped};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;

pub fn run(arguments: &LabelArgs) -> anyhow::Result<Outcome> {
    if arguments.lists_models() {
        return list_models();
    }
    let model = Some(Arc::new(model(arguments)?));
    let settings = arguments.page.settings().with(|settings| {
        settings.only = Some(Extraction::Label);
        settings.model = model;
    });
    read_pages(&arguments.input, &arguments.output, &arguments.page, settings)
}

/// The model that the arguments name, with the threshold that they ask for.
pub fn model(arguments: &LabelArgs) -> anyhow::Result<LabelModel> {
    let mut model = open(&arguments.model)?.model;
    if let Some(least) = arguments.page.min_score {
        model.settings.least_probable_page = least.into();
    }
    Ok(model)
}

/// The model of a name or file.
pub fn open(name: &str) -> anyhow::Result<ModelFile> {
    open_model(name).map_err(|error| match error {
        OpenModelError::Unknown(_) => {
            wrong_use(format!("{error}; `--model list` shows the models that there are"))
        }
        error => wrong_use(error),
    })
}

fn list_models() -> anyhow::Result<Outcome> {
    let mut text = String::new();
    for model in shipped() {
        let card = model.card().with_context(|| model.name.to_owned())?;
        let _ = writeln!(text, "{:<12} {}", model.name, card.attributes.join(", "));
        let _ = writeln!(text, "{:<12} {}, {} kB", "", describe(&card), model.size().div_ceil(1000));
    }
    io::stdout().write_all(text.as_bytes())?;
    Ok(if text.is_empty() { Outcome::NothingFound } else { Outcome::Found })
}

/// What a model is, in a line.
pub fn describe(card: &ModelCard) -> String {
    let kinds = match (card.kinds.lists, card.kinds.details) {
        (true, true) => "lists and details",
        (true, false) => "lists",
        _ => "details",
    };
    let mut text = format!("{kinds}, from {} pages of {} sites", card.pages, card.sites);
    if let Some(scores) = &card.held_out {
        let _ = write!(text, "; on sites apart {}", measured(scores));
    }
    if let Some(Told { own, others }) = card.told {
        let _ = write!(
            text,
            "; answers {} of {} pages of its kind and {} of {} others",
            own.1, own.0, others.1, others.0
        );
    }
    text
}

fn measured(scores: &HeldOutScores) -> String {
    let each: Vec<String> = scores.attributes.iter().map(|(name, f1)| format!("{name} {f1:.3}")).collect();
    let records = scores.records.map_or_else(String::new, |f1| format!(", records {f1:.3}"));
    format!("F1 {:.3} ({}{records})", scores.f1, each.join(", "))
}
