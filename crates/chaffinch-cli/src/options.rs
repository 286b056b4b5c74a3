//! The options of the command line for whoever calls the library from another language: the same names, defaults, checks and sentences.
//!
//! ```
//! let given = [("min_score".to_owned(), Some("0.5".to_owned()))];
//! let reading = chaffinch_cli::options::reading("extract", &given).unwrap();
//! assert_eq!(reading.settings.min_score, 0.5);
//! ```

use crate::args::{Cli, Command, OutputArgs, PageArgs, SiteArgs, WrapperCommand};
use crate::{advice, label, teach, train, wrapper};
use chaffinch::train::{Event, Trained};
use chaffinch::{Extraction, Limit, PageReport, RunOptions, Settings, TeachOptions};
use chaffinch_domain::{self as domain, DomainSettings};
use chaffinch_wrapper::Wrapper;
use clap::{Args, CommandFactory, Parser};
use std::ops::ControlFlow;
use std::sync::Arc;

/// An option by its name, words joined by `_`, and its value; a switch has none.
pub type Given = (String, Option<String>);

/// Options that belong to the program alone: they name files that it writes, or say how it spreads pages over processes.
const OF_THE_PROGRAM: [&str; 9] =
    ["facts", "learn", "sites", "keep", "out", "help", "isolate", "max_memory", "max_page_seconds"];

/// Why options cannot be used.
#[derive(Debug)]
pub enum Refusal {
    /// No option has this name.
    Unknown(String),
    /// A value is wrong; in a sentence.
    Wrong(String),
    /// Something could not be read or learned; in a sentence.
    Failed(String),
}

/// How pages are to be read.
#[derive(Debug)]
pub struct Reading {
    /// The settings of the engine.
    pub settings: Settings,
    /// Threads, and how inputs are read.
    pub run: RunOptions,
}

/// How wrappers are to be learned from what an engine finds.
#[derive(Debug)]
pub struct Teaching {
    /// The settings of the engine.
    pub settings: Settings,
    /// How many pages it reads.
    pub teach: TeachOptions,
    /// Threads, and how inputs are read.
    pub run: RunOptions,
}

/// What an option is.
#[derive(Debug, Clone)]
pub struct Known {
    /// Its name, words joined by `_`.
    pub name: String,
    /// Whether it is a switch, which has no value.
    pub switch: bool,
    /// The value that it has where none is given, as the command line writes it.
    pub default: Option<String>,
    /// The values that it may have, where these are few.
    pub values: Vec<String>,
    /// The heading that help texts put it under.
    pub group: String,
    /// What it is for.
    pub help: String,
}

/// The settings of `extract`, `tables`, `topk`, `records`, `label` or `domain`.
///
/// # Errors
/// If there is no such option, or a value is wrong.
pub fn reading(command: &str, given: &[Given]) -> Result<Reading, Refusal> {
    let prepared = |page: &PageArgs, settings| Reading { settings, run: page.run_options() };
    Ok(match parsed(&[command], given, &[])? {
        Command::Extract(arguments) => {
            let want = arguments.want.want().map_err(wrong)?;
            let settings = arguments.page.settings().with(|settings| settings.want = want);
            prepared(&arguments.page, settings)
        }
        Command::Tables(arguments) => {
            let mut settings = arguments.page.settings();
            settings.only = Some(Extraction::Tables);
            arguments.finding.apply(&mut settings.tables);
            prepared(&arguments.page, settings)
        }
        Command::Topk(arguments) => prepared(&arguments.page, arguments.settings()),
        Command::Records(arguments) => prepared(&arguments.page, arguments.settings()),
        Command::Label(arguments) => {
            let model = Some(Arc::new(label::model(&arguments).map_err(wrong)?));
            let settings = arguments.page.settings().with(|settings| {
                settings.only = Some(Extraction::Label);
                settings.model = model;
            });
            prepared(&arguments.page, settings)
        }
        Command::Domain(arguments) => {
            let knowledge =
                domain::load(&arguments.domain).map_err(|error| Refusal::Wrong(error.to_string()))?;
            let mut domain = DomainSettings { domain: Some(Arc::new(knowledge)), ..arguments.settings() };
            crate::domain::add_rules(&mut domain, &arguments)
                .map_err(|error| Refusal::Wrong(error.to_string()))?;
            let settings = arguments.page.settings().with(|settings| {
                settings.only = Some(Extraction::Domain);
                settings.domain = domain;
            });
            prepared(&arguments.page, settings)
        }
        _ => return Err(Refusal::Wrong(format!("{command} reads no pages"))),
    })
}

