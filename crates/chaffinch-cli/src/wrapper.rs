//! `chaffinch wrapper`

use crate::Outcome;
use crate::args::{ApplyArgs, CheckArgs, InputArgs, LearnArgs, ReadArgs, Teacher, WrapperCommand};
use crate::output::Delivery;
use crate::progress::Progress;
use crate::teach::{School, checks};
use crate::{extract, output};
use anyhow::{Context, anyhow};
use chaffinch::input::read;
use chaffinch::wrapper::{
    Applied, Labelled, LearnReport, LearnSettings, Pac, Recognizer, Site, Sites, Wrapper, is_enough, learn,
    learn_from_recognizers, learn_until,
};
use chaffinch::{
    Document, Engine, Limits, PageReport, Problem, ReadOptions, RendererChoice, Settings, teach,
};
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

pub fn run(command: &WrapperCommand) -> anyhow::Result<Outcome> {
    match command {
        WrapperCommand::Learn(arguments) => run_learn(arguments),
        WrapperCommand::Apply(arguments) => run_apply(arguments),
        WrapperCommand::Check(arguments) => run_check(arguments),
        WrapperCommand::Show { wrapper } => {
            std::io::stdout().write_all(open_wrapper(wrapper)?.show().as_bytes())?;
            Ok(Outcome::Found)
        }
    }
}

fn run_learn(arguments: &LearnArgs) -> anyhow::Result<Outcome> {
    let settings = LearnSettings { class: arguments.class.0, ..LearnSettings::default() };
    if let Some(teacher) = &arguments.from {
        return learn_from_findings(arguments, teacher, &settings);
    }
    let (report, given) = match &arguments.recognizers {
        None => learn_from_labels(arguments, &settings)?,
        Some(file) => learn_without_labels(arguments, file, &settings)?,
    };
    let said = said_of(&report, arguments, given);
    write_learned(arguments, &report.wrapper, &said)
}

fn learn_from_findings(
    arguments: &LearnArgs,
    teacher: &Teacher,
    settings: &LearnSettings,
) -> anyhow::Result<Outcome> {
    let limits = Limits { page_bytes: settings.page_bytes, ..Limits::default() };
    let read = ReadOptions { limits, ..ReadOptions::default() };
    let school = School::open(teacher, &arguments.teach, &arguments.inputs, &read)?;
    let taught = teach(&school.lessons, settings)?;
    let mut said = format!("{}\n{}", taught.report, taught.report.statement(pac_of(arguments)));
    for line in taught.dropped.into_iter().chain(checks(&taught.report.wrapper, &school.others)) {
        said.push('\n');
        said.push_str(&line);
    }
    write_learned(arguments, &taught.report.wrapper, &said)
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
    let named = || arguments.inputs.join(", ");
    let report = consume(arguments, examples.len(), |count| learn(&examples[..count], settings));
    Ok((report.with_context(named)?, examples.len()))
}

fn chosen_site<'s>(file: &str, sites: &'s Sites, wanted: Option<&str>) -> anyhow::Result<&'s Site> {
    let names = || {
        let names: Vec<&str> = sites.sites.iter().map(|site| site.name.as_str()).collect();
        names.join(", ")
    };
    let wrong_use = |message: String| anyhow::Error::new(Outcome::WrongUse).context(message);
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
    let limits = Limits { page_bytes: settings.page_bytes, ..Limits::default() };
    let mut pages: Vec<(String, Vec<u8>)> = Vec::new();
    for document in read(&arguments.inputs, &ReadOptions { limits, ..ReadOptions::default() }) {
        let document = document.map_err(unreadable)?;
        pages.push((document.name, document.bytes));
    }
    let report = consume(arguments, pages.len(), |count| {
        learn_from_recognizers(&pages[..count], &recognizers, settings).map(LearnReport::from)
    });
    Ok((report.with_context(|| file.display().to_string())?, pages.len()))
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
    let wrapper = arguments.wrapper.display().to_string();
    let mut delivery = Delivery::new(&arguments.output, &[arguments.input.names(), vec![wrapper]].concat())?;
    let outcome = over_pages(&arguments.wrapper, &arguments.input, &arguments.read, |page| match &page {
        Page::Applied(report, _) => delivery.write(report),
        Page::Unreadable(problem) => delivery.write(&extract::report_of(problem)),
    })?;
    delivery.finish()?;
    Ok(outcome)
}

fn run_check(arguments: &CheckArgs) -> anyhow::Result<Outcome> {
    let (mut fit, mut all) = (0, 0);
    let outcome = over_pages(&arguments.wrapper, &arguments.input, &arguments.read, |page| {
        if let Page::Applied(_, applied) = page {
            all += 1;
            fit += usize::from(applied.misfits.is_empty());
        }
        ControlFlow::Continue(())
    })?;
    writeln!(std::io::stdout(), "{fit} of {all} pages fit {}", arguments.wrapper.display())?;
    Ok(outcome)
}

/// What became of a page.
enum Page {
    Applied(PageReport, Applied),
    Unreadable(Problem),
}

/// Applies a wrapper to everything named, says on standard error what does not fit, and hands each page on.
fn over_pages(
    wrapper: &Path,
    input: &InputArgs,
    arguments: &ReadArgs,
    mut deliver: impl FnMut(Page) -> ControlFlow<()>,
) -> anyhow::Result<Outcome> {
    let wrapper = Arc::new(open_wrapper(wrapper)?);
    let engine = extract::start_engine(Settings { renderer: RendererChoice::None, ..Settings::default() })?;
    let names = input.names();
    let progress = Progress::new(extract::may_take_long(&names));
    let (mut found, mut misfits, mut failed) = (false, false, false);
    let work = move |_: &Engine, document: Document| {
        let applied = wrapper.apply(&document.bytes);
        let mut report = PageReport::new(document.name);
        report.url = document.url;
        report.relations.extend(wrapper.relation(&applied, &document.bytes));
        report.errors.extend(applied.misfits.iter().map(|misfit| format!("no longer fits: {misfit}")));
        Ok((report, applied))
    };
    chaffinch::run(engine, &names, &arguments.run_options(), work, |result| {
        let page = match result {
            Ok((report, applied)) => {
                found |= !report.relations.is_empty();
                misfits |= !applied.misfits.is_empty();
                report.errors.iter().for_each(|error| progress.say(&format!("{}: {error}", report.input)));
                progress.step(&report.input);
                Page::Applied(report, applied)
            }
            Err(problem) => {
                failed = true;
                progress.say(&problem.to_string());
                Page::Unreadable(problem)
            }
        };
        deliver(page)
    });
    progress.finish();
    Ok(match (misfits, failed, found) {
        (true, _, _) => Outcome::NoLongerFits,
        (_, true, _) => Outcome::BadInput,
        (_, _, true) => Outcome::Found,
        _ => Outcome::NothingFound,
    })
}

fn open_wrapper(path: &Path) -> anyhow::Result<Wrapper> {
    Wrapper::from_toml(&read_text(path)?).with_context(|| path.display().to_string())
}

fn read_text(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).map_err(|error| anyhow!("{}: cannot be read: {error}", path.display()))
}

fn unreadable(problem: Problem) -> anyhow::Error {
    anyhow!("{problem}")
}
