//! `chaffinch wrapper`

use crate::advice::advised;
use crate::args::{ApplyArgs, CheckArgs, LearnArgs, Teacher, WrapperCommand};
use crate::output::Delivery;
use crate::site::Misfits;
use crate::{Outcome, output, repair, site, teach, wrong_use};
use anyhow::{Context, anyhow};
use chaffinch::{Coverage, Limits, Problem, ReadOptions, Sample, Site};
use chaffinch_input::read;
use chaffinch_wrapper::{
    Labelled, LearnError, LearnReport, LearnSettings, Pac, Recognizer, Sites, Wrapper, is_enough, learn,
    learn_from_recognizers, learn_until,
};
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

pub fn run(command: &WrapperCommand) -> anyhow::Result<Outcome> {
    match command {
        WrapperCommand::Learn(arguments) => run_learn(arguments),
        WrapperCommand::Apply(arguments) => run_apply(arguments),
        WrapperCommand::Check(arguments) => run_check(arguments),
        WrapperCommand::Repair(arguments) => repair::run(arguments),
        WrapperCommand::Show { wrapper } => show(wrapper),
    }
}

fn run_learn(arguments: &LearnArgs) -> anyhow::Result<Outcome> {
    let (wrapper, said) = learned(arguments)?;
    write_learned(arguments, &wrapper, &said)
}

/// The wrapper that the arguments lead to, and what there is to say about it.
pub fn learned(arguments: &LearnArgs) -> anyhow::Result<(Wrapper, String)> {
    let settings = LearnSettings { class: arguments.class.0, ..LearnSettings::default() };
    if let Some(teacher) = &arguments.from {
        return learn_from_findings(arguments, teacher, &settings);
    }
    let (report, given) = match &arguments.recognizers {
        None => learn_from_labels(arguments, &settings)?,
        Some(file) => learn_without_labels(arguments, file, &settings)?,
    };
    let said = said_of(&report, arguments, given);
    Ok((report.wrapper, said))
}

fn learn_from_findings(
    arguments: &LearnArgs,
    teacher: &Teacher,
    settings: &LearnSettings,
) -> anyhow::Result<(Wrapper, String)> {
    let read = read_options(settings);
    let engine = teach::engine(teacher, &arguments.teach, &read)?;
    let sample = Sample::read(&engine, &arguments.inputs, &arguments.teach.options(read));
    let taught = sample.and_then(|sample| sample.teach(settings)).map_err(teach::failure)?;
    let said = [taught.report.to_string(), taught.report.statement(pac_of(arguments))];
    let said: Vec<String> = said.into_iter().chain(taught.notes).collect();
    Ok((taught.report.wrapper, said.join("\n")))
}

fn write_learned(arguments: &LearnArgs, wrapper: &Wrapper, said: &str) -> anyhow::Result<Outcome> {
    let text = wrapper.to_toml();
    match &arguments.out {
        Some(path) => {
            output::write_whole(path, &arguments.inputs, text.as_bytes())?;
            writeln!(std::io::stdout(), "{said}\nwritten to {}", path.display())?;
        }
        None => {
            eprintln!("{said}");
            std::io::stdout().write_all(text.as_bytes())?;
        }
    }
    Ok(Outcome::Found)
}

fn learn_from_labels(
    arguments: &LearnArgs,
    settings: &LearnSettings,
) -> anyhow::Result<(LearnReport, usize)> {
    let mut examples: Vec<Labelled> = Vec::new();
    for file in &arguments.inputs {
        let sites = Sites::read(Path::new(file), arguments.root.as_deref()).map_err(unreadable)?;
        let site = chosen_site(file, &sites, arguments.site.as_deref())?;
        examples.extend(site.read_pages(settings.page_bytes).map_err(unreadable)?);
    }
    let report = consume(arguments, examples.len(), |count| learn(&examples[..count], settings));
    let report = report.map_err(|error| {
        let said = said_at(&error, &examples, &arguments.inputs);
        anyhow::Error::new(error).context(said)
    });
    Ok((report?, examples.len()))
}

/// The files of examples, and the line that an error is about.
fn said_at(error: &LearnError, examples: &[Labelled], files: &[String]) -> String {
    let page = match error {
        LearnError::Label(error) => error.page(),
        LearnError::Inconsistent { .. } => None,
    };
    let line = page.and_then(|page| examples.iter().find(|(example, _)| example.page == page));
    let line = line.map_or_else(String::new, |(example, _)| format!(": line {}", example.line));
    format!("{}{line}", files.join(", "))
}

fn chosen_site<'s>(
    file: &str,
    sites: &'s Sites,
    wanted: Option<&str>,
) -> anyhow::Result<&'s chaffinch_wrapper::Site> {
    let names = || {
        let names: Vec<&str> = sites.sites.iter().map(|site| site.name.as_str()).collect();
        names.join(", ")
    };
    match (wanted, sites.sites.as_slice()) {
        (None, [site]) => Ok(site),
        (None, all) => Err(wrong_use(format!(
            "{file}: the examples are of {} sites; name one with --site: {}",
            all.len(),
            names()
        ))),
        (Some(name), all) => {
            let site = all.iter().find(|site| site.name == name);
            site.ok_or_else(|| wrong_use(format!("{file}: no site is called {name}; there are {}", names())))
        }
    }
}

