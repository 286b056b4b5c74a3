//! `--format report`: one HTML file with the page and what was found on it.

use crate::advice::advise;
use crate::args::{InputArgs, OutputArgs, PageArgs};
use crate::{Outcome, output, wrong_use};
use anyhow::anyhow;
use chaffinch::{Engine, RendererChoice, Settings, show};
use std::io::Write;

/// The name of the format.
pub const REPORT: &str = "report";

/// Writes the report on one page.
pub fn run(
    engine: &Engine,
    input: &InputArgs,
    output: &OutputArgs,
    page: &PageArgs,
) -> anyhow::Result<Outcome> {
    let names = input.names();
    let mut documents = chaffinch_input::read(&names, &page.run_options().read);
    let document = documents
        .next()
        .ok_or_else(|| wrong_use("there is no page to report on"))?
        .map_err(|problem| anyhow!("{problem}"))?;
    if documents.next().is_some() {
        return Err(wrong_use("a report shows one page; name a single page with --format report"));
    }
    // The browser that shows the file lays the page out; here its tree is enough.
    let settings = Settings::default().with(|settings| {
        settings.renderer = RendererChoice::None;
        settings.limits = engine.settings().limits.clone();
    });
    let parser = Engine::new(settings).map_err(wrong_use)?;
    let resources = document.resources.clone();
    let parsed = parser.render(document.clone()).map_err(|problem| anyhow!("{problem}"))?;
    let mut report = engine.read(document);
    advise(&mut report.errors, &mut report.remarks);
    let file = show::report_page(&parsed.page, &resources, &report);
    match &output.output {
        Some(path) => output::write_whole(path, &names, file.as_bytes())?,
        None => std::io::stdout().write_all(file.as_bytes())?,
    }
    Ok(if report.relations.is_empty() { Outcome::NothingFound } else { Outcome::Found })
}
