//! `chaffinch extract`

use crate::Outcome;
use crate::args::{ExtractArgs, InputArgs, OutputArgs, PageArgs};
use crate::output::Delivery;
use crate::progress::Progress;
use chaffinch::domain::Understanding;
use chaffinch::{Alike, Engine, PageReport, Problem, RendererChoice, Settings, Summary, read_together};
use std::path::Path;
use std::sync::Arc;

pub fn run(arguments: &ExtractArgs) -> anyhow::Result<Outcome> {
    let ExtractArgs { input, want, output, page } = arguments;
    read_pages(input, output, page, Settings { want: want.want()?, ..page.settings() })
}

/// Reads pages, runs the extractors that the settings name and writes what they find: `extract` and
/// the commands of single methods are this with other settings.
pub fn read_pages(
    input: &InputArgs,
    output: &OutputArgs,
    page: &PageArgs,
    settings: Settings,
) -> anyhow::Result<Outcome> {
    read_pages_with(input, output, page, settings, |_, _| {})
}

/// [`read_pages`], with a look at how a domain understood each page, under its name.
pub fn read_pages_with(
    input: &InputArgs,
    output: &OutputArgs,
    page: &PageArgs,
    settings: Settings,
    look: impl Fn(&str, &Understanding) + Send + Sync + 'static,
) -> anyhow::Result<Outcome> {
    let engine = start_engine(settings)?;
    let names = input.names();
    let mut delivery = Delivery::new(output, &names)?;
    let progress = Progress::new(may_take_long(&names));
    let mut summary = Summary::default();
    let mut alike = Alike::default();
    let mut deliver = |mut report: PageReport| {
        alike.align(&mut report);
        summary.count(&report);
        for line in &report.explanation {
            progress.print(line);
        }
        for error in &report.errors {
            progress.say(&format!("{}: {error}", report.input));
        }
        progress.step(&report.input);
        delivery.write(&report)
    };
    let options = page.run_options();
    if engine.settings().model.is_some() {
        // A model sees more when it sees the pages of a site together.
        read_together(&engine, &names, &options, deliver);
    } else {
        let work = move |engine: &Engine, document| Ok(engine.read_with(document, &look));
        chaffinch::run(engine, &names, &options, work, |result| {
            deliver(result.unwrap_or_else(|problem| report_of(&problem)))
        });
    }
    progress.finish();
    delivery.finish()?;
    Ok(outcome(summary))
}

/// An engine for any command that reads pages.
pub fn start_engine(settings: Settings) -> anyhow::Result<Arc<Engine>> {
    if settings.scripts && settings.renderer != RendererChoice::Chromium {
        return Err(anyhow::Error::new(Outcome::WrongUse)
            .context("--scripts needs a browser; add --renderer chromium"));
    }
    let engine = Engine::new(settings)
        .map_err(|problem| anyhow::Error::new(Outcome::WrongUse).context(problem.to_string()))?;
    Ok(Arc::new(engine))
}

/// What cannot be read still gets its object, so that nothing is lost silently.
pub fn report_of(problem: &Problem) -> PageReport {
    let mut report = PageReport::new(problem.input.clone());
    report.errors.push(problem.message.clone());
    report
}

/// More than one file, or something that may hold many pages.
pub fn may_take_long(names: &[String]) -> bool {
    names.len() > 1
        || names.iter().any(|name| {
            let path = Path::new(name);
            path.is_dir() || name.contains(['*', '?', '[']) || name.contains(".warc")
        })
}

fn outcome(summary: Summary) -> Outcome {
    if summary.failed > 0 {
        Outcome::BadInput
    } else if summary.found > 0 {
        Outcome::Found
    } else {
        Outcome::NothingFound
    }
}