fn learn_without_labels(
    arguments: &LearnArgs,
    file: &Path,
    settings: &LearnSettings,
) -> anyhow::Result<(LearnReport, usize)> {
    let text = read_text(file)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let recognizers = Recognizer::read(&text, |output| {
        fs::read_to_string(folder.join(output)).map_err(|error| format!("{output}: {error}"))
    });
    let recognizers = recognizers.with_context(|| file.display().to_string())?;
    let pages = read_pages(&arguments.inputs, settings)?;
    let report = consume(arguments, pages.len(), |count| {
        learn_from_recognizers(&pages[..count], &recognizers, settings).map(LearnReport::from)
    });
    Ok((report.with_context(|| file.display().to_string())?, pages.len()))
}

/// Pages too large to learn from are not read.
fn read_options(settings: &LearnSettings) -> ReadOptions {
    let limits = Limits::default().with(|limits| limits.page_bytes = settings.page_bytes);
    ReadOptions::default().with(|options| options.limits = limits)
}

fn pac_of(arguments: &LearnArgs) -> Pac {
    let Pac { epsilon, delta } = Pac::default();
    Pac { epsilon: arguments.epsilon.unwrap_or(epsilon), delta: arguments.delta.unwrap_or(delta) }
}

/// Whether a bound was asked for, so that no more examples are used than it wants.
fn is_bounded(arguments: &LearnArgs) -> bool {
    arguments.epsilon.is_some() || arguments.delta.is_some()
}

fn consume<E>(
    arguments: &LearnArgs,
    examples: usize,
    mut learn: impl FnMut(usize) -> Result<LearnReport, E>,
) -> Result<LearnReport, E> {
    match is_bounded(arguments) {
        true => learn_until(examples, pac_of(arguments), learn),
        false => learn(examples),
    }
}

fn said_of(report: &LearnReport, arguments: &LearnArgs, given: usize) -> String {
    let pac = pac_of(arguments);
    let mut said = format!("{report}\n{}", report.statement(pac));
    if is_bounded(arguments) {
        let used = report.wrapper.learned.pages.len();
        said += &match is_enough(&report.evidence, pac) {
            true => format!("\nthe bound held after {used} of {given} examples"),
            false => format!("\nthe examples ran out before the bound held: all {given} were used"),
        };
    }
    said
}

fn run_apply(arguments: &ApplyArgs) -> anyhow::Result<Outcome> {
    let options = arguments.read.run_options();
    let names = arguments.input.names();
    let wrapper = arguments.wrapper.display().to_string();
    let mut delivery = Delivery::new(&arguments.output, &[names.clone(), vec![wrapper]].concat())?;
    let site = open_wrappers(&arguments.wrapper)?;
    let coverage = site::read_to(&mut delivery, &site, &names, &options, Misfits::Named);
    delivery.finish()?;
    coverage.alarms.iter().for_each(|alarm| eprintln!("the site has changed: {alarm}"));
    Ok(outcome(&coverage))
}

fn run_check(arguments: &CheckArgs) -> anyhow::Result<Outcome> {
    let site = open_wrappers(&arguments.wrapper)?;
    let options = arguments.read.run_options();
    let names = arguments.input.names();
    let coverage = site::read(&site, &names, &options, Misfits::Named, |_| ControlFlow::Continue(()));
    let Coverage { fitting, misfits, .. } = &coverage;
    let (all, wrapper) = (fitting + misfits, arguments.wrapper.display());
    writeln!(std::io::stdout(), "{fitting} of {all} pages fit {wrapper}")?;
    for alarm in &coverage.alarms {
        writeln!(std::io::stdout(), "the site has changed: {alarm}")?;
    }
    Ok(outcome(&coverage))
}

/// The pages of inputs, named and in memory.
pub fn read_pages(inputs: &[String], settings: &LearnSettings) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    if inputs.is_empty() {
        return Ok(Vec::new());
    }
    let page = |document: Result<chaffinch_input::Document, Problem>| {
        document.map(|document| (document.name, document.bytes)).map_err(unreadable)
    };
    read(inputs, &read_options(settings)).map(page).collect()
}

fn outcome(coverage: &Coverage) -> Outcome {
    match coverage {
        Coverage { misfits: 1.., .. } => Outcome::NoLongerFits,
        Coverage { alarms, .. } if !alarms.is_empty() => Outcome::NoLongerFits,
        Coverage { unreadable: 1.., .. } => Outcome::BadInput,
        Coverage { rows: 0, .. } => Outcome::NothingFound,
        _ => Outcome::Found,
    }
}

pub fn open_wrappers(path: &Path) -> anyhow::Result<Site> {
    Ok(Site::load(path)?)
}

fn show(path: &Path) -> anyhow::Result<Outcome> {
    let shown: Vec<String> = open_wrappers(path)?.wrappers.iter().map(Wrapper::show).collect();
    std::io::stdout().write_all(shown.join("\n").as_bytes())?;
    Ok(Outcome::Found)
}

fn read_text(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).map_err(|error| anyhow!("{}: cannot be read: {error}", path.display()))
}

fn unreadable(problem: Problem) -> anyhow::Error {
    advised(problem).into()
}
