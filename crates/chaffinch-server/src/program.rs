//! What the program that starts the server gives it.

use chaffinch::wrapper::GoldPage;
use chaffinch::{Document, PageReport, Settings};
use serde::Serialize;

/// An option by its name, words joined by `_`, and its value; a switch has none.
pub type Given = (String, Option<String>);

/// A command that reads pages.
#[derive(Debug, Clone, Serialize)]
pub struct CommandAbout {
    /// Its name.
    pub name: String,
    /// What it does, in a line.
    pub about: String,
    /// Its options.
    pub options: Vec<OptionAbout>,
}

/// An option of a command.
#[derive(Debug, Clone, Serialize)]
pub struct OptionAbout {
    /// Its name, words joined by `_`.
    pub name: String,
    /// Whether it is a switch, which has no value.
    pub switch: bool,
    /// The value that it has where none is given.
    pub default: Option<String>,
    /// The values that it may have, where these are few.
    pub values: Vec<String>,
    /// The group that help texts put it in.
    pub group: String,
    /// What it is for.
    pub help: String,
}

/// The commands of a program.
pub trait Program: Send + Sync + 'static {
    /// The commands that read pages.
    fn commands(&self) -> Vec<CommandAbout>;

    /// The settings that options of a command mean.
    ///
    /// # Errors
    /// In a sentence, if there is no such command or option, or a value is wrong.
    fn settings(&self, command: &str, given: &[Given]) -> Result<Settings, String>;

    /// Reads a page as a command does.
    ///
    /// # Errors
    /// As [`Program::settings`]; what is wrong with the page is in its report.
    fn read(&self, command: &str, given: &[Given], document: Document) -> Result<PageReport, String>;

    /// How well a report agrees with the labels of its page, from 0 to 1, and what that measures; nothing where they cannot be compared.
    fn judge(&self, labels: &GoldPage, report: &PageReport) -> Option<(&'static str, f64)>;

    /// The names of the models that come with the program, with their attributes.
    fn models(&self) -> Vec<(String, Vec<String>)>;
}