/// How `site` learns wrappers and reads pages with them.
///
/// # Errors
/// If there is no such option, or a value is wrong.
pub fn teaching(given: &[Given]) -> Result<Teaching, Refusal> {
    let Command::Site(SiteArgs { from, teach: arguments, read, .. }) = parsed(&["site"], given, &["-"])?
    else {
        return Err(Refusal::Wrong("site learns nothing".to_owned()));
    };
    let run = read.run_options();
    let settings = teach::settings_of(&from, &arguments, &run.read).map_err(wrong)?;
    Ok(Teaching { settings, teach: arguments.options(run.read.clone()), run })
}

/// Learns a wrapper as `wrapper learn` does, and says how sure it is.
///
/// # Errors
/// If an option is wrong, or nothing can be learned.
pub fn learn_wrapper(inputs: &[&str], given: &[Given]) -> Result<(Wrapper, String), Refusal> {
    match parsed(&["wrapper", "learn"], given, inputs)? {
        Command::Wrapper(WrapperCommand::Learn(arguments)) => wrapper::learned(&arguments).map_err(failed),
        _ => Err(Refusal::Wrong("wrapper learns nothing".to_owned())),
    }
}

/// Learns a model as `train` does.
///
/// # Errors
/// If an option is wrong, or nothing can be learned.
pub fn learn_model(
    gold: &[&str],
    given: &[Given],
    hear: impl FnMut(Event<'_>) -> ControlFlow<()>,
) -> Result<Trained, Refusal> {
    let out = ("out".to_owned(), Some("model".to_owned()));
    match parsed_with(&["train"], given, gold, Some(out))? {
        Command::Train(arguments) => train::trained(&arguments, hear).map_err(failed),
        _ => Err(Refusal::Wrong("train learns nothing".to_owned())),
    }
}

/// The models that come with the program: the name, the attributes and a description of each.
///
/// # Errors
/// If one of them is damaged.
pub fn describe_models() -> Result<Vec<(String, Vec<String>, String)>, String> {
    let described = |model: &chaffinch_label::Shipped| {
        let card = model.card().map_err(|error| format!("{}: {error}", model.name))?;
        Ok((model.name.to_owned(), card.attributes.clone(), label::describe(&card)))
    };
    chaffinch_label::shipped().iter().map(described).collect()
}

/// All options of a command that a caller may give.
pub fn known(command: &[&str]) -> Vec<Known> {
    let output = OutputArgs::augment_args(clap::Command::new("output"));
    let for_output = |name: &str| output.get_arguments().any(|argument| argument.get_id() == name);
    let root = Cli::command();
    let Some(found) = command.iter().try_fold(&root, |at, name| at.find_subcommand(name)) else {
        return Vec::new();
    };
    let options = found.get_arguments().filter(|argument| {
        let name = argument.get_id().as_str();
        !argument.is_positional() && !for_output(name) && !OF_THE_PROGRAM.contains(&name)
    });
    options
        .map(|argument| Known {
            name: argument.get_id().to_string(),
            switch: !argument.get_action().takes_values(),
            default: argument.get_default_values().first().map(|value| value.to_string_lossy().into_owned()),
            values: match argument.get_action().takes_values() {
                true => {
                    argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect()
                }
                false => Vec::new(),
            },
            group: argument.get_help_heading().unwrap_or("Options").to_owned(),
            help: argument.get_help().map(ToString::to_string).unwrap_or_default(),
        })
        .collect()
}

/// What a command does, in a line.
pub fn about(command: &str) -> String {
    let root = Cli::command();
    root.find_subcommand(command)
        .and_then(clap::Command::get_about)
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// The arguments that start a command of the program with these options and no input.
pub fn written(command: &str, given: &[Given]) -> Vec<String> {
    let mut line = vec![command.to_owned()];
    line.extend(given.iter().map(written_option));
    line
}

fn written_option((name, value): &Given) -> String {
    let option = name.replace('_', "-");
    value.as_ref().map_or_else(|| format!("--{option}"), |value| format!("--{option}={value}"))
}

/// What the errors and remarks of a report advise, in the names of keyword arguments.
pub fn advise(report: &mut PageReport) {
    advice::advise_in(&mut report.errors, &mut report.remarks, advice::Spelling::Keyword);
}

/// The keyword that raises a limit.
pub fn keyword_of(limit: Limit) -> Option<String> {
    advice::option_of(limit).map(advice::as_keywords)
}

fn parsed(command: &[&str], given: &[Given], inputs: &[&str]) -> Result<Command, Refusal> {
    parsed_with(command, given, inputs, None)
}

fn parsed_with(
    command: &[&str],
    given: &[Given],
    inputs: &[&str],
    required: Option<Given>,
) -> Result<Command, Refusal> {
    let known = known(command);
    if let Some((name, _)) = given.iter().find(|(name, _)| known.iter().all(|option| option.name != *name)) {
        return Err(Refusal::Unknown(name.clone()));
    }
    let written = given.iter().chain(&required).map(written_option);
    let mut line = vec!["chaffinch".to_owned()];
    line.extend(command.iter().map(|word| (*word).to_owned()));
    line.extend(written);
    line.push("--".to_owned());
    line.extend(inputs.iter().map(|input| (*input).to_owned()));
    match Cli::try_parse_from(line) {
        Ok(cli) => Ok(cli.command),
        Err(error) => Err(Refusal::Wrong(sentence(&error.to_string()))),
    }
}

/// The first sentence of what the reader of arguments says, with the names of keywords.
fn sentence(said: &str) -> String {
    let lines = said.lines().map(str::trim).take_while(|line| !line.is_empty());
    advice::as_keywords(lines.collect::<Vec<_>>().join(" ").trim_start_matches("error: "))
}

fn wrong(error: anyhow::Error) -> Refusal {
    Refusal::Wrong(advice::as_keywords(&crate::sentence_of(&error)))
}

fn failed(error: anyhow::Error) -> Refusal {
    match error.downcast_ref::<crate::Outcome>() {
        Some(crate::Outcome::WrongUse) => wrong(error),
        _ => Refusal::Failed(advice::as_keywords(&crate::sentence_of(&error))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(name: &str, value: &str) -> Given {
        (name.to_owned(), Some(value.to_owned()))
    }

    #[test]
    fn options_have_the_defaults_of_the_command_line() {
        let reading = reading("records", &[]).unwrap();
        assert_eq!(reading.settings.limits, chaffinch::Limits::default());
        assert_eq!(reading.settings.only, Some(Extraction::Records));
    }

    #[test]
    fn an_option_of_the_program_alone_is_unknown() {
        for name in ["format", "output", "facts", "help", "isolate"] {
            assert!(
                matches!(reading("domain", &[given(name, "x")]), Err(Refusal::Unknown(unknown)) if unknown == name)
            );
        }
    }

    #[test]
    fn a_wrong_value_is_told_by_the_name_of_the_keyword() {
        let Err(Refusal::Wrong(said)) = reading("extract", &[given("max_bytes", "many")]) else { panic!() };
        assert_eq!(
            said,
            "invalid value 'many' for max_bytes: give a number of bytes such as 500K, 32M or 1G"
        );
        let Err(Refusal::Wrong(said)) = reading("extract", &[("scripts".to_owned(), Some("yes".to_owned()))])
        else {
            panic!()
        };
        assert!(said.contains("scripts") && !said.contains("--"), "{said}");
    }
}
