//! The `chaffinch` program: reads the command line, lets the library do the work, writes the answer.
//!
//! Data goes to standard output, everything else to standard error.
//!
//! It is a library so that the Python package can hold the program as well, and so that its keyword arguments are the command line's
//! options ([`options`]).

/// The standard macros panic where standard error is closed, and let control characters pass.
macro_rules! eprint {
    ($($text:tt)*) => { $crate::terminal::say(format_args!($($text)*)) };
}

macro_rules! eprintln {
    () => { $crate::terminal::say(format_args!("\n")) };
    ($($text:tt)*) => { $crate::terminal::say(format_args!("{}\n", format_args!($($text)*))) };
}

mod advice;
mod args;
mod batch;
mod domain;
mod ended;
mod eval;
mod extract;
mod generate;
mod isolation;
mod label;
mod memory;
pub mod options;
mod output;
mod program;
mod progress;
mod render;
mod repair;
mod report;
mod serve;
mod site;
mod tables;
mod teach;
mod terminal;
mod topk;
mod train;
mod usage;
mod wrapper;

pub use advice::keep_layout_panics_quiet;
pub use isolation::{pack, unpack};
pub use program::Program;

use args::{Cli, Command};
use clap::{CommandFactory, Parser, error::ErrorKind};
use std::ffi::OsString;
use std::io::{IsTerminal, Write};

/// Runs the program with the arguments that follow its name, and gives its exit code.
pub fn run(program: Program, arguments: Vec<OsString>) -> u8 {
    keep_layout_panics_quiet();
    let named = std::iter::once("chaffinch".into()).chain(arguments.iter().cloned());
    let cli = match Cli::try_parse_from(named) {
        Ok(cli) => cli,
        Err(answer) => return tell(&answer),
    };
    program.remember(arguments);
    let code = run_command(&cli);
    // A program that is a file of its own does so when it ends; one within another does not.
    let _ = std::io::stdout().flush();
    code
}

/// Prints what the reader of arguments has to say: help, the version, or what is wrong with them.
fn tell(answer: &clap::Error) -> u8 {
    let _ = answer.print();
    u8::try_from(answer.exit_code()).unwrap_or(2)
}

fn run_command(cli: &Cli) -> u8 {
    if let Some(input) = cli.command.input()
        && input.files.is_empty()
        && std::io::stdin().is_terminal()
    {
        let message = "no INPUT was named and nothing is piped in; try `chaffinch extract page.html`, \
                       or `chaffinch help` for examples";
        return tell(&Cli::command().error(ErrorKind::MissingRequiredArgument, message));
    }
    if let Some(most) = cli.command.limits().and_then(|limits| limits.max_memory) {
        memory::limit(most);
    }
    let result = match &cli.command {
        Command::Extract(arguments) => extract::run(arguments),
        Command::Topk(arguments) => topk::run(arguments),
        Command::Tables(arguments) => tables::run(arguments),
        Command::Records(arguments) => {
            extract::read_pages(&arguments.input, &arguments.output, &arguments.page, arguments.settings())
        }
        Command::Label(arguments) => label::run(arguments),
        Command::Train(arguments) => train::run(arguments),
        Command::Domain(arguments) => domain::run(arguments),
        Command::Render(arguments) => render::run(arguments),
        Command::Wrapper(command) => wrapper::run(command),
        Command::Site(arguments) => site::run(arguments),
        Command::Batch(arguments) => batch::run(arguments),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Eval(arguments) => eval::run(arguments),
        Command::Schema => generate::schema(),
        Command::Completions { shell } => generate::completions(*shell),
        Command::Man => generate::man_page(),
    };
    match result {
        Ok(outcome) => outcome.into(),
        Err(error) if error.chain().any(|cause| cause.downcast_ref().is_some_and(output::is_closed_pipe)) => {
            Outcome::Found.into()
        }
        Err(error) => {
            eprintln!("chaffinch: {}", sentence_of(&error));
            let outcome = error.downcast_ref::<Outcome>().copied();
            let full = error.chain().any(|cause| cause.downcast_ref().is_some_and(output::is_full));
            outcome.unwrap_or(if full { Outcome::WrongUse } else { Outcome::BadInput }).into()
        }
    }
}

/// What an error says to people.
fn sentence_of(error: &anyhow::Error) -> String {
    // The outcome travels at the root of the chain; it is for the exit code, not for people.
    let causes: Vec<String> =
        error.chain().filter(|cause| !cause.is::<Outcome>()).map(ToString::to_string).collect();
    causes.join(": ")
}

/// An error whose exit code says that the program was used wrongly.
fn wrong_use(message: impl std::fmt::Display) -> anyhow::Error {
    anyhow::Error::new(Outcome::WrongUse).context(message.to_string())
}

/// How a run ended; the exit codes are part of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Found,
    NothingFound,
    WrongUse,
    BadInput,
    NoLongerFits,
    /// By a signal, of this number.
    Ended(i32),
}

impl From<Outcome> for u8 {
    fn from(outcome: Outcome) -> u8 {
        match outcome {
            Outcome::Found => 0,
            Outcome::NothingFound => 1,
            Outcome::WrongUse => 2,
            Outcome::BadInput => 3,
            Outcome::NoLongerFits => 4,
            // What a shell says of a program that a signal ended.
            Outcome::Ended(signal) => u8::try_from(128 + signal).unwrap_or(u8::MAX),
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Outcome::Found => "found",
            Outcome::NothingFound => "nothing found",
            Outcome::WrongUse => "wrong use",
            Outcome::BadInput => "bad input",
            Outcome::NoLongerFits => "a wrapper no longer fits",
            Outcome::Ended(_) => "ended",
        })
    }
}

impl std::error::Error for Outcome {}
