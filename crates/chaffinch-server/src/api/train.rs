//! Learning a model from the labels of the project, or from a set.

use super::jobs::Job;
use super::sets::{find_set, labelled};
use crate::answer::Failure;
use crate::state::Bench;
use chaffinch::train::{Checkpoint, Event, TrainOptions, read_gold, train};
use serde::Deserialize;
use serde_json::json;
use std::ops::ControlFlow;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// A set to learn from; the labels of the project where none is named.
    set: Option<String>,
    /// Learn from at most this many pages of a site.
    per_site: Option<usize>,
}

/// Learns a model and writes it to the project.
pub fn run(bench: &Bench, request: &Request, job: &Job) -> Result<(), Failure> {
    let pages = match &request.set {
        Some(set) => labelled(&find_set(bench, set)?)?,
        None => {
            let gold = bench.project.folder().join("gold.jsonl");
            read_gold(&gold, Some(bench.project.folder()), &[]).map_err(|problem| problem.to_string())?
        }
    };
    let mut options = TrainOptions::default();
    options.per_site = request.per_site.unwrap_or(options.per_site);
    job.tell(|progress| {
        progress.total = pages.len();
        progress.message = format!("laying out {} pages", pages.len());
    });
    let mut losses: Vec<f64> = Vec::new();
    let tell = |event: Event<'_>| {
        job.tell(|progress| match event {
            Event::Page(page) => {
                progress.done += 1;
                progress.message = format!("laid out {}", page.id);
            }
            Event::Problem(problem) => progress.message = problem.to_string(),
            Event::Iteration { part, iteration, loss } => {
                losses.push(loss);
                let which =
                    part.map_or_else(String::new, |(part, of)| format!(", without part {part} of {of}"));
                progress.message = format!("learning, step {iteration}{which}");
                progress.result = json!({ "losses": losses });
            }
        });
        if job.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let trained = train(&bench.renderer, &pages, &options, &mut Checkpoint::nothing(), tell)
        .map_err(|error| error.to_string())?;
    let (placed, unplaced) = (trained.placed, trained.unplaced.len());
    let card = &trained.file.card;
    let held_out = card.held_out.as_ref().map(|scores| scores.f1);
    let (attributes, count) = (card.attributes.clone(), card.pages);
    let path = bench.project.write_bytes("trained.model", &trained.file.to_bytes())?;
    job.tell(|progress| {
        progress.message = format!("written to {}", path.display());
        progress.result = json!({
            "losses": losses, "attributes": attributes, "pages": count, "f1_on_sites_apart": held_out,
            "placed": placed, "unplaced": unplaced, "file": path.display().to_string(),
        });
    });
    Ok(())
}
