//! `chaffinch extract`

use crate::advice::{advise, for_many, sentences};
use crate::args::{ExtractArgs, InputArgs, OutputArgs, PageArgs};
use crate::isolation;
use crate::output::Delivery;
use crate::progress::Progress;
use crate::{Outcome, report, wrong_use};
use chaffinch::{Engine, PageReport, RendererChoice, Settings, Summary};
use chaffinch_domain::Understanding;
use std::ops::ControlFlow;
use std::path::Path;

pub fn run(arguments: &ExtractArgs) -> anyhow::Result<Outcome> {
    let ExtractArgs { input, want, output, page } = arguments;
    let want = want.want()?;
    read_pages(input, output, page, page.settings().with(|settings| settings.want = want))
}

/// Reads pages, runs the extractors that the settings name and writes what they find: `extract` and
/// the commands of single methods are this with other settings.
pub fn read_pages(
    input: &InputArgs,
    output: &OutputArgs,
    page: &PageArgs,
    settings: Settings,
) -> anyhow::Result<Outcome> {
    let engine = start_engine(settings)?;
    if isolation::is_worker() {
        return Ok(isolation::serve(engine));
    }
    if output.format.as_deref() == Some(report::REPORT) {
        return report::run(&engine, input, output, page);
    }
    let names = input.names();
    match isolation::begin(&engine, &names, page) {
        Some(workers) => {
            let read = |document| Ok(workers.read(document));
            deliver_all(&names, output, |deliver| {
                chaffinch::read_each(&names, &workers.options(page), read, deliver)
            })
        }
        None => deliver_all(&names, output, |deliver| engine.read_all(&names, &page.run_options(), deliver)),
    }
}

/// [`read_pages`], with a look at how a domain understood each page, under its name.
pub fn read_pages_with(
    input: &InputArgs,
    output: &OutputArgs,
    page: &PageArgs,
    settings: Settings,
    look: impl Fn(&str, &Understanding) + Sync,
) -> anyhow::Result<Outcome> {
    let engine = start_engine(settings)?;
    if isolation::is_worker() {
        return Ok(isolation::serve(engine));
    }
    if output.format.as_deref() == Some(report::REPORT) {
        return report::run(&engine, input, output, page);
    }
    let names = input.names();
    deliver_all(&names, output, |deliver| engine.read_all_with(&names, &page.run_options(), look, deliver))
}

/// Writes all reports that `read` hands to the function that it is given, and says what they say to people.
fn deliver_all(
    names: &[String],
    output: &OutputArgs,
    read: impl FnOnce(&mut dyn FnMut(PageReport) -> ControlFlow<()>) -> Summary,
) -> anyhow::Result<Outcome> {
    let mut delivery = Delivery::new(output, names)?;
    let is_many = may_take_long(names);
    let progress = Progress::new(is_many);
    let summary = read(&mut |mut report| {
        advise(&mut report.errors, &mut report.remarks);
        for line in &report.explanation {
            progress.print(line);
        }
        let remarks = if is_many { for_many(&report.remarks) } else { report.remarks.clone() };
        for sentence in sentences(&report.errors, &remarks) {
            progress.say(&format!("{}: {sentence}", report.input));
        }
        progress.step(&report.input);
        delivery.write(&report)
    });
    progress.finish();
    delivery.finish()?;
    Ok(outcome(summary))
}

/// An engine for any command that reads pages.
pub fn start_engine(settings: Settings) -> anyhow::Result<Engine> {
    if settings.scripts && settings.renderer != RendererChoice::Chromium {
        return Err(wrong_use("--scripts needs a browser; add --renderer chromium"));
    }
    if settings.renderer == RendererChoice::Chromium && chaffinch_render::runs_without_sandbox() {
        eprintln!(
            "chaffinch: Chromium runs without its sandbox, because this user is root; pages of strangers are safer as another user"
        );
    }
    Engine::new(settings).map_err(wrong_use)
}

/// More than one file, or something that may hold many pages.
pub fn may_take_long(names: &[String]) -> bool {
    names.len() > 1
        || names.iter().any(|name| {
            let path = Path::new(name);
            path.is_dir() || name.contains(['*', '?', '[']) || chaffinch_input::is_archive_name(path)
        })
}

fn outcome(summary: Summary) -> Outcome {
    match summary {
        Summary { failed: 1.., .. } => Outcome::BadInput,
        // Rows without a column that was asked for are not what was asked for.
        Summary { found: 0, .. } | Summary { incomplete: 1.., .. } => Outcome::NothingFound,
        _ => Outcome::Found,
    }
}
